"""The cases for grading tell right from wrong: a plain solution passes, each wrong one fails.

Whoever adds a case may write it in another layout, which a plain solution can't read, or with
arguments: such cases are not looked at here.
"""

import io
import re
import sys
from contextlib import redirect_stdout
from fractions import Fraction
from functools import lru_cache
from unittest.mock import patch

import pytest

import testsuite
from scripts import ROOT, STATEMENT

# What a student writes: line by line, with nothing but the statement in mind.

EP06_01 = """\
L = int(input())
C = int(input())
ref = [[int(value) for value in input().split()] for _ in range(L)]
pred = [[int(value) for value in input().split()] for _ in range(L)]

intersection = 0
union = 0
for i in range(L):
    for j in range(C):
        if ref[i][j] == 1 and pred[i][j] == 1:
            intersection += 1
        if ref[i][j] == 1 or pred[i][j] == 1:
            union += 1

if union == 0:
    iou = 1.0
else:
    iou = intersection / union

if iou >= 0.90:
    name = "EXCELENTE"
elif iou >= 0.70:
    name = "BOM"
elif iou >= 0.50:
    name = "ACEITAVEL"
else:
    name = "RUIM"

print("Intersecao:", intersection)
print("Uniao:", union)
print(f"IoU: {iou:.4f}")
print("Classificacao:", name)
"""

EP09_05 = """\
H, W = map(int, input().split())
pred = [[int(value) for value in input().split()] for _ in range(H)]
ref = [[int(value) for value in input().split()] for _ in range(H)]

intersection = 0
pred_size = 0
ref_size = 0
for i in range(H):
    for j in range(W):
        if pred[i][j] != 0 and ref[i][j] != 0:
            intersection += 1
        if pred[i][j] != 0:
            pred_size += 1
        if ref[i][j] != 0:
            ref_size += 1
union = pred_size + ref_size - intersection

if union == 0:
    iou = 1.0
    dice = 1.0
else:
    iou = intersection / union
    dice = 2 * intersection / (pred_size + ref_size)

print(f"IoU: {iou:.4f}")
print(f"Dice: {dice:.4f}")
"""

PLAIN = {"EP06_01": EP06_01, "EP09_05": EP09_05}
SPANISH = {  # the words of the Spanish edition
    '"Intersecao:"': '"Interseccion:"',
    '"Uniao:"': '"Union:"',
    '"Classificacao:"': '"Clasificacion:"',
    '"BOM"': '"BUENO"',
    '"ACEITAVEL"': '"ACEPTABLE"',
    '"RUIM"': '"MALO"',
}


def replace(source, piece, other):
    """Return a solution with another piece; the piece must be there, and only once."""
    assert source.count(piece) == 1, piece
    return source.replace(piece, other)


def spanish():
    """Return the plain solution of EP06_01 in Spanish."""
    source = EP06_01
    for portuguese, word in SPANISH.items():
        source = replace(source, portuguese, word)
    return source


@lru_cache(None)
def graded(exercise):
    """Return an exercise's cases for grading that are in the statement's layout, in Portuguese."""
    files = [ROOT / "casos" / f"{exercise}.{kind}cases" for kind in ("", "limiares.")]
    cases = [case for file in files for case in testsuite.load(file)[0]]
    return [case for case in cases if not case.arguments and read_masks(exercise, case.input)]


def of_the_statement(name):
    """Return the cases of a file for grading that are the statement's."""
    return testsuite.load(ROOT / "casos" / name)[0][: STATEMENT[name]]


def passes(program, case):
    """Return whether a program, compiled, passes a case; it does not where it raises."""
    output = io.StringIO()
    with patch.object(sys, "stdin", io.StringIO(case.input)), redirect_stdout(output):
        try:
            exec(program, {})
        except Exception:
            return False
    return case.accepts(output.getvalue(), 0, True)


def failed(source, cases):
    """Yield the cases that a solution fails; one that can't be compiled is an error."""
    program = compile(source, "solution", "exec")
    yield from (case for case in cases if not passes(program, case))


# The right ones


@pytest.mark.parametrize("exercise", PLAIN)
def test_a_plain_solution_passes(exercise):
    assert list(failed(PLAIN[exercise], graded(exercise))) == []


def test_the_spanish_cases_want_the_spanish_solution():
    cases = of_the_statement("EP06_01.es.cases")
    assert list(failed(spanish(), cases)) == []
    assert list(failed(EP06_01, cases)) == cases


@pytest.mark.parametrize("word", ["Intersección:", "Unión:", "Clasificación:"])
def test_the_spanish_cases_want_no_accents(word):
    cases = of_the_statement("EP06_01.es.cases")
    plain = word.replace("ó", "o")
    assert list(failed(replace(spanish(), plain, word), cases)) == cases


def test_the_spanish_cases_have_the_masks_of_the_portuguese():
    portuguese, spanish = (of_the_statement(f"EP06_01.{edition}cases") for edition in ("", "es."))
    assert [case.input for case in portuguese] == [case.input for case in spanish]


def test_the_spanish_limits_are_the_portuguese_ones_for_the_spanish_solution():
    names = ("EP06_01.limiares.cases", "EP06_01.es.limiares.cases")
    portuguese, cases = (testsuite.load(ROOT / "casos" / name)[0] for name in names)
    cases = cases[:7]  # further ones may have been added
    assert [case.input for case in cases] == [case.input for case in portuguese[:7]]
    assert list(failed(spanish(), cases)) == []
    assert list(failed(EP06_01, cases)) == cases


LAYOUTS = {  # dimensions and rows
    "EP06_01": r"(\d{1,4})\n(\d{1,4})\n((?:[01](?: [01])*\n)*)",
    "EP09_05": r"(\d{1,4}) (\d{1,4})\n((?:-?\d{1,9}(?: -?\d{1,9})*\n)*)",
}


def read_masks(exercise, text):
    """Return both masks, as lists of booleans; None in another layout than the statement's."""
    layout = re.fullmatch(LAYOUTS[exercise], text, re.ASCII)
    if not layout:
        return None
    rows, columns = int(layout[1]), int(layout[2])
    values = [line.split(" ") for line in layout[3].splitlines()]
    if [len(row) for row in values] != 2 * rows * [columns]:
        return None
    pixels = [int(value) != 0 for row in values for value in row]
    return pixels[: rows * columns], pixels[rows * columns :]


def four_decimals(fraction):
    """Return a fraction as it is to be printed, by integers alone."""
    number = round(fraction * 10000)
    return f"{number // 10000}.{number % 10000:04d}"


def exact_answer(exercise, masks):
    """Return what is to be printed for two masks, by exact rational arithmetic."""
    intersection, union = sum(map(min, *masks)), sum(map(max, *masks))
    iou = Fraction(intersection, union) if union else Fraction(1)
    if exercise == "EP09_05":
        return f"IoU: {four_decimals(iou)}\nDice: {four_decimals(2 * iou / (1 + iou))}"
    classes = [("0.9", "EXCELENTE"), ("0.7", "BOM"), ("0.5", "ACEITAVEL"), ("0", "RUIM")]
    name = next(name for threshold, name in classes if iou >= Fraction(threshold))
    counts = f"Intersecao: {intersection}\nUniao: {union}\n"
    return f"{counts}IoU: {four_decimals(iou)}\nClassificacao: {name}"


@pytest.mark.parametrize("exercise", PLAIN)
def test_layout_and_answer_are_the_statement_s(exercise):
    cases, first = graded(exercise), of_the_statement(f"{exercise}.cases")
    assert cases[: len(first)] == first
    assert len(cases) >= len(first) + 4  # with limiares
    for case in cases:
        answer = exact_answer(exercise, read_masks(exercise, case.input))
        assert case.accepts(answer, 0), case.name


# The wrong ones: what is wrong, the piece of the plain solution, and what stands in its place.

LOOP = """\
for i in range({}):
    for j in range({}):
"""
READ = """\
{0} = [[int(value) for value in input().split()] for _ in range({2})]
{1} = [[int(value) for value in input().split()] for _ in range({2})]
"""
READ_IN_TURNS = """\
{0} = []
{1} = []
for _ in range({2}):
    {0}.append([int(value) for value in input().split()])
    {1}.append([int(value) for value in input().split()])
"""


def wrong_loops(rows, columns):
    """Yield ways to visit the wrong pixels."""
    right = LOOP.format(rows, columns)
    yield "loops over rows and columns swapped", right, LOOP.format(columns, rows)
    yield "as many columns as rows", right, LOOP.format(rows, rows)
    yield "as many rows as columns", right, LOOP.format(columns, columns)
    yield "without the last row", right, LOOP.format(f"{rows} - 1", columns)
    yield "without the first row", right, LOOP.format(f"1, {rows}", columns)
    yield "without the last column", right, LOOP.format(rows, f"{columns} - 1")
    yield "without the first column", right, LOOP.format(rows, f"1, {columns}")


def wrong_figures(label, value):
    """Yield ways to print a figure wrong."""
    right = f'print(f"{label}: {{{value}:.4f}}")'
    yield f"{label} cut", right, right.replace(value, f"int({value} * 10000) / 10000")
    yield f"{label} rounded up", right, right.replace(value, f"-(-{value} * 10000 // 1) / 10000")
    yield f"{label} with three decimals", right, right.replace(".4f", ".3f")
    yield f"{label} with three decimals and a 0", right, right.replace(".4f}", ".3f}0")
    yield f"{label} with five decimals", right, right.replace(".4f", ".5f")
    yield f"{label} without zeros at the end", right, f'print("{label}:", round({value}, 4))'
    yield f"{label} as percent", right, right.replace(".4f", ".2%")
    yield f"{label} as percent without a sign", right, right.replace(value, f"100 * {value}")
    yield f"{label} with a comma", right, right.replace('")', '".replace(".", ","))')


def wrong_thresholds():
    """Yield ways to name the wrong class."""
    for threshold, others in {
        "0.90": ["0.80", "0.88", "0.92", "0.95", "1.00"],
        "0.70": ["0.60", "0.68", "0.72", "0.80"],
        "0.50": ["0.20", "0.40", "0.48", "0.52", "0.60"],
    }.items():
        right = f"iou >= {threshold}"
        yield f"above {threshold}", right, f"iou > {threshold}"
        yield f"rounded before {threshold}", right, f"round(iou, 4) >= {threshold}"
        for other in others:
            yield f"{other} for {threshold}", right, f"iou >= {other}"
    yield "overwritten by BOM", "elif iou >= 0.70", "if iou >= 0.70"
    yield "overwritten by ACEITAVEL", "elif iou >= 0.50", "if iou >= 0.50"
    yield (
        "class of the Dice coefficient",
        "if iou >= 0.90",
        "iou = 2 * iou / (1 + iou)\nif iou >= 0.90",
    )


def wrong_words():
    """Yield words with an accent, in another case, in another language."""
    for right, others in {
        '"Intersecao:"': ["Interseção:", "INTERSECAO:", "intersecao:"],
        '"Uniao:"': ["União:", "UNIAO:", "uniao:"],
        '"Classificacao:"': ["Classificação:", "CLASSIFICACAO:", "classificacao:"],
        '"EXCELENTE"': ["Excelente", "excelente"],
        '"BOM"': ["Bom", "bom"],
        '"ACEITAVEL"': ["ACEITÁVEL", "Aceitavel", "aceitavel"],
        '"RUIM"': ["Ruim", "ruim"],
    }.items():
        for other in others:
            yield f"{other} for {right}", right, f'"{other}"'
    for right, other in SPANISH.items():
        yield f"{other} for {right}", right, other


def wrong_lines(source):
    """Yield answers without a line, with two lines swapped, and with more than the lines."""
    lines = re.findall("print.*\n", source)
    for line in lines:
        yield f"without {line.strip()}", line, ""
    yield "last lines swapped", lines[-2] + lines[-1], lines[-1] + lines[-2]
    yield "a blank at the end", lines[-1], lines[-1].replace(")\n", ', end=" \\n")\n')
    yield "a blank line at the end", lines[-1], lines[-1] + "print()\n"
    yield "on one line", lines[-2], lines[-2].replace(")\n", ', end=" ")\n')


WRONG_EP06_01 = [
    *wrong_loops("L", "C"),
    *wrong_figures("IoU", "iou"),
    *wrong_thresholds(),
    *wrong_words(),
    *wrong_lines(EP06_01),
    ("iou for IoU", "IoU: ", "iou: "),
    ("IOU for IoU", "IoU: ", "IOU: "),
    ("a prompt", "L = int(input())", 'L = int(input("L: "))'),
    ("no blank after the colon", 'print("Uniao:", union)', 'print("Uniao:", union, sep="")'),
    ("C before L", "L = int(input())\nC = int(input())", "C = int(input())\nL = int(input())"),
    (
        "masks read in turns",
        READ.format("ref", "pred", "L"),
        READ_IN_TURNS.format("ref", "pred", "L"),
    ),
    ("row and column swapped in one mask", "and pred[i][j]", "and pred[j][i]"),
    ("reference against itself", "and pred[i][j] == 1", "and ref[i][j] == 1"),
    (
        "union as the sum of sizes",
        "        if ref[i][j] == 1 or pred[i][j] == 1:\n            union += 1",
        "        union += ref[i][j] + pred[i][j]",
    ),
    ("union as the whole image", "if ref[i][j] == 1 or pred[i][j] == 1", "if True"),
    ("union as the reference", "if ref[i][j] == 1 or pred[i][j] == 1", "if ref[i][j] == 1"),
    ("union as the prediction", "if ref[i][j] == 1 or pred[i][j] == 1", "if pred[i][j] == 1"),
    ("union as what differs", "ref[i][j] == 1 or pred[i][j] == 1", "ref[i][j] != pred[i][j]"),
    (
        "pixels that agree in the intersection",
        "ref[i][j] == 1 and pred[i][j] == 1",
        "ref[i][j] == pred[i][j]",
    ),
    (
        "accuracy for IoU",
        "iou = intersection / union",
        "iou = (L * C - union + intersection) / (L * C)",
    ),
    ("Dice for IoU", "intersection / union", "2 * intersection / (union + intersection)"),
    (
        "IoU rounded before it is classified",
        "intersection / union",
        "round(intersection / union, 4)",
    ),
    ("0 for empty masks", "iou = 1.0", "iou = 0.0"),
    ("an exception for empty masks", "if union == 0", "if False"),
    ("1 where nothing is common", "if union == 0", "if intersection == 0"),
    ("1 where the reference is empty", "if union == 0", "if sum(map(sum, ref)) == 0"),
    ("1 where the prediction is empty", "if union == 0", "if sum(map(sum, pred)) == 0"),
    (
        "1 where the sizes are equal",
        "if union == 0",
        "if sum(map(sum, ref)) == sum(map(sum, pred))",
    ),
]

DICE = "2 * intersection / (pred_size + ref_size)"
WRONG_EP09_05 = [
    *wrong_loops("H", "W"),
    *wrong_figures("IoU", "iou"),
    *wrong_figures("Dice", "dice"),
    *wrong_lines(EP09_05),
    ("iou for IoU", "IoU: ", "iou: "),
    ("IOU for IoU", "IoU: ", "IOU: "),
    ("Jaccard for IoU", "IoU: ", "Jaccard: "),
    ("dice for Dice", "Dice: ", "dice: "),
    ("DICE for Dice", "Dice: ", "DICE: "),
    ("a prompt", "input().split())\n", 'input("H W: ").split())\n'),
    ("W before H", "H, W = ", "W, H = "),
    (
        "masks read in turns",
        READ.format("pred", "ref", "H"),
        READ_IN_TURNS.format("pred", "ref", "H"),
    ),
    ("row and column swapped in one mask", "and ref[i][j]", "and ref[j][i]"),
    ("prediction against itself", "and ref[i][j]", "and pred[i][j]"),
    ("union as the sum of sizes", "pred_size + ref_size - intersection", "pred_size + ref_size"),
    ("union as the whole image", "pred_size + ref_size - intersection", "H * W"),
    ("union as the prediction", "pred_size + ref_size - intersection", "pred_size"),
    ("union as the reference", "pred_size + ref_size - intersection", "ref_size"),
    ("union as the larger mask", "pred_size + ref_size - intersection", "max(pred_size, ref_size)"),
    ("accuracy for IoU", "intersection / union", "(H * W - union + intersection) / (H * W)"),
    ("Dice for IoU", "intersection / union", DICE),
    ("IoU for Dice", DICE, "intersection / union"),
    ("Dice as 1.5 IoU", DICE, "1.5 * iou"),
    ("Dice of the rounded IoU", DICE, "2 * round(iou, 4) / (1 + round(iou, 4))"),
    ("Dice without the 2", DICE, "intersection / (pred_size + ref_size)"),
    ("Dice over the union", DICE, "2 * intersection / union"),
    ("Dice with the prediction's size twice", DICE, "2 * intersection / (pred_size + pred_size)"),
    ("Dice with the reference's size twice", DICE, "2 * intersection / (ref_size + ref_size)"),
    ("Dice over the smaller mask", DICE, "intersection / min(pred_size, ref_size)"),
    (
        "Dice as the mean of precision and recall",
        DICE,
        "(intersection / max(1, pred_size) + intersection / max(1, ref_size)) / 2",
    ),
    (
        "Dice as a harmonic mean without the case of 0",
        DICE,
        "pred_size and ref_size and 2 / (pred_size / intersection + ref_size / intersection)",
    ),
    ("IoU 0 for empty masks", "iou = 1.0", "iou = 0.0"),
    ("Dice 0 for empty masks", "dice = 1.0", "dice = 0.0"),
    ("an exception for empty masks", "if union == 0", "if False"),
    ("1 where nothing is common", "if union == 0", "if intersection == 0"),
    ("1 where the prediction is empty", "if union == 0", "if pred_size == 0"),
    ("1 where the reference is empty", "if union == 0", "if ref_size == 0"),
    ("1 where the sizes are equal", "if union == 0", "if pred_size == ref_size"),
]


@pytest.mark.parametrize("what, piece, other", WRONG_EP06_01, ids=[row[0] for row in WRONG_EP06_01])
def test_a_wrong_solution_of_ep06_01_fails(what, piece, other):
    assert any(failed(replace(EP06_01, piece, other), graded("EP06_01")))


@pytest.mark.parametrize("what, piece, other", WRONG_EP09_05, ids=[row[0] for row in WRONG_EP09_05])
def test_a_wrong_solution_of_ep09_05_fails(what, piece, other):
    assert any(failed(replace(EP09_05, piece, other), graded("EP09_05")))
