"""The captain of a team, who leads and does not play: found by name, or kept as somebody new."""

from collections.abc import Iterator
from contextlib import contextmanager

from qipan.desk.people import forget_refused
from qipan.journal.people import Person
from qipan.journal.state import Competition
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import PersonId
from qipan.office.committees import person_named
from qipan.office.office import Office


@contextmanager
def captain_named(
    office: Office, state: Competition, name: str, *, keep: bool = True
) -> Iterator[PersonId]:
    """Give the person of that name; somebody new is forgotten again if the act is refused.

    Without ``keep`` nobody is written down: for a look at what would follow.
    """
    people = office.around.people
    known = person_named(state, people, name)
    who = known or office.fresh_person()
    fresh = known is None and keep
    if fresh:
        people.save(who, Person(name=name))
    try:
        yield who
    except QipanError as error:
        forget_refused(people, [who] if fresh else [], error)
        raise
