"""Build the one-file program into ``dist/``: python deploy/app/build.py [--fonts FOLDER]

Fonts for Chinese and Thai go inside, so that every document can be printed on a bare computer. They
are looked for on this one (Debian: fonts-noto-cjk, fonts-noto-core) or taken from FOLDER. Only the
system that builds is built for: Windows builds for Windows, macOS for macOS (``recipe.yaml``).
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WANTED = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJK-Bold.ttc",
    "NotoSansThai-Regular.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSans-Regular.ttf",
    "NotoSans-Bold.ttf",
)
PLACES = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")


def font_files(folder: Path | None) -> list[Path]:
    """Find every font that goes inside. Ends with a sentence if one is missing."""
    places = [folder] if folder else [Path(each) for each in PLACES]
    there = {
        path.name: path
        for place in places
        if place.is_dir()
        for path in sorted(place.rglob("Noto*"))
    }
    missing = [name for name in WANTED if name not in there]
    if missing:
        raise SystemExit(
            f"fonts are missing: {', '.join(missing)}. On Debian: apt-get install fonts-noto-cjk "
            "fonts-noto-core; elsewhere put them into a folder and name it with --fonts"
        )
    return [there[name] for name in WANTED]


def main() -> None:
    """Build."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, help="folder with the fonts that go inside")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    found = font_files(asked.fonts)
    with tempfile.TemporaryDirectory() as work:
        fonts = Path(work) / "fonts"
        fonts.mkdir()
        for each in found:
            shutil.copy(each, fonts)
        words = ["--noconfirm", "--distpath", str(asked.out), "--workpath", f"{work}/build"]
        subprocess.run(
            [sys.executable, "-m", "PyInstaller", *words, str(HERE / "qipan.spec")],
            env={**os.environ, "QIPAN_APP_FONTS": str(fonts)},
            check=True,
        )
    for made in sorted(asked.out.glob("qipan*")):
        if made.stem == "qipan" and made.is_file():
            print(f"{made} ({made.stat().st_size / 1e6:.0f} MB)")


if __name__ == "__main__":
    main()
