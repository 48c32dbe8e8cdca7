"""The benchmark runs, and notices programs that disagree or fail."""

import sys

import pytest

import benchmark


def test_a_row_of_the_table(tmp_path):
    path = tmp_path / "masks"
    benchmark.write_masks(path, 4, b"1")
    commands = benchmark.programs("EP06_01.py", 4, None)
    cells = benchmark.compare(commands, path, 1, "title")
    assert len(cells) == len(commands)
    assert cells[0].endswith(" MiB") and ", 1.00, " in cells[0]
    assert cells[3:] == ["–", "–"]
    commands["wrong"] = [sys.executable, "-c", "print('IoU: 2')"]
    with pytest.raises(SystemExit, match="disagree"):
        benchmark.compare(commands, path, 1, "title")
    with pytest.raises(SystemExit, match="failed"):
        benchmark.compare({"script": [sys.executable, "-c", "1 / 0"]}, path, 1, "title")
