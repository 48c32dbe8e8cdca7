"""EP09_05: the statement's examples and its rule of what belongs to the object."""

import pytest

import EP09_05
from scripts import run

EXAMPLE = b"4 4\n0 0 0 0\n0 1 1 0\n0 1 1 0\n0 0 0 0\n0 0 0 0\n0 0 1 1\n0 0 1 1\n0 0 0 0\n"


def test_example_byte_for_byte():
    result = run("EP09_05", EXAMPLE)
    expected = b"IoU: 0.3333\nDice: 0.5000\n"
    assert (result.stdout, result.stderr, result.returncode) == (expected, b"", 0)


def test_command_line_arguments_are_ignored():
    result = run("EP09_05", EXAMPLE, "es", "--help")
    expected = b"IoU: 0.3333\nDice: 0.5000\n"
    assert (result.stdout, result.stderr, result.returncode) == (expected, b"", 0)


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
        ("0" * 100000, False),
        ("0" * 100000 + "1", True),
        ("1" + "0" * 100000, True),
        ("-" + "9" * 200000, True),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_pixel_belongs_to_the_object_when_it_differs_from_zero(value, belongs):
    iou = b"IoU: 1.0000\n" if belongs else b"IoU: 0.0000\n"
    for masks in (f"{value}\n1", f"1\n{value}"):
        result = run("EP09_05", f"1 1\n{masks}\n".encode())
        assert (result.stdout[:12], result.stderr) == (iou, b"")
