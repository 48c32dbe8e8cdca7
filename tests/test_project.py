"""The frame: scripts that stand alone, cases in plain form, a gate that runs the tests."""

import inspect
import re

import pytest

import EP06_01
import EP09_05
import vpl_cases
from scripts import MODULES, ROOT, STATEMENT

SCRIPTS = ["EP06_01.py", "EP09_05.py"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_short_and_imports_next_to_nothing(script):
    lines = (ROOT / script).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    imports = [line.split()[1] for line in lines if re.match(r"\s*(import|from)\s", line)]
    assert set(imports) <= {"sys", "itertools"}


OTHERS = [f"{script}.{kind}.cases" for script in MODULES for kind in ("limiares", "formatos")]
OTHERS.append("EP06_01.es.limiares.cases")


def deviations(name, text):
    """Yield how a file of cases differs from what the README says of it."""
    names = re.findall("^case=(.+)$", text, re.MULTILINE)
    number = STATEMENT.get(name, len(names))
    if len(names) != number:
        yield f"{len(names)} cases, not the {number} of the statement"
    if len(names) < 4 or (".limiares." in name and len(names) > 9):
        yield f"{len(names)} cases: at least 4, and 9 of limiares at most, so that 20 s suffice"
    if len(names) != len(set(names)):
        yield "a name was used before"
    arguments = "program arguments=es\n" if ".es." in name else ""
    form = rf'case=[^\n]+\n{arguments}input=[^=]+output="[^="]+"\n'
    if not re.fullmatch(f"{form}(\n*{form})*", text) or vpl_cases.suspicious(text):
        yield "not in plain form, which both evaluators of VPL read alike"
    if max(map(len, text.encode("utf-8", "surrogateescape").splitlines())) >= 4095:
        yield "a line that a terminal can't hold"


def test_the_statement_has_five_and_four_cases_and_all_are_in_plain_form():
    """The one test that may fail after a case was added: it says what a file is no longer."""
    paths = [ROOT / "casos" / name for name in [*STATEMENT, *OTHERS]]
    files = {path.name: path.read_text("utf-8", "surrogateescape") for path in paths}
    changed = [f"{name}: {what}" for name, text in files.items() for what in deviations(name, text)]
    assert not changed, "the statement has five and four cases, but now: " + "; ".join(changed)


def test_the_gate_ends_with_the_readme_s_test_command():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert command.endswith("-m pytest")
    assert f"```sh\n{command}\n```" in readme


def test_the_judge_is_short():
    modules = ("vpl_cases", "vpl_outputs", "posix_patterns", "testsuite")
    texts = [(ROOT / "tests" / f"{module}.py").read_text(encoding="utf-8") for module in modules]
    assert sum(text.count("\n") for text in texts) <= 620


def functions(module):
    """Return the source of each function of a script, by name."""
    return {
        name: inspect.getsource(f) for name, f in inspect.getmembers(module, inspect.isfunction)
    }


def test_the_scripts_share_all_but_two_functions_word_for_word():
    first, second = functions(EP06_01), functions(EP09_05)
    assert first.keys() == second.keys()
    assert {name for name in first if first[name] != second[name]} == {"to_digits", "answer"}


@pytest.mark.parametrize("module", [EP06_01, EP09_05])
def test_no_function_of_a_script_is_longer_than_20_lines(module):
    lengths = {name: source.count("\n") for name, source in functions(module).items()}
    assert {name: length for name, length in lengths.items() if length > 20} == {}
