"""Upgrades: a whole data file of every released version is opened, understood and written on."""

import gzip
import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from qipan.cli import build

HOME = Path(__file__).parents[1] / "data" / "files"
VERSIONS = sorted(each.name for each in HOME.iterdir() if each.is_dir())


@pytest.fixture(params=VERSIONS)
def kept(request, tmp_path):
    """Unpack a file beside its key; give both folders."""
    home = HOME / request.param
    with gzip.open(home / "house.sqlite.gz") as packed:
        (tmp_path / "house.sqlite").write_bytes(packed.read())
    shutil.copy(home / "house.sqlite.key", tmp_path)
    return home, tmp_path / "house.sqlite"


def run(*words):
    done = CliRunner().invoke(build(), [str(each) for each in words])
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stdout


def test_a_file_of_an_earlier_version_says_what_it_said_and_is_worked_on(kept):
    home, path = kept
    then = (home / "fingerprint").read_text("utf-8")
    run("verify", path, "--against", then)  # before anything of today wrote to it
    for name in ("cup", "my"):
        said = json.loads((home / f"{name}.json").read_text("utf-8"))
        assert json.loads(run("standings", name, "--json", "--data", path)) == said
    run("result", "my", "1", "1-0", "--data", path)
    boards = json.loads(run("pair", "my", "--json", "--data", path))["boards"]
    assert {each["board"] for each in boards} == {1, 2}
    run("pair", "cup", "--data", path)
    found = json.loads(run("verify", path, "--against", then, "--json"))
    assert found["valid"] is True
    assert found["registered"] == {"people": 10, "roles": 1, "secrets": 3}
