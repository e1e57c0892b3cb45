"""``qipan handicap``, ``nigiri``, ``count``, ``stone``, ``pause``: a board of Go in the hall."""

import hashlib
from pathlib import Path
from typing import Annotated, Any

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, WorkedOn, at, official_named
from qipan.cli.output import AsJson, say
from qipan.kernel.ids import BoardNo, RoundNo

Board = Annotated[int, typer.Argument(help="Board number.")]
Game = Annotated[int | None, typer.Option("--game", "-g", help="Board of a team match.")]
Round = Annotated[int | None, typer.Option("--round", "-r", help="Round; else the current.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (handicap, count, nigiri, stone, pause):
        app.command()(command)


def _round(place: WorkedOn, stated: int | None) -> RoundNo:
    return RoundNo(stated if stated is not None else max(1, len(place.section.rounds)))


def handicap(
    competition: str,
    board: Board,
    stones: Annotated[int, typer.Argument(help="0 even, 1 first move without komi, 2 to 9.")],
    komi: Annotated[str | None, typer.Option(help="What White is given; else 0.5.")] = None,
    because: Annotated[str, typer.Option(help="Why it is another one than was paired.")] = "",
    round_: Round = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Change the handicap of a game of Go; the first player receives the stones."""
    from qipan.desk.rounds.commands import SetHandicap

    with at(data, competition, section) as place:
        number = _round(place, round_)
        command = SetHandicap(
            section=place.id,
            round=number,
            board=BoardNo(board),
            handicap=stones,
            komi=komi,
            reason=because,
        )
        after = place.do(command)
        table = after.rounds[number - 1].table(BoardNo(board))
        assert table is not None  # its handicap was set just now
        name = place.names[table.seats[0]].name
    told = {"board": board, "handicap": table.handicap, "komi": table.komi}
    said = f"board {board}: {name} takes {table.handicap}" if table.handicap else "an even game"
    say(told, said, as_json=as_json)


def count(
    competition: str,
    board: Board,
    points: Annotated[list[str], typer.Argument(help="Points of Black and of White on the board.")],
    black: Annotated[str, typer.Option(help="Who had Black: name, number or id.")],
    game: Game = None,
    photo: Annotated[Path | None, typer.Option(help="The photograph of the board.")] = None,
    round_: Round = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record a board of Go by its count; komi and penalty points are deducted."""
    from qipan.desk.results.commands import RecordCount
    from qipan.formats.photos import read_photo

    with at(data, competition, section) as place:
        picture = read_photo(photo.read_bytes()).content if photo is not None else b""
        command = RecordCount(
            section=place.id,
            round=_round(place, round_),
            board=BoardNo(board),
            black=place.who(black),
            points=tuple(points),
            game=game,
            photo=hashlib.sha256(picture).hexdigest() if picture else "",
        )
        before = set(place.section.counts)
        after = place.do(command)
        (key,) = set(after.counts) - before
        totals = after.counts[key]
    said = f"board {board}, game {key[2]}: Black {totals[0]}, White {totals[1]}"
    say({"board": board, "game": key[2], "totals": totals}, said, as_json=as_json)


def nigiri(
    competition: str,
    board: Board,
    hides: Annotated[str, typer.Option(help="Who hides white stones: the stronger, or senior.")],
    hidden: Annotated[int | None, typer.Option(help="Stones in the hand; else a lot.")] = None,
    guess: Annotated[int | None, typer.Option(help="1 odd, 2 even; else a lot.")] = None,
    game: Game = None,
    round_: Round = None,
    entropy: Annotated[list[str] | None, typer.Option(help="Words of the public.")] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record who won Black by odd or even; without stones, a committed lot decides."""
    from qipan.desk.results.commands import DrawNigiri, RecordNigiri
    from qipan.desk.results.nigiri import nigiri_lot

    with at(data, competition, section) as place:
        hider = place.who(hides)
        fields: dict[str, Any] = {
            "section": place.id,
            "round": _round(place, round_),
            "board": BoardNo(board),
            "hides": hider,
            "game": game,
        }
        before = set(place.section.nigiri)
        if hidden is None or guess is None:
            asked = DrawNigiri(**fields, entropy=tuple(entropy or ()))
            place.refresh(place.office.draw_nigiri(place.home, place.id, ACTOR, asked))
            after = place.section
        else:
            after = place.do(RecordNigiri(**fields, hidden=hidden, guess=guess))
        (key,) = set(after.nigiri) - before
        black = place.names[after.nigiri[key]].name
    by_lot = hidden is None or guess is None
    right = after.nigiri[key] != hider
    laid = guess or (_odd_or_even(hidden, right) if hidden else 1)
    held = hidden or (laid if right else laid + 1)
    lot = nigiri_lot(*key) if by_lot else None
    told = {"game": key[2], "hidden": held, "guess": laid, "black": black, "lot": lot}
    said = f"board {board}, game {key[2]}: {black} has Black"
    say(told, f"{said}, by lot" if by_lot else said, as_json=as_json)


def _odd_or_even(hidden: int, right: bool) -> int:
    """Give the guess that was right, or wrong, of a handful: 1 odd, 2 even."""
    return 1 if (hidden % 2 == 1) == right else 2


def stone(
    competition: str,
    board: Board,
    who: Annotated[str, typer.Argument(help="Whose stone fell: name, number or id.")],
    agreed: Annotated[bool, typer.Option("--agreed", help="The opponent agrees.")] = False,
    referee: Annotated[
        list[str] | None, typer.Option(help="A technical referee who decides, by name; repeat.")
    ] = None,
    stays: Annotated[bool, typer.Option("--stays", help="They decide that it stands.")] = False,
    game: Game = None,
    round_: Round = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record what happens to a dropped stone: as agreed, or as the referees decide."""
    from qipan.desk.rulings.stones import RuleDroppedStone

    with at(data, competition, section) as place:
        command = RuleDroppedStone(
            section=place.id,
            round=_round(place, round_),
            board=BoardNo(board),
            entrant=place.who(who),
            agreed=agreed,
            anew=not stays,
            referees=tuple(official_named(place, name) for name in referee or ()),
            game=game,
        )
        ruled = place.do(command).stones[-1]
    words = "is placed anew" if ruled.anew else "stands where it fell"
    told = {"board": board, "game": ruled.game, "agreed": ruled.agreed, "anew": ruled.anew}
    say(told, f"board {board}, game {ruled.game}: the stone {words}", as_json=as_json)


def pause(
    competition: str,
    board: Board,
    who: Annotated[str, typer.Argument(help="Who takes the stones off: name, number or id.")],
    stones: Annotated[int, typer.Option(min=1, help="How many.")],
    overtime: Annotated[bool, typer.Option("--overtime", help="In overtime.")] = False,
    left: Annotated[
        int | None, typer.Option(min=0, help="Seconds of their own time left, without overtime.")
    ] = None,
    game: Game = None,
    round_: Round = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Stop a clock while captured stones are removed, where the book allows it."""
    from qipan.desk.rulings.stones import PauseForStones

    with at(data, competition, section) as place:
        command = PauseForStones(
            section=place.id,
            round=_round(place, round_),
            board=BoardNo(board),
            entrant=place.who(who),
            stones=stones,
            overtime=overtime,
            seconds_left=left,
            game=game,
        )
        taken = place.do(command).pauses[-1]
    told = {"board": board, "game": taken.game, "stones": taken.stones}
    say(told, f"board {board}, game {taken.game}: the clock may stand", as_json=as_json)
