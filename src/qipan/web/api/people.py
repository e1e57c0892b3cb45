"""People across competitions as JSON: what their page shows, by the same choice."""

from litestar import Response, Router, get

from qipan.views.profile import ShownProfile, shown_profile
from qipan.web.public.profiles import entries_of, on_lists, open_profile
from qipan.web.shared.context import Around, InPath


@get("/people/{name:str}", sync_to_thread=True)
def show_person(context: Around, name: InPath) -> Response[ShownProfile]:
    """Show an open profile: the parts that its person shows, and nothing while it is closed."""
    choice, display = open_profile(context, name)
    lists = on_lists(context, choice)
    found = shown_profile(display, choice.shown, entries_of(context, choice), lists)
    return Response(found, headers={"cache-control": "no-store"})  # closed is closed at once


ROUTER = Router("/api", route_handlers=[show_person])
