"""Every parser meets input made to be slow or deep: it answers, or says what is wrong."""

import os
import resource
import subprocess
import sys
from pathlib import Path

from qipan.formats import record_formats

SOURCE = Path(__file__).parents[2] / "src"
PROGRAM = Path(__file__).with_name("probing.py")
PROCESSOR_SECONDS = 100
"""A limit against endless work, not a measurement: all probes together take a tenth of it."""


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def test_no_parser_is_slow_or_breaks():
    done = subprocess.run(
        [sys.executable, str(PROGRAM)],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"},
        preexec_fn=limit,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, (lines[-1:], done.stderr[-500:])
    assert lines[-1].startswith("done ")
    probed = {line.partition(": ")[0] for line in lines}
    assert set(record_formats()) <= probed
