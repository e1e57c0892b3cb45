"""A log that stores only when it is told to, and that nobody may wait for."""

from concurrent.futures import Future


class SlowLog:
    """Holds what is handed in while ``holding``, and then stores it or fails."""

    def __init__(self, log):
        self._log, self.held, self.holding = log, [], False

    def __getattr__(self, name):
        return getattr(self._log, name)

    def append(self, batch):
        raise AssertionError("the loop would stand still")

    def submit(self, batch):
        if not self.holding:
            return self._log.submit(batch)
        future = Future()
        self.held.append((batch, future))
        return future

    def store(self, error=None):
        """Store what is held, or let it fail."""
        held, self.held = self.held, []
        for batch, future in held:
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(self._log.append(batch))

    def store_all(self):
        """Store until nothing more is handed in."""
        while self.held:
            self.store()
