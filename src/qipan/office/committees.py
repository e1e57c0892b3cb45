"""From the names of a committee to its members: a name is one person in a competition.

Who is named again is the same member, with the conflicts of interest that were declared; an
official who also plays is the player.
"""

from collections.abc import Callable, Sequence

import msgspec

from qipan.desk.appeals.commands import NameCommittee
from qipan.desk.appeals.committee import TWICE, known_officials
from qipan.desk.conduct.bans import name_key
from qipan.desk.people import everybody
from qipan.journal.people import People, Person
from qipan.journal.state import Competition, Official
from qipan.kernel.errors import Refused
from qipan.kernel.ids import PersonId


class NamedMembers(msgspec.Struct, frozen=True):
    """The members of a committee, and those of them whom nobody knew before."""

    members: tuple[Official, ...]
    names: tuple[str, ...]
    newcomers: tuple[PersonId, ...]

    def command(self, body: str, despite: str) -> NameCommittee:
        """Ask for the committee."""
        return NameCommittee(body=body, members=self.members, despite=despite)


def person_named(state: Competition, people: People, name: str) -> PersonId | None:
    """Find somebody of a competition by name: among its officials, else its players."""
    wanted = name_key(name)
    for circle in (known_officials(state), tuple(everybody(state))):
        known = people.find(circle)
        for who in circle:
            if who in known and (name == who or name_key(known[who].name) == wanted):
                return who
    return None


def named_members(
    state: Competition,
    people: People,
    names: Sequence[str],
    online: Sequence[str],
    random_bytes: Callable[[int], bytes],
) -> NamedMembers:
    """Find the members, and save those who are new.

    ``online`` marks members among those named, or adds them. Raises Refused if a name is there
    twice; nobody is saved then.
    """
    written = [" ".join(each.split())[:200] for each in names]
    twice = [name for name in written if [*map(name_key, written)].count(name_key(name)) > 1]
    if twice:
        raise Refused("committee.twice", TWICE, name=twice[0])
    away: dict[str, str] = {}
    for name in online:
        away.setdefault(name_key(name), " ".join(name.split())[:200])
    here = {name_key(name) for name in written}
    written += [name for key, name in away.items() if key not in here]
    members: list[Official] = []
    newcomers: list[PersonId] = []
    for name in written:
        person = person_named(state, people, name)
        if person is None:
            person = PersonId(f"p-{random_bytes(12).hex()}")
            newcomers.append(person)
            people.save(person, Person(name=name))
        members.append(Official(person, name_key(name) in away))
    return NamedMembers(tuple(members), tuple(written), tuple(newcomers))
