"""Each Python on the machine runs both scripts through all their cases, with its own runner."""

import os
import platform
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

import pytest

from scripts import ROOT

VERSIONS = ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "PyPy"]
TELL = "import platform as p; print(p.python_implementation(), p.python_version())"


def candidates(version):
    """Yield the paths that may be this Python: on the path, then pyenv's."""
    name = "pypy3" if version == "PyPy" else f"python{version}"
    yield shutil.which(name)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    pattern = "pypy3*" if version == "PyPy" else f"{version}.*"
    yield from (path / "bin" / "python3" for path in sorted(pyenv.glob(pattern)))


@lru_cache(None)
def find(version):
    """Return the path of a Python of this version that runs, None without one."""
    for path in filter(None, candidates(version)):
        try:
            told = subprocess.run(
                [path, "-c", TELL], capture_output=True, encoding="utf-8", timeout=60, check=False
            )
        except OSError:
            continue
        if told.stdout.startswith("PyPy 3." if version == "PyPy" else f"CPython {version}."):
            return path
    return None


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
RUNNING = ".".join(platform.python_version_tuple()[:2])


@pytest.mark.parametrize("version", VERSIONS)
def test_all_cases_pass_under(version):
    if not find(version):
        pytest.skip(f"Python {version} is not on this machine")
    if not any(find(other) for other in VERSIONS if other != RUNNING):
        pytest.skip(f"there is no other Python than {RUNNING} on this machine")

    def judge(cases):
        program = cases.name.split(".")[0] + ".py"
        command = [find(version), "tests/testsuite.py", program, cases, "--timeout", "30"]
        return subprocess.run(
            command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False
        )

    with ThreadPoolExecutor() as pool:
        for result in pool.map(judge, sorted(ROOT.glob("casos/*.cases"))):
            assert (result.stderr, result.returncode) == ("", 0)
            assert "(100.0%)" in result.stdout


@pytest.mark.parametrize("version", VERSIONS)
def test_recorded_verdicts_on_patterns_under(version):
    if not find(version):
        pytest.skip(f"Python {version} is not on this machine")
    command = [find(version), "-c", DIFFERING]
    folder = ROOT / "tests"
    told = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert (told.stdout, told.stderr) == ("[]\n", "")
