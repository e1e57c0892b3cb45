"""Protections: by unit, by round, hard before weak."""

import pytest

from pairing.events import entries
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.pairing.protections import NONE, Strength, by_unit, protect

A, B, C = (EntrantId(name) for name in "abc")


def test_units_protect_their_members_in_their_rounds():
    found = by_unit(entries(5, units=2), kind="country", last=1)
    assert [sorted(row.members) for row in found.rows] == [
        ["p002", "p004"],
        ["p001", "p003", "p005"],
    ]
    row = found.between(EntrantId("p001"), EntrantId("p005"), RoundNo(1))
    assert row.reason().facts == {"kind": "country", "group": "u1"}
    assert found.between(EntrantId("p001"), EntrantId("p005"), RoundNo(2)) is None
    assert found.between(EntrantId("p001"), EntrantId("p002"), RoundNo(1)) is None
    assert found.partners(RoundNo(2), Strength.HARD) == {}
    assert found.partners(RoundNo(1), Strength.HARD)["p002"] == {"p002", "p004"}


def test_a_hard_protection_is_cited_before_a_weak_one():
    both = NONE.plus(
        protect([A, B], kind="unit", strength=Strength.WEAK), protect([A, B, C], kind="family")
    )
    assert both.between(A, B, RoundNo(1)).kind == "family"
    assert both.between(A, A, RoundNo(1)) is None
    assert both.partners(RoundNo(1), Strength.WEAK) == {A: {A, B}, B: {A, B}}


def test_protections_can_be_ended():
    found = NONE.plus(protect([A, B]), protect([B, C], last=2)).ending(RoundNo(4))
    assert [row.last for row in found.rows] == [4, 2]
    assert found.between(A, B, RoundNo(5)) is None


@pytest.mark.parametrize(
    ("members", "first", "last"), [([A], 1, None), ([A, B], 0, None), ([A, B], 3, 2)]
)
def test_senseless_protections_are_refused(members, first, last):
    with pytest.raises(BadInput):
        protect(members, first=first, last=last)
