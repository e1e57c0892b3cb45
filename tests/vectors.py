"""Data of conformance tests: ``kept`` lies in the repository, ``vectors`` is the whole of it.

The whole set lies beside the project, or in the folder named by QIPAN_VECTORS; tests that need it
say so where it is not. What proves the most is in ``tests/data`` in a form of our own, and is
always read.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("QIPAN_VECTORS", Path(__file__).parents[2] / "shared" / "vectors"))
KEPT = Path(__file__).parent / "data"


def vectors(*parts: str) -> Path:
    """Give a path in the whole set, or skip the test with a clear line if it is not there."""
    path = ROOT.joinpath(*parts)
    if not path.exists():
        pytest.skip(
            "the whole set of conformance data is not beside the project (QIPAN_VECTORS names its "
            "folder); what proves the most of it is in tests/data and was tested"
        )
    return path


def kept(*parts: str) -> Path:
    """Give a path in the data of the repository."""
    return KEPT.joinpath(*parts)
