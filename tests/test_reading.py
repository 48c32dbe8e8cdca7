"""How both scripts read their input: what layouts they take, what they refuse, their memory.

Most rows are read in this process. That an answer or a refusal reaches the streams and the exit
status is tested once for each way out, by running the script as a shell would.
"""

import io
import re
import subprocess
import sys
import tracemalloc

import pytest

import EP06_01
import EP09_05
from scripts import ANSWERS, MASKS, MODULES, ROOT, both, count, facts, refusal, run

BOM = b"\xef\xbb\xbf"
LAYOUTS = {
    "one row per line": MASKS,
    "dimensions on one line": MASKS.replace(b"2\n3", b"2 3"),
    "all on one line": MASKS.replace(b"\n", b" "),
    "all on one line, no white space at the end": MASKS.replace(b"\n", b" ").strip(),
    "one value per line": MASKS.replace(b" ", b"\n"),
    "no newline at the end": MASKS.strip(),
    "empty first line": b"\n" + MASKS,
    "blank lines anywhere": b" \n\n" + MASKS.replace(b"\n", b"\n \n\t\n\n"),
    "tabs": MASKS.replace(b" ", b"\t"),
    "CRLF": MASKS.replace(b"\n", b"\r\n"),
    "CR alone": MASKS.replace(b"\n", b"\r"),
    "form feeds and vertical tabs": MASKS.replace(b" ", b"\f").replace(b"\n", b"\v"),
    "byte order mark": BOM + MASKS,
    "byte order mark and blank lines": BOM + b"\r\n\r\n" + MASKS,
    "blank lines and a byte order mark": b"\n \n" + BOM + MASKS,
    "white space around": b"  \t " + MASKS.replace(b"\n", b" \t \n \t ") + b"\n\n  ",
    "lines that are no rows": b"2 3 0 1\n1 1 1 0 0\n0\n1 1 1 1",
    "leading zeros in the dimensions": b"0002\n000000000000000003\n" + MASKS[4:],
    "a lot of white space before each dimension": b"\n" * 10**5 + b"2" + b" " * 10**5 + MASKS[2:],
    "white space up to a block's end": b" " * (EP06_01.BLOCK - 1) + MASKS,
    "dimensions cut by a block's end": b" " * (EP06_01.BLOCK - 16) + b"0" * 16 + MASKS,
}


@both
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(script, layout):
    assert count(script, LAYOUTS[layout]) == (3, 5)


@both
@pytest.mark.parametrize("layout", [name for name, text in LAYOUTS.items() if len(text) < 1000])
def test_layouts_in_many_blocks(script, layout, monkeypatch):
    monkeypatch.setattr(MODULES[script], "BLOCK", 1)
    assert count(script, LAYOUTS[layout]) == (3, 5)


@pytest.mark.parametrize(
    "text",
    [
        b"2\n3\n011\n110\n001\n111\n",
        b"2 3\n011110001111",
        b"2 3 0111 10 0 01111\n",
        b"2\r\n3\r\n011\r\n110\r\n001\r\n111",
        BOM + b"2 3 011110001111",
    ],
)
def test_ep06_01_needs_no_white_space_between_pixels(text):
    assert count("EP06_01", text) == (3, 5)


@both
@pytest.mark.parametrize(
    "text", [b"0 0", b"0\n5\n", b"5\n0\n\n", b"1000000000000 0", b"0 1000000000000"]
)
def test_masks_without_pixels(script, text):
    assert count(script, text) == (0, 0)


BIGGEST = (10**18 - 1) ** 2  # pixels that 18 digits can announce
DIMENSION = "a non-negative integer of at most 18 digits"
BAD_DIMENSIONS = [  # what is read in place of the first dimension, and how it is shown
    (b"", "end of input"),
    (b" \n\t\r\n ", "end of input"),
    (BOM, "end of input"),
    (b"dois", "'dois'"),
    (b"-2", "'-2'"),
    (b"+2", "'+2'"),
    (b"2.0", "'2.0'"),
    (b"2,0", "'2,0'"),
    (b"1_0", "'1_0'"),
    (b"1e1", "'1e1'"),
    (b"0x2", "'0x2'"),
    (b"'2'", "\"'2'\""),
    (b"1234567890123456789", "'1234567890123456789'"),
    (b"0000000000000000000", "'0000000000000000000'"),
    (b"123456789012345678901", "'12345678901234567890'"),
    ("²".encode(), "'²'"),
    ("٢".encode(), "'٢'"),
    ("２".encode(), "'２'"),
    ("é".encode() * 30, "'" + "é" * 20 + "'"),
    (b"x" * 10**6, "'" + "x" * 20 + "'"),
    (b"\xff2", r"'\xff2'"),
    (b"\xc3", r"'\xc3'"),
    (b"\xef\xbb2", r"'\xef\xbb2'"),
    (BOM + BOM + b"2", r"'\ufeff2' (ZERO WIDTH NO-BREAK SPACE)"),
    (b"\x00", r"'\x00'"),
    (b"\x1b[2J", r"'\x1b[2J'"),
    (b"2\x1c", r"'2\x1c'"),
    ("2\u2028".encode(), r"'2\u2028' (LINE SEPARATOR)"),
    ("\xa0\u200b2".encode(), r"'\xa0\u200b2' (NO-BREAK SPACE)"),
    ("2\ue000".encode(), r"'2\ue000'"),
    (b"\xff\xa0", r"'\xff\xa0'"),
    (rb"\udc41", r"'\\udc41'"),
    (rb"\udcff", r"'\\udcff'"),
    (b"\\\\\xff\\", r"'\\\\\xff\\'"),
    ("2\n3\n".encode("utf-16-be"), r"'\x002\x00'"),
    (b"\\", r"'\\'"),
]


@both
@pytest.mark.parametrize("text, found", BAD_DIMENSIONS, ids=range(len(BAD_DIMENSIONS)))
def test_bad_first_dimension(script, text, found):
    name = "L" if script == "EP06_01" else "H"
    assert refusal(script, text) == f"{script}: {name}: expected {DIMENSION}, found {found}"


@both
@pytest.mark.parametrize("text, found", BAD_DIMENSIONS, ids=range(len(BAD_DIMENSIONS)))
def test_bad_second_dimension(script, text, found):
    name = "C" if script == "EP06_01" else "W"
    if text.startswith(BOM):  # here, a byte order mark is a character like others
        found = repr(text.decode()) + " (ZERO WIDTH NO-BREAK SPACE)"
    message = f"{script}: {name}: expected {DIMENSION}, found {found}"
    assert refusal(script, b"2\n" + text) == message


@both
def test_a_word_at_a_block_s_end_is_shown_whole(script):
    name = "L" if script == "EP06_01" else "H"
    text = b" " * (EP06_01.BLOCK - 1) + "\N{GRINNING FACE}".encode() * 30
    found = "'" + "\N{GRINNING FACE}" * 20 + "'"
    assert refusal(script, text) == f"{script}: {name}: expected {DIMENSION}, found {found}"


@both
def test_byte_order_mark_stands_at_the_start_only(script):
    name = "C" if script == "EP06_01" else "W"
    found = r"'\ufeff3' (ZERO WIDTH NO-BREAK SPACE)"
    message = f"{script}: {name}: expected {DIMENSION}, found {found}"
    assert refusal(script, b"2\n" + BOM + b"3\n") == message


# Each way out, as a shell sees it


@both
@pytest.mark.parametrize("text", [MASKS, BOM + MASKS, LAYOUTS["one value per line"]])
def test_an_answer_is_all_that_is_printed(script, text):
    assert facts(run(script, text)) == (ANSWERS[script], "", 0)


@both
@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"dois",
        b"2",
        b"2 x",
        b"2 2",
        b"2 2 1 1 0",
        b"2 2 1 1 0 x",
        b"2 2 1 1 0 0 1 1 0 0.5",
        b"2 2 1 1 0 0 1 1 0 0 1",
        "2 2 1 1 é".encode(),
        b"2 2 1 1 \xff",
        b"2\x1b[2J",
        "\ufeff2".encode("utf-16-le"),
    ],
)
def test_a_refusal_is_one_line_on_standard_error_and_status_1(script, text):
    message = refusal(script, text)
    assert re.fullmatch(rf"{script}: \S+: expected .+", message)
    assert facts(run(script, text)) == (b"", message + "\n", 1)


@both
def test_an_endless_line_of_garbage_is_refused(script):
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, ROOT / f"{script}.py"], **pipes) as process:
        try:
            process.stdin.write(b"2 2 ")
            for _ in range(1000):
                process.stdin.write(b"0-" * 32768)
        except BrokenPipeError:
            pass
        else:
            process.kill()
            pytest.fail("64 MB of garbage were read")
        assert re.fullmatch(rf"{script}: [^\n]+\n", process.stderr.read().decode())
        process.stdin = None  # or else leaving `with` closes the broken pipe, and raises
        assert (process.stdout.read(), process.wait()) == (b"", 1)


# Bad pixels


@pytest.mark.parametrize(
    "text, message",
    [
        ("2 2", "ref[0][0]: expected 0 or 1 (0 of 4 pixels read), found end of input"),
        ("2 2 1 1 0", "ref[1][1]: expected 0 or 1 (3 of 4 pixels read), found end of input"),
        ("2 2 1 1 0 0", "pred[0][0]: expected 0 or 1 (0 of 4 pixels read), found end of input"),
        (
            "2 3 111111 11111",
            "pred[1][2]: expected 0 or 1 (5 of 6 pixels read), found end of input",
        ),
        ("2 2 1 1 2 0 1 1 0 0", "ref[1][0]: expected 0 or 1 (2 of 4 pixels read), found '2'"),
        ("2 2 1 1 0 0 1 1 0 2", "pred[1][1]: expected 0 or 1 (3 of 4 pixels read), found '2'"),
        ("1 2 0 -1 1 1", "ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found '-1'"),
        ("1 2 0 x1 1 1", "ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found 'x1'"),
        ("1 2 0 0.5 1 1", "pred[0][0]: expected 0 or 1 (0 of 2 pixels read), found '0.5'"),
        ("1 1 1e0 1", "pred[0][0]: expected 0 or 1 (0 of 1 pixels read), found '1e0'"),
        ("1 1 1_0 1", "pred[0][0]: expected 0 or 1 (0 of 1 pixels read), found '1_0'"),
        ("1 2 0 ééé", "ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found 'ééé'"),
        ("1 2 0 ١", "ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found '١'"),
        (
            "1 2 0 \N{NO-BREAK SPACE}1",
            r"ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found '\xa01' (NO-BREAK SPACE)",
        ),
        ("1 2 0 \udcff1", r"ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found '\xff1'"),
        (
            "1 3 1.0 0 1 1 0 1",
            "ref[0][1]: expected 0 or 1 (1 of 3 pixels read), found '1.0'",
        ),
        ("1 2 0 255", "ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found '255'"),
        ("1 4 0102", "ref[0][3]: expected 0 or 1 (3 of 4 pixels read), found '0102'"),
        (
            "1 99 " + 19 * "0" + "x",
            f"ref[0][19]: expected 0 or 1 (19 of 99 pixels read), found '{19 * '0'}x'",
        ),
        (
            "1 99 " + 20 * "0" + "x\n1",
            "ref[0][20]: expected 0 or 1 (20 of 99 pixels read), found 'x'",
        ),
        (
            "1 99 0" + 19 * "é",
            f"ref[0][1]: expected 0 or 1 (1 of 99 pixels read), found '0{19 * 'é'}'",
        ),
        (
            "1 99 0" + 20 * "é",
            f"ref[0][1]: expected 0 or 1 (1 of 99 pixels read), found '{20 * 'é'}'",
        ),
        ("1 2 0 \0", r"ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found '\x00'"),
        ("1 2 0 \x1b", r"ref[0][1]: expected 0 or 1 (1 of 2 pixels read), found '\x1b'"),
        ("2 2 10 2", "ref[1][0]: expected 0 or 1 (2 of 4 pixels read), found '2'"),
        ("1 1 1 0 1", "pred[1][0]: expected end of input after two masks of 1 x 1, found more"),
        (
            "2 2 1100 1000 0",
            "pred[2][0]: expected end of input after two masks of 2 x 2, found more",
        ),
        (
            "2 2 1100 1000\n\n x1",
            "pred[2][0]: expected end of input after two masks of 2 x 2, found more",
        ),
        (
            "2 2 1100 1000\n \N{NULL}",
            r"pred[2][0]: expected end of input after two masks of 2 x 2, found more",
        ),
        ("0 2 1", "pred[0][0]: expected end of input after two masks of 0 x 2, found more"),
        ("2 0\n\n1", "pred[2][0]: expected end of input after two masks of 2 x 0, found more"),
        (
            "1000000000 1000000000 1 0 1",
            f"ref[0][3]: expected 0 or 1 (3 of {10**18} pixels read), found end of input",
        ),
        (
            "999999999999999999 999999999999999999 111",
            f"ref[0][3]: expected 0 or 1 (3 of {BIGGEST} pixels read), found end of input",
        ),
    ],
)
def test_bad_pixels_of_ep06_01(text, message):
    found = refusal("EP06_01", text.encode("utf-8", "surrogateescape"))
    assert found == f"EP06_01: {message}"


@pytest.mark.parametrize(
    "text, message",
    [
        ("2 2", "pred[0][0]: expected an integer (0 of 4 pixels read), found end of input"),
        ("2 2 1 1 0", "pred[1][1]: expected an integer (3 of 4 pixels read), found end of input"),
        ("2 2 1 1 0 0", "ref[0][0]: expected an integer (0 of 4 pixels read), found end of input"),
        (
            "2 2 1 1 0 0 9",
            "ref[0][1]: expected an integer (1 of 4 pixels read), found end of input",
        ),
        ("1 2 0 x1 1 1", "pred[0][1]: expected an integer (1 of 2 pixels read), found 'x1'"),
        (
            "2 2 1 1 0 0 1 1 0.5 1",
            "ref[1][0]: expected an integer (2 of 4 pixels read), found '0.5'",
        ),
        ("1 2 1e0", "pred[0][0]: expected an integer (0 of 2 pixels read), found '1e0'"),
        ("1 2 7 1_0", "pred[0][1]: expected an integer (1 of 2 pixels read), found '1_0'"),
        ("1 2 7 0x1", "pred[0][1]: expected an integer (1 of 2 pixels read), found '0x1'"),
        ("1 2 7 1-1", "pred[0][1]: expected an integer (1 of 2 pixels read), found '1-1'"),
        ("1 2 7 --1", "pred[0][1]: expected an integer (1 of 2 pixels read), found '--1'"),
        ("1 2 7 +-1", "pred[0][1]: expected an integer (1 of 2 pixels read), found '+-1'"),
        ("1 2 7 1- 2", "pred[0][1]: expected an integer (1 of 2 pixels read), found '1-'"),
        ("1 2 7 - 1", "pred[0][1]: expected an integer (1 of 2 pixels read), found '-'"),
        ("1 2 7 +", "pred[0][1]: expected an integer (1 of 2 pixels read), found '+'"),
        ("1 2 7 ١", "pred[0][1]: expected an integer (1 of 2 pixels read), found '١'"),
        (
            "1 2 7 1\N{NO-BREAK SPACE}1",
            r"pred[0][1]: expected an integer (1 of 2 pixels read), found '1\xa01'"
            " (NO-BREAK SPACE)",
        ),
        ("1 2 7 \udcff1", r"pred[0][1]: expected an integer (1 of 2 pixels read), found '\xff1'"),
        ("1 2 7 0\0", r"pred[0][1]: expected an integer (1 of 2 pixels read), found '0\x00'"),
        (
            "1 2 7 " + "9" * 30 + "x",
            f"pred[0][1]: expected an integer (1 of 2 pixels read), found '{'9' * 20}'",
        ),
        ("1 1 1 0 255", "ref[1][0]: expected end of input after two masks of 1 x 1, found more"),
        (
            "2 2 1 1 0 0 1 0 0 0\n\n -7 1",
            "ref[2][0]: expected end of input after two masks of 2 x 2, found more",
        ),
        ("1 1 1 0\n\nx y", "ref[1][0]: expected end of input after two masks of 1 x 1, found more"),
        ("0 2 1", "ref[0][0]: expected end of input after two masks of 0 x 2, found more"),
        ("2 0\n\n1", "ref[2][0]: expected end of input after two masks of 2 x 0, found more"),
        (
            "1000000000 1000000000 1 0 1",
            f"pred[0][3]: expected an integer (3 of {10**18} pixels read), found end of input",
        ),
        (
            "999999999999999999 999999999999999999 1 1 1",
            f"pred[0][3]: expected an integer (3 of {BIGGEST} pixels read), found end of input",
        ),
    ],
)
def test_bad_pixels_of_ep09_05(text, message):
    found = refusal("EP09_05", text.encode("utf-8", "surrogateescape"))
    assert found == f"EP09_05: {message}"


@both
@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_utf_16_is_named_at_the_start_only(script, mark):
    name = "C" if script == "EP06_01" else "W"
    found = repr(mark)[1:]
    assert refusal(script, b"2 " + mark) == f"{script}: {name}: expected {DIMENSION}, found {found}"


@both
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["2\r\n3\r\n", "\r\n2", ""])
def test_utf_16_is_named(script, encoding, text):
    name = "L" if script == "EP06_01" else "H"
    message = refusal(script, ("\ufeff" + text).encode(encoding))
    assert message.startswith(f"{script}: {name}: expected {DIMENSION}, found '\\xf")
    assert message.endswith("' (the input is UTF-16: save it as UTF-8)")


SHORT_WORDS = [  # pixels, how many of them are good, and the word that is shown
    ("0 1 1.0 1", 3, "1.0"),
    ("0 1 " + 18 * "0" + "x0 1", 20, 18 * "0" + "x0"),
    ("0 1 " + 18 * "0" + "x01 1", 20, "x01"),
    ("011" + 97 * "0" + "x" + 30 * "é" + " 1", 100, "x" + 19 * "é"),
    ("0" * 500 + "😀" * 30, 500, "😀" * 20),
]
LONG_WORDS = [
    ("0" * 70000 + "255", 70000, "255"),
    ("0" * 65536 + "2" + "0" * 90, 65536, "2" + 19 * "0"),
]


def shown_by_ep06_01(words, blanks):
    """Assert that the words are shown, which stand after so many blanks."""
    for pixels, good, found in words:
        where = f"ref[{good}][0]: expected 0 or 1 ({good} of 99999 pixels read)"
        text = f"99999 1{blanks * ' '}{pixels}"
        assert refusal("EP06_01", text.encode()) == f"EP06_01: {where}, found '{found}'"


@pytest.mark.parametrize("block", [1, 2, 5, 84, 85])
def test_ep06_01_shows_the_word_wherever_a_small_block_ends(block, monkeypatch):
    monkeypatch.setattr(EP06_01, "BLOCK", block)
    for blanks in (1, 2, 3):
        shown_by_ep06_01(SHORT_WORDS, blanks)


def test_ep06_01_shows_the_word_wherever_a_block_ends():
    for blanks in (1, 30000, 60000, *range(EP06_01.BLOCK - 30, EP06_01.BLOCK + 1)):
        shown_by_ep06_01(SHORT_WORDS, blanks)
    for blanks in (1, 2, 3, 30000, 60000):
        shown_by_ep06_01(LONG_WORDS, blanks)


@both
@pytest.mark.parametrize("start", [b"", b"2 2 ", b"2 2 1 1 0 0 1 1 0 0 "])
@pytest.mark.parametrize("word", [b"\0", b"x", b"-", b"0-"])
def test_a_long_line_of_garbage_is_refused_before_its_end(script, start, word):
    stream = io.BytesIO(start + word * 10**6)
    with pytest.raises(SystemExit):
        MODULES[script].count_pixels(stream)
    assert stream.tell() <= 3 * 65536


@pytest.mark.parametrize("module", [EP06_01, EP09_05])
@pytest.mark.parametrize(
    "rows, columns, pixel",
    [
        (2000, 2000, b"1 "),
        (4000000, 1, b"1\n"),
        (1, 4000000, b"0 "),
        (2000, 2000, b"1\n"),
    ],
)
def test_memory_is_bounded_by_a_bit_per_pixel(module, rows, columns, pixel):
    text = b"%d %d\n" % (rows, columns) + pixel * (2 * rows * columns)
    stream = io.BytesIO(text)
    tracemalloc.start()
    try:
        module.count_pixels(stream)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5e6  # a byte per pixel would be 4 MB more, the text 16 MB
