"""The frame: each script stands alone, the cases are in plain form, the gate runs the tests."""

import re

import pytest

from scripts import ROOT

SCRIPTS = ["EP06_01.py", "EP09_05.py"]
CASES = {
    "EP06_01.cases": 5,
    "EP06_01.es.cases": 5,
    "EP06_01.limites.cases": 26,
    "EP09_05.cases": 4,
    "EP09_05.limites.cases": 28,
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_short_and_imports_next_to_nothing(script):
    lines = (ROOT / script).read_text(encoding="utf-8").splitlines()
    assert len(lines) < 100
    imports = [line.split()[1] for line in lines if re.match(r"\s*(import|from)\s", line)]
    assert set(imports) <= {"sys", "itertools"}


@pytest.mark.parametrize("name", CASES)
def test_cases_are_in_plain_form(name):
    text = (ROOT / "casos" / name).read_text(encoding="utf-8")
    arguments = "program arguments=es\n" if ".es." in name else ""
    form = rf'case=[^\n]+\n{arguments}input=[^=]+output="[^="]+"\n'
    assert re.fullmatch(f"{form}(\n{form})*", text)
    names = re.findall("^case=(.+)$", text, re.MULTILINE)
    assert len(names) == len(set(names)) == CASES[name]
    assert max(map(len, text.encode().splitlines())) < 4095  # what a terminal's line can hold


def test_no_other_cases():
    assert sorted(path.name for path in (ROOT / "casos").glob("*.cases")) == sorted(CASES)


def test_the_gate_ends_with_the_readme_s_test_command():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert command.endswith("-m pytest")
    assert f"```sh\n{command}\n```" in readme
