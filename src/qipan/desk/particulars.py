"""What a competition is: dates, place, organisers, officials, rate of play, contact, logo."""

from base64 import b64decode
from binascii import Error as NotBase64
from datetime import date

import msgspec

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, ListedCommand
from qipan.journal.competition import CompetitionDescribed
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, NamedOfficial
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

DESCRIBED = rule(
    "desk.competition.described",
    "A competition states when and where it is held, who organises it and who officiates.",
)
LONGEST, MOST_OFFICIALS = 300, 60
MOST_LOGO = 80_000
TEXTS = (
    *("place", "organisers", "hosts", "supporters"),
    *("rate_of_play", "contact", "federation"),
)
PICTURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


class DescribeCompetition(Command, frozen=True, tag=True):
    """Say when and where a competition is held, by whom, and who works there."""

    starts: str = ""
    """The first day, as ISO; empty: not known."""
    ends: str = ""
    place: str = ""
    organisers: str = ""
    """主办"""
    hosts: str = ""
    """承办"""
    supporters: str = ""
    """协办"""
    officials: tuple[NamedOfficial, ...] = ()
    rate_of_play: str = ""
    contact: str = ""
    logo: str = ""
    """A small picture, PNG or JPEG, in base64; empty: none."""
    federation: str = ""
    """For whose ratings and titles it counts: MAS, AXF, or a name."""


def describe_competition(
    state: Competition, command: DescribeCompetition
) -> list[CompetitionEvent]:
    """Say what a competition is. Raises Refused for days, texts or pictures that cannot be."""
    if not state.version:
        raise Refused("competition.none", DESCRIBED, competition=state.id)
    starts, ends = _day(command.starts), _day(command.ends)
    if starts and ends and ends < starts:
        raise Refused("describe.days", DESCRIBED, starts=starts, ends=ends)
    said = {
        name: " ".join(getattr(command, name).split())
        for name in (
            "place",
            "organisers",
            "hosts",
            "supporters",
            "rate_of_play",
            "contact",
            "federation",
        )
    }
    officials = tuple(
        NamedOfficial(" ".join(each.role.split()), " ".join(each.name.split()))
        for each in command.officials
        if each.name.strip()
    )
    texts = [*said.values(), *(text for each in officials for text in (each.role, each.name))]
    if len(officials) > MOST_OFFICIALS or any(len(text) > LONGEST for text in texts):
        raise Refused("describe.too-long", DESCRIBED, most=LONGEST)
    _check_logo(command.logo)
    told = CompetitionDescribed(
        starts=starts, ends=ends, officials=officials, logo=command.logo, **said
    )
    if state.particulars is not None and msgspec.structs.asdict(
        state.particulars
    ) == msgspec.structs.asdict(told):
        return []
    return [told]


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text.strip()).isoformat() if text.strip() else ""
    except ValueError:
        raise Refused("describe.no-day", DESCRIBED, day=text[:40]) from None


def _check_logo(logo: str) -> None:
    if not logo:
        return
    if len(logo) > MOST_LOGO * 4 // 3 + 4 or picture_of(logo) is None:
        raise Refused("describe.logo", DESCRIBED, most=MOST_LOGO // 1000)


def picture_of(logo: str) -> tuple[str, bytes] | None:
    """Give the kind and the bytes of a logo; None if it is no picture of ours."""
    try:
        content = b64decode(logo, validate=True)
    except (NotBase64, ValueError):
        return None
    kind = next((kind for head, kind in PICTURES.items() if content.startswith(head)), None)
    return None if kind is None else (kind, content)


DECISIONS: Decisions = {
    DescribeCompetition: ListedCommand(describe_competition, CHIEF_AND_ORGANISER),
}
