"""Whether a field is large enough for its rounds: said before entries close, not in the middle."""

from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.pairing.n_plus_one.look_ahead import LOOK_AHEAD, can_finish, surely_finishes
from qipan.sections.lookup import event_of

POSSIBLE = rule(
    "swiss.rounds-possible", "Where nobody meets anybody twice, players limit the rounds."
)
NO_REMATCH = frozenset({"dutch-2017", "dutch-2026", "mcmahon", "by-score", "team-swiss"})
"""Systems in which nobody meets the same opponent twice and nobody rests twice."""


def rounds_possible(players: int) -> int:
    """Count the rounds that so many can play without meeting again or resting twice."""
    return players if players % 2 else players - 1


def rounds_beyond(state: Competition, section: Section) -> Refused | None:
    """Say that there are more rounds than the field allows; None if there are not.

    After the rounds of a Swiss everybody but the finalists must still have an opponent.
    """
    stage, *later = event_of(state, section).stage
    players = section.active_count
    if stage.system not in NO_REMATCH or players < 2:
        return None
    chosen = section.options.get("rounds")
    rounds = chosen if stage.choices and isinstance(chosen, int) else stage.rounds_for(players)
    most = rounds_possible(players)
    if rounds is None:
        return None
    if rounds <= most:
        if not later or later[0].system != "n-plus-one" or surely_finishes(players, rounds):
            return None
        code = "entry.field-may-block" if can_finish(players, rounds) else "entry.field-blocks"
        return Refused(code, LOOK_AHEAD, players=players, rounds=rounds + 1)
    return Refused("entry.rounds-beyond", POSSIBLE, players=players, rounds=rounds, most=most)
