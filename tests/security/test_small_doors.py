"""Small doors, each found open once: ports, newer tables, rights of files, addresses, names."""

import os
import sqlite3
import stat

import pytest

from qipan.host.request_log import is_own_host
from qipan.journal.people import Person, tidy
from qipan.kernel.errors import BadInput, Refused
from qipan.outbound.http_post import target_of
from qipan.wiring import open_house


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8000", True),
        ("127.0.0.1:65535", True),
        ("127.0.0.1:65536", False),
        ("127.0.0.1:99999", False),
        ("[::1]:99999", False),
    ],
)
def test_a_host_with_an_impossible_port_is_not_ours(host, own):
    assert is_own_host(host, set()) is own


def test_tables_of_a_newer_version_get_a_sentence_and_stay_as_they_are(tmp_path):
    path = tmp_path / "j.sqlite"
    open_house(str(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadInput, match=r"newer version of Qipan \(tables 9999"):
        open_house(str(path))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone()[0] == "9999"


@pytest.mark.skipif(os.name != "posix", reason="rights of files are a matter of POSIX")
def test_a_new_file_is_its_owners_alone(tmp_path):
    before = os.umask(0o022)
    try:
        house = open_house(str(tmp_path / "j.sqlite"))
        house.people.save("p-1", Person(name="A"))
        found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        house.close()
    finally:
        os.umask(before)
    assert found
    assert {name for name, mode in found.items() if mode & 0o077} == set()


@pytest.mark.parametrize("address", ["192.0.0.8", "192.88.99.1", "192.0.0.170"])
def test_addresses_kept_for_protocols_are_not_called(address):
    with pytest.raises(Refused):
        target_of(f"https://{address}/hook", ())


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Lim\nKelvin", "Lim Kelvin"),
        ("\tWu  Li ", "Wu Li"),
        ("Ada\u202egnaW", "AdagnaW"),
        ("a\u0000b\u200b", "ab"),
        ("ក\u200dខ", "ក\u200dខ"),
        ("阮　明", "阮 明"),
    ],
)
def test_names_hold_nothing_that_nobody_sees(tmp_path, typed, kept):
    assert tidy(typed) == kept
    house = open_house(str(tmp_path / "j.sqlite"))
    house.people.save("p-1", Person(name=typed, latin=typed))
    assert house.people.find(["p-1"])["p-1"] == Person(name=kept, latin=kept)
    house.close()
