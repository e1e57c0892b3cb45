"""McMahon: a round from a cross table, with the reasons of every pair."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.lots import Draw
from qipan.kernel.results import Bye
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan
from qipan.pairing.swiss.mcmahon.byes import blocked, impossible, who_rests
from qipan.pairing.swiss.mcmahon.colours import seated
from qipan.pairing.swiss.mcmahon.criteria import NEAREST, ORDER, WITHIN, Cost, Pair, total_cost
from qipan.pairing.swiss.mcmahon.field import McMahonField, field_of, without
from qipan.pairing.swiss.mcmahon.handicap import handicap_between
from qipan.pairing.swiss.mcmahon.solve import best_round
from qipan.pairing.swiss.mcmahon.terms import McMahonTerms


@dataclass(frozen=True, slots=True)
class McMahonRound:
    """A round as it was found: who meets, who rests, and what it costs by every criterion."""

    field: McMahonField
    """Everybody who meets somebody."""
    pairs: tuple[Pair, ...]
    cost: Cost
    rest: tuple[EntrantId, Reason] | None


def pair_field(field: McMahonField, terms: McMahonTerms, unit: int) -> McMahonRound:
    """Find the best round. Raises Impossible naming who blocks, BadInput for fewer than two."""
    if len(field) < 2:
        raise BadInput("a round needs two players")
    rest = None
    if len(field) % 2:
        gone, why = who_rests(field)
        rest = (field.ids[gone], why)
        field, _ = without(field, gone)
    pairs = best_round(field, terms, unit)
    if pairs is None:
        block = blocked(field)
        assert block is not None, "somebody blocks"
        raise impossible(field, block)
    return McMahonRound(field, tuple(pairs), total_cost(field, pairs, terms, unit), rest)


def mcmahon(
    table: Crosstable,
    number: RoundNo,
    terms: McMahonTerms,
    *,
    present: Iterable[EntrantId] | None = None,
    states: Mapping[str, str] | None = None,
    lots: Draw | None = None,
) -> RoundPlan:
    """Pair a round. Raises Impossible naming who blocks, BadInput on a wrong table."""
    unit = table.scoring.unit
    field = field_of(table, number, terms.within, present=present, states=states, lots=lots)
    found = pair_field(field, terms, unit)
    return RoundPlan(number, _meetings(found, terms, unit), _rests(found), (_about(found, unit),))


def _meetings(found: McMahonRound, terms: McMahonTerms, unit: int) -> tuple[Meeting, ...]:
    field, meetings = found.field, []
    score, place = field.score, field.place

    def board_order(pair: Pair) -> tuple[int, ...]:
        scores = sorted((score[i] for i in pair), reverse=True)
        return (*(-each for each in scores), min(place[i] for i in pair))

    for board, pair in enumerate(sorted(found.pairs, key=board_order), 1):
        given = handicap_between(field, *pair, terms.handicap, unit)
        seats, colour = seated(field, pair, given)
        ids = tuple(field.ids[i] for i in seats)
        reasons = (_why(field, pair, terms), colour)
        meetings.append(Meeting(BoardNo(board), ids, reasons))
    return tuple(meetings)


def _why(field: McMahonField, pair: Pair, terms: McMahonTerms) -> Reason:
    scores = sorted((field.score[i] for i in pair), reverse=True)
    if scores[0] != scores[1]:
        down, up = sorted(pair, key=lambda i: -field.score[i])
        return Reason(NEAREST, {"scores": scores, "down": field.ids[down], "up": field.ids[up]})
    places = sorted(field.place[i] + 1 for i in pair)
    size = field.size[pair[0]]
    facts = {"scores": scores, "within": terms.within.value, "places": places, "size": size}
    return Reason(WITHIN, facts)


def _rests(found: McMahonRound) -> tuple[Rest, ...]:
    return () if found.rest is None else (Rest(found.rest[0], Bye.ALLOCATED, (found.rest[1],)),)


def _about(found: McMahonRound, unit: int) -> Reason:
    """Say what the round costs by every criterion that it costs something by."""
    costs = dict(zip((each.value for each in ORDER), found.cost, strict=True))
    return Reason(NEAREST, {"unit": unit, **{name: cost for name, cost in costs.items() if cost}})
