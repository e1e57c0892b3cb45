"""A competition as a whole: created, its sections opened, what is set for them, closed."""

from typing import Any

import msgspec

from qipan.journal.event import Event, PublicFields
from qipan.journal.state import Particulars, StartByHand, TakenOver
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo, SectionId
from qipan.kernel.results import Score


class CompetitionCreated(Event, frozen=True, tag="competition-created/1"):
    """Somebody created a competition under a book."""

    competition: CompetitionId
    title: str
    book: str
    edition: str
    """Names the book as it was: everything is read under it, whatever the book says later."""


class SectionOpened(Event, frozen=True, tag="section-opened/1"):
    """A section was opened for entries, under one of the book's events."""

    section: SectionId
    title: str
    under: str
    options: dict[str, Any] = {}


class OptionsChanged(Event, frozen=True, tag="options-changed/1"):
    """Options of a section were changed; None: what the book says holds again."""

    section: SectionId
    options: dict[str, Any]
    reason: str = ""


class StartScoreSet(Event, frozen=True, tag="start-score-set/1"):
    """Somebody begins a McMahon event as if they had another rank or rating, or their own again."""

    section: SectionId
    entrant: EntrantId
    points: int
    """What they begin with under the bar and floor of that time."""
    counts_as: int | str | None = None
    """The rating or rank that stands for it, so that it moves with the floor; None: their own."""
    reason: str = ""


class Rescored(msgspec.Struct, frozen=True):
    """A result in the units of another edition."""

    round: RoundNo
    board: BoardNo
    score: Score


class EditionAdopted(Event, frozen=True, tag="edition-adopted/1"):
    """A section was moved to another edition of its book; results keep their meaning."""

    section: SectionId
    edition: str
    before: str
    reason: str
    scores: tuple[Rescored, ...] = ()
    """Results whose units differ in the new edition."""
    deductions: tuple[tuple[RoundNo, EntrantId, int], ...] = ()
    """Points taken away, in the new units, where these differ."""


class SectionTakenOver(TakenOver, Event, frozen=True, tag="section-taken-over/1"):
    """A section goes on with an event that began under another program.

    Its rounds are stored as any others are; each table, rest and result cites the file.
    """


class CompetitionClosed(Event, frozen=True, tag="competition-closed/1"):
    """Every section is approved; nothing changes any more."""


class CompetitionDescribed(Particulars, Event, frozen=True, tag="competition-described/1"):
    """The organiser said when and where it is, who organises it, and who works there.

    All of it is meant for everybody, names of officials too, as in a notice.
    """


Events = (
    CompetitionDescribed
    | CompetitionCreated
    | SectionOpened
    | OptionsChanged
    | StartScoreSet
    | EditionAdopted
    | SectionTakenOver
    | CompetitionClosed
)


def add_competition_created(draft: Draft, event: CompetitionCreated) -> None:
    """Begin."""
    draft.state.id, draft.state.title = event.competition, event.title
    draft.state.book, draft.state.edition = event.book, event.edition


def add_competition_described(draft: Draft, event: CompetitionDescribed) -> None:
    """Take the new words in place of the old ones."""
    draft.state.particulars = event


def add_section_opened(draft: Draft, event: SectionOpened) -> None:
    """Add an empty section."""
    draft.add_section(event.section, event.title, event.under, dict(event.options))


def add_options_changed(draft: Draft, event: OptionsChanged) -> None:
    """Replace what changed."""
    section = draft.section(event.section)
    options = {**section.options, **event.options}
    section.options = {name: value for name, value in options.items() if value is not None}


def add_start_score_set(draft: Draft, event: StartScoreSet) -> None:
    """Keep where somebody begins, and since which round."""
    section = draft.section(event.section)
    made = StartByHand(event.counts_as, event.reason, len(section.rounds))
    section.starts[event.entrant] = (*section.starts.get(event.entrant, ()), made)


def add_section_taken_over(draft: Draft, event: SectionTakenOver) -> None:
    """Keep where the first rounds come from."""
    draft.section(event.section).taken_over = event


def add_competition_closed(draft: Draft, event: CompetitionClosed) -> None:
    """End."""
    del event
    draft.state.closed = True


def add_edition_adopted(draft: Draft, event: EditionAdopted) -> None:
    """Keep the edition, and the results in its units."""
    section = draft.section(event.section)
    section.edition = event.edition
    for each in section.rounds:
        draft.round(event.section, each.number)  # every cell is worth what the new edition says
    for now in event.scores:
        found = draft.round(event.section, now.round)
        found.results[now.board] = msgspec.structs.replace(
            found.results[now.board], score=now.score
        )
    for number, who, units in event.deductions:
        section.deductions[number, who] = units


REDUCERS: Reducers = {
    CompetitionCreated: add_competition_created,
    CompetitionDescribed: add_competition_described,
    SectionOpened: add_section_opened,
    OptionsChanged: add_options_changed,
    StartScoreSet: add_start_score_set,
    EditionAdopted: add_edition_adopted,
    SectionTakenOver: add_section_taken_over,
    CompetitionClosed: add_competition_closed,
}

PUBLIC: PublicFields = {
    CompetitionCreated: ("title", "book"),
    CompetitionDescribed: (
        *("starts", "ends", "place", "organisers", "hosts", "supporters", "officials"),
        *("rate_of_play", "contact", "logo", "federation"),
    ),
    SectionOpened: ("section", "title", "under"),
    OptionsChanged: ("section",),
    StartScoreSet: ("section", "entrant", "points"),
    EditionAdopted: ("section", "edition", "before"),
    SectionTakenOver: ("section", "source", "form", "rounds"),
    CompetitionClosed: (),
}
