"""Tests of posix_patterns: recorded verdicts of the real evaluator, POSIX, errors, locales.

What a pattern matches belongs here; how an `output=` becomes one belongs to vpl_outputs.
"""

import ctypes
import json
import locale
import platform
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from posix_patterns import PatternError, found

RECORDED = json.loads(Path(__file__).with_name("vpl_patterns.json").read_text("utf-8"))


def search(value, printed):
    """Search for `/pattern/flags`."""
    value, printed = (text.encode("utf-8", "surrogateescape") for text in (value, printed))
    pattern, _, flags = value[1:].rpartition(b"/")
    return found(pattern, flags, printed)


def recorded_verdicts(entry):
    """Return what an entry's `passed` should be: None for a refused pattern."""
    try:
        return [search(entry["output"], printed) for printed in entry["printed"]]
    except PatternError:
        return None


def test_recorded_verdicts_of_the_real_evaluator():
    assert [e["output"] for e in RECORDED if recorded_verdicts(e) != e["passed"]] == []
    assert len(RECORDED) == 1152


PATTERNS = [  # the value, in what it is found, in what not
    ("//", ["", "x"], []),
    ("/a/b/", ["xa/bx"], ["a", "ab"]),
    (r"/a\/b/", ["a/b"], []),
    ("/^a/", ["ab"], ["b\na"]),
    ("/^a/m", ["b\na"], ["ba"]),
    ("/a$/", ["ba"], ["a\n", "a\nb"]),
    ("/a$/m", ["a\n", "a\nb"], ["ab"]),
    ("/^$/", [""], ["a", "\n", "a\n"]),
    ("/^$/m", ["", "\n", "a\n", "a\n\nb"], ["a", "a\nb"]),
    ("/a^b|a$b/", [], ["ab", "a^b", "a$b", "a\nb"]),
    ("/(^|,)a(,|$)/", ["a", "b,a", "a,b"], ["ba", "ab"]),
    ("/a.b/", ["a\nb", "axb"], ["ab"]),
    ("/a.b/m", ["axb"], ["a\nb"]),
    ("/a[^x]b/", ["a\nb", "ayb"], ["axb"]),
    ("/a[^x]b/m", ["ayb"], ["a\nb", "axb"]),
    ("/a[\n]b/m", ["a\nb"], []),
    (r"/a\Wb/m", ["a\nb"], []),
    ("/m.dia/", [], ["média"]),
    ("/m..dia/", ["média"], []),
    ("/É/i", ["É"], ["é"]),
    ("/[é]/", ["\udca9", "è"], ["e"]),
    ("/A[b-c]/i", ["aB", "Ac"], ["ad"]),
    ("/[[:upper:]][[:lower:]]/i", ["ab", "AB"], ["1b"]),
    ("/[^[:lower:]]/i", ["1"], ["a", "A"]),
    ("/[[:xdigit:]]x/i", ["ax", "Fx"], ["gx"]),
    ("/[[:upper:]]/", ["A", "M", "Z"], ["a", "É"]),
    ("/[[:lower:]]/", ["a", "m", "z"], ["A", "1"]),
    ("/[[:alpha:]]/", ["a", "Z"], ["1", "_", "é"]),
    ("/[[:digit:]]/", ["0", "9"], ["a", "١"]),
    ("/[[:alnum:]]/", ["a", "m", "Z", "5"], ["_"]),
    ("/[[:xdigit:]]/", ["a", "b", "f", "F", "5"], ["g"]),
    ("/[[:space:]]/", [" ", "\t", "\n", "\v", "\f", "x\n\ty"], ["a", "\x1f", "\xa0"]),
    ("/[[:blank:]]/", [" ", "\t"], ["\n", "\v"]),
    ("/[[:punct:]]/", list("!/:@[\\]^_`{|}~-."), ["a", "0", " ", "\n", "é"]),
    ("/[[:graph:]]/", ["!", "~", "a"], [" ", "\x7f", "é"]),
    ("/[[:print:]]/", [" ", "~"], ["\t", "\x7f"]),
    ("/[[:cntrl:]]/", ["\n", "\x01", "\x1f", "\x7f"], [" ", "a"]),
    ("/[[:digit:]x-z]/", ["5", "y"], ["a", "-"]),
    ("/[]a]/", ["]", "a"], ["b"]),
    ("/[^]a]/", ["b"], ["]", "a"]),
    ("/[]-a]/", ["]", "_", "a"], ["b", "-"]),
    ("/[a-]/", ["-", "a"], ["b"]),
    ("/[-a]/", ["-", "a"], ["b"]),
    ("/[+--]/", ["+", ",", "-"], ["."]),
    ("/[--/]/", ["-", ".", "/"], ["0"]),
    ("/[a^]/", ["^"], ["b"]),
    ("/[[]/", ["["], ["]"]),
    ("/[[a]]/", ["[]", "a]"], ["a", "[a"]),
    (r"/[\n]/", ["\\", "n"], ["\n"]),
    (r"/[\]]/", ["\\]"], ["]", "\\"]),
    ("/[.*(]/", [".", "*", "("], ["a"]),
    ("/[:alpha:]/", [":", "p"], ["z"]),
    (r"/\d/", ["d"], ["1"]),
    (r"/\n/", ["n"], ["\n"]),
    (r"/\A\Z\z\e/", ["AZze"], [""]),
    (r"/\a/i", [], ["a", "A"]),
    (r"/\A/i", ["a", "A"], [""]),
    (r"/\.\*\[\{/", [".*[{"], ["a"]),
    (r"/[a-z]\{1\}/", ["a{1}"], ["a"]),
    (r"/\w\W\s\S/", ["_!\tx"], ["é! x"]),
    (r"/\ba\b/", ["a", "b a!", "éaé"], ["ab", "_a"]),
    (r"/\Ba\B/", ["bac"], ["a", "ab"]),
    (r"/^\B$/", [""], ["a"]),
    (r"/\<ab\>/", ["x ab"], ["xab", "abx"]),
    (r"/\<\>/", [], ["", "a", "a b"]),
    (r"/\`a\'/m", ["a"], ["a\n", "b\na"]),
    ("/^a++$/", ["aaa"], ["", "ab"]),
    ("/^a+a$/", ["aa"], ["a"]),
    ("/^a++a$/", ["aa"], ["a"]),
    ("/^a++b$/", ["aab"], ["a" * 60]),
    ("/^a*+a$/", ["a", "aa"], [""]),
    ("/^a?+a$/", ["a", "aaa"], [""]),
    ("/^a+?$/", ["", "aa"], ["b"]),
    ("/^a**$/", ["", "aa"], ["b"]),
    ("/^a??$/", ["", "a"], ["aa"]),
    ("/^(a{2}){2}$/", ["aaaa"], ["aa"]),
    ("/^a{,2}$/", ["", "aa"], ["aaa", "a{,2}"]),
    ("/^a{,}$/", ["", "aa"], ["a{,}"]),
    ("/^a{2,}$/", ["aa", "aaa"], ["a"]),
    ("/^a{0}$/", [""], ["a"]),
    ("/^ab{2}$/", ["abb"], ["abab"]),
    ("/^(a|b)*$/", ["", "abba"], ["c"]),
    ("/^(a|)b$/", ["b", "ab"], ["a"]),
    ("/^()$|^(|a)|b|$/", ["", "x"], []),
    ("/^a|b$/", ["ax", "xb"], ["xa", "bx"]),
    ("/a)/", ["a)"], ["a"]),
    ("/^)*$/", ["", "))"], ["("]),
    ("/a}]/", ["a}]"], ["a"]),
    ("/^(^a)*$/", ["", "a"], ["aa"]),
    ("/a b#c/", ["a b#c"], ["abc"]),
    ("/b/", ["ab"], ["a\0b"]),
    ("/[^x]{3}/", ["\udcff\udcfe\n"], ["\udcff\udcfe"]),
    # Without `m`, an anchor inside holds where the match itself takes the newline.
    ("/5$\nDice/", ["0.5\nDice"], ["0.5Dice", "0.5 \nDice"]),
    ("/5$.*Dice/", ["0.5\nDice", "0.5\n\nDice"], ["0.5 \nDice"]),
    ("/5\n^Dice/", ["0.5\nDice"], []),
    ("/5.^Dice/", ["0.5\nDice"], ["0.5 Dice"]),
    ("/5$/", ["0.5"], ["0.5\nDice"]),
    ("/^Dice/", ["Dice"], ["0.5\nDice"]),
    ("/^(^a)+$/", ["a", "aa"], [""]),  # a fault of glibc
    ("/^((a$|b))+$/", ["ba", "bb"], ["ab"]),
    (r"/(a|b)\1/", ["aa", "bb"], ["ab"]),
    ("/^a{2}*$/", ["", "aaaa"], ["a", "aaa"]),
    ("/^a{2}{3}$/", ["aaaaaa"], ["aaaaa"]),
    ("/^a{1,2}?$/", ["", "a", "aa"], ["aaa"]),
    ("/^a+{0}$/", [""], ["a"]),
    ("/^a{00002}$/", ["aa"], ["a"]),
    ("/[[.a.]][[=b=]]/", ["ab"], ["a.", "a=b"]),
    ("/[[.-.]-z]/", ["-", "a"], ["!"]),
    ("/[---]/", ["-"], [",", "a"]),
    ("/a\0(/", ["a", "xa"], ["b"]),
    ("/[ab]\0]/", ["a"], ["]"]),
    ("/([a-z]+)*[0-9]/", ["a1"], ["a" * 31]),
    ("/^(a|b){1000}$/", ["ab" * 500], ["ab" * 499]),
]


@pytest.mark.parametrize(("value", "right", "wrong"), PATTERNS, ids=[repr(p[0]) for p in PATTERNS])
def test_pattern(value, right, wrong):
    assert [printed for printed in right if not search(value, printed)] == []
    assert [printed for printed in wrong if search(value, printed)] == []


REFUSED = [
    *["(", "(a", "(()", "[", "[a", "[]", "[^]", "[[:alpha:]", "[a-", "a{2", "a{2,", "a{", "\\"],
    *["*", "+a", "?", "{1}", "(*a)", "a|*b", "^*", "a$+", r"\b*", "{", "|{"],
    *["a{}", "a{x}", "a{2,1}", "a{1,2,3}", "a{-1}", "a{ 1}", "a{1}{", "a{99999}"],
    *["[z-a]", "[a-c-e]", "[[:foo:]]", "[[:ALPHA:]]", "[[:alpha:]-z]", "[[=a=]-z]", "[[.ab.]]"],
    *["[a-[:digit:]]", "[a-[=z=]]", "[[=ab=]]", "[[.a]", r"\1", r"\9", r"(a\1)", "x**("],
]

REFUSED_WITH_I = ["[Z-A]", "[_-a]", "[[:ALPHA:]]"]


def assert_refused(value):
    with pytest.raises(PatternError):
        search(value, "a")


def test_refused_patterns():
    for pattern in REFUSED:
        assert_refused(f"/{pattern}/")
        assert_refused(f"/{pattern}/im")
    for pattern in REFUSED_WITH_I:
        assert_refused(f"/{pattern}/i")


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (b"(", "Unmatched ( or \\("),
        (b"a{40000}", "Regular expression too big"),
        (b"a{2", "Unmatched \\{"),
    ],
)
def test_a_refusal_is_the_library_s_own(pattern, message):
    with pytest.raises(PatternError) as refusal:
        found(pattern, b"", b"")
    assert message in str(refusal.value)


@pytest.mark.parametrize("flags", [b"g", b"I", b"i\tm", b"\ni", b"i\0"])
def test_unknown_flags_are_refused(flags):
    with pytest.raises(PatternError, match="unknown flag"):
        found(b"a", flags, b"a")


def test_a_thousand_groups_in_each_other_and_no_more():
    assert found(b"(" * 1000 + b"a" + b")" * 1000, b"", b"a")
    for number in (1001, 100000):
        with pytest.raises(PatternError, match="more than 1000 groups"):
            found(b"(" * number + b"a" + b")" * number, b"", b"a")


# --- The library and its locale ---


def has_locale_of_its_own():
    """Return whether this thread doesn't follow the process's locale."""
    library = ctypes.CDLL(None)
    library.uselocale.restype = ctypes.c_void_p
    return library.uselocale(None) != ctypes.c_void_p(-1).value


def test_bytes_are_searched_in_any_locale():
    before = locale.setlocale(locale.LC_ALL)
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
    try:
        assert not search("/m.dia/", "média")
        assert search("/m..dia/", "média")
        assert not search("/É/i", "é")
        assert not has_locale_of_its_own()
        assert_refused("/(/")
        assert not has_locale_of_its_own()
    finally:
        locale.setlocale(locale.LC_ALL, before)


def test_threads_do_not_disturb_each_other():
    with ThreadPoolExecutor(4) as threads:
        verdicts = list(threads.map(recorded_verdicts, RECORDED[:200]))
    assert verdicts == [entry["passed"] for entry in RECORDED[:200]]


class OutOfMemory:
    """Stands for a C library whose regexec runs out of memory."""

    def __init__(self):
        self.library, self.freed = ctypes.CDLL(None), 0

    def __getattr__(self, name):
        return getattr(self.library, name)

    def regexec(self, *arguments):
        return 12

    def regfree(self, compiled):
        self.freed += 1
        self.library.regfree(compiled)


def test_a_search_that_runs_out_of_memory_is_no_verdict(monkeypatch):
    library = OutOfMemory()
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    with pytest.raises(PatternError, match="Memory exhausted"):
        found(b"a", b"", b"a")
    assert library.freed == 1


@pytest.mark.parametrize("system", [("", ""), ("musl", "1.2")])
def test_without_the_gnu_c_library_a_pattern_is_refused(monkeypatch, system):
    monkeypatch.setattr(platform, "libc_ver", lambda: system)
    monkeypatch.delattr(ctypes, "CDLL")  # as good as absent there
    with pytest.raises(PatternError, match="^patterns need the GNU C library, which is not here$"):
        found(b"a", b"", b"a")
