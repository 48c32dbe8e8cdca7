"""Search for a POSIX extended pattern as VPL's evaluator does: by the GNU C library, on bytes."""

import ctypes
import platform
from ctypes import c_size_t, c_void_p, create_string_buffer

EXTENDED, ICASE, NEWLINE, NOMATCH, LC_ALL_MASK = 1, 2, 4, 1, 0x1FBF  # as glibc has them
GROUPS = 1000  # regcomp calls itself for each open group; some 13,000 overflow a stack of 8 MB


class PatternError(ValueError):
    """A pattern that the GNU C library refuses, or can't be asked about."""


def found(pattern: bytes, flags: bytes, text: bytes) -> bool:
    """Return whether a pattern matches anywhere in a text; a NUL ends either.

    Flags are `i` (ignore case) and `m` (lines). Raises PatternError. Nothing limits the time and
    the memory that a pattern takes; thousands of `a*` in a row, as in `(a*){9999}`, end Python.
    """
    if platform.libc_ver()[0] != "glibc":
        raise PatternError("patterns need the GNU C library, which is not here")
    if flags.strip(b" im"):
        raise PatternError("unknown flag")
    if pattern.count(b"(") > GROUPS:
        raise PatternError(f"more than {GROUPS} groups")
    library = ctypes.CDLL(None)  # what this Python runs on
    library.newlocale.restype = library.uselocale.restype = c_void_p  # pointers, not ints
    # In the locale "C", a byte is a character. The switch is for the calling thread alone.
    before = library.uselocale(c_void_p(library.newlocale(LC_ALL_MASK, b"C", None)))
    compiled, message = create_string_buffer(1024), create_string_buffer(1024)  # 64 would do
    try:
        options = EXTENDED | ICASE * (b"i" in flags) | NEWLINE * (b"m" in flags)
        status = library.regcomp(compiled, pattern, options)
        if status == 0:
            status = library.regexec(compiled, text, c_size_t(0), None, 0)
            library.regfree(compiled)
        if status not in (0, NOMATCH):
            library.regerror(status, compiled, message, c_size_t(len(message)))
            raise PatternError(message.value.decode("ascii"))
        return status == 0
    finally:
        library.uselocale(c_void_p(before))
