"""Read a VPL `.cases` file and judge what a program printed, as VPL's default evaluator does.

The data flows `parse` -> `counted` -> `Case.accepts` -> `mark`. All text was decoded from UTF-8
with `surrogateescape`: the evaluator works on bytes. Time is linear, but for a file's own patterns.
"""

from __future__ import annotations

import re
import sys
from collections import deque, namedtuple
from dataclasses import dataclass, field
from typing import Callable, Iterable

FULL_MARK = 10
SPACES = " \t\n\v\f\r"  # C's white space; a bare `str.strip` takes more
_DECIMAL = rb"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"

CasesFile = namedtuple("CasesFile", "cases problems")


class PatternError(ValueError):
    """A pattern that POSIX refuses, or that has no faithful translation to Python."""


@dataclass(frozen=True)
class Case:
    """One test, which starts at line number `line`. What the file doesn't set is empty or None."""

    name: str = ""
    line: int = 0
    input: str = ""
    outputs: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    program: str = ""
    expected_exit_code: int | None = None
    grade_reduction: float | None = None  # in points
    fail_message: str = ""
    variation: str = ""

    def accepts(self, output: str, exit_code: int | None = None, completed: bool = True) -> bool:
        """Return whether VPL passes a program that printed `output` and ended with `exit_code`.

        `completed` is False after a time-out, a flood or a signal. Raises PatternError for a
        broken pattern with no accepted output before it.
        """
        printed, right = to_bytes(unix(output)), False
        for value in self.outputs:
            try:
                right = right or kind_of(value)(to_bytes(value).strip(), printed)
            except (PatternError, re.error, RecursionError) as error:
                raise PatternError(f"case {self.name}: {value.strip(SPACES)!r}: {error}") from error
        return right and completed or exit_code is not None and exit_code == self.expected_exit_code


def parse(text: str) -> CasesFile:
    """Return the cases of a file and its syntax errors, as pairs (line number, line)."""
    rest = deque(enumerate(re.sub(r"\n\Z", "", unix(text)).split("\n"), 1))
    drafts, problems = [{}], []  # a draft has a "line" once something was put into it
    tokens = {"input": "", "output": ""}  # set by `input end` and `output end`
    while rest:
        number, line = rest.popleft()
        name, value = _statement(line)
        if name == "case" and "line" in drafts[-1]:
            drafts.append({})
        if name in ("case", "input", "output", "gradereduction"):
            drafts[-1].setdefault("line", number)
        if name in tokens:
            value = _long_value(name, value, rest, tokens[name])
            drafts[-1].setdefault(name + "s", []).append(value)
        elif name in ("inputend", "outputend"):
            tokens[name[: -len("end")]] = value.strip(SPACES)
        elif name in _FIELDS:
            attribute, read = _FIELDS[name]
            drafts[-1][attribute] = read(value.strip(SPACES))
        elif name is not None:
            problems.append((number, line))
    cases = [Case(input="".join(d.pop("inputs", ())), **d) for d in drafts if "line" in d]
    return CasesFile(cases, problems)


def to_bytes(text: str) -> bytes:
    """Return the bytes of the file or of the output that `text` was decoded from."""
    return text.encode("utf-8", "surrogateescape")


def unix(text: str) -> str:
    """Return a text as VPL reads it: without `\\r`, which stands for `\\n` where there is none."""
    return text.replace("\r", "" if "\n" in text else "\n")


def _statement(line):
    """Return name and value, as ("gradereduction", " 5"); a line without `=` has no name."""
    name, equals, value = line.partition("=")
    return (re.sub("[^A-Za-z]", "", name).lower() if equals else None), value


def _long_value(name, line, rest, token):
    """Return the input or output that starts with `line`; take its other lines off `rest`."""
    lines = [line]
    ends = ("case", "gradereduction", "output") + ("input",) * (name == "output")
    while rest and (token not in lines[-1] if token else _statement(rest[0][1])[0] not in ends):
        lines.append(rest.popleft()[1])
    value, found, _ = "\n".join(lines).partition(token or "\r")  # no text has a `\r` any more
    return value if found or name == "output" else value + "\n"


def _exit_code(value):
    return int(re.match("[+-]?[0-9]{1,18}|", value)[0] or 0)  # like C's atoi; none is longer


def _points(value):
    """Return a reduction in points, its number read like C's atof: as far as it goes, else 0."""
    points = float(re.match(_DECIMAL + b"|", to_bytes(value))[0] or 0)
    return points * FULL_MARK / 100 if value.endswith("%") else points


def _arguments(value):
    """Split at spaces; a quote that begins an argument and never closes runs to the end."""
    return [x[x.lastindex] for x in re.finditer(r"""'([^']*)'?|"([^"]*)"?|([^ ]+)""", value)]


_FIELDS = {"case": ("name", str), "programtorun": ("program", str),
           "programarguments": ("arguments", _arguments), "failmessage": ("fail_message", str),
           "gradereduction": ("grade_reduction", _points), "variation": ("variation", str),
           "expectedexitcode": ("expected_exit_code", _exit_code)}  # fmt: skip


def counted(cases: Iterable[Case], variation: str = "") -> list[Case]:
    """Return the cases that count for a variation; raises PatternError for an unknown flag."""
    student = to_bytes(variation).strip().lower()
    chosen = [c for c in cases if not c.variation or to_bytes(c.variation).lower() == student]
    for case, value in [(c, value.strip(SPACES)) for c in chosen for value in c.outputs]:
        if kind_of(value) is regular_expression and value.rpartition("/")[2].strip(" im"):
            raise PatternError(f"case {case.name}: {value!r}: unknown flag")
    return chosen


def mark(verdicts: Iterable[tuple[Case, bool]]) -> float:
    """Return the mark, from 0 to 10, from pairs (case, passed) of all the cases that count."""
    verdicts = list(verdicts)
    result = float(FULL_MARK) if verdicts else 0.0
    for own in (case.grade_reduction for case, passed in verdicts if not passed):
        # At least 0 here and not only at the end: a negative reduction may follow.
        result = max(0.0, result - (FULL_MARK / len(verdicts) if own is None else own))
    return result


def kind_of(value: str) -> Callable[[bytes, bytes], bool]:
    """Return which of the next four functions, `f(trimmed value, printed)`, judges by `value`."""
    trimmed = to_bytes(value).strip()
    if re.fullmatch(rb'(?s)\*?".*"', trimmed):
        return exact_text
    if re.match(rb"(?s)/.*/", trimmed):
        return regular_expression
    return text if None in map(_number, re.findall(rb"[^\s*]+", trimmed)) else numbers


def exact_text(value: bytes, printed: bytes) -> bool:
    """`"…"` is the whole output, `*"…"` its end."""
    expected = value[value.index(b'"') + 1 : -1]
    if expected and not expected.endswith(b"\n") and printed.endswith(b"\n"):
        printed = printed[:-1]
    return printed.endswith(expected) if value.startswith(b"*") else printed == expected


def regular_expression(value: bytes, printed: bytes) -> bool:
    """`/…/im` is found in the output. Raises PatternError or re.error for a broken one."""
    posix, _, flags = value[1:].rpartition(b"/")
    if flags.strip(b" im"):
        raise PatternError("unknown flag")
    # glibc turns both to upper case; like it, bytes.upper changes only ASCII letters.
    fold = bytes.upper if b"i" in flags else bytes
    python = re.compile(_to_python(posix, fold), 0 if b"m" in flags else re.DOTALL)
    return python.search(fold(printed.partition(b"\0")[0])) is not None  # NUL ends a C string


def numbers(value: bytes, printed: bytes) -> bool:
    """`1 0.5` are all the numbers of the output, `* 1 0.5` its last ones."""
    expected = [_number(piece) for piece in re.findall(rb"[^\s*]+", value)]
    found = [n for n in map(_number, re.findall(rb"[\d+.-][\d+.eE-]*", printed)) if n is not None]
    if value.startswith(b"*"):
        found = found[len(found) - len(expected) :]  # not `[-n:]`, which is all where n is 0
    return len(found) == len(expected) and all(
        type(e) is type(f) and e == f if isinstance(e, int) else abs(e - f) / (abs(e) or 1) < 0.0001
        for e, f in zip(expected, found)
    )


def text(value: bytes, printed: bytes) -> bool:
    """Everything else: its words are the last words of the output."""
    expected, found = (re.findall(rb"[0-9a-z\x80-\xff]+", t.lower()) for t in (value, printed))
    return found[len(found) - len(expected) :] == expected


def _number(run):
    """Return what C++ reads: an int, a float, or None. A run that breaks off is 0."""
    if re.fullmatch(rb"[+-]?\d*", run):
        size = int(run.lstrip(b"+-0")[:20] or 0)  # 20 digits are beyond 64 bits anyhow
        return max(-(2**63), -size) if run.startswith(b"-") else min(2**63 - 1, size)
    if re.fullmatch(_DECIMAL, run):
        return max(-sys.float_info.max, min(sys.float_info.max, float(run)))
    return 0.0 if run != b"." and re.fullmatch(_DECIMAL, run + b"0") else None


# POSIX extended patterns, as glibc reads them in the C locale, put in Python's notation. Without
# `m`, `.` takes every byte, and `(?<!.)` is the very start; with `m`, it is each line's start.
_ANCHORS = {b"^": b"(?<!.)", b"$": b"(?!.)", rb"\b": rb"\b", rb"\B": rb"(?!\b)", rb"\`": rb"\A",
            rb"\'": rb"\Z", rb"\<": rb"\b(?=\w)", rb"\>": rb"\b(?<=\w)"}  # fmt: skip
_CLASSES = {b"alnum": b"0-9A-Za-z", b"alpha": b"A-Za-z", b"upper": b"A-Z", b"lower": b"a-z",
            b"digit": b"0-9", b"xdigit": b"0-9A-Fa-f", b"blank": b" \t", b"space": b" \t-\r",
            b"punct": rb"!-/:-@\[-`{-~", b"graph": b"!-~", b"print": b" -~",
            b"cntrl": b"\0-\x1f\x7f"}  # fmt: skip
# Between brackets: a byte, but `]` only as the first, and `-` only first, last or in a range.
_BYTE = rb"(?:[^]\[\0-]|\[(?![.:=]))"
_TO = rb"(?:-(?:-|%s))?" % _BYTE
_INSIDE = rb"(?:[]-]%s|(?![]-]))(?:%s%s|\[:(?:%s):\])*-?" % (_TO, _BYTE, _TO, b"|".join(_CLASSES))
_SPECIAL = re.compile(rb"(?s)\[:(\w+):\]|[^\w-]|(?<=.-)-")  # what Python writes otherwise
_REPETITION = rb"(?:(\{(?:\d{1,4}|\d{0,4},\d{0,4})\})|([*+?]+))?"
_TOKEN = re.compile(
    rb"(?s)([$^(|]|\\[bB<>`'])"  # what can't be repeated; or else
    rb"|(?:\[(\^|(?!\^))(%s)\]|(\.|\\[wWsS])|(\\[^1-9\0]|[^\\*+?[{\0]))%s"  # what can be
    rb"|(.)" % (_INSIDE, _REPETITION)  # and errors
)


def _to_python(posix, fold):
    """Return a POSIX pattern (bytes) as Python's, letters by `fold`, or raise PatternError."""
    python, groups = [], []  # the pieces, and where in them the open groups begin
    for token in _TOKEN.finditer(posix):
        single, negated, inside, alike, byte, bound, signs, wrong = token.groups(b"")
        if wrong or b"---" in inside:
            raise PatternError(f"{token[0].decode(errors='replace')} is out of place")
        # An escaped letter keeps its case.
        piece = _ANCHORS.get(single, single) or alike or re.escape(byte[1:] or fold(byte))
        if single == b"(":
            groups.append(len(python))
        elif byte == b")" and groups:
            piece, start = byte, groups.pop()
            if (bound or b"+" in signs) and not set(_ANCHORS.values()).isdisjoint(python[start:]):
                raise PatternError("an anchor in a repeated group, which glibc misreads")
        elif inside:
            inside = _SPECIAL.sub(lambda m: _CLASSES.get(m[1], b"\\" + m[0]), inside)
            # With `(?=.)`, [^…] takes a newline only where `.` does.
            piece = fold(b"((?=.)[^%s])" % inside if negated else b"[%s]" % inside)
        # POSIX reads `a+?` as `(a+)?`, and so different signs together make a `*`.
        python.append(piece + (bound or signs[:1] if len(set(signs)) < 2 else b"*"))
    return b"".join(python)
