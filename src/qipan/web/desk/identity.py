"""Who has proved their real name, until when, and giving up the places of those who did not."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.entries.commands import DropUnverified, VerifyIdentity
from qipan.desk.entries.phases import unverified, verify_by
from qipan.desk.entries.rules import VERIFIED
from qipan.web.desk.page import DeskPage, DeskVisit


def _now(place: DeskVisit) -> str:
    return place.now.isoformat(timespec="minutes")


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show who is still to be verified, and who is."""
    section = place.found
    until = verify_by(section, place.rules)
    waiting = unverified(section, place.rules)
    return {
        "until": until.replace("T", " "),
        "over": bool(until) and _now(place) > until,
        "waiting": waiting,
        "verified": [who for who in section.active if who in section.verified],
        "clause": place.cite(VERIFIED),
    }


async def verify(place: DeskVisit) -> None:
    """Confirm a real name."""
    command = VerifyIdentity(section=place.section, entrant=place.entrant(), now=_now(place))
    await place.carry_out(command)


async def drop(place: DeskVisit) -> None:
    """Take out everybody who did not prove their name in time."""
    await place.carry_out(DropUnverified(section=place.section, now=_now(place)))


PAGE = DeskPage(
    "identity", 7, show, {"verify": verify, "drop": drop}, fits=lambda rules: rules.entries.verify
)
