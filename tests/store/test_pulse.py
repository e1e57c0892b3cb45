"""Signs of life: beside the file, or where the program may keep its own; never where it stood."""

from datetime import UTC, datetime

import pytest

from qipan.kernel.errors import Unavailable
from qipan.store.pulse import FilePulse
from qipan.wiring import pulse_of

AT = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)


def test_the_pulse_of_a_database_does_not_lie_in_the_folder_one_started_from(tmp_path, monkeypatch):
    here, state = tmp_path / "here", tmp_path / "state"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("STATE_DIRECTORY", f"{state}:{tmp_path / 'other'}")
    one, two = (pulse_of(f"postgresql://me:secret@127.0.0.1/{name}") for name in ("one", "two"))
    one.beat(AT)
    assert (one.last(), two.last()) == (AT, None)
    assert list(here.iterdir()) == []
    assert ["secret" in each.name for each in state.iterdir()] == [False]


def test_without_systemd_it_lies_with_the_data_of_the_person(tmp_path, monkeypatch):
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr("qipan.wiring.data_home", lambda: tmp_path / "home")
    pulse_of("postgresql://me@127.0.0.1/one").beat()
    assert [each.suffix for each in (tmp_path / "home").iterdir()] == [".pulse"]


def test_the_pulse_of_a_file_lies_beside_it(tmp_path):
    pulse_of(str(tmp_path / "j.sqlite")).beat(AT)
    assert [each.name for each in tmp_path.iterdir()] == ["j.sqlite.pulse"]


def test_a_folder_that_cannot_be_had_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable):
        FilePulse(tmp_path / "file" / "below" / "j").beat(AT)
