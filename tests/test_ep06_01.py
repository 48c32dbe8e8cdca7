"""EP06_01 alone: the statement's examples, the table of classes, the two editions."""

from fractions import Fraction

import pytest

import EP06_01
from scripts import ROOT, run

EXAMPLE = b"2\n2\n1 1\n0 0\n1 0\n0 0\n"


def test_example_byte_for_byte():
    result = run("EP06_01", EXAMPLE)
    expected = b"Intersecao: 1\nUniao: 2\nIoU: 0.5000\nClassificacao: ACEITAVEL\n"
    assert (result.stdout, result.stderr, result.returncode) == (expected, b"", 0)


def test_two_empty_masks_agree():
    result = run("EP06_01", b"2 2\n" + 4 * b"0 0\n")
    expected = b"Intersecao: 0\nUniao: 0\nIoU: 1.0000\nClassificacao: EXCELENTE\n"
    assert (result.stdout, result.stderr, result.returncode) == (expected, b"", 0)


@pytest.mark.parametrize("arguments", [("es",), ("pt",), ()])
def test_editions(arguments):
    expected = b"Intersecao: 1\nUniao: 2\nIoU: 0.5000\nClassificacao: ACEITAVEL\n"
    if arguments == ("es",):
        expected = b"Interseccion: 1\nUnion: 2\nIoU: 0.5000\nClasificacion: ACEPTABLE\n"
    result = run("EP06_01", EXAMPLE, *arguments)
    assert (result.stdout, result.stderr, result.returncode) == (expected, b"", 0)


def test_one_word_changes_the_default_edition(tmp_path):
    source = (ROOT / "EP06_01.py").read_text(encoding="utf-8")
    assert source.count('LANGUAGE = "pt"') == 1
    spanish = source.replace('LANGUAGE = "pt"', 'LANGUAGE = "es"')
    (tmp_path / "EP06_01.py").write_text(spanish, encoding="utf-8")
    assert run("EP06_01", EXAMPLE, folder=tmp_path).stdout.startswith(b"Interseccion: 1\n")
    assert run("EP06_01", EXAMPLE, "pt", folder=tmp_path).stdout.startswith(b"Intersecao: 1\n")


@pytest.mark.parametrize(
    "arguments",
    [["en"], ["ES"], [""], ["pt", "es"], ["es", ""], ["e\ns"], ["--help"]],
)
def test_other_arguments_are_refused(arguments):
    result = run("EP06_01", EXAMPLE, *arguments)
    expected = b"usage: python3 EP06_01.py [pt|es] < FILE\n"
    assert (result.stdout, result.stderr, result.returncode) == (b"", expected, 2)


@pytest.mark.parametrize(
    "intersection, union, iou, portuguese, spanish",
    [
        (0, 0, "1.0000", "EXCELENTE", "EXCELENTE"),
        (10, 10, "1.0000", "EXCELENTE", "EXCELENTE"),
        (9, 10, "0.9000", "EXCELENTE", "EXCELENTE"),
        (1808, 2009, "0.9000", "BOM", "BUENO"),
        (7, 8, "0.8750", "BOM", "BUENO"),
        (7, 10, "0.7000", "BOM", "BUENO"),
        (1402, 2003, "0.7000", "ACEITAVEL", "ACEPTABLE"),
        (1, 2, "0.5000", "ACEITAVEL", "ACEPTABLE"),
        (5000, 10001, "0.5000", "RUIM", "MALO"),
        (1, 3, "0.3333", "RUIM", "MALO"),
        (0, 1, "0.0000", "RUIM", "MALO"),
    ],
)
def test_class_is_that_of_the_unrounded_iou(intersection, union, iou, portuguese, spanish):
    assert EP06_01.answer(intersection, union, "pt") == [
        f"Intersecao: {intersection}",
        f"Uniao: {union}",
        f"IoU: {iou}",
        f"Classificacao: {portuguese}",
    ]
    assert EP06_01.answer(intersection, union, "es") == [
        f"Interseccion: {intersection}",
        f"Union: {union}",
        f"IoU: {iou}",
        f"Clasificacion: {spanish}",
    ]


@pytest.mark.parametrize(
    "rows, columns, intersection, union, iou, name",
    [
        (41, 49, 1808, 2009, b"0.9000", b"BOM"),
        (1, 2003, 1402, 2003, b"0.7000", b"ACEITAVEL"),
        (73, 137, 5000, 10001, b"0.5000", b"RUIM"),
    ],
)
def test_figures_that_round_up_to_a_threshold(rows, columns, intersection, union, iou, name):
    ref = b"1" * union
    pred = b"1" * intersection + b"0" * (union - intersection)
    result = run("EP06_01", b"%d %d %s %s" % (rows, columns, ref, pred))
    expected = b"Intersecao: %d\nUniao: %d\n" % (intersection, union)
    expected += b"IoU: %s\nClassificacao: %s\n" % (iou, name)
    assert (result.stdout, result.stderr) == (expected, b"")


def exact_class(iou):
    """Return the Portuguese class of a fraction, by exact rational arithmetic."""
    if iou >= Fraction(9, 10):
        return "EXCELENTE"
    if iou >= Fraction(7, 10):
        return "BOM"
    return "ACEITAVEL" if iou >= Fraction(1, 2) else "RUIM"


def test_every_fraction_up_to_200_gets_its_exact_class():
    for union in range(1, 201):
        for intersection in range(union + 1):
            name = EP06_01.answer(intersection, union, "pt")[-1]
            assert name == f"Classificacao: {exact_class(Fraction(intersection, union))}"
