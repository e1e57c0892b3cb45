"""A paired round as a plan: boards, who rests, and the reasons as values."""

from collections.abc import Collection
from typing import Any

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.kernel.results import Bye
from qipan.kernel.rules import rule
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan
from qipan.pairing.swiss.dutch.colours import preference
from qipan.pairing.swiss.dutch.criteria import BYE_SCORE
from qipan.pairing.swiss.dutch.engine import BracketReport, Pair, Pairing, pair
from qipan.pairing.swiss.dutch.field import DutchField, Player, Terms, field_of

BRACKET = rule(
    "swiss.dutch.bracket",
    "Players of one score are paired together, with those who moved down to them.",
)
SAME_SCORE = rule("swiss.same-score", "Players of the same score meet.")
MOVED_DOWN = rule("swiss.moved-down", "A player who could not be paired above moves down.")


def plan_round(
    table: Crosstable, pool: Collection[EntrantId] | None = None, terms: Terms | None = None
) -> RoundPlan:
    """Pair the next round of a cross table. Raises Impossible, naming who blocks."""
    field = field_of(table, pool, terms)
    return plan_of(field, pair(field))


def plan_of(field: DutchField, pairing: Pairing) -> RoundPlan:
    """Put a pairing on boards, with the reason for each pair, colour, float and bye."""
    players = {player.id: player for player in field.players}
    meetings = tuple(
        Meeting(BoardNo(board), (each.first, each.second), _reasons(each, players, pairing))
        for board, each in enumerate(pairing.pairs, 1)
    )
    rests: tuple[Rest, ...] = ()
    if pairing.bye is not None:
        who = players[pairing.bye]
        why = Reason(BYE_SCORE, {"score": who.score, "games": who.games})
        rests = (Rest(who.id, Bye.ALLOCATED, (why,)),)
    reports = tuple(_report(number, each) for number, each in enumerate(pairing.brackets, 1))
    return RoundPlan(pairing.round, meetings, rests, reports)


def _reasons(each: Pair, players: dict[EntrantId, Player], pairing: Pairing) -> tuple[Reason, ...]:
    one, two = players[each.first], players[each.second]
    report = pairing.brackets[each.bracket]
    facts: dict[str, Any] = {"bracket": each.bracket + 1, "score": report.score}
    if one.score == two.score:
        meeting = Reason(SAME_SCORE, facts)
    else:
        high, low = (one, two) if one.score > two.score else (two, one)
        facts |= {"down": high.id, "from": high.score, "up": low.id, "to": low.score}
        meeting = Reason(MOVED_DOWN, facts)
    return meeting, Reason(each.rule, {"first": _due(one), "second": _due(two)})


def _due(player: Player) -> dict[str, Any]:
    due = preference(player.side.seats)
    return {
        "entrant": player.id,
        "due": due.seat,
        "strength": due.strength.name.lower(),
        "seats": list(player.side.seats),
    }


def _report(number: int, report: BracketReport) -> Reason:
    return Reason(
        BRACKET,
        {
            "bracket": number,
            "score": report.score,
            "moved": list(report.moved),
            "residents": len(report.residents),
            "leaving": list(report.leaving),
            "path": report.path.value,
        },
    )
