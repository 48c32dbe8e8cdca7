"""Search for a POSIX extended pattern as VPL's evaluator does: by the GNU C library, on bytes."""

import ctypes
import platform
from ctypes import c_char_p, c_int, c_size_t, c_void_p

EXTENDED, ICASE, NEWLINE = 1, 2, 4  # REG_…; the evaluator's flags, and glibc's values
NOMATCH = 1
LC_ALL_MASK = 0x1FBF
BUFFER = 1024  # bytes: 64 would do for a regex_t, 100 for an error's text
FUNCTIONS = {  # name: type of the result, types of the arguments
    "regcomp": (c_int, c_void_p, c_char_p, c_int),
    "regexec": (c_int, c_void_p, c_char_p, c_size_t, c_void_p, c_int),
    "regerror": (c_size_t, c_int, c_void_p, c_void_p, c_size_t),
    "regfree": (None, c_void_p),
    "newlocale": (c_void_p, c_int, c_char_p, c_void_p),
    "uselocale": (c_void_p, c_void_p),
}
GROUPS = 1000  # regcomp calls itself for each open group; some 13,000 overflow a stack of 8 MB


class PatternError(ValueError):
    """A pattern that the GNU C library refuses, or can't be asked about."""


def found(pattern: bytes, flags: bytes, text: bytes) -> bool:
    """Return whether a pattern matches anywhere in a text; a NUL ends either.

    Flags are `i` (ignore case) and `m` (lines). Raises PatternError. Nothing limits the time and
    the memory that a pattern takes, and thousands of repetitions in each other end the process.
    """
    if platform.libc_ver()[0] != "glibc":
        raise PatternError("patterns need the GNU C library, which is not here")
    if pattern.count(b"(") > GROUPS:
        raise PatternError(f"more than {GROUPS} groups")
    library = _library()
    # In the locale "C", a byte is a character. The switch is for the calling thread alone.
    before = library.uselocale(library.newlocale(LC_ALL_MASK, b"C", None))
    try:
        return _matches(library, pattern, flags, text)
    finally:
        library.uselocale(before)


def _library():
    """Return the C library that runs Python, its functions told what they take and return."""
    library = ctypes.CDLL(None)
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _matches(library, pattern, flags, text):
    options = EXTENDED | ICASE * (b"i" in flags) | NEWLINE * (b"m" in flags)
    compiled = ctypes.create_string_buffer(BUFFER)
    status = library.regcomp(compiled, pattern, options)
    if status == 0:
        try:
            status = library.regexec(compiled, text, 0, None, 0)
        finally:
            library.regfree(compiled)
    if status not in (0, NOMATCH):
        message = ctypes.create_string_buffer(BUFFER)
        library.regerror(status, compiled, message, BUFFER)
        raise PatternError(message.value.decode("ascii"))
    return status == 0
