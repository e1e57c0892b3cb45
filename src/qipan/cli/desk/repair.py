"""``qipan undo``, ``return``, ``clear``, ``amend`` …: acts that put something right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from qipan.cli.desk.conduct import print_consequences
from qipan.cli.house import (
    ACTOR,
    DEFAULT,
    Data,
    RoundNumber,
    SectionName,
    Who,
    WorkedOn,
    at,
    house,
    said_in_words,
)
from qipan.cli.output import AsJson, counted, say
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.ranks import MOST_DAN

if TYPE_CHECKING:
    from qipan.office.repairs.amendments import Amendment

Because = Annotated[str, typer.Option(help="Why; the journal keeps it.")]
RoundOption = Annotated[int | None, typer.Option("--round", "-r", help="Round; else the current.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("undo")(take_back)
    app.command("return")(come_back)
    app.command("reopen")(reopen)
    app.command("clear")(clear)
    app.command("move-result")(move_result)
    app.command("amend")(amend_entry)
    app.command("rest")(rest)
    app.command("absent")(absent)
    app.command("lift-approval")(lift_approval)
    group = typer.Typer(help="Sections: rename, split, merge, call off.", no_args_is_help=True)
    group.command("rename")(rename)
    group.command("split")(split)
    group.command("merge")(merge)
    group.command("cancel")(cancel)
    app.add_typer(group, name="section")


def take_back(
    competition: str,
    event: Annotated[
        int | None, typer.Argument(help="The number of an event of the act; else the last act.")
    ] = None,
    because: Because = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Undo the last act, or the one named, or say what stands in the way."""
    from qipan.desk.repairs.undoing import lead_of
    from qipan.i18n import say as say_in
    from qipan.office.repairs.undo import find_act, undo

    home = CompetitionId(competition)
    with house(data) as found:
        office = found.office
        with said_in_words(found, home):
            act = find_act(office, home, event)
            about = _about(found, home, lead_of(office.state(home).past[act.first - 1 : act.last]))
            after = undo(office, home, ACTOR, act, because)
    told = {
        "taken_back": act.what,
        "first": act.first,
        "last": act.last,
        "version": after.version,
        "because": because,
        **about,
    }
    what = say_in("en", f"audit.{act.what}", {})
    said = [f"{key} {about[key]}" for key in ("round", "board") if key in about]
    listed = ", ".join([*([about["name"]] if "name" in about else []), *said])
    say(told, f"taken back: {what}{f' ({listed})' if listed else ''}", as_json=as_json)


def _about(found: Any, home: CompetitionId, lead: Any) -> dict[str, Any]:
    """Say what an act was about: the section, the board, the name of who it concerns."""
    about = {
        key: getattr(lead, key)
        for key in ("section", "round", "board", "entrant")
        if getattr(lead, key, None) is not None
    }
    section = found.office.state(home).sections.get(about.get("section", ""))
    if section is not None and about.get("entrant") in section.entrants:
        about["name"] = found.office.names(section)[about["entrant"]].name
    return about


def come_back(
    competition: str,
    entrant: Who,
    reason: Annotated[str, typer.Option("--reason", "--because", help="Why.")],
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Bring back a withdrawn player from the next round on, with the points they had."""
    from qipan.desk.entries.commands import ReturnEntrant

    with at(data, competition, section) as place:
        who = place.who(entrant)
        place.do(ReturnEntrant(section=place.id, entrant=who, reason=reason))
        name, following = place.names[who].name, len(place.section.rounds) + 1
    say(
        {"returned": who, "name": name, "from_round": following},
        f"{name} plays again from round {following} on",
        as_json=as_json,
    )


def reopen(
    competition: str,
    because: Because,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Reopen entries before numbers are given; afterwards use `enter --late`."""
    from qipan.desk.entries.commands import ReopenEntries

    with at(data, competition, section) as place:
        place.do(ReopenEntries(section=place.id, reason=because))
        title = place.section.title
    say({"section": place.id, "open": True}, f"{title}: entries are open again", as_json=as_json)


def clear(
    competition: str,
    board: Annotated[int, typer.Argument(help="Board number.")],
    because: Because = "",
    round_: RoundOption = None,
    game: Annotated[int | None, typer.Option(help="Game or board of the match.")] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Clear the result of a board, until one is recorded again."""
    from qipan.desk.results.commands import ClearResult

    with at(data, competition, section) as place:
        number = RoundNo(round_ if round_ is not None else max(1, len(place.section.rounds)))
        command = ClearResult(
            section=place.id, round=number, board=BoardNo(board), reason=because, game=game
        )
        done = place.do(command).rounds[number - 1]
        names = _seats(place, done.table(BoardNo(board)))
    say(
        {"round": number, "board": board, "missing": done.missing},
        f"board {board}, {names}: no result; {counted(len(done.missing), 'board')} to go",
        as_json=as_json,
    )


def _seats(place: WorkedOn, table: Any) -> str:
    names = place.names
    return " – ".join(names[who].name for who in (table.seats if table is not None else ()))


def move_result(
    competition: str,
    board: Annotated[int, typer.Argument(help="The board it stands on.")],
    to: Annotated[int, typer.Argument(help="The board it belongs to.")],
    because: Because,
    round_: RoundOption = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Move a result to its right board; two boards with results swap them."""
    from qipan.desk.results.commands import MoveResult

    with at(data, competition, section) as place:
        number = RoundNo(round_ if round_ is not None else max(1, len(place.section.rounds)))
        command = MoveResult(
            section=place.id,
            round=number,
            board=BoardNo(board),
            to=BoardNo(to),
            reason=because,
        )
        done = place.do(command).rounds[number - 1]
        names = _seats(place, done.table(BoardNo(to)))
    say(
        {"round": number, "board": board, "to": to, "missing": done.missing},
        f"the result is on board {to} now: {names}",
        as_json=as_json,
    )


def amend_entry(
    competition: str,
    entrant: Who,
    name: Annotated[str | None, typer.Option(help="As the person writes it.")] = None,
    latin: Annotated[str | None, typer.Option(help="In Latin letters.")] = None,
    unit: Annotated[
        str | None, typer.Option("--unit", "--country", help="Country, state, club or school.")
    ] = None,
    rating: Annotated[int | None, typer.Option(help="Rating.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(help="All marks from now on; repeatable; `none` for none.")
    ] = None,
    role: Annotated[
        list[str] | None, typer.Option(help="The parts of a team's people, in order; repeatable.")
    ] = None,
    birth: Annotated[str | None, typer.Option(help="Date of birth or year.")] = None,
    called: Annotated[
        str | None, typer.Option(help="The name of a team, besides its unit.")
    ] = None,
    dan: Annotated[int | None, typer.Option(min=0, max=MOST_DAN, help="Dan.")] = None,
    rank: Annotated[str | None, typer.Option(help="Kyu or dan: 5k, 3d.")] = None,
    member: Annotated[str | None, typer.Option(help="Whose name or birth, in a team.")] = None,
    because: Because = "",
    preview: Annotated[bool, typer.Option(help="Only show what would follow.")] = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Correct an entry at any time; games played stand, and the consequences are shown."""
    from qipan.desk.entries.newcomer import read_birth, read_tags
    from qipan.office.repairs.amendments import UNSET, Amendment, amend, amendment_commands
    from qipan.views.consequences import foreseen

    with at(data, competition, section) as place:
        who = place.who(entrant)
        wanted = Amendment(
            name=UNSET if name is None else name,
            latin=UNSET if latin is None else latin,
            birth=UNSET if birth is None else read_birth(birth, "--birth"),
            unit=UNSET if unit is None else unit or None,
            rating=UNSET if rating is None else rating,
            tags=UNSET if tag is None else read_tags(" ".join(tag)) - {"none"},
            roles=UNSET if role is None else tuple(role),
            called=UNSET if called is None else called,
            rank=UNSET if rank is None else rank,
            dan=dan,
            member=None if member is None else place.member(who, member),
            reason=because,
        )
        before = place.section.entrants[who]
        found = amendment_commands(place.office, place.state, (place.id, who), wanted)
        follows = foreseen(place.state, place.id, found.commands)
        if not preview:
            place.refresh(amend(place.office, place.home, (place.id, who), ACTOR, wanted))
        now, person = place.section.entrants[who], place.names[who]
        names = place.names
    told = {
        "entrant": who,
        "name": person.name,
        "latin": person.latin,
        "unit": now.unit,
        "rating": now.rating,
        "rank": now.rank,
        "tags": sorted(now.tags),
        "done": not preview,
        "notes": list(_notes(before, wanted, place)),
        "places": msgspec.to_builtins(follows.places),
    }
    verb = "would be put right" if preview else "put right"
    say(told, f"{person.name}: {verb}", as_json=as_json)
    if not as_json:
        for note in told["notes"]:
            typer.echo(note)
        print_consequences(follows, names, as_json=False)


def _notes(before: Any, wanted: Amendment, place: WorkedOn) -> Iterable[str]:
    """Say what a change means for what is done already."""
    from qipan.i18n import say as say_in
    from qipan.office.repairs.amendments import UNSET

    section = place.section
    if wanted.rating is not UNSET and wanted.rating != before.rating and section.order:
        yield say_in("en", "amend.numbers-stay", {})
    if wanted.unit is not UNSET and wanted.unit != before.unit and section.rounds:
        yield say_in("en", "amend.pairings-stay", {"n": len(section.rounds)})


def rest(
    competition: str,
    entrant: Who,
    round_: RoundNumber,
    drop: Annotated[bool, typer.Option("--drop", help="They play after all.")] = False,
    because: Because = "",
    worth: Annotated[
        str, typer.Option(help="half or full, in an event taken over that gives such byes.")
    ] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Give somebody a requested bye: they are not paired in that round."""
    from qipan.desk.attendance import DropRest, GrantRest

    with at(data, competition, section) as place:
        who, number = place.who(entrant), RoundNo(round_)
        if drop:
            place.do(DropRest(section=place.id, round=number, entrant=who))
        else:
            command = GrantRest(
                section=place.id, round=number, entrant=who, reason=because, worth=worth
            )
            place.do(command)
        name = place.names[who].name
    said = f"{name} {'plays' if drop else 'is not paired'} in round {round_}"
    say({"entrant": who, "round": round_, "rests": not drop}, said, as_json=as_json)


def absent(
    competition: str,
    entrant: Who,
    round_: RoundNumber,
    forfeit: Annotated[
        bool, typer.Option("--forfeit/--play", help="They lose as soon as the round is public.")
    ] = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Decide for absent players: pair them all the same, or forfeit the round."""
    from qipan.desk.attendance import DecideOnAbsent

    with at(data, competition, section) as place:
        who, number = place.who(entrant), RoundNo(round_)
        command = DecideOnAbsent(section=place.id, round=number, entrants=(who,), forfeits=forfeit)
        place.do(command)
        name = place.names[who].name
    said = f"{name} {'forfeits' if forfeit else 'is paired although not here in'} round {round_}"
    say({"entrant": who, "round": round_, "forfeits": forfeit}, said, as_json=as_json)


def lift_approval(
    competition: str,
    because: Because,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Reopen approved standings; approve them again afterwards."""
    from qipan.desk.closing import LiftApproval

    with at(data, competition, section) as place:
        place.do(LiftApproval(section=place.id, reason=because))
        title = place.section.title
    say({"section": place.id, "approved": False}, f"{title}: not approved", as_json=as_json)


def rename(
    competition: str,
    title: Annotated[str, typer.Argument(help="The title people read.")],
    because: Because = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Give a section another title; its address stays."""
    from qipan.desk.section_changes import RenameSection

    with at(data, competition, section) as place:
        place.do(RenameSection(section=place.id, title=title, reason=because))
    say({"section": place.id, "title": title}, f"{place.id}: {title}", as_json=as_json)


def split(
    competition: str,
    new: Annotated[str, typer.Argument(help="Short id of the new section.")],
    entrants: Annotated[list[str], typer.Argument(help="Who goes over: name, number or id.")],
    because: Because,
    title: Annotated[str, typer.Option(help="Title of the new section.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Split a section: move some entrants into a new one like it, before numbers are given."""
    from qipan.desk.section_changes import SplitSection

    with at(data, competition, section) as place:
        moved = tuple(place.who(each) for each in entrants)
        names = place.names
        command = SplitSection(
            section=place.id, new=SectionId(new), entrants=moved, title=title, reason=because
        )
        place.do(command)
    listed = _listed(moved, names)
    say({"section": new, "moved": list(moved)}, f"{new}: {listed}", as_json=as_json)


def _listed(who: Iterable[Any], names: Mapping[Any, Any]) -> str:
    return ", ".join(names[each].name for each in who)


def merge(
    competition: str,
    into: Annotated[str, typer.Argument(help="The section that takes everybody.")],
    because: Because,
    section: Annotated[str, typer.Option("--section", "-s", help="The section that ends.")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Merge a section into another one, before numbers are given."""
    from qipan.desk.entries.commands import CancelSection
    from qipan.desk.section_changes import MoveEntrants

    with at(data, competition, section) as place:
        moved = list(place.section.entrants)
        names = place.names
        commands = [
            MoveEntrants(section=place.id, to=SectionId(into), reason=because),
            CancelSection(section=place.id, reason=because),
        ]
        place.office.carry_out_all(place.home, ACTOR, commands)
    say({"into": into, "moved": moved}, f"{into}: {_listed(moved, names)}", as_json=as_json)


def cancel(
    competition: str,
    because: Because = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Cancel a section before it is played: too few entries, or for the reason given."""
    from qipan.desk.entries.commands import CancelSection

    with at(data, competition, section) as place:
        place.do(CancelSection(section=place.id, reason=because))
        title = place.section.title
    say({"section": place.id, "cancelled": True}, f"{title}: not held", as_json=as_json)
