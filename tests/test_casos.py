"""pytest against the cases: what is collected, how it is named, and what a failure says."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import testsuite
from scripts import ROOT
from testsuite import Run
from vpl_cases import to_bytes

pytest_plugins = "pytester"


@pytest.fixture
def project(pytester):
    """Return a copy of the project without its tests, and with no case; pytest runs in it."""
    for name in ("pyproject.toml", "EP06_01.py", "casos/conftest.py"):
        (pytester.path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, pytester.path / name)
    ignored = shutil.ignore_patterns("test_*", "__pycache__")
    shutil.copytree(ROOT / "tests", pytester.path / "tests", ignore=ignored)
    return pytester


def write_cases(project, text, name="EP06_01.cases"):
    """Write a .cases file of the project."""
    (project.path / "casos" / name).write_bytes(to_bytes(text))


def run_pytest(project, *arguments):
    """Run pytest in a project, by default on its cases; return what it printed, as one text."""
    return project.runpytest_inprocess(*(arguments or ["casos"])).stdout.str()


def run_command(*command):
    """Run a command on this project; return what it printed."""
    run = subprocess.run(
        [*command, "-p", "no:cacheprovider"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (run.stderr, run.returncode) == ("", 0)
    return run.stdout


# --- What is collected ---


def test_everything_is_collected():
    lines = run_command(sys.executable, "-m", "pytest", "--collect-only", "-q").splitlines()
    cases = [len(testsuite.load(path)[0]) for path in ROOT.glob("casos/*.cases")]
    assert len([line for line in lines if re.match("casos/[^:]*::", line)]) == sum(cases)
    assert "casos/EP06_01.cases::9 em 10, exatamente 0.90" in lines
    assert "casos/EP09_05.formatos.cases::Um pixel, 1 e 0" in lines
    assert "tests/test_casos.py::test_everything_is_collected" in lines


def test_the_command_pytest_runs_cases():
    command = Path(sys.executable).with_name("pytest")
    assert "\n1 passed" in run_command(command, "-q", "casos/EP06_01.cases", "-k", "vazias")


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (["casos/EP06_01.cases"], len(testsuite.load(ROOT / "casos" / "EP06_01.cases")[0])),
        (["casos/EP06_01.formatos.cases", "-k", "Zero"], 2),
        (["casos/EP06_01.cases::9 em 10, exatamente 0.90"], 1),
        (["casos/EP06_01.limiares.cases::Disjuntas do mesmo tamanho"], 1),
    ],
)
def test_ways_to_choose_cases(project, arguments, number):
    for path in ROOT.glob("casos/EP06_01*.cases"):
        shutil.copy(path, project.path / "casos")
    project.runpytest_inprocess(*arguments).assert_outcomes(passed=number)


# --- Names ---

CASES = """
case=Test
output="Test"
case=Test
output="wrong"
case=
output="Test 3"
case=Test 3
output="Test 3"
case=0.90
output="0.90"
case=a::b [1]
output="a::b [1]"
case=a::::b (1)
output="a::::b (1)"
case=a_b _1_
output="a_b _1_"
case=../9//10/
output="../9//10/"
case=()
output="()"
case=::
output="::"
case=Test (line 2)
output="Test (line 2)"
case=N\udce3o\x1b[31m\t\\n
output="N\udce3o\x1b[31m\t\\n"
case={long}1
output="{long}1"
case={long}2
output="{long}2"
case=Não
output="Não"
""".replace("{long}", "x" * 500)
LONG = "x" * 150 + " … " + "x" * 149
NAMES = [
    "Test (line 2)",
    "Test (line 4)",
    "Test 3 (line 6)",
    "Test 3 (line 8)",
    "0.90",
    "a_b _1_ (line 12)",
    "a_b (1)",
    "a_b _1_ (line 16)",
    ".._9__10_",
    "()",
    "_",
    "Test (line 2) (line 24)",
    r"N\xe3o\x1b_31m\t\n",
    LONG + "1",
    LONG + "2",
    "Não",
]


@pytest.fixture
def names(project, monkeypatch):
    """Return a project whose cases have the strangest names; a program printed each one's name."""
    monkeypatch.setattr(testsuite, "execute", lambda program, case: Run(case.name, 0, None))
    write_cases(project, CASES)
    return project


@pytest.mark.parametrize("folder", [".", "casos"])
def test_an_id_copied_from_the_report_chooses_its_case_alone(names, monkeypatch, folder):
    monkeypatch.chdir(names.path / folder)
    report = run_pytest(names, names.path / "casos", "-v", "-p", "no:terminalprogress")
    verdicts = re.findall(r"^(?:casos/)?EP06_01.cases::(.*) (PASSED|FAILED) +\[", report, re.M)
    encoding = sys.getfilesystemencoding()  # in the locale "C", a name has its letters only
    encoded = [name.encode(encoding, "backslashreplace").decode(encoding) for name in NAMES]
    assert verdicts == [(n, "FAILED" if n == "Test (line 4)" else "PASSED") for n in encoded]
    assert re.search(r"\nFAILED (casos/)?EP06_01.cases::Test \(line 4\)( - .*)?\n", report)
    assert "_ case Test (line 4) _" in report
    for node_id in re.findall(r"^(.*::.*) (?:PASSED|FAILED) +\[", report, re.M):
        chosen = run_pytest(names, node_id, "--collect-only", "-q")
        name = node_id.partition("::")[2]
        assert re.findall("^.*::.*$", chosen, re.M) == [f"casos/EP06_01.cases::{name}"]


def test_lf_runs_the_failed_cases_alone(names):
    for _ in range(3):
        report = run_pytest(names, "casos", "--lf")
        assert report.count("\nFAILED ") == 1
        assert "\nFAILED casos/EP06_01.cases::Test (line 4)" in report
    assert " 1 failed" in report
    assert "passed" not in report


# --- What a failure says ---


def test_a_failure_shows_the_runner_s_report(project):
    write_cases(project, '\n\ncase=wrong\ninput=1 1\n1\n1\noutput="x"\n')
    report = run_pytest(project, "casos", "--junitxml=report.xml", "-o", "junit_family=xunit1")
    case = testsuite.load(project.path / "casos" / "EP06_01.cases")[0][0]
    run = testsuite.execute(project.path / "EP06_01.py", case)
    lines = testsuite.report(case, run)
    assert lines[0] == "❌ wrong: wrong output"
    assert "   first difference, line 1: expected 'x\\n', printed 'Intersecao: 1\\n'" in lines
    assert "\n" + "\n".join(lines) + "\n" in report
    assert "Traceback" not in report
    assert "conftest.py" not in report
    xml = (project.path / "report.xml").read_text(encoding="utf-8")
    assert 'file="casos/EP06_01.cases" line="2"' in xml  # counted from 0


def test_a_right_output_before_a_signal_is_a_failure(project):
    (project.path / "EP06_01.py").write_text("import os\n\nprint('x')\nos.abort()\n", "utf-8")
    write_cases(project, 'case=killed\noutput="x"\n')
    assert "❌ killed: SIGABRT\n" in run_pytest(project)


def test_a_crash_shows_the_runner_s_report(project):
    (project.path / "EP06_01.py").write_text("print('N\\xe3o')\n\n1 / 0\n", encoding="utf-8")
    write_cases(project, 'case=crash\noutput="x"\n')
    report = run_pytest(project)
    assert "❌ crash: crashed: ZeroDivisionError, line 3\n" in report
    assert "      ZeroDivisionError: division by zero\n" in report
    assert "first difference" not in report
    assert "conftest.py" not in report


def test_a_broken_pattern_is_one_line(project):
    write_cases(project, "case=N\udce3o\ninput=1 1\n1\n1\noutput=/\udce3\n(/\n")
    result = project.runpytest_inprocess("casos")
    title = "case N\\xe3o"
    lines = result.stdout.str().splitlines()
    start = next(n for n, line in enumerate(lines) if f"_ {title} _" in line)
    assert lines[start + 1].startswith(rf"{title}: '/\xe3\n(/': Unmatched (")
    assert lines[start + 2].startswith("====")
    result.assert_outcomes(failed=1)


def test_suspicious_lines_are_warnings(project, monkeypatch):
    monkeypatch.setattr(testsuite, "execute", lambda program, case: Run("x", 0, None))
    text = """x = \udce3
        case=a
        output=x
        ouput=x
        case=a
        output=x
        case=b
        case=c
        output="x
    """.replace("        ", "")
    write_cases(project, text + "output=x\n")
    result = project.runpytest_inprocess("casos")
    result.assert_outcomes(passed=2, failed=2, warnings=5)
    report = result.stdout.str()
    warnings = re.findall(r"/EP06_01.cases:(\d): UserWarning: (.*)", report)
    assert warnings == [
        ("1", r"VPL calls this a syntax error: x = \xe3"),
        ("4", "part of the input or output; is it a statement?: ouput=x"),
        ("5", "this name was used before: a"),
        ("7", "a case without output=: b"),
        ("9", 'judged as plain text: the closing quote or slash is missing: output="x'),
    ]


def test_a_file_that_cannot_be_judged_by_is_an_error_of_one_line(project):
    case = 'case=a\ninput=1\noutput="a"\n'
    files = {  # their text, and what the error says
        "EP06_01.a.cases": ("", "EP06_01.a.cases: no case that counts"),
        "EP06_01.b.cases": ("nothing of a case\n", "EP06_01.b.cases: no case that counts"),
        "EP06_01.c.cases": ("\0" + case, "EP06_01.c.cases: not UTF-8: save it as UTF-8"),
        "EP06_01.d.cases": ("case=\udce3\noutput=/a/q\n", r"case \xe3: '/a/q': unknown flag"),
        "EP06_01.e.cases": ("program to run=\udce3\n" + case, r"can't run \xe3"),
        "EP07_01.cases": (case, "EP07_01.cases: no program"),
        "EP07_01.x.cases": (case, "EP07_01.x.cases: no program"),
    }
    for name, (text, _) in files.items():
        write_cases(project, text, name)
    result = project.runpytest_inprocess("casos")
    report = result.stdout.str()
    for name, (_, message) in files.items():
        assert re.search(rf"_\n[^\n]*{re.escape(message)}[^\n]*\n[_=]{{9}}", report), name
    result.assert_outcomes(errors=len(files))
