"""The first account of a server: a link with which the chief arbiter signs in once."""

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import Role
from qipan.wiring import House, new_token, utc_now

CHIEF = "chief"
LINK_SECONDS = 3600


def chief_link(house: House, base: str) -> str:
    """Make a one-time sign-in link for the chief arbiter, whose account is made if needed."""
    if house.accounts.find(CHIEF) is None:
        house.accounts.create(CHIEF, "裁判长 Chief arbiter", None)
    house.accounts.grant(CHIEF, EVERYWHERE, Role.CHIEF_ARBITER)
    token = new_token()
    house.accounts.make_link(CHIEF, token, int(utc_now().timestamp()) + LINK_SECONDS)
    return f"{base}/sign-in/{token}"
