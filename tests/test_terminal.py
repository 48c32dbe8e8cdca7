"""Both scripts on a terminal: at VPL's Run button, and as VPL's evaluator runs them."""

import os
import re
import select
import subprocess
import sys
import time
from contextlib import suppress

import pytest

import vpl_cases
from scripts import ANSWERS, EMPTY, MASKS, ROOT, both

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


def type_into(script, lines, *arguments, patience=10):
    """Type lines into a script on a terminal set up as VPL does; return output and status.

    Its echo is off, and standard error is part of the output. The status is None where the script
    still waits for input after `patience` seconds.
    """
    controller, terminal = pty.openpty()
    attributes = termios.tcgetattr(terminal)
    attributes[3] = attributes[3] & ~termios.ECHO | termios.ICANON
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    command = [sys.executable, ROOT / f"{script}.py", *arguments]
    output, status, end = b"", None, time.monotonic() + patience
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        with suppress(OSError):  # the script ended, and with it the terminal
            for line in lines:
                os.write(controller, line)
            while select.select([controller], [], [], max(0, end - time.monotonic()))[0]:
                output += os.read(controller, 65536)
        with suppress(subprocess.TimeoutExpired):
            status = process.wait(max(0.1, end - time.monotonic()))
        process.kill()
    os.close(controller)
    return output.replace(b"\r\n", b"\n"), status


def cases():
    """Yield the script and the case for each of our cases."""
    for path in sorted(ROOT.glob("casos/*.cases")):
        for case in vpl_cases.parse(path.read_text(encoding="utf-8")).cases:
            yield pytest.param(path.name.split(".")[0], case, id=f"{path.name}-{case.name}")


@pytest.mark.parametrize("script, case", list(cases()))
def test_as_vpl_evaluates(script, case):
    lines = case.input.encode().splitlines(keepends=True)
    output, status = type_into(script, [*lines, b"\x04"], *case.arguments)
    assert (output.decode(), status) == (case.outputs[0].strip()[1:-1] + "\n", 0)
    assert case.accepts(output.decode())


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
    assert type_into(script, MASKS[:-2].splitlines(keepends=True), patience=0.5) == (b"", None)


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
