"""Pages are imported when somebody first asks for one; the table of their addresses is true."""

import re
from threading import Barrier, Thread

import msgspec
import pytest
from litestar.testing import TestClient

from qipan.web import site
from qipan.web.app import build
from qipan.web.page_table import PageTable, page_modules, table, told_pages
from qipan.web.serving import make_context
from qipan.wiring import open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    found = open_house(str(tmp_path_factory.mktemp("pages") / "j.sqlite"))
    yield found
    found.close()


def is_found(table, module, address):
    """Say whether asking for an address opens its module, as the application does it."""
    led = table.at(address)
    return module in led or (not led and table.begins(address))


def test_every_page_that_the_modules_offer_is_found():
    """A table that is older than a page finds it all the same; a release has the newest."""
    found, offered = PageTable(told_pages()), msgspec.json.decode(table())
    assert set(offered) == set(page_modules())
    lost = [
        address
        for module, addresses in offered.items()
        for address in addresses
        if module in found.modules and module not in found.at(address) and not found.begins(address)
    ]
    assert lost == [], "run scripts/pages.py"


@pytest.mark.parametrize("name", ["x", "new", "desk", "a b"])
def test_every_address_leads_to_its_module_whatever_the_names_in_it_are(name):
    found = PageTable(told_pages())
    for module, addresses in told_pages().items():
        for address in addresses:
            path = re.sub(r"\{[^}]*\}", name, address)
            assert module in found.at(path)
            assert module in found.at(path + "/")


def test_an_address_of_nobody_leads_nowhere():
    found = PageTable({"one": ["/a/{name:str}"], "all": ["/files/{rest:path}"]})
    assert found.at("/a/b/c") == found.at("/a") == found.at("/") == set()
    assert found.at("/files/x/y") == {"all"}


def test_a_page_is_open_once_somebody_asked_for_it(house):
    app = build(make_context(house))
    with TestClient(app) as client:
        assert client.get("/ready").status_code == 200
        assert app._closed == PageTable(told_pages()).modules
        assert client.get("/").status_code == 200
        assert "live.home" not in app._closed
        closed = set(app._closed)
        assert client.get("/nowhere/at/all").status_code == 404
        assert app._closed == closed
        assert client.post("/account").status_code in (403, 405)
        assert "account.account" not in app._closed
        assert app._wanted("/schema/openapi.json") == app._closed, "it describes everything"


def test_a_module_that_the_table_does_not_know_is_open_at_once(house, monkeypatch):
    known = {module: told for module, told in told_pages().items() if module != "live.home"}
    monkeypatch.setattr(site, "told_pages", lambda: known)
    app = build(make_context(house))
    assert "/" in {route.path for route in app.routes}
    with TestClient(app) as client:
        assert client.get("/").status_code == 200


def test_an_address_that_the_table_is_too_old_for_is_found(house, monkeypatch):
    old = {**told_pages(), "account.own_data": ["/account/email"]}
    monkeypatch.setattr(site, "told_pages", lambda: old)
    app = build(make_context(house))
    assert "account.own_data" in app._wanted("/account/export.json")
    assert not app._wanted("/favicon.ico")


def test_several_who_ask_first_at_the_same_moment_all_get_the_page(house):
    app = build(make_context(house))
    answers, ready = [], Barrier(6)

    def ask(client):
        ready.wait()
        answers.append(client.get("/sign-in").status_code)

    with TestClient(app) as client:
        askers = [Thread(target=ask, args=(client,)) for _ in range(6)]
        for each in askers:
            each.start()
        for each in askers:
            each.join()
    assert answers == [200] * 6
