"""Events about what is known of a person. None of them says who that was."""

from qipan.journal.event import Event
from qipan.kernel.ids import PersonId


class PersonErased(Event, frozen=True, tag="person-erased/1"):
    """Name, birth date, phone and the rest of what was known of a person were erased."""

    person: PersonId
    reason: str = ""


Events = PersonErased
