"""A short run of ``make fuzz`` over every reader; the long one has the same seeds and more."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_no_damaged_file_breaks_a_reader(tmp_path):
    done = subprocess.run(
        [sys.executable, str(HERE / "run.py"), "--inputs", "120", "--keep", str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 faults" in done.stdout.splitlines()[-1]
    for name in ("xlsx", "ods", "xls", "csv", "trf", "sgf", "pgn", "xqf", "cbr", "cbl", "dhtmlxq"):
        assert f"\n{name} " in done.stdout
