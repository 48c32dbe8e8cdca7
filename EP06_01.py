"""EP06_01: how well a predicted binary mask matches the reference mask.

Input: L (rows), C (columns), the reference mask `ref` (R) and the predicted mask `pred` (P), each
L rows of C digits 0 or 1; white space between the digits is optional.
Output: |R ∩ P|, |R ∪ P|, IoU = |R ∩ P| / |R ∪ P| (Jaccard, 1912) with four decimals, and the class
of the IoU before rounding. Where both masks are empty they agree: by convention the IoU is 1.
Cost: time linear in the size of the input; memory for one bit per pixel of `ref`.
"""

import sys

LANGUAGE = "pt"  # the edition of the statement: "pt" or "es"
LABELS = {
    "pt": ("Intersecao", "Uniao", "IoU", "Classificacao"),
    "es": ("Interseccion", "Union", "IoU", "Clasificacion"),
}
CLASSES = {  # 9 / 10 and 0.90 are the same float, so >= is exact at a threshold
    "pt": ((0.90, "EXCELENTE"), (0.70, "BOM"), (0.50, "ACEITAVEL"), (0.00, "RUIM")),
    "es": ((0.90, "EXCELENTE"), (0.70, "BUENO"), (0.50, "ACEPTABLE"), (0.00, "MALO")),
}
BLOCK = 65536  # bytes read at once; also pixels in one integer: rows may be tiny or huge


def fail(where, expected, found, length=20):
    """Exit with one line that says what is wrong; `found` (bytes) is empty at the end of input."""
    text = repr(found.decode("utf-8", "surrogateescape")[:length]).replace(r"\udc", r"\x")
    sys.exit(f"EP06_01: {where}: expected {expected}, found {text if found else 'end of input'}")


def read_pieces(stream):
    """Yield the lines of a terminal, or else blocks of `stream`; neither L nor C is cut in two."""
    blocks = not stream.isatty()
    # 80 bytes hold the 20 characters that fail() shows; b"\n" ends the last word
    while piece := bytearray(stream.read(BLOCK) if blocks else stream.readline()):
        while piece[-1:].strip() and len(piece) < BLOCK + 80:
            piece += (stream.read(1) if blocks else b"") or b"\n"
        yield bytes(piece)


def read_dimension(name, words, pieces):
    """Return the dimension called `name`, the first of `words` or, without any, of `pieces`."""
    words += [] if words else next(pieces, b"").split()
    word = words.pop(0) if words else b""
    if not word.isdigit() or len(word) > 18:
        fail(name, "a non-negative integer of at most 18 digits", word)
    return int(word)


def read_mask(name, rows, columns, pixels, pieces):
    """Yield mask `name`, from `pixels` and then `pieces`, as integers of up to BLOCK bits."""
    size = rows * columns
    for start in range(0, size, BLOCK):
        width = min(BLOCK, size - start)
        while len(pixels) < width and (piece := next(pieces, b"")):
            pixels += piece.translate(None, b" \t\n\r\v\f")
        block = pixels[:width]
        count = start + len(block) - len(block.lstrip(b"01"))  # pixels before the first bad one
        if count < start + width:
            where = f"{name}[{count // columns}][{count % columns}]"
            fail(where, f"0 or 1 ({count} of {size} pixels read)", pixels[count - start :], 1)
        del pixels[:width]  # before the yield: zip does not come back after the last block
        yield int(block, 2)


def count_pixels(stream):
    """Return |R ∩ P| and |R ∪ P| of the masks in the binary file `stream`; exit if it is bad."""
    pieces = filter(bytes.strip, read_pieces(stream))  # each has a word
    text = next(pieces, b"").lstrip()
    words = text[3 * text.startswith(b"\xef\xbb\xbf") :].split()  # without a byte order mark
    rows, columns = (read_dimension(name, words, pieces) for name in "LC")
    pixels = bytearray(b"".join(words))
    ref = list(read_mask("ref", rows, columns, pixels, pieces))
    intersection = union = 0
    for r, p in zip(ref, read_mask("pred", rows, columns, pixels, pieces)):
        intersection += bin(r & p).count("1")
        union += bin(r | p).count("1")
    pixels += b"" if stream.isatty() else next(pieces, b"").lstrip()
    if pixels:
        fail(f"pred[{rows}][0]", f"end of input after two masks of {rows} x {columns}", pixels, 1)
    return intersection, union


def answer(intersection, union, language):
    """Return the four lines to print."""
    iou = intersection / union if union else 1.0
    name = next(name for threshold, name in CLASSES[language] if iou >= threshold)
    values = intersection, union, format(iou, ".4f"), name
    return [f"{label}: {value}" for label, value in zip(LABELS[language], values)]


if __name__ == "__main__":
    language = " ".join(sys.argv[1:] or [LANGUAGE])  # joined, so that "pt es" is refused
    if language not in LABELS:
        sys.stderr.write(f"EP06_01: language: expected pt or es, found {language!r}\n")
        sys.exit(2)
    if sys.stdin is None:
        sys.exit("EP06_01: standard input is closed")
    intersection, union = count_pixels(sys.stdin.buffer)
    print(*answer(intersection, union, language), sep="\n")
