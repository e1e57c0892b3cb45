"""The lease of the schedulers goes to one that hears the tables; who has it knows every contest."""

import asyncio
from datetime import UTC, datetime

from cluster.one_worker import Book
from qipan.cluster.scheduler import GIVES_WAY, Timekeeper
from qipan.contest import Scheduler
from qipan.play.shards import LEASE, RENEW, SCHEDULER, Lease


class Clock:
    """Milliseconds in the hand of the test."""

    def __init__(self):
        self.ms = 10_000

    def __call__(self):
        return self.ms


class OneLease(Book):
    """The lease of the schedulers alone, renewed as the database does it."""

    def __init__(self, clock):
        super().__init__(clock)
        self.leases = {SCHEDULER: Lease(SCHEDULER, "", 0, 0)}

    async def renew(self, shards, owner, unsettled=()):
        found = self.leases[SCHEDULER]
        if found.owner != owner or found.until < self.clock():
            return frozenset(), self.clock()
        self.own(owner, shards, self.clock() + LEASE)
        return frozenset(shards), self.clock()


class Pair:
    """Two schedulers that look at one lease, each with a line to the broker that may be cut."""

    def __init__(self, begins=lambda: None):
        self.clock = Clock()
        book = OneLease(self.clock)
        self.hears = {"a": True, "b": True}
        self.keepers = {
            name: Timekeeper(
                name,
                book,
                [],
                self.clock,
                hears=lambda name=name: self.hears[name],
                begins=begins if name == "a" else lambda: None,
            )
            for name in self.hears
        }

    def pass_on(self, milliseconds):
        """Let time pass; gives who was active, look by look."""

        async def run():
            found = []
            for _ in range(milliseconds // RENEW):
                for each in self.keepers.values():
                    await each.reach()
                self.clock.ms += RENEW
                found.append("".join(name for name, each in self.keepers.items() if each.active))
            return found

        return asyncio.run(run())


def test_one_keeps_the_lease_while_it_hears_the_tables():
    assert set(Pair().pass_on(3 * LEASE)) == {"a"}


def test_one_that_is_cut_off_from_the_broker_gives_way_and_does_not_come_back():
    pair = Pair()
    pair.pass_on(2 * RENEW)
    pair.hears["a"] = False
    found = pair.pass_on(4 * LEASE)
    assert found[: GIVES_WAY // RENEW - 1] == ["a"] * (GIVES_WAY // RENEW - 1)
    assert found.index("b") <= GIVES_WAY // RENEW + 1
    assert set(found[found.index("b") :]) == {"b"}
    pair.hears["a"] = True
    assert set(pair.pass_on(LEASE)) == {"b"}


def test_a_short_outage_moves_nothing():
    pair = Pair()
    pair.pass_on(2 * RENEW)
    pair.hears["a"] = False
    pair.pass_on(RENEW)
    pair.hears["a"] = True
    assert set(pair.pass_on(LEASE)) == {"a"}


def test_where_nobody_hears_the_broker_there_is_still_one_most_of_the_time():
    pair = Pair()
    pair.hears = dict.fromkeys(pair.hears, False)
    found = pair.pass_on(10 * LEASE)
    assert "ab" not in found
    assert found.count("") <= len(found) / 2
    assert {"a", "b"} <= set(found)


class Shelf:
    """An office that only says how often everything was looked at."""

    looks = 0

    def competitions(self):
        self.looks += 1
        return []


def test_who_becomes_active_again_looks_at_every_contest():
    office = Shelf()
    contests = Scheduler(office)
    pair = Pair(begins=contests.look_around)
    now = datetime(2026, 1, 1, tzinfo=UTC)

    def looks():
        for _ in range(3):
            contests.step(now, {})
        return office.looks

    pair.pass_on(LEASE)
    assert looks() == 1
    pair.hears["a"] = False
    pair.pass_on(LEASE)
    assert not pair.keepers["a"].active
    pair.hears.update(a=True, b=False)
    pair.pass_on(LEASE)
    assert pair.keepers["a"].active
    assert looks() == 2
