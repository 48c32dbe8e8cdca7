"""EP06_01: how well a predicted binary mask matches the reference mask.

Input: L, C, the reference mask `ref` (R), the predicted mask `pred` (P): L rows of C digits 0 or 1.
Output: |R ∩ P|, |R ∪ P|, IoU = |R ∩ P| / |R ∪ P| (Jaccard, 1912; 1 for two empty masks) with four
decimals, and the class of the IoU before rounding. Cost: linear time, two bits a pixel.
"""

import sys

LANGUAGE = "pt"  # the edition of the statement: "pt" or "es"
LABELS = {"pt": ("Intersecao", "Uniao", "IoU", "Classificacao"),
          "es": ("Interseccion", "Union", "IoU", "Clasificacion")}  # fmt: skip
CLASSES = {"pt": ("EXCELENTE", "BOM", "ACEITAVEL", "RUIM"),
           "es": ("EXCELENTE", "BUENO", "ACEPTABLE", "MALO")}  # fmt: skip
THRESHOLDS = (0.90, 0.70, 0.50, 0.00)  # 9 / 10 and 0.90 are the same float: >= is exact there
NAME, PIXEL, DIMENSIONS, MASKS = "EP06_01", "0 or 1", ("L", "C"), ("ref", "pred")
BLOCK = 65536  # bytes read at once, and pixels counted at once
HELD = 84  # bytes of an unfinished word that wait for its end: more than 20 characters


def fail(where, expected, found):
    """Exit with one line that says what is wrong; `found` (bytes) is empty at the end of input."""
    text = found.decode("utf-8", "surrogateescape")[:20]
    unseen = next((c for c in text if not c.isprintable()), "")  # such as a no-break space
    note = unseen.encode("ascii", "namereplace").partition(b"{")[2][:-1].decode()  # of \N{NAME}
    # repr() shows a byte that isn't UTF-8 as \udcff, and doubles each backslash that was typed.
    text = r"\\".join(part.replace(r"\udc", r"\x") for part in repr(text).split(r"\\"))
    if where == DIMENSIONS[0] and found[:2] in (b"\xff\xfe", b"\xfe\xff"):
        note = "the input is UTF-16: save it as UTF-8"
    shown = f"{text} ({note})" if note else (text if found else "end of input")
    sys.exit(f"{NAME}: {where}: expected {expected}, found {shown}")


def read_dimension(stream, number):
    """Return a dimension, the next word; a byte order mark may stand before dimension number 0."""
    word, mark = b"", b"" if number else b"\xef\xbb\xbf"
    while len(word) < 84 and (byte := stream.read(1)) and (byte.strip() or word in (b"", mark)):
        word += byte.strip()  # 84 bytes are 21 characters at least, and fail() shows 20
    word = word[len(mark) :] if word.startswith(mark) else word
    if byte is None or not word.isdigit() or len(word) > 18:  # None: no data yet, and no end
        fail(DIMENSIONS[number], "a non-negative integer of at most 18 digits", word)
    return int(word)


def digits_of(stream, begun=b""):
    """Yield the digits of `stream`, a block at a time; `begun` is a word whose end is to come."""
    while block := stream.read1(max(1, BLOCK - len(begun))):  # `text`: BLOCK + 1 bytes at most
        text = begun + block
        begun = b"" if text[-1:].isspace() else text.rsplit(None, 1)[-1][-HELD:]
        yield to_digits(text[: len(text) - len(begun)], begun)
    if not stream.isatty() and stream.read(1) != b"":  # a terminal would ask once more
        raise BlockingIOError("there is no more data yet, and no end")
    yield to_digits(begun, b"")


def to_digits(text, begun):
    """Return a digit for each pixel of `text`; at what is none, a blank and the word instead."""
    digits = text.translate(None, b" \t\n\r\v\f")
    if digits.translate(None, b"01"):
        word = next(w for w in (text + begun).split() if w.strip(b"01"))  # it may end in `begun`
        if len(word.decode("utf-8", "surrogateescape")) > 20:
            word = word.lstrip(b"01")  # else the bad character might not be shown
        return digits[: -len(digits.lstrip(b"01"))] + b" " + word
    return digits


def read_masks(stream, rows, columns):
    """Return `ref` and `pred`, each a list of integers with a bit for each of BLOCK pixels."""
    masks = {name: [] for name in MASKS}
    size, digits, blocks = rows * columns, b"", digits_of(stream)
    for name, mask in masks.items():
        for start in range(0, size, BLOCK):
            width = min(BLOCK, size - start)
            while len(digits) < width and b" " not in digits:
                digits += next(blocks, b" ")  # a blank and no word: the end of input
            good, _, word = digits.partition(b" ")
            if len(good) < width:
                count = start + len(good)
                where = f"{name}[{count // columns}][{count % columns}]"
                fail(where, f"{PIXEL} ({count} of {size} pixels read)", word)
            mask.append(int(digits[:width], 2))  # each digit becomes a bit
            digits = digits[width:]
    if digits or (not stream.isatty() and any(blocks)):
        end = f"end of input after two masks of {rows} x {columns}, found more"
        sys.exit(f"{NAME}: {MASKS[1]}[{rows}][0]: expected {end}")
    return masks["ref"], masks["pred"]


def count_pixels(stream):
    """Return |R ∩ P| and |R ∪ P| of the masks in the binary file `stream`; exit if it is bad."""
    rows, columns = read_dimension(stream, 0), read_dimension(stream, 1)
    ones = getattr(int, "bit_count", lambda n: bin(n).count("1"))  # new in Python 3.10, and quick
    intersection = union = 0
    for r, p in zip(*read_masks(stream, rows, columns)):  # a turn counts BLOCK positions
        intersection += ones(r & p)  # a bit of r & p is 1 where both masks are
        union += ones(r | p)
    return intersection, union


def answer(intersection, union, language):
    """Return the four lines to print."""
    iou = intersection / union if union else 1.0
    name = next(name for least, name in zip(THRESHOLDS, CLASSES[language]) if iou >= least)
    values = intersection, union, f"{iou:.4f}", name
    return [f"{label}: {value}" for label, value in zip(LABELS[language], values)]


if __name__ == "__main__":
    language = sys.argv[1] if sys.argv[1:] else LANGUAGE
    if language not in LABELS or sys.argv[2:]:
        sys.stderr.write("usage: python3 EP06_01.py [pt|es] < FILE\n")
        sys.exit(2)
    if None in (sys.stdin, sys.stdout):
        sys.exit(f"{NAME}: standard {'output' if sys.stdin else 'input'} is closed")
    try:
        print(*answer(*count_pixels(sys.stdin.buffer), language), sep="\n")
    except OSError as error:
        sys.exit(f"{NAME}: standard input or output failed: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
