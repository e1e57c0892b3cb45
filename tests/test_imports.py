"""Imports point down only, and the contract really notices an upward one."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def lint(folder):
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache", "--config", str(folder / "pyproject.toml")],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "", "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_a_deliberate_upward_import_is_found(tmp_path):
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    module = tmp_path / "src" / "qipan" / "ranking" / "upward.py"
    module.write_text('"""Wrong on purpose."""\n\nfrom qipan.desk import office\n\n_ = office\n')
    found = lint(tmp_path)
    assert found.returncode == 1, found.stdout + found.stderr
    assert "qipan.ranking.upward -> qipan.desk" in found.stdout
