"""Read a VPL `.cases` file and grade by it, as VPL's default evaluator does.

The data flows `parse` -> `counted` -> `Case.accepts` -> `mark`. All text was decoded from UTF-8
with `surrogateescape`: the evaluator works on bytes. Time is linear, but for a file's own patterns.
"""

from __future__ import annotations

import re
from collections import deque, namedtuple
from dataclasses import dataclass, field
from difflib import get_close_matches

import vpl_outputs
from posix_patterns import PatternError
from vpl_outputs import REGULAR_EXPRESSION, TEXT, int64, kind_of, to_bytes, unix

FULL_MARK = 10
SPACES = " \t\n\v\f\r"  # C's white space; a bare `str.strip` takes more
STARTERS = ("case", "input", "output", "gradereduction")  # they put something into a case
ENDS = {"input": ("case", "output", "gradereduction"), "output": STARTERS}  # what ends it
TOKENS = {"inputend": "input", "outputend": "output"}  # what a token will end
HEXADECIMAL = r"[+-]?0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?"
REAL = rf"(?ai){HEXADECIMAL}|{vpl_outputs.DECIMAL.decode()}|[+-]?(?:inf|nan)|"

CasesFile = namedtuple("CasesFile", "cases problems")
# `line` is its first line; `inside` are further ones, where a misspelt statement could stand.
Statement = namedtuple("Statement", "number line name value inside")


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
        """Return whether VPL passes a program that printed `output`. Raises PatternError.

        `completed` is False after a time-out, a flood or a signal; then `exit_code` is None.
        """
        right = None in self.differences(output)
        ended = exit_code is not None and exit_code == self.expected_exit_code
        return (right and completed) or ended

    def differences(self, output: str):
        """Yield the first difference to each expected output, or None. Raises PatternError."""
        for value in self.outputs:
            try:
                yield vpl_outputs.difference(value, output)
            except PatternError as error:
                raise self.broken(value, error) from error

    def broken(self, value: str, reason: object) -> PatternError:
        """Return the error that names a pattern of this case and what is wrong with it."""
        name = self.name or f"in line {self.line}"
        return PatternError(f"case {name}: {value.strip(SPACES)!r}: {reason}")


def parse(text: str) -> CasesFile:
    """Return the cases of a file and its syntax errors, as pairs (line number, line)."""
    groups, problems = [[]], []  # a group holds the statements of one case
    for statement in _statements(text):
        if statement.name == "case" and _starts(groups[-1]):
            groups.append([])
        groups[-1].append(statement)
        if statement.name not in (*FIELDS, *ENDS, *TOKENS):
            problems.append((statement.number, statement.line))
    return CasesFile([_case(group) for group in groups if _starts(group)], problems)


def _statements(text):
    """Yield the statements of a file, also those of unknown names."""
    lines = deque(enumerate(re.sub(r"\n\Z", "", unix(text)).split("\n"), 1))
    tokens = {}  # what ends an input or output, where that isn't the next statement
    while lines:
        number, line = lines.popleft()
        name, value = _name_and_value(line)
        token, values = tokens.get(name), [value]
        while lines and name in ENDS:
            following = _name_and_value(lines[0][1])[0]
            if (token in values[-1]) if token else (following in ENDS[name]):
                break
            values.append(lines.popleft()[1])
        value = "\n".join(values)
        if token and token in value:  # it takes the last newline of an input, too
            value = value.partition(token)[0]
        elif name == "input":
            value += "\n"
        if name in TOKENS:
            tokens[TOKENS[name]] = value.strip(SPACES)
        if name is not None:
            yield Statement(number, line, name, value, [] if token else values[1:])


def _name_and_value(line):
    """Return name and value, as ("gradereduction", " 5"); a line without `=` has no name."""
    name, equals, value = line.partition("=")
    return (re.sub("[^A-Za-z]", "", name).lower() if equals else None), value


def _starts(statements):
    """Return in which lines something is put into a case."""
    return [s.number for s in statements if s.name in STARTERS]


def _case(statements):
    """Return the case that its statements make; of those with one name, the last one holds."""
    single = [(*FIELDS[s.name], s.value.strip(SPACES)) for s in statements if s.name in FIELDS]
    return Case(
        line=_starts(statements)[0],
        input="".join(s.value for s in statements if s.name == "input"),
        outputs=[s.value for s in statements if s.name == "output"],
        **{attribute: read(value) for attribute, read, value in single},
    )


def _arguments(value):
    """Split at spaces; a quote that begins an argument and never closes runs to the end."""
    return [x[x.lastindex] for x in re.finditer(r"""'([^']*)'?|"([^"]*)"?|([^ ]+)""", value)]


def _exit_code(value):
    """Return what C's atoi reads: an integer held at 64 bits, of which 32 remain."""
    return (int64(re.match(rb"[+-]?\d*", to_bytes(value))[0]) + 2**31) % 2**32 - 2**31


def _points(value):
    """Return a reduction in points, its number read like C's atof: as far as it goes, or 0."""
    number = re.match(REAL, value)[0].lower() or "0"
    try:
        points = float.fromhex(number) if "x" in number else float(number)
    except OverflowError:  # in hexadecimal
        points = float("-inf" if number.startswith("-") else "inf")
    return points * FULL_MARK / 100 if value.endswith("%") else points


FIELDS = {  # of a case: its attribute, and how the statement's value is read
    "case": ("name", str), "programtorun": ("program", str), "failmessage": ("fail_message", str),
    "variation": ("variation", str), "programarguments": ("arguments", _arguments),
    "expectedexitcode": ("expected_exit_code", _exit_code),
    "gradereduction": ("grade_reduction", _points),
}  # fmt: skip


def counted(cases: list[Case], variation: str = "") -> list[Case]:
    """Return the cases that count for a variation; raises PatternError for an unknown flag."""
    student = to_bytes(variation).strip().lower()
    chosen = [c for c in cases if not c.variation or to_bytes(c.variation).lower() == student]
    for case, value in [(c, value.strip(SPACES)) for c in chosen for value in c.outputs]:
        if kind_of(value) is REGULAR_EXPRESSION and value.rpartition("/")[2].strip(" im"):
            raise case.broken(value, "unknown flag")
    return chosen


def mark(verdicts: list[tuple[Case, bool]]) -> float:
    """Return the mark, 0 to 10 (more by a negative reduction), from pairs (case, passed)."""
    verdicts = list(verdicts)
    result = float(FULL_MARK) if verdicts else 0.0
    for own in (case.grade_reduction for case, passed in verdicts if not passed):
        # At least 0 here and not only at the end: a negative reduction may follow.
        result = max(0.0, result - (FULL_MARK / len(verdicts) if own is None else own))
    return result  # `nan` reduces to 0: max takes the later of two only where that is greater


def suspicious(text: str) -> list[tuple[int, str, str]]:
    """Return what a file's author may not have meant: (line number, reason, line or name)."""
    cases, problems = parse(text)
    found, names = [(number, "syntax error", line) for number, line in problems], set()
    for s in _statements(text):
        value = s.value.strip(SPACES)
        if s.name == "output" and re.match(r'\*?"|/', value) and kind_of(value) is TEXT:
            found.append((s.number, "plain text", s.line))
        lines = enumerate(s.inside, s.number + 1)
        found += [(number, "inside", line) for number, line in lines if _resembles(line)]
    for case in cases:
        if not case.outputs and case.expected_exit_code is None:
            found.append((case.line, "no output", case.name))
        if case.name and (case.name, case.variation) in names:
            found.append((case.line, "repeated", case.name))
        names.add((case.name, case.variation))
    return sorted(found)


def _resembles(line):
    """Return whether a line looks like a statement, perhaps misspelt: `caso=`, not `classe=`."""
    name = _name_and_value(line)[0] or ""
    known = [x for x in (*FIELDS, *ENDS, *TOKENS) if abs(len(x) - len(name)) < 2]
    return get_close_matches(name, known, cutoff=0.75) != []
