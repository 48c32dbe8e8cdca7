"""The frame: each script stands alone, the cases are in plain form, the gate runs the tests."""

import inspect
import re

import pytest

import EP06_01
import EP09_05
from scripts import ROOT

SCRIPTS = ["EP06_01.py", "EP09_05.py"]
CASES = sorted(ROOT.glob("casos/*.cases"))
GRADED = {"EP06_01.cases": 5, "EP06_01.es.cases": 5, "EP09_05.cases": 4}  # the statement's cases


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_short_and_imports_next_to_nothing(script):
    lines = (ROOT / script).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    imports = [line.split()[1] for line in lines if re.match(r"\s*(import|from)\s", line)]
    assert set(imports) <= {"sys", "itertools"}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_cases_are_in_plain_form(path):
    text = path.read_text(encoding="utf-8")
    arguments = "program arguments=es\n" if ".es." in path.name else ""
    form = rf'case=[^\n]+\n{arguments}input=[^=]+output="[^="]+"\n'
    assert re.fullmatch(f"{form}(\n*{form})*", text)
    names = re.findall("^case=(.+)$", text, re.MULTILINE)
    assert len(names) == len(set(names)) >= 4
    assert len(names) == GRADED.get(path.name, len(names))
    assert len(names) <= 9 or ".limiares." not in path.name
    assert max(map(len, text.encode().splitlines())) < 4095  # what a terminal's line can hold


def test_each_script_has_its_cases():
    kinds = ("limiares", "formatos")
    others = {f"{exercise}.{kind}.cases" for exercise in ("EP06_01", "EP09_05") for kind in kinds}
    assert {path.name for path in CASES} >= {*GRADED, *others}


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
