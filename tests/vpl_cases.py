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
        printed = _bytes(_unix(output))
        try:
            right = any(kind_of(value)(_bytes(value).strip(), printed) for value in self.outputs)
        except PatternError as error:
            raise PatternError(f"case {self.name}: {error}") from error
        return (right and completed) or exit_code == self.expected_exit_code is not None


def parse(text: str) -> CasesFile:
    """Return the cases of a file and its syntax errors, as pairs (line number, line)."""
    lines = _unix(text).split("\n")
    if not lines[-1]:
        lines.pop()  # after the last newline there is no line
    rest, drafts, problems = deque(lines), [{}], []
    tokens = {"input": "", "output": ""}  # set by `input end` and `output end`
    while rest:
        number, line = len(lines) - len(rest) + 1, rest.popleft()
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


def _unix(text):
    return text.replace("\r", "" if "\n" in text else "\n")


def _bytes(text):
    return text.encode("utf-8", "surrogateescape")


def _statement(line):
    """Return name and value, as ("gradereduction", " 5"); a line without `=` has no name."""
    name, equals, value = line.partition("=")
    return (re.sub("[^A-Za-z]", "", name).lower() if equals else None), value


def _long_value(name, line, rest, token):
    """Return the input or output that starts with `line`; take its other lines off `rest`."""
    value, ends = [], ("output", "gradereduction", "case", "input" if name == "output" else "case")
    while rest and (token not in line if token else _statement(rest[0])[0] not in ends):
        value.append(line)
        line = rest.popleft()
    line, found, _ = line.partition(token) if token else (line, "", "")
    return "\n".join([*value, line]) + ("" if found or name == "output" else "\n")


def _exit_code(value):
    return int(re.match("[+-]?[0-9]{1,18}|", value)[0] or 0)  # like C's atoi


def _points(value):
    """Return a reduction in points, its number read like C's atof: as far as it goes, else 0."""
    points = float(re.match(_DECIMAL + b"|", _bytes(value))[0] or 0)
    return points * FULL_MARK / 100 if value.endswith("%") else points


def _arguments(value):
    """Split at spaces; a quote that begins an argument and never closes runs to the end."""
    found = re.finditer(r"""'([^']*)'?|"([^"]*)"?|([^ ]+)""", value)
    return [argument[argument.lastindex] for argument in found]


_FIELDS = {"case": ("name", str), "programtorun": ("program", str),
           "programarguments": ("arguments", _arguments), "failmessage": ("fail_message", str),
           "gradereduction": ("grade_reduction", _points), "variation": ("variation", str),
           "expectedexitcode": ("expected_exit_code", _exit_code)}  # fmt: skip


def counted(cases: Iterable[Case], variation: str = "") -> list[Case]:
    """Return the cases that count for a student with this variation.

    Raises PatternError for a pattern with an unknown flag among them.
    """
    student = _bytes(variation).strip().lower()
    chosen = [c for c in cases if not c.variation or _bytes(c.variation).lower() == student]
    for case in chosen:
        for value in (output.strip(SPACES) for output in case.outputs):
            if kind_of(value) is regular_expression and value.rpartition("/")[2].strip(" im"):
                raise PatternError(f"case {case.name}: {value}: unknown flag")
    return chosen


def mark(verdicts: Iterable[tuple[Case, bool]]) -> float:
    """Return the mark, from 0 to 10, from pairs (case, passed) of all the cases that count."""
    verdicts, result = list(verdicts), float(FULL_MARK)
    for case, passed in verdicts:
        if not passed:
            share, own = FULL_MARK / len(verdicts), case.grade_reduction
            # At least 0 here and not only at the end: a negative reduction may follow.
            result = max(0.0, result - (share if own is None else own))
    return result if verdicts else 0.0


def kind_of(value: str) -> Callable[[bytes, bytes], bool]:
    """Return which of the next four functions judges by this value of `output`.

    They take the trimmed value and what was printed, and return whether that is accepted.
    """
    trimmed = _bytes(value).strip()
    if re.fullmatch(rb'(?s)\*?".*"', trimmed):
        return exact_text
    if re.match(rb"(?s)/.*/", trimmed):
        return regular_expression
    return text if None in _expected_numbers(trimmed) else numbers


def exact_text(value: bytes, printed: bytes) -> bool:
    """`"…"` is the whole output, `*"…"` its end."""
    expected = value[value.index(b'"') + 1 : -1]
    if expected and not expected.endswith(b"\n") and printed.endswith(b"\n"):
        printed = printed[:-1]
    return printed.endswith(expected) if value.startswith(b"*") else printed == expected


def regular_expression(value: bytes, printed: bytes) -> bool:
    """`/…/im` is found somewhere in the output."""
    posix, _, flags = value[1:].rpartition(b"/")
    # glibc turns both to upper case; like it, bytes.upper changes only ASCII letters.
    case = bytes.upper if b"i" in flags else bytes
    try:
        if flags.strip(b" im"):
            raise PatternError("unknown flag")
        python = re.compile(_to_python(posix, case, lines=b"m" in flags))
    except (PatternError, re.error, OverflowError, RecursionError) as error:
        raise PatternError(f"{value.decode(errors='replace')}: {error}") from error
    return python.search(case(printed.partition(b"\0")[0])) is not None  # NUL ends a C string


def numbers(value: bytes, printed: bytes) -> bool:
    """`1 0.5` are all the numbers of the output, `* 1 0.5` its last ones."""
    expected = _expected_numbers(value)
    found = [_number(run) for run in re.findall(rb"[\d+.-][\d+.eE-]*", printed)]
    found = [number for number in found if number is not None]
    if value.startswith(b"*"):
        found = found[len(found) - len(expected) :]
    return len(found) == len(expected) and all(
        type(e) is type(f) and e == f if isinstance(e, int) else abs(e - f) / (abs(e) or 1) < 0.0001
        for e, f in zip(expected, found)
    )


def text(value: bytes, printed: bytes) -> bool:
    """Everything else: its words are the last words of the output."""
    expected, found = (re.findall(rb"[0-9a-z\x80-\xff]+", t.lower()) for t in (value, printed))
    return found[len(found) - len(expected) :] == expected


def _expected_numbers(value):
    return [_number(piece) for piece in value.replace(b"*", b" ").split()]


def _number(run):
    """Return what C++ reads: an int, a float, or None. A run that breaks off is 0."""
    if re.fullmatch(rb"[+-]?\d*", run):
        size = int(run.lstrip(b"+-0")[:20] or 0)  # 20 digits are beyond 64 bits anyhow
        return max(-(2**63), -size) if run.startswith(b"-") else min(2**63 - 1, size)
    if re.fullmatch(_DECIMAL, run):
        return max(-sys.float_info.max, min(sys.float_info.max, float(run)))
    return 0.0 if run != b"." and re.fullmatch(_DECIMAL, run + b"0") else None


# POSIX extended patterns, as glibc reads them in the C locale, put in Python's notation.

_TOKEN = re.compile(rb"(?s)([*+?]+|(\{(?:\d{1,4}|\d{0,4},\d{0,4})\}))|\\[^1-9\0]|[^\\{\0]")
_ANCHORS = {b"^": b"(?<!.)", b"$": b"(?!.)", rb"\b": rb"\b", rb"\B": rb"(?!\b)", rb"\`": rb"\A",
            rb"\'": rb"\Z", rb"\<": rb"\b(?=\w)", rb"\>": rb"\b(?<=\w)"}  # fmt: skip
_ANCHORED = set(_ANCHORS.values())  # glibc misreads these in a group repeated by + or {}
_CLASSES = {b"alnum": b"0-9A-Za-z", b"alpha": b"A-Za-z", b"upper": b"A-Z", b"lower": b"a-z",
            b"digit": b"0-9", b"xdigit": b"0-9A-Fa-f", b"blank": b" \t", b"space": b" \t-\r",
            b"punct": rb"!-/:-@\[-`{-~", b"graph": b"!-~", b"print": b" -~",
            b"cntrl": b"\0-\x1f\x7f"}  # fmt: skip
_SYMBOL = rb"\[\..\.\]|\[(?![.:=])|[^\[%s]"  # between brackets: `[.x.]`, `[`, or another byte
_ELEMENT = re.compile(
    rb"(?s)(?!---|\0)(?:\[:(%s):\]|(\[=.=\](?!-[^]])|%s)(?:-(?!--)(%s))?)"
    % (b"|".join(_CLASSES), _SYMBOL % b"", _SYMBOL % rb"\]")
)


def _to_python(posix, case, lines):
    python, groups, at = [b"" if lines else b"(?s)"], [], 0
    atom = None  # where in `python` begins what a repetition would repeat
    while at < len(posix):
        token = _TOKEN.match(posix, at)
        if not token:
            raise PatternError("stray { or \\, back-reference, or NUL")
        piece, at = token[0], token.end()
        last, atom = atom, len(python)
        if token[1]:
            if last is None or (piece.strip(b"*?") and _ANCHORED.intersection(python[last:])):
                raise PatternError("nothing or an anchor before a repetition")
            # POSIX reads `a+?` as `(a+)?`, and so different signs together make a `*`.
            piece = b")" + (piece if token[2] else b"*" if len(set(piece)) > 1 else piece[:1])
            python[last], atom = b"(?:" + python[last], last
        elif piece == b")" and groups:
            atom = groups.pop()
        elif piece in _ANCHORS or piece in b"(|":
            if piece == b"(":
                groups.append(atom)
            piece, atom = _ANCHORS.get(piece, piece.replace(b"(", b"(?:")), None
        elif piece == b"[":
            piece, at = _bracket(posix, at, case, lines)
        elif not re.fullmatch(rb"\.|\\[wWsS]", piece):
            piece = re.escape(piece[1:] or case(piece))  # an escaped letter keeps its case
        python.append(piece)
    return b"".join(python)


def _bracket(posix, at, case, lines):
    """Return Python's form of the bracket expression whose inside begins at `at`, and its end."""
    negated = posix.startswith(b"^", at)
    start = at = at + negated
    python = [b"[^\n" if negated and lines else b"[^" if negated else b"["]
    while at == start or not posix.startswith(b"]", at):
        element = _ELEMENT.match(posix, at)
        if not element or (at > start and re.match(rb"-[^]]", posix[at : at + 2])):
            raise PatternError("bad bracket expression")
        name, low, high = element.groups()
        if name:
            python.append(_CLASSES[name].replace(b"a-z", case(b"a-z")))
        else:
            low, high = (case(symbol[2:3] or symbol) for symbol in (low, high or low))
            python.append(b"\\x%02x-\\x%02x" % (low[0], high[0]))
        at = element.end()
    return b"".join(python) + b"]", at + 1
