"""Fold the fragments of ``changelog.d`` into CHANGELOG.md under a version, and remove them.

python scripts/changelog.py 0.2.0 2026-11-17

A fragment is one sentence or a list; each becomes items under the new version, in the order of the
fragments' names. What comes after the folding and before the release is added to the same version;
an older version is refused.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FRAGMENTS = ROOT / "changelog.d"
PAGE = ROOT / "CHANGELOG.md"
HEAD = "# Changes\n\nNewest first. What is not released yet lies in `changelog.d`, a file each.\n"


def items(text: str) -> list[str]:
    """Give the items of a fragment: its list, or each paragraph of it."""
    listed = [f"- {each.strip()}" for each in re.split(r"^[-*] ", text, flags=re.MULTILINE) if each]
    if not re.match(r"[-*] ", text.lstrip()):
        listed = [f"- {each.strip()}" for each in re.split(r"\n\s*\n", text) if each.strip()]
    return [re.sub(r"\n\s*", "\n  ", each) for each in listed]


def chapter(version: str, day: str, fragments: list[str]) -> str:
    """Write the chapter of a version."""
    lines = [line for each in fragments for line in items(each)]
    return f"\n## {version} ({day})\n\n" + "\n".join(lines) + "\n"


def folded(page: str, version: str, day: str, fragments: list[str]) -> str:
    """Put a version on top of the page, or add to it. Ends if it is an older one."""
    older = page.removeprefix(HEAD)
    newest, _, rest = older.lstrip("\n").partition("\n\n")
    if newest.startswith(f"## {version} "):
        return HEAD + chapter(version, day, fragments) + rest
    if f"\n## {version} " in page:
        raise SystemExit(f"{version} is an older version already")
    return HEAD + chapter(version, day, fragments) + older


def main() -> None:
    """Fold."""
    version, day = sys.argv[1:]
    paths = [each for each in sorted(FRAGMENTS.glob("*.md")) if each.name != "README.md"]
    if not paths:
        raise SystemExit("no fragments: nothing has changed")
    page = PAGE.read_text("utf-8") if PAGE.exists() else HEAD
    texts = [path.read_text("utf-8") for path in paths]
    PAGE.write_text(folded(page, version, day, texts), "utf-8")
    for path in paths:
        path.unlink()
    print(f"{len(paths)} fragments are {version}")


if __name__ == "__main__":
    main()
