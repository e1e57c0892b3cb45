"""What a view is on the wire: the socket's messages are a contract with pages and programs.

``wire/<sample>.json`` holds the bytes that the first version sent for each sample. Who adds
a field adds it there; nothing is renamed, moved or changed.
"""

from pathlib import Path

import msgspec
import pytest

from qipan.kernel.ids import Seat
from qipan.web.public.replay import start_of, told
from qipan.web.public.samples import sample_named

KEPT = sorted(Path(__file__).parent.joinpath("wire").glob("*.json"))


def view_of_sample(name):
    sample = sample_named(name)
    game, state = start_of(sample.record)
    for step in told(game, state, sample.record):
        state = step.after
    return game.view(state, None if sample.seat is None else Seat(sample.seat))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_view_says_what_it_always_said(path):
    now = msgspec.json.encode(view_of_sample(path.stem))
    assert now == path.read_bytes().rstrip(b"\n")


def test_every_kind_of_board_is_among_them():
    assert len(KEPT) == 9
