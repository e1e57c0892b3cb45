"""Secrets in the data are worth nothing without the key that lies elsewhere."""

import sqlite3

import pytest

from qipan.host.seat_key import seat_key_of
from qipan.kernel.errors import Unavailable
from qipan.kernel.lots import commit
from qipan.store.record.secret_seal import MARK, SecretSeal, opened_secret
from qipan.wiring import open_house


def stored(path):
    with sqlite3.connect(path) as connection:
        return dict(connection.execute("SELECT name, content FROM secret").fetchall())


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.delenv("QIPAN_SIGNING_KEY", raising=False)
    path = tmp_path / "j.sqlite"
    house = open_house(str(path))
    house.office.create("cup", "org", "Cup", "wx-14")
    house.close()
    return path


def test_a_lot_is_sealed_until_it_is_drawn(data):
    house = open_house(str(data))
    house.secrets.keep("cup/men/numbers/x", b"s" * 32)
    key = seat_key_of(house)
    assert house.secrets.reveal("cup/men/numbers/x") == b"s" * 32
    house.close()
    whole = data.read_bytes() + b"".join(
        each.read_bytes() for each in data.parent.glob("*.sqlite-wal")
    )
    for secret in (b"s" * 32, key):
        assert secret not in whole
    for name, content in stored(data).items():
        assert content.startswith(MARK) or name == "register", name
    assert commit(b"s" * 32).encode() not in stored(data)["cup/men/numbers/x"]


def test_the_same_key_opens_it_again_from_the_file_or_the_environment(data, monkeypatch):
    house = open_house(str(data))
    house.secrets.keep("x", b"content")
    house.close()
    key = data.with_name("j.sqlite.key")
    written = key.read_text("ascii")
    key.unlink()
    monkeypatch.setenv("QIPAN_SIGNING_KEY", written)
    house = open_house(str(data))
    assert house.secrets.reveal("x") == b"content"
    house.close()


def test_data_without_its_key_is_served_with_new_links_and_says_what_is_missing(data):
    house = open_house(str(data))
    before = seat_key_of(house)
    house.secrets.keep("lot", b"content")
    house.close()
    data.with_name("j.sqlite.key").unlink()
    house = open_house(str(data))
    with pytest.raises(Unavailable, match="another key"):
        house.secrets.reveal("lot")
    assert seat_key_of(house) not in (before, b"")
    assert seat_key_of(house) == seat_key_of(house)
    house.close()


def test_a_secret_of_the_time_before_is_read_as_it_is(data):
    with sqlite3.connect(data) as connection:
        connection.execute("INSERT INTO secret VALUES ('play/seats', ?)", (b"plain",))
    house = open_house(str(data))
    assert seat_key_of(house) == b"plain"
    house.close()


def test_a_seal_is_bound_to_the_name():
    one, other = SecretSeal(b"1" * 32), SecretSeal(b"2" * 32)
    kept = one.close("a", b"secret")
    assert one.close("a", b"secret") != kept
    assert one.open("a", kept) == b"secret"
    for seal, name in ((one, "b"), (other, "a")):
        with pytest.raises(Unavailable):
            seal.open(name, kept)
    with pytest.raises(Unavailable):
        one.open("a", kept[:-1])
    with pytest.raises(Unavailable):
        opened_secret("a", kept, lambda: None)
