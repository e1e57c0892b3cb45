"""The framework remembers nothing of requests: what others send must not stay with the server."""

import gc
from functools import _lru_cache_wrapper

import pytest

from web.site import site, token

LITTLE = 128
"""So many addresses the framework may know as objects."""


def remembered():
    """Count what every cache of the framework holds, but for the small ones."""
    kept = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    found = {each: each.cache_info() for each in kept if each.__module__.startswith("litestar")}
    return {
        f"{each.__module__}.{each.__qualname__}": info.currsize
        for each, info in found.items()
        if info.maxsize is None or info.maxsize > LITTLE
    }


@pytest.fixture
def client(tmp_path):
    with site(tmp_path) as (found, _):
        yield found


def visit(client, number):
    """Come with a path, a query, cookies and a form that nobody else has."""
    client.cookies.clear()
    crossing = token(client, f"/sign-in?back={number}")
    form = {"name": f"nobody-{number}", "password": f"secret {number}", "_csrf_token": crossing}
    assert client.post("/sign-in", data=form, follow_redirects=False).status_code in (401, 403)
    assert client.get(f"/c/demo/women/player/e{number}?lang=en").status_code in (200, 404)
    assert client.get(f"/c/demo/women/why?a=e{number}&b=e1").status_code in (200, 404)


def test_what_the_framework_remembers_does_not_grow_with_visits(client):
    visit(client, 1)  # its pages are imported, and their routes added
    before = remembered()
    for number in range(2, 6):
        visit(client, number)
    assert remembered() == before
