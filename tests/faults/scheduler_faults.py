"""What is done to schedulers, always to the one that is active and while it has something to do.

Each fault has contests fall due during it, and gives the moment from which all must be done. What
outlasts a lease is judged twice: the other scheduler must do what is due while the fault lasts;
and when it is healed, what falls due just then must be done once, whoever does it.
"""

import time

from qipan.play.shards import SCHEDULER

PAST_THE_LEASE = 5.5
NEAR = 0.6
"""Seconds before or after something is due at which a scheduler is struck."""
LATER = 3.0


class SchedulerFaults:
    """A part of a scenario."""

    def scheduler(self, seconds=30):
        """Find the active one: a fault of an idle one tries nothing."""
        end = time.time() + seconds
        while time.time() < end:
            for each in self.cluster.of("scheduler"):
                if each.process.poll() is None and SCHEDULER in self.owned(each):
                    return each
            time.sleep(0.2)
        raise AssertionError(f"no scheduler was active for {seconds} s")

    def due_soon(self, *kinds, lead=2.0):
        """Have things fall due at one moment; gives that moment."""
        self.wanted = [self.contests.open(each, lead) for each in kinds]
        return max(each.due for each in self.wanted)

    def strike(self, due):
        """Wait for a moment near the one at which something is due."""
        moment = due + self.dice.uniform(-NEAR, NEAR)
        time.sleep(max(0.0, moment - time.time()))

    def kill_scheduler(self):
        due = self.due_soon("begins", "forfeits")
        victim = self.scheduler()
        self.strike(due)
        victim.kill()
        at = time.time()
        self.again(victim)
        return max(at, due)

    def pause_scheduler(self):
        victim = self.scheduler()
        return self.strike_twice("pause_scheduler", victim.pause, victim.wake)

    def cut_scheduler_from_database(self):
        name, proxy = "cut_scheduler_from_database", self.line_of(self.scheduler(), "database")
        return self.strike_twice(name, self.either(proxy), proxy.heal)

    def cut_scheduler_from_broker(self):
        name, proxy = "cut_scheduler_from_broker", self.line_of(self.scheduler(), "broker")
        return self.strike_twice(name, self.either(proxy), proxy.heal)

    def line_of(self, who, what):
        return self.cluster.proxies[who.name, what]

    def either(self, proxy):
        """Choose between a line that breaks and one that swallows everything."""
        return self.dice.choice((proxy.cut_off, proxy.swallow))

    def strike_twice(self, name, begin, end):
        """Let something be due when a fault begins, and again when it ends.

        Between the two a round that the victim takes for due is moved away.
        """
        due = self.due_soon("begins", "forfeits")
        moved = self.contests.open("moved", lead=due - time.time() + LATER)
        self.strike(due)
        begin()
        at = time.time()
        try:
            self.contests.move_away(moved)
            took = self.contests.progress([*self.wanted, moved], max(at, due))
            self.during.setdefault(name, []).append(took)
            time.sleep(max(0.0, at + PAST_THE_LEASE - LATER - time.time()))
            again = self.due_soon("begins", "forfeits")
            self.strike(max(again, at + PAST_THE_LEASE))
        finally:
            end()
        self.wanted.append(moved)
        return max(again, time.time())

    # -- what is told of them ------------------------------------------------------------------

    def contests_went_on(self, name, back):
        """Wait for what a fault had fall due, and check it; gives words for its line."""
        wanted, self.wanted = self.wanted, []
        if not wanted:
            return ""
        took = self.contests.progress(wanted, back)
        self.rounds.setdefault(name, []).append(took)
        first = self.during.get(name, [0])[-1]
        during = f" (meanwhile {first:.1f})" * bool(first)
        return f"; what was due done after {took:.1f} s{during}"

    def times_of_contests(self, name):
        """Say how long schedulers took after one kind of fault, if it was theirs."""
        text, waits, during = "", self.rounds.get(name), self.during.get(name)
        if waits:
            text = f"; what was due done after {max(waits):.1f} s"
        return text + (f", while it lasted after {max(during):.1f} s" if during else "")

    def tell_contests(self):
        """Judge all contests by the journal, and say what was done. Raises AssertionError."""
        done, late = self.contests.settle()
        self.say(f"contests: {done}; a round began {late:.1f} s late at most")
