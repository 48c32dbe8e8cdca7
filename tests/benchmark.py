"""Time the two scripts against the programs that one would write instead, side by side.

    python3 tests/benchmark.py [--quick]

The masks are random, one row per line. All programs run in turn, several times. The table has the
median of the wall time, its ratio to the script's, and the peak of the resident memory. NumPy's
columns need NumPy. `--quick` leaves out the largest masks.
"""

import argparse
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOOPS = """
rows, columns = int(input()), int(input())
masks = [[list(map(int, input().split())) for _ in range(rows)] for _ in range(2)]
intersection = union = 0
for i in range(rows):
    for j in range(columns):
        if masks[0][i][j] != 0 and masks[1][i][j] != 0:
            intersection += 1
        if masks[0][i][j] != 0 or masks[1][i][j] != 0:
            union += 1
print(f"IoU: {intersection / union if union else 1.0:.4f}")
"""
NUMPY_ROWS = """
import numpy as np

rows, columns = int(input()), int(input())
a, b = (np.array([input().split() for _ in range(rows)], dtype=int) != 0 for _ in range(2))
union = (a | b).sum()
print(f"IoU: {(a & b).sum() / union if union else 1.0:.4f}")
"""
NUMPY_TEXT = """
import sys

import numpy as np

values = np.fromstring(sys.stdin.read(), dtype=np.int64, sep=" ")
a, b = values[2:].reshape(2, -1) != 0
union = (a | b).sum()
print(f"IoU: {(a & b).sum() / union if union else 1.0:.4f}")
"""
# Started by a process as small as itself: the kernel counts a parent's memory to its child's peak.
METER = """
import os, sys, time

start = time.perf_counter()
child = os.fork()
if not child:
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(time.perf_counter() - start, usage.ru_maxrss / 1024, status, file=sys.stderr)
"""


def write_masks(path, side, value):
    """Write two random square masks, half of whose pixels are `value` and the others 0."""
    rng = random.Random(side)
    with open(path, "wb") as file:
        file.write(b"%d\n%d\n" % (side, side))
        for _ in range(2 * side):
            row = format(rng.getrandbits(side), f"0{side}b").encode()
            file.write(b" ".join(value if bit == ord("1") else b"0" for bit in row) + b"\n")


def programs(script, side, numpy):
    """Return the commands to compare, by name; None for those that are left out."""
    commands = {
        "script": [ROOT / script],
        "python3 -c pass": ["-c", "pass"],
        "two nested loops": ["-c", LOOPS] if side <= 512 else None,
        "NumPy, row by row": ["-c", NUMPY_ROWS] if numpy else None,
        "NumPy, one parse": ["-c", NUMPY_TEXT] if numpy else None,
    }
    return {name: command and [sys.executable, *command] for name, command in commands.items()}


def measure(name, command, path):
    """Run a command on a file; return the IoU that it printed, its time in s, its peak in MiB."""
    with open(path, "rb") as masks:
        meter = [sys.executable, "-I", "-S", "-c", METER, *map(str, command)]
        result = subprocess.run(meter, stdin=masks, capture_output=True, text=True, check=False)
    *messages, numbers = result.stderr.splitlines()
    seconds, peak, status = map(float, numbers.split())
    if status:
        sys.exit("\n".join([f"benchmark: {name} failed", *messages]))
    return [x for x in result.stdout.splitlines() if x.startswith("IoU")], seconds, peak


def compare(commands, path, runs, title):
    """Return a cell of the table for each command; all that print an IoU must agree on it."""
    times, peaks, answers = defaultdict(list), defaultdict(float), set()
    for run in range(runs):
        print(f"\r{title}: run {run + 1} of {runs}", end="", file=sys.stderr, flush=True)
        for name, command in commands.items():
            if command:
                answer, seconds, peak = measure(name, command, path)
                answers.update(answer)
                times[name].append(seconds)
                peaks[name] = max(peak, peaks[name])
    print(file=sys.stderr)
    if len(answers) != 1:
        sys.exit(f"benchmark: {title}: the programs disagree: {sorted(answers)}")
    medians = {name: statistics.median(values) for name, values in times.items()}
    cells = {
        name: f"{1000 * median:.0f} ms, {median / medians['script']:.2f}, {peaks[name]:.0f} MiB"
        for name, median in medians.items()
    }
    return [cells.get(name, "–") for name in commands]


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out the largest masks")
    sides, runs = ([4, 512], 3) if parser.parse_args().quick else ([4, 512, 4096], 5)
    try:
        numpy = metadata.version("numpy")
    except metadata.PackageNotFoundError:
        numpy = None
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, {f'NumPy {numpy}' if numpy else 'without NumPy: its columns are empty'},")
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {runs} runs.\n")
    print("| masks |", " | ".join(programs("", 0, numpy)), "|")
    print("|---|--:|--:|--:|--:|--:|")
    for script, value in (("EP06_01.py", b"1"), ("EP09_05.py", b"1"), ("EP09_05.py", b"255")):
        for side in sides:
            title = f"{script}, {side} x {side}, 0/{value.decode()}"
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "masks")
                write_masks(path, side, value)
                cells = compare(programs(script, side, numpy), path, runs, title)
            print("|", " | ".join([title, *cells]), "|", flush=True)


if __name__ == "__main__":
    main()
