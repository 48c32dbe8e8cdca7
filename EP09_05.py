"""EP09_05: pixel IoU and Dice coefficient of a predicted mask and a reference mask.

Input: H (rows), W (columns), the predicted mask `pred` (P) and the reference mask `ref` (R), each
H rows of W integers. A pixel belongs to the object when its value is different from zero.
Output: IoU = |P ∩ R| / |P ∪ R| (Jaccard, 1912) and Dice = 2 |P ∩ R| / (|P| + |R|) (1945), to four
decimals; both are 1 by convention for two empty masks. Cost: linear time, a bit per pixel of P.
"""

import sys

BLOCK = 65536  # bytes read at once; also pixels in one integer: rows may be tiny or huge
ONES = bytes.maketrans(b"23456789+\t\n\r\v\f", b"11111111-     ")  # 255 as 111, +7 as -1


def fail(where, expected, found):
    """Exit with one line that says what is wrong; `found` (bytes) is empty at the end of input."""
    text = repr(found.decode("utf-8", "surrogateescape")[:20]).replace(r"\udc", r"\x")
    sys.exit(f"EP09_05: {where}: expected {expected}, found {text if found else 'end of input'}")


def read_pieces(stream):
    """Yield the lines of a terminal, or else blocks of `stream`; no integer is cut in two."""
    blocks = not stream.isatty()
    while piece := bytearray(stream.read(BLOCK) if blocks else stream.readline()):
        while piece[-1:].strip() and (len(piece) < BLOCK + 80 or piece[-1:].isdigit()):
            piece += (stream.read(1) if blocks else b"") or b"\n"
        yield bytes(piece)


def read_dimension(name, words, pieces):
    """Return the dimension called `name`, the first of `words` or, without any, of `pieces`."""
    words += [] if words else next(pieces, b"").split()
    word = words.pop(0) if words else b""
    if not word.isdigit() or len(word) > 18:
        fail(name, "a non-negative integer of at most 18 digits", word)
    return int(word)


def to_digits(text):
    """Return a digit for each integer in `text`, 0 for zero, else 1; words that are none remain."""
    text = b" " + text.translate(ONES)
    if text[::2].strip():  # there may be words longer than one digit, such as 0010 or -7
        for run in b"111", b"00", b"01", b"10", b"11":  # 0010 to 010 to 10 to 1
            while run in text:
                text = text.replace(run, b"1" if b"1" in run else b"0")
        text = text.replace(b" -0", b"0").replace(b" -1", b"1") if b"-" in text else text
    return text.translate(None, b" ")


def read_mask(name, rows, columns, words, pieces):
    """Yield mask `name`, from `words` and then `pieces`, as integers of up to BLOCK bits."""
    size, count, pixels = rows * columns, 0, bytearray()
    while count < size:
        text = b" ".join(words) or next(pieces, b"")
        digits = whole = to_digits(text)
        if not digits.isdigit():  # take the words before the first bad one, marked x
            digits = b"".join(d if d.isdigit() else b"x" for d in map(to_digits, text.split()))
            digits = digits.partition(b"x")[0]
        digits = digits[: size - count]
        words[:] = text.split()[len(digits) :] if digits != whole else []
        if not digits:
            where = f"{name}[{count // columns}][{count % columns}]"
            fail(where, f"an integer ({count} of {size} pixels read)", words[0] if words else b"")
        pixels += digits
        count += len(digits)
        while len(pixels) >= BLOCK:
            yield int(pixels[:BLOCK], 2)
            del pixels[:BLOCK]
    yield int(pixels or b"0", 2)


def count_pixels(stream):
    """Return |P ∩ R| and |P ∪ R| of the masks in the binary file `stream`; exit if it is bad."""
    pieces = filter(bytes.strip, read_pieces(stream))  # each has a word
    text = next(pieces, b"").lstrip()
    words = text[3 * text.startswith(b"\xef\xbb\xbf") :].split()  # without a byte order mark
    rows, columns = (read_dimension(name, words, pieces) for name in "HW")
    pred = list(read_mask("pred", rows, columns, words, pieces))
    intersection = union = 0
    for p, r in zip(pred, read_mask("ref", rows, columns, words, pieces)):
        intersection += bin(p & r).count("1")
        union += bin(p | r).count("1")
    words += [] if stream.isatty() else next(pieces, b"").split()
    if words:
        fail(f"ref[{rows}][0]", f"end of input after two masks of {rows} x {columns}", words[0])
    return intersection, union


def answer(intersection, union):
    """Return the two lines to print; |P| + |R| is |P ∩ R| + |P ∪ R|."""
    iou = intersection / union if union else 1.0
    dice = 2 * intersection / (intersection + union) if union else 1.0
    return [f"IoU: {iou:.4f}", f"Dice: {dice:.4f}"]


if __name__ == "__main__":
    if sys.stdin is None:
        sys.exit("EP09_05: standard input is closed")
    print(*answer(*count_pixels(sys.stdin.buffer)), sep="\n")
