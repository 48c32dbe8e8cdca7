"""Tests of vpl_outputs: the kinds of output, what they accept, and how they tell a difference.

What a pattern matches belongs to posix_patterns.
"""

import random

import pytest

from posix_patterns import PatternError
from vpl_cases import Case, to_bytes, unix
from vpl_outputs import Difference, difference, kind_of


def accepts(value, printed):
    return difference(value, printed) is None


KINDS = {
    '"a"': "exact text",
    ' "a\n" \n': "exact text",
    '*"a"': "exact text",
    '""': "exact text",
    '"a"b"': "exact text",
    '"': "text",
    '*"': "text",
    '* "a"': "text",
    '"a" b': "text",
    "/a/": "regular expression",
    " /a/im": "regular expression",
    "//": "regular expression",
    "/a\nb/": "regular expression",
    "/a": "text",
    "a/b/": "text",
    "": "numbers",
    "*": "numbers",
    "1 2.5 -3 +.5 1e5\n7.": "numbers",
    "*1*2": "numbers",
    "-": "numbers",
    "1e": "numbers",
    ".": "text",
    "1,2": "text",
    "e5": "text",
    "nan": "text",
    "0x10": "text",
    "1-2": "text",
    "1_0": "text",
    "1 x": "text",
    "١": "text",
}


@pytest.mark.parametrize(("value", "kind"), KINDS.items())
def test_kind(value, kind):
    assert kind_of(value).name == kind


ACCEPTS = [  # the value, what it accepts, what it doesn't accept
    ('"a"', ["a", "a\n", "a\r\n", "a\r"], ["A", "a ", "a\n\n", " a", "ba", ""]),
    (' "a" \n', ["a"], ["a "]),
    ('"a\n"', ["a\n"], ["a", "a\n\n"]),
    ('"a\nb"', ["a\nb", "a\r\nb\r\n", "a\rb"], ["a b"]),
    ('""', [""], ["\n", " "]),
    ('"a"b"', ['a"b'], ["ab"]),
    ('*"a"', ["a", "xa", "x\na\n"], ["ax", "a\n\n", "A"]),
    ('*"a\n"', ["xa\n"], ["a", "a\n\n"]),
    ('*""', ["", "x\n"], []),
    ('"a\x85"', ["a\x85"], ["a"]),
    ("", ["", "x y\n", "a.b"], ["1", "- ", "x1"]),
    ("*", ["", "1 2"], []),
    ("2", ["2", "a=2\n", "+2", "002", "x2y", "(2)", "2,"], ["2.0", "2.", "2 2", "3", "", "2e0"]),
    ("-0", ["0", "-", "+"], ["0.0", "-."]),
    ("2 3", ["2 3", "2\n3", "2x3"], ["3 2", "2 3 4", "1 2 3", "23"]),
    ("* 2 3", ["2 3", "1 2 3", "x 0.5 2 3 y"], ["2 3 4", "3", "3 2"]),
    (
        "0.5",
        ["0.5", ".5", "5e-1", "+0.50", "0.50004", ".50004", "0.5 3-4"],
        ["0.5001", "0.5.", "- 0.5", "-0.5"],
    ),
    ("2.0", ["2", "2.", "2e0", "1.9999", "2.0001"], ["2.0003", "-2"]),
    ("-2.0", ["-2", "-2.0001"], ["2", "-2.0003"]),
    ("0.0", ["0", "0.00009", "-0.00009", "-", "1e", "-.", "+."], ["0.0001", "1", "1.2.3"]),
    ("0 0.5", ["- 0.5", "+ 0.5", "0 0.5"], ["IoU 0.5"]),
    ("7", ["7 3-4", "7 1.2.3", "7 .", "7 ..", "7 -e5", "7 .e5", "7 1e5e", "e 7"], ["7 -", "7 1e+"]),
    ("1000", ["1000", "0" * 30 + "1000"], ["1e3"]),
    ("1000.", ["1e3", "1E+3", "1000", "E1000"], ["1e3.0"]),
    ("9223372036854775807", ["9" * 20, "9" * 5000, "9223372036854775808"], ["9223372036854775806"]),
    ("-9223372036854775809", ["-9223372036854775808", "-" + "9" * 30], ["-9223372036854775807"]),
    ("1e999", ["1e999", "1e400", "1.7976931348623157e308"], ["-1e999", "1", "0.0"]),
    ("IoU: 0.5000", ["iou 0 5000", "x IoU:0.5000!\n", "IOU,0,5000"], ["IoU 0.50", "xIoU 0 5000"]),
    ("média", ["a média.", "MéDIA"], ["MÉDIA", "medía", "m édia", "média x"]),
    ("!", ["", "x", "1"], []),
    ("a\x7fb", ["a b", "A{B"], ["ab"]),
    ("a_b", ["a b"], ["ab"]),
    ("À", ["À"], ["Á"]),
    ("b\xa0", ["b\xa0"], ["b"]),
    ("x\udcff", ["X\udcff"], ["x"]),
    ("x\udc80", ["X\udc80"], ["x"]),
]


@pytest.mark.parametrize(
    ("value", "right", "wrong"), ACCEPTS, ids=[repr(row[0]) for row in ACCEPTS]
)
def test_accepts(value, right, wrong):
    assert [printed for printed in right if not accepts(value, printed)] == []
    assert [printed for printed in wrong if accepts(value, printed)] == []


# --- Differences ---

DIFFERENCES = [  # the value, what is printed, and the difference's line and two sides
    ('"a\nb"', "a\n", (2, "b\n", "")),
    ('"a\nb"', "a", (1, "a\n", "a")),
    ('"a\nb"', "a\nc", (2, "b", "c")),
    ('"a\nb"', "a\r\nc\r\n", (2, "b\n", "c\n")),
    ('"a"', "a\nb\n", (2, "", "b\n")),
    ('"a"', "a\n\n", (2, "", "\n")),
    ('"a\n"', "a", (1, "a\n", "a")),
    ('"a b"', "a  b", (1, "a b", "a  b")),
    ('"a"', "", (1, "a", "")),
    ('""', "a", (1, "", "a")),
    ('"á"', "\udce1", (1, "á", "\udce1")),
    # The ends meet; the first line that is expected may begin within a line.
    ('*"b"', "x\nb \n", (2, "b\n", "b \n")),
    ('*"a\nb"', "x\nxa\nc", (3, "b", "c")),
    ('*"a\nb"', "xa\nxb", (2, "b", "xb")),
    ('*"a\nb"', "b", (1, "a\n", "b")),
    ('*"b"', "", (1, "b", "")),
    ("1 2\n3", "x 1 2\n4\n", (2, "3", "4")),
    ("1 2", "1\n", (2, "2", "")),
    ("1", "1\n\nx 3-4 0.50 y\n", (3, "", "0.50")),
    ("", "x\n5", (2, "", "5")),
    ("0.5", "\nIoU: 0.6", (2, "0.5", "0.6")),
    ("2", "2.0", (1, "2", "2.0")),
    ("* 2\n3", "9\n2\n4", (3, "3", "4")),
    ("* 2 3", "\n3", (1, "2", "")),
    ("one two\nthree", "zero ONE, TWO\nFour\n", (2, "three", "Four")),
    ("IoU bom", "IoU bom\nfim\n", (1, "IoU", "bom")),
    ("IoU bom", "\nBOM!", (1, "IoU", "")),
    ("b\xa0", "b", (1, "b\xa0", "b")),
    ("/x/i", "a\nb", (None, "/x/i", "")),
]


@pytest.mark.parametrize(("value", "printed", "expected"), DIFFERENCES)
def test_difference(value, printed, expected):
    line, *sides = expected
    assert difference(value, printed) == Difference(line, *map(to_bytes, sides))


def test_an_unknown_flag_and_a_broken_pattern_are_errors():
    for value in ("/x/g", " /(/ \n"):
        with pytest.raises(PatternError):
            difference(value, "x")


PIECES = ["a", "B", "b", " ", "\n", "1", "2", "0.5", "-", "!", "\r"]
FORMS = ['"{}"', '*"{}"', "/{}/", "/{}/i", "{}", "* {}"]


def words(text):
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()


def right_by_the_book(value, printed):
    """Judge again, as simply as can be, by the rules for ASCII; None where that isn't simple."""
    kind, value, printed = kind_of(value).name, value.strip(), unix(printed)
    if kind == "exact text":
        expected = value.strip("*")[1:-1]
        forgiven = printed[-1:] == "\n" and expected[-1:] not in ("", "\n")
        ends = [printed, printed[:-1]] if forgiven else [printed]
        return any(end.endswith(expected) if value[0] == "*" else end == expected for end in ends)
    if kind == "text":
        return words(printed)[::-1][: len(words(value))] == words(value)[::-1]
    return None


def test_verdict_and_difference_are_one():
    rng = random.Random(5)
    seen = set()
    for _ in range(5000):
        value, printed = ("".join(rng.choices(PIECES, k=rng.randrange(5))) for _ in range(2))
        value = rng.choice(FORMS).format(value).replace("\r", "\n")
        found = difference(value, printed)
        kind = kind_of(value).name
        seen.add((kind, found is None))
        assert Case(outputs=[value]).accepts(printed) == (found is None)
        assert right_by_the_book(value, printed) in (None, found is None), (value, printed)
        if found and found.line:
            lines = to_bytes(unix(printed)).split(b"\n") + [b""]
            assert found.printed.rstrip(b"\n") in lines[found.line - 1]
            assert found.expected != found.printed
    assert len(seen) == 8
