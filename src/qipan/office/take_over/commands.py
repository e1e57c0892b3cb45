"""From the file of another program to the command that takes its event over, and its people."""

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from qipan.desk.take_over import (
    TakenBoard,
    TakenEntry,
    TakenRest,
    TakenRound,
    TakenTable,
    TakeOverSection,
)
from qipan.formats.foreign.model import (
    LOSS,
    ForeignBye,
    ForeignEvent,
    ForeignGame,
    ForeignPlayer,
    ForeignRound,
)
from qipan.journal.people import Person
from qipan.journal.state import KeptApart
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, PersonId, SectionId
from qipan.kernel.points import Points, Scoring
from qipan.kernel.ranks import tidy_rank
from qipan.kernel.results import Bye
from qipan.rulebooks.schema import EventRules

FEMALE = "female"


class TakenPeople(msgspec.Struct, frozen=True):
    """The command, and who the people in it are."""

    command: TakeOverSection
    people: dict[PersonId, Person]


def command_for(
    foreign: ForeignEvent,
    source: str,
    section: SectionId,
    rules: EventRules,
    fresh: Callable[[], PersonId],
) -> TakenPeople:
    """Write the command that takes a file over under the rules of an event. Raises BadInput."""
    return _Writing(foreign, source, section, rules, fresh).written()


class _Writing:
    """A command on its way."""

    def __init__(
        self,
        foreign: ForeignEvent,
        source: str,
        section: SectionId,
        rules: EventRules,
        fresh: Callable[[], PersonId],
    ) -> None:
        self.foreign, self.source, self.section, self.rules = foreign, source, section, rules
        self.scoring: Scoring = rules.scoring.scoring()
        self.fresh = fresh
        self.people: dict[PersonId, Person] = {}
        self.person_of: dict[int, PersonId] = {}
        self.boards = rules.match_rule(rules.stage[0].match).games
        teams = rules.stage[0].system == "team-swiss"
        if teams != bool(foreign.teams):
            code = "take-over.teams" if teams else "take-over.no-teams"
            raise BadInput("players or teams", where="event", code=code)
        numbers = [each.number for each in foreign.teams] or [
            each.number for each in foreign.players
        ]
        self.ids: Mapping[int, EntrantId] = {
            number: EntrantId(f"e{at}") for at, number in enumerate(numbers, 1)
        }

    def written(self) -> TakenPeople:
        foreign = self.foreign
        entries = self._teams() if foreign.teams else self._players()
        command = TakeOverSection(
            section=self.section,
            source=self.source,
            form=foreign.form,
            entries=entries,
            rounds=tuple(self._round(found) for found in foreign.rounds),
            planned=foreign.planned,
            first_seat=foreign.first_seat,
            apart=tuple(
                KeptApart(self._known(row.numbers), row.first, row.last) for row in foreign.apart
            ),
            virtual=tuple(
                (self.ids[who], tuple(self._units(each) for each in row))
                for who, row in foreign.virtual
                if who in self.ids
            ),
            rests=tuple(
                (number, self.ids[bye.number], self._bye(bye) or 0)
                for number, bye in foreign.byes_to_come
                if bye.number in self.ids
            ),
            seats_known=foreign.seats_known,
        )
        return TakenPeople(command, self.people)

    def _known(self, numbers: tuple[int, ...]) -> tuple[EntrantId, ...]:
        return tuple(self.ids[each] for each in numbers if each in self.ids)

    def _person(self, player: ForeignPlayer) -> PersonId:
        who = self.fresh()
        self.people[who] = Person(
            name=player.name,
            birth=player.birth,
            licence=player.licence,
            title=player.title,
            federation=player.federation if len(player.federation) <= 3 else "",
        )
        self.person_of[player.number] = who
        return who

    def _players(self) -> tuple[TakenEntry, ...]:
        return tuple(
            TakenEntry(
                entrant=self.ids[each.number],
                people=(self._person(each),),
                rating=each.rating,
                unit=each.club or each.federation or None,
                tags=frozenset({FEMALE}) if each.sex == "f" else frozenset(),
                rank=_rank(each.grade),
            )
            for each in self.foreign.players
        )

    def _teams(self) -> tuple[TakenEntry, ...]:
        by_number = {each.number: each for each in self.foreign.players}
        found = []
        for team in self.foreign.teams:
            members = [by_number[each] for each in team.members if each in by_number]
            if not members:
                raise BadInput(
                    f"team {team.number} has no players",
                    where="310",
                    code="take-over.empty-team",
                    facts={"team": team.number},
                )
            ratings = [each.rating for each in members if each.rating]
            reserves = ["reserve"] * max(0, len(members) - self.boards)
            roles = (*(["player"] * (len(members) - len(reserves))), *reserves)
            found.append(
                TakenEntry(
                    entrant=self.ids[team.number],
                    people=tuple(self._person(each) for each in members),
                    rating=round(sum(ratings) / len(ratings)) if ratings else None,
                    unit=team.federation or None,
                    roles=roles,
                    called=team.name,
                )
            )
        return tuple(found)

    def _round(self, found: ForeignRound) -> TakenRound:
        return TakenRound(
            tables=tuple(self._table(game) for game in found.games),
            resting=tuple(
                TakenRest(
                    entrant=self.ids[bye.number],
                    bye=Bye.ALLOCATED if bye.kind == "U" else Bye.REQUESTED,
                    units=self._bye(bye),
                )
                for bye in found.byes
                if bye.number in self.ids
            ),
            line_ups=tuple(
                (
                    self.ids[team],
                    tuple(self.person_of[who] for who in line if who in self.person_of),
                )
                for team, line in found.line_ups
            ),
        )

    def _table(self, game: ForeignGame) -> TakenTable:
        first, second = self.ids[game.first], self.ids[game.second]
        return TakenTable(
            seats=(first, second),
            results=game.results,
            forfeit=game.forfeit,
            handicap=game.handicap,
            boards=tuple(self._boards(game)) if self.foreign.teams else (),
        )

    def _boards(self, game: ForeignGame) -> list[TakenBoard]:
        """Give every board of a match; one that nobody played is lost by both."""
        sides = self.ids[game.first], self.ids[game.second]
        found = []
        for at in range(self.boards):
            if at >= len(game.boards):
                words = game.results if game.forfeit else (LOSS, LOSS)
                found.append(TakenBoard(number=at + 1, results=words, first=sides[0], forfeit=True))
                continue
            board, turned = game.boards[at], game.sides_turned[at]
            words = board.results[::-1] if turned else board.results
            found.append(
                TakenBoard(
                    number=at + 1,
                    results=(words[0], words[1]),
                    first=sides[1] if turned else sides[0],
                    forfeit=board.forfeit,
                )
            )
        return found

    def _bye(self, bye: ForeignBye) -> int | None:
        """Give what a bye is worth in units; None: what the book gives for one."""
        worth = {"F": self.scoring.win, "H": self.scoring.draw, "Z": Points(0)}
        return None if bye.kind == "U" else int(worth[bye.kind])

    def _units(self, points: str) -> int:
        """Give virtual points in units: a win's stay a win's. Raises BadInput."""
        said = self.foreign.points
        meaning = {Fraction(said.win): self.scoring.win, Fraction(said.draw): self.scoring.draw}
        value = Fraction(points)
        if not value:
            return 0
        if value in meaning:
            return int(meaning[value])
        units = value * self.scoring.unit
        if units.denominator != 1:
            raise BadInput(f"{points} virtual points", where="250", code="take-over.points")
        return int(units)


def _rank(text: str) -> str:
    """Write a rank as it is kept; one that cannot be read is none."""
    try:
        return tidy_rank(text)
    except BadInput:
        return ""
