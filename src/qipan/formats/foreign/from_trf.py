"""Tournament reports (TRF16, TRF-2026, with the XX and BB records) as events to go on with.

Byes that stand in columns of rounds not taken were asked for beforehand: they are kept as such.
"""

import re
from fractions import Fraction

from qipan.formats.foreign.model import (
    DRAW,
    LOSS,
    WIN,
    ForeignApart,
    ForeignBye,
    ForeignEvent,
    ForeignGame,
    ForeignPlayer,
    ForeignPoints,
    ForeignRound,
    Remark,
    day_of,
)
from qipan.formats.foreign.open_round import OpenRound, take_out
from qipan.formats.foreign.trf_matches import match_points, team_rounds, teams_of
from qipan.formats.trf import TrfFile, decode, read_trf
from qipan.formats.trf.faults import demand_sound
from qipan.formats.trf.model import FORFEITED, REQUESTED, TrfPlayer
from qipan.formats.trf.table import scoring
from qipan.formats.trf.walk import boosts_of, edition_of, top_seat
from qipan.formats.trf_teams import is_team_event
from qipan.kernel.errors import BadInput

WORDS = {
    **dict.fromkeys("1W+", WIN),
    **dict.fromkeys("=D", DRAW),
    **dict.fromkeys("0L-", LOSS),
}
KNOWN = frozenset(
    [
        "012",
        "022",
        "032",
        "042",
        "052",
        "062",
        "072",
        "082",
        "092",
        "102",
        "112",
        "122",
        "142",
        "152",
        "162",
        "192",
        "202",
        "212",
        "222",
        "240",
        "250",
        "260",
        "XXR",
        "XXC",
        "XXS",
        "XXA",
        "XXP",
        "XXZ",
        "BBW",
        "BBD",
        "BBL",
        "BBZ",
        "BBF",
        "BBU",
        "013",
        "300",
        "310",
        "320",
        "330",
        "352",
        "362",
        "###",
        "",
    ]
)
_RECORD = re.compile(r"[0-9A-Z]{3}")
USUAL = {"FW": "W", "PAB": "W", "FPB": "W", "HPB": "D"}


def event_of_trf(content: bytes, name: str, upto: int = 0) -> ForeignEvent:
    """Read a report, up to a round (0: all that was played). Raises BadInput."""
    text, waiting = take_out(decode(content))
    file = read_trf(text, name)
    demand_sound(file)
    teams = teams_of(file) if is_team_event(file) else ()
    if waiting is not None and (teams or waiting.number != file.played + 1):
        raise BadInput(
            f"round {waiting.number} has no results yet",
            where=name,
            code="take-over.open-round",
            facts={"round": waiting.number},
        )
    paired = file.played + (waiting is not None)
    if upto > paired:
        raise BadInput(
            f"round {upto} was not played: the file has {paired} rounds",
            where=name,
            code="take-over.no-such-round",
            facts={"round": upto, "played": paired},
        )
    last = upto or paired
    worth = file.setup.points.worth
    return ForeignEvent(
        form="trf",
        name=file.head("012"),
        place=file.head("022"),
        starts=day_of(file.head("042")),
        ends=day_of(file.head("052")),
        chief_arbiter=file.head("102"),
        arbiters=tuple(each.text.strip() for each in file.records if each.code == "112"),
        rate_of_play=file.head("122") or file.head("222"),
        federation=file.head("032"),
        system=file.setup.system or "",
        edition=edition_of(file).value,
        tie_breaks=_tie_breaks(file),
        planned=file.setup.planned or 0,
        points=match_points(file)
        if teams
        else ForeignPoints(*(str(worth(code)) for code in ("W", "D", "L", "PAB"))),
        first_seat=int(top_seat(file)),
        apart=tuple(ForeignApart(ban.numbers, ban.first, ban.last) for ban in file.setup.forbidden),
        virtual=() if teams else _virtual(file),
        byes_to_come=() if teams else _byes_to_come(file, last),
        players=tuple(_player(each) for each in _ordered(file)),
        teams=teams,
        boards=_boards(file) if teams else 0,
        rounds=team_rounds(file, last) if teams else _rounds(file, last, waiting),
        left=paired - last,
        remarks=tuple(_remarks(file, bool(teams))),
    )


def _ordered(file: TrfFile) -> list[TrfPlayer]:
    """Give the players in the order in which they are paired."""
    if not file.setup.by_rank:
        return list(file.players)
    return sorted(file.players, key=lambda each: (each.rank or 9999, each.number))


def _player(player: TrfPlayer) -> ForeignPlayer:
    return ForeignPlayer(
        number=player.number,
        name=player.name or f"{player.number}",
        rating=player.rating,
        federation=player.federation,
        sex={"m": "m", "w": "f", "f": "f"}.get(player.sex.lower(), ""),
        title=player.title.strip(),
        licence=player.fide_id,
        birth=day_of(player.birth) or player.birth[:4],
    )


def _tie_breaks(file: TrfFile) -> tuple[str, ...]:
    """Give the keys in order (212, else 202), points left out where they come first."""
    text = file.head("212") or file.head("202")
    found = [word.strip() for word in text.replace(";", ",").split(",") if word.strip()]
    return tuple(found)


def _virtual(file: TrfFile) -> tuple[tuple[int, tuple[str, ...]], ...]:
    unit = scoring(file).unit
    return tuple(
        (int(who), tuple(str(Fraction(each, unit)) for each in row))
        for who, row in boosts_of(file).items()
    )


def _byes_to_come(file: TrfFile, last: int) -> tuple[tuple[int, ForeignBye], ...]:
    found = {
        (number, player.number): player.cell(number).result
        for player in file.players
        for number in range(last + 1, len(player.cells) + 1)
        if player.cell(number).result in REQUESTED
    }
    for bye in file.setup.byes:
        for who in bye.numbers:
            if bye.round > last and who in file.by_number:
                found.setdefault((bye.round, who), bye.kind)
    if last == file.played:
        for who in file.setup.absent:
            if who in file.by_number:
                found.setdefault((last + 1, who), "Z")
    return tuple((number, ForeignBye(who, kind)) for (number, who), kind in sorted(found.items()))


def _rounds(file: TrfFile, last: int, waiting: OpenRound | None) -> tuple[ForeignRound, ...]:
    played = tuple(_round(file, number) for number in range(1, min(last, file.played) + 1))
    if waiting is None or waiting.number > last:
        return played
    return (*played, waiting.told(_announced(file, waiting.number), file.name))


def _announced(file: TrfFile, number: int) -> dict[int, str]:
    """Give who said beforehand that they rest in a round, by number."""
    return {who: bye.kind for bye in file.setup.byes if bye.round == number for who in bye.numbers}


def _round(file: TrfFile, number: int) -> ForeignRound:
    games: list[ForeignGame] = []
    byes: list[ForeignBye] = []
    announced = _announced(file, number)
    seen: set[int] = set()
    for player in file.players:
        cell = player.cell(number)
        if cell.opponent and player.number not in seen:
            seen |= {player.number, cell.opponent}
            other = file.by_number[cell.opponent].cell(number)
            pair = (player.number, WORDS[cell.result]), (cell.opponent, WORDS[other.result])
            one, two = pair[::-1] if cell.seat == 1 else pair
            forfeit = cell.result in FORFEITED or other.result in FORFEITED
            games.append(ForeignGame(one[0], two[0], (one[1], two[1]), forfeit))
        elif not cell.opponent:
            kind = {"+": "F", "-": "Z"}.get(cell.result, cell.result)
            kind = kind or announced.get(player.number, "")
            if kind:
                byes.append(ForeignBye(player.number, kind))
    return ForeignRound(tuple(games), tuple(byes))


def _boards(file: TrfFile) -> int:
    """Count the boards of a match: as the colours say, else the longest line-up."""
    if len(file.teams.boards) > 1:
        return len(file.teams.boards)
    named = [len(line.boards) for line in file.teams.line_ups]
    played = [len(game.boards) for each in team_rounds(file, file.played) for game in each.games]
    return max([*named, *played], default=1) or 1


def _remarks(file: TrfFile, teams: bool) -> list[Remark]:
    found: list[Remark] = []
    codes = {each.code for each in file.records if _RECORD.fullmatch(each.code)}
    unknown = sorted(codes - KNOWN)[:12]
    if unknown:
        found.append(Remark("take-over.note.records", {"records": ", ".join(unknown)}))
    said = file.setup.points.said
    odd = [code for code in said if code not in ("W", "D", "L", "PAB", *USUAL, "ZPB", "FL", "X")]
    odd += [code for code, like in USUAL.items() if code in said and code != "PAB"
            and said[code] != file.setup.points.worth(like)]  # fmt: skip
    odd += [code for code in ("ZPB", "FL") if said.get(code)]
    if odd:
        found.append(Remark("take-over.note.points", {"codes": ", ".join(odd)}))
    lone = sum(
        cell.result in FORFEITED and not cell.opponent for each in file.players
        for cell in each.cells
    )  # fmt: skip
    if lone and not teams:
        found.append(Remark("take-over.note.lone-forfeits", {"n": lone}))
    if teams and file.setup.boosts:
        found.append(Remark("take-over.note.team-boosts", {}))
    return found
