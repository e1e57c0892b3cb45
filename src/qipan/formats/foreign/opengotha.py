"""Tournaments of OpenGotha: an XML file with players, games and who had no opponent.

Black moves first and has seat 0. A player is named in games by surname and first name in capitals
without blanks.
"""

import re
import unicodedata
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from qipan.formats.foreign.model import (
    DRAW,
    LOSS,
    WIN,
    ForeignBye,
    ForeignEvent,
    ForeignGame,
    ForeignPlayer,
    ForeignRound,
    Remark,
)
from qipan.kernel.errors import BadInput

_RESULTS = {
    "WHITEWINS": (LOSS, WIN),
    "BLACKWINS": (WIN, LOSS),
    "EQUAL": (DRAW, DRAW),
    "BOTHWIN": (WIN, WIN),
    "BOTHLOSE": (LOSS, LOSS),
    "BOTHLOOSE": (LOSS, LOSS),
}
"""Of Black and White."""
_RANK = re.compile(r"\s*(\d{1,2})\s*([DKPdkp])")
MOST_PLAYERS, MOST_ROUNDS = 20_000, 200


def event_of_opengotha(content: bytes, name: str, upto: int = 0) -> ForeignEvent:
    """Read a tournament, up to a round (0: all that has results). Raises BadInput."""
    root = _root(content, name)
    players = root.findall("Players/Player")
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise _bad(f"{len(players)} players", name)
    ordered = sorted(players, key=_strength)
    numbers: dict[str, int] = {}
    for number, each in enumerate(ordered, 1):
        key = _key(each)
        if key in numbers:
            raise _bad(f"two players are called {key[:40]}", name)
        numbers[key] = number
    games = _games(root, numbers, name)
    complete = _complete(games)
    if upto > complete:
        raise BadInput(
            f"round {upto} was not played: the file has {complete} whole rounds",
            where=name,
            code="take-over.no-such-round",
            facts={"round": upto, "played": complete},
        )
    last = upto or complete
    general = _first(root, "TournamentParameterSet/GeneralParameterSet")
    byes = {(_number(each, "roundNumber"), numbers.get(each.get("player", ""), 0))
            for each in root.findall("ByePlayers/ByePlayer")}  # fmt: skip
    rounds = tuple(
        _round(number, games.get(number, []), byes, ordered) for number in range(1, last + 1)
    )
    return ForeignEvent(
        form="opengotha",
        game="go",
        name=general.get("name", "") or general.get("shortName", ""),
        place=general.get("location", ""),
        starts=_day(general.get("beginDate", "")),
        ends=_day(general.get("endDate", "")),
        chief_arbiter=general.get("director", ""),
        system="OpenGotha",
        planned=_planned(general, last),
        players=tuple(_player(number, each) for number, each in enumerate(ordered, 1)),
        byes_to_come=tuple(_away(ordered, last, max(_planned(general, last), last + 1))),
        rounds=rounds,
        left=max(games, default=0) - last,
        seats_known=all(each.get("knownColor", "true") != "false" for each in root.iter("Game")),
        remarks=tuple(_remarks(root, games, complete)),
    )


def _root(content: bytes, name: str) -> Element:
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise _bad("a document type is not read", name)
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise BadInput(
            f"not XML: {error}", where=name, line=error.position[0], code="take-over.unreadable"
        ) from error
    except (LookupError, ValueError) as error:  # an encoding that nobody knows
        raise _bad(f"not XML: {error}", name) from error
    if root.tag != "Tournament":
        raise _bad(f"the document is {root.tag[:40]}, not Tournament", name)
    return root


def _bad(what: str, name: str) -> BadInput:
    return BadInput(what, where=name, code="take-over.unreadable", facts={"why": what})


def _first(root: Element, path: str) -> dict[str, str]:
    found = root.find(path)
    return dict(found.attrib) if found is not None else {}


def _key(player: Element) -> str:
    """Write the name as games have it: capitals, no blanks."""
    text = player.get("name", "") + player.get("firstName", "")
    return "".join(text.split()).upper()


def _strength(player: Element) -> tuple[int, int, str]:
    return -_number(player, "rating"), -grade_value(player.get("rank", "")), _key(player)


def grade_value(text: str) -> int:
    """Give a grade as a number: 1d is 0, 1k is −1; what is none is weaker than all."""
    found = _RANK.match(text)
    if found is None:
        return -99
    size = int(found[1])
    return {"d": size - 1, "k": -size, "p": size + 8}[found[2].lower()]


def _number(element: Element, name: str) -> int:
    text = element.get(name, "").strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6:
        return 0
    return int(text)


def _day(text: str) -> str:
    return text[:10] if re.fullmatch(r"\d{4}-\d\d-\d\d.*", text) else ""


def _planned(general: dict[str, str], last: int) -> int:
    text = general.get("numberOfRounds", "")
    planned = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return min(max(planned, last), MOST_ROUNDS) if planned else 0


def _player(number: int, player: Element) -> ForeignPlayer:
    family, given = player.get("name", "").strip(), player.get("firstName", "").strip()
    return ForeignPlayer(
        number=number,
        name=unicodedata.normalize("NFC", f"{family} {given}".strip())[:200],
        rating=_number(player, "rating") or None,
        federation=player.get("country", "")[:3],
        club=player.get("club", "")[:60],
        licence=player.get("egfPin", "") or player.get("agaId", ""),
        grade=(player.get("grade", "") or player.get("rank", "")).lower(),
    )


def _games(root: Element, numbers: dict[str, int], name: str) -> dict[int, list[ForeignGame]]:
    found: dict[int, list[ForeignGame]] = {}
    for each in root.findall("Games/Game"):
        number = _number(each, "roundNumber")
        if not 1 <= number <= MOST_ROUNDS:
            raise _bad(f"a game of round {number}", name)
        pair = [numbers.get(each.get(colour, "")) for colour in ("blackPlayer", "whitePlayer")]
        if pair[0] is None or pair[1] is None:
            raise _bad(f"round {number}: a player of a game is not in the list", name)
        word = each.get("result", "").removeprefix("RESULT_")
        results = _RESULTS.get(word.removesuffix("_BYDEF"), ("", ""))
        found.setdefault(number, []).append(
            ForeignGame(
                pair[0],
                pair[1],
                results,
                word.endswith("_BYDEF"),
                max(0, min(_number(each, "handicap"), 9)),
                _number(each, "tableNumber"),
            )
        )
    return found


def _complete(games: dict[int, list[ForeignGame]]) -> int:
    """Count the rounds from the first on in which every game has a result.

    The last one that is paired counts too: its games wait for theirs.
    """
    number = 0
    while number + 1 in games and all(game.results[0] for game in games[number + 1]):
        number += 1
    return number + 1 if max(games, default=0) == number + 1 else number


def _round(
    number: int, games: list[ForeignGame], byes: set[tuple[int, int]], players: list[Element]
) -> ForeignRound:
    playing = {who for game in games for who in (game.first, game.second)}
    resting = [
        ForeignBye(who, "U" if (number, who) in byes else "Z")
        for who in range(1, len(players) + 1)
        if who not in playing
    ]
    ordered = sorted(games, key=lambda game: game.board or 9999)
    return ForeignRound(tuple(ordered), tuple(resting))


def _away(players: list[Element], last: int, planned: int) -> Iterable[tuple[int, ForeignBye]]:
    """Give who is marked as not taking part in a round to come."""
    for who, each in enumerate(players, 1):
        signs = each.get("participating", "")
        for number in range(last + 1, min(planned, len(signs)) + 1):
            if signs[number - 1] == "0":
                yield number, ForeignBye(who, "Z")


def _remarks(root: Element, games: dict[int, list[ForeignGame]], complete: int) -> Iterable[Remark]:
    if max(games, default=0) > complete:
        yield Remark("take-over.note.open-round", {"round": complete + 1})
    bar = _first(root, "TournamentParameterSet/PlacementParameterSet")
    criteria = "".join(each.get("name", "") for each in root.iter("PlacementCriterion"))
    if "MMS" in criteria or bar.get("system") == "MCMAHON":
        yield Remark("take-over.note.mcmahon", {})
    unpaired = sum(1 for each in root.findall("Players/Player")
                   if each.get("registeringStatus", "FIN") == "PRE")  # fmt: skip
    if unpaired:
        yield Remark("take-over.note.preliminary", {"n": unpaired})
