"""One site for all of these tests, with a session for every role."""

import pytest
from litestar.testing import TestClient

from qipan.desk.roles import Role
from qipan.host.demo import make_demo
from qipan.store.accounts import SqlAccounts
from qipan.web.app import build
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.web.shared.visitor import SESSION
from qipan.wiring import open_house
from web.site import CHEAP

NOBODY = "nobody"


class Site:
    """The application, and who may ask it."""

    def __init__(self, data, settings=None):
        self.house = open_house(data)
        self.house.accounts = SqlAccounts(self.house.log.engine, CHEAP)
        make_demo(self.house.office)
        for role in Role:
            self.house.accounts.create(role.value, role.value, "long enough")
            self.house.accounts.grant(role.value, "*", role)
            self.house.accounts.open_session(role.value, f"session-of-{role.value}", 2**40)
        self.context = make_context(self.house, settings)
        self.app = build(self.context)

    def asking(self, role, **words):
        """A client with the session of a role and a CSRF token."""
        attempts.forget()
        client = TestClient(self.app, raise_server_exceptions=False, **words)
        client.headers["accept-language"] = "en"
        if role != NOBODY:
            client.cookies.set(SESSION, f"session-of-{role}")
        client.get("/sign-in")
        client.headers["x-csrftoken"] = form_token(client)
        return client


def form_token(client):
    """Give the token of forms that a client holds; its cookie has another name over TLS."""
    return client.cookies.get("csrftoken") or client.cookies.get("__Host-csrftoken")


@pytest.fixture(scope="session")
def secured(tmp_path_factory):
    site = Site(str(tmp_path_factory.mktemp("security") / "j.sqlite"))
    with TestClient(site.app):
        yield site
    site.house.close()
