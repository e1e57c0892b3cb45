"""Where the conformance data is: beside the project, or in the folder named by QIPAN_VECTORS."""

import os
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("QIPAN_VECTORS", Path(__file__).parents[2] / "shared" / "vectors"))


def vectors(*parts: str) -> Path:
    """Give a path in the data, or skip the test with a clear line if the data is not there."""
    path = ROOT.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"conformance data not found: {path} (set QIPAN_VECTORS)")
    return path
