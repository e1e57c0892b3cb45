"""People beyond one competition over the API: register, ratings kept here, seasons, arbiters."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, get, post
from litestar.params import JSONBody, Parameter

from qipan.desk.rating_lists import require_head
from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY
from qipan.journal.persons.merges import Merge
from qipan.kernel.errors import Refused, Unknown
from qipan.office.persons.arbiters import ArbiterRecord, arbiters, read_norms, set_norms
from qipan.office.persons.kept_ratings import (
    AskedSection,
    begin_list,
    list_names,
    rate,
    recompute,
    take_back,
)
from qipan.office.persons.register import RegisteredPerson, merge, read_register, unmerge
from qipan.office.persons.seasons import (
    SeasonRow,
    ShownSeasonTable,
    add_stop,
    open_season,
    remove_stop,
    season_names,
    season_row,
    shown_season,
)
from qipan.office.persons.shown_ratings import ShownHistory, ShownList
from qipan.ranking.ratings.list_rules import read_rules
from qipan.web.public.kept_ratings import history_for, ratings_for
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.visitor import Visitor, role_anywhere, visitor_of

AnyRequest = Request[Any, Any, Any]
Line = Annotated[str, msgspec.Meta(max_length=200)]
Rules = Annotated[str, msgspec.Meta(max_length=20_000)]
Asked = Annotated[str, Parameter(max_length=200)]
MOST = 500


class ListBegun(msgspec.Struct):
    """A list that was begun."""

    name: str
    method: str


class ListBegunIn(msgspec.Struct, forbid_unknown_fields=True):
    """A list to begin."""

    name: Line
    rules: Rules
    """fide, wxf, egf, glicko-2, or rules as TOML."""


class SectionIn(msgspec.Struct, forbid_unknown_fields=True):
    """A section to rate."""

    competition: Line
    section: Line
    weight: int = 100


class SeasonIn(msgspec.Struct, forbid_unknown_fields=True):
    """A season to rate."""

    season: Line
    sections: Annotated[tuple[SectionIn, ...], msgspec.Meta(max_length=200)]
    dry_run: bool = False


class SeasonOut(msgspec.Struct):
    """What rating a season did."""

    season: str
    persons: int
    games: int
    titles: tuple[str, ...]
    dry_run: bool


class CheckOut(msgspec.Struct):
    """Whether everything is as the journals say."""

    list: str
    different: tuple[str, ...]
    equal: bool


class SeasonOpenedIn(msgspec.Struct, forbid_unknown_fields=True):
    """A season to open."""

    name: Line
    rules: Rules


class StopIn(msgspec.Struct, forbid_unknown_fields=True):
    """A section that counts."""

    competition: Line
    section: Line
    factor: int = 100


class MergeIn(msgspec.Struct, forbid_unknown_fields=True):
    """People who are one."""

    people: Annotated[tuple[Line, ...], msgspec.Meta(min_length=2, max_length=20)]
    reason: Line


class NormsIn(msgspec.Struct, forbid_unknown_fields=True):
    """Rules for norms."""

    rules: Rules
    """TOML with ``[[norm]]``; nothing: there are none any more."""
    reason: Line = ""


class NormsOut(msgspec.Struct):
    """The norms in force."""

    titles: tuple[str, ...]


class ReasonIn(msgspec.Struct, forbid_unknown_fields=True):
    """Why something is taken back."""

    reason: Line


def keeper(request: AnyRequest, context: Context) -> Visitor:
    """Give whoever keeps persons and ratings here. Raises Refused."""
    visitor = visitor_of(request, context)
    role = role_anywhere(visitor)
    if role not in CHIEF_AND_ORGANISER:
        raise Refused("access.denied", MAY, role=role, command="register")
    return visitor


# -- ratings -----------------------------------------------------------------------------------


@get("/ratings", sync_to_thread=True)
def show_kept(context: Around) -> list[str]:
    """Name the rating lists that are kept here."""
    return list_names(context.house.office)


@post("/ratings", sync_to_thread=True, status_code=200)
def begin(request: AnyRequest, context: Around, data: JSONBody[ListBegunIn]) -> ListBegun:
    """Begin a list under its rules."""
    visitor = keeper(request, context)
    require_head(data.name, "2000")
    rules = read_rules(data.rules)
    begin_list(context.house.office, visitor.actor, data.name, rules)
    return ListBegun(data.name, rules.method)


@get("/ratings/{name:str}", sync_to_thread=True)
def show_rating(request: AnyRequest, context: Around, name: InPath) -> ShownList:
    """Show a list as it stands: those who opened their ratings; everybody to who keeps it."""
    return ratings_for(context, visitor_of(request, context), name)


@get("/ratings/{name:str}/people/{person:str}", sync_to_thread=True)
def explain_rating(
    request: AnyRequest, context: Around, name: InPath, person: InPath
) -> ShownHistory:
    """Explain somebody's rating, season by season and game by game."""
    return history_for(context, visitor_of(request, context), name, person)


@post("/ratings/{name:str}/seasons", sync_to_thread=True, status_code=200)
def rate_one(
    request: AnyRequest, context: Around, name: InPath, data: JSONBody[SeasonIn]
) -> SeasonOut:
    """Rate a season from approved sections, or say what it would do."""
    visitor = keeper(request, context)
    asked = [AskedSection(each.competition, each.section, each.weight) for each in data.sections]
    office = context.house.office
    done = rate(office, visitor.actor, name[:60], data.season, asked, dry_run=data.dry_run).season
    games = sum(each.games for each in done.lines)
    titles = tuple(f"{each.person} {each.title}" for each in done.titles)
    return SeasonOut(done.season, len(done.lines), games, titles, data.dry_run)


@post("/ratings/{name:str}/take-back", sync_to_thread=True, status_code=200)
def take_one_back(
    request: AnyRequest, context: Around, name: InPath, data: JSONBody[ReasonIn]
) -> dict[str, str]:
    """Take the newest season of a list back."""
    visitor = keeper(request, context)
    office = context.house.office
    return {"taken_back": take_back(office, visitor.actor, name[:60], data.reason)}


@get("/ratings/{name:str}/check", sync_to_thread=True)
def check_one(request: AnyRequest, context: Around, name: InPath) -> CheckOut:
    """Work every season out again from the journals alone, and compare."""
    keeper(request, context)
    wrong = recompute(context.house.office, name[:60])
    return CheckOut(name, tuple(wrong), not wrong)


# -- seasons -----------------------------------------------------------------------------------


@get("/seasons", sync_to_thread=True)
def show_seasons(context: Around) -> list[str]:
    """Name the seasons there are."""
    return season_names(context.house.office)


@post("/seasons", sync_to_thread=True, status_code=200)
def open_one(
    request: AnyRequest, context: Around, data: JSONBody[SeasonOpenedIn]
) -> ShownSeasonTable:
    """Open a season under its regulation."""
    visitor = keeper(request, context)
    require_head(data.name, "2000")
    open_season(context.house.office, visitor.actor, data.name, data.rules)
    return shown_season(context.house.office, data.name)


@get("/seasons/{name:str}", sync_to_thread=True)
def show_season(context: Around, name: InPath) -> ShownSeasonTable:
    """Show the table of a season."""
    return shown_season(context.house.office, name[:60])


@get("/seasons/{name:str}/people/{person:str}", sync_to_thread=True)
def explain_place(context: Around, name: InPath, person: InPath) -> SeasonRow:
    """Explain somebody's place in a season, stop by stop."""
    return season_row(shown_season(context.house.office, name[:60]), person[:120])


@post("/seasons/{name:str}/stops", sync_to_thread=True, status_code=200)
def add_one(
    request: AnyRequest, context: Around, name: InPath, data: JSONBody[StopIn]
) -> ShownSeasonTable:
    """Let a section count for a season."""
    visitor = keeper(request, context)
    at = (data.competition, data.section)
    add_stop(context.house.office, visitor.actor, name[:60], at, data.factor)
    return shown_season(context.house.office, name[:60])


@delete(
    "/seasons/{name:str}/stops/{competition:str}/{section:str}",
    sync_to_thread=True,
    status_code=204,
)
def drop_one(
    request: AnyRequest, context: Around, name: InPath, competition: InPath, section: InPath
) -> None:
    """Let a section count no more."""
    visitor = keeper(request, context)
    remove_stop(context.house.office, visitor.actor, name[:60], (competition, section))


# -- the register ------------------------------------------------------------------------------


@get("/register", sync_to_thread=True)
def show_register(request: AnyRequest, context: Around, q: Asked = "") -> list[RegisteredPerson]:
    """Show persons of all competitions, or those whom words of a name find."""
    keeper(request, context)
    register = read_register(context.house.office)
    return (register.find(q) if q else register.people)[:MOST]


@get("/register/doubles", sync_to_thread=True)
def show_doubles(request: AnyRequest, context: Around) -> list[list[RegisteredPerson]]:
    """Show pairs who may be one person."""
    keeper(request, context)
    register = read_register(context.house.office)
    return [[one, other] for one, other in list(register.doubles())[:MOST]]


@post("/register/merges", sync_to_thread=True, status_code=200)
def merge_people(request: AnyRequest, context: Around, data: JSONBody[MergeIn]) -> Merge:
    """Note that several are one person."""
    visitor = keeper(request, context)
    return merge(context.house.office, visitor.actor, data.people, data.reason)


@delete("/register/merges/{number:str}", sync_to_thread=True, status_code=204)
def unmerge_people(request: AnyRequest, context: Around, number: InPath) -> None:
    """Take a merge back."""
    visitor = keeper(request, context)
    if not (number.isascii() and number.isdigit()):
        raise Unknown("merge", number[:20])
    unmerge(context.house.office, visitor.actor, int(number[:9]), "")


@get("/arbiters", sync_to_thread=True)
def show_arbiters(
    request: AnyRequest, context: Around, norms: Annotated[str, Parameter(max_length=4000)] = ""
) -> list[ArbiterRecord]:
    """Show who worked where, and how far they are: under the rules in force, or others tried."""
    keeper(request, context)
    return arbiters(context.house.office, read_norms(norms) if norms else None)


@post("/arbiters/norms", sync_to_thread=True, status_code=200)
def change_norms(request: AnyRequest, context: Around, data: JSONBody[NormsIn]) -> NormsOut:
    """Put rules for norms in force, or with empty rules none."""
    visitor = keeper(request, context)
    read = set_norms(context.house.office, visitor.actor, data.rules, data.reason)
    return NormsOut(tuple(each.title for each in read))


ROUTER = Router(
    "/api",
    route_handlers=[
        show_kept,
        begin,
        show_rating,
        explain_rating,
        rate_one,
        take_one_back,
        check_one,
        show_seasons,
        open_one,
        show_season,
        explain_place,
        add_one,
        drop_one,
        show_register,
        show_doubles,
        merge_people,
        unmerge_people,
        show_arbiters,
        change_norms,
    ],
)
