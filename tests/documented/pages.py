"""What pages for people tell them to type: fenced blocks, and the lines of a shell in them.

A block of the shell is marked ``console``: ``$ `` begins a command, ``\\`` at its end goes on in
the next line, and anything else is what the command prints (``…`` stands for whatever is there).
"""

import re
from pathlib import Path

from qipan.cli import command

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "src" / "qipan" / "web" / "manual" / "guides"
PAGES = {
    str(path.relative_to(folder)): path
    for folder, pattern in ((ROOT, "*.md"), (ROOT, "docs/**/*.md"), (GUIDES, "*/*.md"))
    for path in sorted(folder.glob(pattern))
    if path.name != "CHANGELOG.md"
}
SHELL = "console"
_FENCED = re.compile(r"^ *```([a-z]*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_PROGRAMS = "make|python3?|pipx?|docker|createdb|curl|git|sh|export [A-Z_]+=.*|QIPAN_[A-Z_]+=.*"
_COMMAND = re.compile(rf"^\s*(?:\$ .*|(?:{_PROGRAMS}) .*|qipan (?P<verb>[a-z-]+).*)$")


def text_of(page):
    """Give the text of a page by its name."""
    return PAGES[page].read_text("utf-8")


def fenced(text):
    """Give the fenced blocks of a text: mark and lines."""
    return [(mark, body.splitlines()) for mark, body in _FENCED.findall(text)]


def outside(text):
    """Give the lines of a text that lie in no fenced block."""
    return _FENCED.sub("", text).splitlines()


def steps(text):
    """Give every command of a text, in order, with the lines it is shown to print."""
    found = []
    for mark, lines in fenced(text):
        if mark != SHELL:
            continue
        for line in lines:
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found and found[-1][0].endswith("\\"):
                command, shown = found.pop()
                found.append((command.removesuffix("\\") + line.strip(), shown))
            else:
                assert found, f"nothing was typed before {line!r}"
                found[-1][1].append(line)
    return found


def unmarked(text):
    """Give the lines that look like commands and lie in no block of the shell."""
    blocks = [line for mark, lines in fenced(text) if mark != SHELL for line in lines]
    indented = [line for line in outside(text) if line.startswith("    ")]
    return [line for line in [*blocks, *indented] if _is_command(line)]


def _is_command(line):
    """Say whether a line begins with a program; of ours, with a verb that it has."""
    found = _COMMAND.match(line)
    verb = found and found["verb"]
    return bool(found) and (verb is None or verb in command().commands or verb[0] == "-")
