"""A file from a stranger: damaged, cut off, or made to deceive, it is refused whole."""

import hashlib
import io
import zipfile

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from qipan.formats.travel.event_file import (
    EVENT,
    MAGIC,
    README,
    FileSignature,
    read_event,
    seal,
    signed_words,
    write_event,
)
from qipan.host.travel.event_files import FileWanted, look_at_file, write_file
from qipan.journal.envelope import Envelope, digest
from qipan.kernel.errors import BadInput, Corrupt, QipanError
from qipan.kernel.ids import CompetitionId
from qipan.office.travel.rehearsal import rehearse
from qipan.store.record.signing_key import SigningKey
from travelling import changed, make_event, opened, stored

HOME = CompetitionId("cup")
STRANGER = SigningKey(bytes(range(32)))


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    path = tmp_path_factory.mktemp("hostile") / "a.sqlite"
    make_event(path, rounds=1, further=2)
    with opened(path) as house:
        return write_file(house, HOME, FileWanted("test", to="somewhere")).content


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    path = tmp_path_factory.mktemp("target") / "b.sqlite"
    make_event(path, "winter")
    return path


def by_stranger(event):
    """Sign as somebody who wrote the file anew."""
    signature = STRANGER.sign(signed_words(event))
    return msgspec.json.encode(FileSignature(STRANGER.public, signature))


def chained_anew(parcel):
    """Compute every hash again, as somebody does who changes history."""
    last = {}
    for each in parcel["events"]:
        each["previous"] = last.get(each["stream"], "0" * 64)
        found = msgspec.convert(each, Envelope)
        each["hash"] = last[each["stream"]] = digest(found)


def first(parcel, name):
    return next(each for each in parcel["events"] if each["name"].startswith(name))


def turn_result(parcel, parts):
    event = first(parcel, "result-recorded")
    event["payload"] = event["payload"].replace("[2,0]", "[0,2]")
    assert "[0,2]" in event["payload"]


def turn_and_chain(parcel, parts):
    turn_result(parcel, parts)
    chained_anew(parcel)


def turn_chain_and_drop_proof(parcel, parts):
    turn_and_chain(parcel, parts)
    parcel["tree"], parcel["checkpoints"] = [], []


def drop_last(parcel, parts):
    parcel["events"].pop()


def drop_middle(parcel, parts):
    del parcel["events"][5]


def swap(parcel, parts):
    events = parcel["events"]
    events[3], events[4] = events[4], events[3]


def foreign_stream(parcel, parts):
    extra = dict(parcel["events"][0], stream="register", version=1, previous="0" * 64)
    extra["hash"] = digest(msgspec.convert(extra, Envelope))
    parcel["events"].append(extra)


def other_competition(parcel, parts):
    extra = dict(parcel["events"][-1], stream="competition/winter", version=1, previous="0" * 64)
    extra["hash"] = digest(msgspec.convert(extra, Envelope))
    parcel["events"].append(extra)


def stranger_in_people(parcel, parts):
    parcel["people"]["p-ffffffffffffffffffffffff"] = '{"name":"X","salt":"00"}'


def broken_person(parcel, parts):
    who = next(iter(parcel["people"]))
    parcel["people"][who] = '{"name":7}'


def unknown_picture(parcel, parts):
    name = hashlib.sha256(b"<svg/>").hexdigest()
    parts[f"pictures/{name}"] = b"<svg/>"


def secret_of_nothing(parcel, parts):
    parcel["secrets"]["web/csrf"] = "AAAA"


def tree_of_peaks(parcel, parts):
    parcel["tree"] = [[0, "00" * 32]]


def tree_item(parcel, parts):
    parcel["tree"][2] = [99, "zz"]


def forged_checkpoint(parcel, parts):
    parcel["checkpoints"][0]["root"] = "00" * 32


def climbing_name(parcel, parts):
    parcel["competition"] = "../../etc"


def other_format(parcel, parts):
    parcel["format"] = "qipan-event/9"


def huge_round(parcel, parts):
    event = first(parcel, "round-paired")
    event["payload"] = event["payload"].replace('"round":1', '"round":1000000000')
    chained_anew(parcel)
    parcel["tree"], parcel["checkpoints"] = [], []


CHANGES = [
    *(turn_result, turn_and_chain, drop_last, drop_middle, swap, foreign_stream),
    *(other_competition, stranger_in_people, broken_person, unknown_picture, secret_of_nothing),
    *(tree_of_peaks, tree_item, forged_checkpoint, climbing_name, other_format, huge_round),
]


@pytest.mark.parametrize("signed", [None, by_stranger], ids=["as signed", "signed anew"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each.__name__)
def test_what_was_changed_is_refused_and_nothing_is_written(content, target, change, signed):
    before = stored(target)
    with opened(target) as house, pytest.raises((BadInput, Corrupt)):
        look_at_file(house, changed(content, change, signed), "")
    assert stored(target) == before


def test_history_written_wholly_anew_is_seen_by_its_key_and_by_every_paper(content, target):
    with opened(target) as house:
        honest = look_at_file(house, content, "")
        anew = look_at_file(house, changed(content, turn_chain_and_drop_proof, by_stranger), "")
    assert honest.preview.checkpoints == 2
    assert anew.preview.checkpoints == 0, "no code of a paper can be found in it"
    assert anew.key == STRANGER.public != honest.key


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(place=some.integers(0, 10**6), byte=some.integers(1, 255), cut=some.booleans())
def test_any_damage_is_refused_or_does_no_harm(content, place, byte, cut):
    place %= len(content)
    damaged = bytearray(content[: place if cut else None])
    if not cut:
        damaged[place] ^= byte
    try:
        found = read_event(bytes(damaged))
    except QipanError:
        return
    assert found.parcel == read_event(content).parcel, "only a part nobody reads may differ"


def test_a_sealed_file_opens_with_its_password_alone(content):
    sealed = seal(content, "correct horse", bytes(28))
    assert sealed.startswith(MAGIC)
    assert read_event(sealed, "correct horse") == read_event(content)
    for wrong in ("", "wrong horse"):
        with pytest.raises(BadInput):
            read_event(sealed, wrong)
    with pytest.raises(BadInput):
        read_event(sealed[:-1], "correct horse")
    with pytest.raises(BadInput):
        read_event(sealed[:40], "correct horse")


def test_a_bomb_is_not_unpacked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(EVENT, bytes(3_000_000))
        archive.writestr(README, "")
    with pytest.raises(BadInput):
        read_event(out.getvalue(), most=1_000_000)


def test_the_same_parcel_is_the_same_file(content):
    found = read_event(content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        event = archive.read(EVENT)
    assert write_event(found.parcel, event, found.signed) == content
    assert rehearse(found.parcel).state.id == HOME
