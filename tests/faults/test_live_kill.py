"""A server killed in the middle of live games loses no acknowledged move and no player's time.

``benchmarks/live.py --kills 100`` does the same a hundred times; ``QIPAN_LONG=1`` does more here.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KILLS = 100 if os.environ.get("QIPAN_LONG") else 3


def test_kills_during_load_lose_nothing():
    found = subprocess.run(
        [
            *(sys.executable, str(ROOT / "benchmarks" / "live.py"), "--game", "xiangqi"),
            *("--kills", str(KILLS), "--tables", "6", "--rate", "60"),
        ],
        capture_output=True,
        text=True,
        timeout=120 + 30 * KILLS,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert " 0 lost" in found.stdout
    assert " 0 clocks wrong" in found.stdout
    acknowledged = int(found.stdout.split(" moves acknowledged")[0].rsplit(" ", 1)[1])
    assert acknowledged > KILLS
