"""Judge a program by a .cases file before VPL does: run it, and report what is wrong.

    python3 tests/testsuite.py EP06_01.py [CASES] [--lang en|es|pt] [--variation V] [--timeout S]

In a notebook: `TestSuite("EP06_01.py").run()`. The judged program has your rights: no jail.
"""

import argparse
import os
import signal
import sys
import time
from collections import namedtuple
from contextlib import suppress
from pathlib import Path
from subprocess import STDOUT, Popen
from tempfile import TemporaryFile

import vpl_cases

LIMIT = 256 * 1024  # bytes that a program may print, a newline being two, as on VPL's terminal
TEXTS = {  # in English, Spanish, Portuguese
    "exists": ("already exists in", "ya existe en", "já existe em"),
    "loaded": ("case(s) loaded from", "caso(s) cargado(s) de", "caso(s) carregado(s) de"),
    "testing": ("Testing", "Probando", "Testando"),
    "empty": ("Empty file", "archivo vacío", "arquivo vazio"),
    "short": ("fewer than 3 lines", "menos de 3 líneas", "menos de 3 linhas"),
    "skipped": ("Tests skipped.", "Pruebas omitidas.", "Testes omitidos."),
    "output": ("wrong output", "salida incorrecta", "saída errada"),
    "time": ("time limit exceeded", "tiempo límite excedido", "tempo limite excedido"),
    "flood": ("output too large", "salida demasiado grande", "saída grande demais"),
    "input": ("input", "entrada", "entrada"),
    "exact text": ("exact text", "texto exacto", "texto exato"),
    "regular expression": ("regular expression", "expresión regular", "expressão regular"),
    "numbers": ("numbers", "números", "números"),
    "text": ("text", "texto", "texto"),
    "exit code": ("exit code", "código de salida", "código de saída"),
    "expected": ("expected", "esperado", "esperado"),
    "printed": ("printed", "impreso", "impresso"),
    "differs": ("first difference, line", "primera diferencia, línea", "primeira diferença, linha"),
    "left out": ("lines left out", "líneas omitidas", "linhas omitidas"),
    "result": ("Result", "Resultado", "Resultado"),
}
WORDS = {x: {k: v[i] for k, v in TEXTS.items()} for i, x in enumerate(("en", "es", "pt"))}
# `problem` is "time", "flood" or a signal's name where the program did not end by itself; then it
# has no exit code (None).
Run = namedtuple("Run", "output exit_code problem")


def load(path, variation=""):
    """Return the cases that count and the syntax errors. Raises OSError, or ValueError: no case."""
    cases, problems = vpl_cases.parse(path.read_bytes().decode("utf-8", "surrogateescape"))
    cases = vpl_cases.counted(cases, variation)
    if not cases:
        raise ValueError(f"{path}: no case that counts")
    for case in cases:
        if case.program:
            raise ValueError(f"{path}:{case.line}: case {case.name}: can't run {case.program}")
    return cases, problems


def execute(program, case, timeout=5):
    """Run a Python program on a case, for `timeout` seconds at most; return its Run."""
    command = [sys.executable, "-u", str(program), *case.arguments]
    # Files, not pipes: it doesn't matter when the program reads, nor who holds its output open.
    with TemporaryFile() as typed, TemporaryFile() as printed:
        typed.write(vpl_cases.to_bytes(case.input))
        typed.seek(0)
        options = {"stdin": typed, "stdout": printed, "stderr": STDOUT, "start_new_session": True}
        problem, end = None, time.monotonic() + timeout
        process = Popen(command, env={**os.environ, "PYTHONIOENCODING": "utf-8"}, **options)
        try:
            while process.poll() is None and not problem:
                time.sleep(0.005)
                problem = "time" if time.monotonic() > end else None
                problem = "flood" if os.fstat(printed.fileno()).st_size > LIMIT else problem
        finally:
            with suppress(ProcessLookupError):  # its children die with it
                os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
        printed.seek(0)
        output = printed.read(LIMIT + 1)
    if len(output) + output.count(b"\n") > LIMIT:
        problem = "flood"
    elif code < 0 and not problem:  # a real-time signal has no name
        problem = next((s.name for s in signal.Signals if s == -code), f"signal {-code}")
    output = output[:LIMIT].decode("utf-8", "surrogateescape")
    return Run(output, None if problem else code, problem)


def shown(text):
    """Return the lines of a text as a console can show them, a long line without its middle."""
    text = vpl_cases.to_bytes(text).decode("utf-8", "replace")
    text = "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
    return [x if len(x) <= 100 else f"{x[:50]} … {x[-50:]}" for x in text.split("\n")]


def report(case, run, words=WORDS["en"]):
    """Return the lines that tell why a case failed: its fail message, or else all the facts."""
    lines = [f"❌ {shown(case.name)[0]}: {words.get(run.problem or 'output', run.problem)}"]
    if case.fail_message:
        return lines + [f"   {line}" for line in shown(case.fail_message)]
    texts = [(words["input"], case.input)]
    for value in case.outputs:
        kind = words[vpl_cases.kind_of(value).name]
        texts.append((f"{words['expected']} ({kind})", value.strip(vpl_cases.SPACES)))
    if case.expected_exit_code is not None:
        texts.append((f"{words['expected']} ({words['exit code']})", f"{case.expected_exit_code}"))
    code = "" if run.exit_code is None else f" ({words['exit code']} {run.exit_code})"
    texts.append((words["printed"] + code, run.output))
    for title, text in texts:
        rows = shown(text.rstrip("\n"))
        if len(rows) > 20:
            rows[10:-10] = [f"… {len(rows) - 20} {words['left out']} …"]
        lines += [f"   {title}:", *(f"      {row}" for row in rows)]
    found = next((d for d in case.differences(run.output) if d and d.line), None)
    if found:
        a, b = (side.decode("utf-8", "surrogateescape") for side in found[1:])
        start = max(0, len(os.path.commonprefix([a, b])) - 40)
        a, b = (side[start : start + 80] for side in (a, b))
        sides = f"{words['expected']} {a!r}, {words['printed']} {b!r}"
        lines.append(f"   {words['differs']} {found.line}: {sides}")
    return lines


class TestSuite:
    """A program and its cases: by default casos/X.cases, beside it or here. `timeout` is in s."""

    __test__ = False  # pytest would take it for a test

    def __init__(self, program, cases=None, lang="en", variation="", timeout=5):
        self.program, self.variation, self.timeout = Path(program), variation, timeout
        default = Path("casos", self.program.name.split(".")[0] + ".cases")
        beside = self.program.parent / default
        self.cases = Path(cases or (beside if beside.exists() else default))
        self.words = WORDS[lang]

    def run(self):
        """Judge, print the report and return whether all passed. Raises OSError, ValueError."""
        words, name, folder = self.words, self.cases.name, self.cases.resolve().parent.name
        source = self.program.read_bytes()
        cases, problems = load(self.cases, self.variation)
        with suppress(AttributeError):  # a notebook's stream takes everything
            sys.stdout.reconfigure(errors="backslashreplace")
        print(f"✔️ {name} {words['exists']} {folder}/")
        print(f"📋 {len(cases)} {words['loaded']} {folder}/{name}\n")
        print(f"🔍 {words['testing']} Python: {self.program.name}")
        for number, line in problems:
            print(f"⚠️ {name}:{number}: {shown(line)[0]}")
        if len(source.splitlines()) < 3:
            print(f"⚠️ {self.program.name}: {words['empty']} ({words['short']}). {words['skipped']}")
            return False
        verdicts = []
        for case in cases:
            run = execute(self.program, case, self.timeout)
            verdicts.append((case, case.accepts(run.output, run.exit_code, not run.problem)))
            lines = [f"✅ {shown(case.name)[0]}"] if verdicts[-1][1] else report(case, run, words)
            print(*lines, sep="\n", flush=True)
        passed, percent = sum(passed for _, passed in verdicts), vpl_cases.mark(verdicts) * 10
        print(f"\n📊 {words['result']}: {passed}/{len(cases)} ({percent:.1f}%)")
        return passed == len(cases)


def main():
    """Return the exit status: 0 all passed, 1 some did not, 2 nothing to judge by, 130 Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", help="the Python file to judge")
    parser.add_argument("cases", nargs="?", help="casos/PROGRAM.cases, if not given")
    parser.add_argument("--lang", choices=WORDS, default="en", help="language of the report")
    parser.add_argument("--variation", default="", help="the student's variation")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for each case")
    for number in (signal.SIGTERM, signal.SIGHUP):  # they, too, must leave no process behind
        signal.signal(number, signal.default_int_handler)
    try:
        return 0 if TestSuite(**vars(parser.parse_args())).run() else 1
    except (OSError, ValueError) as error:
        print(f"testsuite: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("testsuite: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
