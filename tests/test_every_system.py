"""Windows and macOS: nothing leans on modules that only some systems have, nor on UTF-8 consoles.

The modules that Windows lacks are hidden here, so its roads are walked on any machine.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from server import SOURCE, Server

POSIX = (
    "fcntl",
    "grp",
    "posix_ipc",
    "pty",
    "pwd",
    "resource",
    "syslog",
    "termios",
    "tty",
    "uvloop",
)
WRITTEN = re.compile(r"utf-8|ascii")
HIDE = f"import sys\nfor name in {POSIX}: sys.modules[name] = None\n"
EVERY = """
import importlib, pkgutil, qipan
found = [each.name for each in pkgutil.walk_packages(qipan.__path__, "qipan.")]
for name in found:
    if not name.endswith("__main__") and ".migrations." not in name:
        importlib.import_module(name)
print(len(found))
"""


def run(*lines, data=None, before=HIDE, **environment):
    """Give commands one after the other, in a process without what only POSIX has."""
    more = ["--data", str(data)] if data else []
    given = [["qipan", *words, *more] for words in lines]
    code = (
        f"{before}from qipan.cli import main\nimport sys\nfor sys.argv in {given!r}:\n"
        "    try: main()\n    except SystemExit as left:\n        if left.code: raise"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        capture_output=True,
        timeout=120,
        check=False,
    )


def test_every_module_is_imported_without_what_only_posix_has():
    done = subprocess.run(
        [sys.executable, "-c", HIDE + EVERY],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 900


def test_only_one_module_names_what_differs_between_systems():
    words = re.compile(rf"^\s*(?:import|from) (?:{'|'.join((*POSIX, 'msvcrt'))})\b", re.MULTILINE)
    quoted = re.compile(rf"""["'](?:{"|".join((*POSIX, "msvcrt"))})["']""")
    texts = {path.name: path.read_text("utf-8") for path in (SOURCE / "qipan").rglob("*.py")}
    assert {name for name, text in texts.items() if words.search(text)} == set()
    named = {name for name, text in texts.items() if quoted.search(text)}
    assert "operating_system.py" in named
    assert named <= {"operating_system.py", "profile.py"}, named


def test_an_event_is_run_and_served_on_the_fallbacks(tmp_path):
    data = tmp_path / "j.sqlite"
    made, entered = ("new", "wx-14", "men", "--id", "cup"), ("enter", "cup", *"abcd")
    done = run(made, entered, ("pair", "cup", "--json"), data=data)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout[done.stdout.index(b"{") :])["boards"]) == 2
    server = Server(data, before=HIDE, alone=True)
    try:
        assert httpx.get(f"{server.base}/c/cup").status_code == 200
        held = run(("withdraw", "cup", "a"), data=data)  # by the process' number: no locks here
        assert held.returncode != 0
        assert server.base.encode() in held.stdout + held.stderr
    finally:
        server.stop()
    done = run(("withdraw", "cup", "a"), data=data)
    assert done.returncode == 0, done.stderr
    done = run(("verify", str(data), "--json"))
    assert json.loads(done.stdout)["valid"] is True, done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "gbk"])
def test_a_console_without_utf_8_gets_what_it_can_print(encoding):
    done = run(("book", "list"), before="", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert b"wx-14" in done.stdout


def test_words_of_a_console_in_another_encoding_are_refused_in_words(tmp_path):
    title = "演示杯".encode("gb18030")
    words = [os.fsencode(sys.executable), b"-m", b"qipan", b"new", b"wx-14", b"women", b"--id"]
    done = subprocess.run(
        [*words, b"cup", b"--title", title, b"--data", os.fsencode(tmp_path / "赛 事.sqlite")],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 2
    assert b"no text in UTF-8" in done.stderr
    assert b"Traceback" not in done.stderr


def test_the_package_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "qipan", "--version"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.startswith("qipan "), done.stderr


def test_text_files_are_read_and_written_in_utf_8_whatever_the_system_says():
    """``Path.read_text`` and ``open`` without an encoding use that of the machine."""
    wrong = []
    for path in (SOURCE / "qipan").rglob("*.py"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            bare = ".read_text()" in line or (".write_text(" in line and not WRITTEN.search(line))
            if bare and "operating_system" not in str(path):
                wrong.append(f"{Path(path).name}:{number}")
    assert wrong == []
