"""A link over a carrier that loses, repeats and mixes: every frame once, in order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.cluster.transport.frames import Answer, Call, Leave, Text, read_parcel
from qipan.cluster.transport.link import BEAT, MOST_UNHEARD, Link, Overflow


class Side:
    """One end, with what it heard and what it has in its way out."""

    def __init__(self, name):
        self.out, self.heard = [], []
        self.link = Link(name, self.out.append, self.heard.append, lambda link: None, 0)


def carry(dice, parcels, loss, repeat):
    """Lose some, repeat some, and mix the rest."""
    found = []
    for parcel in parcels:
        if dice.random() >= loss:
            found += [parcel] * (2 if dice.random() < repeat else 1)
    dice.shuffle(found)
    return found


@given(st.integers(0, 10**6), st.floats(0, 0.7), st.floats(0, 1))
def test_every_frame_arrives_once_and_in_order(seed, loss, repeat):
    dice = Random(seed)
    sides = [Side("a"), Side("b")]
    said = [[], []]
    now = 0
    for step in range(400):
        now += dice.randrange(0, BEAT)
        for number, side in enumerate(sides):
            if step < 40 and dice.random() < 0.5:
                for _ in range(dice.randrange(1, 4)):
                    frame = Text(step, str(len(said[number])))
                    said[number].append(frame)
                    side.link.put(frame)
                side.link.flush(now)
            side.link.beat(now)
        for here, there in (sides, sides[::-1]):
            parcels, here.out[:] = list(here.out), []
            for parcel in carry(dice, parcels, loss if step < 200 else 0, repeat):
                there.link.take(read_parcel(parcel), now)
    assert sides[0].heard == said[1]
    assert sides[1].heard == said[0]


def test_what_is_said_to_several_travels_once():
    side = Side("a")
    text = b"the same"
    for line in (1, 2, 3):
        side.link.say(line, text, 7)
    side.link.say(4, b"another", 7)
    side.link.flush(0)
    frames = read_parcel(side.out[0]).frames
    assert [(each.lines, each.text) for each in frames] == [([1, 2, 3], text), ([4], b"another")]


def test_a_link_that_nobody_listens_to_ends():
    side = Side("a")
    for number in range(MOST_UNHEARD):
        side.link.put(Text(number, "x"))
        side.link.flush(0)
    side.link.put(Text(0, "too much"))
    with pytest.raises(Overflow):
        side.link.flush(0)


def test_a_large_flush_is_cut_into_parcels_that_a_broker_takes():
    side = Side("a")
    for number in range(50):
        side.link.put(Text(number, "x" * 40_000))
    side.link.flush(0)
    assert max(len(parcel) for parcel in side.out) < 500_000
    assert sum(len(read_parcel(parcel).frames) for parcel in side.out) == 50


def test_a_frame_too_large_for_a_broker_travels_in_pieces_and_in_order():
    here, there = Side("a"), Side("b")
    body = bytes(Random(4).randbytes(1_500_000))
    said = [Text(1, "before"), Answer(7, body), Call(8, "t", "open", body[:900_000]), Leave(1)]
    for frame in said:
        here.link.put(frame)
    here.link.flush(0)
    assert max(len(parcel) for parcel in here.out) < 500_000
    for parcel in reversed(here.out):  # whatever the carrier does with them
        there.link.take(read_parcel(parcel), 0)
    assert there.heard == said


def test_large_answers_do_not_add_up_to_a_parcel_that_a_broker_refuses():
    side = Side("a")
    for number in range(30):
        side.link.put(Answer(number, bytes(100_000)))
    side.link.flush(0)
    assert max(len(parcel) for parcel in side.out) < 500_000
    assert sum(len(read_parcel(parcel).frames) for parcel in side.out) == 30
