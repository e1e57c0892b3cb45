"""A verb starts without the rooms it does not work in, and the table of verbs is true."""

import json
import os
import subprocess
import sys
from importlib.resources import files

import pytest

from qipan.cli import command
from qipan.cli.verbs import TABLE, listed, modules, table
from server import SOURCE

HEAVY = (
    "alembic",
    "argon2",
    "asyncio",
    "cryptography",
    "jinja2",
    "litestar",
    "nats",
    "prometheus_client",
    "psycopg",
    "qipan.cluster",
    "qipan.desk.decide",
    "qipan.play",
    "qipan.simulation",
    "qipan.web.app",
    "qipan.wiring",
    "segno",
    "sqlalchemy",
    "structlog",
    "typst",
    "uvicorn",
    "xlsxwriter",
)
TOLD = """
import sys
from qipan.cli import main
try: main()
finally:
    import json
    print("\\n" + json.dumps([each for each in {heavy!r} if each in sys.modules]))
"""
STORING = {"argon2", "qipan.desk.decide", "qipan.wiring", "sqlalchemy", "cryptography", "asyncio"}
"""What a verb on a stored competition may need: asyncio comes with sqlalchemy."""


def imported(*words, cwd=None):
    """Run a command; give those of the heavy modules that it imported."""
    done = subprocess.run(
        [sys.executable, "-c", TOLD.format(heavy=HEAVY), *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "words",
    [
        ("--version",),
        ("--help",),
        ("book", "--help"),
        ("book", "list"),
        ("game", "list"),
        ("trf", "generate", "--players", "8", "--rounds", "2"),
        ("pairing", "round-robin", "--players", "6"),
    ],
    ids=" ".join,
)
def test_a_light_verb_enters_no_heavy_room(words, tmp_path):
    assert imported(*words, cwd=tmp_path) == set()


def test_no_verb_enters_a_heavy_room_before_it_works_in_it():
    """The help of every verb: whatever its module imports, it imports for all of them."""
    told = "import sys, json\nfrom importlib import import_module\nfound = {}\n"
    told += f"for name in {sorted(modules())!r}:\n"
    told += "    before = set(sys.modules)\n    import_module(f'qipan.cli.{name}')\n"
    told += f"    new = [each for each in {HEAVY!r} if each in set(sys.modules) - before]\n"
    told += "    if new: found[name] = new\nprint(json.dumps(found))"
    done = subprocess.run(
        [sys.executable, "-c", told],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert json.loads(done.stdout) == {}


def test_a_verb_on_a_file_needs_no_server_no_cluster_and_no_migration(tmp_path):
    from typer.testing import CliRunner

    from qipan.cli import build

    data = tmp_path / "j.sqlite"
    more = ["--data", str(data)]
    for words in (["new", "wx-14", "men", "--id", "cup"], ["enter", "cup", *"abcd"]):
        done = CliRunner().invoke(build(), [*words, *more])
        assert done.exit_code == 0, done.output
    assert imported("standings", "cup", *more) <= STORING


def test_the_table_is_what_the_modules_offer():
    stored = files("qipan.cli").joinpath(TABLE).read_bytes()
    assert stored == table(), "python scripts/verbs.py writes the table anew"


def test_no_verb_has_two_homes():
    """A group may be shared; a verb of it is in one module."""
    from qipan.cli.verbs import found_in

    for path in [(), *((name,) for name, each in listed().verbs.items() if each.verbs)]:
        homes = {}
        for module in modules():
            for name, verb in found_in(module, path).items():
                if not hasattr(verb, "commands"):
                    homes.setdefault(name, []).append(module)
        assert {name: them for name, them in homes.items() if len(them) > 1} == {}


def test_every_verb_has_help_of_its_own():
    found = command()
    for name, verb in found.commands.items():
        assert verb.name == name
        for each in getattr(verb, "commands", {}).values():
            assert each.help, f"{name} {each.name}"


def test_a_verb_that_the_table_does_not_know_yet_is_found(monkeypatch):
    import qipan.cli.verbs as verbs

    without = {name: each for name, each in listed().verbs.items() if name != "standings"}
    older = verbs.VerbTable(without, listed().without_verbs)
    monkeypatch.setattr(verbs, "listed", lambda: older)
    program = verbs.Program(name="qipan")
    assert "standings" not in program.commands
    assert program.resolve_command(None, ["standings", "cup"])[1].name == "standings"
