"""The desk's forms for pairing by hand."""

import asyncio
from collections.abc import Callable
from typing import Any

from qipan.desk.rounds.by_hand.commands import ChangePairing, PairByHand, WithdrawRound, read_step
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.web.desk.form import Desk
from qipan.web.shared.forms import Form, number, optional_number, words

MOST_STEPS = 20_000
"""Letters of a whole round written out."""


def _despite(form: Form) -> frozenset[str]:
    """Read the acknowledged breaches; one a line or parted by spaces."""
    return frozenset(words(form, "despite", "", MOST_STEPS).split())


async def _change_pairing(desk: Desk) -> None:
    command = ChangePairing(
        section=desk.section,
        round=RoundNo(number(desk.form, "round")),
        steps=tuple(map(read_step, words(desk.form, "steps", None, MOST_STEPS).split())),
        reason=words(desk.form, "reason", ""),
        by=desk.visitor.actor,
        clause=words(desk.form, "clause", ""),
        despite=_despite(desk.form),
        at=desk.office.around.now().isoformat(timespec="seconds"),
    )
    await desk.carry_out(command)


async def _pair_by_hand(desk: Desk) -> None:
    pairs = [pair.split(":") for pair in words(desk.form, "pairs", None, MOST_STEPS).split()]
    command = PairByHand(
        section=desk.section,
        pairs=tuple(tuple(EntrantId(who) for who in pair) for pair in pairs),
        rests=tuple(EntrantId(who) for who in words(desk.form, "rests", "", MOST_STEPS).split()),
        reason=words(desk.form, "reason", ""),
        by=desk.visitor.actor,
        clause=words(desk.form, "clause", ""),
        despite=_despite(desk.form),
        at=desk.office.around.now().isoformat(timespec="seconds"),
    )
    desk.require(command)
    expected = optional_number(desk.form, "version")
    await asyncio.to_thread(
        desk.office.pair_by_hand, desk.home, desk.visitor.actor, command, expected
    )


async def _withdraw_round(desk: Desk) -> None:
    taken = RoundNo(number(desk.form, "round"))
    reason = words(desk.form, "reason", "")
    await desk.carry_out(WithdrawRound(section=desk.section, round=taken, reason=reason))


ACTIONS: dict[str, Callable[[Desk], Any]] = {
    "change-pairing": _change_pairing,
    "pair-by-hand": _pair_by_hand,
    "withdraw-round": _withdraw_round,
}
