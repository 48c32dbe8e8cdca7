"""Time the two scripts against the programs that one would write instead, side by side.

    python3 tests/benchmark.py [--quick]

The masks are random, one row per line. All programs run in turn, several times. The table has the
median of the wall time, its ratio to that of NumPy's one parse (to the script's without NumPy), and
the peak of the resident memory, at least that of the bare interpreter that starts them all. A dash
stands for a program that is too slow, can't read the layout, or needs NumPy or `cc` where there is
none. `--quick` leaves out the largest masks.
"""

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MASKS = [  # script, side, value of the object's pixels, end of a line
    ("EP06_01.py", 4, b"1", b"\n"),
    ("EP06_01.py", 512, b"1", b"\n"),
    ("EP06_01.py", 4096, b"1", b"\n"),
    ("EP09_05.py", 4096, b"1", b"\n"),
    ("EP09_05.py", 4096, b"1", b"\r\n"),
    ("EP09_05.py", 4096, b"255", b"\n"),
]
START = "start"  # what it takes to start Python: no program, so it prints nothing
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
NUMPY = {  # how the masks `a` and `b` are read
    "NumPy rows": """
rows, columns = int(input()), int(input())
a, b = (np.array([input().split() for _ in range(rows)], dtype=int) != 0 for _ in range(2))
""",
    "NumPy parse": """
values = np.fromstring(sys.stdin.read(), dtype=np.int64, sep=" ")
a, b = values[2:].reshape(2, -1) != 0
""",
    "NumPy raw": """
rows, columns = int(sys.stdin.buffer.readline()), int(sys.stdin.buffer.readline())
text = np.frombuffer(sys.stdin.buffer.read(4 * rows * columns), dtype=np.uint8)
a, b = text[::2].reshape(2, -1) == ord("1")  # every second byte is a pixel
""",
}
NUMPY_IMPORTS = "import sys\nimport numpy as np\n"
NUMPY_IOU = """
union = np.count_nonzero(a | b)
print(f"IoU: {np.count_nonzero(a & b) / union if union else 1.0:.4f}")
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


def write_masks(path, side, value, end):
    """Write two random square masks, half of whose pixels are `value` and the others 0."""
    rng = random.Random(side)
    with open(path, "wb") as file:
        file.write(b"%d%b%d%b" % (side, end, side, end))
        for _ in range(2 * side):
            row = format(rng.getrandbits(side), f"0{side}b").encode()
            file.write(b" ".join(value if bit == ord("1") else b"0" for bit in row) + end)


def compiled(folder):
    """Return the path of the C program, made in `folder`; None where there is no compiler."""
    if not shutil.which("cc"):
        return None
    command = ["cc", "-O2", "-o", "program", ROOT / "tests" / "benchmark.c"]
    subprocess.run(command, cwd=folder, check=True)
    return Path(folder, "program")


def programs(masks, numpy, program):
    """Return the commands to compare on `masks`, by name; None for those that are left out."""
    script, side, value, end = masks
    python = [sys.executable, "-c"]
    commands = {
        "script": [sys.executable, ROOT / script],
        START: [*python, "pass"],
        "loops": [*python, LOOPS] if side <= 512 else None,
    }
    for name, read in NUMPY.items():
        commands[name] = [*python, NUMPY_IMPORTS + read + NUMPY_IOU] if numpy else None
    if (value, end) != (b"1", b"\n"):
        commands["NumPy raw"] = None
    return {**commands, "C": program and [program]}


def measure(name, command, path):
    """Run a command on a file; return the IoU that it printed, its time in s, its peak in MiB."""
    with open(path, "rb") as masks:
        meter = [sys.executable, "-I", "-S", "-c", METER, *map(str, command)]
        result = subprocess.run(meter, stdin=masks, capture_output=True, text=True, check=False)
    *messages, numbers = result.stderr.splitlines()
    seconds, peak, status = map(float, numbers.split())
    if status:
        sys.exit("\n".join([f"benchmark: {name} failed", *messages]))
    iou = [line for line in result.stdout.splitlines() if line.startswith("IoU")]
    return "".join(iou), seconds, peak


def compare(commands, path, runs):
    """Return a cell of the table for each command; all but START must print the same IoU."""
    results = defaultdict(list)
    for _ in range(runs):
        for name, command in commands.items():
            if command:
                results[name].append(measure(name, command, path))
    answers = {run[0] for name in results for run in results[name] if name != START}
    if len(answers) != 1:
        sys.exit(f"benchmark: the programs disagree: {sorted(answers)}")
    medians = {name: statistics.median(run[1] for run in results[name]) for name in results}
    base = medians.get("NumPy parse", medians["script"])
    cells = dict.fromkeys(commands, "–")
    for name, median in medians.items():
        peak = max(run[2] for run in results[name])
        cells[name] = f"{1000 * median:.0f} {median / base:.2f} {peak:.0f}"
    return list(cells.values())


def heading(numpy, program, runs):
    """Return what stands above the rows of the table."""
    names = programs(MASKS[0], numpy, program)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    compiler = "cc -O2" if program else "without a C compiler"
    return f"""\
{python}, {f"NumPy {numpy}" if numpy else "without NumPy"}, {compiler},
{platform.system()} {platform.machine()}, {os.cpu_count()} cores, medians of {runs} runs in turn,
in each cell ms, the ratio to {"NumPy parse" if numpy else "the script"}, and MiB.

|masks|{"|".join(names)}|
|---|{"--:|" * len(names)}"""


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out the largest masks")
    largest, runs = (512, 3) if parser.parse_args().quick else (4096, 5)
    numpy = next((found.version for found in metadata.distributions(name="numpy")), None)
    with tempfile.TemporaryDirectory() as folder:
        program, path = compiled(folder), Path(folder, "masks")
        print(heading(numpy, program, runs))
        for script, side, value, end in (masks for masks in MASKS if masks[1] <= largest):
            layout = "CRLF" if end == b"\r\n" else f"0/{value.decode()}"
            print(f"|{script[:-3]}, {side}², {layout}", end="|", flush=True)
            write_masks(path, side, value, end)
            commands = programs((script, side, value, end), numpy, program)
            print(*compare(commands, path, runs), sep="|", end="|\n")


if __name__ == "__main__":
    main()
