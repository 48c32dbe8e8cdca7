"""EP09_05: pixel IoU and Dice coefficient of a predicted mask and a reference mask.

Input: H, W, the predicted mask `pred` (P), the reference mask `ref` (R): H rows of W integers.
A pixel belongs to the object when its value is different from zero.
Output: IoU = |P ∩ R| / |P ∪ R| (Jaccard, 1912) and Dice = 2 |P ∩ R| / (|P| + |R|) (1945), both 1
for two empty masks, with four decimals. Cost: linear time, two bits a pixel.
"""

import sys

NAME, PIXEL, DIMENSIONS, MASKS = "EP09_05", "an integer", ("H", "W"), ("pred", "ref")
BLOCK = 65536  # bytes read at once, and pixels counted at once
HELD = 65537  # bytes of an unfinished word that wait: more than an integer has, more than BLOCK
BINARY = bytes.maketrans(b"23456789+\t\n\r\v\f", b"11111111-     ")  # 0 and 1 stay
SHAPE = bytes.maketrans(b"0-", b"11")  # all that an integer is made of looks alike


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
    """Return 0 or 1 for each integer of `text`; at a bad word, a blank and the word instead."""
    ones = b" " + text.replace(b"255", b"1").translate(BINARY)  # 2550 to 10: not 0 either
    if ones.translate(SHAPE).rfind(b"11") > 0:  # a word such as 007 or -1 (rfind beats `in`)
        # 00 before 01, which would take one 0 a turn; 11 after 01, which makes more: linear.
        for run in (b"00", b"01", b"11", b"10"):
            while run in ones:
                ones = ones.replace(run, b"1" if b"1" in run else b"0")
        ones = ones.replace(b" -0", b" 0").replace(b" -1", b" 1")
    digits = ones.translate(None, b" ")
    if digits.translate(None, b"01"):
        bad = next(i for i, word in enumerate(ones.split()) if word not in (b"0", b"1"))
        return digits[:bad] + b" " + text.split()[bad]
    return digits + b" " + begun[:8] + b"... too long" if len(begun) == HELD else digits


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


def answer(intersection, union):
    """Return the two lines to print; |P| + |R| is |P ∩ R| + |P ∪ R|."""
    iou = intersection / union if union else 1.0
    dice = 2 * intersection / (intersection + union) if union else 1.0
    return [f"IoU: {iou:.4f}", f"Dice: {dice:.4f}"]


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.stderr.write("usage: python3 EP09_05.py < FILE\n")
        sys.exit(2)
    if None in (sys.stdin, sys.stdout):
        sys.exit(f"{NAME}: standard {'output' if sys.stdin else 'input'} is closed")
    try:
        print(*answer(*count_pixels(sys.stdin.buffer)), sep="\n")
    except OSError as error:
        sys.exit(f"{NAME}: standard input or output failed: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
