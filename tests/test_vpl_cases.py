"""Tests of vpl_cases: the real evaluator's verdicts, each rule of the format, POSIX, garbage.

Expectations on patterns are what glibc's regcomp and regexec say in the C locale.
"""

import json
import random
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from vpl_cases import Case, PatternError, counted, kind_of, mark, parse

VERDICTS = json.loads(Path(__file__).with_name("vpl_verdicts.json").read_text("utf-8"))


def only_case(text):
    cases, problems = parse(text)
    assert problems == []
    assert len(cases) == 1
    return cases[0]


def accepts(value, printed):
    return Case(outputs=[value]).accepts(printed)


def printed_by(program, case):
    if program["kind"] == "arguments":
        return "".join(f"<{argument}>\n" for argument in case.arguments)
    return case.input if program["kind"] == "echo" else program["text"]


def judged(entry):
    """Return what an entry holds: verdicts, mark, syntax errors, and whether a pattern broke."""
    cases, problems = parse(entry["cases"])
    verdicts = []
    try:
        for case in counted(cases, entry["variation"]):
            verdicts.append((case, True))  # the evaluator lists the case that stops it as passed
            printed = printed_by(entry["program"], case)
            verdicts[-1] = case, case.accepts(printed, entry["program"].get("exit", 0))
        grade, broken = mark(verdicts), False
    except PatternError:
        grade, broken = 0, True
    passed = [[case.name, passed] for case, passed in verdicts]
    return passed, round(grade, 2), len(problems), broken


@pytest.mark.parametrize("entry", VERDICTS, ids=range(len(VERDICTS)))
def test_verdicts_of_the_real_evaluator(entry):
    messages = entry["messages"]
    errors = sum(message.startswith("Syntax error") for message in messages)
    broken = any(message.startswith("Error:") for message in messages)
    assert judged(entry) == (entry["passed"], entry["grade"], errors, broken)


def test_a_case_is_frozen_and_by_default_empty():
    assert Case() == Case("", 0, "", [], [], "", None, None, "", "")
    with pytest.raises(FrozenInstanceError):
        Case().name = "x"


def test_no_exit_code_is_none_that_is_expected():
    assert not Case(outputs=['"x"'], expected_exit_code=0).accepts("y")


# --- Reading ---


@pytest.mark.parametrize(
    "line", ["case=a", "Case = a", "#### case=a", "- CASE1 =a", "c.a.s.e= a \t", "\ufeffcáase=a"]
)
def test_a_statement_is_known_by_its_ascii_letters(line):
    assert only_case(line).name == "a"


def test_the_value_begins_behind_the_first_equals_sign():
    assert only_case("case=a=b").name == "a=b"


READING = {  # text, then what some attributes of its only case are
    "values are trimmed": (
        "case= a \nprogram arguments= b \nprogram to run= c \nfail message= d \nvariation= e ",
        {"name": "a", "arguments": ["b"], "program": "c", "fail_message": "d", "variation": "e"},
    ),
    "only C's white space is trimmed": ("case= \xa0\x1fa\v\f", {"name": "\xa0\x1fa"}),
    "an input is not trimmed": ("input= 1 \n 2 ", {"input": " 1 \n 2 \n"}),
    "an empty first line is fed": ("input=\n1", {"input": "\n1\n"}),
    "blank lines belong to the input": ("input=1\n\n\noutput=x", {"input": "1\n\n\n"}),
    "inputs add up": ("input=1\noutput=x\ninput=2\n3", {"input": "1\n2\n3\n", "outputs": ["x"]}),
    "other statements are input": (
        "input=1\nvariation=a\nx=3\ninput=2\ninput end=F\n=\nexpected exit code=1\noutput=x",
        {
            "input": "1\nvariation=a\nx=3\ninput=2\ninput end=F\n=\nexpected exit code=1\n",
            "variation": "",
            "expected_exit_code": None,
        },
    ),
    "output ends an input": ("input=1\n- OUTPUT 1 =x", {"input": "1\n", "outputs": ["x"]}),
    "grade reduction ends an input": ("input=1\ngrade reduction=2", {"grade_reduction": 2}),
    "other statements are output": (
        "output=x\nvariation=a\noutput end=F\nfail message=m",
        {"outputs": ["x\nvariation=a\noutput end=F\nfail message=m"], "variation": ""},
    ),
    "grade reduction ends an output": (
        "output=x\ny\ngrade reduction=2",
        {"outputs": ["x\ny"], "grade_reduction": 2},
    ),
    "several outputs": ("output=x\n\noutput= y\nz\n", {"outputs": ["x\n", " y\nz"]}),
    "token ends an input": (
        "input end= F \ninput=1\noutput=2\nF\nvariation=v\noutput=xF\ny",
        {"input": "1\noutput=2\n", "outputs": ["xF\ny"], "variation": "v"},
    ),
    "token within a line": (
        "input end=F\ninput=1\n2F3F\nvariation=v",
        {"input": "1\n2", "variation": "v"},
    ),
    "token on the line of input": ("input end=F\ninput=1F2\nvariation=v", {"input": "1"}),
    "missing token": ("input end=F\ninput=1\ncase=b", {"input": "1\ncase=b\n"}),
    "token ends an output": (
        "output end=F\noutput=x\ncase=b\nyF\nvariation=v\noutput=zF",
        {"outputs": ["x\ncase=b\ny", "z"], "variation": "v"},
    ),
    "missing token of an output": ("output end=F\noutput=x\ncase=b", {"outputs": ["x\ncase=b"]}),
    "an empty token is none": (
        "input end=F\ninput end=\ninput=1F\noutput=x",
        {"input": "1F\n", "outputs": ["x"]},
    ),
    "statements before the first case are its own": (
        "variation=v\nexpected exit code=3\ncase=a",
        {"name": "a", "line": 3, "variation": "v", "expected_exit_code": 3},
    ),
    "a case without a name": ("\ninput=1\noutput=x", {"name": "", "line": 2}),
    "windows line ends": ("case=a\r\ninput=1\r2\r\n", {"name": "a", "input": "12\n"}),
    "old Mac line ends": ("case=a\rinput=1\r", {"name": "a", "input": "1\n"}),
    "only newlines end a line": ("input=1\x0b\x0c\x85\u2028", {"input": "1\x0b\x0c\x85\u2028\n"}),
    "unset values": (
        "case=",
        {"outputs": [], "arguments": [], "expected_exit_code": None, "grade_reduction": None},
    ),
}


@pytest.mark.parametrize(("text", "attributes"), READING.values(), ids=READING)
def test_reading(text, attributes):
    case = only_case(text)
    assert {name: getattr(case, name) for name in attributes} == attributes


@pytest.mark.parametrize("statement", ["case=a", "input=1", "output=x", "grade reduction=1"])
def test_case_starts_a_new_case_once_something_was_put_into_the_current_one(statement):
    cases, _ = parse(f"{statement}\ncase=b")
    assert [case.line for case in cases] == [1, 2]
    assert cases[1] == Case(name="b", line=2)


@pytest.mark.parametrize(
    "text", ["", "\n", "title", "variation=a", "program arguments=1\nfail message=x\ninput end=F"]
)
def test_no_case(text):
    assert parse(text).cases == []


def test_a_new_case_inherits_nothing_but_the_tokens():
    text = "case=a\nvariation=v\ninput end=F\ninput=1F\noutput=x\ncase=b\ninput=2\ncase=3F"
    first, second = parse(text).cases
    assert (first.input, first.outputs) == ("1", ["x"])
    assert (second.variation, second.input, second.outputs) == ("", "2\ncase=3", [])


def test_syntax_errors_have_their_line_and_do_not_stop_the_reading():
    text = "title\nx = 1\ncase=a\n=\n\noutput=y\nz=2\ncase=b\noutputs=1\nincase=2"
    cases, problems = parse(text)
    assert problems == [(2, "x = 1"), (4, "="), (9, "outputs=1"), (10, "incase=2")]
    assert [case.name for case in cases] == ["a", "b"]
    assert cases[0].outputs == ["y\nz=2"]


ARGUMENTS = {
    "a b": ["a", "b"],
    "  a   b ": ["a", "b"],
    "a\tb": ["a\tb"],
    "'a b' \"c d\"": ["a b", "c d"],
    "d'agua c'": ["d'agua", "c'"],
    "'a'b": ["a", "b"],
    "'a''b'": ["a", "b"],
    "a'b c'd": ["a'b", "c'd"],
    "'' \"\" z": ["", "", "z"],
    "'a\"b'": ['a"b'],
    '"a b': ["a b"],
    "'a b": ["a b"],
    "a\\ b": ["a\\", "b"],
    "-n=1": ["-n=1"],
    "": [],
}


@pytest.mark.parametrize(("value", "arguments"), ARGUMENTS.items())
def test_arguments(value, arguments):
    assert only_case(f"case=a\nprogram arguments={value}").arguments == arguments


EXIT_CODES = {" 3 ": 3, "3x": 3, "abc": 0, "": 0, "-3": -3, "+3": 3, "- 3": 0, "003": 3, "3.9": 3}
EXIT_CODES.update({"1000": 1000, "9" * 5000: 10**18 - 1})


@pytest.mark.parametrize(("value", "code"), EXIT_CODES.items())
def test_expected_exit_code(value, code):
    case = only_case(f"case=a\nexpected exit code={value}")
    assert case.expected_exit_code == code
    assert case.accepts("", code) and not case.accepts("", code + 1) and not case.accepts("")


REDUCTIONS = {
    "2.5": 2.5,
    " 25% ": 2.5,
    "25 %": 2.5,
    "250%": 25,
    "5%x": 5,
    "5x%": 0.5,
    "%": 0,
    "abc": 0,
    "": 0,
    "-2": -2,
    "-20%": -2,
    "+3": 3,
    ".5": 0.5,
    "5.": 5,
    "1e1": 10,
    "1e": 1,
    "1e+x": 1,
    "1,5": 1,
    ".": 0,
}


@pytest.mark.parametrize(("value", "points"), REDUCTIONS.items())
def test_grade_reduction(value, points):
    assert only_case(f"grade reduction={value}").grade_reduction == pytest.approx(points)


# --- Grading ---

VARIATIONS = {  # the case's and the student's
    ("", "a"): True,
    ("", ""): True,
    ("a", ""): False,
    ("a", "b"): False,
    ("a", "A"): True,
    (" A ", " a "): True,
    ("é", "É"): False,
}


@pytest.mark.parametrize(("variations", "counts"), VARIATIONS.items())
def test_counted(variations, counts):
    case = only_case(f"case=a\nvariation={variations[0]}")
    assert counted([case], variations[1]) == [case] * counts


def test_an_unknown_flag_stops_the_grading_where_its_case_counts():
    cases = parse("case=a\noutput=x\ncase=bad\nvariation=v\noutput=x\noutput=/x/ig\n\n").cases
    assert counted(cases) == cases[:1]
    with pytest.raises(PatternError, match="bad.*/x/ig"):
        counted(cases, "V")
    with pytest.raises(PatternError, match="bad.*/x/ig"):
        cases[1].accepts("y")


@pytest.mark.parametrize("value", ["/x/", "/x/i", " /x/ m i \n", "/a/b/im", '"/x/g"', "/gx"])
def test_known_flags(value):
    case = Case(outputs=[value])
    assert counted([case]) == [case]


@pytest.mark.parametrize("value", ["/x/g", "/x/I", "/x/i\tm", "/x/\ni", "/usr/bin"])
def test_unknown_flags(value):
    with pytest.raises(PatternError):
        counted([Case(outputs=[value])])


@pytest.mark.parametrize(
    ("code", "expected", "completed", "passed"),
    [
        (0, None, True, True),
        (3, None, True, True),
        (None, None, False, False),
        (3, None, False, False),
        (3, 3, False, True),
        (0, 3, True, True),
        (0, 0, False, True),
    ],
)
def test_a_right_output_or_the_expected_exit_code(code, expected, completed, passed):
    case = Case(outputs=["no", "yes"], expected_exit_code=expected)
    assert case.accepts("yes\n", code, completed) is passed


def test_a_case_without_output_or_exit_code_never_passes():
    assert Case().accepts("", None) is False
    assert Case().accepts("", 0) is False


def test_a_broken_pattern_counts_only_where_it_is_reached():
    case = Case(name="third", outputs=["yes", "/(/"], expected_exit_code=0)
    assert case.accepts("yes")
    with pytest.raises(PatternError, match=r"third.*/\(/"):
        case.accepts("no", 0)


MARKS = {
    "nothing counts": ([], 0),
    "all passed": ([(None, True), (5, True)], 10),
    "equal shares": ([(None, True), (None, False), (None, False)], 10 / 3),
    "own reduction": ([(1.5, False), (None, False), (None, True), (9, True)], 6),
    "not below 0": ([(11, False)], 0),
    "at least 0 after each": ([(11, False), (-2, False)], 2),
    "negative adds": ([(6, False), (-2, False)], 6),
    "no reduction": ([(0, False), (None, True)], 10),
}


@pytest.mark.parametrize(("verdicts", "expected"), MARKS.values(), ids=MARKS)
def test_mark(verdicts, expected):
    pairs = ((Case(grade_reduction=reduction), passed) for reduction, passed in verdicts)
    assert mark(pairs) == pytest.approx(expected)


# --- The kinds of output ---

KINDS = {
    '"a"': "exact_text",
    ' "a\n" \n': "exact_text",
    '*"a"': "exact_text",
    '""': "exact_text",
    '"a"b"': "exact_text",
    '"': "text",
    '*"': "text",
    '* "a"': "text",
    '"a" b': "text",
    "/a/": "regular_expression",
    " /a/im": "regular_expression",
    "//": "regular_expression",
    "/a\nb/": "regular_expression",
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
    assert kind_of(value).__name__ == kind


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
        ["0.5", ".5", "5e-1", "+0.50", "0.50004", "0.5 3-4"],
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


# --- POSIX patterns ---

PATTERNS = [  # the value, in what it is found, in what not
    ("//", ["", "x"], []),
    ("/a/b/", ["xa/bx"], ["a", "ab"]),
    (r"/a\/b/", ["a/b"], []),
    ("/^a/", ["ab"], ["b\na"]),
    ("/^a/m", ["b\na"], ["ba"]),
    ("/a$/", ["ba"], ["a\n", "a\nb"]),
    ("/a$/m", ["a\n", "a\nb"], ["ab"]),
    ("/^$/", [""], ["a", "\n", "a\n"]),
    ("/^$/m", ["", "\n", "a\n", "a\n\nb"], ["a", "a\nb"]),
    ("/a^b|a$b/", [], ["ab", "a^b", "a$b", "a\nb"]),
    ("/(^|,)a(,|$)/", ["a", "b,a", "a,b"], ["ba", "ab"]),
    ("/a.b/", ["a\nb", "axb"], ["ab"]),
    ("/a.b/m", ["axb"], ["a\nb"]),
    ("/a[^x]b/", ["a\nb", "ayb"], ["axb"]),
    ("/a[^x]b/m", ["ayb"], ["a\nb", "axb"]),
    ("/a[\n]b/m", ["a\nb"], []),
    (r"/a\Wb/m", ["a\nb"], []),
    ("/m.dia/", [], ["média"]),
    ("/m..dia/", ["média"], []),
    ("/É/i", ["É"], ["é"]),
    ("/[é]/", ["\udca9", "è"], ["e"]),
    ("/A[b-c]/i", ["aB", "Ac"], ["ad"]),
    ("/[[:upper:]][[:lower:]]/i", ["ab", "AB"], ["1b"]),
    ("/[^[:lower:]]/i", ["1"], ["a", "A"]),
    ("/[[:xdigit:]]x/i", ["ax", "Fx"], ["gx"]),
    ("/[[:upper:]]/", ["A", "M", "Z"], ["a", "É"]),
    ("/[[:lower:]]/", ["a", "m", "z"], ["A", "1"]),
    ("/[[:alpha:]]/", ["a", "Z"], ["1", "_", "é"]),
    ("/[[:digit:]]/", ["0", "9"], ["a", "١"]),
    ("/[[:alnum:]]/", ["a", "m", "Z", "5"], ["_"]),
    ("/[[:xdigit:]]/", ["a", "b", "f", "F", "5"], ["g"]),
    ("/[[:space:]]/", [" ", "\t", "\n", "\v", "\f", "x\n\ty"], ["a", "\x1f", "\xa0"]),
    ("/[[:blank:]]/", [" ", "\t"], ["\n", "\v"]),
    ("/[[:punct:]]/", list("!/:@[\\]^_`{|}~-."), ["a", "0", " ", "\n", "é"]),
    ("/[[:graph:]]/", ["!", "~", "a"], [" ", "\x7f", "é"]),
    ("/[[:print:]]/", [" ", "~"], ["\t", "\x7f"]),
    ("/[[:cntrl:]]/", ["\n", "\x01", "\x1f", "\x7f"], [" ", "a"]),
    ("/[[:digit:]x-z]/", ["5", "y"], ["a", "-"]),
    ("/[]a]/", ["]", "a"], ["b"]),
    ("/[^]a]/", ["b"], ["]", "a"]),
    ("/[]-a]/", ["]", "_", "a"], ["b", "-"]),
    ("/[a-]/", ["-", "a"], ["b"]),
    ("/[-a]/", ["-", "a"], ["b"]),
    ("/[+--]/", ["+", ",", "-"], ["."]),
    ("/[--/]/", ["-", ".", "/"], ["0"]),
    ("/[a^]/", ["^"], ["b"]),
    ("/[[]/", ["["], ["]"]),
    ("/[[a]]/", ["[]", "a]"], ["a", "[a"]),
    (r"/[\n]/", ["\\", "n"], ["\n"]),
    (r"/[\]]/", ["\\]"], ["]", "\\"]),
    ("/[.*(]/", [".", "*", "("], ["a"]),
    ("/[:alpha:]/", [":", "p"], ["z"]),
    (r"/\d/", ["d"], ["1"]),
    (r"/\n/", ["n"], ["\n"]),
    (r"/\A\Z\z\e/", ["AZze"], [""]),
    (r"/\a/i", [], ["a", "A"]),
    (r"/\A/i", ["a", "A"], [""]),
    (r"/\.\*\[\{/", [".*[{"], ["a"]),
    (r"/[a-z]\{1\}/", ["a{1}"], ["a"]),
    (r"/\w\W\s\S/", ["_!\tx"], ["é! x"]),
    (r"/\ba\b/", ["a", "b a!", "éaé"], ["ab", "_a"]),
    (r"/\Ba\B/", ["bac"], ["a", "ab"]),
    (r"/^\B$/", [""], ["a"]),
    (r"/\<ab\>/", ["x ab"], ["xab", "abx"]),
    (r"/\<\>/", [], ["", "a", "a b"]),
    (r"/\`a\'/m", ["a"], ["a\n", "b\na"]),
    ("/^a++$/", ["aaa"], ["", "ab"]),
    ("/^a+a$/", ["aa"], ["a"]),
    ("/^a++a$/", ["aa"], ["a"]),
    ("/^a++b$/", ["aab"], ["a" * 60]),
    ("/^a*+a$/", ["a", "aa"], [""]),
    ("/^a?+a$/", ["a", "aaa"], [""]),
    ("/^a+?$/", ["", "aa"], ["b"]),
    ("/^a**$/", ["", "aa"], ["b"]),
    ("/^a??$/", ["", "a"], ["aa"]),
    ("/^(a{2}){2}$/", ["aaaa"], ["aa"]),
    ("/^a{,2}$/", ["", "aa"], ["aaa", "a{,2}"]),
    ("/^a{,}$/", ["", "aa"], ["a{,}"]),
    ("/^a{2,}$/", ["aa", "aaa"], ["a"]),
    ("/^a{0}$/", [""], ["a"]),
    ("/^ab{2}$/", ["abb"], ["abab"]),
    ("/^(a|b)*$/", ["", "abba"], ["c"]),
    ("/^(a|)b$/", ["b", "ab"], ["a"]),
    ("/^()$|^(|a)|b|$/", ["", "x"], []),
    ("/^a|b$/", ["ax", "xb"], ["xa", "bx"]),
    ("/a)/", ["a)"], ["a"]),
    ("/^)*$/", ["", "))"], ["("]),
    ("/a}]/", ["a}]"], ["a"]),
    ("/^(^a)*$/", ["", "a"], ["aa"]),
    ("/a b#c/", ["a b#c"], ["abc"]),
    ("/b/", ["ab"], ["a\0b"]),
    ("/[^x]{3}/", ["\udcff\udcfe\n"], ["\udcff\udcfe"]),
]


@pytest.mark.parametrize(("value", "right", "wrong"), PATTERNS, ids=[repr(p[0]) for p in PATTERNS])
def test_pattern(value, right, wrong):
    test_accepts(value, right, wrong)


REFUSED = [
    *["(", "(a", "(()", "[", "[a", "[]", "[^]", "[[:alpha:]", "[a-", "a{2", "a{2,", "a{", "\\"],
    *["*", "+a", "?", "{1}", "(*a)", "a|*b", "^*", "a$+", r"\b*", "{", "|{"],
    *["a{}", "a{x}", "a{2,1}", "a{1,2,3}", "a{-1}", "a{ 1}", "a{1}{", "a{99999}"],
    *["[z-a]", "[a-c-e]", "[[:foo:]]", "[[:ALPHA:]]", "[[:alpha:]-z]", "[[=a=]-z]", "[[.ab.]]"],
    *["[a-[:digit:]]", "[a-[=z=]]", "[[=ab=]]", "[[.a]", r"\1", r"\9", r"(a\1)", "x**("],
]
REFUSED_WITH_I = ["[Z-A]/i", "[_-a]/i", "[[:ALPHA:]]/i"]
UNTRANSLATABLE = [
    r"(a)\1",
    "[a---]",
    "[+---]",
    "[---]",
    "a\0",
    "[a\0]",
    "\\\0",
    "(^a)+",
    r"(\ba){2}",
    "((a$|b))+",
    "[[.-.]-z]",
    "[[.].]x]",
    "[[=a=]]",
    "^a{2}+$",
    "^a{1,2}?$",
    "^a{2}{3}$",
    "^a+{2}$",
]


@pytest.mark.parametrize("pattern", REFUSED + REFUSED_WITH_I + UNTRANSLATABLE)
def test_refused_pattern(pattern):
    value = f"/{pattern}" if pattern.endswith("/i") else f"/{pattern}/"
    with pytest.raises(PatternError):
        accepts(value, "a")


def test_deep_nesting_is_a_pattern_error_at_worst():
    with pytest.raises(PatternError):
        accepts("/" + "(" * 5000 + ")" * 5000 + "/", "a")


# --- Garbage ---

PIECES = [*b"\n|\n|\r| |\t|\0|\noutput=/".split(b"|"), b"|"]
PIECES += b"""case= input= output= input-end= output-end= variation= grade-reduction= = / " ' * 1 -
. expected-exit-code= program-arguments= 999999999999999999999 1e999 e % a FIM \xc3\xa9 \xff ( ) [ ]
[[:alpha:]] { 1,2} \\ ^ $ + ? i""".split()


def garbage(rng, size):
    pieces = rng.choices(PIECES, k=size) + [bytes(rng.choices(range(256), k=size // 4))]
    return b"".join(pieces).decode("utf-8", "surrogateescape")


def test_garbage_never_crashes():
    rng = random.Random(3)
    seen = {True: 0, False: 0, PatternError: 0}
    for _ in range(4000):
        cases, problems = parse(garbage(rng, 40))
        assert all(isinstance(line, int) and "=" in text for line, text in problems)
        assert mark((case, rng.random() < 0.5) for case in cases) >= 0
        for case in cases:
            try:
                seen[case.accepts(garbage(rng, 8), 0)] += 1
            except PatternError:
                seen[PatternError] += 1
    assert min(seen.values()) > 100
