"""Public pages of ratings kept here and of seasons: who opened theirs, and how it came about."""

from typing import Any

from litestar import Request, get
from litestar.response import Template

from qipan.desk.roles import CHIEF_AND_ORGANISER
from qipan.office.persons.kept_ratings import list_names
from qipan.office.persons.register import read_register
from qipan.office.persons.seasons import season_names, season_row, shown_season
from qipan.office.persons.shown_ratings import (
    Sees,
    ShownHistory,
    ShownList,
    everybody_seen,
    history,
    shown_list,
)
from qipan.views.profile import RATINGS
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, role_anywhere, visitor_of

AnyRequest = Request[Any, Any, Any]


def keeps_register(visitor: Visitor) -> bool:
    """Say whether somebody keeps persons and ratings here: they see everybody."""
    return role_anywhere(visitor) in CHIEF_AND_ORGANISER


def seen_by(context: Context, visitor: Visitor) -> Sees:
    """Give whom a reader sees: everybody for who keeps them, else who opened their ratings."""
    if keeps_register(visitor):
        return everybody_seen(read_register(context.house.office))
    profiles = context.house.side_tables.profiles

    def named(ids: tuple[str, ...]) -> str | None:
        for each in ids:
            choice = profiles.open_of(each)
            account = context.house.accounts.find(choice.account) if choice is not None else None
            if choice is not None and account is not None and RATINGS in choice.shown:
                return account.display
        return None

    return named


def ratings_for(context: Context, visitor: Visitor, name: str) -> ShownList:
    """Give a list as a reader sees it. Raises Unknown."""
    return shown_list(context.house.office, name[:60], seen_by(context, visitor))


def history_for(context: Context, visitor: Visitor, name: str, person: str) -> ShownHistory:
    """Explain a rating to a reader. Raises Unknown, also for who keeps it to themselves."""
    sees = seen_by(context, visitor)
    return history(context.house.office, name[:60], person[:120], sees)


def _shown(template: str, visitor: Visitor, **words: Any) -> Template:
    answer = page(template, visitor, keeps=keeps_register(visitor), **words)
    answer.headers["cache-control"] = "no-store"  # who closes their profile is gone at once
    return answer


@get("/ratings", name="ratings", include_in_schema=False, sync_to_thread=True)
def every_list(request: AnyRequest, context: Around) -> Template:
    """Name the lists and seasons there are."""
    visitor = visitor_of(request, context)
    office = context.house.office
    lists = [(name, ratings_for(context, visitor, name).title) for name in list_names(office)]
    seasons = [(name, shown_season(office, name).title) for name in season_names(office)]
    return _shown("public/ratings.html", visitor, lists=lists, seasons=seasons)


@get("/ratings/{name:str}", name="rating-list", include_in_schema=False, sync_to_thread=True)
def one_list(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show a list as it stands."""
    visitor = visitor_of(request, context)
    return _shown("public/rating_list.html", visitor, found=ratings_for(context, visitor, name))


@get(
    "/ratings/{name:str}/{person:str}",
    name="rating-history",
    include_in_schema=False,
    sync_to_thread=True,
)
def one_history(request: AnyRequest, context: Around, name: InPath, person: InPath) -> Template:
    """Explain somebody's rating, season by season and game by game."""
    visitor = visitor_of(request, context)
    found = history_for(context, visitor, name, person)
    return _shown("public/rating_history.html", visitor, found=found)


@get("/season/{name:str}", name="season", include_in_schema=False, sync_to_thread=True)
def season_page(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show the table of a season."""
    visitor = visitor_of(request, context)
    found = shown_season(context.house.office, name[:60])
    return _shown("public/season.html", visitor, found=found, row=None)


@get(
    "/season/{name:str}/{person:str}", name="season-why", include_in_schema=False,
    sync_to_thread=True,
)  # fmt: skip
def season_why(request: AnyRequest, context: Around, name: InPath, person: InPath) -> Template:
    """Explain somebody's place in a season, stop by stop."""
    visitor = visitor_of(request, context)
    found = shown_season(context.house.office, name[:60])
    row = season_row(found, person[:120])
    return _shown("public/season.html", visitor, found=found, row=row)


ROUTES = [every_list, one_list, one_history, season_page, season_why]
