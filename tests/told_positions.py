"""Positions as a page knows them: told whole, or by what changed since."""

from qipan.play.feed.changes import with_change


class TableReader:
    """Reads what a table says to one connection, and keeps the position as a page does."""

    def __init__(self):
        self.known = None

    def read(self, message):
        """Give a message with its whole position; it must follow the one before."""
        if message["type"] not in ("state", "event"):
            return message
        if "changes" in message:
            message = self._whole(dict(message))
        self.known = message
        return message

    def _whole(self, message):
        changes, known = dict(message.pop("changes")), self.known
        assert message.pop("after") == known["seq"]
        clocks, view = changes.pop("clocks"), changes.pop("view", {})
        parts = ("phase", "acting", "outcome", "suspended", "ends")
        message |= {part: known[part] for part in parts} | changes
        message["view"] = with_change(known["view"], view)
        seats = [
            clocks["seats"].get(str(seat), clock)
            for seat, clock in enumerate(known["clocks"]["seats"])
        ]
        message["clocks"] = {"running": clocks["running"], "seats": seats}
        return message
