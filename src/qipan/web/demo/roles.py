"""Who one can be in the demo, and where there is something to do for them."""

import msgspec

from qipan.desk.roles import Role
from qipan.journal.state import Competition
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.office.office import Office
from qipan.sections.stages import undecided
from qipan.simulation.demo_world.scenes import CLUB, LEAGUE, TEAM, WORLD
from qipan.web.demo.online_contest import PREFIX, SECTION, newest


class StaffRole(msgspec.Struct, frozen=True):
    """Somebody of the staff: an account, and the page on which something waits."""

    name: str
    account: str
    display: str
    role: Role
    page: str


class PhonePlayer(msgspec.Struct, frozen=True):
    """Somebody with a card on a phone."""

    competition: CompetitionId
    section: SectionId
    entrant: EntrantId


STAFF_ROLES = (
    StaffRole(
        "chief",
        "demo-chief",
        "Demo · Chief arbiter 裁判长",
        Role.CHIEF_ARBITER,
        f"/c/{WORLD}/men/desk/results",
    ),
    StaffRole(
        "arbiter",
        "demo-arbiter",
        "Demo · Arbiter 裁判员",
        Role.ARBITER,
        f"/c/{LEAGUE}/league/desk/results",
    ),
    StaffRole(
        "organiser",
        "demo-organiser",
        "Demo · Organiser 主办方",
        Role.ORGANISER,
        f"/c/{CLUB}/evening/desk/entries",
    ),
)
GUEST_PAGES = {"spectator": "/watch", "projector": f"/c/{WORLD}/men/projector"}
"""Who needs no account."""
CAPTAIN, PLAYER = "captain", "player"
NAMES = ("chief", "arbiter", "organiser", CAPTAIN, PLAYER, *GUEST_PAGES)
"""All, in the order of the bar."""


def has_hint(name: str, path: str) -> bool:
    """Say whether a page is where something waits for somebody."""
    staff = staff_role(name)
    if staff is not None:
        return path == staff.page
    home = {CAPTAIN: f"/c/{TEAM}/", PLAYER: f"/c/{PREFIX}"}.get(name) or GUEST_PAGES.get(name)
    return home is not None and path.startswith(home)


def staff_role(name: str) -> StaffRole | None:
    """Find a role of the staff."""
    return next((each for each in STAFF_ROLES if each.name == name), None)


def phone_player(office: Office, name: str) -> PhonePlayer:
    """Find whose card the captain's or the player's phone takes. Raises Unknown."""
    if name == CAPTAIN:
        section = SectionId("team")
        return PhonePlayer(TEAM, section, _captain(office.state(TEAM), section))
    found = newest(office) if name == PLAYER else None
    if found is None:
        raise Unknown("role", name[:40])
    return PhonePlayer(found.id, SECTION, found.sections[SECTION].order[0])


def _captain(state: Competition, section: SectionId) -> EntrantId:
    """Give a team for whose captain something waits: one of a play-off, else the first."""
    found = state.sections[section]
    current = found.current
    waiting = undecided(state, found, current) if current is not None else ()
    for board in waiting:
        table = current.table(board) if current is not None else None
        if table is not None:
            return table.seats[0]
    return found.order[0]
