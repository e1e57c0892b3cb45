"""The official final report of a section, as a value: made from the journal and names beside it.

It carries the hash of the journal it was made from; the same journal gives the same report.
"""

from collections.abc import Mapping, Sequence

import msgspec

from qipan.desk.money import prizes_of, titles_of
from qipan.desk.rounds.pairing import PAIR
from qipan.journal.envelope import Envelope
from qipan.journal.people import ERASED, Person
from qipan.journal.state import Competition, Particulars, Penalty, PenaltyKind, Punished, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, PersonId, SectionId
from qipan.kernel.points import CHESS, Points, Scoring
from qipan.kernel.results import How
from qipan.ranking.prizes import Prize
from qipan.rulebooks.schema import Text
from qipan.rulebooks.schema.money import shown
from qipan.sections.derived import derived_tables
from qipan.sections.lookup import book_under, event_of
from qipan.sections.places import places
from qipan.sections.systems import Places
from qipan.views.corrections import CorrectedLine, corrected_lines
from qipan.views.match_boards import MatchLine, match_lines
from qipan.views.report_sheet import ReportSheet, sheet_of


class ReportLine(msgspec.Struct, frozen=True):
    """One line of the final table."""

    place: int | None
    """None: the place was annulled."""
    number: int
    entrant: EntrantId
    name: str
    unit: str
    rating: int | None
    values: tuple[str, ...]
    rounds: tuple[str, ...]
    """Round by round: opponent's number, seat and points, as ``12w1``."""
    latin: str = ""
    """The name in Latin letters, where that differs."""


class DerivedLine(msgspec.Struct, frozen=True):
    """One line of a derived table."""

    place: int | None
    name: str
    total: str


class PrizeLine(msgspec.Struct, frozen=True):
    """One prize."""

    table: str
    place: int
    name: str
    money: str
    goods: tuple[str, ...]
    due_days: int


class PenaltyLine(msgspec.Struct, frozen=True):
    """One penalty."""

    name: str
    offence: str
    clause: str
    penalties: tuple[tuple[str, str], ...]
    """Kind and amount; the amount of a single foul or warning is left out."""
    round: int | None


class AppealLine(msgspec.Struct, frozen=True):
    """One appeal."""

    id: str
    name: str
    round: int
    outcome: str
    reasons: str


class AnnulledLine(msgspec.Struct, frozen=True):
    """Results that were annulled."""

    name: str
    rounds: tuple[int, ...]
    reason: str


class LotLine(msgspec.Struct, frozen=True):
    """One lot that was drawn."""

    lot: str
    commitment: str


class SupplementLine(msgspec.Struct, frozen=True):
    """One supplementary clause."""

    number: str
    date: str
    text: Text


class Report(msgspec.Struct, frozen=True):
    """Everything the report says."""

    competition: str
    title: str
    section: str
    event: Text
    book: Text
    citation: str
    edition: str
    official: bool
    """The chief arbiter approved the places."""
    approved_at: str
    approved_by: str
    rounds: int
    keys: tuple[str, ...]
    lines: tuple[ReportLine, ...]
    disqualified: tuple[str, ...]
    derived: dict[str, tuple[DerivedLine, ...]]
    prizes: tuple[PrizeLine, ...]
    titles: tuple[tuple[str, str], ...]
    penalties: tuple[PenaltyLine, ...]
    annulled: tuple[AnnulledLine, ...]
    corrected: tuple[CorrectedLine, ...]
    appeals: tuple[AppealLine, ...]
    lots: tuple[LotLine, ...]
    supplements: tuple[SupplementLine, ...]
    journal: str
    """SHA-256 of the last event, which chains all before it."""
    events: int
    game: str = ""
    latin: dict[str, str] = {}
    """Names in Latin letters by the names as their owners write them, where they differ."""
    particulars: Particulars | None = None
    """What the competition says of itself."""
    matches: tuple[MatchLine, ...] = ()
    """The matches of teams, board by board."""
    sheet: ReportSheet | None = None
    """Everybody round by round with births and ids: for tournament report files alone."""


def report_of(
    state: Competition,
    section: Section,
    names: Mapping[EntrantId, Person],
    people: Mapping[PersonId, Person],
    journal: Sequence[Envelope],
) -> Report:
    """Make the report of a section from its whole journal. Raises Refused if nothing is paired."""
    if not section.order:
        raise Refused("round.no-numbers", PAIR, section=section.id, entries_open=not section.closed)
    shown_names = _names(section, names, people)
    last, approved_at, approved_by = _approval(state, journal, section.id)
    book = book_under(state, section)
    placed = places(state, section)
    return Report(
        competition=state.id,
        title=state.title,
        section=section.title,
        event=event_of(state, section).title,
        book=book.book.title,
        citation=book.book.cite,
        edition=state.edition,
        official=section.approved is not None,
        approved_at=approved_at,
        approved_by=approved_by,
        rounds=sum(found.published for found in section.rounds),
        keys=placed.order,
        lines=_lines(state, section, placed, names),
        disqualified=tuple(names[who].name for who in sorted(section.disqualified)),
        derived=_derived(state, section, shown_names),
        prizes=_prizes(state, section, shown_names),
        titles=tuple(
            (names[who].name, title.title)
            for who, title in titles_of(state, section)
            if title.title
        ),
        penalties=_penalties(section, shown_names, event_of(state, section).conduct.currency),
        annulled=tuple(
            AnnulledLine(names[who].name, tuple(number for number, _ in boards), reason)
            for who, boards, reason in section.annulled
        ),
        corrected=corrected_lines(state, section, names, journal),
        appeals=tuple(
            AppealLine(
                each.id, names[each.entrant].name, each.round, each.outcome.value, each.reasons
            )
            for each in section.appeals.values()
        ),
        lots=tuple(LotLine(lot, section.commitments.get(lot, "")) for lot in section.lots),
        supplements=tuple(
            SupplementLine(each.number, each.date, each.text) for each in state.supplements.values()
        ),
        journal=last,
        events=state.version,
        game=event_of(state, section).game,
        particulars=state.particulars,
        matches=match_lines(state, section, names, people),
        sheet=sheet_of(state, section, names, people, _scores(placed)),
        latin={
            person.name: person.latin
            for person in (*names.values(), *people.values())
            if person.latin and person.latin != person.name
        },
    )


def _scores(placed: Places) -> dict[EntrantId, int]:
    """Give everybody's points, in units, from the tables behind the places."""
    return {
        who: int(units)
        for table in placed.tables.values()
        for who, units in table.field.table.scores.items()
    }


def _approval(
    state: Competition, journal: Sequence[Envelope], name: SectionId
) -> tuple[str, str, str]:
    """Give the last hash, and when and by whom the section was approved."""
    last = at = by = ""
    mark = f'"section":"{name}"'
    for envelope in journal:
        last = envelope.hash
        if envelope.version in state.taken_back:
            continue
        if envelope.name.startswith("standings-approved/") and mark in envelope.payload:
            at, by = envelope.at, envelope.actor
        elif envelope.name.startswith("approval-lifted/") and mark in envelope.payload:
            at = by = ""
    return last, at, by


def _names(
    section: Section, names: Mapping[EntrantId, Person], people: Mapping[PersonId, Person]
) -> dict[str, str]:
    """Name entrants and single people; units keep their own name."""
    found = {str(who): person.name for who, person in names.items()}
    members = [person for each in section.entrants.values() for person in each.people]
    found.update((str(who), people.get(PersonId(who), ERASED).name) for who in members)
    return found


def _lines(
    state: Competition, section: Section, placed: Places, names: Mapping[EntrantId, Person]
) -> tuple[ReportLine, ...]:
    numbers = {who: number for number, who in enumerate(section.order, 1)}
    scoring = event_of(state, section).scoring.scoring()
    return tuple(
        ReportLine(
            row.place,
            numbers[who],
            who,
            names[who].name,
            section.entrants[who].unit or "",
            section.entrants[who].rating,
            tuple(value.shown for value in placed.table(who).row(who).values),
            tuple(_cells(section, who, numbers, scoring)),
            names[who].latin if names[who].latin != names[who].name else "",
        )
        for row in placed.rows
        for who in (row.entrant,)
    )


def _cells(
    section: Section, who: EntrantId, numbers: Mapping[EntrantId, int], scoring: Scoring
) -> list[str]:
    cells = []
    for found in section.rounds:
        if not found.published:
            continue
        text = ""
        for table in found.tables:
            if who in table.seats:
                result = found.results.get(table.board)
                seat = table.seats.index(who)
                if len(table.seats) == 2:
                    other = numbers[table.seats[1 - seat]]
                    mark = "wb"[seat]
                    points = scoring.show(result.score.seats[seat]) if result else ""
                    forfeit = "f" if result and result.how is How.FORFEIT else ""
                    text = f"{other}{mark}{points}{forfeit}"
                else:
                    text = str(int(result.score.seats[seat])) if result else ""
        for rest in found.resting:
            if rest.entrant == who:
                text = "bye"
        cells.append(text or "–")
    return cells


def _derived(
    state: Competition, section: Section, names: Mapping[str, str]
) -> dict[str, tuple[DerivedLine, ...]]:
    kinds = event_of(state, section).ranking.derived
    return {
        table: tuple(
            DerivedLine(
                row.place,
                names.get(row.who, row.who),
                "" if row.total is None else _total(row.total, kinds[table].kind),
            )
            for row in rows
        )
        for table, rows in derived_tables(state, section).items()
    }


def _total(units: int, kind: str) -> str:
    """Write a total: of a player the game points, of a unit its places or points."""
    return CHESS.show(Points(units)) if kind == "best-player" else str(units)


def _prizes(
    state: Competition, section: Section, names: Mapping[str, str]
) -> tuple[PrizeLine, ...]:
    """List what was given out; before that, what the approved places win."""
    if section.approved is None:
        return ()
    currency = event_of(state, section).prizes.currency
    prizes: tuple[Prize, ...] = (
        section.prizes if section.prizes is not None else prizes_of(state, section)
    )
    return tuple(
        PrizeLine(
            each.list_name,
            each.place,
            names.get(each.entrant, each.entrant),
            shown(each.cents, currency) if each.cents else "",
            each.goods,
            each.due_days,
        )
        for each in prizes
    )


def _amount(penalty: Penalty, currency: str) -> str:
    if penalty.kind is PenaltyKind.FINE:
        return shown(penalty.amount, currency)
    return penalty.until or (str(penalty.amount) if penalty.amount > 1 else "")


def _offender(section: Section, each: Punished, names: Mapping[str, str]) -> str:
    """Name who was punished: of a team the member, with the team behind."""
    name = names.get(each.entrant, each.entrant)
    alone = len(section.entrants[each.entrant].people) == 1
    person = None if each.person is None or alone else names.get(each.person)
    return name if person is None else f"{person} ({name})"


def _penalties(
    section: Section, names: Mapping[str, str], currency: str
) -> tuple[PenaltyLine, ...]:
    return tuple(
        PenaltyLine(
            _offender(section, each, names),
            each.offence,
            each.clause,
            tuple((penalty.kind.value, _amount(penalty, currency)) for penalty in each.penalties),
            each.round,
        )
        for each in section.penalties
    )
