"""``qipan person``: what is known of somebody, and forgetting it."""

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, entrant_of, house, section_of
from qipan.cli.output import AsJson, console, print_json
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import PersonId

if TYPE_CHECKING:
    from qipan.wiring import House

Entrant = Annotated[str, typer.Argument(help="Name, number or id.")]
Member = Annotated[int, typer.Option(help="Which person of a pair or team, from 1.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="What is known of a person, and erasing it.", no_args_is_help=True)
    group.command("show")(show)
    group.command("erase")(erase)
    app.add_typer(group, name="person")


def person_of(
    found: "House", competition: str, section: str | None, entrant: str, member: int
) -> PersonId:
    """Find a person. Raises Unknown or BadInput."""
    _, place = section_of(found, competition, section)
    people = place.entrants[entrant_of(found, place, entrant)].people
    if not 1 <= member <= len(people):
        raise BadInput(f"has {len(people)} people", where="--member")
    return people[member - 1]


def show(
    competition: str,
    entrant: Entrant,
    section: SectionName = None,
    member: Member = 1,
    data: Data = DEFAULT,
) -> None:
    """Print everything stored about a person, as JSON."""
    with house(data) as found:
        who = person_of(found, competition, section, entrant, member)
        known = found.people.find([who]).get(who)
    print_json({"person": who, "known": msgspec.to_builtins(known) if known else None})


def erase(
    competition: str,
    entrant: Entrant,
    section: SectionName = None,
    member: Member = 1,
    reason: Annotated[str, typer.Option(help="Why; names nobody, it stays.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Erase a person's name, birth date, phone and the rest everywhere; results stay."""
    from qipan.office.erasure import erase_person

    with house(data) as found:
        who = person_of(found, competition, section, entrant, member)
        if not yes:
            typer.confirm(f"Erase what is known of {entrant} for ever?", abort=True)
        done = erase_person(found.office, who, ACTOR, reason, found.side_tables)
    if as_json:
        print_json(done)
    else:
        places = ", ".join(done.competitions)
        console.print(f"erased {done.person}; it stays without a name in {places}", markup=False)
