"""What the README says is so: its commands print what it shows, its paths and figures are right."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import vpl_cases
from scripts import ROOT, STATEMENT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```\n(?:```text\n(.*?)```\n)?", README, re.DOTALL)
EXEMPT = ["-m pytest", "tests/benchmark.py"]  # the test command itself, and the benchmark


def without_added_cases(path, number):
    """Return the text of a file of cases up to the case that follows the first `number`."""
    text = path.read_text("utf-8", "surrogateescape")
    added = vpl_cases.parse(text).cases[number:]
    return "\n".join(text.split("\n")[: added[0].line - 1]) + "\n" if added else text


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a copy of the project where the commands run, one after the other.

    The README shows the statement's cases: those that were added to the files stay out.
    """
    copy = tmp_path_factory.mktemp("readme") / "project"
    for name in ("casos", "tests"):
        shutil.copytree(ROOT / name, copy / name)
    for name, number in STATEMENT.items():
        text = without_added_cases(ROOT / "casos" / name, number)
        (copy / "casos" / name).write_text(text, "utf-8", "surrogateescape")
    for path in copy.glob("casos/*.mine.cases"):  # a reader has tried the README's recipe
        path.unlink()
    for script in ROOT.glob("EP*.py"):
        shutil.copy(script, copy)
    binaries = copy.parent / "bin"
    binaries.mkdir()
    (binaries / "python3").symlink_to(sys.executable)
    return copy


@pytest.mark.parametrize("command, output", BLOCKS)
def test_commands_print_what_the_readme_says(folder, command, output):
    if any(words in command for words in EXEMPT):
        assert not output
        return
    path = f"{folder.parent / 'bin'}:/usr/bin:/bin"
    result = subprocess.run(
        ["bash", "-c", command.encode()],
        cwd=folder,
        env={"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert result.stdout == output


def test_the_readme_is_short_and_shows_what_it_should():
    assert len(README.splitlines()) < 200
    assert len(BLOCKS) >= 8
    assert sum(not output for _, output in BLOCKS) == len(EXEMPT)
    assert 'TestSuite("EP09_05.py").run()' in README
    assert re.findall("^## (.*)", README, re.MULTILINE) == [
        "Run",
        "What is computed",
        "For students: check before you submit",
        "For teachers: VPL",
        "Extend",
        "Limits",
        "Tests and benchmark",
        "Em português",
        "En español",
        "The mean IoU of a folder",
    ]
    for path in re.findall(r"`((?:casos|tests)/[\w./]+)`", README):
        assert (ROOT / Path(path)).exists(), path
    assert max(map(len, README.splitlines())) <= 100


def test_the_readme_counts_the_verdicts():
    entries = json.loads((ROOT / "tests" / "vpl_verdicts.json").read_text(encoding="utf-8"))
    verdicts = sum(len(entry["passed"]) for entry in entries)
    assert f"{verdicts} verdicts" in README
    assert f"{len(entries)} files" in README
    patterns = json.loads((ROOT / "tests" / "vpl_patterns.json").read_text(encoding="utf-8"))
    assert f"{len(patterns)} patterns" in README
