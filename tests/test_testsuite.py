"""The runner: report, limits and exit status, on programs right, wrong and badly behaved."""

import io
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

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
    """Write a program and its cases, and run the runner on them in this process."""
    write(folder, program, cases)
    return run_main("ep.py", *options, folder=folder)


def run_main(*arguments, folder=ROOT):
    """Run the runner in this process, in a folder; return what a finished process would have."""
    before, output, errors = Path.cwd(), io.StringIO(), io.StringIO()
    os.chdir(folder)
    try:
        argv = patch("sys.argv", ["testsuite.py", *map(str, arguments)])
        with argv, patch("signal.signal"), redirect_stdout(output), redirect_stderr(errors):
            status = testsuite.main()
    finally:
        os.chdir(before)
    return subprocess.CompletedProcess([], status, output.getvalue(), errors.getvalue())


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
    number = cases.read_text(encoding="utf-8").count("case=")
    result = run_main(tmp_path / "EP06_01.py", cases, "--lang", language)
    assert result.stdout == (
        f"✔️ EP06_01.cases {exists} casos/\n"
        f"📋 {number} {loaded} casos/EP06_01.cases\n"
        "\n"
        f"🔍 {testing} Python: EP06_01.py\n"
        f"⚠️ EP06_01.py: {skipped}\n"
    )
    assert (result.stderr, result.returncode) == ("", 1)


@pytest.mark.parametrize(
    "source, empty",
    [
        ("", True),
        ("\n", True),
        ("# a\n  # b\n", True),
        ("\ufeff# a\n\n", True),
        ("# a\n\n\n", False),
        ("print('x')", False),
        ("a = 'x'\nprint(a)\n", False),
    ],
)
def test_fewer_than_three_lines_without_code_are_nothing(tmp_path, source, empty):
    result = judge(tmp_path, source, one_case('"x"'))
    assert ("Empty file" in result.stdout) == empty
    assert ("Result" in result.stdout) != empty


@pytest.mark.parametrize("script", ["EP06_01", "EP09_05"])
def test_a_solution_passes_its_cases(script):
    result = run_runner(f"{script}.py", cwd=ROOT)
    lines = result.stdout.splitlines()
    number = len(lines) - 6
    assert number > 3
    assert [line[0] for line in lines[4:-2]] == ["✅"] * number
    assert lines[-1] == f"📊 Result: {number}/{number} (100.0%)"
    assert (result.stderr, result.returncode) == ("", 0)


def test_a_case_may_take_5_seconds_unless_told_otherwise(tmp_path, monkeypatch):
    limits = []

    def execute(program, case, timeout):
        limits.append(timeout)
        return Run("x", 0, None)

    monkeypatch.setattr(testsuite, "execute", execute)
    judge(tmp_path, prints("x"), one_case('"x"'))
    judge(tmp_path, prints("x"), one_case('"x"'), "--timeout", "7")
    TestSuite(tmp_path / "ep.py").run()
    assert limits == [5, 7, 5]


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
    lines = "".join(f"{i}\n" for i in range(1000)) + "y" * 150 + "zz" + "y" * 149
    result = judge(tmp_path, prints(lines), one_case('"x"'))
    shown = result.stdout[result.stdout.index("printed") :].splitlines()
    expected = [str(i) for i in range(10)] + ["… 981 lines left out …"]
    expected += [str(i) for i in range(991, 1000)] + ["y" * 150 + " … " + "z" + "y" * 149]
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
        "⚠️ ep.cases:1: VPL calls this a syntax error: x = 3",
        r"⚠️ ep.cases:3: VPL calls this a syntax error: foo=\x1b[31m",
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


# Crashes

LIBRARY = "import json\n\njson.loads('{')\n"
CHAIN = "try:\n    1 / 0\nexcept ZeroDivisionError:\n    [][1]\n"
OWN = "class A(Exception):\n    pass\n\n\nraise A('a\\nb')\n"
DEEP = "def f(n):\n    return f(n - 1) if n else 1 / n\n\n\nf(9)\n"


@pytest.mark.parametrize(
    "language, told",
    [
        ("en", "crashed: ZeroDivisionError, line 10"),
        ("es", "terminó con un error: ZeroDivisionError, línea 10"),
        ("pt", "terminou com um erro: ZeroDivisionError, linha 10"),
    ],
)
def test_a_crash_is_named_and_its_traceback_shown_whole(tmp_path, language, told):
    program = "a = 'long' * 90\n" + 8 * "\n" + "print('x') or 1 / 0  # " + "y" * 300 + "\n"
    result = judge(tmp_path, program, one_case('"x"'), "--lang", language)
    lines = result.stdout.splitlines()
    assert lines[4] == f"❌ one: {told}"
    assert lines[6] == "      1"
    start = lines.index("      Traceback (most recent call last):")
    assert lines[start - 1] == "      x"
    assert lines[start + 2] == "          print('x') or 1 / 0  # " + "y" * 300
    assert lines[-4:-1] == [lines[-4], "      ZeroDivisionError: division by zero", ""]
    assert not re.search("first diff|primera dif|primeira dif|expected|esperado", result.stdout)


@pytest.mark.parametrize(
    "program, told",
    [
        (LIBRARY, "crashed: json.decoder.JSONDecodeError, line 3"),
        (CHAIN, "crashed: IndexError, line 4"),
        (OWN, "crashed: A, line 5"),
        (DEEP, "crashed: ZeroDivisionError, line 2"),
        ("print('x')\n\nprint(\n", "crashed: SyntaxError, line 3"),
        ("if 1:\nprint('x')\n\n", "crashed: IndentationError, line 2"),
        ("print('x')\n\nint('a')\n", "crashed: ValueError, line 3"),
        ("print('x')\n\nassert 0\n", "crashed: AssertionError, line 3"),
        ("import sys\nprint('  a\\nb: c')\nsys.exit('text')\n", "wrong output"),
        ("print('x')\nprint('Traceback:')\nexit(1)\n", "wrong output"),
        (
            f"import traceback\ntry:\n{' ' * 4}1 / 0\nexcept: traceback.print_exc()\n",
            "wrong output",
        ),
    ],
)
def test_what_is_a_crash(tmp_path, program, told):
    assert judge(tmp_path, program, one_case('"y"')).stdout.splitlines()[4] == f"❌ one: {told}"


def test_all_tracebacks_of_a_chain_are_shown_and_the_output_before_is_cut(tmp_path):
    program = """
        print(*range(100), sep="\\n")

        def f(n):
            return f(n - 1) if n else 1 / n

        try:
            f(20)
        except ZeroDivisionError:
            [][1]
    """
    shown = judge(tmp_path, program, one_case('"y"')).stdout
    assert shown.count("Traceback") == 2
    assert "\n      9\n      … 90 lines left out …\n      Traceback" in shown


def test_the_last_line_of_a_traceback_is_never_shortened(tmp_path):
    program = "print('y' * 301)\n\nraise ValueError('x' * 1000)\n"
    shown = judge(tmp_path, program, one_case('"y"')).stdout
    assert f"ValueError: {'x' * 1000}\n" in shown
    assert f"      {'y' * 150} … {'y' * 150}\n" in shown


@pytest.mark.parametrize("statement", ["output=/ZeroDivisionError/", "expected exit code=1"])
def test_a_program_may_be_asked_to_crash(tmp_path, statement):
    cases = f"case=one\ninput=1\n{statement}\n"
    if "code" in statement:
        cases = f"case=one\n{statement}\ninput=1\noutput=x\n"
    assert "✅ one" in judge(tmp_path, "\n\n1 / 0\n", cases).stdout


def test_what_fails_in_the_same_way_takes_one_line(tmp_path):
    program = """
        n = int(input())
        if n < 3:
            1 / 0
        if n < 5:
            1 // 0
        while n < 7:
            pass
    """
    cases = "".join(f"case={n}\ninput={n}\noutput=x\n" for n in range(1, 9))
    result = judge(tmp_path, program, cases, "--timeout", "0.5")
    limit = "time limit exceeded (stopped after 0.5 s; VPL would give it 30 s (240 s for 8 cases))"
    lines = result.stdout.splitlines()
    following = {line: after for line, after in zip(lines, lines[1:]) if line.startswith("❌")}
    assert following == {
        "❌ 1: crashed: ZeroDivisionError, line 4": "   input:",
        "❌ 2: crashed: ZeroDivisionError, line 4": "❌ 3: crashed: ZeroDivisionError, line 6",
        "❌ 3: crashed: ZeroDivisionError, line 6": "   input:",
        "❌ 4: crashed: ZeroDivisionError, line 6": f"❌ 5: {limit}",
        f"❌ 5: {limit}": "   input:",
        f"❌ 6: {limit}": "❌ 7: wrong output",
        "❌ 7: wrong output": "   input:",
        "❌ 8: wrong output": "   input:",
    }


# What is shown


def test_a_case_without_a_name_is_shown_by_its_number(tmp_path):
    cases = "case=\ninput=1\noutput=a\ncase=b\ninput=1\noutput=a\ncase=\ninput=1\noutput=b\n"
    lines = judge(tmp_path, prints("a"), cases).stdout.splitlines()
    assert lines[4:7] == ["✅ Test 1", "✅ b", "❌ Test 3: wrong output"]


def test_bytes_that_are_not_utf_8_are_shown_as_bytes(tmp_path):
    program = "import sys\n\nsys.stdout.buffer.write(b'\\xe7\\\\xe7\\n')\n"
    cases = 'x\udce7=\ncase=n\udce7\ninput=\udce7\noutput="\udce7"\noutput=/\udce8/\n'
    shown = judge(tmp_path, program, cases).stdout
    assert r"⚠️ ep.cases:1: VPL calls this a syntax error: x\xe7=" in shown
    assert r"❌ n\xe7: wrong output" in shown
    assert r"line 1: expected '\xe7\n', printed '\xe7\\xe7\n'" in shown
    assert "\n      \\xe7\n" in shown and '\n      "\\xe7"\n' in shown
    assert not re.search("udc|\ufffd", shown)
    result = judge(tmp_path, program, "case=n\udce7\ninput=1\noutput=/(\udce7/\n")
    assert result.stderr.startswith(r"testsuite: case n\xe7: '/(\xe7/': ")
    result = run_main("no\udce7.py", folder=tmp_path)
    assert result.stderr.endswith("'no\\xe7.py'\n")


SUSPICIOUS = {  # a cases file, and what is said of it in three languages
    "x = 3\n": (
        "1: VPL calls this a syntax error: x = 3",
        "1: para VPL, un error de sintaxis: x = 3",
        "1: para o VPL, um erro de sintaxe: x = 3",
    ),
    'case=b\ninput=1\noutput="x\n': (
        '3: judged as plain text: the closing quote or slash is missing: output="x',
        '3: se juzga como texto: falta la comilla o barra final: output="x',
        '3: julgado como texto: falta a aspa ou barra final: output="x',
    ),
    "case=b\ninput=1\nouput=x\noutput=x\n": (
        "3: part of the input or output; is it a statement?: ouput=x",
        "3: parte de la entrada o salida; ¿es una instrucción?: ouput=x",
        "3: parte da entrada ou saída; é uma instrução?: ouput=x",
    ),
    "case=b\ninput=1\n": (
        "1: a case without output=: b",
        "1: un caso sin output=: b",
        "1: um caso sem output=: b",
    ),
    "case=b\ninput=1\noutput=x\ncase=b\ninput=2\noutput=x\n": (
        "4: this name was used before: b",
        "4: este nombre ya se usó: b",
        "4: este nome já foi usado: b",
    ),
}


@pytest.mark.parametrize("cases", SUSPICIOUS, ids=range(len(SUSPICIOUS)))
def test_suspicious_lines_are_told_and_change_no_verdict(tmp_path, cases):
    for language, told in zip(["en", "es", "pt"], SUSPICIOUS[cases]):
        lines = judge(
            tmp_path, prints("x"), cases + one_case("x"), "--lang", language
        ).stdout.splitlines()
        assert lines[4] == f"⚠️ ep.cases:{told}"
        assert [line[:1] for line in lines].count("⚠") == 1
        assert lines[-3] == "✅ one"


# Limits of time, as VPL has them


def limits_given(monkeypatch, folder, number, maxtime, seconds=0.0):
    """Judge `number` right cases that take some seconds each; return limits and the output."""
    limits, clock = [], [100.0]

    def execute(program, case, timeout):
        limits.append(timeout)
        clock[0] += seconds
        return Run("x", 0, None)

    monkeypatch.setattr(testsuite, "execute", execute)
    monkeypatch.setattr(testsuite.time, "monotonic", lambda: clock[0])
    cases = "".join(f'case={n}\ninput=1\noutput="x"\n' for n in range(number))
    result = judge(folder, prints("x"), cases, "--maxtime", str(maxtime))
    return limits, result


@pytest.mark.parametrize(
    "number, maxtime, limits",
    [
        (5, 240, [48] * 5),
        (5, 10, [2] * 5),
        (5, 14, [2] * 5),
        (5, 9, []),
        (13, 20, []),
        (9, 20, [2] * 9),
        (1, 1, []),
        (1, 2, [2]),
        (3, 0, []),
        (3, -5, []),
    ],
)
def test_maxtime_is_shared_in_whole_seconds(monkeypatch, tmp_path, number, maxtime, limits):
    given, result = limits_given(monkeypatch, tmp_path, number, maxtime)
    assert given == limits
    assert ("❌ Global timeout\n" in result.stdout) == (not limits)
    assert result.returncode == (0 if limits else 1)
    assert f"Result: {len(limits)}/{number} ({100.0 if limits else 0.0}%)" in result.stdout


@pytest.mark.parametrize(
    "number, maxtime, seconds, limits",
    [
        (4, 12, 2.9, [3, 3, 3, 3]),
        (4, 12, 3.7, [3, 3, 3, 1]),
        (3, 10, 4.5, [3, 3, 1]),
        (3, 10, 5, [3, 3]),
        (5, 15, 4.9, [3, 3, 3, 1]),
        (2, 10, 99, [5]),
    ],
)
def test_what_is_left_of_maxtime(monkeypatch, tmp_path, number, maxtime, seconds, limits):
    given, result = limits_given(monkeypatch, tmp_path, number, maxtime, seconds)
    assert given == limits
    assert ("❌ Global timeout\n" in result.stdout) == (len(limits) < number)
    assert result.returncode == (1 if len(limits) < number else 0)


def test_a_stopped_case_names_its_limit_alone_under_maxtime(tmp_path):
    result = judge(tmp_path, "while True:\n    pass\n", one_case("x"), "--maxtime", "2")
    assert "❌ one: time limit exceeded (stopped after 2 s)" in result.stdout.splitlines()
    assert TestSuite(tmp_path / "ep.py", maxtime=1).run() is False


# Where the cases are, and several files of them


def test_cases_are_looked_for_in_three_places(tmp_path, monkeypatch):
    names = {"beside": tmp_path / "p", "here": tmp_path / "h", "tests": tmp_path / "t"}
    for folder in names.values():
        (folder / "casos").mkdir(parents=True)
        (folder / "casos" / "ep.cases").write_text(one_case("x"), encoding="utf-8")
    monkeypatch.chdir(names["here"])
    monkeypatch.setattr(testsuite, "__file__", str(names["tests"] / "tests" / "testsuite.py"))
    found = []
    for folder in names.values():
        found.append(testsuite.find_cases(names["beside"] / "ep.py").resolve())
        (folder / "casos" / "ep.cases").unlink()
    assert found == [folder / "casos" / "ep.cases" for folder in names.values()]
    (names["beside"] / "ep.py").write_text(prints("x"), encoding="utf-8")
    program = names["beside"] / "ep.py"
    message = (
        f"no {Path('casos/ep.cases')} beside {program}, here or beside tests/: name a cases file"
    )
    with pytest.raises(FileNotFoundError) as problem:
        TestSuite(program).run()
    assert str(problem.value) == message
    result = run_main(program, folder=names["here"])
    assert (result.stderr, result.returncode) == (f"testsuite: {message}\n", 2)


def test_an_unknown_language_is_an_error_that_names_the_known_ones():
    with pytest.raises(ValueError, match="lang: expected en, es, pt, found 'fr'"):
        TestSuite("ep.py", lang="fr")


@pytest.mark.parametrize(
    "files, results, status",
    [
        (["a", "a"], ["1/1", "1/1"], 0),
        (["a", "b"], ["1/1", "0/1"], 1),
        (["b", "a"], ["0/1", "1/1"], 1),
        (["no", "b", "a"], ["0/1", "1/1"], 2),
        (["b", "no"], ["0/1"], 2),
    ],
)
def test_several_cases_files_have_a_report_each(tmp_path, files, results, status):
    write(tmp_path, prints("a"), "")
    for name in "ab":
        (tmp_path / name).write_text(one_case(f'"{name}"'), encoding="utf-8")
    result = run_main("ep.py", *files, folder=tmp_path)
    assert re.findall(r"Result: (\S+)", result.stdout) == results
    loaded = [name for name in files if name != "no"]
    assert re.findall(r"✔️ (\S+) already", result.stdout) == loaded
    assert result.stderr.count("\n") == files.count("no")
    assert result.returncode == status


@pytest.mark.parametrize(
    "data",
    [
        one_case("x").encode("utf-16"),
        one_case("x").encode("utf-16-be"),
        one_case("\0x").encode(),
        b"\xfe\xff",
    ],
)
def test_cases_that_are_not_utf_8_are_refused(tmp_path, data):
    write(tmp_path, prints("x"), "")
    (tmp_path / "casos" / "ep.cases").write_bytes(data)
    result = run_main("ep.py", folder=tmp_path)
    message = f"testsuite: {Path('casos/ep.cases')}: not UTF-8: save it as UTF-8\n"
    assert (result.stdout, result.stderr, result.returncode) == ("", message, 2)


def test_a_reader_that_has_gone_is_no_error(tmp_path):
    cases = "".join(f"case={n}\ninput=1\noutput=x\n" for n in range(20))
    write(tmp_path, prints("x" * 5000), cases)
    command = f'"{sys.executable}" "{RUNNER}" ep.py 2>errors | head -3 >/dev/null'
    subprocess.run(["bash", "-c", command], cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "errors").read_text(encoding="utf-8") == ""


def test_without_what_only_posix_has_it_judges_too(tmp_path, monkeypatch):
    given = []

    def popen(*arguments, **options):
        given.append(options["start_new_session"])
        return subprocess.Popen(*arguments, **options)

    monkeypatch.setattr(testsuite, "Popen", popen)
    for module, name in (os, "killpg"), (signal, "SIGKILL"), (signal, "SIGHUP"):
        monkeypatch.delattr(module, name)
    assert judge(tmp_path, prints("x"), one_case("x")).returncode == 0
    result = judge(tmp_path, "while True:\n    pass\n", one_case("x"), "--timeout", "0.5")
    assert "❌ one: time limit exceeded" in result.stdout
    assert given == [False, False]


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
        (
            "print('so far')\nwhile True:\n    pass\n",
            "time limit exceeded (stopped after 1.5 s; VPL would give it 240 s"
            " (240 s for 1 cases))",
        ),
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
        ("print('so far')\n\ninput(), input()\n", "crashed: EOFError, line 3"),
        ("import sys\nprint('so far')\nsys.stdin.close()\nprint()\n", "wrong output"),
        ("import os\nprint('so far')\nos.close(0)\nos.close(2)\n", "wrong output"),
        ("import sys\nprint('so far')\nsys.stdout.buffer.write(b'\\xff\\x00')\n", "wrong output"),
    ],
)
def test_misbehaviour_is_named(tmp_path, program, verdict):
    # A pattern that is found in the output, unless the program did not end by itself.
    output = '"x"' if verdict.startswith(("wrong", "crashed")) else "/so far/"
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
