"""What a player of an online contest is to do now: one state, one time, one way to go.

Every time here is a moment with its zone: whoever shows it subtracts the server's moment from it
and writes it in the reader's zone and the contest's. Nothing is counted from a wall.
"""

from datetime import datetime

import msgspec

from qipan.desk.conduct.lateness import LATE
from qipan.desk.entries.phases import unverified, verify_by
from qipan.desk.entries.rules import VERIFIED
from qipan.desk.online import check_in_opens
from qipan.desk.online.seating import Wanted, tables_of_board
from qipan.desk.online.timetable import limit_of, start_of
from qipan.desk.online.zones import moment_of
from qipan.journal.state import Competition, Round, Section, Table
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.moments import at_time
from qipan.kernel.results import How, Result
from qipan.kernel.rules import RuleKey
from qipan.pairing.swiss.by_score.byes import LOWEST
from qipan.sections.derived import QUALIFIED
from qipan.sections.lookup import event_of
from qipan.sections.matches import match_of, wins
from qipan.sections.places import crosstable, places
from qipan.sections.scores import figures, gives_places
from qipan.sections.stages import undecided


class PlayerCard(msgspec.Struct, frozen=True):
    """The state of a player, and what belongs to it."""

    state: str
    """``withdrawn``, ``prove``, ``not-proved``, ``no-times``, ``to-come``, ``check-in``,
    ``checked-in``, ``drawing``, ``late``, ``waiting``, ``playing``, ``next-game``, ``rests``,
    ``won-forfeit``, ``lost-late``, ``won``, ``drawn``, ``lost``, ``came-in``, ``over``."""
    tone: str = ""
    round: int = 0
    until: str = ""
    """The moment the large time counts to; empty: there is none."""
    starts: str = ""
    """The moment of the round that is meant, or of the next one."""
    board: int = 0
    game: int = 0
    opponent: EntrantId | None = None
    seat: int = -1
    """0: moves first in the game that is on or comes."""
    table: str = ""
    """The table to go to, once it is open."""
    figure: str = ""
    """What stands in large letters where there is no time: points, or a place."""
    rule: RuleKey | None = None
    goes_on: bool = False
    """Whether the place is good for the next event."""


def player_card(
    state: Competition, section: Section, who: EntrantId, now: datetime
) -> PlayerCard | None:
    """Say what a player is to do; None where a section is not played online."""
    if section.contest is None or section.contest.mode != "online":
        return None
    if section.entrants[who].withdrawn:
        return PlayerCard("withdrawn", "bad")
    proof = _proof(state, section, who, now)
    if proof is not None:
        return proof
    found = section.current
    if found is not None and found.published:
        on = _in_round(state, section, who, found)
        if on is not None:
            return on
    return _between(state, section, who, now)


def _proof(
    state: Competition, section: Section, who: EntrantId, now: datetime
) -> PlayerCard | None:
    """Ask for the proof of a real name while it is due."""
    rules = event_of(state, section)
    if section.closed or who not in unverified(section, rules) or section.contest is None:
        return None
    until = moment_of(section.contest, at_time(verify_by(section, rules)))
    if now > until:
        return PlayerCard("not-proved", "bad", rule=VERIFIED)
    return PlayerCard("prove", "warn", until=until.isoformat(), rule=VERIFIED)


# -- in a round ----------------------------------------------------------------------------------


def _in_round(
    state: Competition, section: Section, who: EntrantId, found: Round
) -> PlayerCard | None:
    table = next((each for each in found.tables if who in each.seats), None)
    if table is None:
        rests = any(each.entrant == who for each in found.resting)
        over = found.number in section.ended or all(
            each.board in found.results for each in found.tables
        )
        return _rests(state, section, found) if rests and not over else None
    if table.board in found.results and not _goes_on(state, section, found, table):
        return None
    return _at_board(state, section, who, found, table)


def _goes_on(state: Competition, section: Section, found: Round, table: Table) -> bool:
    """Say whether a board with a result has a play-off to play."""
    return table.board in undecided(state, section, found) and bool(
        tables_of_board(state, section, found, table.board)
    )


def _rests(state: Competition, section: Section, found: Round) -> PlayerCard:
    scoring = event_of(state, section).scoring.scoring()
    points = scoring.show(scoring.bye)
    return PlayerCard(
        "rests",
        "good",
        round=found.number,
        figure=_signed(points),
        starts=_next_start(section, found.number),
        rule=LOWEST,
    )


def _at_board(
    state: Competition, section: Section, who: EntrantId, found: Round, table: Table
) -> PlayerCard:
    open_: Wanted | None = next(
        (each for each in tables_of_board(state, section, found, table.board) if who in each.seats),
        None,
    )
    others = [each for each in table.seats if each != who]
    start = start_of(section, found.number)
    common = PlayerCard(
        "playing",
        "good",
        round=found.number,
        board=table.board,
        game=open_.game if open_ else 1,
        opponent=others[0] if len(others) == 1 else None,
        seat=open_.seats.index(who) if open_ else table.seats.index(who),
        table=open_.table if open_ else "",
        starts=start.isoformat() if start else "",
    )
    if common.game > 1 or table.board not in found.seating:
        name = "next-game" if common.game > 1 else "drawing"
        return msgspec.structs.replace(common, state=name, tone="warn")
    limit = limit_of(state, section, found, table.board)
    until = limit.isoformat() if limit else ""
    here = (found.number, who) in section.arrived
    if not here:
        return msgspec.structs.replace(common, state="late", tone="bad", until=until, rule=LATE)
    if any((found.number, each) not in section.arrived for each in others):
        return msgspec.structs.replace(common, state="waiting", tone="warn", until=until, rule=LATE)
    return common


# -- between rounds --------------------------------------------------------------------------------


def _between(state: Competition, section: Section, who: EntrantId, now: datetime) -> PlayerCard:
    number = RoundNo(len(section.rounds) + 1)
    start, opens = start_of(section, number), check_in_opens(section, number)
    before = _last(state, section, who)
    if start is None:
        return before or PlayerCard("no-times", round=number)
    moment = start.isoformat()
    if now >= start:
        return PlayerCard("drawing", "warn", round=number, starts=moment)
    if opens is not None and now >= opens:
        there = (number, who) in section.checked_in
        name, tone = ("checked-in", "good") if there else ("check-in", "")
        return PlayerCard(name, tone, round=number, until=moment, starts=moment)
    if before is not None and before.round == number - 1:
        return msgspec.structs.replace(before, starts=moment)
    return PlayerCard("to-come", "", round=number, until=moment, starts=moment)


def _last(state: Competition, section: Section, who: EntrantId) -> PlayerCard | None:
    """Say how the latest round ended for a player; None if there was none."""
    found = section.current
    if found is None or not found.published:
        return None
    if _all_played(state, section):
        return _over(state, section, who, found)
    table = next((each for each in found.tables if who in each.seats), None)
    if table is None or table.board not in found.results:
        return None
    result = found.results[table.board]
    seat = table.seats.index(who)
    mine, placed = result.score.seats[seat], gives_places(state, section, found)
    show = figures(state, section, found)
    others = [each for each in table.seats if each != who]
    name, tone = _came_in(result, seat) if placed else _ending(result, seat)
    return PlayerCard(
        name,
        tone,
        round=found.number,
        board=table.board,
        opponent=others[0] if len(others) == 1 else None,
        figure=show(mine) if placed else _signed(show(mine)),
        rule=LATE if name in ("won-forfeit", "lost-late") else None,
    )


def _came_in(result: Result, seat: int) -> tuple[str, str]:
    return "came-in", "good" if result.score.seats[seat] == 1 else ""


def _ending(result: Result, seat: int) -> tuple[str, str]:
    mine = result.score.seats[seat]
    best = max(result.score.seats)
    level = len(set(result.score.seats)) == 1
    if result.how is How.FORFEIT:
        return ("won-forfeit", "good") if mine == best and not level else ("lost-late", "bad")
    if level:
        return "drawn", ""
    return ("won", "good") if mine == best else ("lost", "")


def _all_played(state: Competition, section: Section) -> bool:
    found = section.current
    planned = max(section.times, default=0)
    done = found is not None and all(each.board in found.results for each in found.tables)
    return section.approved is not None or (
        done and found is not None and found.number >= planned and planned > 0
    )


def _over(state: Competition, section: Section, who: EntrantId, found: Round) -> PlayerCard:
    placed = places(state, section)
    place = next((row.place for row in placed.rows if row.entrant == who), None)
    most = event_of(state, section).stage[-1].advance
    through = most is not None and place is not None and place <= most
    return PlayerCard(
        "over",
        "good" if through else "",
        round=found.number,
        figure=str(place or "–"),
        goes_on=through,
        rule=QUALIFIED if through else None,
    )


def _next_start(section: Section, number: int) -> str:
    start = start_of(section, RoundNo(number + 1))
    return start.isoformat() if start else ""


def _signed(points: str) -> str:
    return points if points.startswith("-") else f"+{points}"


# -- the rounds of a player ------------------------------------------------------------------------


class PlayedRound(msgspec.Struct, frozen=True):
    """A round of a player: won, drawn, lost, rested, away, now or to-come."""

    number: int
    state: str
    opponent: EntrantId | None = None
    points: str = ""
    starts: str = ""
    games: str = ""
    """Own games against the opponent's, where a match has several."""
    seconds: int = 0
    """Own time used."""


def player_rounds(state: Competition, section: Section, who: EntrantId) -> list[PlayedRound]:
    """List all rounds, played and planned, as a player went through them."""
    scoring = event_of(state, section).scoring.scoring()
    found = []
    cells = crosstable(state, section).row(who) if section.rounds else ()
    last = max([*section.times, *(each.number for each in section.rounds)], default=0)
    for number in range(1, last + 1):
        start = start_of(section, RoundNo(number))
        starts = start.isoformat() if start else ""
        played = section.rounds[number - 1] if number <= len(section.rounds) else None
        if played is None or not played.published:
            found.append(PlayedRound(number, "to-come", starts=starts))
            continue
        table = next((each for each in played.tables if who in each.seats), None)
        if table is None:
            rested = any(each.entrant == who for each in played.resting)
            points = _signed(scoring.show(scoring.bye)) if rested else ""
            found.append(PlayedRound(number, "rested" if rested else "away", points=points))
            continue
        others = [each for each in table.seats if each != who]
        other = others[0] if len(others) == 1 else None
        result = played.results.get(table.board)
        if result is None:
            found.append(PlayedRound(number, "now", other, starts=starts))
            continue
        seat = table.seats.index(who)
        placed, show = gives_places(state, section, played), figures(state, section, played)
        name = "came-in" if placed else _ending(result, seat)[0].partition("-")[0]
        mine = show(result.score.seats[seat])
        points = mine if placed else _signed(mine)
        used = cells[number - 1].seconds if number <= len(cells) else 0
        games = _games(state, section, RoundNo(number), table, seat)
        found.append(PlayedRound(number, name, other, points, starts, games, used))
    return found


def _games(state: Competition, section: Section, number: RoundNo, table: Table, seat: int) -> str:
    """Write the games of a match, a drawn one as a half for each; empty where there is one."""
    match = match_of(state, section, number, table.board)
    if not match.several or len(table.seats) != 2 or not match.games:
        return ""
    won = wins(match.games)
    drawn = len(match.games) - sum(won)
    own, other = (f"{(2 * each + drawn) / 2:g}" for each in (won[seat], won[1 - seat]))
    return f"{own}–{other}".replace(".5", "½").replace("0½", "½")
