"""``verify`` plays every live game again and names the first event that does not follow."""

import pytest

from play.table_room import Hall
from qipan.journal.envelope import Batch, Fresh
from qipan.journal.event import fresh
from qipan.journal.live.events import GameAwarded, GameBegun, MovePlayed, OfferAnswered, PlayResumed
from qipan.journal.live.table import stream_of
from qipan.kernel.clock import Reading
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import Seat
from qipan.office.verification import verify_log


@pytest.fixture
def hall():
    hall = Hall()
    room = hall.open(game="xiangqi")
    players = [hall.sit(room, Seat(seat)) for seat in (0, 1)]
    players[0].move("h2e2")
    players[1].move("h9g7")
    return hall


def add(hall, *events):
    """Append behind the owner's back: well chained, whatever it says."""
    stream = stream_of("t1")
    for event in events:
        written = event if isinstance(event, Fresh) else fresh(event)
        hall.log.append(Batch(stream, hall.log.version(stream), "x", "now", (written,)))


def test_a_true_game_is_whole(hall):
    add(hall, MovePlayed(seat=0, text="e2e6"))
    assert verify_log(hall.log).events > 5


WRONG = [
    ("an illegal move", MovePlayed(seat=0, text="e2e5e6")),
    ("a move of the wrong seat", MovePlayed(seat=1, text="b9c7")),
    ("a move that jumps", MovePlayed(seat=0, text="a0a9")),
    ("a seat there is not", MovePlayed(seat=0, text="b0c2", spent=((7, 5),))),
    ("an answer of nobody", OfferAnswered(seat=5, what="draw", accepted=True)),
    ("an answer to nothing", OfferAnswered(seat=1, what="draw", accepted=True)),
    ("time of who does not think", MovePlayed(seat=0, text="b0c2", spent=((1, 5),))),
    ("a place too many", GameAwarded(places=(1, 2, 3), rule="play.awarded")),
    ("clocks for too few", PlayResumed(readings=(Reading(1),))),
    ("nothing we know", Fresh("cake-eaten/1", '{"event":"cake-eaten/1"}')),
]


@pytest.mark.parametrize("event", [event for _, event in WRONG], ids=[name for name, _ in WRONG])
def test_the_first_event_that_does_not_follow_is_named(hall, event):
    add(hall, event, MovePlayed(seat=0, text="b0c2"))
    with pytest.raises(Corrupt) as broken:
        verify_log(hall.log)
    assert (broken.value.stream, broken.value.version) == ("table/t1", 5)


def test_a_table_begins_by_being_opened():
    hall = Hall()
    hall.log.append(Batch(stream_of("t9"), 0, "x", "now", (fresh(GameBegun()),)))
    with pytest.raises(Corrupt, match="opened"):
        verify_log(hall.log)
