"""A stage on which the commands of a page are typed in order, in a folder of its own."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from documented.pages import ROOT
from qipan.cli import command

BESIDE = {
    "pip": "installs packages",
    "docker": "needs containers",
    "createdb": "needs a PostgreSQL",
    "export": "is for the line after it",
    "make": "installs, or runs for minutes",
}
"""Programs that are not run here, and why."""
ENDLESS = {"serve": "serves until it is stopped"}
"""Verbs that are not run here, and why; that they can be typed so is looked at."""


class Stage:
    """Runs commands; knows what stands for something else, and what comes before a line."""

    def __init__(self, run, folder, setenv):
        self._run, self.folder, self.setenv = run, folder, setenv
        self.stands_for, self._before, self._only_look = {}, [], []

    def do(self, *words):
        """Run the program with words, or with one line of them; give what it said."""
        found = shlex.split(words[0]) if len(words) == 1 else words
        code, said, errors = self._run(*found)
        assert code == 0, (found, code, said, errors)
        return said

    def before(self, beginning, act):
        """Have something done before the first line that begins so."""
        self._before.append((beginning, act))

    def only_look(self, words):
        """Do not run a line with these words: it needs what this machine does not have."""
        self._only_look.append(words)

    def put(self, name, content):
        """Put a file into the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def type(self, line):
        """Type a line of a page; give what it said, or None for what is looked at only."""
        for beginning, act in [each for each in self._before if line.startswith(each[0])]:
            self._before.remove((beginning, act))
            act()
        for written, meant in self.stands_for.items():
            if written in line:
                line = line.replace(written, meant() if callable(meant) else meant)
        program, *words = shlex.split(line, comments=True)
        words = [name for word in words for name in names_of(word)]
        looked = words[0] in ENDLESS or any(each in line for each in self._only_look)
        if program == "qipan" and not looked:
            return self.do(*words)
        if program == "python3":
            return subprocess.run([sys.executable, *words], capture_output=True, check=True).stdout
        look_at(program, words)
        return None

    def ended(self):
        """Say what was prepared for a line that the page does not have."""
        return [beginning for beginning, _ in self._before]


def look_at(program, words):
    """See that a line which is not run can be typed so: verb, options, targets, files."""
    if program == "qipan":
        verb, left = command(), words
        while hasattr(verb, "commands"):
            verb, left = verb.commands[left[0]], left[1:]
        verb.make_context(verb.name, left)
        return
    assert program in BESIDE, f"nobody runs {program!r}, and nobody says why"
    if program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert [word for word in words if "=" not in word and word not in targets] == []
    files = [word for word in words if word.startswith(("deploy/", "scripts/", "benchmarks/"))]
    assert [name for name in files if not (ROOT / name).exists()] == []


def shown_in(shown, said):
    """Say whether a line that a page shows is among what was said; ``…`` is anything."""
    pattern = ".*".join(re.escape(part) for part in shown.strip().split("…"))
    return re.search(pattern, said) is not None


def stage(run, tmp_path, monkeypatch):
    """Make a stage: an empty folder, and the data where the program keeps it by itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QIPAN_DATA")
    return Stage(run, tmp_path, monkeypatch.setenv)


def names_of(word):
    """Give the files that a word with a star stands for, as a shell does; else the word."""
    return (sorted(map(str, Path().glob(word))) or [word]) if "*" in word else [word]
