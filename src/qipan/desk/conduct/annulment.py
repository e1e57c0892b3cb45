"""Annulling results rounds later: old pairings stay, standings are made anew, the diff is shown.

At a table of several seats somebody becomes the last, and those behind move up; or the table is
void, and all who sat there are level behind everybody who has a place at another one. While their
next table is not drawn they play again; who went on by then stays in.
"""

from collections.abc import Iterator

import msgspec

from qipan.desk.conduct.commands import Annulment, AnnulResults
from qipan.desk.conduct.lost_games import At, replaced
from qipan.desk.play_offs.replaced_results import winner_follows
from qipan.desk.roles import CHIEF, Decisions, ListedCommand
from qipan.journal.closing import ApprovalLifted
from qipan.journal.conduct import ResultsAnnulled
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.folding import fold
from qipan.journal.results import ResultCorrected
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.kernel.rules import rule
from qipan.rulebooks.options import annuls_nothing
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import entrant_of, event_of, section_before_closing
from qipan.sections.matches import Match, match_of
from qipan.sections.places import places

ANNUL = rule("conduct.annulment", "Results may be annulled rounds later; past pairings stay.")


class ResultChange(msgspec.Struct, frozen=True):
    """Somebody whose place an annulment changes."""

    entrant: EntrantId
    before: int | None
    after: int | None


def annul_results(state: Competition, command: AnnulResults) -> list[CompetitionEvent]:
    """Annul. Raises Refused if the book does not know it, there is no reason, or no result."""
    section = section_before_closing(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if not may_annul(state, section):
        raise Refused("annul.not-in-book", ANNUL, section=section.id)
    if not command.reason.strip():
        raise Refused("annul.no-reason", ANNUL, entrant=entrant)
    boards = list(_boards(section, command))
    if not boards:
        raise Refused("annul.nothing", ANNUL, entrant=entrant, rounds=list(command.rounds))
    found: list[CompetitionEvent] = [
        ResultsAnnulled(
            section=section.id,
            entrant=entrant,
            boards=tuple(boards),
            cause=Cause(ANNUL, {"outcome": command.outcome.value, "boards": len(boards)}),
            reason=command.reason,
        )
    ]
    for at in boards:
        found += _replaced(state, section, at, command)
    if section.approved is not None:
        found.append(ApprovalLifted(section=section.id, reason=command.reason))
    return found


def may_annul(state: Competition, section: Section) -> bool:
    """Say whether results are annulled here: by the book, or as the organiser stated at the start.

    A book that says nothing leaves it to the organiser (the option ``annulment`` of the section).
    """
    rules = event_of(state, section)
    stated = section.options.get("annulment") in (True, 1, "yes")
    return rules.conduct.annulment or (stated and annuls_nothing(rules))


def _boards(section: Section, command: AnnulResults) -> Iterator[At]:
    for found in section.rounds:
        if not found.published or (command.rounds and found.number not in command.rounds):
            continue
        for table in found.tables:
            if command.entrant in table.seats and table.board in found.results:
                yield found.number, table.board


def _replaced(
    state: Competition, section: Section, at: At, command: AnnulResults
) -> list[CompetitionEvent]:
    match = match_of(state, section, *at)
    if match.rule.kind is MatchKind.PLACES:
        return [_placed(match, at, command)]
    first = match.table.seats[0] == command.entrant
    worth = {
        Annulment.LOSES: (0, 1) if first else (1, 0),
        Annulment.BOTH_LOSE: (0, 0),
        Annulment.VOID: (0, 0),
    }[command.outcome]
    how = How.ANNULLED if command.outcome is Annulment.VOID else How.ADJUDGED
    events = replaced(state, section, at, worth, how, command.reason, command.game)
    whole = [each.score for each in events if isinstance(each, ResultCorrected)]
    if command.game is not None or not whole:  # one game says itself what becomes of its match
        return events
    return [*events, *winner_follows(match, whole[-1])]


def _placed(match: Match, at: At, command: AnnulResults) -> CompetitionEvent:
    """Give the places of a table anew. Raises Refused if all shall lose: somebody must be ahead."""
    seats, known = match.table.seats, match.round.results[at[1]].score.seats
    last = Points(len(seats))
    if command.outcome is Annulment.BOTH_LOSE:
        raise Refused("annul.several-seats", ANNUL, round=at[0], board=at[1], seats=len(seats))
    void = command.outcome is Annulment.VOID
    others = [place for who, place in zip(seats, known, strict=True) if who != command.entrant]
    places = tuple(
        last
        if void or who == command.entrant
        else Points(1 + sum(other < place for other in others))
        for who, place in zip(seats, known, strict=True)
    )
    return ResultCorrected(
        section=command.section,
        round=at[0],
        board=at[1],
        score=Score(places),
        how=How.ANNULLED if void else How.ADJUDGED,
        rule=ANNUL,
        reason=command.reason,
    )


def preview(
    state: Competition, command: AnnulResults
) -> tuple[tuple[ResultChange, ...], Competition]:
    """Say what an annulment would change, without doing it. Raises as ``annul_results``."""
    after = fold(annul_results(state, command), state)
    return moved_places(state, after, command.section), after


def moved_places(
    before: Competition, after: Competition, name: SectionId
) -> tuple[ResultChange, ...]:
    """Say whose place changed, whatever gives the places; in the order of the new ones."""
    was = places(before, before.sections[name]).by_entrant
    changes = (
        ResultChange(now.entrant, old.place if (old := was.get(now.entrant)) else None, now.place)
        for now in places(after, after.sections[name]).rows
    )
    return tuple(each for each in changes if each.before != each.after)


DECISIONS: Decisions = {AnnulResults: ListedCommand(annul_results, CHIEF)}
