"""A site to test with: the application on a fresh journal, and ways to sign in."""

import re
from contextlib import contextmanager

from argon2 import PasswordHasher
from litestar.testing import TestClient

from qipan.desk.roles import Role
from qipan.store.accounts import SqlAccounts
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from web.standing import application, demo_house

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
WOMEN = "/c/demo/women"


@contextmanager
def site(folder):
    """Serve the demo, without a network."""
    house = demo_house(folder)
    house.accounts = SqlAccounts(house.log.engine, CHEAP)
    for role in Role:
        house.accounts.create(role.value, role.value, "long enough")
        house.accounts.grant(role.value, "*", role)
    attempts.forget()
    with (
        application(make_context(house)) as (app, _),
        TestClient(app, raise_server_exceptions=True) as client,
    ):
        client.headers["accept-language"] = "en"
        yield client, house
    house.close()


def token(client, path="/sign-in"):
    """Fetch a page and give its CSRF token."""
    page = client.get(path).text
    return re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]


def sign_in_as(client, role):
    """Sign in with the account of a role."""
    form = {"name": role.value, "password": "long enough", "_csrf_token": token(client)}
    answer = client.post("/sign-in", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text


def act(client, action, path=WOMEN, **fields):
    """Post one of the desk's forms as the page would."""
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    return client.post(f"{path}/{action}", data=fields, follow_redirects=False)
