"""Lots: fair, repeatable, and checkable by anybody."""

import hmac
from collections import Counter
from itertools import count

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput
from qipan.kernel.lots import commit, draw, faults

SECRET = bytes(range(32))
names = st.lists(st.text(max_size=6), unique=True, max_size=12)


@given(names, st.binary(min_size=32, max_size=32), st.lists(st.text(max_size=5), max_size=3))
def test_a_draw_is_an_order_of_the_candidates_and_verifies(candidates, secret, entropy):
    found = draw("colours", candidates, secret, entropy)
    assert sorted(found.order) == sorted(candidates)
    assert found.commitment == commit(secret)
    assert faults(found) == ()
    assert found == draw("colours", candidates, secret, entropy)


def test_label_candidates_and_entropy_all_matter():
    many = [str(number) for number in range(20)]
    orders = {
        draw("a", many, SECRET).order,
        draw("b", many, SECRET).order,
        draw("a", many[::-1], SECRET).order,
        draw("a", many, SECRET, ["rain"]).order,
        draw("a", many, bytes(32)).order,
    }
    assert len(orders) == 5


CHANGES = [
    ("another order", {"order": ("b", "a", "c")}, "the order should be"),
    ("another secret", {"secret": "00" * 32}, "does not belong"),
    ("a short secret", {"secret": "00"}, "unreadable"),
    ("no hex", {"secret": "zz"}, "unreadable"),
    ("a candidate more", {"candidates": ("a", "b", "c", "d")}, "the order should be"),
    ("a forged commitment", {"commitment": "0" * 64}, "does not belong"),
]


@pytest.mark.parametrize(("_name", "change", "fault"), CHANGES, ids=[c[0] for c in CHANGES])
def test_a_changed_draw_is_found_out(_name, change, fault):
    honest = draw("x", ("a", "b", "c"), SECRET)
    if change.get("order") == honest.order:
        change = {"order": honest.order[::-1]}
    assert any(fault in each for each in faults(msgspec.structs.replace(honest, **change)))


def test_every_order_is_equally_likely():
    seen = Counter(draw("fair", "abc", number.to_bytes(32, "big")).order for number in range(6000))
    assert len(seen) == 6
    assert max(abs(count - 1000) for count in seen.values()) < 150  # five standard deviations


def test_equal_candidates_are_refused():
    with pytest.raises(BadInput, match="must differ"):
        draw("x", ["a", "a"], SECRET)


def written_down(label, candidates, secret, entropy):
    """The draw as docs describe it, in the plainest way: every block hashes the whole message."""
    message = b"qipan-lot/1\x00" + msgspec.json.encode([label, candidates, entropy])
    blocks = (
        hmac.digest(secret, message + counter.to_bytes(8, "big"), "sha256") for counter in count()
    )
    numbers = (
        int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24)
    )
    order = list(candidates)
    for last in range(len(order) - 1, 0, -1):
        limit = 2**64 - 2**64 % (last + 1)
        pick = next(number for number in numbers if number < limit) % (last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def test_the_order_is_the_one_that_is_written_down_for_ever():
    secret = bytes(range(32))
    people = ["lin", "chen", "wang", "zhao", "sun", "li"]
    drawn = draw("round 1", people, secret, ["rain"])
    assert drawn.order == ("chen", "wang", "sun", "zhao", "lin", "li")
    many = [f"棋手 {number}" for number in range(300)]
    assert draw("many", many, secret).order == written_down("many", many, secret, [])
