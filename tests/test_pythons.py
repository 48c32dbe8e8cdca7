"""What each other Python on the machine says: both scripts on all their cases, and patterns."""

import os
import platform
import shutil
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from scripts import ROOT

# The Python that runs the tests has run the cases as pytest's items, and the patterns elsewhere.
PYPY = platform.python_implementation() == "PyPy"
RUNNING = "PyPy" if PYPY else ".".join(platform.python_version_tuple()[:2])
VERSIONS = ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "PyPy"]
OTHERS = [version for version in VERSIONS if version != RUNNING]
SCRIPTS = ["EP06_01", "EP09_05"]
TELL = "import platform as p; print(p.python_implementation(), p.python_version())"


def candidates(version):
    """Yield the paths that may be this Python: pyenv's, then that on the path."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    pattern = "pypy3*" if version == "PyPy" else f"{version}.*"
    yield from (path / "bin" / "python3" for path in sorted(pyenv.glob(pattern)))
    yield shutil.which("pypy3" if version == "PyPy" else f"python{version}")


def find(version):
    """Return the path of a Python of this version that runs; skip the test without one."""
    for path in filter(None, candidates(version)):
        with suppress(OSError):
            told = start(path, "-c", TELL).communicate(timeout=60)[0]
            if told.startswith("PyPy 3." if version == "PyPy" else f"CPython {version}."):
                return path
    return pytest.skip(f"Python {version} is not on this machine")


def start(*command):
    """Start a command in the folder of the tests; return the process."""
    return Popen(command, cwd=ROOT / "tests", stdout=PIPE, stderr=PIPE, encoding="utf-8")


DIFFERING = """
import json
from vpl_cases import Case, PatternError

def verdicts(entry):
    try:
        return [Case(outputs=[entry["output"]]).accepts(printed) for printed in entry["printed"]]
    except PatternError:
        return None

with open("vpl_patterns.json", encoding="utf-8") as file:
    print([entry["output"] for entry in json.load(file) if verdicts(entry) != entry["passed"]])
"""


@pytest.mark.parametrize("version", OTHERS)
def test_all_cases_pass_under(version):
    python = find(version)
    files = [sorted(ROOT.glob(f"casos/{script}.*cases")) for script in SCRIPTS]
    judges = [
        start(python, "testsuite.py", f"../{script}.py", *cases, "--timeout", "30")
        for script, cases in zip(SCRIPTS, files)
    ]
    told = [(*judge.communicate(timeout=120), judge.returncode) for judge in judges]
    for cases, (output, errors, status) in zip(files, told):
        assert (errors, status) == ("", 0)
        assert output.count(" (100.0%)\n") == len(cases)


@pytest.mark.parametrize("version", OTHERS)
def test_recorded_verdicts_on_patterns_under(version):
    assert start(find(version), "-c", DIFFERING).communicate(timeout=120) == ("[]\n", "")
