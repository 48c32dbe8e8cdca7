"""Judge what a program printed by one `output=`, as VPL's default evaluator does, on bytes.

For each of the four kinds of output, a function returns the first difference between what is
expected and what was printed. None is the verdict that the output is right.
"""

from __future__ import annotations

import re
import sys
from collections import namedtuple
from itertools import zip_longest

from posix_patterns import found

PIECE = rb"[^\s*]+"  # of a value, to be one number
DECIMAL = rb"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"

Kind = namedtuple("Kind", "name difference")  # difference(trimmed value, printed)
# The number of a printed line, and what differs there: two lines, numbers or words, in bytes,
# empty where one is missing. There is no line (None) where a pattern isn't found.
Difference = namedtuple("Difference", "line expected printed")


def difference(value: str, output: str) -> Difference | None:
    """Return how an output first differs from a value, or None. Raises PatternError."""
    return kind_of(value).difference(to_bytes(value).strip(), to_bytes(unix(output)))


def to_bytes(text: str) -> bytes:
    """Return the bytes of the file or of the output that `text` was decoded from."""
    return text.encode("utf-8", "surrogateescape")


def unix(text: str) -> str:
    """Return a text as VPL reads it: without `\\r`, which stands for `\\n` where there is none."""
    return text.replace("\r", "" if "\n" in text else "\n")


def kind_of(value: str) -> Kind:
    """Return the kind of output that the value of an `output=` asks for."""
    trimmed = to_bytes(value).strip()
    if re.fullmatch(rb'(?s)\*?".*"', trimmed):
        return EXACT_TEXT
    if re.match(rb"(?s)/.*/", trimmed):
        return REGULAR_EXPRESSION
    return TEXT if None in map(_number, re.findall(PIECE, trimmed)) else NUMBERS


def _exact_text(value, printed):
    """`"…"` is the whole output, `*"…"` its end."""
    at_end, expected = value.startswith(b"*"), value[value.index(b'"') + 1 : -1]
    if expected and not expected.endswith(b"\n") and printed.endswith(b"\n"):
        expected += b"\n"  # it is forgiven
    wanted, lines = (re.findall(b"[^\n]*\n|[^\n]+", text) for text in (expected, printed))
    first = max(0, len(lines) - len(wanted)) if at_end else 0
    for number, (a, b) in enumerate(zip_longest(wanted, lines[first:], fillvalue=b""), first):
        # The end may begin within a line.
        if not (b.endswith(a) if at_end and number == first else a == b):
            return Difference(number + 1, a, b)
    return None


def _regular_expression(value, printed):
    """`/…/im` is found in the output."""
    pattern, _, flags = value[1:].rpartition(b"/")
    return None if found(pattern, flags, printed) else Difference(None, value, b"")


def _numbers(value, printed):
    """`1 0.5` are all the numbers of the output, `* 1 0.5` its last ones."""
    runs = re.finditer(rb"[\d+.-][\d+.eE-]*", printed)
    runs = [run for run in runs if _number(run[0]) is not None]
    return _first_difference(
        re.findall(PIECE, value), printed, runs, _same_number, value.startswith(b"*")
    )


def _text(value, printed):
    """Everything else: its words are the last words of the output."""
    wanted, words = (list(re.finditer(rb"[0-9A-Za-z\x80-\xff]+", t)) for t in (value, printed))
    expected = [word[0] for word in wanted]
    return _first_difference(expected, printed, words, lambda a, b: a.lower() == b.lower(), True)


EXACT_TEXT = Kind("exact text", _exact_text)
REGULAR_EXPRESSION = Kind("regular expression", _regular_expression)
NUMBERS = Kind("numbers", _numbers)
TEXT = Kind("text", _text)


def _first_difference(wanted, printed, matches, same, at_end):
    """Compare pieces with what was matched in `printed`, from the start or up to both ends."""
    surplus, missing = len(matches) - len(wanted), len(printed)
    if at_end:  # what is missing would stand before the rest, not behind it
        matches, missing = [None] * -surplus + matches[max(0, surplus) :], 0
    for a, match in zip_longest(wanted, matches):
        if a is None or match is None or not same(a, match[0]):
            start, b = (match.start(), match[0]) if match else (missing, b"")
            return Difference(printed.count(b"\n", 0, start) + 1, a or b"", b)
    return None


def _same_number(expected, printed):
    e, p = _number(expected), _number(printed)
    if isinstance(e, int):
        return isinstance(p, int) and e == p
    return abs(e - p) / (abs(e) or 1) < 0.0001


def _number(run):
    """Return what C++ reads: an int, a float, or None. A run that breaks off is 0."""
    if re.fullmatch(rb"[+-]?\d*", run):
        return int64(run)
    if re.fullmatch(DECIMAL, run):
        return max(-sys.float_info.max, min(sys.float_info.max, float(run)))
    return 0.0 if run != b"." and re.fullmatch(DECIMAL, run + b"0") else None


def int64(run: bytes) -> int:
    """Return the integer of a sign and digits, or of neither, held at the limits of 64 bits."""
    size = int(run.lstrip(b"+-0")[:20] or 0)  # 20 digits are beyond 64 bits anyhow
    return max(-(2**63), -size) if run.startswith(b"-") else min(2**63 - 1, size)
