"""Editions: a section moves to a newer edition of its book, with a reason; results keep meaning."""

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF, Decisions, Fill, ListedCommand, Through
from qipan.journal.competition import EditionAdopted, Rescored
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.points import Scoring
from qipan.kernel.results import Score
from qipan.kernel.rules import rule
from qipan.rulebooks import EventRules, editions
from qipan.rulebooks.adjusted_rules import adjusted
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import event_of, section_of
from qipan.sections.scores import rescored
from qipan.sections.stages import match_rule_of, stage_of_round

PINNED = rule(
    "edition.pinned", "A section keeps the edition of the regulation it was opened under."
)
REASON = rule("edition.reason", "Only the chief arbiter adopts another edition, with a reason.")
FITS = rule("edition.fits", "An edition is adopted only if everything played so far fits it.")


class AdoptEdition(Command, frozen=True, tag=True):
    """Move a section to another edition of its book."""

    section: SectionId
    edition: str
    reason: str


def adopt_edition(state: Competition, command: AdoptEdition) -> list[CompetitionEvent]:
    """Move a section. Raises Refused if the edition is unknown, the same, or does not fit."""
    section = section_of(state, command.section)
    before = section.edition or state.edition
    if not command.reason.strip():
        raise Refused("edition.reason", REASON, section=section.id)
    if command.edition == before:
        raise Refused("edition.same", PINNED, section=section.id, edition=before[:8])
    if not editions.is_known(command.edition):
        raise Refused("edition.unknown", PINNED, edition=command.edition[:8])
    book = editions.book_of(state.book, command.edition)
    if book.id != state.book or section.under not in book.event:
        raise Refused("edition.other-book", FITS, edition=command.edition[:8], event=section.under)
    old = event_of(state, section)
    new = adjusted(book.event[section.under], section.options)
    _require_same_course(section, old, new)
    return [
        EditionAdopted(
            section=section.id,
            edition=command.edition,
            before=before,
            reason=command.reason.strip(),
            scores=_scores(state, section, old.scoring.scoring(), new.scoring.scoring()),
            deductions=_deductions(section, old.scoring.scoring(), new.scoring.scoring()),
        )
    ]


def _require_same_course(section: Section, old: EventRules, new: EventRules) -> None:
    """Raise Refused if rounds were played that the new edition has no stage for."""
    played = {found.stage for found in section.rounds}
    stages = {stage.id: stage for stage in new.stage}
    for stage in old.stage:
        other = stages.get(stage.id)
        if stage.id in played and (other is None or other.system != stage.system):
            raise Refused("edition.stage", FITS, section=section.id, stage=stage.id)
    if old.game != new.game:
        raise Refused("edition.stage", FITS, section=section.id, stage=new.game)


def _scores(
    state: Competition, section: Section, old: Scoring, new: Scoring
) -> tuple[Rescored, ...]:
    if old == new:
        return ()
    changed = []
    for found in section.rounds:
        standing = stage_of_round(state, section, found)
        if match_rule_of(standing, found).kind is MatchKind.PLACES:
            continue
        for board, result in found.results.items():
            score = _fitting(result.score, old, new, found.number, board)
            if score != result.score:
                changed.append(Rescored(found.number, board, score))
    return tuple(changed)


def _fitting(score: Score, old: Scoring, new: Scoring, number: RoundNo, board: BoardNo) -> Score:
    found = rescored(score, old, new)
    if found is None:
        raise Refused("edition.score", FITS, round=number, board=board)
    return found


def _deductions(
    section: Section, old: Scoring, new: Scoring
) -> tuple[tuple[RoundNo, EntrantId, int], ...]:
    if old.unit == new.unit:
        return ()
    found = []
    for (number, who), units in section.deductions.items():
        scaled, rest = divmod(units * new.unit, old.unit)
        if rest:
            raise Refused("edition.score", FITS, round=number, board=0)
        found.append((RoundNo(number), who, scaled))
    return tuple(found)


DECISIONS: Decisions = {
    AdoptEdition: ListedCommand(
        adopt_edition,
        CHIEF,
        filled={"edition": Fill.EDITION},
        through=Through("edition adopt", "the text of the edition is kept by the office"),
    ),
}
