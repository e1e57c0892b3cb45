"""Which photographs of records everybody may see: decided when they are looked at, every time.

An arbiter notes that those at the board agree (``ShowPhoto``). A board with a minor needs the
guardians' consent too, whenever the birth becomes known; and once somebody at the board is erased
nothing of it is shown any more.
"""

from qipan.journal.state import Photograph
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.office.registration import is_minor
from qipan.web.shared.section_context import About

Place = tuple[RoundNo, BoardNo]


def shown_photos(about: About) -> dict[Place, list[Photograph]]:
    """Give the photographs that everybody may see, by round and board of published rounds."""
    section = about.section
    found: dict[Place, list[Photograph]] = {}
    for place, taken in section.photos.items() if section.shown_photos else ():
        if not section.rounds[place[0] - 1].published:
            continue
        for each in taken:
            if each.hash in section.shown_photos and _allowed(about, place, each.hash):
                found.setdefault(place, []).append(each)
    return found


def withheld_photos(about: About) -> set[str]:
    """Name the photographs that were to be shown and are not."""
    section = about.section
    seen = {each.hash for taken in shown_photos(about).values() for each in taken}
    return set(section.shown_photos) - seen


def _allowed(about: About, place: Place, photo: str) -> bool:
    section = about.section
    table = section.rounds[place[0] - 1].table(place[1])
    people = [
        who for seat in (table.seats if table else ()) for who in section.entrants[seat].people
    ]
    if any(who in about.state.erased or who not in about.known for who in people):
        return False
    today = about.context.now().date()
    minors = any(is_minor(about.known[who].birth, today) for who in people)
    return section.shown_photos[photo] or not minors
