"""Read a VPL `.cases` file and grade by it, as VPL's default evaluator does.

The data flows `parse` -> `counted` -> `Case.accepts` -> `mark`. All text was decoded from UTF-8
with `surrogateescape`: the evaluator works on bytes. Time is linear, but for a file's own patterns.
"""

from __future__ import annotations

import re
from collections import namedtuple
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Iterable, Iterator

import vpl_outputs
from posix_patterns import PatternError
from vpl_outputs import REGULAR_EXPRESSION, TEXT, int64, kind_of, to_bytes, unix

FULL_MARK = 10
SPACES = " \t\n\v\f\r"  # C's white space; a bare `str.strip` takes more
STARTERS = ("case", "input", "output", "gradereduction")  # they put something into a case
ENDS = {"input": ("case", "output", "gradereduction"), "output": STARTERS}  # what ends it
TOKENS = {"inputend": "input", "outputend": "output"}  # what a token will end
ALIKE = 0.75  # of 1, by difflib: so much is `caso` like `case`
HEXADECIMAL = rb"[+-]?0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?"
REAL = rb"(?i)%s|%s|[+-]?(?:inf|nan)|" % (HEXADECIMAL, vpl_outputs.DECIMAL)

CasesFile = namedtuple("CasesFile", "cases problems")
# `text` is the line of this number, `lines` is its value, with the lines that follow in an input or
# output, `token` what ends it, if it isn't the next statement.
Statement = namedtuple("Statement", "number text name token lines")


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

        `completed` is False after a time-out, a flood or a signal; then `exit_code` is None.
        Raises PatternError for a broken pattern with no accepted output before it.
        """
        right = None in self.differences(output)
        ended = exit_code is not None and exit_code == self.expected_exit_code
        return (right and completed) or ended

    def differences(self, output: str) -> Iterator[vpl_outputs.Difference | None]:
        """Yield, for each expected output, the first difference to it; None where there is none.

        Raises PatternError, once it comes to a broken pattern.
        """
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
        if statement.name not in STATEMENTS:
            problems.append((statement.number, statement.text))
    return CasesFile([_case(group) for group in groups if _starts(group)], problems)


def _statements(text):
    """Return the statements of a file, also those of unknown names."""
    tokens, statements = {}, []
    for number, line in enumerate(re.sub(r"\n\Z", "", unix(text)).split("\n"), 1):
        name, value = _name_and_value(line)
        if statements and _goes_on(statements[-1], name):
            statements[-1].lines.append(line)
        elif name is not None:
            statements.append(Statement(number, line, name, tokens.get(name), [value]))
            if name in TOKENS:
                tokens[TOKENS[name]] = value.strip(SPACES)
    return statements


def _name_and_value(line):
    """Return name and value, as ("gradereduction", " 5"); a line without `=` has no name."""
    name, equals, value = line.partition("=")
    return (re.sub("[^A-Za-z]", "", name).lower() if equals else None), value


def _goes_on(statement, name):
    """Return whether a statement is an input or output, and the next line, of this name, too."""
    if statement.token:
        return statement.token not in statement.lines[-1]
    return statement.name in ENDS and name not in ENDS[statement.name]


def _value(statement):
    """Return the value as one text. A token ends it, and takes the last newline of an input."""
    value = "\n".join(statement.lines)
    if statement.name not in ENDS:
        return value.strip(SPACES)
    if statement.token and statement.token in value:
        return value.partition(statement.token)[0]
    return value + "\n" if statement.name == "input" else value


def _starts(statements):
    """Return in which lines something is put into a case."""
    return [statement.number for statement in statements if statement.name in STARTERS]


def _case(statements):
    """Return the case that its statements make; of those with one name, the last one holds."""
    values = [(statement.name, _value(statement)) for statement in statements]
    single = [(*FIELDS[name], value) for name, value in values if name in FIELDS]
    return Case(
        line=_starts(statements)[0],
        input="".join(value for name, value in values if name == "input"),
        outputs=[value for name, value in values if name == "output"],
        **{attribute: read(value) for attribute, read, value in single},
    )


def _arguments(value):
    """Split at spaces; a quote that begins an argument and never closes runs to the end."""
    return [x[x.lastindex] for x in re.finditer(r"""'([^']*)'?|"([^"]*)"?|([^ ]+)""", value)]


def _exit_code(value):
    """Return what C's atoi reads: an integer held at 64 bits, of which 32 remain."""
    return (int64(re.match(rb"[+-]?\d*", to_bytes(value))[0]) + 2**31) % 2**32 - 2**31


def _points(value):
    points = _real(to_bytes(value))
    return points * FULL_MARK / 100 if value.endswith("%") else points


def _real(value):
    """Return what C's atof reads: the number that a text begins with, or 0."""
    number = re.match(REAL, value)[0] or b"0"
    try:
        return float.fromhex(number.decode("ascii")) if b"x" in number.lower() else float(number)
    except OverflowError:  # in hexadecimal
        return float("-inf" if number.startswith(b"-") else "inf")


FIELDS = {  # of a case: its attribute, and how the statement's value is read
    "case": ("name", str), "programtorun": ("program", str), "failmessage": ("fail_message", str),
    "variation": ("variation", str), "programarguments": ("arguments", _arguments),
    "expectedexitcode": ("expected_exit_code", _exit_code),
    "gradereduction": ("grade_reduction", _points),
}  # fmt: skip
STATEMENTS = (*FIELDS, *ENDS, *TOKENS)


def counted(cases: Iterable[Case], variation: str = "") -> list[Case]:
    """Return the cases that count for a variation; raises PatternError for an unknown flag."""
    student = to_bytes(variation).strip().lower()
    chosen = [c for c in cases if not c.variation or to_bytes(c.variation).lower() == student]
    for case, value in [(c, value.strip(SPACES)) for c in chosen for value in c.outputs]:
        if kind_of(value) is REGULAR_EXPRESSION and value.rpartition("/")[2].strip(" im"):
            raise case.broken(value, "unknown flag")
    return chosen


def titles(cases: Iterable[Case]) -> list[str]:
    """Return what VPL calls the cases that count: their names, or `Test 3` for the third one."""
    return [case.name or f"Test {number}" for number, case in enumerate(cases, 1)]


def mark(verdicts: Iterable[tuple[Case, bool]]) -> float:
    """Return the mark from pairs (case, passed) of all the cases that count.

    It is from 0 to 10, or above 10 where a negative reduction lifts it.
    """
    verdicts = list(verdicts)
    result = float(FULL_MARK) if verdicts else 0.0
    for own in (case.grade_reduction for case, passed in verdicts if not passed):
        # At least 0 here and not only at the end: a negative reduction may follow.
        result = max(0.0, result - (FULL_MARK / len(verdicts) if own is None else own))
    return result  # `nan` reduces to 0: max takes the later of two only where that is greater


def suspicious(text: str) -> list[tuple[int, str, str]]:
    """Return what a file's author may not have meant: (line number, reason, line or name)."""
    cases, problems = parse(text)
    found, seen = [(number, "syntax error", line) for number, line in problems], set()
    for statement in _statements(text):
        value = _value(statement).strip(SPACES)
        if statement.name == "output" and re.match(r'\*?"|/', value) and kind_of(value) is TEXT:
            found.append((statement.number, "plain text", statement.text))
        inside = [] if statement.token else statement.lines[1:]
        for number, line in enumerate(inside, statement.number + 1):
            if _looks_like_a_statement(line):
                found.append((number, "inside", line))
    for case in cases:
        if not case.outputs and case.expected_exit_code is None:
            found.append((case.line, "no output", case.name))
        if case.name and (case.name, case.variation) in seen:
            found.append((case.line, "repeated", case.name))
        seen.add((case.name, case.variation))
    return sorted(found)


def _looks_like_a_statement(line):
    name = _name_and_value(line)[0] or ""
    as_long = [known for known in STATEMENTS if abs(len(known) - len(name)) < 2]  # not `classe`
    return get_close_matches(name, as_long, cutoff=ALIKE) != []
