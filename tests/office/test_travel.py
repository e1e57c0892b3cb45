"""An event that travels as a file: merged, unchanged, provable, held in one place at a time."""

import pytest

from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId
from qipan.office.erasure import erase_person
from qipan.wiring import open_house
from travelling import (
    as_json,
    events_of,
    make_event,
    opened,
    play_on,
    shell,
    stored,
    verify,
)

STREAM = "competition/cup"


@pytest.fixture(scope="module")
def laptop(tmp_path_factory):
    """An event in its third round, beside another that is nobody's business."""
    path = tmp_path_factory.mktemp("laptop") / "laptop.sqlite"
    make_event(path, "spring", rounds=1)
    make_event(path, rounds=2, further=1)
    return path


@pytest.fixture
def home(laptop, tmp_path):
    """A copy of the laptop for a test of its own, key and all."""
    for name in ("laptop.sqlite", "laptop.sqlite.key"):
        (tmp_path / name).write_bytes(laptop.with_name(name).read_bytes())
    return tmp_path / "laptop.sqlite"


def codes(path, name):
    with opened(path) as house:
        return [f"{c.size}-{c.root}" for c in house.checkpoints.all() if c.competition == name]


def test_an_event_leaves_in_round_3_and_is_finished_on_a_server_with_two_others(home, tmp_path):
    server, file = tmp_path / "server.sqlite", tmp_path / "cup.qipan"
    make_event(server, "go-cup", rounds=1)
    make_event(server, "winter", rounds=1)
    before, printed = verify(server)["fingerprint"], codes(home, "cup")
    written = as_json(home, "event", "export", "cup", file, "--hand-over", "the server")
    assert (written["people"], written["handed_over"]) == (10, True)
    seen = as_json(server, "event", "import", file, "--preview")
    assert (seen["taken"], seen["preview"]["does"], seen["preview"]["on_its_way"]) == (
        *(False, "new"),
        True,
    )
    assert verify(server)["fingerprint"] == before
    taken = as_json(server, "event", "import", file)
    assert (taken["taken"], taken["held"]) == (True, True)
    here, there = events_of(home, STREAM), events_of(server, STREAM)
    assert there[: len(here)] == here, "ids and hashes are those of the laptop"
    assert len(there) == len(here) + 1, "one event more: taken over"
    refused = shell(home, "result", "cup", 2, "1-0", code=3)
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "travel.handed-over"
    assert refused.refusal.facts["holder"] == "the server"
    play_on(server, 2, 3, 4, 5, rounds=2)
    shell(server, "approve", "cup")
    assert verify(server, "--against", before)["since"] > 0
    for number, code in enumerate(printed, 1):
        brought = verify(server, "--against", code)["brought"]
        assert brought["competition"] == "cup"
        assert brought["events"] > 4 * number, "the round it was printed for is in it"
    assert verify(home, "--against", printed[0])["brought"] is None


def test_nothing_of_other_events_is_in_the_file(home, tmp_path):
    shell(home, "event", "export", "cup", tmp_path / "cup.qipan")
    house = open_house(str(home))
    others = {str(who) for who, _ in people_rows(house) if who not in known(house, "cup")}
    house.close()
    content = unpacked(tmp_path / "cup.qipan")
    assert b"of cup" in content
    assert b"of spring" not in content
    assert b"spring" not in content
    assert others
    assert not [who for who in others if who.encode() in content]


def people_rows(house):
    from qipan.store.record.beside import SqlBeside

    return list(SqlBeside(house.log.engine).people())


def known(house, name):
    from qipan.office.record.package import persons_of

    return persons_of(house.office.state(CompetitionId(name)))


def unpacked(path):
    import zipfile

    with zipfile.ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def test_a_copy_is_to_be_read_until_it_is_taken_over(home, tmp_path):
    other, file = tmp_path / "other.sqlite", tmp_path / "cup.qipan"
    shell(home, "event", "export", "cup", file, "--as", "Hall laptop")
    assert as_json(other, "event", "import", file)["held"] is False
    refused = shell(other, "result", "cup", 2, "1-0", code=3)
    assert refused.refusal.code == "travel.elsewhere"
    assert refused.refusal.facts["holder"] == "Hall laptop"
    play_on(home, 2)  # whoever holds it goes on
    newer = tmp_path / "newer.qipan"
    shell(home, "event", "export", "cup", newer)
    assert as_json(other, "event", "import", newer)["preview"]["does"] == "further"
    assert as_json(other, "event", "import", newer)["preview"]["does"] == "same"
    assert shell(other, "event", "import", file, code=3).refusal.code == "travel.older"
    shell(other, "event", "take-over", "cup", "--because", "the laptop fell into the pool")
    play_on(other, 3, 4, 5, rounds=1)
    verify(other)


def test_an_event_comes_back_and_every_paper_still_counts(home, tmp_path):
    server = tmp_path / "server.sqlite"
    out, back = tmp_path / "out.qipan", tmp_path / "back.qipan"
    shell(home, "event", "export", "cup", out, "--hand-over", "the server")
    shell(server, "event", "import", out)
    play_on(server, 2, 3, 4, 5)
    shell(server, "event", "export", "cup", back, "--hand-over", "the hall")
    assert as_json(home, "event", "import", back)["held"] is True
    play_on(home, rounds=1)
    assert as_json(home, "event", "status", "cup")["custody"]["epoch"] == 5
    assert shell(server, "undo", "cup", "--because", "x", code=3).refusal.code.startswith("travel.")
    for path in (home, server):
        verify(path)
    for code in codes(home, "cup")[:1]:
        assert verify(server, "--against", code)["brought"]["competition"] == "cup"


def test_taken_back_without_a_file_the_two_histories_are_never_merged(home, tmp_path):
    server = tmp_path / "server.sqlite"
    out, late = tmp_path / "out.qipan", tmp_path / "late.qipan"
    shell(home, "event", "export", "cup", out, "--hand-over", "the server")
    shell(home, "event", "take-over", "cup", "--because", "the stick was lost")
    play_on(home, 2)
    shell(server, "event", "import", out)  # it was not lost after all
    shell(server, "event", "export", "cup", late)
    before = stored(home)
    refused = shell(home, "event", "import", late, code=3)
    assert refused.refusal.code == "travel.forked"
    assert stored(home) == before


def test_another_event_under_the_same_id_is_refused_and_nothing_is_written(home, tmp_path):
    server, file = tmp_path / "server.sqlite", tmp_path / "cup.qipan"
    make_event(server, "cup")
    before = stored(server)
    shell(home, "event", "export", "cup", file)
    refused = shell(server, "event", "import", file, code=3)
    assert refused.refusal.code == "travel.other-event"
    assert stored(server) == before


def test_who_was_erased_here_does_not_come_back_in_a_file(home, tmp_path):
    server, file = tmp_path / "server.sqlite", tmp_path / "cup.qipan"
    shell(home, "event", "export", "cup", file, "--hand-over", "the server")
    shell(server, "event", "import", file)
    house = open_house(str(server))
    person = sorted(known(house, "cup"))[0]
    erase_person(house.office, person, "test")
    house.close()
    later = tmp_path / "later.qipan"
    shell(server, "event", "export", "cup", later)


def test_an_event_goes_to_a_server_on_postgresql_and_comes_back(home, tmp_path, postgres):
    server, file, back = postgres.fresh(), tmp_path / "cup.qipan", tmp_path / "back.qipan"
    make_event(server, "winter", rounds=1)
    shell(home, "event", "export", "cup", file, "--hand-over", "the server")
    taken = as_json(server, "event", "import", file)
    assert (taken["taken"], taken["held"]) == (True, True)
    play_on(server, 2, 3, 4, 5, rounds=1)
    shell(server, "event", "export", "cup", back, "--hand-over", "the hall")
    assert as_json(home, "event", "import", back)["held"] is True
    play_on(home, rounds=1)
    with opened(home) as here, opened(server) as there:
        ours, theirs = (list(each.log.read(STREAM)) for each in (here, there))
    assert [each.hash for each in ours[: len(theirs)]] == [each.hash for each in theirs]
    for data in (home, server):
        verify(data)
