"""Make a release into ``dist/``: wheel, sdist, one-file program, list of parts, checksums.

python scripts/release.py [--without-app]     (make release)

The wheel is then installed into a fresh environment of its own and runs an event there, started
without any other tool, first as it is and then with the part that prints PDFs; the program is
started in an empty folder without Python on the path: what is handed out is what was tried.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from qipan import __version__
from qipan.web.page_table import TABLE, table

ROOT = Path(__file__).parents[1]
OUT = ROOT / "dist"


def run(*words: object, cwd: Path = ROOT) -> None:
    """Run a program; end with its fault if it has one."""
    subprocess.run([str(each) for each in words], cwd=cwd, check=True)


def built() -> Path:
    """Build wheel and sdist; give the wheel."""
    run(sys.executable, "-m", "build", "--outdir", OUT, ROOT)
    (wheel,) = OUT.glob(f"qipan-{__version__}-*.whl")
    return wheel


def try_wheel(wheel: Path) -> None:
    """Install the wheel as pipx does, and run a small event with the command it brings."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        venv.create(home / "env", with_pip=True)
        bin_ = home / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        run(bin_ / "python", "-m", "pip", "install", "-q", wheel)
        for words in (
            ["qipan", "--version"],
            ["qipan", "new", "wx-14", "women", "--id", "cup"],
            ["qipan", "enter", "cup", "Mei", "Lan", "Zhu", "Ju"],
            ["qipan", "pair", "cup"],
            ["qipan", "document", "cup", "pairings", "-o", "pairings.html"],
            ["python", "-m", "qipan", "verify", "qipan.sqlite"],
        ):
            run(bin_ / words[0], *words[1:], cwd=home)
        size = sum(each.stat().st_size for each in (home / "env").rglob("*") if each.is_file())
        print(f"installed: {size / 1e6:.0f} MB (with pip and its own compiled files)")
        run(bin_ / "python", "-m", "pip", "install", "-q", f"qipan[go,pdf] @ {wheel.as_uri()}")
        run(sys.executable, ROOT / "deploy/app/trial.py", bin_ / "qipan")


def checksums() -> None:
    """Write the sums of everything that is handed out."""
    lines = [
        f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}"
        for each in sorted(OUT.iterdir())
        if each.is_file() and each.name != "SHA256SUMS"
    ]
    (OUT / "SHA256SUMS").write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


def main() -> None:
    """Make the release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-app", action="store_true", help="no one-file program")
    asked = parser.parse_args()
    if (ROOT / "src/qipan/web" / TABLE).read_bytes() != table():
        raise SystemExit("the table of pages is old: python scripts/pages.py")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    try_wheel(built())
    shutil.copy(ROOT / "sbom.json", OUT / f"qipan-{__version__}.sbom.json")
    shutil.copy(ROOT / "CHANGELOG.md", OUT)
    if not asked.without_app:
        run(sys.executable, ROOT / "deploy/app/build.py", "--out", OUT)
        program = OUT / ("qipan.exe" if sys.platform == "win32" else "qipan")
        run(sys.executable, ROOT / "deploy/app/trial.py", program)
    checksums()


if __name__ == "__main__":
    main()
