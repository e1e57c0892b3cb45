"""Search: people, units, sections and competitions by name, in any script; games and clauses.

Only what public pages show is found. What is looked through is kept for a minute; every name that
is shown is read anew, so that who was renamed or erased is not found under the old name.
"""

from typing import Annotated, Any, cast

import msgspec
from litestar import Request, get
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.i18n.names import shown
from qipan.i18n.titles import section_title
from qipan.journal.state import Competition
from qipan.kernel.ids import CompetitionId
from qipan.sections.titles import titles_of
from qipan.web.public.rule_search import find_rules
from qipan.web.shared.context import Around, Context
from qipan.web.shared.long_lists.name_search import matches, plain
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
MOST = 50
SECONDS = 60
PERSON = "person"


class Hit(msgspec.Struct, frozen=True):
    """Somebody or something found."""

    kind: str
    """``person``, ``section`` or ``competition``."""
    name: str
    latin: str
    where: str
    unit: str
    address: str


class Findable(msgspec.Struct, frozen=True):
    """What is looked through: words, plain, and where they lead."""

    words: tuple[str, ...]
    entrant: str = ""
    section: str = ""


def _kept_lines(context: Context, state: Competition) -> list[Findable]:
    mark = (state.version, context.seconds() // SECONDS)
    found = context.kept.views.get(("search", state.id), mark, lambda: _lines(context, state))
    return cast("list[Findable]", found)


def _lines(context: Context, state: Competition) -> list[Findable]:
    """Collect the words of a competition."""
    lines = [Findable((plain(state.title), plain(state.id)))]
    for section in state.sections.values():
        about = About(context, state, section)
        titles = tuple(map(plain, {section.title, *titles_of(state, section).values()}))
        lines.append(Findable(titles, section=section.id))
        for who, person in about.names.items():
            members = [about.person(each) for each in section.entrants[who].people]
            texts = [person.name, person.latin, section.entrants[who].unit or ""]
            texts += [text for each in members for text in (each.name, each.latin)]
            words = tuple(dict.fromkeys(plain(text) for text in texts if text))
            lines.append(Findable(words, who, section.id))
    return lines


def find(context: Context, asked: str, language: str) -> tuple[list[Hit], bool]:
    """Find what was asked for; say whether there is more than is shown."""
    parts = plain(asked).split()
    hits: list[Hit] = []
    if not parts:
        return hits, False
    office = context.house.office
    for state in office.readable():
        for line in _kept_lines(context, state):
            if not _fits(parts, line.words):
                continue
            hit = _hit(context, state.id, line, asked, language)
            if hit is not None:
                hits.append(hit)
            if len(hits) > MOST:
                return hits[:MOST], True
    return hits, False


def _fits(parts: list[str], words: tuple[str, ...]) -> bool:
    return all(any(part in word for word in words) for part in parts)


def _hit(
    context: Context, name: CompetitionId, line: Findable, asked: str, language: str
) -> Hit | None:
    state = context.house.office.state(name)
    if not line.section:
        return Hit("competition", state.title, "", "", "", f"/c/{state.id}")
    section = next((each for each in state.sections.values() if each.id == line.section), None)
    if section is None:
        return None
    here = f"/c/{state.id}/{section.id}"
    title = section_title(language, state, section)
    if not line.entrant:
        return Hit("section", title, "", state.title, "", here)
    entrant = next((each for each in section.entrants.values() if each.id == line.entrant), None)
    if entrant is None:
        return None
    people = context.house.people.find(entrant.people)  # as it is now
    unit = entrant.unit or ""
    names = [text for each in people.values() for text in (each.name, each.latin)]
    if not matches(asked, unit, *names):
        return None
    about = About(context, state, section)
    about.known = dict(people)
    person = about.named(entrant)
    where = f"{title} · {state.title}"
    said = shown(person, language)
    return Hit(PERSON, said.main, said.other, where, unit, f"{here}/player/{entrant.id}")


@get("/search", name="search", sync_to_thread=True, include_in_schema=False)
def search(
    request: AnyRequest,
    context: Around,
    asked: Annotated[str, QueryParameter(name="q", max_length=80)] = "",
) -> Template:
    """Search all competitions, the games, and the regulations."""
    visitor = visitor_of(request, context)
    hits, more = find(context, asked, visitor.language)
    games, clauses = find_rules(asked, visitor.language)
    return page(
        "public/search.html",
        visitor,
        asked=asked,
        events=[hit for hit in hits if hit.kind != PERSON],
        people=[hit for hit in hits if hit.kind == PERSON],
        games=games,
        clauses=clauses,
        more=more,
        most=MOST,
    )


ROUTES = [search]
