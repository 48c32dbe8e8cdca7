"""The runner judges the runner: real programs, right and wrong, well and badly behaved."""

import inspect
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import testsuite
import vpl_cases
from scripts import ROOT
from testsuite import Run, TestSuite, report

RUNNER = ROOT / "tests" / "testsuite.py"


def write(folder, program, cases):
    """Write the program ep.py and its cases."""
    (folder / "casos").mkdir(exist_ok=True)
    (folder / "ep.py").write_text(textwrap.dedent(program), encoding="utf-8")
    (folder / "casos" / "ep.cases").write_bytes(vpl_cases.to_bytes(cases))


def judge(folder, program, cases, *options):
    """Write a program and its cases, and run the runner on them; return the finished process."""
    write(folder, program, cases)
    return run_runner("ep.py", *options, cwd=folder)


def run_runner(*arguments, encoding="utf-8", **options):
    """Run the runner as a shell would; return the finished process."""
    command = [sys.executable, RUNNER, *arguments]
    return subprocess.run(
        command, capture_output=True, encoding=encoding, timeout=60, check=False, **options
    )


def prints(text):
    """Return a program of three lines that prints a text."""
    return f"import sys\n\nsys.stdout.write({text!r})\n"


def one_case(output, statements=""):
    """Return a .cases file of one case."""
    return f"case=one\n{statements}input=1\noutput={output}\n"


# The report


@pytest.mark.parametrize(
    "language, exists, loaded, testing, skipped",
    [
        (
            "en",
            "already exists in",
            "case(s) loaded from",
            "Testing",
            "Empty file (fewer than 3 lines). Tests skipped.",
        ),
        (
            "es",
            "ya existe en",
            "caso(s) cargado(s) de",
            "Probando",
            "archivo vacío (menos de 3 líneas). Pruebas omitidas.",
        ),
        (
            "pt",
            "já existe em",
            "caso(s) carregado(s) de",
            "Testando",
            "arquivo vazio (menos de 3 linhas). Testes omitidos.",
        ),
    ],
)
def test_a_file_that_holds_nothing_yet(tmp_path, language, exists, loaded, testing, skipped):
    (tmp_path / "EP06_01.py").write_text("", encoding="utf-8")
    cases = ROOT / "casos" / "EP06_01.cases"
    result = run_runner(tmp_path / "EP06_01.py", cases, "--lang", language)
    assert result.stdout == (
        f"✔️ EP06_01.cases {exists} casos/\n"
        f"📋 5 {loaded} casos/EP06_01.cases\n"
        "\n"
        f"🔍 {testing} Python: EP06_01.py\n"
        f"⚠️ EP06_01.py: {skipped}\n"
    )
    assert (result.stderr, result.returncode) == ("", 1)


@pytest.mark.parametrize("source, empty", [("a\nb", True), ("a\nb\n", True), ("a\nb\nc", False)])
def test_fewer_than_three_lines_are_nothing(tmp_path, source, empty):
    result = judge(tmp_path, source, one_case('"x"'))
    assert ("Empty file" in result.stdout) == empty
    assert ("Result" in result.stdout) != empty


@pytest.mark.parametrize("cases", sorted(ROOT.glob("casos/*.cases")), ids=lambda path: path.name)
def test_the_solutions_pass_all_their_cases(cases):
    result = run_runner(cases.name.split(".")[0] + ".py", cases, cwd=ROOT)
    lines = result.stdout.splitlines()
    number = len(lines) - 6
    assert [line[0] for line in lines[4:-2]] == ["✅"] * number
    assert lines[-1] == f"📊 Result: {number}/{number} (100.0%)"
    assert (result.stderr, result.returncode) == ("", 0)


def test_a_case_may_take_5_seconds_unless_told_otherwise(monkeypatch):
    assert inspect.signature(testsuite.execute).parameters["timeout"].default == 5
    assert TestSuite("ep.py").timeout == 5
    given = {"program": "ep.py", "cases": None, "lang": "en", "variation": "", "timeout": 5}
    monkeypatch.setattr(sys, "argv", ["testsuite.py", "ep.py"])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(testsuite, "TestSuite", lambda **options: Options(options == given))
    assert testsuite.main() == 0


class Options:
    """Stands for a TestSuite that passes when the command line's options were right."""

    def __init__(self, right):
        self.run = lambda: right


def test_the_cases_beside_the_program_are_taken_first(tmp_path, monkeypatch, capsys):
    for folder in (tmp_path / "casos", tmp_path / "away" / "casos"):
        folder.mkdir(parents=True)
        (folder / "ep.cases").write_text(one_case(f'"{folder.parent.name}"'), encoding="utf-8")
    (tmp_path / "away" / "ep.x.py").write_text(prints("away"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert TestSuite("away/ep.x.py").run() is True
    (tmp_path / "away" / "casos" / "ep.cases").unlink()
    assert TestSuite("away/ep.x.py").run() is False
    assert TestSuite(Path("away/ep.x.py"), "casos/ep.cases", lang="pt").run() is False
    assert "Resultado: 0/1 (0.0%)" in capsys.readouterr().out


def test_a_failed_case_is_told_in_full(tmp_path):
    cases = 'case=one\ninput=1\n2\noutput="a\nb b\nc"\ncase=two\ninput=3\noutput="x"\n'
    result = judge(tmp_path, prints("a\nb\tb \n"), cases)
    assert result.stdout.splitlines()[4:] == [
        "❌ one: wrong output",
        "   input:",
        "      1",
        "      2",
        "   expected (exact text):",
        '      "a',
        "      b b",
        '      c"',
        "   printed (exit code 0):",
        "      a",
        r"      b\tb ",
        r"   first difference, line 2: expected 'b b\n', printed 'b\tb \n'",
        "❌ two: wrong output",
        "   input:",
        "      3",
        "   expected (exact text):",
        '      "x"',
        "   printed (exit code 0):",
        "      a",
        r"      b\tb ",
        r"   first difference, line 1: expected 'x\n', printed 'a\n'",
        "",
        "📊 Result: 0/2 (0.0%)",
    ]
    assert (result.stderr, result.returncode) == ("", 1)


@pytest.mark.parametrize(
    "output, printed, difference",
    [
        ('"a\nb"', "a\n", r"2: expected 'b\n', printed ''"),
        ('"a\nb"', "a", r"1: expected 'a\n', printed 'a'"),
        ('"a"', "a\nb\n", r"2: expected '', printed 'b\n'"),
        ('"a"', "a\n\n", r"2: expected '', printed '\n'"),
        ('"a\n"', "a", r"1: expected 'a\n', printed 'a'"),
        ('"a b"', "a  b", "1: expected 'a b', printed 'a  b'"),
        ('"a"', "a \n", r"1: expected 'a\n', printed 'a \n'"),
        ('"a"', "", "1: expected 'a', printed ''"),
        ('""', "a", "1: expected '', printed 'a'"),
        ('"á"', "a", "1: expected 'á', printed 'a'"),
        ("1 2\n3", "x 1 2\n4\n", "2: expected '3', printed '4'"),
        ("one two\nthree", "ONE, TWO\nfour\n", "2: expected 'three', printed 'four'"),
        ('*"b"', "x\nb \n", r"2: expected 'b\n', printed 'b \n'"),
        ("* 2\n3", "9\n2\n4", "3: expected '3', printed '4'"),
        ("IoU bom", "IoU bom\nfim\n", "1: expected 'IoU', printed 'bom'"),
        ("b\xa0", "b", r"1: expected 'b\xa0', printed 'b'"),
        ("/x/", "a", None),
        ("/x/\noutput=y", "a", r"1: expected 'y', printed 'a'"),
        ('"a\nb"', "a\r\nc\r\n", r"2: expected 'b\n', printed 'c\n'"),
        (
            '"' + "x" * 200 + 'a"',
            "x" * 200 + "b",
            f"1: expected '{40 * 'x'}a', printed '{40 * 'x'}b'",
        ),
    ],
)
def test_the_first_difference_is_named_by_line(output, printed, difference):
    case = vpl_cases.parse(one_case(output)).cases[0]
    lines = report(case, Run(printed, 0, None))
    found = [line for line in lines if "first difference" in line]
    assert found == ([f"   first difference, line {difference}"] if difference else [])


def test_long_texts_and_lines_are_shortened_in_the_middle(tmp_path):
    lines = "".join(f"{i}\n" for i in range(1000)) + "y" * 300
    result = judge(tmp_path, prints(lines), one_case('"x"'))
    shown = result.stdout[result.stdout.index("printed") :].splitlines()
    expected = [str(i) for i in range(10)] + ["… 981 lines left out …"]
    expected += [str(i) for i in range(991, 1000)] + ["y" * 50 + " … " + "y" * 50]
    assert [line.strip() for line in shown[1:22]] == expected


@pytest.mark.parametrize(
    "language, kinds, code",
    [
        ("es", ["texto exacto", "expresión regular", "números", "texto"], "código de salida"),
        ("pt", ["texto exato", "expressão regular", "números", "texto"], "código de saída"),
    ],
)
def test_the_report_has_one_language(tmp_path, language, kinds, code):
    cases = one_case('"x"\noutput=/y/\noutput=5\noutput=z', "expected exit code=3\n")
    result = judge(tmp_path, prints("a\n"), cases, "--lang", language)
    expected = [f"   esperado ({kind}):" for kind in [*kinds, code]]
    assert [line for line in result.stdout.splitlines() if "   esperado" in line] == expected
    assert f" ({code} 0):\n" in result.stdout
    assert not re.search("exact text|regular exp|numbers|exit|output|printed|line", result.stdout)


def test_a_fail_message_replaces_the_details(tmp_path):
    cases = one_case('"x"', "fail message= Leia de novo \n") + 'case=two\ninput=1\noutput="a"\n'
    result = judge(tmp_path, prints("a\n"), cases)
    assert result.stdout.splitlines()[4:] == [
        "❌ one: wrong output",
        "   Leia de novo",
        "✅ two",
        "",
        "📊 Result: 1/2 (50.0%)",
    ]


def test_the_mark_takes_grade_reductions(tmp_path):
    cases = one_case('"x"', "grade reduction=25%\n") + 'case=two\ninput=1\noutput="a"\n'
    result = judge(tmp_path, prints("a\n"), cases)
    assert result.stdout.splitlines()[-1] == "📊 Result: 1/2 (75.0%)"


def test_syntax_errors_are_told_and_judging_goes_on(tmp_path):
    result = judge(tmp_path, prints("a"), "x = 3\n\nfoo=\x1b[31m\n" + one_case('"a"'))
    assert result.stdout.splitlines()[3:] == [
        "🔍 Testing Python: ep.py",
        "⚠️ ep.cases:1: x = 3",
        r"⚠️ ep.cases:3: foo=\x1b[31m",
        "✅ one",
        "",
        "📊 Result: 1/1 (100.0%)",
    ]
    assert result.returncode == 0


def test_only_the_cases_of_the_student_s_variation_count(tmp_path):
    cases = one_case('"a"', "variation=V1\n") + one_case('"b"', "variation=V2\n")
    result = judge(tmp_path, prints("a"), cases, "--variation", "v1")
    assert result.stdout.splitlines()[-1] == "📊 Result: 1/1 (100.0%)"
    assert judge(tmp_path, prints("a"), cases).returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_console_will_do(tmp_path, encoding):
    cases = 'case=ação\ninput=1\noutput="é"\ncase=two\ninput=1\noutput="ü"\n'
    write(tmp_path, prints("é"), cases)
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    result = run_runner("ep.py", encoding=encoding, cwd=tmp_path, env=environment)
    assert "1/2 (50.0%)" in result.stdout
    assert (result.stderr, result.returncode) == ("", 1)


# What it can't judge


@pytest.mark.parametrize(
    "cases, message",
    [
        ("", "casos/ep.cases: no case that counts"),
        ("no statement\n", "casos/ep.cases: no case that counts"),
        (one_case('"a"', "variation=x\n"), "casos/ep.cases: no case that counts"),
        (one_case("/a/q"), "case one: '/a/q': unknown flag"),
        (one_case("/(/"), "case one: '/(/': "),
        (one_case("/(\nb/"), r"case one: '/(\nb/': "),
        (one_case('"a"', "program to run=x.sh\n"), "casos/ep.cases:1: case one: can't run x.sh"),
    ],
)
def test_what_cannot_be_judged_is_one_line(tmp_path, cases, message):
    result = judge(tmp_path, prints("b"), cases)
    assert result.stderr.startswith(f"testsuite: {message}")
    assert result.stderr.count("\n") == 1
    assert result.returncode == 2


def test_a_broken_pattern_that_is_not_reached_does_no_harm(tmp_path):
    cases = 'case=one\ninput=1\noutput="a"\noutput=/(/\n'
    assert judge(tmp_path, prints("a"), cases).returncode == 0
    assert judge(tmp_path, prints("b"), cases).returncode == 2


@pytest.mark.parametrize("arguments", [["no.py"], ["ep.py"], ["ep.py", "no.cases"], ["."]])
def test_missing_files_are_one_line(tmp_path, arguments):
    (tmp_path / "ep.py").write_text(prints("a"), encoding="utf-8")
    result = run_runner(*arguments, cwd=tmp_path)
    assert result.stderr.startswith("testsuite: ")
    assert arguments[-1].partition(".")[0] in result.stderr
    assert result.stderr.count("\n") == 1
    assert (result.stdout, result.returncode) == ("", 2)


# The four kinds of output


@pytest.mark.parametrize(
    "output, right, wrong",
    [
        ('"IoU: 0.5"', ["IoU: 0.5", "IoU: 0.5\n"], ["IoU: 0.5 \n", "iou: 0.5", "IoU: 0.5\n\n", ""]),
        ('"a\n"', ["a\n"], ["a", "a\n\n"]),
        ('*"b"', ["a b", "b\n"], ["b a", "B"]),
        ("/^IoU: [[:digit:]]/", ["IoU: 0.5\n", "IoU: 9"], [" IoU: 1", "IoU: x"]),
        ("/iou/i", ["IoU"], ["ou"]),
        ("0.5 2", ["IoU: 0.50001, 2", "0.5\n2\n"], ["0.51 2", "0.5 2.0", "0.5", "0.5 2 3"]),
        ("* 2", ["1 2", "2"], ["2 1"]),
        ("IoU bom", ["IoU: BOM!", "x IoU\nbom"], ["IoU: BOM x", "IoUbom"]),
        ("", ["", "a"], ["1"]),
    ],
)
def test_kinds_of_output_on_real_processes(tmp_path, output, right, wrong):
    (tmp_path / "ep.cases").write_text(one_case(output), encoding="utf-8")
    for number, printed in enumerate(right + wrong):
        (tmp_path / "ep.py").write_text(prints(printed), encoding="utf-8")
        passed = TestSuite(tmp_path / "ep.py", tmp_path / "ep.cases").run()
        assert passed == (number < len(right)), printed


def test_input_and_arguments_reach_the_program(tmp_path):
    program = "import sys\n\nprint(sys.argv[1:], repr(sys.stdin.read()))\n"
    cases = "case=a\nprogram arguments=es 'a b'\ninput=1\n\n é\n"
    cases += """output="['es', 'a b'] '1\\n\\n é\\n'"\n"""
    assert judge(tmp_path, program, cases).returncode == 0


@pytest.mark.parametrize("code, status", [(3, 0), (0, 1)])
def test_an_expected_exit_code_is_enough(tmp_path, code, status):
    program = f"import sys\n\nsys.exit({code})\n"
    result = judge(tmp_path, program, one_case('"x"', "expected exit code=3\n"))
    assert result.returncode == status
    assert ("   expected (exit code):\n      3\n" in result.stdout) == (status == 1)


# Programs that misbehave


def test_standard_error_is_part_of_the_output_in_the_order_written(tmp_path):
    program = """
        import sys

        print("a")
        print("b", file=sys.stderr)
        print("c")
    """
    assert judge(tmp_path, program, one_case('"a\nb\nc"')).returncode == 0


@pytest.mark.parametrize(
    "program, verdict",
    [
        ("print('so far')\nwhile True:\n    pass\n", "time limit exceeded"),
        ("print('so far')\n\nprint('x' * 262143)\n", "output too large"),
        (
            "import os\nos.write(1, b'so far\\n' + 262137 * b'x')\nos._exit(0)\n",
            "output too large",
        ),
        ("import os\nprint('so far')\nos.abort()\n", "SIGABRT"),
        ("import os, signal\nprint('so far')\nos.kill(os.getpid(), signal.SIGSEGV)\n", "SIGSEGV"),
        ("import os\nprint('so far')\nos.kill(os.getpid(), 9)\n", "SIGKILL"),
        ("import os\nprint('so far')\nos.kill(os.getpid(), 40)\n", "signal 40"),
        ("import os\nprint('so far')\nos.truncate(1, 1 << 40)\n", "output too large"),
        ("print('so far')\n\nraise SystemExit(1)\n", "wrong output"),
        ("print('so far')\n\ninput(), input()\n", "wrong output"),
        ("import sys\nprint('so far')\nsys.stdin.close()\nprint()\n", "wrong output"),
        ("import os\nprint('so far')\nos.close(0)\nos.close(2)\n", "wrong output"),
        ("import sys\nprint('so far')\nsys.stdout.buffer.write(b'\\xff\\x00')\n", "wrong output"),
    ],
)
def test_misbehaviour_is_named(tmp_path, program, verdict):
    # A pattern that is found in the output, unless the program did not end by itself.
    output = '"x"' if verdict == "wrong output" else "/so far/"
    # Time for Python to start on a loaded machine; only one program uses all of it.
    limit = "1.5" if "time" in verdict else "30"
    result = judge(tmp_path, program, one_case(output), "--timeout", limit)
    lines = result.stdout.splitlines()
    assert lines[4] == f"❌ one: {verdict}"
    assert "      so far" in lines
    assert (result.stderr, result.returncode) == ("", 1)


def test_a_flood_does_not_wait_for_the_time_limit(tmp_path):
    program = "print('so far')\nwhile True:\n    print('x' * 1000)\n"
    result = judge(tmp_path, program, one_case("/so far/"), "--timeout", "600")
    assert "❌ one: output too large" in result.stdout.splitlines()


@pytest.mark.parametrize(
    "text, problem",
    [
        ("'x' * 262144", None),
        ("'x' * 262145", "flood"),
        ("'x' * 262142 + '\\n'", None),
        ("'x' * 262143 + '\\n'", "flood"),
        ("'\\n' * 131072", None),
        ("'\\n' * 131073", "flood"),
    ],
)
def test_an_output_of_256_kb_is_not_too_large_and_a_newline_is_two_bytes(tmp_path, text, problem):
    (tmp_path / "ep.py").write_text(f"import os\n\nos.write(1, ({text}).encode())\n", "utf-8")
    run = testsuite.execute(tmp_path / "ep.py", vpl_cases.Case())
    assert run.problem == problem
    assert run.exit_code == (None if problem else 0)


def test_a_program_that_a_signal_ends_has_no_exit_code(tmp_path):
    (tmp_path / "ep.py").write_text("import os\n\nos.kill(os.getpid(), 9)\n", "utf-8")
    case = vpl_cases.parse("case=killed\nexpected exit code=-9\n").cases[0]
    run = testsuite.execute(tmp_path / "ep.py", case)
    assert run == Run("", None, "SIGKILL")
    assert not case.accepts(run.output, run.exit_code, not run.problem)
    assert report(case, run)[-2:] == ["   printed:", "      "]


def test_no_byte_is_lost_to_the_judgement(tmp_path):
    program = "import sys\n\nsys.stdout.buffer.write(bytes(range(14, 256)))\n"
    expected = bytes(range(14, 256)).decode("utf-8", "surrogateescape")
    assert judge(tmp_path, program, one_case(f'"{expected}"')).returncode == 0


def test_a_program_that_does_not_read_a_large_input_is_no_problem(tmp_path):
    cases = "case=one\ninput=" + "1 0 1\n" * 200000 + 'output="a"\n'
    assert judge(tmp_path, prints("a"), cases).returncode == 0


FORKS = """
    import os, subprocess, sys, time

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    open("child", "w").write(str(child.pid))
    print("a", flush=True)
"""


def is_alive(pid):
    """Return whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except FileNotFoundError:
        return False


def assert_child_dies(folder):
    """Assert that the child which FORKS started in a folder ends soon."""
    child = int((folder / "child").read_text(encoding="ascii"))
    deadline = time.monotonic() + 10
    while is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(child)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "end, timeout", [("", "30"), ("    time.sleep(100)\n", "1.5"), ("    os.abort()\n", "30")]
)
def test_children_die_with_the_program(tmp_path, end, timeout):
    judge(tmp_path, FORKS + end, one_case('"a"'), "--timeout", timeout)
    assert_child_dies(tmp_path)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_control_c_ends_the_runner_and_what_it_runs(tmp_path, number):
    write(tmp_path, FORKS + "    time.sleep(100)\n", one_case('"a"'))
    with subprocess.Popen(
        [sys.executable, RUNNER, "ep.py"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as runner:
        while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text("ascii"):
            assert runner.poll() is None
            time.sleep(0.01)
        runner.send_signal(number)
        assert runner.communicate(timeout=10)[1] == "testsuite: interrupted\n"
        assert runner.returncode == 130
    assert_child_dies(tmp_path)


def test_verdicts_are_printed_as_soon_as_a_case_ends(tmp_path):
    cases = one_case('"1"') + 'case=two\ninput=2\noutput="2"\n'
    write(tmp_path, "import time\nn = int(input())\nprint(n)\ntime.sleep((n - 1) * 100)\n", cases)
    with subprocess.Popen(
        [sys.executable, RUNNER, "ep.py", "--timeout", "20"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as runner:
        assert [runner.stdout.readline() for _ in range(5)][-1] == "✅ one\n"
        runner.send_signal(signal.SIGINT)
        assert runner.stdout.read() == ""  # the second case did not end yet
