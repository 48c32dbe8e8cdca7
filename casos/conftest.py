"""Make pytest run the programs on the cases of this folder: pytest casos, pytest casos/X.cases."""

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
            cases, problems = testsuite.load(self.path)
        except ValueError as error:
            raise self.CollectError(str(error)) from error
        if problems:
            raise self.CollectError("\n".join(f"{self.path}:{n}: {line}" for n, line in problems))
        for case in cases:
            name = testsuite.shown(case.name)[0] or f"line {case.line}"
            yield CaseItem.from_parent(self, name=name, case=case, program=program)


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
        if isinstance(excinfo.value, (CaseFailed, PatternError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        """Return where the case stands; pytest counts lines from 0."""
        return self.path, self.case.line - 1, self.name
