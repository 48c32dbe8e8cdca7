"""pytest against the cases: what is collected, and what a failure says."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import ROOT

ALL = sum(
    path.read_text(encoding="utf-8").count("case=") for path in (ROOT / "casos").glob("*.cases")
)


def run_pytest(folder, *arguments, command=(sys.executable, "-m", "pytest")):
    """Run pytest in a folder; return the finished process."""
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def project(tmp_path):
    """Return a copy of the project without its tests, and with no case."""
    for name in ("pyproject.toml", "EP06_01.py", "casos/conftest.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "tests").mkdir()
    for name in ("testsuite.py", "vpl_cases.py", "vpl_outputs.py", "posix_patterns.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    return tmp_path


def write_cases(project, text, name="EP06_01.cases"):
    """Write a .cases file of the project."""
    (project / "casos" / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "arguments, number",
    [
        (["casos/EP06_01.cases"], 5),
        (["casos/EP06_01.formatos.cases", "-k", "Zero"], 2),
        (["casos/EP06_01.cases::9 em 10, exatamente 0.90"], 1),
        (["casos/EP06_01.limiares.cases::Só a referência vazia"], 1),
    ],
)
def test_ways_to_choose_cases(arguments, number):
    result = run_pytest(ROOT, "-q", *arguments)
    assert f"\n{number} passed" in result.stdout
    assert result.returncode == 0


def test_the_command_pytest_does_the_same():
    command = [Path(sys.executable).with_name("pytest")]
    result = run_pytest(ROOT, "-q", "casos/EP06_01.cases", "-k", "vazias", command=command)
    assert "\n1 passed" in result.stdout


def test_everything_is_collected():
    result = run_pytest(ROOT, "--collect-only", "-q", "casos")
    assert f"\n{ALL} tests collected" in result.stdout
    result = run_pytest(ROOT, "--collect-only", "-q")
    assert "casos/EP06_01.cases::Exemplo do enunciado\n" in result.stdout
    assert "casos/EP09_05.formatos.cases::Um pixel, 1 e 0\n" in result.stdout
    assert "tests/test_masks.py::" in result.stdout


def test_a_failure_speaks_of_the_case(project):
    write_cases(project, '\n\ncase=wrong\ninput=1 1\n1\n1\noutput="x"\n')
    result = run_pytest(project, "casos")
    assert "❌ wrong: wrong output\n" in result.stdout
    assert "first difference, line 1: expected 'x\\n', printed 'Intersecao: 1\\n'" in result.stdout
    assert "FAILED casos/EP06_01.cases::wrong" in result.stdout
    assert "Traceback" not in result.stdout
    assert "conftest.py" not in result.stdout
    assert result.returncode == 1
    run_pytest(project, "casos", "--junitxml=report.xml", "-o", "junit_family=xunit1")
    report = (project / "report.xml").read_text(encoding="utf-8")
    assert 'file="casos/EP06_01.cases" line="2"' in report  # counted from 0


def test_a_broken_pattern_is_a_failure(project):
    write_cases(project, "case=broken\ninput=1 1\n1\n1\noutput=/(/\n")
    result = run_pytest(project, "casos")
    assert "case broken: '/(/': " in result.stdout
    assert "conftest.py" not in result.stdout
    assert result.returncode == 1


def test_two_cases_with_one_name_are_two_tests(project):
    case = "case=same\ninput=1 1\n1\n1\noutput=/Uniao: 1/\n"
    write_cases(project, case + case.replace("Uniao: 1", "Uniao: 2") + case.replace("same", ""))
    result = run_pytest(project, "casos", "-v")
    assert "1 failed, 2 passed" in result.stdout
    assert "EP06_01.cases::line 11 PASSED" in result.stdout


def test_a_name_in_another_encoding_does_no_harm(project):
    cases = "case=N\xe3o\ninput=1 1\n1\n1\noutput=/Uniao: 1/\n".encode("latin-1")
    (project / "casos" / "EP06_01.cases").write_bytes(cases)
    result = run_pytest(project, "casos", "-p", "cacheprovider")
    assert "1 passed" in result.stdout
    assert (result.stderr, result.returncode) == ("", 0)


def test_a_file_that_cannot_be_judged_by_is_an_error(project):
    case = 'case=a\ninput=1\noutput="a"\n'
    files = {  # their text, and what the error says
        "EP06_01.a.cases": ("", "EP06_01.a.cases: no case that counts"),
        "EP06_01.b.cases": ("nothing of a case\n", "EP06_01.b.cases: no case that counts"),
        "EP06_01.c.cases": ("x = 3\n" + case, "EP06_01.c.cases:1: x = 3"),
        "EP06_01.d.cases": ("case=d\ninput=1\noutput=/a/q\n", "case d: '/a/q': unknown flag"),
        "EP06_01.e.cases": ("program to run=x\n" + case, "can't run x"),
        "EP07_01.cases": (case, "EP07_01.cases: no program"),
        "EP07_01.x.cases": (case, "EP07_01.x.cases: no program"),
    }
    for name, (text, _) in files.items():
        write_cases(project, text, name)
    result = run_pytest(project, "casos")
    for name, (_, message) in files.items():
        assert f"ERROR collecting casos/{name}" in result.stdout
        assert message in result.stdout
    assert f"{len(files)} errors" in result.stdout
    assert result.returncode != 0
