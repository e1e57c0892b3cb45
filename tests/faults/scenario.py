"""Faults, one after the other, while games go on; each is undone, and every game must go on.

Run as a program for a long time: ``python tests/faults/scenario.py --minutes 30 --seed 1`` writes a
line a minute and a verdict (``--each``: a line a fault). It starts everything itself, on the
loopback, and says what everybody believes of a table that stands still.
"""

import argparse
import contextlib
import signal
import sys
import time
from collections import Counter, deque
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from sqlalchemy import select

from faults.checking import Silence
from faults.contests import Contests
from faults.playing import Play
from faults.scheduler_faults import PAST_THE_LEASE, SchedulerFaults
from faults.small_disk import Disk
from postgres import Postgres
from processes import Cluster
from qipan.play.shards import shard_of
from qipan.store.schema import shard_fence, shard_lease
from qipan.wiring import open_log

LIMIT = 6.0
"""Seconds within which players go on after an owner was killed."""


class Scenario(SchedulerFaults):
    """A cluster, games and contests on it, and everything that can be done to it."""

    def __init__(self, seed, tables, say=print):
        self.dice, self.say = Random(seed), say
        self.postgres = self.disk = self.cluster = self.contests = None
        self.number = 10
        self.silences, self.waits, self.meanwhile = [], {}, {}
        self.wanted, self.rounds, self.during = [], {}, {}
        self.lately, self.minute, self.begun = deque(maxlen=8), Counter(), time.monotonic()
        self.each, self.told = False, 0
        try:
            begun = time.monotonic()
            self.postgres = Postgres()
            self.disk = Disk(self.postgres)
            self.cluster = Cluster(self.postgres, schedulers=2, faulty=True, forked=True)
            self.disk.move_journal(self.cluster.data)
            self.play = Play(self.cluster, tables, seed)
            self.play.progress(time.time())
            self.contests = Contests(self.play)
        except BaseException:
            self.close()
            raise
        say(f"started in {time.monotonic() - begun:.1f} s, {tables} tables, seed {seed}")

    def close(self):
        with contextlib.suppress(AttributeError):
            self.play.end()
        if self.contests is not None:
            self.contests.close()
        if self.cluster is not None:
            self.cluster.close()
        for each in (self.postgres, self.disk):
            if each is not None:
                each.remove()

    def run(self, name):
        """Do one thing, undo it, and wait until every game goes on, and all that is due is done."""
        self.contests.keep_coming()
        begun = time.time()
        back = getattr(self, name)() or time.time()
        took = self.play.progress(back)
        self.waits.setdefault(name, []).append(took)
        self.play.raise_failures()
        done = self.contests_went_on(name, back)
        first = self.meanwhile.get(name, [0])[-1]
        line = (
            f"{time.strftime('%H:%M:%S')} {name:<27} {time.time() - begun:5.1f} s,"
            f" all games went on after {took:4.1f} s{f' (meanwhile {first:.1f})' * bool(first)},"
            f" {self.play.acknowledged} acknowledged{done}"
        )
        self.lately.append(line)
        self.minute[name] += 1
        if self.each:
            self.say(line)
        return took

    def tell_minute(self):
        """Say once a minute what was done in it."""
        minute = int((time.monotonic() - self.begun) / 60)
        if minute > self.told and not self.each:
            self.told = minute
            done = ", ".join(f"{name} {count}" for name, count in sorted(self.minute.items()))
            self.say(f"{minute:3} min  {self.play.acknowledged:6} acknowledged  {done}")
            self.minute.clear()

    def worker(self):
        """Choose a worker that owns a game: a fault of an idle one tries nothing."""
        busy = {shard_of(table.name) for table in self.play.tables}
        workers = self.cluster.of("worker")
        owners = [each for each in workers if busy & set(self.owned(each))]
        return self.dice.choice(owners or workers)

    def edge(self):
        return self.dice.choice(self.cluster.of("edge"))

    def again(self, old):
        """Start a process like one that is gone."""
        self.number += 1
        self.cluster.roles.remove(old)
        made = self.cluster.faulty(old.role, self.number).start(wait=False)
        self.cluster.roles.append(made)
        return made

    # -- faults: each gives the moment from which games should go on ---------------------------

    def outlast(self, name):
        """Wait while a fault lasts longer than a lease: the games must go on all the same."""
        at = time.time()
        took = self.play.progress(at)
        self.meanwhile.setdefault(name, []).append(took)
        time.sleep(max(0, at + PAST_THE_LEASE - time.time()))

    def owned(self, worker):
        """Give the shards of a worker and their epochs; an owner's name holds its process id."""
        log = open_log(self.cluster.data, read_only=True)
        try:
            with log.engine.connect() as line:
                both = shard_lease.join(shard_fence, shard_lease.c.shard == shard_fence.c.shard)
                wanted = select(shard_lease.c.shard, shard_lease.c.owner, shard_fence.c.epoch)
                rows = list(line.execute(wanted.select_from(both)))
        finally:
            log.close()
        mark = f"-{worker.process.pid}-"
        return {row.shard: row.epoch for row in rows if mark in row.owner}

    @contextlib.contextmanager
    def silenced(self, worker):
        """Note from when on a worker can give no sign of life: from the end of this on.

        It must last longer than a lease, so that whoever has these epochs has them no more.
        """
        epochs = self.owned(worker)
        yield
        self.silences.append(Silence(time.time(), epochs))

    def kill_owner(self):
        victim = self.worker()
        with self.silenced(victim):
            victim.kill()
        at = time.time()
        self.again(victim)
        return at + 0.1

    def pause_owner(self):
        victim = self.worker()
        with self.silenced(victim):
            victim.pause()
        self.outlast("pause_owner")
        victim.wake()

    def kill_edge(self):
        victim = self.edge()
        victim.kill()
        at = time.time()
        self.again(victim)
        return at + 0.1

    def lose_edge(self):
        """Kill an edge for good; its players go to the others."""
        victim = self.edge()
        victim.kill()
        self.cluster.roles.remove(victim)

    def kill_broker(self):
        broker = self.cluster.broker
        broker.kill()
        time.sleep(self.dice.choice((0.5, 3)))
        broker.start()

    def kill_database(self):
        self.postgres.kill()  # no silence: leases may outlive it, and then their owners do
        time.sleep(self.dice.choice((0.2, 2)))
        self.postgres.start()

    def cut(self, who, what, silently=False):
        """Cut a line, or let it swallow everything."""
        proxy = self.cluster.proxies[who.name, what]
        if silently:
            proxy.swallow()
        else:
            proxy.cut_off()
        return proxy

    def cut_owner_from_database(self, silently=False, name="cut_owner_from_database"):
        victim = self.worker()
        with self.silenced(victim):
            proxy = self.cut(victim, "database", silently)
        self.outlast(name)
        proxy.heal()

    def lose_owner_to_database(self):
        self.cut_owner_from_database(silently=True, name="lose_owner_to_database")

    def cut_for_a_while(self, *what):
        proxy = self.cut(*what)
        time.sleep(PAST_THE_LEASE)
        proxy.heal()

    def cut_owner_from_broker(self):
        self.cut_for_a_while(self.worker(), "broker")

    def cut_edge_from_broker(self):
        self.cut_for_a_while(self.edge(), "broker", self.dice.random() < 0.5)

    def cut_edge_from_database(self):
        self.cut_for_a_while(self.edge(), "database")

    def cut_players_from_edge(self):
        self.play.cut(self.edge().port)

    def fill_disk(self):
        """Fill the disk of the database, make room again after a while."""
        self.disk.fill()
        time.sleep(2)
        self.disk.free()

    def stop_owner(self):
        victim = self.worker()
        victim.stop()
        at = time.time()
        self.again(victim)
        return at

    def verdict(self):
        """Check everything against the journal. Raises AssertionError."""
        self.play.end()
        found, gains = self.play.check(self.silences)
        mixed = sum(getattr(each, "mixed", 0) for each in self.cluster.proxies.values())
        self.say(f"checked: {found}, {mixed} messages lost, repeated or mixed by the carrier")
        if gains:
            self.say(
                f"clocks: {len(gains)} takeovers judged; a mover gained at most {max(gains):.2f} s"
            )
        self.tell_contests()
        self.tell_mistakes()
        for name, waits in sorted(self.waits.items()):
            text = f"  {name:<27} {len(waits):3} times, went on after {max(waits):4.1f} s at most"
            during = self.meanwhile.get(name)
            text += f"; while it lasted after {max(during):.1f} s" if during else ""
            self.say(text + self.times_of_contests(name))
        return found

    def tell_mistakes(self):
        """Say how often a process met a mistake of ours, or a broker's line that was mute."""
        for what in ("'mistake'", "'no echo'"):
            found = [line for text in self.logs() for line in text.splitlines() if what in line]
            if found:
                self.say(f"{what} {len(found)} times, first: {found[0][:1500]}")

    def logs(self):
        """Give what every process wrote, those that are gone included."""
        for path in sorted(self.cluster.folder.glob("*.log")):
            yield path.read_text(errors="replace")

    def explain(self):
        """Say what was done last, and what every process wrote and believes."""
        for line in self.lately:
            self.say(line)
        for role in self.cluster.roles:
            role.signal(signal.SIGUSR1)
        time.sleep(2)
        for role in self.cluster.roles:
            lines = role.text().splitlines()
            told = [each for each in lines if "'belief'" not in each]
            beliefs = [each for each in lines if any(name in each for name in self.play.stuck)]
            believed = [each for each in beliefs if "'belief'" in each]
            self.say("\n".join([f"--- {role.name}", *(each[:300] for each in told[-20:])]))
            self.say("\n".join(believed))


FAULTS = (
    *("kill_owner", "pause_owner", "kill_edge", "kill_broker", "kill_database", "stop_owner"),
    *("cut_owner_from_database", "lose_owner_to_database", "cut_owner_from_broker"),
    *("cut_edge_from_broker", "cut_edge_from_database", "cut_players_from_edge"),
    *("kill_scheduler", "pause_scheduler"),
    *("cut_scheduler_from_database", "cut_scheduler_from_broker"),
)


SHORT = (
    *("kill_owner", "pause_owner", "kill_broker", "kill_database", "cut_owner_from_database"),
    *("kill_scheduler", "fill_disk", "lose_edge"),
)


def chosen(scenario, minutes, only=()):
    """Give the faults in order: each of the short list once, or any for so many minutes."""
    if not scenario.disk.mounted:
        scenario.say(f"fill_disk is left out: {scenario.disk.why}")
    if not minutes:
        yield from (each for each in SHORT if each != "fill_disk" or scenario.disk.mounted)
        return
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end:
        yield scenario.dice.choice(only or FAULTS + ("fill_disk",) * scenario.disk.mounted)


def soak(minutes, seed, tables, *, each=False, only=()):
    def say(text):
        print(text, flush=True)

    def leave(number, _):
        raise SystemExit(f"ended by signal {number}")

    signal.signal(signal.SIGTERM, leave)
    scenario = Scenario(seed, tables, say)
    scenario.each = each or not minutes
    try:
        for name in chosen(scenario, minutes, only):
            scenario.run(name)
            if minutes or name in ("kill_owner", "pause_owner"):
                for role in scenario.cluster.roles:
                    role.wait()
                scenario.cluster.settle(90)
            scenario.play.renew_tables()
            scenario.tell_minute()
        scenario.verdict()
        if kills := scenario.waits.get("kill_owner"):
            most = f"players went on after {max(kills):.1f} s at most"
            say(f"a killed owner: {most} (goal {LIMIT:.0f} s)")
        say(
            "VERDICT: nothing acknowledged lost, nothing played twice, one history each,"
            " clocks credited; whatever was due done once, one table a board"
        )
    except BaseException:
        say("VERDICT: FAILED")
        scenario.explain()
        raise
    finally:
        scenario.close()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=30, help="0: a short list, once")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--tables", type=int, default=12)
    options.add_argument("--each", action="store_true", help="a line for each fault")
    options.add_argument("--only", nargs="+", choices=(*FAULTS, "fill_disk"), default=())
    given = options.parse_args()
    soak(given.minutes, given.seed, given.tables, each=given.each, only=tuple(given.only))
