"""Run the two scripts, in this process or as a shell would, and masks to run them on."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import EP06_01
import EP09_05

ROOT = Path(__file__).resolve().parent.parent
MODULES = {"EP06_01": EP06_01, "EP09_05": EP09_05}
ANSWERS = {  # for MASKS
    "EP06_01": b"Intersecao: 3\nUniao: 5\nIoU: 0.6000\nClassificacao: ACEITAVEL\n",
    "EP09_05": b"IoU: 0.6000\nDice: 0.7500\n",
}
EMPTY = {  # for two empty masks
    "EP06_01": b"Intersecao: 0\nUniao: 0\nIoU: 1.0000\nClassificacao: EXCELENTE\n",
    "EP09_05": b"IoU: 1.0000\nDice: 1.0000\n",
}
MASKS = b"2\n3\n0 1 1\n1 1 0\n0 0 1\n1 1 1\n"
STATEMENT = {"EP06_01.cases": 5, "EP06_01.es.cases": 5, "EP09_05.cases": 4}  # its cases come first

both = pytest.mark.parametrize("script", MODULES)


def count(script, text):
    """Return the |R ∩ P| and |R ∪ P| that a script counts in the bytes `text`."""
    return MODULES[script].count_pixels(io.BytesIO(text))


def refusal(script, text):
    """Return the message with which a script exits when it reads the bytes `text`."""
    with pytest.raises(SystemExit) as end:
        count(script, text)
    return end.value.code


def run(name, data, *arguments, folder=ROOT):
    """Run script `name` of `folder` on the bytes `data`; return the finished process."""
    command = [sys.executable, folder / f"{name}.py", *arguments]
    options = {"env": {**os.environ, "PYTHONIOENCODING": "utf-8"}, "timeout": 60}
    return subprocess.run(command, input=data, capture_output=True, check=False, **options)


def facts(process):
    """Return what a process has printed on both streams, and its exit status."""
    return process.stdout, process.stderr.decode(), process.returncode
