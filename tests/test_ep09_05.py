"""EP09_05 alone: the statement's examples, what belongs to the object, long integers."""

import pytest

import EP09_05
from scripts import count, refusal, run

EXAMPLE = b"4 4\n0 0 0 0\n0 1 1 0\n0 1 1 0\n0 0 0 0\n0 0 0 0\n0 0 1 1\n0 0 1 1\n0 0 0 0\n"


def test_example_byte_for_byte():
    result = run("EP09_05", EXAMPLE)
    expected = b"IoU: 0.3333\nDice: 0.5000\n"
    assert (result.stdout, result.stderr, result.returncode) == (expected, b"", 0)


@pytest.mark.parametrize("arguments", [["es"], ["--help"], [""], ["masks.txt"]])
def test_an_argument_is_refused(arguments):
    result = run("EP09_05", EXAMPLE, *arguments)
    expected = b"usage: python3 EP09_05.py < FILE\n"
    assert (result.stdout, result.stderr, result.returncode) == (b"", expected, 2)


def test_80_common_20_and_20_apart():
    pred = 100 * b"1 " + 44 * b"0 "
    ref = 80 * b"1 " + 20 * b"0 " + 20 * b"1 " + 24 * b"0 "
    result = run("EP09_05", b"12 12\n" + pred + b"\n" + ref)
    assert (result.stdout, result.stderr) == (b"IoU: 0.6667\nDice: 0.8000\n", b"")


@pytest.mark.parametrize(
    "intersection, union, iou, dice",
    [
        (0, 0, "1.0000", "1.0000"),
        (5, 5, "1.0000", "1.0000"),
        (0, 5, "0.0000", "0.0000"),
        (1, 3, "0.3333", "0.5000"),
        (80, 120, "0.6667", "0.8000"),
        (1808, 2009, "0.9000", "0.9473"),
    ],
)
def test_counts_to_lines(intersection, union, iou, dice):
    assert EP09_05.answer(intersection, union) == [f"IoU: {iou}", f"Dice: {dice}"]


@pytest.mark.parametrize(
    "value, belongs",
    [
        ("0", False),
        ("-0", False),
        ("+0", False),
        ("000", False),
        ("-00", False),
        ("1", True),
        ("2", True),
        ("3", True),
        ("4", True),
        ("5", True),
        ("6", True),
        ("7", True),
        ("8", True),
        ("9", True),
        ("255", True),
        ("-1", True),
        ("+1", True),
        ("10", True),
        ("01", True),
        ("-100", True),
        ("00200300", True),
        ("2550", True),
        ("12550", True),
        ("-255", True),
        ("0255", True),
        ("25", True),
        ("525525", True),
        ("0" * 65536, False),
        ("0" * 65535 + "1", True),
        ("1" + "0" * 65535, True),
        ("01" * 32768, True),
        ("10" * 32768, True),
        ("-" + "9" * 65535, True),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_pixel_belongs_to_the_object_when_it_differs_from_zero(value, belongs):
    for masks in (f"{value}\n1", f"1\n{value}"):
        assert count("EP09_05", f"1 1\n{masks}\n".encode()) == (int(belongs), 1)


LAYOUTS = {  # where the long integer stands: what precedes it, what follows, its position
    "alone": (b"1 1 ", b" 1", "pred[0][0]: expected an integer (0 of 1 pixels read)"),
    "last": (b"1 1 1 ", b"", "ref[0][0]: expected an integer (0 of 1 pixels read)"),
    "last line": (b"1 1\n1\n", b"\n", "ref[0][0]: expected an integer (0 of 1 pixels read)"),
    "in a row": (
        b"2\r\n3\r\n0 1 0\r\n1 ",
        b" 1\r\n0 1 0\r\n1 1 1\r\n",
        "pred[1][1]: expected an integer (4 of 6 pixels read)",
    ),
    "after many": (
        b"2 40000\n" + 79999 * b"1 ",
        b" " + 80000 * b"1\n",
        "pred[1][39999]: expected an integer (79999 of 80000 pixels read)",
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_integer_has_at_most_65536_characters(layout):
    before, after, where = LAYOUTS[layout]
    for longest in (b"9" * 65536, b"-" + b"0" * 65534 + b"1"):
        intersection, union = count("EP09_05", before + longest + after)
        assert intersection == union > 0
    for first, rest in (b"9", b"9" * 65536), (b"-", b"0" * 65536), (b"5", b"5" * 300000):
        found = f"'{(first + rest)[:8].decode()}... too long'"
        message = f"EP09_05: {where}, found {found}"
        assert refusal("EP09_05", before + first + rest + after) == message
