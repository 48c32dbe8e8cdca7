"""Judge a program by .cases files before VPL does: run it, and report what is wrong.

In a notebook: `TestSuite("EP06_01.py").run()`. The judged program has your rights: no jail.
"""

import argparse
import json
import os
import re
import signal
import sys
import time
from collections import namedtuple
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from subprocess import STDOUT, Popen
from tempfile import TemporaryFile

import vpl_cases

LIMIT = 256 * 1024  # bytes that a program may print, a newline being two, as on VPL's terminal
MAXTIME = 240  # s for all cases together, a VPL site's default
WORDS = json.loads(Path(__file__).with_name("report_words.json").read_text("utf-8"))
# `problem` is "time", "flood" or a signal's name: then `exit_code` is None. Or `crash` is a Crash.
Run = namedtuple("Run", "output exit_code problem crash", defaults=(None,))
Crash = namedtuple("Crash", "error line rows")  # line in the program, rows of the traceback
# A SyntaxError has no heading. The exception's name is optional only to keep the time linear.
TRACEBACK = r"(?m)^(?:Traceback .*:\n)?((?:  .*\n)+)(?:(?:__main__\.)?([^\W\d][\w.<>]*)(?=:|$))?"


def find_cases(program):
    """Return the path of casos/X.cases for X.py. Raises FileNotFoundError."""
    name = Path("casos", program.name.split(".")[0] + ".cases")
    for folder in (program.parent, Path(), Path(__file__).resolve().parent.parent):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"no {name} beside {program}, here or beside tests/: name a cases file")


def load(path, variation=""):
    """Return the named cases that count, and suspicious lines. Raises OSError, ValueError."""
    data = path.read_bytes()
    if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError(f"{path}: not UTF-8: save it as UTF-8")
    text = data.decode("utf-8", "surrogateescape")
    cases = vpl_cases.counted(vpl_cases.parse(text).cases, variation)
    if not cases:
        raise ValueError(f"{path}: no case that counts")
    for case in cases:
        if case.program:
            raise ValueError(f"{path}:{case.line}: case {case.name}: can't run {case.program}")
    cases = [replace(case, name=case.name or f"Test {n}") for n, case in enumerate(cases, 1)]
    return cases, vpl_cases.suspicious(text)


def execute(program, case, timeout=5):
    """Run a Python program on a case, for `timeout` seconds at most; return its Run."""
    command = [sys.executable, "-u", os.path.join(os.curdir, program), *case.arguments]
    # Files, not pipes: it doesn't matter when the program reads, nor who holds its output open.
    with TemporaryFile() as typed, TemporaryFile() as printed:
        typed.write(vpl_cases.to_bytes(case.input))
        typed.seek(0)
        streams = {"stdin": typed, "stdout": printed, "stderr": STDOUT}
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHON_COLORS": "0"}
        group = hasattr(os, "killpg")  # not on Windows: there, the program's children live on
        problem, end = None, time.monotonic() + timeout
        process = Popen(command, **streams, env=environment, start_new_session=group)
        try:
            while process.poll() is None and not problem:
                time.sleep(0.005)
                problem = None if time.monotonic() <= end else "time"  # also where it is nan
                problem = "flood" if os.fstat(printed.fileno()).st_size > LIMIT else problem
        finally:
            if group:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            else:
                process.terminate()
            code = process.wait()
        printed.seek(0)
        return ended(program, printed.read(LIMIT + 1), code, problem)


def ended(program, output, code, problem):
    """Return the Run of a program that printed `output` (bytes)."""
    if len(output) + output.count(b"\n") > LIMIT:
        problem = "flood"
    elif code < 0 and not problem:  # a real-time signal has no name
        problem = next((s.name for s in signal.Signals if s == -code), f"signal {-code}")
    output = output[:LIMIT].decode("utf-8", "surrogateescape")
    crash = find_crash(program, output) if code == 1 and not problem else None
    return Run(output, None if problem else code, problem, crash)


def find_crash(program, output):
    """Return the Crash that the last traceback through the program tells, or None."""
    file = rf'(?m)^  File "(?:.*[/\\])?{re.escape(program.name)}", line (\d+)'
    tracebacks = [m for m in re.finditer(TRACEBACK, output) if m[2] and re.search(file, m[1])]
    if not tracebacks:
        return None
    last = tracebacks[-1]
    first = re.search(r"(?m)^Traceback \(", output) or last  # of a chain
    return Crash(last[2], int(re.findall(file, last[1])[-1]), output.count("\n", first.start()))


def shown(line, longest=300):
    """Return a line as a console can show it, a long one without its middle."""
    line = vpl_cases.to_bytes(line).decode("utf-8", "backslashreplace")
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    return line if len(line) <= longest else f"{line[: longest // 2]} … {line[-longest // 2 :]}"


def one_line(error):
    r"""Return an error's text as one line to show, with \xe7 for repr()'s \udce7, too."""
    text = r"\\".join(part.replace(r"\udc", r"\x") for part in str(error).split(r"\\"))
    return shown(text, LIMIT)


def rows(title, text, words, whole=0):
    """Return a title and the lines of a text: of a long one 10 and 10, but the last `whole`."""
    lines = text.rstrip("\n").split("\n")
    limits = [300] * (len(lines) - whole) + [LIMIT] * whole
    lines = [f"      {shown(line, limit)}" for line, limit in zip(lines, limits)]
    if len(lines) > 10 + max(10, whole):
        middle = slice(10, -max(10, whole))
        lines[middle] = [f"      … {len(lines[middle])} {words['left out']} …"]
    return [f"   {title}:", *lines]


def report(case, run, words=WORDS["en"], note=""):
    """Return the lines that tell why a case failed: its fail message, or else all the facts."""
    crash, reason = run.crash, words.get(run.problem or "output", run.problem)
    if crash:
        reason = f"{words['crashed']}: {crash.error}, {words['line']} {crash.line}"
    lines = [f"❌ {shown(case.name)}: {reason}{note}"]
    if case.fail_message:
        return [*lines, f"   {shown(case.fail_message)}"]
    lines += rows(words["input"], case.input, words)
    right = [(words[vpl_cases.kind_of(x).name], x.strip(vpl_cases.SPACES)) for x in case.outputs]
    if case.expected_exit_code is not None:
        right.append((words["exit code"], str(case.expected_exit_code)))
    for kind, text in [] if crash else right:
        lines += rows(f"{words['expected']} ({kind})", text, words)
    code = "" if run.exit_code is None else f" ({words['exit code']} {run.exit_code})"
    lines += rows(words["printed"] + code, run.output, words, crash.rows if crash else 0)
    return lines if crash or run.problem else lines + first_difference(case, run, words)


def first_difference(case, run, words):
    """Return, in a list, the line on the first difference to an output; none for a pattern."""
    for line, *sides in [d for d in case.differences(run.output) if d and d.line][:1]:
        pair = [side.decode("utf-8", "surrogateescape") for side in sides]
        start = max(0, len(os.path.commonprefix(pair)) - 40)
        a, b = (one_line(repr(side[start : start + 80])) for side in pair)
        return [f"   {words['differs']} {line}: {words['expected']} {a}, {words['printed']} {b}"]
    return []


def shared_time(maxtime, number):
    """Yield a limit, in s, for each of `number` cases, as VPL shares `maxtime` until it is over."""
    start, limit = time.monotonic(), int(maxtime // number)
    while limit > 1 and time.monotonic() - start < maxtime:
        limit = min(limit, int(maxtime - int(time.monotonic() - start)))
        yield limit


class TestSuite:
    """A program and its cases; `timeout` for a case or, as in VPL, `maxtime` for all, in s."""

    __test__ = False  # pytest would take it for a test

    def __init__(self, program, cases=None, lang="en", variation="", timeout=5, maxtime=None):
        if lang not in WORDS:
            raise ValueError(f"lang: expected {', '.join(WORDS)}, found {lang!r}")
        self.program, self.cases, self.words = Path(program), cases and Path(cases), WORDS[lang]
        self.variation, self.timeout, self.maxtime = variation, timeout, maxtime

    def run(self):
        """Judge, print the report and return whether all passed. Raises OSError, ValueError."""
        words, source = self.words, self.program.read_bytes()
        path = self.cases or find_cases(self.program)
        cases, suspicious = load(path, self.variation)
        name, folder = shown(path.name), shown(path.resolve().parent.name)
        with suppress(AttributeError):  # a notebook's stream takes everything
            sys.stdout.reconfigure(errors="backslashreplace")
        print(f"✔️ {name} {words['exists']} {folder}/")
        print(f"📋 {len(cases)} {words['loaded']} {folder}/{name}\n")
        print(f"🔍 {words['testing']} Python: {shown(self.program.name)}", flush=True)
        for number, reason, text in suspicious:
            print(f"⚠️ {name}:{number}: {words[reason]}: {shown(text)}", flush=True)
        lines = source.decode("utf-8-sig", "replace").splitlines()
        if len(lines) < 3 and all(line.strip()[:1] in ("", "#") for line in lines):  # no code yet
            print(f"⚠️ {shown(self.program.name)}: {words['empty']}", flush=True)
            return False
        verdicts, percent = self._judge(cases)
        passed = sum(passed for _, passed in verdicts)
        print(f"\n📊 {words['result']}: {passed}/{len(cases)} ({percent:.1f}%)", flush=True)
        return passed == len(cases)

    def _judge(self, cases):
        """Print what became of each case; return pairs (case, passed), and the mark in percent."""
        shared = self.maxtime is not None
        limits = shared_time(self.maxtime, len(cases)) if shared else [self.timeout] * len(cases)
        verdicts, told = [], set()
        for case, limit in zip(cases, limits):
            run = execute(self.program, case, limit)
            verdicts.append((case, case.accepts(run.output, run.exit_code, not run.problem)))
            lines = [f"✅ {shown(case.name)}"]
            if not verdicts[-1][1]:
                note = self.words["stopped" if shared else "given"]
                note = note.format(limit, MAXTIME // len(cases), MAXTIME, len(cases))
                lines = report(case, run, self.words, note if run.problem == "time" else "")
                way = run.crash[:2] if run.crash else run.problem == "time"
                lines = lines[:1] if way in told else lines  # once is enough
                told |= set() if case.fail_message else {way} - {False}
            print(*lines, sep="\n", flush=True)
        if len(verdicts) < len(cases):
            print("❌ Global timeout")  # as VPL says, in any language
            return verdicts, 0
        return verdicts, vpl_cases.mark(verdicts) * 10


def judge(options):
    """Judge by one cases file; return 0 if all passed, 1 if not, 2 with nothing to judge by."""
    try:
        return 0 if TestSuite(**options).run() else 1
    except BrokenPipeError:  # as by `… | head -3`; what is still to be written goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OSError, ValueError) as error:
        print(f"testsuite: {one_line(error)}", file=sys.stderr)
        return 2


def main():
    """Return the exit status: the worst of all cases files, or 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", help="the Python file to judge")
    parser.add_argument("cases", nargs="*", help="casos/PROGRAM.cases, if none is given")
    parser.add_argument("--lang", choices=WORDS, default="en", help="language of the report")
    parser.add_argument("--variation", default="", help="the student's variation")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for each case")
    parser.add_argument("--maxtime", type=int, help="seconds for all cases together, as in VPL")
    options = vars(parser.parse_args())
    for name in {"SIGTERM", "SIGHUP"} & set(dir(signal)):  # they, too, must leave no process behind
        signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        return max(judge({**options, "cases": path}) for path in options["cases"] or [None])
    except KeyboardInterrupt:
        print("testsuite: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
