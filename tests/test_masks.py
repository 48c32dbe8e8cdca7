"""What both scripts count and compute on random input: by a naive reading, and by identities."""

import io
import random
import re
from fractions import Fraction

import pytest

import EP06_01
import EP09_05

MODULES = [EP06_01, EP09_05]
SHAPES = [
    (0, 0),
    (0, 3),
    (3, 0),
    (1, 1),
    (1, 2),
    (2, 1),
    (2, 2),
    (3, 5),
    (1, 90),
    (90, 1),
    (30, 30),
]


def random_mask(rng, rows, columns, density):
    """Return a mask as a list of rows, lists of 0 and 1."""
    return [[int(rng.random() < density) for _ in range(columns)] for _ in range(rows)]


def count(module, first, second):
    """Return what a script counts in two masks, typed as the statement has it."""
    lines = [str(len(first)), str(len(first[0]) if first else 0)]
    lines += [" ".join(map(str, row)) for row in first + second]
    return module.count_pixels(io.BytesIO("\n".join(lines).encode()))


def naive_count(first, second):
    """Return |A ∩ B| and |A ∪ B|, position by position."""
    intersection = union = 0
    for i in range(len(first)):
        for j in range(len(first[i])):
            if first[i][j] == 1 and second[i][j] == 1:
                intersection += 1
            if first[i][j] == 1 or second[i][j] == 1:
                union += 1
    return intersection, union


def iou_of(intersection, union):
    """Return the exact IoU, 1 for two empty masks."""
    return Fraction(intersection, union) if union else Fraction(1)


@pytest.mark.parametrize("module", MODULES)
def test_random_masks_against_the_naive_count(module):
    rng = random.Random(1)
    for number in range(3000):
        shape = SHAPES[number % len(SHAPES)]
        first, second = (
            random_mask(rng, *shape, rng.choice([0, 0.1, 0.5, 0.9, 1])) for _ in range(2)
        )
        assert count(module, first, second) == naive_count(first, second)


@pytest.mark.parametrize(  # from one block of pixels to four
    "rows, columns", [(450, 450), (2, 100000), (100000, 2), (1, 65536), (1, 65537)]
)
def test_large_masks_against_the_naive_count(rows, columns):
    rng = random.Random(2)
    first, second = (random_mask(rng, rows, columns, 0.5) for _ in range(2))
    counts = naive_count(first, second)
    assert [count(module, first, second) for module in MODULES] == [counts, counts]


@pytest.mark.parametrize("block", [1, 2, 3, 7, 64, 100])
@pytest.mark.parametrize("module", MODULES)
def test_the_size_of_a_block_changes_nothing(module, block, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", block)
    rng = random.Random(3)
    for _ in range(100):
        shape = rng.choice(SHAPES)
        first, second = (random_mask(rng, *shape, 0.5) for _ in range(2))
        assert count(module, first, second) == naive_count(first, second)


@pytest.mark.parametrize("block", [1, 7, 65536])
def test_random_integers_against_int(block, monkeypatch):
    monkeypatch.setattr(EP09_05, "BLOCK", block)
    rng = random.Random(10)
    for _ in range(1000):
        size = rng.randrange(20)
        words = [
            rng.choice(["", "", "-", "+"]) + "".join(rng.choices("0000129", k=rng.randrange(1, 9)))
            for _ in range(2 * size)
        ]
        mask = [int(int(word) != 0) for word in words]
        counts = EP09_05.count_pixels(io.BytesIO(f"1 {size} {' '.join(words)}".encode()))
        assert counts == naive_count([mask[:size]], [mask[size:]])


def test_lines_against_exact_arithmetic():
    rng = random.Random(4)
    for _ in range(3000):
        union = rng.randrange(1, 10 ** rng.randrange(1, 9))
        intersection = rng.randrange(union + 1)
        iou = Fraction(intersection, union)
        dice = Fraction(2 * intersection, intersection + union)
        iou_line, dice_line = EP09_05.answer(intersection, union)
        assert EP06_01.answer(intersection, union, "pt")[2] == iou_line
        for line, exact in ((iou_line, iou), (dice_line, dice)):
            error = abs(Fraction(line.split()[1]) - exact)
            assert error <= Fraction(50001, 10**9)  # half of the fourth decimal, and a float's own


def test_iou_is_true_positives_over_all_but_true_negatives():
    rng = random.Random(5)
    for _ in range(500):
        ref, pred = (random_mask(rng, 5, 7, rng.random()) for _ in range(2))
        pairs = [(r, p) for i in range(5) for r, p in zip(ref[i], pred[i])]
        true_positives, false_positives = pairs.count((1, 1)), pairs.count((0, 1))
        false_negatives = pairs.count((1, 0))
        for module in MODULES:
            intersection, union = count(module, ref, pred)
            assert intersection == true_positives
            assert union == true_positives + false_positives + false_negatives


def test_dice_and_iou_determine_each_other():
    rng = random.Random(6)
    for _ in range(500):
        pred, ref = (random_mask(rng, 4, 6, rng.random()) for _ in range(2))
        intersection, union = count(EP09_05, pred, ref)
        iou = iou_of(intersection, union)
        sizes = sum(map(sum, pred + ref))
        dice = Fraction(2 * intersection, sizes) if sizes else Fraction(1)
        assert dice == 2 * iou / (1 + iou)
        assert iou == dice / (2 - dice)
        assert dice >= iou
        lines = [f"IoU: {float(iou):.4f}", f"Dice: {float(dice):.4f}"]
        assert EP09_05.answer(intersection, union) == lines


@pytest.mark.parametrize("module", MODULES)
def test_swapped_masks_and_a_border_of_zeros_change_nothing(module):
    rng = random.Random(7)
    for _ in range(300):
        masks = [random_mask(rng, 4, 5, rng.random()) for _ in range(2)]
        counts = count(module, *masks)
        assert count(module, *reversed(masks)) == counts
        width = rng.randrange(1, 4)
        framed = []
        for mask in masks:
            rows = [[0] * width + row + [0] * width for row in mask]
            border = [[0] * (5 + 2 * width) for _ in range(width)]
            framed.append(border + rows + border)
        assert count(module, *framed) == counts


@pytest.mark.parametrize("module", MODULES)
def test_boxes_have_the_iou_of_their_areas(module):
    rng = random.Random(8)
    for _ in range(300):
        boxes, masks = [], []
        for _ in range(2):
            top, bottom = sorted(rng.sample(range(13), 2))
            left, right = sorted(rng.sample(range(13), 2))
            boxes.append((top, bottom, left, right))
            masks.append(
                [
                    [int(top <= i < bottom and left <= j < right) for j in range(12)]
                    for i in range(12)
                ]
            )
        (t1, b1, l1, r1), (t2, b2, l2, r2) = boxes
        common = max(0, min(b1, b2) - max(t1, t2)) * max(0, min(r1, r2) - max(l1, l2))
        areas = (b1 - t1) * (r1 - l1) + (b2 - t2) * (r2 - l2)
        assert count(module, *masks) == (common, areas - common)


GRAMMARS = {  # dimensions, pixels: as regular expressions over the whole input
    EP06_01: (rb"[01]", rb"\s*"),
    EP09_05: (rb"[+-]?[0-9]+", rb"\s+"),
}


def naive_read(module, text):
    """Return the counts for the bytes `text`, or None where they are no two masks."""
    pixel, gap = GRAMMARS[module]
    text = text[3:] if text.startswith(b"\xef\xbb\xbf") else text
    header = re.fullmatch(rb"\s*([0-9]{1,18})\s+([0-9]{1,18})(\s.*)?", text, re.DOTALL)
    if not header:
        return None
    size = int(header[1]) * int(header[2])
    body = (header[3] or b"").strip()
    if not re.fullmatch(rb"(%b(%b%b)*)?" % (pixel, gap, pixel), body):
        return None
    pixels = [int(int(value) != 0) for value in re.findall(pixel, body)]
    if len(pixels) != 2 * size:
        return None
    return naive_count([pixels[:size]], [pixels[size:]])


@pytest.mark.parametrize("block", [5, 65536])
@pytest.mark.parametrize("module", MODULES)
def test_spoilt_input_is_read_right_or_refused(module, block, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", block)
    rng = random.Random(9)
    parts = [
        b"0",
        b"1",
        b"2",
        b"-1",
        b"+",
        b"-",
        b" ",
        b"\n",
        b"\t",
        b"\r",
        b"_",
        b".",
        b"\0",
        b"255",
    ]
    parts += [b"\xef\xbb\xbf", b"\xff", b"\xc3\xa9", b"\x1c", b"\x85", b"", b"00", b"10", b"-0"]
    refused = 0
    for _ in range(4000):
        rows, columns = rng.randrange(4), rng.randrange(4)
        values = [b"%d" % rows, b"%d" % columns]
        values += [rng.choice([b"0", b"1"]) for _ in range(2 * rows * columns)]
        text = rng.choice([b" ", b"\n"]).join(values)
        for _ in range(rng.randrange(4)):
            start = rng.randrange(len(text) + 1)
            text = text[:start] + rng.choice(parts) + text[start + rng.randrange(2) :]
        expected = naive_read(module, text)
        if expected is None:
            refused += 1
            with pytest.raises(SystemExit) as problem:
                module.count_pixels(io.BytesIO(text))
            assert re.fullmatch(
                r"EP\d\d_\d\d: [^\n]+: expected [^\n]+, found [^\n]+", problem.value.code
            )
        else:
            assert module.count_pixels(io.BytesIO(text)) == expected, text
    assert min(refused, 4000 - refused) > 1000  # so that neither way is tested by a few texts
