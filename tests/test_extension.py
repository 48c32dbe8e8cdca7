"""Added cases and a new exercise break nothing: a copy of the project is extended and tested."""

import re
import shutil
import subprocess
import sys

import pytest

from scripts import ROOT

COUNTING = "test_the_statement_has_five_and_four_cases_and_all_are_in_plain_form"
BLANKS = "input=  1 \n\n1\t1\n\n 1  \n"  # in neither statement's layout
ADDED = {  # valid cases, with which the text of a file goes on
    "EP06_01": [
        f"case=numbers\n{BLANKS}output=1 1 1.0\n",
        f"case=\n{BLANKS}output=excelente\n",
        f"case=\n{BLANKS}output=/^I[on]U?.*: [0-9]/\n",
        f'Case = Exemplo do enunciado\n{BLANKS}output=7\noutput=*"Classificacao: EXCELENTE"\n',
        "case=in the statement's layout\ninput=1\n2\n1 0\n0 1\noutput=0 2 0.0\n",
        "case=Spanish\nprogram arguments=es\ninput=1\n1\n1\n1\noutput=/Interseccion: 1/\n",
        "case=refused\nexpected exit code=1\ninput=1\n1\n2\n1\n",
        "case=a long line\ninput=1\n5000\n" + 2 * (5000 * "1 " + "\n") + "output=5000 5000 1.0\n",
        "case=of a variation\nvariation=x\ninput=\noutput=never\n",
        "case=N\udce3o\ninput=0 0\noutput=0 0 1.0\n",
    ],
    "EP09_05": [
        f"case=numbers\n{BLANKS}output=1.0 1.0\n",
        f"case=\n{BLANKS}output=dice 1.0000\n",
        f"case=\n{BLANKS}output=/^iou: 1/i\n",
        f'Case = Exemplo do enunciado\n{BLANKS}output=7\noutput=*"Dice: 1.0000"\n',
        "case=in the statement's layout\ninput=1 2\n1 0\n0 -1\noutput=0.0 0.0\n",
        "case=refused\nexpected exit code=1\ninput=1 1\nx\n1\n",
        "case=misused\nprogram arguments=es\nexpected exit code=2\ninput=1 1\n1\n1\n",
    ],
}
EXERCISE = """\
a, b = map(int, input().split())
print("Soma:", a + b)
print("Produto:", a * b)
"""
EXERCISE_CASES = """\
case=numbers
input=2 3
output=5 6
case=text
input=2 3
output=soma 5 produto 6
case=
input=2 3
output=/^Soma: [0-9]+$/m
case=exact
input=2 3
output="Soma: 5
Produto: 6"
"""


@pytest.fixture(scope="module")
def extended(tmp_path_factory):
    """Return a copy of the project with cases added to each file, more files and an exercise."""
    copy = tmp_path_factory.mktemp("extended") / "project"
    ignored = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=ignored)
    for script, added in ADDED.items():
        for path in copy.glob(f"casos/{script}.*cases"):
            append(path, "\n" + "\n".join(added))
        append(copy / "casos" / f"{script}.more.cases", added[-1])
    append(copy / "EP99_99.py", EXERCISE)
    append(copy / "casos" / "EP99_99.cases", EXERCISE_CASES)
    return copy


def append(path, text):
    """Append text to a file, which need not exist."""
    with path.open("a", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        file.write(text)


def outcome(project, *arguments):
    """Return what pytest prints in a project."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    run = subprocess.run(
        command, cwd=project, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert run.stderr == ""
    return run.stdout


def test_nothing_fails_but_the_test_that_counts_the_statement_s_cases(extended):
    on_a_terminal = "not terminal or (evaluates and more)"  # the others run on the project itself
    names = ["test_project", "test_wrong_solutions", "test_readme", "test_terminal"]
    files = [f"tests/{name}.py" for name in names]
    printed = outcome(extended, "casos", *files, "-k", on_a_terminal)
    failures = [line for line in printed.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    assert len(failures) == 1, printed
    assert failures[0].startswith(f"FAILED tests/test_project.py::{COUNTING}")
    assert re.search(r"EP06_01\.cases: \d+ cases, not the 5 of the statement", printed)
