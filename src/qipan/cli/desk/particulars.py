"""``qipan describe``: when and where a competition is, by whom, and who works there."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, house
from qipan.cli.output import AsJson, say
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId

if TYPE_CHECKING:
    from qipan.journal.state import NamedOfficial


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(describe)


Said = Annotated[str | None, typer.Option()]


def describe(
    competition: str,
    starts: Annotated[str | None, typer.Option("--from", help="The first day: 2026-11-13.")] = None,
    ends: Annotated[str | None, typer.Option("--to", help="The last day.")] = None,
    place: Said = None,
    organisers: Annotated[str | None, typer.Option(help="主办")] = None,
    hosts: Annotated[str | None, typer.Option(help="承办")] = None,
    supporters: Annotated[str | None, typer.Option(help="协办")] = None,
    official: Annotated[
        list[str] | None, typer.Option(help="Chief arbiter=Tan Mei Ling; replaces those before.")
    ] = None,
    rate_of_play: Said = None,
    contact: Said = None,
    federation: Annotated[
        str | None, typer.Option(help="For whose ratings and titles it counts: MAS, AXF.")
    ] = None,
    logo: Annotated[Path | None, typer.Option(help="A small PNG or JPEG file.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Set when and where a competition is held, and by whom; the rest stays as it was."""
    from qipan.desk.particulars import DescribeCompetition
    from qipan.journal.state import Particulars

    home = CompetitionId(competition)
    given = {
        "starts": starts,
        "ends": ends,
        "place": place,
        "organisers": organisers,
        "hosts": hosts,
        "supporters": supporters,
        "officials": None if official is None else tuple(map(_official, official)),
        "rate_of_play": rate_of_play,
        "contact": contact,
        "federation": federation,
        "logo": None if logo is None else _picture(logo),
    }
    changed = {name: value for name, value in given.items() if value is not None}
    with house(data) as found:
        known = found.office.state(home).particulars or Particulars()
        fields = {name: getattr(known, name) for name in given}
        command = msgspec.structs.replace(DescribeCompetition(), **{**fields, **changed})
        now = found.office.carry_out(home, ACTOR, command).particulars or Particulars()
    told = {**msgspec.to_builtins(now), "logo": bool(now.logo)}
    told.pop("event", None)
    days = " – ".join(dict.fromkeys(day for day in (now.starts, now.ends) if day))
    people = [f"{each.role}: {each.name}" for each in now.officials]
    words = [days, now.place, now.organisers, now.hosts, now.supporters, now.rate_of_play, *people]
    say(told, "; ".join(word for word in words if word) or "nothing is said", as_json=as_json)


def _official(text: str) -> NamedOfficial:
    from qipan.journal.state import NamedOfficial

    role, sign, name = text.partition("=")
    return NamedOfficial(role.strip() if sign else "", name.strip() if sign else role.strip())


def _picture(file: Path) -> str:
    from qipan.desk.particulars import MOST_LOGO

    try:
        with file.open("rb") as stream:
            return b64encode(stream.read(MOST_LOGO + 1)).decode()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
