"""The runner judges the runner: real programs, right and wrong, well and badly behaved."""

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import testsuite
import vpl_cases
from scripts import ROOT
from testsuite import Run, TestSuite, report

RUNNER = ROOT / "tests" / "testsuite.py"
EN = testsuite.WORDS["en"]


def prints(text):
    """Return a program that prints a text."""
    return f"import sys\n\nsys.stdout.write({text!r})\n"


def one_case(output, statements="", name="one"):
    """Return a .cases file of one case."""
    return f"case={name}\n{statements}input=1\noutput={output}\n"


def cases_file(*names):
    """Return a .cases file of cases with these names; right is what prints `x`."""
    return "".join(one_case('"x"', name=name) for name in names)


def write(folder, program, cases):
    """Write the program ep.py and its cases."""
    (folder / "casos").mkdir(exist_ok=True)
    (folder / "ep.py").write_text(textwrap.dedent(program), encoding="utf-8")
    (folder / "casos" / "ep.cases").write_bytes(vpl_cases.to_bytes(cases))


@pytest.fixture
def main(tmp_path, monkeypatch, capsys):
    """Return the runner, to be called in an empty folder as a shell would, without a process.

    It returns the lines that were printed, the text on standard error and the exit status.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["testsuite.py", *map(str, arguments)])
        status = testsuite.main()
        printed, errors = capsys.readouterr()
        return printed.splitlines(), errors, status

    return call


@pytest.fixture
def judge(main, tmp_path):
    """Return a function that writes a program and its cases and judges it."""

    def call(program, cases, *options):
        write(tmp_path, program, cases)
        return main("ep.py", *options)

    return call


@pytest.fixture
def play(monkeypatch):
    """Return a function that lets executed cases take the given times (s) of a clock of its own.

    It returns the list to which each limit is added. A case is right if it keeps to its limit.
    The judge itself takes the time `between` after each case.
    """

    def call(*times, between=0):
        clock, limits, times = [0.0], [], iter(times)

        def execute(program, case, limit):
            limits.append(limit)
            needed = next(times)
            clock[0] += min(needed, limit) + between
            return Run("x", None, "time") if needed > limit else Run("x", 0, None)

        monkeypatch.setattr(testsuite, "execute", execute)
        monkeypatch.setattr(testsuite, "time", SimpleNamespace(monotonic=lambda: clock[0]))
        return limits

    return call


@pytest.fixture
def times_out_when_ready(monkeypatch, tmp_path):
    """Let an hour pass for the runner as soon as the program has written the file `ready`."""
    ready = tmp_path / "ready"
    clock = SimpleNamespace(monotonic=lambda: 3600 * ready.exists(), sleep=time.sleep)
    monkeypatch.setattr(testsuite, "time", clock)


HANGS = """
    import os, time

    print("so far")
    open("pid", "w").write(str(os.getpid()))
    os.rename("pid", "ready")
    time.sleep(100)
"""


# --- The report ---


@pytest.mark.parametrize("cases", ["EP06_01.cases", "EP06_01.es.cases", "EP09_05.cases"])
def test_the_solutions_pass_the_statement_s_cases(main, cases):
    lines, errors, status = main(ROOT / f"{cases[:7]}.py", ROOT / "casos" / cases)
    number = len(testsuite.load(ROOT / "casos" / cases)[0])
    assert [line[0] for line in lines[4:-2] if line[0] in "✅❌"] == ["✅"] * number
    assert lines[-1] == f"📊 Result: {number}/{number} (100.0%)"
    assert (errors, status) == ("", 0)


EMPTY = {
    "en": (
        "✔️ EP06_01.cases already exists in casos/",
        "📋 5 case(s) loaded from casos/EP06_01.cases",
        "",
        "🔍 Testing Python: ep.py",
        "⚠️ ep.py: Empty file (fewer than 3 lines). Tests skipped.",
    ),
    "es": (
        "✔️ EP06_01.cases ya existe en casos/",
        "📋 5 caso(s) cargado(s) de casos/EP06_01.cases",
        "",
        "🔍 Probando Python: ep.py",
        "⚠️ ep.py: archivo vacío (menos de 3 líneas). Pruebas omitidas.",
    ),
    "pt": (
        "✔️ EP06_01.cases já existe em casos/",
        "📋 5 caso(s) carregado(s) de casos/EP06_01.cases",
        "",
        "🔍 Testando Python: ep.py",
        "⚠️ ep.py: arquivo vazio (menos de 3 linhas). Testes omitidos.",
    ),
}


@pytest.mark.parametrize("language", EMPTY)
def test_a_file_that_holds_nothing_yet(main, language):
    Path("ep.py").touch()
    Path("casos").mkdir()
    Path("casos", "EP06_01.cases").write_text(cases_file(*"abcde"), encoding="utf-8")
    result = main("ep.py", "casos/EP06_01.cases", "--lang", language)
    assert result == ([*EMPTY[language]], "", 1)


@pytest.mark.parametrize(
    ("source", "empty"),
    [
        ("\n", True),
        ("# -*- coding: utf-8 -*-\n  # to do", True),
        ("\ufeff# to do\n\t \n", True),
        ("print('x')", False),
        ("# all of it:\nprint('x')\n", False),
        ("import sys; \\\nsys.stdout.write('x')\n", False),
        ("#\n#\n#", False),
        ("\n\n\n", False),
    ],
)
def test_fewer_than_three_lines_without_code_are_nothing(judge, source, empty):
    lines, _, status = judge(source, one_case('"x"'))
    assert ("⚠️ ep.py: Empty file (fewer than 3 lines). Tests skipped." in lines) == empty
    assert (lines[-1].startswith("📊 Result: ")) != empty
    assert status == (1 if empty or "x" not in source else 0)


def test_a_failed_case_is_told_in_full(judge):
    cases = 'case=one\ninput=1\n2\noutput="a\nb b\nc"\ncase=two\ninput=3\noutput="x"\n'
    lines, errors, status = judge(prints("a\nb\tb \n"), cases)
    assert lines[4:] == [
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
    assert (errors, status) == ("", 1)


DIFFERENCES = [
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
    ("\udce7", "\udce8", r"1: expected '\xe7', printed '\xe8'"),
    ('"\udce7"', "\\udce7", r"1: expected '\xe7', printed '\\udce7'"),
    ("/x/", "a", None),
    ("/x/\noutput=y", "a", r"1: expected 'y', printed 'a'"),
    ("y\noutput=z", "a", r"1: expected 'y', printed 'a'"),
    ('"a\nb"', "a\r\nc\r\n", r"2: expected 'b\n', printed 'c\n'"),
    ('"' + "x" * 99 + 'a"', "x" * 99 + "b", f"1: expected '{40 * 'x'}a', printed '{40 * 'x'}b'"),
    ('"' + "y" * 99 + '"', "", f"1: expected '{80 * 'y'}', printed ''"),
]


@pytest.mark.parametrize(("output", "printed", "difference"), DIFFERENCES)
def test_the_first_difference_is_named_by_line(output, printed, difference):
    case = vpl_cases.parse(one_case(output)).cases[0]
    found = [line for line in report(case, Run(printed, 0, None)) if "difference" in line]
    assert found == ([f"   first difference, line {difference}"] if difference else [])


def shown(output):
    """Return the lines that the report shows of an output, without their indentation."""
    lines = report(vpl_cases.Case(), Run(output, 0, None))
    return [line[6:] for line in lines[lines.index("   printed (exit code 0):") + 1 :]]


def test_long_texts_are_shortened_in_the_middle():
    numbers = [str(number) for number in range(1000)]
    assert shown("\n".join(numbers[:20]) + "\n") == numbers[:20]
    assert shown("\n".join(numbers[:21])) == [
        *numbers[:10],
        "… 1 lines left out …",
        *numbers[11:21],
    ]
    assert shown("\n".join(numbers)) == [*numbers[:10], "… 980 lines left out …", *numbers[-10:]]


def test_lines_past_300_characters_are_shortened_in_the_middle():
    line = "a" * 100 + "b" * 100 + "c" * 100
    assert shown(line) == [line]
    assert shown(line + "d") == ["a" * 100 + "b" * 50 + " … " + "b" * 49 + "c" * 100 + "d"]
    assert shown("é" * 300) == ["é" * 300]
    assert shown("\udce7" * 75) == [r"\xe7" * 75]
    assert shown("\udce7" * 75 + "d") == [
        (r"\xe7" * 38)[:150] + " … " + (r"\xe7" * 38 + "d")[-150:]
    ]


@pytest.mark.parametrize(
    ("language", "kinds", "code"),
    [
        ("es", ["texto exacto", "expresión regular", "números", "texto"], "código de salida"),
        ("pt", ["texto exato", "expressão regular", "números", "texto"], "código de saída"),
    ],
)
def test_the_report_has_one_language(judge, language, kinds, code):
    cases = one_case('"x"\noutput=/y/\noutput=5\noutput=z', "expected exit code=3\n")
    lines, _, _ = judge(prints("a\n"), cases, "--lang", language)
    expected = [f"   esperado ({kind}):" for kind in [*kinds, code]]
    assert [line for line in lines if "   esperado" in line] == expected
    assert (
        f"   impreso ({code} 0):".replace("impreso", testsuite.WORDS[language]["printed"]) in lines
    )
    assert not re.search("exact text|regular exp|numbers|exit|output|printed|line", str(lines))


def test_the_words_are_the_same_in_all_languages():
    assert [*testsuite.WORDS] == ["en", "es", "pt"]
    for words in testsuite.WORDS.values():
        assert words.keys() == EN.keys()
        assert [re.findall("{.*?}", words[key]) for key in EN] == [
            re.findall("{.*?}", EN[key]) for key in EN
        ]


def test_a_fail_message_replaces_the_details(judge):
    cases = one_case('"x"', "fail message= Leia \udce7 de novo \n") + one_case('"a"', name="two")
    lines, _, _ = judge(prints("a\n"), cases)
    assert lines[4:] == [
        "❌ one: wrong output",
        r"   Leia \xe7 de novo",
        "✅ two",
        "",
        "📊 Result: 1/2 (50.0%)",
    ]


def test_the_mark_takes_grade_reductions(judge):
    cases = one_case('"x"', "grade reduction=25%\n") + one_case('"a"', name="two")
    assert judge(prints("a\n"), cases)[0][-1] == "📊 Result: 1/2 (75.0%)"
    cases = cases.replace("25%", "-25%")
    assert judge(prints("a\n"), cases)[0][-1] == "📊 Result: 1/2 (125.0%)"


def test_only_the_cases_of_the_student_s_variation_count(judge):
    cases = one_case('"a"', "variation=V1\n") + one_case('"b"', "variation=V2\n")
    assert judge(prints("a"), cases, "--variation", "v1")[0][-1] == "📊 Result: 1/1 (100.0%)"
    assert judge(prints("a"), cases)[2] == 2


def test_a_case_without_a_name_is_shown_by_its_number_among_those_that_count(judge):
    cases = one_case('"x"') + one_case('"x"', "variation=v\n") + "case=\ninput=1\noutput=x\n" * 2
    lines, _, _ = judge(prints("x"), cases)
    assert lines[4:-2] == ["✅ one", "✅ Test 2", "✅ Test 3"]
    lines, _, _ = judge(prints("y"), cases, "--variation", "v")
    assert [line for line in lines if "❌" in line][2] == "❌ Test 3: wrong output"


def test_bytes_that_are_not_utf_8_are_shown_as_bytes(judge):
    cases = "case=\udce7\ninput=\udce7\nfoo\noutput=\udce7\nx\n" + one_case("\udce8", name="\udce8")
    program = "import sys\n\nsys.stdout.buffer.write(b'\\xe8\\\\udce7')\n"
    lines, errors, _ = judge(program, "\udce9=\n" + cases)
    assert r"⚠️ ep.cases:1: VPL calls this a syntax error: \xe9=" in lines
    assert r"❌ \xe7: wrong output" in lines
    assert lines.count(r"      \xe7") == 2
    assert r"      \xe8\udce7" in lines
    assert [line for line in lines if r"\udce" in line] == [
        r"      \xe8\udce7",
        r"      \xe8\udce7",
    ]
    assert errors == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_any_console_will_do(tmp_path, encoding):
    write(tmp_path, prints("é"), one_case('"é"', name="ação") + one_case('"ü"', name="two"))
    result = subprocess.run(
        [sys.executable, RUNNER, "ep.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        encoding=encoding,
        timeout=60,
        check=False,
    )
    assert "1/2 (50.0%)" in result.stdout
    assert (result.stderr, result.returncode) == ("", 1)


# --- Crashes ---

CRASHES = {  # programs, and the errors and lines to be named
    "at the top": ("print('a')\n\n1 / 0\n", "ZeroDivisionError", 3),
    "in a function": ("def f():\n    return [][0]\n\n\nf()\n", "IndexError", 2),
    "in a library": ("import json\n\njson.loads('x')\n", "json.decoder.JSONDecodeError", 3),
    "in another file": ("import step\n\n\n\nstep.f()\n", "OSError", 5),
    "without a message": ("print('a')\nraise KeyError\n", "KeyError", 2),
    "of its own": ("class Mal_1(Exception):\n    pass\n\n\nraise Mal_1('x')\n", "Mal_1", 5),
    "several lines": (
        "a = 1\nraise ValueError('one:\\n  two\\n\\n  x\\nthree')\n",
        "ValueError",
        2,
    ),
    "in handling": ("try:\n    int('x')\nexcept ValueError:\n    {}[1]\n", "KeyError", 4),
    "chained": (
        "try:\n    int('x')\nexcept ValueError as e:\n    raise OSError from e\n",
        "OSError",
        4,
    ),
    "syntax": ("print('a')\n\na = = 1\n", "SyntaxError", 3),
    "indentation": ("if True:\nprint('a')\n", "IndentationError", 2),
    "no end of input": ("input()\ninput()\n", "EOFError", 2),
    "recursion": ("def f():\n    f()\n\n\nf()\n", "RecursionError", 2),
    "in a comment": ('#\n#\nraise OSError(1)  #  File "ep.py", line 99\n', "OSError", 3),
    "of a function": (
        "def f():\n    class Mal(Exception):\n        pass\n\n    raise Mal\n\n\nf()\n",
        "f.<locals>.Mal" if sys.version_info >= (3, 9) else "Mal",
        5,
    ),
    "with an accent": ("class Índice(Exception):\n    pass\n\n\nraise Índice\n", "Índice", 5),
    "behind a word": ("print('a', end='')\n1 / 0\n", "ZeroDivisionError", 2),
    "behind a caught one": (
        "import traceback\ntry:\n    {}[1]\nexcept KeyError:\n    traceback.print_exc()\n1 / 0\n",
        "ZeroDivisionError",
        6,
    ),
}


@pytest.mark.parametrize(("program", "error", "line"), CRASHES.values(), ids=CRASHES)
def test_a_crash_is_named_with_the_last_line_in_the_judged_file(judge, program, error, line):
    Path("step.py").write_text("\ndef f():\n    raise OSError\n", encoding="utf-8")
    lines, errors, status = judge(program, one_case('"x"'))
    assert lines[4] == f"❌ one: crashed: {error}, line {line}"
    assert (errors, status) == ("", 1)


NO_CRASHES = {
    "a message": "import sys\n\nsys.exit('Error: line 3')\n",
    "a code": "import sys\nprint('a')\nsys.exit(1)\n",
    "told, and exit code 0": "import traceback\ntry:\n    1 / 0\n"
    "except ZeroDivisionError:\n    traceback.print_exc()\n",
    "in a thread": "import threading\nt = threading.Thread(target=lambda: 1 / 0)\nt.start()\n",
    "of another file": "print('  File \"eep.py\", line 3\\nSyntaxError')\nraise SystemExit(1)\n",
    "exit code 2": "print('  File \"ep.py\", line 3\\nSyntaxError')\nraise SystemExit(2)\n",
}


@pytest.mark.parametrize("program", NO_CRASHES.values(), ids=NO_CRASHES)
def test_not_everything_is_a_crash(judge, program):
    lines, _, status = judge(program, one_case('"x"'))
    assert lines[4] == "❌ one: wrong output"
    assert "first difference" in str(lines)
    assert status == 1


@pytest.mark.parametrize("end", ["time", "flood", "SIGKILL"])
def test_a_right_output_of_a_stopped_program_is_no_difference(end):
    case = vpl_cases.parse("case=a\ninput=1\noutput=5\noutput=/(/\noutput=6\n").cases[0]
    lines = report(case, Run("5\n", None, end))
    assert not [line for line in lines if "first difference" in line]


def test_a_case_with_its_own_message_hides_no_facts_of_the_next(judge):
    cases = one_case("x", "fail message=Olhe\n", "a") + one_case("x", name="b")
    lines, *_ = judge("print('a')\n\n1 / 0\n", cases + one_case("x", name="c"))
    assert [line for line in lines if line.startswith(("❌", "   "))][:4] == [
        "❌ a: crashed: ZeroDivisionError, line 3",
        "   Olhe",
        "❌ b: crashed: ZeroDivisionError, line 3",
        "   input:",
    ]
    assert lines[-3] == "❌ c: crashed: ZeroDivisionError, line 3"


def test_a_program_may_begin_with_a_dash(main):
    Path("-x.py").write_text("print('x')\n", encoding="utf-8")
    Path("c.cases").write_text(cases_file("one"), encoding="utf-8")
    assert main("--", "-x.py", "c.cases")[2] == 0


def test_a_time_limit_that_is_no_number_is_over_at_once(judge):
    lines, *_ = judge("while True:\n    pass\n", cases_file("one"), "--timeout", "nan")
    assert lines[4].startswith("❌ one: time limit exceeded")


@pytest.mark.parametrize(
    "cases",
    [
        one_case("/Traceback.*ZeroDivisionError/"),
        one_case('*"by zero"'),
        one_case('"x"', "expected exit code=1\n"),
    ],
)
def test_a_crash_that_is_asked_for_passes(judge, cases):
    lines, _, status = judge("print('a')\n\n1 / 0\n", cases)
    assert (lines[4], status) == ("✅ one", 0)


@pytest.mark.parametrize(
    ("language", "crashed", "given", "printed"),
    [
        ("en", "crashed: ZeroDivisionError, line 3", "input", "printed (exit code 1)"),
        (
            "es",
            "terminó con un error: ZeroDivisionError, línea 3",
            "entrada",
            "impreso (código de salida 1)",
        ),
        (
            "pt",
            "terminou com um erro: ZeroDivisionError, linha 3",
            "entrada",
            "impresso (código de saída 1)",
        ),
    ],
)
def test_a_crash_shows_input_and_traceback(judge, language, crashed, given, printed):
    program = "print('a')\n\n1 / 0\n"
    lines, _, _ = judge(program, one_case('"x"', "expected exit code=2\n"), "--lang", language)
    run = testsuite.execute(Path("ep.py"), vpl_cases.Case())
    assert lines[4:-2] == [
        f"❌ one: {crashed}",
        f"   {given}:",
        "      1",
        f"   {printed}:",
        *(f"      {line}" for line in run.output.splitlines()),
    ]
    assert lines[9].startswith("      Traceback (most recent call last)")


def test_a_traceback_is_whole_and_its_last_line_is_not_shortened(judge):
    program = """
        print("p" * 301)
        for i in range(30):
            print(i)

        def f(n):
            {}[n] if n == 9 else g(n)

        def g(n):
            f(n + 1)

        try:
            f(0)
        except KeyError:
            raise ValueError("é" * 1000)
    """
    lines, _, _ = judge(program, one_case('"x"'))
    run = testsuite.execute(Path("ep.py"), vpl_cases.Case())
    output = run.output.splitlines()
    shown = [line[6:] for line in lines[lines.index("   printed (exit code 1):") + 1 : -2]]
    assert shown[0] == "p" * 150 + " … " + "p" * 150
    assert shown[1:11] == [*output[1:10], "… 21 lines left out …"]
    assert shown[11] == "Traceback (most recent call last):"
    assert shown[11:] == output[31:]
    assert shown[-1] == "ValueError: " + "é" * 1000


def test_a_crash_with_a_message_of_several_lines_shows_all_of_them(judge):
    message = "\n".join([*map(str, range(40)), "é" * 500])
    lines, _, _ = judge(f"a = 1\n\nraise ValueError({message!r})\n", one_case('"x"'))
    assert [line[6:] for line in lines[-42:-2]] == message.split("\n")[1:]


# --- The same again ---


def test_a_crash_at_the_same_line_takes_one_line(judge):
    program = """
        n = int(input())
        if n == 3:
            [][0]
        [1][n // 4] if n < 9 else {}[n]
    """
    cases = [f'case={n}\ninput={n}\noutput="x"\n' for n in (5, 6, 3, 7, 9, 3, 9)]
    lines, _, _ = judge(program, "".join(cases))
    starts = [number for number, line in enumerate(lines) if line.startswith("❌")]
    assert [lines[start].partition(": ")[2] for start in starts] == [
        "crashed: IndexError, line 5",
        "crashed: IndexError, line 5",
        "crashed: IndexError, line 4",
        "crashed: IndexError, line 5",
        "crashed: KeyError, line 5",
        "crashed: IndexError, line 4",
        "crashed: KeyError, line 5",
    ]
    lengths = [end - start for start, end in zip(starts, [*starts[1:], len(lines) - 2])]
    assert [length == 1 for length in lengths] == [False, True, False, True, False, True, True]


def test_a_further_time_out_takes_one_line_and_another_wrong_output_does_not(judge, play):
    limits = play(9, 1, 9)
    lines, _, _ = judge(prints("x"), cases_file("a", "b", "c").replace('"x"', '"y"'))
    note = "time limit exceeded (stopped after 5 s; VPL would give it 80 s (240 s for 3 cases))"
    starts = [number for number, line in enumerate(lines) if line.startswith("❌")]
    assert lines[starts[0]] == f"❌ a: {note}"
    assert lines[starts[1]] == "❌ b: wrong output"
    assert lines[starts[2] :] == [f"❌ c: {note}", "", "📊 Result: 0/3 (0.0%)"]
    assert starts[1] - starts[0] > 4
    assert limits == [5, 5, 5]


def test_wrong_outputs_and_signals_are_told_each_time(judge):
    lines, _, _ = judge(prints("y"), cases_file("a", "b"))
    assert lines.count("   input:") == 2
    lines, _, _ = judge("import os\n\nos.abort()\n", cases_file("a", "b"))
    assert lines.count("   input:") == 2


# --- Time ---


@pytest.mark.parametrize(
    ("language", "note"),
    [
        (
            "en",
            "time limit exceeded (stopped after 5 s; VPL would give it 48 s (240 s for 5 cases))",
        ),
        (
            "es",
            "tiempo límite excedido (detenido a los 5 s; VPL le daría 48 s (240 s para 5 casos))",
        ),
        (
            "pt",
            "tempo limite excedido (parado após 5 s; o VPL daria 48 s (240 s para 5 casos))",
        ),
    ],
)
def test_a_time_out_tells_the_limit_here_and_in_vpl(judge, play, language, note):
    limits = play(1, 6, 1, 5, 5)
    lines, _, status = judge(prints("x"), cases_file(*"abcde"), "--lang", language)
    assert [line for line in lines if "❌" in line] == [f"❌ b: {note}"]
    assert limits == [5] * 5
    assert lines[-1].endswith(": 4/5 (80.0%)")
    assert status == 1


def test_the_limit_for_a_case_can_be_set(judge, play):
    limits = play(0.5, 1)
    lines, _, _ = judge(prints("x"), cases_file(*"ab"), "--timeout", "0.75")
    note = "stopped after 0.75 s; VPL would give it 120 s (240 s for 2 cases)"
    assert f"❌ b: time limit exceeded ({note})" in lines
    assert limits == [0.75] * 2


SHARES = {  # maxtime, the times that cases need, that between them, the limits that they get
    "whole seconds": (60, [1] * 13, 0, [4] * 13),
    "13 cases at 20 s": (20, [0.1] * 13, 0, []),
    "5 cases at 9 s": (9, [0.1] * 5, 0, []),
    "5 cases at 10 s": (10, [0.1] * 5, 0, [2] * 5),
    "1 case at 1 s": (1, [0.1], 0, []),
    "1 case at 2 s": (2, [0.1], 0, [2]),
    "a limit of 0": (0, [0.1], 0, []),
    "a time-out": (20, [1, 9, 1, 1], 0, [5] * 4),
    "all at their limit": (10, [2] * 5, 0, [2] * 5),
    "less is left": (15, [3, 3, 3, 2], 1.4, [3, 3, 3, 2]),
    "too little is left": (15, [3, 3, 3, 2.1], 1.4, [3, 3, 3, 2]),
    "over in the middle": (12, [3, 3, 3, 3], 1.2, [3, 3, 3]),
    "over to the second": (12, [3, 3, 3, 3], 1, [3, 3, 3]),
    "over by a time-out": (6, [9, 0.1], 3, [3]),
}


@pytest.mark.parametrize(("maxtime", "times", "between", "limits"), SHARES.values(), ids=SHARES)
def test_maxtime_is_shared_in_whole_seconds(judge, play, maxtime, times, between, limits):
    given, number = play(*times, between=between), len(times)
    lines, errors, status = judge(prints("x"), cases_file(*times), "--maxtime", maxtime)
    right = sum(needed <= limit for needed, limit in zip(times, limits))
    in_time = len(limits) == number
    percent = 100 * right / number if in_time else 0
    assert given == limits
    assert sum(line.startswith("✅") for line in lines) == right
    assert [line for line in lines if "Global" in line] == ["❌ Global timeout"] * (not in_time)
    assert lines[-1] == f"📊 Result: {right}/{number} ({percent:.1f}%)"
    assert (errors, status) == ("", 0 if right == number else 1)


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "stopped after 5 s"), ("es", "detenido a los 5 s"), ("pt", "parado após 5 s")],
)
def test_with_maxtime_a_time_out_tells_its_limit_alone(judge, play, language, note):
    play(6, 1)
    lines, _, _ = judge(prints("x"), cases_file(*"ab"), "--maxtime", 10, "--lang", language)
    assert lines[4] == f"❌ a: {testsuite.WORDS[language]['time']} ({note})"


def test_global_timeout_is_told_in_one_language_after_the_cases(judge, play):
    play(3, 3, 3, 3, between=1.2)
    lines, _, _ = judge(prints("x"), cases_file(*"abcd"), "--maxtime", 12, "--lang", "pt")
    result = "📊 Resultado: 3/4 (0.0%)"
    assert lines[4:] == ["✅ a", "✅ b", "✅ c", "❌ Global timeout", "", result]


def test_a_suite_takes_its_time_and_language_as_arguments(tmp_path, play, capsys):
    write(tmp_path, prints("x"), cases_file(*"abc"))
    file = tmp_path / "ep.py"
    assert play() == []
    assert TestSuite(file, maxtime=5).run() is False
    limits = play(*[1] * 9)
    assert TestSuite(file, maxtime=6, lang="es").run() is True
    assert TestSuite(file, timeout=3).run() is True
    assert TestSuite(str(file), tmp_path / "casos" / "ep.cases").run() is True
    assert limits == [2] * 3 + [3] * 3 + [5] * 3
    assert "📊 Resultado: 3/3 (100.0%)" in capsys.readouterr().out


# --- Suspicious cases files ---

REASONS = {
    "en": [
        "VPL calls this a syntax error",
        "a case without output=",
        "judged as plain text: the closing quote or slash is missing",
        "part of the input or output; is it a statement?",
        "this name was used before",
    ],
    "es": [
        "para VPL, un error de sintaxis",
        "un caso sin output=",
        "se juzga como texto: falta la comilla o barra final",
        "parte de la entrada o salida; ¿es una instrucción?",
        "este nombre ya se usó",
    ],
    "pt": [
        "para o VPL, um erro de sintaxe",
        "um caso sem output=",
        "julgado como texto: falta a aspa ou barra final",
        "parte da entrada ou saída; é uma instrução?",
        "este nome já foi usado",
    ],
}


@pytest.mark.parametrize("language", REASONS)
def test_suspicious_lines_are_told_and_change_no_verdict(judge, language):
    cases = """foo=\x1b[31m
case=empty
expected_exit code=3
case=a
output="x
case=b
input=1
ouput=x
output=/x
case=a
output=x"""
    lines, errors, status = judge(prints("x"), cases, "--lang", language)
    reasons = REASONS[language]
    assert lines[4:9] == [
        rf"⚠️ ep.cases:1: {reasons[0]}: foo=\x1b[31m",
        f'⚠️ ep.cases:5: {reasons[2]}: output="x',
        f"⚠️ ep.cases:8: {reasons[3]}: ouput=x",
        f"⚠️ ep.cases:9: {reasons[2]}: output=/x",
        f"⚠️ ep.cases:10: {reasons[4]}: a",
    ]
    assert [line for line in lines[9:] if line[0:1] in "✅❌⚠"][1:-1] == ["✅ a", "✅ b", "✅ a"]
    assert (errors, status) == ("", 1)
    lines, _, _ = judge(prints("x"), "\ncase=b\ninput=1\n", "--lang", language)
    assert lines[4] == f"⚠️ ep.cases:2: {reasons[1]}: b"


# --- What it can't judge ---


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ("", "casos/ep.cases: no case that counts"),
        ("no statement\n", "casos/ep.cases: no case that counts"),
        (one_case('"a"', "variation=x\n"), "casos/ep.cases: no case that counts"),
        (one_case("/a/q"), "case one: '/a/q': unknown flag"),
        (one_case("/(/"), "case one: '/(/': Unmatched ( or \\("),
        (one_case("/(\nb/"), r"case one: '/(\nb/': Unmatched ( or \("),
        (one_case("/\udce7(/", name="\udce8"), r"case \xe8: '/\xe7(/': Unmatched ( or \("),
        (one_case('"a"', "program to run=x\n"), "casos/ep.cases:1: case one: can't run x"),
        (
            one_case('"a"', "program to run=\udce7\x1b\n", name="\udce8"),
            r"casos/ep.cases:1: case \xe8: can't run \xe7\x1b",
        ),
        (one_case('"\0"'), "casos/ep.cases: not UTF-8: save it as UTF-8"),
        ("\udcff\udcfe", "casos/ep.cases: not UTF-8: save it as UTF-8"),
        ("\udcfe\udcff", "casos/ep.cases: not UTF-8: save it as UTF-8"),
    ],
)
def test_what_cannot_be_judged_is_one_line(judge, cases, message):
    _, errors, status = judge(prints("b"), cases)
    assert (errors, status) == (f"testsuite: {message}\n", 2)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_cases_file_in_utf_16_is_refused(main, encoding):
    Path("ep.py").write_text(prints("x"), encoding="utf-8")
    Path("ep.cases").write_bytes(one_case('"x"').encode(encoding))
    lines, errors, status = main("ep.py", "ep.cases")
    assert lines == []
    assert (errors, status) == ("testsuite: ep.cases: not UTF-8: save it as UTF-8\n", 2)
    with pytest.raises(ValueError, match="^ep.cases: not UTF-8: save it as UTF-8$"):
        TestSuite("ep.py", "ep.cases").run()


def test_a_cases_file_may_begin_with_the_mark_of_utf_8(judge):
    assert judge(prints("x"), "\ufeff" + one_case('"x"'))[2] == 0


def test_a_broken_pattern_that_is_not_reached_does_no_harm(judge):
    cases = 'case=one\ninput=1\noutput="a"\noutput=/(/\n'
    assert judge(prints("a"), cases)[2] == 0
    assert judge(prints("b"), cases)[2] == 2


@pytest.mark.parametrize("arguments", [["no.py"], ["ep.py", "no.cases"], ["."]])
def test_missing_files_are_one_line(main, arguments):
    Path("ep.py").write_text(prints("a"), encoding="utf-8")
    lines, errors, status = main(*arguments)
    assert re.fullmatch(rf"testsuite: .*'{re.escape(arguments[-1])}'\n", errors)
    assert (lines, status) == ([], 2)


def test_names_of_files_are_shown_in_one_line_without_bytes_that_are_not_utf_8(main, tmp_path):
    (tmp_path / "e\udce7\n.py").write_text(prints("x"), encoding="utf-8")
    folder = tmp_path / "a\udce8"
    folder.mkdir()
    (folder / "\udce9.cases").write_text(cases_file("one"), encoding="utf-8")
    lines, errors, status = main("e\udce7\n.py", folder / "\udce9.cases")
    assert lines[:4] == [
        r"✔️ \xe9.cases already exists in a\xe8/",
        r"📋 1 case(s) loaded from a\xe8/\xe9.cases",
        "",
        r"🔍 Testing Python: e\xe7\n.py",
    ]
    assert (errors, status) == ("", 0)
    lines, errors, status = main("e\udce7\n.py")
    assert errors.startswith(r"testsuite: no casos/e\xe7\n.cases beside e\xe7\n.py, ")
    assert errors.count("\n") == 1
    assert (lines, status) == ([], 2)
    assert main("\udce7.py")[1].endswith(": '\\xe7.py'\n")


# --- Where the cases are ---


def test_cases_are_looked_for_in_three_places(main, monkeypatch, tmp_path):
    judge = tmp_path / "judge" / "tests" / "testsuite.py"
    monkeypatch.setattr(testsuite, "__file__", str(judge))
    folders = [tmp_path / "judge", tmp_path, tmp_path / "away"]
    for folder in folders:
        (folder / "casos").mkdir(parents=True)
    (tmp_path / "away" / "ep.x.py").write_text(prints("x"), encoding="utf-8")
    missing = "no casos/ep.cases beside away/ep.x.py, here or beside tests/: name a cases file"
    assert main("away/ep.x.py") == ([], f"testsuite: {missing}\n", 2)
    with pytest.raises(FileNotFoundError) as error:
        TestSuite("away/ep.x.py").run()
    assert str(error.value) == missing
    for folder in folders:  # the last one found is the first one looked for
        (folder / "casos" / "ep.cases").write_text(cases_file(folder.name), encoding="utf-8")
        assert main("away/ep.x.py")[0][4] == f"✅ {folder.name}"
    Path("given.cases").write_text(cases_file("given"), encoding="utf-8")
    assert main("away/ep.x.py", "given.cases")[0][4] == "✅ given"


def test_another_language_is_an_error_that_names_the_languages():
    with pytest.raises(ValueError, match="^lang: expected en, es, pt, found 'fr'$"):
        TestSuite("ep.py", lang="fr")


def test_a_command_line_that_is_wrong_shows_how_to_call(main, capsys):
    for arguments in ([], ["ep.py", "--lang", "fr"], ["ep.py", "--maxtime", "x"]):
        with pytest.raises(SystemExit) as error:
            main(*arguments)
        assert error.value.code == 2
        assert capsys.readouterr().err.startswith("usage: ")


def heading(name, result):
    """Return the lines of a file of one case, named as its file."""
    return [
        f"✔️ {name}.cases already exists in casos/",
        f"📋 1 case(s) loaded from casos/{name}.cases",
        "",
        "🔍 Testing Python: ep.py",
        f"✅ {name}",
        "",
        f"📊 Result: {result}",
    ]


def test_several_cases_files_have_a_heading_and_a_result_each(judge):
    judge(prints("x"), "")
    files = [Path("casos", f"{name}.cases") for name in ("a", "b", "c")]
    for file in files:
        file.write_text(cases_file(file.stem), encoding="utf-8")
    both = heading("a", "1/1 (100.0%)") + heading("b", "1/1 (100.0%)")
    assert judge(prints("x"), "", *files[:2]) == (both, "", 0)
    files[2].write_text(cases_file("c") + one_case('"y"', name="wrong"), encoding="utf-8")
    lines, errors, status = judge(prints("x"), "", files[2], *files[:2])
    assert lines[-14:] == both
    assert lines[-15] == "📊 Result: 1/2 (50.0%)"
    assert (errors, status) == ("", 1)
    lines, errors, status = judge(prints("x"), "", files[0], "no.cases", files[1])
    assert lines == both
    assert errors == "testsuite: [Errno 2] No such file or directory: 'no.cases'\n"
    assert status == 2
    assert judge(prints("x"), "", "no.cases", files[2])[2] == 2


# --- What a program reads, prints and returns ---


@pytest.mark.parametrize(
    ("output", "right", "wrong"),
    [
        ('"IoU: 0.5"', "IoU: 0.5\n", "IoU: 0.5 \n"),
        ('*"b"', "a b", "b a"),
        ("/^IoU: [[:digit:]]/", "IoU: 0.5\n", " IoU: 1"),
        ("0.5 2", "IoU: 0.50001, 2", "0.5 2.0"),
        ("IoU bom", "x IoU\nbom", "IoUbom"),
        ("", "a", "1"),
    ],
)
def test_kinds_of_output_on_real_processes(judge, output, right, wrong):
    assert judge(prints(right), one_case(output))[2] == 0
    assert judge(prints(wrong), one_case(output))[2] == 1


def test_input_and_arguments_reach_the_program(judge):
    program = "import sys\n\nprint(sys.argv[1:], repr(sys.stdin.read()))\n"
    cases = "case=a\nprogram arguments=es 'a b'\ninput=1\n\n é\n"
    cases += """output="['es', 'a b'] '1\\n\\n é\\n'"\n"""
    assert judge(program, cases)[2] == 0


@pytest.mark.parametrize(("code", "expected"), [(3, 0), (0, 1)])
def test_an_expected_exit_code_is_enough(judge, code, expected):
    program = f"import sys\n\nsys.exit({code})\n"
    lines, _, status = judge(program, one_case('"x"', "expected exit code=3\n"))
    assert status == expected
    assert ("   expected (exit code):" in lines) == (status == 1)


def test_standard_error_is_part_of_the_output_in_the_order_written(judge, monkeypatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    program = "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')\n"
    assert judge(program, one_case('"a\nb\nc"'))[2] == 0


def test_text_is_utf_8_and_tracebacks_are_without_colours_whatever_was_set(judge, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    monkeypatch.setenv("PYTHON_COLORS", "1")
    program = "import os\nprint(input(), os.environ['PYTHON_COLORS'])\n"
    assert judge(program, 'case=a\ninput=é\noutput="é 0"\n')[2] == 0


def test_no_byte_is_lost_to_the_judgement(judge):
    program = "import sys\n\nsys.stdout.buffer.write(bytes(range(14, 256)))\n"
    expected = bytes(range(14, 256)).decode("utf-8", "surrogateescape")
    assert judge(program, one_case(f'"{expected}"'))[2] == 0


def test_a_program_that_does_not_read_a_large_input_is_no_problem(judge):
    cases = "case=one\ninput=" + "1 0 1\n" * 20000 + 'output="a"\n'
    assert judge(prints("a"), cases)[2] == 0


# --- Programs that misbehave ---

MISBEHAVING = {
    "import os\nos.abort()\n": "SIGABRT",
    "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n": "SIGSEGV",
    "import os\nos.kill(os.getpid(), 9)\n": "SIGKILL",
    "import os\nos.kill(os.getpid(), 40)\n": "signal 40",
    "import os\nos.truncate(1, 1 << 40)\n": "output too large",
    "while True:\n    print('x' * 10000)\n": "output too large",
    "\n\nraise SystemExit(1)\n": "wrong output",
    "import sys\nsys.stdin.close()\nprint()\n": "wrong output",
    "import os\nos.close(0)\nos.close(2)\n": "wrong output",
    "import sys\nsys.stdout.buffer.write(b'\\xff\\x00')\n": "wrong output",
}


@pytest.mark.parametrize(("program", "verdict"), MISBEHAVING.items())
def test_misbehaviour_is_named(judge, program, verdict):
    # A pattern that is found in the output, unless the program ended by itself.
    output = '"x"' if verdict == "wrong output" else "/so far/"
    cases = one_case(output)
    lines, errors, status = judge("print('so far')\n" + program, cases, "--timeout", "60")
    assert lines[4] == f"❌ one: {verdict}"
    assert "      so far" in lines
    assert (errors, status) == ("", 1)


@pytest.mark.usefixtures("times_out_when_ready")
def test_what_was_printed_before_a_time_out_is_shown_and_is_not_enough(judge):
    lines, errors, status = judge(HANGS, one_case('"so far"', "expected exit code=-9\n"))
    assert lines[4].startswith("❌ one: time limit exceeded (stopped after 5 s; ")
    assert lines[-4:-2] == ["   printed:", "      so far"]
    assert (errors, status) == ("", 1)


@pytest.mark.parametrize(
    ("text", "problem"),
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


# --- Processes ---

FORKS = """
    import os, subprocess, sys, time

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    open("child", "w").write(str(child.pid))
    print("a", flush=True)
    os.rename("child", "ready")
"""
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def is_alive(pid):
    """Return whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except FileNotFoundError:
        return False


def assert_child_dies(folder):
    """Assert that the child which FORKS started in a folder ends soon."""
    child = int((folder / "ready").read_text(encoding="ascii"))
    deadline = time.monotonic() + 10
    while is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(child)


@needs_proc
@pytest.mark.parametrize("end", ["", "    os.abort()\n"])
def test_children_die_with_the_program(judge, tmp_path, end):
    judge(FORKS + end, one_case('"a"'))
    assert_child_dies(tmp_path)


@needs_proc
@pytest.mark.usefixtures("times_out_when_ready")
def test_children_die_at_a_time_out(judge, tmp_path):
    lines, _, _ = judge(FORKS + "    time.sleep(100)\n", one_case('"a"'))
    assert "time limit exceeded" in lines[4]
    assert_child_dies(tmp_path)


@pytest.fixture
def windows(monkeypatch):
    """Take away what only POSIX has."""
    monkeypatch.delattr(os, "killpg")
    for name in ("SIGKILL", "SIGHUP"):
        monkeypatch.delattr(signal, name)


@pytest.mark.usefixtures("windows")
def test_judging_works_on_windows(judge):
    cases = cases_file("a", "b") + one_case('"y"', name="c")
    lines, errors, status = judge(prints("x"), cases)
    assert lines[4:7] == ["✅ a", "✅ b", "❌ c: wrong output"]
    assert lines[-1] == "📊 Result: 2/3 (66.7%)"
    assert (errors, status) == ("", 1)


@needs_proc
@pytest.mark.usefixtures("windows", "times_out_when_ready")
def test_a_time_out_works_on_windows(judge, tmp_path):
    lines, errors, status = judge(HANGS, one_case("so far"))
    assert lines[4].startswith("❌ one: time limit exceeded (stopped after 5 s; ")
    assert (errors, status) == ("", 1)
    assert not is_alive(int((tmp_path / "ready").read_text(encoding="ascii")))


@pytest.fixture
def runner(tmp_path):
    """Return a function that starts the runner as a process."""
    processes = []

    def start(*arguments):
        processes.append(
            subprocess.Popen(
                [sys.executable, RUNNER, "ep.py", *arguments],
                cwd=tmp_path,
                env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": ""},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
        )
        return processes[-1]

    yield start
    for process in processes:
        with process:
            process.kill()


@pytest.mark.parametrize(
    ("program", "cases"),
    [
        ("", cases_file("a")),
        (prints("x"), one_case("/(/")),
        (prints("x"), "x = 1\n" * 2000 + cases_file("a")),
    ],
)
def test_a_pipe_that_is_closed_from_the_start_ends_the_runner_without_a_word(
    tmp_path, runner, program, cases
):
    write(tmp_path, program, cases)
    process = runner()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=10) == 1


@pytest.mark.parametrize("printed", ["x", "y"])
def test_a_pipe_that_is_closed_in_between_ends_the_runner_without_a_word(tmp_path, runner, printed):
    program = """
        import os, time

        open("runs", "a").write("1")
        while os.path.getsize("runs") == 2 and not os.path.exists("closed"):
            time.sleep(0.005)
    """
    write(tmp_path, textwrap.dedent(program) + f"print({printed!r})\n", cases_file("a", "b", "c"))
    process = runner("casos/ep.cases", "casos/ep.cases")
    lines = [process.stdout.readline() for _ in range(5)]
    assert lines[4][:3] in ("✅ a", "❌ a")
    process.stdout.close()  # as `… | head -5` does
    (tmp_path / "closed").touch()
    assert process.stderr.read() == ""
    assert process.wait(timeout=10) == 1
    assert (tmp_path / "runs").read_text("ascii") == "11"


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_control_c_ends_the_runner_and_what_it_runs(tmp_path, runner, number):
    write(tmp_path, FORKS + "    time.sleep(100)\n", one_case('"a"'))
    process = runner()
    while not (tmp_path / "ready").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    assert process.communicate(timeout=10)[1] == "testsuite: interrupted\n"
    assert process.returncode == 130
    assert_child_dies(tmp_path)


def test_verdicts_are_printed_as_soon_as_a_case_ends(tmp_path, runner):
    cases = one_case('"1"') + 'case=two\ninput=2\noutput="2"\n'
    write(tmp_path, "import time\nn = int(input())\nprint(n)\ntime.sleep((n - 1) * 100)\n", cases)
    process = runner("--timeout", "20")
    assert [process.stdout.readline() for _ in range(5)][-1] == "✅ one\n"
    process.send_signal(signal.SIGINT)
    assert process.stdout.read() == ""  # the second case did not end yet
