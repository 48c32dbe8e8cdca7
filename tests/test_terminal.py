"""How both scripts read from a terminal: at VPL's Run button, and as VPL's evaluator runs them."""

import os
import re
import select
import subprocess
import sys
import time
from contextlib import suppress

import pytest

import testsuite
from scripts import ANSWERS, EMPTY, MASKS, ROOT, both, count
from vpl_cases import to_bytes

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


def type_into(script, lines, *arguments):
    """Type lines into a script on a terminal set up as VPL does; return output and status.

    Its echo is off, and standard error is part of the output. A script that still waits for input
    after ten seconds fails the test.
    """
    controller, terminal = pty.openpty()
    attributes = termios.tcgetattr(terminal)
    attributes[3] = attributes[3] & ~termios.ECHO | termios.ICANON
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    command = [sys.executable, ROOT / f"{script}.py", *arguments]
    output, end = b"", time.monotonic() + 10
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        with suppress(OSError):  # the script ended, and with it the terminal
            for line in lines:
                os.write(controller, line)
            while select.select([controller], [], [], max(0, end - time.monotonic()))[0]:
                output += os.read(controller, 65536)
        try:
            status = process.wait(max(0.1, end - time.monotonic()))
        finally:
            process.kill()
            os.close(controller)
    return output.replace(b"\r\n", b"\n"), status


LONGEST = 4094  # bytes of a line that a terminal holds, its end aside


def can_be_typed(script, text):
    """Return whether the script answers to a case's input, and a terminal can hold its lines."""
    try:
        count(script, text)
    except SystemExit:  # on a terminal, a refusal may come earlier, or not at all
        return False
    return max(map(len, text.splitlines()), default=0) <= LONGEST


def cases():
    """Yield the script and the case for each of the scripts' cases that can be typed."""
    for script in ("EP06_01", "EP09_05"):
        for path in sorted(ROOT.glob(f"casos/{script}.*cases")):
            for case in testsuite.load(path)[0]:
                if can_be_typed(script, to_bytes(case.input)):
                    yield pytest.param(script, case, id=f"{path.name}:{case.line}")


@pytest.mark.parametrize("script, case", list(cases()))
def test_as_vpl_evaluates(script, case):
    lines = to_bytes(case.input).splitlines(keepends=True)
    output, status = type_into(script, [*lines, b"\x04\x04"], *case.arguments)
    assert case.accepts(output.decode("utf-8", "surrogateescape"), status), output


@both
def test_bad_input_is_told_on_the_terminal(script):
    output, status = type_into(script, [b"2\n", b"x\n", b"\x04"])
    assert re.fullmatch(rb"EP\d\d_\d\d: [CW]: expected [^\n]+, found 'x'\n", output)
    assert status == 1


@both
@pytest.mark.parametrize(
    "text",
    [MASKS, b"\n" + MASKS, MASKS.replace(b" ", b"\n\n"), MASKS[:-1].replace(b"\n", b" ") + b" \n"],
)
def test_on_a_terminal_the_answer_comes_at_the_last_line(script, text):
    assert type_into(script, text.splitlines(keepends=True)) == (ANSWERS[script], 0)


@both
@pytest.mark.parametrize("text", [b"0 5\n", b"5\n0\n"])
def test_on_a_terminal_masks_without_pixels_need_no_line(script, text):
    assert type_into(script, text.splitlines(keepends=True)) == (EMPTY[script], 0)


@both
def test_on_a_terminal_the_script_waits_for_the_last_pixel(script):
    output, status = type_into(script, [*MASKS[:-3].splitlines(keepends=True), b"\n", b"x\n"])
    assert re.fullmatch(rb"EP\d\d_\d\d: (ref|pred)\[1\]\[2\]: [^\n]+, found 'x'\n", output)
    assert status == 1


@both
@pytest.mark.parametrize("text", [MASKS[:-1] + b" 1\n", MASKS[:-1] + b" x\n"])
def test_on_a_terminal_surplus_on_the_last_line_is_an_error(script, text):
    output, status = type_into(script, text.splitlines(keepends=True))
    assert re.fullmatch(rb"EP\d\d_\d\d: [^\n]+ expected end of input [^\n]+, found more\n", output)
    assert status == 1


@both
def test_on_a_terminal_the_end_of_file_is_typed_once(script):
    output, status = type_into(script, [*MASKS.splitlines(keepends=True)[:-1], b"\x04"])
    assert re.fullmatch(rb"EP\d\d_\d\d: [^\n]+, found end of input\n", output)
    assert status == 1


@both
def test_on_a_terminal_a_line_may_end_in_the_end_of_file(script):
    assert type_into(script, [MASKS[:-1], b"\x04\x04"]) == (ANSWERS[script], 0)


@both
def test_on_a_terminal_lines_after_the_last_are_not_read(script):
    assert type_into(script, MASKS.splitlines(keepends=True) + [b"x\n"]) == (ANSWERS[script], 0)


@both
def test_on_a_terminal_a_bad_pixel_is_refused_at_its_line(script):
    output, status = type_into(script, [b"2\n", b"3\n", b"0 x1 1\n"])
    expected = rb"EP\d\d_\d\d: (ref|pred)\[0\]\[1\]: expected [^\n]+, found 'x1'\n"
    assert re.fullmatch(expected, output)
    assert status == 1
