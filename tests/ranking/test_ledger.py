"""The ledger: deposits come back once, and the totals make the balance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput, Refused
from qipan.ranking.ledger import Ledger, Posting, Reason


def test_an_event_in_numbers():
    ledger = Ledger().post_all(
        [
            Posting("ann", Reason.FEE, 10_000),
            Posting("ann", Reason.FINE, 5_000, reference="dress"),
            Posting("ann", Reason.DEPOSIT, 10_000, reference="appeal 1"),
            Posting("ann", Reason.DEPOSIT_RETURNED, 10_000, reference="appeal 1"),
            Posting("ann", Reason.PRIZE, 300_000, due="2026-12-01"),
            Posting("bob", Reason.DEPOSIT, 10_000, reference="appeal 2"),
            Posting("bob", Reason.DEPOSIT_KEPT, 10_000, reference="appeal 2"),
        ]
    )
    assert ledger.balance("ann") == 15_000 - 300_000
    assert ledger.balance("bob") == 10_000
    assert ledger.balance() == ledger.balance("ann") + ledger.balance("bob")
    assert ledger.totals()[Reason.DEPOSIT] == 20_000


@pytest.mark.parametrize("reason", [Reason.DEPOSIT_RETURNED, Reason.DEPOSIT_KEPT])
def test_a_deposit_comes_back_once(reason):
    ledger = Ledger().post(Posting("ann", Reason.DEPOSIT, 100, reference="appeal"))
    done = ledger.post(Posting("ann", reason, 100, reference="appeal"))
    assert done.held("ann", "appeal") == 0
    for wrong in (
        lambda: done.post(Posting("ann", reason, 100, reference="appeal")),
        lambda: ledger.post(Posting("ann", reason, 50, reference="appeal")),
        lambda: ledger.post(Posting("bob", reason, 100, reference="appeal")),
    ):
        with pytest.raises(Refused) as caught:
            wrong()
        assert caught.value.code == "ledger.deposit-not-held"


def test_amounts_are_not_negative_but_in_a_correction():
    with pytest.raises(BadInput):
        Ledger().post(Posting("ann", Reason.FEE, -1))
    assert Ledger().post(Posting("ann", Reason.CORRECTION, -1)).balance() == -1


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("a", "b")),
            st.sampled_from((Reason.FEE, Reason.FINE, Reason.PRIZE, Reason.DEPOSIT)),
            st.integers(0, 10**6),
        )
    )
)
def test_parties_add_up_to_the_whole(lines):
    ledger = Ledger().post_all(Posting(*line) for line in lines)
    assert ledger.balance() == ledger.balance("a") + ledger.balance("b")
