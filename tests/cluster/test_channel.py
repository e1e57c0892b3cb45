"""A channel over a carrier that loses, repeats and mixes.

Invariants: what is heard of a session is the beginning of what was said in it, each frame once and
in order; a session of which something is lost breaks, and says so; once the carrier carries again,
there is a session in which everything arrives.
"""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from qipan.cluster.transport.channel import BEAT, BROKEN, MIXED, Channel
from qipan.cluster.transport.frames import Answer, Call, Leave, LineAct, read_frames, read_parcel


def said(line, text):
    return LineAct(line, 0, text, "t")


class Side:
    """One end, with what it said and heard in each session, and what it has in its way out."""

    def __init__(self, name, *, begins=False):
        self.out, self.said, self.heard = [], {}, {}
        self.begins, self.sessions = begins, 0
        self.channel = Channel(name, self.out.append, self._hear, lambda flush: None, 0)

    def _hear(self, frame):
        self.heard.setdefault(self.channel.session, []).append(frame)

    def say(self, frame):
        if self.channel._is_open:
            self.said.setdefault(self.channel.session, []).append(frame)
        self.channel.put(frame)

    def begin_anew(self, now):
        self.sessions += 1
        self.channel.begin(self.sessions, now)
        self.say(said(0, "begin"))

    def take(self, text, now):
        parcel, session = read_parcel(text), self.channel.session
        if self.begins and (parcel.number, parcel.session) == (BROKEN, session):
            self.begin_anew(now)
        elif not self.begins and parcel.session > session:
            self.channel.join(parcel.session, now)
        if parcel.session == self.channel.session:
            self.channel.take(parcel, now)

    def beat(self, now):
        self.channel.beat(now)
        if self.begins and self.channel.broken:
            self.begin_anew(now)


def carry(dice, parcels, loss, repeat):
    """Lose some, repeat some, and mix the rest."""
    found = []
    for parcel in parcels:
        if dice.random() >= loss:
            found += [parcel] * (2 if dice.random() < repeat else 1)
    dice.shuffle(found)
    return found


@given(st.integers(0, 10**6), st.floats(0, 0.7), st.floats(0, 1))
def test_a_session_is_heard_in_order_and_the_last_one_whole(seed, loss, repeat):
    dice = Random(seed)
    sides = [Side("edge", begins=True), Side("worker")]
    sides[0].begin_anew(0)
    now = 0
    for step in range(260):
        now += dice.randrange(0, BEAT)
        for side in sides:
            if step < 200 and side.channel.session and dice.random() < 0.3:
                for number in range(dice.randrange(1, 4)):
                    side.say(said(step, str(number)))
            side.channel.flush()
            side.beat(now)
        for here, there in (sides, sides[::-1]):
            parcels, here.out[:] = list(here.out), []
            for parcel in carry(dice, parcels, loss if step < 210 else 0, repeat):
                there.take(parcel, now)
    last = sides[0].channel.session
    assert sides[1].channel.session == last
    for here, there in (sides, sides[::-1]):
        for session, heard in there.heard.items():
            assert heard == here.said[session][: len(heard)]
        assert there.heard.get(last, []) == here.said.get(last, [])


def parcels_of(side):
    return [read_parcel(parcel) for parcel in side.out]


def frames_of(side):
    return read_frames(b"".join(parcel.body for parcel in parcels_of(side)))


def test_a_lost_parcel_breaks_the_session_and_an_overtaken_one_does_not():
    here, there = Side("edge", begins=True), Side("worker")
    here.begin_anew(0)
    here.channel.flush()
    here.say(said(1, "a"))
    here.channel.flush()
    first, second = here.out
    there.take(second, 0)
    there.beat(MIXED)
    there.take(first, MIXED)
    assert there.heard[1] == here.said[1]
    here.say(said(1, "lost"))
    here.channel.flush()
    here.say(said(1, "b"))
    here.channel.flush()
    there.take(here.out[3], 1000)
    there.beat(1000 + MIXED)
    assert not there.channel.broken
    there.beat(1001 + MIXED)
    assert there.channel.broken
    assert parcels_of(there)[-1].number == BROKEN
    there.take(here.out[2], 2000)  # too late: the edge begins anew
    assert there.heard[1] == here.said[1][:2]


def test_nothing_is_said_in_a_session_before_its_beginning_is_heard():
    here, there = Side("edge", begins=True), Side("worker")
    here.begin_anew(0)
    here.channel.flush()
    here.beat(BEAT)
    first, sign = here.out
    there.take(sign, BEAT)  # it knows of the session, and not yet who is in it
    there.say(said(1, "follows what was never told"))
    there.take(first, BEAT)
    there.say(said(1, "a whole state"))
    there.channel.flush()
    here.take(there.out[0], BEAT)
    assert here.heard[1] == [said(1, "a whole state")]


def test_a_lost_last_parcel_is_missed_by_the_next_sign_of_life():
    here, there = Side("edge", begins=True), Side("worker")
    here.begin_anew(0)
    here.channel.flush()
    here.out.clear()
    here.beat(BEAT)
    there.take(here.out[0], BEAT)
    there.beat(BEAT + MIXED + 1)
    assert there.channel.broken


def test_what_is_said_to_several_travels_once():
    side = Side("a")
    side.channel.begin(1, 0)
    text = b"the same"
    for line in (1, 2, 3):
        side.channel.say(line, text, 7)
    side.channel.say(4, b"another", 7)
    side.channel.flush()
    frames = frames_of(side)
    assert [(each.lines, each.text) for each in frames] == [([1, 2, 3], text), ([4], b"another")]


def test_a_large_flush_is_cut_into_parcels_that_a_broker_takes():
    side = Side("a")
    side.channel.begin(1, 0)
    for number in range(50):
        side.channel.put(said(number, "x" * 40_000))
    side.channel.flush()
    assert max(len(parcel) for parcel in side.out) < 500_000
    assert len(frames_of(side)) == 50


def test_a_frame_too_large_for_a_broker_travels_in_pieces_and_in_order():
    here, there = Side("edge", begins=True), Side("worker")
    here.begin_anew(0)
    body = bytes(Random(4).randbytes(1_500_000))
    for frame in (Answer(7, body), Call(8, "t", "open", body[:900_000]), Leave(1)):
        here.say(frame)
    here.channel.flush()
    assert max(len(parcel) for parcel in here.out) < 500_000
    for parcel in reversed(here.out):  # whatever the carrier does with them
        there.take(parcel, 0)
    assert there.heard[1] == here.said[1]


def test_large_answers_do_not_add_up_to_a_parcel_that_a_broker_refuses():
    side = Side("a")
    side.channel.begin(1, 0)
    for number in range(30):
        side.channel.put(Answer(number, bytes(100_000)))
    side.channel.flush()
    assert max(len(parcel) for parcel in side.out) < 500_000
    assert len(frames_of(side)) == 30


def test_a_frame_that_cannot_be_written_counts_as_lost():
    here, there = Side("edge", begins=True), Side("worker")
    here.begin_anew(0)
    here.channel.flush()
    here.channel.put(said(1, object()))
    try:
        here.channel.flush()
    except TypeError:
        here.beat(BEAT)
    for parcel in here.out:
        there.take(parcel, BEAT)
    there.beat(BEAT + MIXED + 1)
    assert there.channel.broken
