"""Why a place is as it is: what gave it, with whom it is compared, and the clause in force.

Facts only; ``i18n.why`` makes the sentence. There is one answer for every road: pages, the API,
the command line and paper read the same ``PlaceReason``.
"""

from collections.abc import Iterator, Sequence

import msgspec

from qipan.desk.appeals.supplements import cite_in_force
from qipan.journal.events import Cause
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw
from qipan.kernel.rules import Facts, RuleKey
from qipan.ranking import Standings, Step
from qipan.rulebooks.loader import HOUSE
from qipan.rulebooks.schema import Cited, Text
from qipan.sections.lookup import event_of
from qipan.sections.places import ANNULLED, OFFICIAL
from qipan.sections.start_scores import StartedByHand, started_by_hand
from qipan.sections.systems import Place, Places
from qipan.sections.systems.cross import BY_CROSS
from qipan.sections.systems.groups import BY_GROUP
from qipan.sections.systems.heats import REACHED
from qipan.sections.systems.knockout import LEVEL
from qipan.sections.systems.n_plus_one import BY_FINAL

WORDS = {
    BY_FINAL: "final",
    LEVEL: "tree",
    BY_CROSS: "cross",
    REACHED: "heat",
    BY_GROUP: "group",
    OFFICIAL: "approval",
    ANNULLED: "disqualified",
}
"""What stands in the place of a key where something else than a key decides."""


class Explained(msgspec.Struct, frozen=True):
    """One step of the chain, with its clause: a key, or what decides instead of the keys."""

    key: str
    rule: RuleKey
    citation: str
    text: Text
    values: tuple[tuple[EntrantId, str], ...]
    """Who was level before this step, and what it says of them: a value, or the place."""
    broke: bool
    draw: Draw | None = None
    place: int | None = None
    """The place of who was asked about; none for who is disqualified."""
    sentence: str = ""
    """The answer in one sentence, where a language is known."""


class KeyCompared(msgspec.Struct, frozen=True):
    """A key, and what it says of the two who are compared."""

    key: str
    mine: str
    theirs: str
    higher_is_better: bool = True
    tied: int = 2
    """How many were level when it was asked."""
    facts: Facts = {}


class PlaceReason(msgspec.Struct, frozen=True):
    """Why somebody has a place, or stands before or behind somebody else."""

    who: EntrantId
    place: int | None
    group: str
    moved: int
    """How many places they moved up when others were disqualified."""
    shared: tuple[EntrantId, ...]
    """Who else has this place."""
    other: EntrantId | None
    """With whom they are compared: who was asked about too, else the neighbour."""
    asked: bool
    """Whether somebody asked about the other."""
    ahead: bool
    """Whether ``who`` is ahead of the other."""
    cause: Cause | None
    """What gave the place, or parts the two, if it was not a key."""
    behind: Cause | None
    """What gave the places ahead of all whom keys rank: a final."""
    level: tuple[KeyCompared, ...]
    """The keys on which they are level."""
    decider: KeyCompared | None
    """The key that parts them; None if none does."""
    rounds: int
    """How many rounds were published."""
    waits: bool
    """Whether a lot has to part those who share the place."""
    citation: str
    """The clause of what decides; empty where the book has none."""
    clause: Text
    """What it says, or our own rule where the book has none."""
    steps: tuple[Explained, ...]
    keys: tuple[str, ...]
    """The columns of the evidence."""
    evidence: tuple[tuple[Place, tuple[str, ...]], ...]
    """Who is level with them, and what the keys said as long as they were; best first."""
    by_hand: tuple[StartedByHand, ...] = ()
    """Who of the two began elsewhere than their rank or rating says."""


def explain_place(
    state: Competition,
    section: Section,
    placed: Places,
    who: EntrantId,
    other: EntrantId | None = None,
) -> PlaceReason:
    """Explain a place, or why one entrant is ahead of another. Raises Unknown."""
    return _Explaining(state, section, placed, who, other).reason()


class _Explaining:
    def __init__(
        self,
        state: Competition,
        section: Section,
        placed: Places,
        who: EntrantId,
        other: EntrantId | None,
    ) -> None:
        self.state, self.section, self.placed = state, section, placed
        self.mine, self.asked = placed.of(who), other is not None and other != who
        self.theirs = placed.of(other) if other is not None and other != who else None
        self.table = placed.table(who)
        self.keyed = [
            row
            for row in placed.rows
            if row.cause is None and row.group == self.mine.group and row.place is not None
        ]

    def cite(self, rule: RuleKey) -> Cited:
        return cite_in_force(self.state, rule, self.section.under)

    def reason(self) -> PlaceReason:
        """Put the answer together."""
        cause = self._cause()
        other, ahead = self._compared_with(cause)
        pair = self._between(other) if other is not None and cause is None else ()
        if other is not None and cause is None and not self._agrees(pair, other, ahead):
            cause, pair = Cause(OFFICIAL), ()
        *level, last = pair or (None,)
        decider = last if last is not None and last.broke else None
        chain = self._chain() if cause is None else ()
        stepped = pair if self.asked else chain
        behind = self._behind() if cause is None else None
        rule = cause.rule if cause is not None else decider.rule if decider is not None else None
        if rule is None and chain:
            rule = chain[-1].rule
        clause = self.cite(rule) if rule is not None else None
        keys, evidence = self._evidence(chain, other)
        return PlaceReason(
            who=self.mine.entrant,
            place=self.mine.place,
            group=self.mine.group,
            moved=self.mine.moved,
            shared=self._shared(),
            other=other.entrant if other is not None else None,
            asked=self.asked,
            ahead=ahead,
            cause=cause,
            behind=behind,
            level=tuple(
                compared
                for step in (level if decider is not None else (*level, last))
                if step is not None and other is not None
                for compared in (_compared(step, self.mine, other),)
                if compared.mine or compared.theirs
            ),
            decider=_compared(decider, self.mine, other) if decider and other else None,
            rounds=sum(found.published for found in self.section.rounds),
            waits=self._waits(),
            citation="" if clause is None or clause.book == HOUSE else clause.citation,
            clause={} if clause is None else clause.text,
            steps=self._steps(cause, behind, stepped, other),
            keys=keys,
            evidence=evidence,
            by_hand=tuple(self._by_hand(other)),
        )

    def _by_hand(self, other: Place | None) -> Iterator[StartedByHand]:
        asked = [self.mine.entrant, *([] if other is None else [other.entrant])]
        return started_by_hand(event_of(self.state, self.section), self.section, asked)

    # -- who, and with whom ------------------------------------------------------------------

    def _shared(self) -> tuple[EntrantId, ...]:
        mine = self.mine
        if mine.place is None:
            return ()
        return tuple(
            row.entrant
            for row in self.placed.rows
            if row.place == mine.place and row.group == mine.group and row.entrant != mine.entrant
        )

    def _cause(self) -> Cause | None:
        """Give what parts the two, or gave the place, if it was not a key."""
        mine, theirs = self.mine, self.theirs
        if theirs is None:
            return mine.cause
        for row in (mine, theirs):
            if row.place is None:
                return row.cause
        if mine.group != theirs.group:
            return Cause(BY_GROUP)
        causes = [row.cause for row in (mine, theirs) if row.cause is not None]
        approved = [each for each in causes if each.rule == OFFICIAL]
        first = min((mine, theirs), key=lambda row: row.place or 0)
        return approved[0] if approved else first.cause or (causes[0] if causes else None)

    def _compared_with(self, cause: Cause | None) -> tuple[Place | None, bool]:
        """Choose the neighbour directly ahead, for the first the one behind."""
        mine = self.mine
        if self.theirs is not None:
            return self.theirs, (mine.place or _LAST) < (self.theirs.place or _LAST)
        if cause is not None or mine.place is None:
            return None, False
        before = [row for row in self.keyed if (row.place or 0) < (mine.place or 0)]
        if before:
            return before[-1], False
        after = [row for row in self.keyed if (row.place or 0) > (mine.place or 0)]
        return (after[0], True) if after else (None, False)

    def _behind(self) -> Cause | None:
        """Give what put others before all whom the keys rank."""
        rows = self.placed.rows
        first = rows[0] if rows else self.mine
        best = min((row.place or 0 for row in self.keyed), default=0)
        others = first.cause is not None and first.group == self.mine.group
        return first.cause if others and (first.place or _LAST) < best else None

    def _agrees(self, pair: Sequence[Step], other: Place, ahead: bool) -> bool:
        """Say whether the keys put the two as they stand, or leave them level where they are."""
        mine, theirs = self.table.place(self.mine.entrant), self.table.place(other.entrant)
        if self.mine.place == other.place:
            return mine == theirs
        return bool(pair) and (mine < theirs if ahead else theirs < mine)

    def _waits(self) -> bool:
        return any(self.mine.entrant in lot.tied for lot in self.table.pending_lots)

    # -- keys --------------------------------------------------------------------------------

    def _between(self, other: Place) -> tuple[Step, ...]:
        return self.table.why(self.mine.entrant, other.entrant)

    def _chain(self) -> tuple[Step, ...]:
        """Give the keys until nobody whom keys rank is level any more; never none."""
        there = {row.entrant for row in self.keyed}
        me = self.mine.entrant
        found: list[Step] = []
        for step in self.table.why(me) or _alone(self.table, me):
            values = [pair for pair in zip(step.tied, step.values, strict=True) if pair[0] in there]
            own = next(value.number for who, value in values if who == me)
            left = sum(value.number == own for _, value in values)
            found.append(
                msgspec.structs.replace(
                    step,
                    tied=tuple(who for who, _ in values),
                    values=tuple(value for _, value in values),
                    broke=left == 1 and len(there) > 1,
                )
            )
            if found[-1].broke:
                break
        return tuple(found)

    def _evidence(
        self, chain: Sequence[Step], other: Place | None
    ) -> tuple[tuple[str, ...], tuple[tuple[Place, tuple[str, ...]], ...]]:
        """Give the values of those who are level with them on the first key, and of the other."""
        if not chain:
            return (), ()
        said = [
            dict(zip(step.tied, [value.shown for value in step.values], strict=True))
            for step in chain
        ]
        own = said[0].get(self.mine.entrant)
        told = [at for at, values in enumerate(said) if any(values.values())]
        rows = [
            (row, tuple(said[at].get(row.entrant, "") for at in told))
            for row in self.keyed
            if said[0].get(row.entrant) == own or row == other
        ]
        return tuple(chain[at].key for at in told), tuple(rows)

    # -- the steps, as programs read them ----------------------------------------------------

    def _steps(
        self,
        cause: Cause | None,
        behind: Cause | None,
        chain: Sequence[Step],
        other: Place | None,
    ) -> tuple[Explained, ...]:
        if cause is not None:
            rows = [self.mine, *([other] if other is not None else self._beside())]
            return (self._decided_by(cause, rows, broke=not self._shared() or other is not None),)
        steps = [] if behind is None or self.asked else [self._decided_by(behind, self._first())]
        for step in chain or _alone(self.table, self.mine.entrant):
            clause = self.cite(step.rule)
            values = zip(step.tied, (value.shown for value in step.values), strict=True)
            steps.append(
                Explained(
                    step.key,
                    step.rule,
                    clause.citation,
                    clause.text,
                    tuple(values),
                    step.broke,
                    step.draw,
                    self.mine.place,
                )
            )
        return tuple(steps)

    def _beside(self) -> list[Place]:
        """Give those whom the same thing placed, as far as they are near."""
        shared = self._shared()
        return [row for row in self.placed.rows if row.entrant in shared]

    def _first(self) -> list[Place]:
        return [row for row in self.placed.rows if row.cause is not None and row.place is not None]

    def _decided_by(self, cause: Cause, rows: Sequence[Place], broke: bool = False) -> Explained:
        clause = self.cite(cause.rule)
        return Explained(
            WORDS.get(cause.rule, "rule"),
            cause.rule,
            clause.citation,
            clause.text,
            tuple((row.entrant, "–" if row.place is None else str(row.place)) for row in rows),
            broke,
            place=self.mine.place,
        )


_LAST = 10**9


def _alone(table: Standings, who: EntrantId) -> tuple[Step, ...]:
    """Give what the first key says of somebody who is compared with nobody."""
    first = table.row(who).values[:1]
    return tuple(Step(value.key, value.rule, (who,), (value,), broke=False) for value in first)


def _compared(step: Step, mine: Place, other: Place) -> KeyCompared:
    values = dict(zip(step.tied, step.values, strict=True))
    one, two = values[mine.entrant], values[other.entrant]
    return KeyCompared(
        step.key, one.shown, two.shown, one.higher_is_better, len(step.tied), step.facts
    )
