"""Make pytest run the programs on the cases of this folder: pytest casos, pytest casos/X.cases."""

import re
import sys
import warnings
from collections import Counter

import pytest

import testsuite
from vpl_cases import PatternError


def pytest_collect_file(parent, file_path):
    """Take each .cases file for a file of tests."""
    if file_path.suffix == ".cases":
        return CasesFile.from_parent(parent, path=file_path)
    return None


class CasesFile(pytest.File):
    """The cases for the program that the file's name begins with."""

    def collect(self):
        """Yield the cases; a file that can't be judged by is an error, not a pass."""
        program = self.path.parent.parent / (self.path.name.split(".")[0] + ".py")
        if not program.is_file():
            raise self.CollectError(f"{self.path}: no program {program}")
        try:
            cases, suspicious = testsuite.load(self.path)
        except ValueError as error:
            raise self.CollectError(testsuite.one_line(error)) from error
        for number, reason, text in suspicious:
            message = f"{testsuite.WORDS['en'][reason]}: {testsuite.shown(text)}"
            warnings.warn_explicit(message, UserWarning, str(self.path), number)
        for case, name in zip(cases, item_names(cases)):
            yield CaseItem.from_parent(self, name=name, case=case, program=program)


def item_names(cases):
    """Return a name for each case that no other has, and that pytest finds again by its id."""
    # In an id, `::` and `[` part names; below its root, pytest takes `a//b` for the path `a/b`.
    names = [re.sub("::+|[][/]", "_", encodable(testsuite.shown(case.name))) for case in cases]
    times = Counter(names)
    unclear = {name for name in names if times[name] > 1 or re.search(r" \(line \d+\)$", name)}
    return [
        f"{name} (line {case.line})" if name in unclear else name
        for case, name in zip(cases, names)
    ]


def encodable(name):
    """Return a name that pytest can put into an environment variable, also in the locale "C"."""
    encoding = sys.getfilesystemencoding()
    return name.encode(encoding, "backslashreplace").decode(encoding)


class CaseFailed(Exception):
    """VPL would not pass the case."""


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, case, program, **others):
        super().__init__(**others)
        self.case, self.program = case, program

    def runtest(self):
        """Run the program on the case; fail with the runner's report."""
        run = testsuite.execute(self.program, self.case)
        if not self.case.accepts(run.output, run.exit_code, not run.problem):
            raise CaseFailed("\n".join(testsuite.report(self.case, run)))

    def repr_failure(self, excinfo):
        """Return the report, not a traceback; a broken pattern is one line."""
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        if isinstance(excinfo.value, PatternError):
            return testsuite.one_line(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        """Return where the case stands; pytest counts lines from 0."""
        # pytest would turn the name's dots into `::`, if the title were nothing but the name.
        return self.path, self.case.line - 1, f"case {self.name}"
