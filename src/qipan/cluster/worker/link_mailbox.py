"""A mailbox whose reader is connected to an edge: what is said to them travels over its link."""

from qipan.cluster.transport.frames import Drop
from qipan.cluster.transport.link import Link
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.play.room import Room


class LinkMailbox:
    """One line of an edge, looking at a table of a shard that is held here."""

    __slots__ = ("_line", "_link", "_owned_shard", "_room", "dropped")

    def __init__(self, link: Link, line: int, owned_shard: OwnedShard, room: Room) -> None:
        """Speak on a line of a link."""
        self._link, self._line, self._owned_shard, self._room = link, line, owned_shard, room
        self.dropped = ""

    def send(self, message: bytes) -> None:
        """Say something; nothing is said by an owner that is none any more."""
        if not self.dropped and not self._owned_shard.lost:
            self._link.say(self._line, message, self._room.table.version)

    def drop(self, why: str) -> None:
        """Have the line closed."""
        if not self.dropped:
            self.dropped = why
            self._link.put(Drop(self._line, why))
