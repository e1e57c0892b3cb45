"""What tests of pages share: one site for a chief arbiter, a competition for each test."""

from itertools import count

import pytest

from qipan.desk.roles import Role
from web.site import sign_in_as, site


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One site for all tests of a chief arbiter; each has a competition of its own."""
    with site(tmp_path_factory.mktemp("shared")) as (client, house):
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house, count(1)


@pytest.fixture
def chief(shared):
    client, house, numbers = shared
    client.home = house.home = f"cup{next(numbers)}"
    return client, house
