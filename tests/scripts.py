"""Run the two scripts as a shell would."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(name, data, *arguments, folder=ROOT):
    """Run script `name` of `folder` on the bytes `data`; return the finished process."""
    command = [sys.executable, folder / f"{name}.py", *arguments]
    return subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
