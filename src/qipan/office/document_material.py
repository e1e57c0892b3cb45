"""From the state of a section to the material of its documents."""

import dataclasses
from collections.abc import Mapping
from copy import copy
from datetime import datetime

import msgspec

from qipan.desk.sheets.scoring import GAME, sheet_of
from qipan.formats.documents.material import (
    Bout,
    Deal,
    Material,
    Pairing,
    Participant,
    Person,
    RankedLine,
    Regulation,
    Round,
    Seat,
    Teams,
)
from qipan.games import game_named
from qipan.journal.people import ERASED
from qipan.journal.people import Person as Known
from qipan.journal.state import Competition, Entrant, Section
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo
from qipan.office.clerk import Clerk
from qipan.office.money_material import MoneyMaterial
from qipan.office.reports import make_report
from qipan.rulebooks import Book
from qipan.rulebooks.schema import EventRules, MatchKind, Text
from qipan.sections.line_ups import line_up_of
from qipan.sections.lookup import book_under, event_of
from qipan.sections.stages import match_rule_of, stage_of_round
from qipan.sections.start_scores import begins_with, set_by_hand, start_scores_of
from qipan.views.section import BoardView, RoundView, Seated, section_view, team_name


class Occasion(msgspec.Struct, frozen=True):
    """For whom and when something is printed."""

    staff: bool = False
    """Rounds that are not published yet are for the staff only."""
    address: str = ""
    printed: datetime | None = None
    cards: Mapping[str, str] = {}
    """Addresses with which players sign in, by entrant; on board cards only."""
    report: bool = False
    """The official report is wanted: the whole journal is read for it."""
    record: str = ""
    """The fingerprint of the record, as it is printed."""


def material_of(
    office: Clerk, state: Competition, section: Section, occasion: Occasion
) -> Material:
    """Gather what the documents of a section are made of."""
    view = section_view(state, section, office.names(section), staff=occasion.staff)
    money = MoneyMaterial(office, state, section)
    numbers = {EntrantId(line.entrant): line.number for line in view.lines}
    rules, book = event_of(state, section), book_under(state, section)
    gathered = _Entries(office, state, section, numbers)
    gathered.cards = occasion.cards
    return Material(
        competition=state.title,
        section=section.title,
        event=rules.title,
        entries=tuple(map(gathered.entry, section.entrants)),
        rounds=tuple(map(gathered.round, view.rounds)),
        lines=tuple(
            RankedLine(line.place, gathered.entry(EntrantId(line.entrant)), line.keys, line.group)
            for line in view.lines
        ),
        order=view.order,
        cross=view.cross,
        cross_by=view.cross_by,
        regulation=_regulation(book),
        organisers=_organisers(book, section),
        staged=len(rules.stage) > 1,
        approved=view.approved,
        teams=_teams(rules),
        currency=money.currency,
        prizes=tuple(money.prizes(gathered.made)),
        money=tuple(money.lines()) if occasion.staff else (),
        fees=tuple(money.fees(gathered.made)) if occasion.staff else (),
        appeals=tuple(money.appeals()) if occasion.staff else (),
        report=make_report(office, state.id, section.id) if occasion.report else None,
        deals=rules.game == GAME,
        plays_go=rules.game == "go" and rules.line_ups is None,
        colours=tuple(game_named(rules.game).fixed_sides(rules.rules)),
        particulars=state.particulars,
        address=occasion.address,
        version=state.version,
        record=occasion.record,
        printed=occasion.printed,
    )


def after_round(state: Competition, section: Section, number: int) -> tuple[Competition, Section]:
    """Give a section as it stood after a round, with what was corrected in it since.

    Raises Unknown if there is no such round.
    """
    if not 1 <= number <= len(section.rounds):
        known = tuple(str(each.number) for each in section.rounds)
        raise Unknown("round", str(number), known)
    if number == len(section.rounds):
        return state, section
    then = dataclasses.replace(
        section, rounds=section.rounds[:number], approved=None, prizes=None, disqualified=set()
    )
    before = copy(state)
    before.sections = {**state.sections, section.id: then}
    return before, then


class _Entries:
    """Makes entries and what they are part of; names are looked up once."""

    def __init__(
        self, office: Clerk, state: Competition, section: Section, numbers: Mapping[EntrantId, int]
    ) -> None:
        self.state, self.section = state, section
        self.cards: Mapping[str, str] = {}
        self.rules = event_of(state, section)
        self.teams = self.rules.line_ups is not None
        self.start = start_scores_of(self.rules)
        everybody = [who for each in section.entrants.values() for who in each.people]
        self.known = office.around.people.find(everybody)
        self.made = {
            who: self._entry(each, numbers.get(who, 0) if section.order else 0)
            for who, each in section.entrants.items()
        }

    def entry(self, who: EntrantId) -> Participant:
        return self.made[who]

    def _entry(self, entrant: Entrant, number: int) -> Participant:
        people = self._people(entrant.people)
        return Participant(
            id=entrant.id,
            number=number,
            name=self._name(entrant, people),
            unit="" if self.teams and not entrant.called else entrant.unit or "",
            rating=entrant.rating,
            withdrawn=entrant.withdrawn,
            members=people if len(people) > 1 or self.teams else (),
            rank=entrant.rank,
            start=None if self.start is None else begins_with(self.start, self.section, entrant),
            start_by_hand=set_by_hand(self.section, entrant.id) is not None,
        )

    def _name(self, entrant: Entrant, people: tuple[Person, ...]) -> Person:
        """A team goes by its name, else by its unit; people without one by their own names."""
        team = team_name(self.rules, entrant)
        if team is not None:
            return Person(team.name)
        latin = " / ".join(each.latin for each in people if each.latin)
        return Person(" / ".join(each.name for each in people), latin)

    def _people(self, ids: tuple[PersonId, ...]) -> tuple[Person, ...]:
        return tuple(_person(self.known.get(who, ERASED)) for who in ids)

    def round(self, found: RoundView) -> Round:
        games = self._games(found)
        return Round(
            number=found.number,
            stage=found.stage,
            published=found.published,
            boards=tuple(self._board(found, board, games) for board in found.boards),
            resting=tuple(self._seat(found, seat) for seat in found.resting),
        )

    def _games(self, found: RoundView) -> int:
        """Count the games a match of a round may have."""
        played = self.section.rounds[found.number - 1]
        rule = match_rule_of(stage_of_round(self.state, self.section, played), played)
        return max(1, 2 * rule.wins - 1) if rule.kind is MatchKind.FIRST_TO else rule.games

    def _board(self, found: RoundView, board: BoardView, games: int) -> Pairing:
        seats = tuple(self._seat(found, seat) for seat in board.seats)
        deals = self._deals(found.number, board.board)
        bouts = self._bouts(found, board, seats)
        return Pairing(
            board=board.board,
            seats=seats,
            result=board.result or "",
            group=board.group,
            games=games,
            deals=deals,
            bouts=bouts,
            handicap=board.handicap,
            komi=board.komi,
        )

    def _bouts(
        self, found: RoundView, board: BoardView, seats: tuple[Seat, ...]
    ) -> tuple[Bout, ...]:
        """Give the boards of a match of teams once the round is public."""
        played = self.section.rounds[found.number - 1]
        rule = match_rule_of(stage_of_round(self.state, self.section, played), played)
        if not rule.boards or not found.published or len(seats) != 2:
            return ()
        results = {game.number: game.result for game in board.games_by_number if not game.playoff}
        return tuple(
            Bout(
                number,
                tuple(
                    seat.line_up[number - 1] if number <= len(seat.line_up) else Person("")
                    for seat in seats
                ),
                results.get(number, ""),
            )
            for number in range(1, rule.games + 1)
        )

    def _deals(self, number: int, board: int) -> tuple[Deal, ...]:
        """Give the scoresheet of a table, if one was begun."""
        key = RoundNo(number), BoardNo(board)
        if key not in self.section.sheets:
            return ()
        _, ledger = sheet_of(self.state, self.section, *key)
        return tuple(
            Deal(
                number=each.deal,
                banker=each.sheet.banker,
                points=each.points,
                bottom=each.bottom_change,
                penalties=each.penalty_change,
                levels=each.after,
            )
            for each in ledger.entries
        )

    def _seat(self, found: RoundView, seat: Seated) -> Seat:
        who = EntrantId(seat.entrant)
        line_up: tuple[Person, ...] = ()
        if self.teams:
            ids = line_up_of(
                self.section,
                who,
                RoundNo(found.number),
                event_of(self.state, self.section).line_ups,
            )
            line_up = self._people(tuple(map(PersonId, ids)))
        return Seat(self.made[who], seat.points, line_up, self.cards.get(who, ""))


def _person(known: Known) -> Person:
    return Person(known.name, known.latin)


def _teams(rules: EventRules) -> Teams | None:
    terms = rules.line_ups
    if terms is None:
        return None
    fixed = tuple(sorted(terms.fixed.items()))
    return Teams(terms.boards, terms.reserves, fixed, terms.minutes_before)


def _organisers(book: Book, section: Section) -> tuple[Text, str, str] | None:
    """Say who organises, hosts and supports; nothing where the book asks for no such line."""
    if not book.book.organiser:
        return None
    host, supporter = (str(section.options.get(each, "")) for each in ("host", "supporter"))
    return book.book.organiser, host, supporter


def _regulation(book: Book) -> Regulation:
    return Regulation(
        title=book.book.title,
        source=book.book.source,
        clauses=tuple((book.citation(number), each.shown) for number, each in book.clause.items()),
    )
