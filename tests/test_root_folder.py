"""What lies at the project's root is put there on purpose: no traces of a run are kept."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KEPT = {
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"),
    *("Makefile", "pyproject.toml", "requirements.lock", "sbom.json"),
    *("eslint.config.js", "package.json", "package-lock.json", "tsconfig.json"),
    *("benchmarks", "changelog.d", "deploy", "docs", "scripts", "src", "tests"),
}


def test_nothing_lies_at_the_root_by_accident():
    if not (ROOT / ".git").exists():
        pytest.skip("no history beside the project: what is kept cannot be told from what is not")
    found = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    names = {line.partition("/")[0] for line in found.splitlines()}
    assert {name for name in names if not name.startswith(".")} - KEPT == set()
