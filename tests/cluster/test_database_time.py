"""The time of the database as a process reads it from its own clock.

Invariants: a slow answer never moves what quick ones said by more than two clocks run apart; a
clock of the database that was set anew is followed at once.
"""

from datetime import datetime

from qipan.cluster.database_time import DatabaseTime


class Watch:
    """This machine's clock, in the test's hand; the database is ``ahead`` of it."""

    def __init__(self, ahead=5_000_000):
        self.ms, self.ahead = 1_000, ahead
        self.time = DatabaseTime(lambda: self.ms)

    def ask(self, there, back):
        """Ask: the database reads its clock ``there`` after the question, and answers."""
        begun = self.ms
        said = begun + there + self.ahead
        self.ms = begun + there + back
        self.time.look(said, begun)

    @property
    def wrong(self):
        """Say by how many milliseconds it is wrong."""
        return round(self.time.now().timestamp() * 1000) - (self.ms + self.ahead)


def test_a_quick_answer_tells_the_time():
    watch = Watch()
    watch.ask(2, 2)
    assert isinstance(watch.time.now(), datetime)
    assert watch.wrong == 0
    watch.ms += 10_000
    assert watch.wrong == 0


def test_a_slow_answer_moves_no_clock():
    """One way took 1.4 s: halved, that was 0.7 s for or against a player at a takeover."""
    for there, back in ((1400, 0), (0, 1400), (700, 700)):
        watch = Watch()
        watch.ask(1, 1)
        watch.ms += 1_000
        watch.ask(there, back)
        assert abs(watch.wrong) <= 4, (there, back)


def test_slow_answers_narrow_each_other_down():
    watch = Watch()
    watch.ask(1000, 0)
    assert abs(watch.wrong) == 500
    watch.ask(0, 1000)
    assert abs(watch.wrong) <= 2


def test_a_database_whose_clock_was_set_is_followed():
    watch = Watch()
    watch.ask(1, 1)
    watch.ahead -= 3_600_000
    watch.ask(1, 1)
    assert watch.wrong == 0


def test_clocks_that_run_apart_are_followed():
    watch = Watch()
    watch.ask(1, 1)
    for _ in range(1000):
        watch.ms += 1_000
        watch.ahead += 1 if watch.ms % 2 else 0  # half a millisecond a second, and more
        watch.ask(1, 1)
        assert abs(watch.wrong) <= 3
