"""Why two players do not meet, and why those who meet do.

An absolute rule may forbid the pair. Otherwise the bracket in which the first of the two was paired
is solved again with the pair forced, and the first criterion that becomes worse is the reason. If
none does, the pair was possible and another one comes first in order.
"""

import msgspec

from qipan.kernel.errors import Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import Facts, RuleKey, rule
from qipan.pairing.matching.bits import members
from qipan.pairing.matching.weighted import solve
from qipan.pairing.plan import Reason
from qipan.pairing.swiss.dutch.bracket import ScoreBracket, local_rows, mode_of
from qipan.pairing.swiss.dutch.colours import Strength
from qipan.pairing.swiss.dutch.criteria import (
    BYE_SCORE,
    COMPLETION,
    FORBIDDEN,
    NO_REMATCH,
    NO_SAME_ABSOLUTE,
    NO_SECOND_BYE,
    ORDER,
)
from qipan.pairing.swiss.dutch.engine import Pairing
from qipan.pairing.swiss.dutch.field import DutchField, Edition
from qipan.pairing.swiss.dutch.full import closes_with_bye, weigh
from qipan.pairing.swiss.dutch.weights import Weigher
from qipan.pairing.swiss.dutch.weights_2017 import Weigher2017
from qipan.pairing.swiss.dutch.work import Work

NO_OPPONENT = rule(
    "swiss.dutch.no-opponent", "Nobody in the bracket may meet this player, who moves on."
)

Layout = list[tuple[RuleKey, int]]


def why_not(field: DutchField, pairing: Pairing, one: EntrantId, two: EntrantId) -> Reason | None:
    """Give the rule that kept two players apart; None if they do meet. Raises Unknown."""
    place = {player.id: vertex for vertex, player in enumerate(field.players)}
    for who in (one, two):
        if who not in place:
            raise Unknown("player in this round", who)
    if any({each.first, each.second} == {one, two} for each in pairing.pairs):
        return None
    high, low = sorted((place[one], place[two]))
    work = Work(field)
    return _absolute(work, high, low) or _Forced(work, pairing).reason(high, low)


def why(field: DutchField, pairing: Pairing, who: EntrantId, most: int = 5) -> list[Reason]:
    """Give what ruled out the opponents who stood before the one a player got."""
    meeting = next((each for each in pairing.pairs if who in (each.first, each.second)), None)
    if meeting is None:
        return []
    partner = meeting.second if meeting.first == who else meeting.first
    place = {player.id: vertex for vertex, player in enumerate(field.players)}
    high, low = sorted((who, partner), key=place.__getitem__)
    report = pairing.brackets[meeting.bracket]
    before = [
        each for each in report.residents if each != high and place[high] < place[each] < place[low]
    ]
    found = []
    for each in before[-most:]:
        reason = why_not(field, pairing, high, each)
        if reason is not None:
            found.append(Reason(reason.rule, {**reason.facts, "instead": each}))
    return found


def why_float(field: DutchField, pairing: Pairing, who: EntrantId) -> Reason | None:
    """Say why a player left the bracket of the own score; None if he did not. Raises Unknown."""
    vertex = _vertex(field, who)
    for number, report in enumerate(pairing.brackets):
        if who in report.leaving:
            work = Work(field)
            return _Forced(work, pairing).stay(vertex, number)
    return None


def why_no_bye(field: DutchField, pairing: Pairing, who: EntrantId) -> Reason | None:
    """Say why a player does not take the bye; None if he does, or nobody does. Raises Unknown."""
    vertex = _vertex(field, who)
    if pairing.bye is None or pairing.bye == who:
        return None
    player = field.players[vertex]
    facts = {"one": who, "bye": pairing.bye}
    if not player.may_rest:
        return Reason(NO_SECOND_BYE, facts)
    score = field.players[_vertex(field, pairing.bye)].score
    if field.edition is Edition.DUTCH_2026 and player.score != score:
        # A lower score would have been chosen if the rest could be paired then.
        by = BYE_SCORE if player.score > score else COMPLETION
        return Reason(by, {**facts, "score": player.score, "bye-score": score})
    work = Work(field)
    return _Forced(work, pairing).reason(vertex, work.bye)


def _vertex(field: DutchField, who: EntrantId) -> int:
    for vertex, player in enumerate(field.players):
        if player.id == who:
            return vertex
    raise Unknown("player in this round", who)


def _absolute(work: Work, high: int, low: int) -> Reason | None:
    if work.comp[high] >> low & 1:
        return None
    one, two = work.field.players[high], work.field.players[low]
    facts = {"one": one.id, "two": two.id}
    if two.id in one.met:
        return Reason(NO_REMATCH, facts)
    if any({one.id, two.id} <= group for group in work.field.forbidden):
        return Reason(FORBIDDEN, facts)
    due = work.due[high]
    assert due.strength is Strength.ABSOLUTE
    return Reason(NO_SAME_ABSOLUTE, {**facts, "seat": due.seat})


class _Model(msgspec.Struct, frozen=True):
    """The full graph of a bracket, weighed, and what its fields mean."""

    names: list[int]
    weights: list[dict[int, int]]
    layout: Layout


class _Forced:
    """Solves a bracket again with a pair forced."""

    def __init__(self, work: Work, pairing: Pairing) -> None:
        self.work, self.pairing = work, pairing
        self.place = {player.id: v for v, player in enumerate(work.field.players)}

    def reason(self, high: int, low: int) -> Reason:
        """Give what becomes worse if two vertices are a pair; the lower may be the bye."""
        number = self._bracket_of(high, low)
        model = self._model(number)
        facts = {**self._named(high, low), "bracket": number + 1}
        at = {vertex: local for local, vertex in enumerate(model.names)}
        if low not in at:
            return Reason(COMPLETION, facts)
        return _first_loss(model, _with_pair(model.weights, at[high], at[low]), facts)

    def stay(self, vertex: int, number: int) -> Reason:
        """Give what becomes worse if a player is paired inside a bracket."""
        model = self._model(number)
        report = self.pairing.brackets[number]
        facts = {**self._named(vertex), "bracket": number + 1}
        inside = len(report.moved) + len(report.residents)
        at = model.names.index(vertex)
        partners = {w: x for w, x in model.weights[at].items() if w < inside}
        if not partners:
            return Reason(NO_OPPONENT, facts)
        rows = [dict(row) for row in model.weights]
        for other in rows[at].keys() - partners.keys():
            del rows[other][at]
        rows[at] = partners
        return _first_loss(model, rows, facts)

    def _named(self, *vertices: int) -> dict[str, object]:
        players = self.work.field.players
        named = [players[v].id if v < len(players) else "bye" for v in vertices]
        return dict(zip(("one", "two"), named, strict=False))

    def _bracket_of(self, high: int, low: int) -> int:
        """Give the bracket in which the first of the two was settled."""
        names = {each.id for each in self.work.field.players[high : high + 1]}
        names |= {each.id for each in self.work.field.players[low : low + 1]}
        for number, report in enumerate(self.pairing.brackets):
            here = names & {*report.moved, *report.residents}
            if here - set(report.leaving) or (here and self.pairing.bye in here):
                return number
        return len(self.pairing.brackets) - 1

    def _model(self, number: int) -> _Model:
        work, brackets = self.work, self.pairing.brackets
        report = brackets[number]
        moved = tuple(self.place[who] for who in report.moved)
        start = self.place[report.residents[0]]
        end = start + len(report.residents)
        ends = [each for _, each in work.groups if each > end]
        pending = work.size % 2 == 1 and not any(
            self.pairing.bye in each.leaving and self.pairing.bye not in brackets[at + 1].moved
            for at, each in enumerate(brackets[:number])
        )
        bracket = ScoreBracket(moved, start, end, ends[0] if ends else end, pending)
        bracket = msgspec.structs.replace(bracket, mode=mode_of(work, bracket))
        return self._weighed(bracket)

    def _weighed(self, bracket: ScoreBracket) -> _Model:
        work = self.work
        end = work.size + (1 if bracket.pending else 0)
        names = [*bracket.moved, *range(bracket.start, end)]
        rows = local_rows(work, bracket, end)
        if work.field.edition is Edition.DUTCH_2026:
            weigher = Weigher(work, bracket, len(names), closes_with_bye(work, bracket))
            kinds = [weigher.kind(vertex) for vertex in names]
            return _Model(names, weigh(weigher, kinds, rows), weigher.layout())
        older = Weigher2017(work, bracket, names, looks=bracket.end < work.size)
        weights: list[dict[int, int]] = [{} for _ in rows]
        for vertex, row in enumerate(rows):
            for other in members(row >> vertex << vertex):
                worth = older.weight(names[vertex], names[other])
                weights[vertex][other] = weights[other][vertex] = worth
        return _Model(names, weights, older.layout())


def _first_loss(model: _Model, rows: list[dict[int, int]], facts: Facts) -> Reason:
    """Compare the best of a narrowed graph with the best there is."""
    best, forced = solve(model.weights), solve(rows)
    if forced is None or best is None:
        return Reason(COMPLETION, facts)
    for criterion, lost in _decode(best.total - forced.total, model.layout):
        if lost:
            return Reason(criterion, facts)
    return Reason(ORDER, facts)


def _with_pair(weights: list[dict[int, int]], one: int, two: int) -> list[dict[int, int]]:
    rows = [{w: x for w, x in row.items() if w not in (one, two)} for row in weights]
    worth = weights[one].get(two, 0)
    rows[one], rows[two] = {two: worth}, {one: worth}
    return rows


def _decode(lost: int, layout: Layout) -> list[tuple[RuleKey, int]]:
    """Split a difference of weights into its fields, each with a sign of its own."""
    found = []
    for criterion, width in reversed(layout):
        low = lost & (1 << width) - 1
        if low >> width - 1:
            low -= 1 << width
        found.append((criterion, low))
        lost = lost - low >> width
    return found[::-1]
