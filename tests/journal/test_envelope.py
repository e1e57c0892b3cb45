"""The chain: any change of a stored event is found, and the first one is named."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.journal.entries import EntrantEntered
from qipan.journal.envelope import GENESIS, Batch, Fresh, chain, verified
from qipan.journal.events import CompetitionEvent, event_name, fresh, opened
from qipan.journal.lots import LotCommitted
from qipan.journal.results import ResultRecorded
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId, StreamId
from qipan.kernel.points import Points
from qipan.kernel.results import Score

texts = st.text(min_size=1, max_size=20)


def made(payloads):
    batch = Batch(StreamId("s"), 0, "t", "now", tuple(Fresh("x/1", each) for each in payloads))
    return list(chain(0, GENESIS, batch))


@given(st.lists(texts, min_size=1, max_size=6))
def test_an_honest_chain_verifies(payloads):
    assert list(verified(made(payloads))) == made(payloads)


@given(
    st.lists(texts, min_size=2, max_size=6),
    st.data(),
    st.sampled_from(["payload", "actor", "at", "name", "hash", "previous"]),
)
def test_any_changed_field_is_found_at_its_place(payloads, data, field):
    events = made(payloads)
    index = data.draw(st.integers(0, len(events) - 1))
    changed = getattr(events[index], field) + "!"
    events[index] = msgspec.structs.replace(events[index], **{field: changed})
    with pytest.raises(Corrupt) as caught:
        list(verified(events))
    assert caught.value.version == index + 1


def test_a_missing_event_is_found():
    events = made("abc")
    with pytest.raises(Corrupt, match="missing"):
        list(verified([events[0], events[2]]))


EVENTS = [
    ResultRecorded(
        section=SectionId("women"),
        round=RoundNo(3),
        board=BoardNo(2),
        score=Score((Points(2), Points(0))),
    ),
    EntrantEntered(
        section=SectionId("women"),
        entrant=EntrantId("e1"),
        people=(PersonId("p-1"),),
        tags=frozenset({"junior"}),
    ),
    LotCommitted(section=SectionId("women"), lot="numbers", commitment="00"),
]


@pytest.mark.parametrize("event", EVENTS, ids=event_name)
def test_an_event_is_read_back_as_it_was(event):
    batch = Batch(StreamId("s"), 0, "t", "now", (fresh(event),))
    (envelope,) = chain(0, GENESIS, batch)
    assert envelope.name == event_name(event)
    assert opened(envelope) == event


def test_every_event_has_a_name_of_its_own_with_a_version():
    names = [event_name_of(kind) for kind in CompetitionEvent.__args__]
    assert len(set(names)) == len(names)
    assert all(name.rpartition("/")[2].isdigit() for name in names)


def event_name_of(kind):
    return str(kind.__struct_config__.tag)


def test_an_old_version_is_lifted_on_read():
    def lift(payload):
        return payload | {"event": "lot-committed/1", "commitment": payload["hash"]}

    old = (
        '{"event":"lot-committed/0","section":"women","lot":"numbers","hash":"ab","commitment":""}'
    )
    batch = Batch(StreamId("s"), 0, "t", "now", (Fresh("lot-committed/0", old),))
    (envelope,) = chain(0, GENESIS, batch)
    assert opened(envelope, {"lot-committed/0": lift}).commitment == "ab"
    with pytest.raises(Corrupt, match="unreadable"):
        opened(envelope)
