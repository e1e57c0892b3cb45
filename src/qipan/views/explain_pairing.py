"""Why two meet, who moves first, and why somebody rests: facts only.

``i18n.why_pairing`` makes the sentences. What the system decided is read from the journal; who
stood before the opponent, and why not they, is asked of the system once more, as it was then.
"""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from qipan.desk.appeals.supplements import cite_in_force
from qipan.journal.events import Cause
from qipan.journal.state import Competition, Round, Section, Table
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.kernel.points import Points
from qipan.kernel.results import Bye
from qipan.kernel.rules import Facts, RuleKey
from qipan.pairing.swiss.by_score.deciding import NO_REMATCH
from qipan.pairing.swiss.by_score.system import SUM
from qipan.rulebooks.loader import HOUSE
from qipan.rulebooks.schema import Text
from qipan.sections.stages import Standing, stage_of_round
from qipan.sections.start_scores import StartedByHand, started_by_hand, starts_before
from qipan.sections.systems import system_of
from qipan.sections.tables import scores_with_start, stage_crosstable
from qipan.views.section import halves

MOST_ASKED = 400
"""In a larger field the system is not asked again: the page has to come at once."""
MOST_CANDIDATES = 12
"""Of those who could have rested, no more are listed."""
SEATS = ("colour", "seats-drawn", "colours", "handicap")
"""Parts of the keys of rules that say who moves first."""
ASIDE = ("n-plus-one.main-group", "heats.nobody-out", "first-round.changed")
"""Rules that are no reason of their own."""


class Clause(msgspec.Struct, frozen=True):
    """What a cause is cited by; no citation where the rule is our own."""

    rule: RuleKey
    facts: Facts
    citation: str
    text: Text


class PassedOver(msgspec.Struct, frozen=True):
    """Somebody who stood before the opponent, or could have rested, and why it is not they."""

    entrant: EntrantId
    number: int
    points: str
    had: tuple[int, ...]
    """The seats that they had before, oldest first."""
    meant_for: EntrantId
    """Whom they would have met; for a rest, who rests."""
    clause: Clause | None
    """None: the number of points alone."""
    earlier: int | None = None
    """The round in which they had met, or in which they had rested."""
    board: BoardNo | None = None
    """Where they play instead."""
    against: tuple[EntrantId, ...] = ()


class PairingReason(msgspec.Struct, frozen=True):
    """Why a table is as it is, or why somebody rests."""

    round: int
    board: BoardNo | None
    """None: it is about a rest."""
    seats: tuple[EntrantId, ...]
    points: tuple[str, ...]
    """Before the round, in the order of the seats; nothing where points do not pair."""
    numbers: tuple[int, ...]
    had: tuple[tuple[int, ...], ...]
    """The seats that they had before, oldest first."""
    group: str
    """The group, the match of the tree or the heat."""
    meeting: tuple[Clause, ...]
    """What brought them together, first things first."""
    colour: Clause | None
    passed: tuple[PassedOver, ...]
    """Who stood before the opponent, nearest first; for a rest, who could have rested instead."""
    difference: tuple[str, str] | None
    """The sum of score differences in the round, and the least there could be."""
    last_number: bool = False
    """Whether nothing was played yet, and it is about the last of the list."""
    by_hand: tuple[StartedByHand, ...] = ()
    """Who of them began elsewhere than their rank or rating says."""

    @property
    def clauses(self) -> list[Clause]:
        """Give every rule that was behind it, each once."""
        behind = [*self.meeting, *([self.colour] if self.colour is not None else [])]
        behind += [each.clause for each in self.passed if each.clause is not None]
        return list({each.rule: each for each in behind}.values())


def explain_board(
    state: Competition, section: Section, found: Round, board: BoardNo
) -> PairingReason:
    """Explain a table. Raises Unknown if there is none."""
    table = found.table(board)
    if table is None:
        raise Unknown("board", str(board))
    return _Explaining(state, section, found).board(table)


def explain_rest(
    state: Competition, section: Section, found: Round, who: EntrantId
) -> PairingReason:
    """Explain why somebody rests. Raises Unknown if they do not."""
    for rest in found.resting:
        if rest.entrant == who:
            return _Explaining(state, section, found).rest(rest.entrant, rest.causes)
    raise Unknown("entrant", who)


class _Explaining:
    def __init__(self, state: Competition, section: Section, found: Round) -> None:
        self.state, self.found = state, found
        self.section = replace(
            section,
            rounds=section.rounds[: found.number - 1],
            starts=starts_before(section, found.number),
        )
        self.standing: Standing = stage_of_round(state, self.section, found)
        self.before: Crosstable = stage_crosstable(self.standing)
        self.scores = scores_with_start(self.before)
        self.system = system_of(self.standing)

    def board(self, table: Table) -> PairingReason:
        """Explain a table."""
        causes = [each for each in table.causes if each.rule not in ASIDE]
        colours = [each for each in causes if any(part in each.rule for part in SEATS)]
        meeting = [each for each in causes if each not in colours]
        return self._reason(
            table.seats,
            meeting,
            board=table.board,
            group=table.group,
            colour=self._clause(colours[0]) if colours else None,
            passed=self._passed(table),
        )

    def rest(self, who: EntrantId, causes: Sequence[Cause]) -> PairingReason:
        """Explain a rest."""
        return self._reason((who,), causes, passed=self._candidates(who))

    def _reason(
        self,
        seats: tuple[EntrantId, ...],
        meeting: Sequence[Cause],
        *,
        board: BoardNo | None = None,
        group: str = "",
        colour: Clause | None = None,
        passed: tuple[PassedOver, ...],
    ) -> PairingReason:
        entry = self.before.entry
        return PairingReason(
            round=self.found.number,
            board=board,
            seats=seats,
            points=self._points_then(seats, meeting),
            numbers=tuple(entry[who].number for who in seats),
            had=tuple(tuple(self._had(who)) for who in seats),
            group=group,
            meeting=tuple(map(self._clause, meeting)),
            colour=colour,
            passed=passed,
            difference=self._difference(),
            last_number=not self.section.rounds and seats[-1] == self.section.order[-1],
            by_hand=tuple(started_by_hand(self.standing.rules, self.section, seats)),
        )

    def _clause(self, cause: Cause) -> Clause:
        cited = cite_in_force(self.state, cause.rule, self.section.under)
        citation = "" if cited.book == HOUSE else cited.citation
        return Clause(cause.rule, cause.facts, citation, cited.text)

    def _points(self, who: EntrantId) -> str:
        return halves(self.standing.scoring.show(self.scores[who]))

    def _points_then(
        self, seats: tuple[EntrantId, ...], meeting: Sequence[Cause]
    ) -> tuple[str, ...]:
        """Give the points as they were when the round was paired: later rulings may move them."""
        then: dict[object, int] = {}
        for cause in meeting:
            facts = cause.facts
            scores = facts.get("scores") or [
                facts[name] for name in ("from", "to") if name in facts
            ]
            if not scores and "score" in facts:
                scores = [facts["score"]] * 2
            if len(scores) == 2 and scores[0] == scores[1]:
                then |= dict.fromkeys(seats, scores[0])
            elif len(scores) == 2 and "down" in facts:
                then |= {facts["down"]: scores[0], facts["up"]: scores[1]}
            elif len(scores) == 2 and "team" in facts:
                higher = next(who for who in seats if who != facts["team"])
                then |= {higher: scores[0], facts["team"]: scores[1]}
        show = self.standing.scoring.show
        return tuple(
            halves(show(Points(then[who]))) if who in then else self._points(who) for who in seats
        )

    def _had(self, who: EntrantId) -> list[int]:
        return [int(cell.seat) for cell in self.before.row(who) if cell.seat is not None]

    def _difference(self) -> tuple[str, str] | None:
        for cause in self.found.causes:
            if cause.rule == SUM:
                show = self.standing.scoring.show
                return halves(show(cause.facts["difference"])), halves(show(cause.facts["bound"]))
        return None

    # -- who else it could have been ---------------------------------------------------------

    @property
    def _taken_over(self) -> bool:
        """Say whether the round was paired under another program: our system is not asked."""
        taken = self.section.taken_over
        return taken is not None and self.found.number <= taken.rounds

    def _passed(self, table: Table) -> tuple[PassedOver, ...]:
        if len(table.seats) != 2 or len(self.section.order) > MOST_ASKED or self._taken_over:
            return ()
        scores, entry = self.scores, self.before.entry
        high, _ = sorted(table.seats, key=lambda who: (-scores[who], entry[who].number))
        reasons = self.system.passed_over(self.standing, self.found, high)
        return tuple(
            self._instead(EntrantId(str(each.facts["instead"])), Cause(each.rule, each.facts), high)
            for each in reasons
        )

    def _instead(self, who: EntrantId, cause: Cause, high: EntrantId) -> PassedOver:
        found = next(table for table in self.found.tables if high in table.seats)
        met = {each: self._met(who, each) for each in found.seats}
        meant_for = high
        if cause.rule == NO_REMATCH:  # of two who are level the system may go from either
            meant_for = next((each for each in (high, *found.seats) if met[each]), high)
        return self._elsewhere(who, meant_for, self._clause(cause), met[meant_for])

    def _met(self, who: EntrantId, other: EntrantId) -> int | None:
        """Give the round in which two met, or should have."""
        for found in reversed(self.section.rounds):
            if any({who, other} <= set(table.seats) for table in found.tables):
                return found.number
        return None

    def _elsewhere(
        self, who: EntrantId, meant_for: EntrantId, clause: Clause | None, earlier: int | None
    ) -> PassedOver:
        table = next((each for each in self.found.tables if who in each.seats), None)
        return PassedOver(
            who,
            self.before.entry[who].number,
            self._points(who),
            tuple(self._had(who)),
            meant_for,
            clause,
            earlier,
            table.board if table else None,
            tuple(each for each in table.seats if each != who) if table else (),
        )

    def _candidates(self, resting: EntrantId) -> tuple[PassedOver, ...]:
        """List who has as few points or fewer, and the next ones above, lowest first."""
        if not self.system.by_hand or not self.section.rounds or self._taken_over:
            return ()
        scores, entry = self.scores, self.before.entry
        playing = [who for table in self.found.tables for who in table.seats]
        playing.sort(key=lambda who: (scores[who], -entry[who].number))
        above = sorted({scores[who] for who in playing if scores[who] > scores[resting]})[:1]
        listed = [who for who in playing if scores[who] <= scores[resting]]
        listed += [who for who in playing if scores[who] in above]
        listed = listed[:MOST_CANDIDATES]
        asked = listed if len(self.section.order) <= MOST_ASKED else []
        rules = self.system.kept_from_bye(self.standing, self.found, asked)
        found = []
        for who in listed:
            reason = rules.get(who)
            cause = Cause(reason.rule, reason.facts) if reason is not None else None
            if scores[who] > scores[resting]:
                cause = None
            clause = self._clause(cause) if cause is not None else None
            found.append(self._elsewhere(who, resting, clause, self._rested(who)))
        return tuple(found)

    def _rested(self, who: EntrantId) -> int | None:
        """Give the round in which somebody rested, or had points without playing."""
        for found in self.section.rounds:
            for rest in found.resting:
                if rest.entrant == who and rest.bye is Bye.ALLOCATED:
                    return found.number
        return None
