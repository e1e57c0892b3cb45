"""Decisions on lots and numbers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF, REVEALED, Decisions, Fill, ListedCommand, Through
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.lots import LotCommitted, LotDrawn, NumbersAssigned
from qipan.journal.state import Competition, Entrant, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.lots import Draw, commit, draw
from qipan.kernel.ranks import grade_of, rating_of_grade
from qipan.kernel.rules import rule
from qipan.pairing.swiss.by_score import numbers_from_groups
from qipan.rulebooks.schema.book import FIRST_GROUP
from qipan.sections.lookup import event_of, section_of
from qipan.sections.places import pending_lots
from qipan.sections.stages import Standing, undecided
from qipan.sections.systems import last_standing, next_standing, system_of

COMMITTED = rule("lot.committed-first", "A lot is committed to before it is drawn, and drawn once.")
BY_LOT = rule("numbers.lot", "Numbers are drawn by lot.")
BY_RATING = rule(
    "numbers.rating", "Numbers follow the rating, highest first, then the order of entry."
)
TWO_GROUPS = rule("numbers.two-groups", "One group takes the odd numbers, the other the even ones.")
NUMBERS_ONCE = rule("numbers.once", "Numbers are given once, after entries close.")
TIE = rule("lot.only-ties", "A lot separates only players level on everything else.")

NUMBERS = "numbers"
"""The name of the lot for numbers."""


class RevealsLot(Protocol):
    """A command that reveals the secret of a committed lot, with words of the public."""

    @property
    def secret(self) -> bytes: ...
    @property
    def entropy(self) -> tuple[str, ...]: ...


class CommitLot(Command, frozen=True, tag=True):
    """Publish the commitment to a lot."""

    section: SectionId
    lot: str
    commitment: str


class DrawNumbers(Command, frozen=True, tag=True):
    """Give the entrants their numbers as the book says, by rating or by the committed lot."""

    section: SectionId
    secret: bytes = b""
    entropy: tuple[str, ...] = ()


class DrawTie(Command, frozen=True, tag=True):
    """Separate entrants whom every other key leaves level, by the committed lot."""

    section: SectionId
    lot: str
    secret: bytes
    entropy: tuple[str, ...] = ()


def commit_lot(state: Competition, command: CommitLot) -> list[CompetitionEvent]:
    """Publish a commitment. Raises Refused if this lot was committed to before."""
    section = section_of(state, command.section)
    if command.lot in section.commitments:
        raise Refused("lot.committed", COMMITTED, section=section.id, lot=command.lot)
    return [LotCommitted(section=section.id, lot=command.lot, commitment=command.commitment)]


def draw_numbers(state: Competition, command: DrawNumbers) -> list[CompetitionEvent]:
    """Give numbers. Raises Refused if entries are open, numbers given, or no lot committed."""
    section = section_of(state, command.section)
    if not section.closed or section.order:
        raise Refused(
            "numbers.not-now", NUMBERS_ONCE, section=section.id, entries_open=not section.closed
        )
    numbering = event_of(state, section).numbering
    if numbering == "rating":
        active = [section.entrants[who] for who in section.active]
        by_rating = sorted(active, key=lambda each: -_strength(each))
        rated = tuple(each.id for each in by_rating)
        return [NumbersAssigned(section=section.id, order=rated, cause=Cause(BY_RATING))]
    found = _drawn(section, NUMBERS, section.active, command)
    order = [EntrantId(who) for who in found.order]
    cause = Cause(BY_LOT, {"lot": NUMBERS})
    if numbering == "two-groups":
        one = [who for who in order if FIRST_GROUP in section.entrants[who].tags]
        two = [who for who in order if FIRST_GROUP not in section.entrants[who].tags]
        numbers = numbers_from_groups(one, two)
        order = sorted(numbers, key=numbers.__getitem__)
        cause = Cause(TWO_GROUPS, {"lot": NUMBERS, "first": len(one), "second": len(two)})
    return [
        LotDrawn(section=section.id, lot=NUMBERS, draw=found),
        NumbersAssigned(section=section.id, order=tuple(order), cause=cause),
    ]


def _strength(entrant: Entrant) -> int:
    """Give the rating that somebody is seeded by: their own, else the one of their rank."""
    if entrant.rating is not None:
        return entrant.rating
    return rating_of_grade(grade_of(entrant.rank)) if entrant.rank else 0


def draw_tie(state: Competition, command: DrawTie) -> list[CompetitionEvent]:
    """Draw a tie. Raises Refused if these entrants are not level, or no lot was committed to."""
    section = section_of(state, command.section)
    pending = pending_lots(state, section)
    if command.lot not in pending:
        raise Refused("lot.no-tie", TIE, section=section.id, lot=command.lot, pending=list(pending))
    found = _drawn(section, command.lot, list(pending[command.lot]), command)
    return [LotDrawn(section=section.id, lot=command.lot, draw=found)]


def _drawn(
    section: Section,
    lot: str,
    candidates: Sequence[str],
    command: RevealsLot,
) -> Draw:
    if lot in section.lots or section.commitments.get(lot) != commit(command.secret):
        raise Refused(
            "lot.not-committed",
            COMMITTED,
            section=section.id,
            lot=lot,
            drawn=lot in section.lots,
            committed=lot in section.commitments,
        )
    label = f"{section.id}/{lot}"
    return draw(label, sorted(candidates), command.secret, command.entropy)


def round_lot(number: int) -> str:
    """Name the lot with whose help a round is paired."""
    return f"round-{number}"


def standing_with_lot(
    standing: Standing, command: RevealsLot
) -> tuple[Standing, list[CompetitionEvent]]:
    """Draw the lot of the next round if its system needs one, and add it to the standing.

    Raises Refused if it was not committed to.
    """
    if not system_of(standing).needs_lot(standing):
        return standing, []
    section = standing.section
    lot = round_lot(standing.number)
    if lot in section.lots:  # the round was withdrawn; its lot has fallen and stays
        return replace(standing, lots=section.lots[lot]), []
    found = _drawn(section, lot, section.order, command)
    event = LotDrawn(section=section.id, lot=lot, draw=found)
    return replace(standing, lots=found), [event]


def lots_needed(state: Competition, section: Section) -> list[str]:
    """Name the lots to commit to before the next round can be paired."""
    standing = next_standing(state, section) if section.order else None
    if standing is None or not system_of(standing).needs_lot(standing):
        return []
    lot = round_lot(standing.number)
    return [] if lot in section.commitments else [lot]


def lots_waiting(state: Competition, section: Section) -> dict[str, tuple[str, ...]]:
    """Name the lots whose time has come, with the candidates: for numbers, then between the level.

    Who is level while rounds of a stage are still to come may part by playing: no lot waits.
    """
    if not section.closed or section.approved is not None:
        return {}
    if not section.order:
        by_rating = event_of(state, section).numbering == "rating"
        return {} if by_rating else {NUMBERS: tuple(section.active)}
    current, standing = section.current, last_standing(state, section)
    if current is None or not current.published or current.missing:
        return {}
    if undecided(state, section, current) or not system_of(standing).over(standing):
        return {}
    return pending_lots(state, section)


DECISIONS: Decisions = {
    CommitLot: ListedCommand(
        commit_lot,
        CHIEF,
        filled={"commitment": Fill.SECRET},
        through=Through("lot commit", "the secret is made and kept by the office"),
    ),
    DrawNumbers: ListedCommand(
        draw_numbers,
        CHIEF,
        filled={"secret": Fill.SECRET},
        through=Through("pair", REVEALED),
    ),
    DrawTie: ListedCommand(
        draw_tie,
        CHIEF,
        filled={"secret": Fill.SECRET},
        through=Through("lot draw", REVEALED),
    ),
}
