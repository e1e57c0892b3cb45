"""Boards of Go: who has Black, the count, stones that fell, and clocks that stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qipan.desk.results.commands import DrawNigiri, RecordCount, RecordNigiri
from qipan.desk.results.counts import PHOTOGRAPHED
from qipan.desk.results.nigiri import NIGIRI
from qipan.desk.rounds.commands import SetHandicap
from qipan.desk.rulings.stones import (
    DROPPED,
    PAUSED,
    REFEREES,
    PauseForStones,
    RuleDroppedStone,
)
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, PersonId
from qipan.sections.matches import Match, match_of
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words

GO = "go"


@dataclass(frozen=True)
class GameLine:
    """One game on the page."""

    number: int
    black: EntrantId | None
    totals: tuple[str, ...]
    over: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class MatchLines:
    """One table on the page, with its games."""

    board: BoardNo
    seats: tuple[EntrantId, ...]
    several: bool
    games: tuple[GameLine, ...]
    photographs: int
    handicap: int
    komi: str
    begun: bool
    """The game has begun at a live table, or has a record: its handicap stands."""


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show every board of the latest round with what was drawn, counted and ruled at it."""
    current = place.found.current
    rules = place.rules
    boards = []
    if current is not None and current.published:
        for table in current.tables:
            match = match_of(place.state, place.found, current.number, table.board)
            boards.append(_lines(place, match))
    body = place.state.committees.get(REFEREES, ())
    pause = rules.conduct.stone_pause
    return {
        "boards": boards,
        "round": len(place.found.rounds),
        "nigiri_clause": place.cite(NIGIRI),
        "count_clause": place.cite(PHOTOGRAPHED),
        "stone_clause": place.cite(DROPPED) if rules.conduct.dropped_stone else None,
        "pause_clause": place.cite(PAUSED) if pause else None,
        "pause": pause,
        "overtime": bool(rules.clock and rules.clock.periods),
        "needed": rules.conduct.dropped_stone,
        "referees": [(each.person, place.about.person(each.person).name) for each in body],
        "photograph": bool(rules.rules.get("referee_counts")),
        "may_work": place.may(RecordNigiri),
        "may_set": place.may(SetHandicap),
    }


def _lines(place: DeskVisit, match: Match) -> MatchLines:
    section, board, number_ = place.found, match.table.board, match.round.number
    games = []
    for game in range(1, (match.rule.games if match.several else 1) + 1):
        key = (number_, board, game)
        over = board in match.round.results or any(each.number == game for each in match.regular)
        notes = [
            place.visitor.say("desk.stone.anew" if each.anew else "desk.stone.stays")
            for each in section.stones
            if (each.round, each.board, each.game) == key
        ]
        notes += [
            place.visitor.say("desk.pause.taken", n=each.stones)
            for each in section.pauses
            if (each.round, each.board, each.game) == key
        ]
        totals = section.counts.get(key, ())
        games.append(GameLine(game, section.nigiri.get(key), totals, over, tuple(notes)))
    photographs = len(section.photos.get((number_, board), ()))
    recorded = any(each[:2] == (number_, board) for each in section.records)
    return MatchLines(
        board,
        match.table.seats,
        match.several,
        tuple(games),
        photographs,
        match.table.handicap,
        match.table.komi,
        board in match.round.seating or recorded,
    )


async def handicap(place: DeskVisit) -> None:
    """Let a game be played with another handicap."""
    await place.carry_out(
        SetHandicap(
            **place.board,
            handicap=number(place.form, "handicap"),
            komi=words(place.form, "komi", "") or None,
            reason=words(place.form, "reason", ""),
        )
    )


async def nigiri(place: DeskVisit) -> None:
    """Record a handful and a guess; with neither, draw the committed lot."""
    hidden, guess = (optional_number(place.form, name) for name in ("hidden", "guess"))
    fields = {
        **place.board,
        "hides": place.entrant("hides"),
        "game": optional_number(place.form, "game"),
    }
    if hidden is None:
        place.require(DrawNigiri)
        await place.through_office(place.office.draw_nigiri, DrawNigiri(**fields))
        return
    if guess is None:
        raise BadInput("one stone or two are laid against a hidden handful", where="guess")
    await place.carry_out(RecordNigiri(**fields, hidden=hidden, guess=guess))


async def count(place: DeskVisit) -> None:
    """Record a board by its count."""
    points = (words(place.form, "black-points"), words(place.form, "white-points"))
    await place.carry_out(
        RecordCount(
            **place.board,
            black=place.entrant("black"),
            points=points,
            game=optional_number(place.form, "game"),
            photo=words(place.form, "photo", ""),
        )
    )


async def stone(place: DeskVisit) -> None:
    """Say what becomes of a stone that fell."""
    named = [each for each in words(place.form, "referees", "").split(",") if each]
    ruling = words(place.form, "ruling")
    if ruling not in ("agreed", "anew", "stays"):
        raise BadInput(f"no ruling: {ruling[:20]}", where="ruling")
    await place.carry_out(
        RuleDroppedStone(
            **place.board,
            entrant=place.entrant(),
            agreed=ruling == "agreed",
            anew=ruling != "stays",
            referees=tuple(map(PersonId, named)),
            game=optional_number(place.form, "game"),
        )
    )


async def pause(place: DeskVisit) -> None:
    """Let a clock stand while stones are taken off."""
    await place.carry_out(
        PauseForStones(
            **place.board,
            entrant=place.entrant(),
            stones=number(place.form, "stones"),
            overtime=place.form.get("overtime") == "yes",
            seconds_left=optional_number(place.form, "left"),
            game=optional_number(place.form, "game"),
        )
    )


GO_BOARDS_PAGE = DeskPage(
    "go-boards",
    2,
    show,
    {"nigiri": nigiri, "count": count, "stone": stone, "pause": pause, "handicap": handicap},
    fits=lambda rules: rules.game == GO,
)
