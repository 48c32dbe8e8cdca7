"""How both scripts end where a standard stream is closed, can't be read, full, or interrupted."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import EP06_01
import EP09_05
from scripts import ANSWERS, MASKS, ROOT, both

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def run_in_shell(script, redirection, data=MASKS):
    """Run a script on `data` with a redirection of the shell; return the finished process."""
    command = f'exec "{sys.executable}" "{ROOT / script}.py" {redirection}'
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", command], input=data, env=environment, capture_output=True, check=False
    )


def facts(result):
    """Return what a process has printed on both streams, and its exit status."""
    return result.stdout, result.stderr.decode(), result.returncode


def test_closed_standard_error():
    result = run_in_shell("EP06_01", "en 2>&-")
    assert result.stdout == b""
    assert result.returncode != 0


@both
@pytest.mark.parametrize(
    "redirection, message",
    [
        ("<&-", "standard input is closed"),
        (">&-", "standard output is closed"),
        ("0>/dev/null", "standard input or output failed: [Errno 9] Bad file descriptor"),
    ],
)
def test_a_stream_that_is_no_use_is_one_line(script, redirection, message):
    assert facts(run_in_shell(script, redirection)) == (b"", f"{script}: {message}\n", 1)


@both
@pytest.mark.parametrize("text", [MASKS, MASKS[:-2], MASKS[:4], MASKS[:1], b""])
def test_input_that_does_not_wait_gets_no_answer_before_its_end(script, text):
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.write(writing, text)
    command = [sys.executable, ROOT / f"{script}.py"]
    try:
        result = subprocess.run(command, stdin=reading, capture_output=True, check=False)
    finally:
        os.close(writing)
        os.close(reading)
    assert (result.stdout, result.returncode) == (b"", 1)
    assert result.stderr.startswith(script.encode() + b": ") and result.stderr.count(b"\n") == 1


class Halting(io.RawIOBase):
    """A stream that doesn't wait: it gives its pieces, of which None stands for "nothing yet"."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def readable(self):
        return True

    def readinto(self, buffer):
        piece = self.pieces.pop(0) if self.pieces else b""
        if piece is not None:
            buffer[: len(piece)] = piece
        return piece if piece is None else len(piece)


@pytest.mark.parametrize("module", [EP06_01, EP09_05])
@pytest.mark.parametrize(
    "pieces",
    [
        (b"1", None, b"1 1 1 0\n"),
        (b"1 1", None, b"1 0\n"),
        (b"1 1", None, b" 1 0\n"),
        (b"1 1 1 0", None, b"1\n"),
        (b"1 1 1 0\n", None, b"1\n"),
        (b"1 1 1 ", None, b"0\n"),
    ],
)
def test_an_input_that_halts_gets_no_answer(module, pieces):
    with pytest.raises((SystemExit, BlockingIOError)):
        module.count_pixels(io.BufferedReader(Halting(*pieces)))


@both
def test_input_that_does_not_wait_is_read_where_all_of_it_is_there(script):
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.write(writing, MASKS)
    os.close(writing)
    command = [sys.executable, ROOT / f"{script}.py"]
    result = subprocess.run(command, stdin=reading, capture_output=True, check=False)
    os.close(reading)
    assert facts(result) == (ANSWERS[script], "", 0)


@both
def test_control_c_ends_with_130_and_says_nothing(script):
    command = [sys.executable, ROOT / f"{script}.py"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipes) as process:
        # More than a pipe holds: when it is written, the script is reading.
        process.stdin.write(b"1000 1000\n" + b"0 " * 500000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=60)
    assert (output, messages, process.returncode) == (b"", b"", 130)


@both
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_python_s_own_message(script):
    result = run_in_shell(script, ">/dev/full")
    assert (result.stdout, result.returncode) == (b"", 120)
    assert b"No space left on device" in result.stderr
