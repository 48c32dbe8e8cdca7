"""The benchmark runs, leaves out what can't, and notices programs that disagree or fail."""

import re
import shutil
import sys
from importlib import metadata, util
from types import SimpleNamespace

import pytest

import benchmark

NUMPY = "2.0" if util.find_spec("numpy") else None
README = (benchmark.ROOT / "README.md").read_text(encoding="utf-8")
TABLE = README[README.index("|masks|") :].split("\n\n")[0].splitlines()
RAW, C, PARSE = "NumPy raw", "C", "NumPy parse"
RIGHT, WRONG, SILENT = (
    [sys.executable, "-c", code] for code in ("print('IoU: 1.0000')", "print('IoU: 2')", "pass")
)


def test_the_bytes_of_the_masks(tmp_path):
    path = tmp_path / "masks"
    benchmark.write_masks(path, 12, b"255", b"\n")
    text = path.read_bytes()
    first, second, *rows = text.decode().split("\n")
    assert first == second == "12"
    assert rows.pop() == ""
    assert len(rows) == 24
    assert all(len(row.split(" ")) == 12 for row in rows)
    assert {value for row in rows for value in row.split(" ")} == {"0", "255"}
    benchmark.write_masks(path, 12, b"255", b"\r\n")
    assert path.read_bytes() == text.replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    "masks, out",
    [
        (("EP06_01.py", 512, b"1", b"\n"), set()),
        (("EP06_01.py", 4096, b"1", b"\n"), {"loops"}),
        (("EP09_05.py", 512, b"1", b"\r\n"), {RAW}),
        (("EP09_05.py", 4096, b"255", b"\n"), {"loops", RAW}),
    ],
)
def test_programs_that_are_too_slow_or_for_another_layout_are_left_out(masks, out):
    commands = benchmark.programs(masks, "2.0", "program")
    assert {name for name, command in commands.items() if not command} == out
    bare = benchmark.programs(masks, None, None)
    assert {name for name in bare if not bare[name]} == out | {*benchmark.NUMPY, C}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Return the compiled C program, None where there is no compiler."""
    program = benchmark.compiled(tmp_path_factory.mktemp("C"))
    assert (program is None) == (shutil.which("cc") is None)
    return program


@pytest.mark.parametrize(
    "masks",
    [
        ("EP06_01.py", 12, b"1", b"\n"),
        ("EP09_05.py", 12, b"1", b"\r\n"),
        ("EP09_05.py", 12, b"255", b"\n"),
        ("EP09_05.py", 12, b"0", b"\n"),
    ],
)
def test_all_programs_agree(tmp_path, program, masks):
    benchmark.write_masks(tmp_path / "masks", *masks[1:])
    commands = benchmark.programs(masks, NUMPY, program)
    cells = benchmark.compare(commands, tmp_path / "masks", 1)
    assert len(cells) == len(commands)
    for cell, command in zip(cells, commands.values()):
        assert re.fullmatch(r"\d+ \d+\.\d\d \d+" if command else "–", cell)


def test_the_cells_are_median_ratio_to_the_base_and_peak(monkeypatch):
    runs = {  # seconds and MiB of each run
        "script": [(1, 30), (8, 50), (2, 40)],
        PARSE: [(4, 9), (4, 8), (5, 7)],
        C: [(0.5, 3), (0.5, 3), (0.5, 3)],
    }
    order = []

    def measure(name, command, path):
        order.append(name)
        return "IoU: 1.0000", *runs[name][order.count(name) - 1]

    monkeypatch.setattr(benchmark, "measure", measure)
    commands = {"script": RIGHT, PARSE: RIGHT, RAW: None, C: RIGHT}
    expected = ["2000 0.50 50", "4000 1.00 9", "–", "500 0.12 3"]
    assert benchmark.compare(commands, "", 3) == expected
    assert order == ["script", PARSE, C] * 3
    order.clear()
    cells = benchmark.compare({**commands, PARSE: None}, "", 3)
    assert cells == ["2000 1.00 50", "–", "–", "500 0.25 3"]


def test_the_peak_is_the_program_s(tmp_path):
    path = tmp_path / "masks"
    path.touch()
    code = "print('IoU: 1.0000', len(b'x' * (100 << 20)))"
    iou, seconds, peak = benchmark.measure("name", [sys.executable, "-c", code], path)
    assert iou == f"IoU: 1.0000 {100 << 20}"
    assert seconds > 0
    assert 100 < peak < 150


@pytest.mark.parametrize(
    "commands, message",
    [
        ({"script": RIGHT, "other": WRONG}, r"disagree: \['IoU: 1.0000', 'IoU: 2'\]"),
        ({"script": RIGHT, "other": SILENT}, r"disagree: \['', 'IoU: 1.0000'\]"),
        ({"script": RIGHT, "other": [sys.executable, "-c", "1 / 0"]}, "(?s)other failed.*Zero"),
    ],
)
def test_programs_that_disagree_or_fail_are_noticed(tmp_path, commands, message):
    path = tmp_path / "masks"
    path.touch()
    with pytest.raises(SystemExit, match=message):
        benchmark.compare(commands, path, 1)


def test_no_c_program_without_a_compiler(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert benchmark.compiled(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("numpy, program", [("2.0", "program"), (None, None)])
@pytest.mark.parametrize("arguments, rows, runs", [([], 6, 5), (["--quick"], 2, 3)])
def test_the_table(monkeypatch, capsys, numpy, program, arguments, rows, runs):
    written, found = [], [SimpleNamespace(version=numpy)] if numpy else []
    monkeypatch.setattr(metadata, "distributions", lambda name: iter(found))
    monkeypatch.setattr(benchmark, "compiled", lambda folder: program)
    monkeypatch.setattr(benchmark, "write_masks", lambda path, *masks: written.append(masks))
    monkeypatch.setattr(benchmark, "compare", lambda commands, _, runs: [repr((commands, runs))])
    monkeypatch.setattr(sys, "argv", ["benchmark.py", *arguments])
    benchmark.main()
    masks, titles = benchmark.MASKS[:rows], [row.split("|")[1] for row in TABLE[2:]]
    assert written == [each[1:] for each in masks]
    assert capsys.readouterr().out.splitlines() == [
        *benchmark.heading(numpy, program, runs).splitlines(),
        *(
            f"|{title}|{(benchmark.programs(each, numpy, program), runs)}|"
            for title, each in zip(titles, masks)
        ),
    ]


def test_the_heading():
    first, second, base, _, *names = benchmark.heading("2.0", "program", 5).splitlines()
    assert first.endswith(", NumPy 2.0, cc -O2,")
    assert second.endswith(" cores, medians of 5 runs in turn,")
    assert base == "in each cell ms, the ratio to NumPy parse, and MiB."
    assert names == TABLE[:2]
    assert len(TABLE) == 2 + len(benchmark.MASKS) <= 8
    text = benchmark.heading(None, None, 5)
    assert ", without NumPy, without a C compiler,\n" in text
    assert "\nin each cell ms, the ratio to the script, and MiB.\n" in text
