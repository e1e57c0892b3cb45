"""The page of a person across competitions, as far as the person opened it."""

from typing import Any

import msgspec
from litestar import Request, get
from litestar.response import Template

from qipan.kernel.errors import Unknown
from qipan.kernel.ids import EntrantId
from qipan.office.persons.kept_ratings import list_names
from qipan.office.persons.shown_ratings import shown_list
from qipan.store.visitors.profiles import ProfileChoice
from qipan.views.profile import (
    RATINGS,
    TITLES,
    KeptRating,
    KeptTitle,
    OnLists,
    ProfileEntry,
    entry_of,
    shown_profile,
)
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, shown_state
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
MOST = 200
"""Sections on one page."""


def open_profile(context: Context, name: str) -> tuple[ProfileChoice, str]:
    """Find an open profile and whose it is. Raises Unknown for one that is closed or is not."""
    choice = context.house.side_tables.profiles.open_page(name[:40])
    account = context.house.accounts.find(choice.account) if choice is not None else None
    if choice is None or account is None:
        raise Unknown("profile", name[:40])
    return choice, account.display


def entries_of(context: Context, choice: ProfileChoice) -> list[ProfileEntry]:
    """Collect where somebody played, newest first, only in the parts that they show."""
    found = []
    for known in reversed(list(context.house.office.readable())):
        state = shown_state(context, known)
        for section in state.sections.values():
            for entrant in section.entrants.values():
                if choice.person not in map(str, entrant.people):
                    continue
                about = About(context, state, section)
                found.append(_entry(about, entrant.id))
    return [_shown(entry, choice.shown) for entry in found[:MOST]]


def on_lists(context: Context, choice: ProfileChoice) -> OnLists:
    """Collect how somebody stands on the lists kept here, and what they earned there."""
    office = context.house.office
    ratings, titles = [], []
    for name in list_names(office):
        found = shown_list(office, name, lambda ids: "" if choice.person in ids else None)
        for row in found.rows:
            ratings.append(
                KeptRating(
                    list=name,
                    title=found.title,
                    rating=row.rating,
                    games=row.games,
                    season=row.season,
                    place=row.place,
                    person=row.person,
                )
            )
            titles += [KeptTitle(x.title, x.clause, name, x.season) for x in row.titles]
    return OnLists(tuple(ratings), tuple(titles))


def _entry(about: About, who: EntrantId) -> ProfileEntry:
    def made() -> ProfileEntry:
        return entry_of(about.state, about.section, who, about.view(), about.names)

    return about.kept(f"profile {who}", made)


def _shown(entry: ProfileEntry, parts: tuple[str, ...]) -> ProfileEntry:
    """Leave out what is not for others."""
    kept = msgspec.structs.replace
    if RATINGS not in parts:
        entry = kept(entry, before=None, after=None)
    return entry if TITLES in parts else kept(entry, title="")


@get("/people/{name:str}", name="profile", include_in_schema=False, sync_to_thread=True)
def profile_page(request: AnyRequest, context: Around, name: InPath) -> Template:
    """Show a person across competitions. Raises Unknown while the profile is closed."""
    choice, display = open_profile(context, name)
    lists = on_lists(context, choice)
    found = shown_profile(display, choice.shown, entries_of(context, choice), lists)
    answer = page("public/profile.html", visitor_of(request, context), profile=found)
    answer.headers["cache-control"] = "no-store"  # closed is closed at once
    return answer


ROUTES = [profile_page]
