"""The forms of every page, as each kind of visitor is shown them.

Pages are found by following links from a few, one or two pages of each route; a form is known by
the route it is sent to and the names of its fields. A route that takes a form which no page showed
(a script makes it) is tried with the fields of the table of roles.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from security.test_roles import BODIES, DESK_PAGES, ROUTES

BEGIN = ("/", "/account", "/new", "/books", "/play", "/lobby", "/me", "/sign-up", "/recover")
OF_ONE_ROUTE = 2
TOKEN = "_csrf_token"
NEVER = re.compile(r"/live$|/events$|^/language/|^/static/|\.(png|pdf|xlsx|zip|ics|svg)$|/jobs/")


@dataclass(frozen=True)
class Field:
    """One field: its kind, what it holds at first, and what it could hold."""

    name: str
    kind: str = "text"
    value: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Form:
    """A form, and the page that shows it."""

    action: str
    fields: tuple[Field, ...]
    page: str = ""
    multipart: bool = False

    @property
    def names(self):
        return tuple(sorted({each.name for each in self.fields}))


@dataclass
class Reader(HTMLParser):
    """Reads the links and the forms of a page."""

    page: str
    links: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    def __post_init__(self):
        super().__init__()
        self._form = None
        self._loose = {}
        self._fields, self._select, self._area = [], None, None

    def handle_starttag(self, tag, attributes):
        found = {name: value or "" for name, value in attributes}
        if tag == "a" and found.get("href"):
            self.links.append(urldefrag(urljoin(self.page, found["href"]))[0])
        elif tag == "form":
            self._form, self._fields = found, []
        elif tag in ("input", "button") and found.get("name"):
            kind = found.get("type", "text" if tag == "input" else "submit")
            self._add(found, Field(found["name"], kind, found.get("value", "")))
        elif tag == "select" and found.get("name"):
            self._select = (found, [], [])
        elif tag == "option" and self._select is not None:
            self._select[1].append(found.get("value", ""))
            if "selected" in found:
                self._select[2].append(found.get("value", ""))
        elif tag == "textarea" and found.get("name"):
            self._area = (found, [])

    def _add(self, found, one):
        if found.get("form"):
            self._loose.setdefault(found["form"], []).append(one)
        elif self._form is not None:
            self._fields.append(one)

    def handle_data(self, data):
        if self._area is not None:
            self._area[1].append(data)

    def handle_endtag(self, tag):
        if tag == "select" and self._select is not None:
            found, choices, chosen = self._select
            first = (chosen or choices or [""])[0]
            self._add(found, Field(found["name"], "select", first, tuple(choices)))
            self._select = None
        elif tag == "textarea" and self._area is not None:
            found, words = self._area
            self._add(found, Field(found["name"], "textarea", "".join(words)))
            self._area = None
        elif tag == "form" and self._form is not None:
            form, self._form = self._form, None
            if form.get("method", "").lower() == "post":
                self._end(form)

    def _end(self, form):
        fields = [*self._fields, *self._loose.get(form.get("id", ""), ())]
        buttons = [each for each in fields if each.kind == "submit"]
        kept = [each for each in fields if each.kind != "submit"]
        multipart = "multipart" in form.get("enctype", "")
        action = urljoin(self.page, form.get("action") or self.page)
        for button in {each.value: each for each in buttons}.values() or [None]:
            held = tuple(kept if button is None else [*kept, button])
            self.forms.append(Form(action, held, self.page, multipart))


class RouteNames:
    """Tells which route an address belongs to."""

    def __init__(self, app):
        paths = {route.path for route in app.open_everything().routes}
        shaped = sorted(paths, key=lambda path: path.count("{"))
        self._patterns = [(path, re.compile(_shape(path))) for path in shaped]

    def __call__(self, address):
        path = urlsplit(address).path
        found = [name for name, pattern in self._patterns if pattern.fullmatch(path)]
        if found and "/desk/{name:str}" in found[0]:
            return path[path.index("/desk/") :]  # each page of the desk is a page of its own
        return found[0] if found else ""


def _shape(path):
    parts = re.split(r"(\{\w+:\w+\})", path)
    return "".join("[^/]+" if each.startswith("{") else re.escape(each) for each in parts)


def crawl(client, route_of, begin=BEGIN, most=400):
    """Follow links from a few pages; gives the pages seen and the forms on them."""
    seen, forms, by_route = set(), {}, Counter()
    waiting = list(begin)
    while waiting and len(seen) < most:
        address = waiting.pop(0)
        parts = urlsplit(address)
        if address in seen or parts.netloc or NEVER.search(parts.path) or not parts.path:
            continue
        route = route_of(address)
        if not route or by_route[route] >= OF_ONE_ROUTE:
            continue
        by_route[route] += 1
        seen.add(address)
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code < 500, (address, answer.status_code)
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        reader = Reader(urlsplit(str(answer.url)).path or address)
        reader.feed(answer.text)
        waiting += reader.links
        for form in reader.forms:
            forms.setdefault((route_of(form.action), form.names), form)
    return seen, forms


def unseen(seen):
    """Give forms for the routes that take one and were shown by no page."""
    made = {}
    for (method, route), (_, path) in ROUTES.items():
        if method == "POST" and path and not route.startswith("/api") and route not in seen:
            body = BODIES.get(path, {}).get("data", {"name": "x"})
            made[route] = Form(path, tuple(Field(name, value=str(v)) for name, v in body.items()))
    for (page, action), (_, fields) in DESK_PAGES.items():
        path = f"/c/demo/women/desk/{page}/{action}"
        if f"/desk/{page}/{action}" not in seen:
            held = tuple(Field(name, value=str(value)) for name, value in fields.items())
            made[path] = Form(path, held)
    return made
