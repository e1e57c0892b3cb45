"""``qipan lot``: commit to a lot, draw it with words of the public, list and check lots."""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, WorkedOn, at
from qipan.cli.output import WRONG, AsJson, console, print_json, print_table, say
from qipan.kernel.errors import BadInput, Refused

app = typer.Typer(help="Draws by lot that anybody can check.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    """Add ``qipan lot``."""
    root.add_typer(app, name="lot")


LotName = Annotated[
    str | None, typer.Argument(help="A lot, as `qipan lot list` names it; else all that wait.")
]
Words = Annotated[
    list[str] | None, typer.Option("--entropy", help="Public words mixed in; repeatable.")
]


@app.command("list")
def list_lots(
    competition: str,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List the lots of a section: pending, committed, drawn."""
    with at(data, competition, section) as place:
        rows = _lots(place)
        names = {str(who): person.name for who, person in place.names.items()}
    if as_json:
        print_json({"section": place.id, "lots": rows})
        return
    from qipan.i18n.keys import name_key

    shown = [
        (
            row["lot"],
            "drawn" if row["drawn"] else "committed" if row["commitment"] else "waits",
            ", ".join(
                names.get(who) or name_key("en", who) for who in row["drawn"] or row["candidates"]
            ),
        )
        for row in rows
    ]
    print_table("Lots", ("lot", "state", "among, or in the order drawn"), shown)


def _lots(place: WorkedOn) -> list[dict[str, Any]]:
    """Give every lot there is, those that wait first."""
    from qipan.desk.lots import lots_waiting

    section = place.section
    waiting = lots_waiting(place.state, section)
    names = dict.fromkeys((*waiting, *section.commitments, *section.lots))
    return [
        {
            "lot": lot,
            "waits": lot in waiting,
            "candidates": list(waiting.get(lot, ())),
            "commitment": section.commitments.get(lot),
            "drawn": list(section.lots[lot].order) if lot in section.lots else None,
        }
        for lot in names
    ]


def _wanted(place: WorkedOn, lot: str | None) -> list[str]:
    """Give the lot that is named, or all that wait. Raises Refused if the named one does not."""
    from qipan.desk.lots import TIE, lots_waiting

    waiting = lots_waiting(place.state, place.section)
    if lot is not None and lot not in waiting:
        raise Refused("lot.no-tie", TIE, section=place.id, lot=lot, pending=list(waiting))
    return list(waiting) if lot is None else [lot]


@app.command()
def commit(
    competition: str,
    lot: LotName = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Publish the commitment to the pending lots; they are drawn later, with public words."""
    with at(data, competition, section) as place:
        made = {
            each: place.office.commit_lot(place.home, place.id, ACTOR, each)
            for each in _wanted(place, lot)
            if lot is not None or each not in place.section.commitments
        }
    words = "; ".join(f"{name} is committed to: {value}" for name, value in made.items())
    say({"committed": made}, words or "no lot waits", as_json=as_json)


@app.command()
def draw(
    competition: str,
    lot: LotName = None,
    entropy: Words = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Draw the pending lots, or one of them; each is committed to first."""
    words = tuple(entropy or ())
    with at(data, competition, section) as place:
        if lot is None:
            drawn = place.office.draw_waiting(place.home, place.id, ACTOR, words)
        else:
            drawn = _wanted(place, lot)
            place.office.draw_lot(place.home, place.id, ACTOR, lot, words)
        found = place.refresh(place.office.state(place.home)).lots
        names = {str(who): person.name for who, person in place.names.items()}
        lines = [
            f"{name}: {', '.join(names.get(who, who) for who in found[name].order)}"
            for name in drawn
        ]
    say({"drawn": drawn}, "\n".join(lines) or "no lot waits", as_json=as_json)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A draw as JSON; - reads standard input.")],
    as_json: AsJson = False,
) -> None:
    """Recompute a draw from its revealed secret and compare commitment and order."""
    from qipan.kernel.lots import Draw, faults

    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        found = msgspec.json.decode(text, type=Draw)
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(file)) from error
    except msgspec.DecodeError as error:
        raise BadInput(str(error), where=str(file)) from error
    wrong = faults(found)
    if as_json:
        print_json({"label": found.label, "valid": not wrong, "faults": wrong})
    elif wrong:
        console.print(f"{found.label}: WRONG: {'; '.join(wrong)}", markup=False)
    else:
        console.print(f"{found.label}: correct; order {', '.join(found.order)}", markup=False)
    if wrong:
        raise typer.Exit(WRONG)
