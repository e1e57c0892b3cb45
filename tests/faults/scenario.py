"""Faults, one after the other, while games go on; each is undone, and every game must go on.

Run as a program for a long time: ``python tests/faults/scenario.py --minutes 30 --seed 1`` writes a
line for each fault and a verdict. It starts everything itself, on the loopback.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from sqlalchemy import select

from faults.playing import Play
from postgres import Postgres
from processes import Cluster
from qipan.store.schema import shard_lease
from qipan.wiring import open_log

PAST_THE_LEASE = 5.5
LIMIT = 6.0
"""Seconds within which players go on after an owner was killed."""


class Disk:
    """A small disk for the journal, if one can be mounted here; else ``why`` says why not."""

    def __init__(self, postgres, size="256m"):
        self.postgres = postgres
        self.folder = Path(tempfile.mkdtemp(prefix="qipan-disk-", dir="/tmp"))
        words = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "none", str(self.folder)]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            self.mounted, self.why = done.returncode == 0, done.stderr.strip()
        except OSError as error:
            self.mounted, self.why = False, str(error)

    def move_journal(self, data):
        """Keep the events there."""
        if self.mounted:
            there = self.folder / "space"
            there.mkdir()
            if self.postgres.who:
                os.chown(there, self.postgres.who["user"], self.postgres.who["group"])
            name = data.rpartition("/")[2]
            self.postgres.execute(f"CREATE TABLESPACE small LOCATION '{there}'")
            self.postgres.execute("ALTER TABLE event SET TABLESPACE small", name)
            self.postgres.execute("ALTER INDEX event_pkey SET TABLESPACE small", name)

    def fill(self):
        with (self.folder / "filler").open("wb", buffering=0) as filler:
            for size in (1 << 20, 1 << 12):
                with contextlib.suppress(OSError):
                    while True:
                        filler.write(bytes(size))

    def free(self):
        (self.folder / "filler").unlink(missing_ok=True)

    def remove(self):
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Scenario:
    """A cluster, games on it, and everything that can be done to it."""

    def __init__(self, seed, tables, say=print):
        self.dice, self.say = Random(seed), say
        self.postgres = Postgres()
        self.disk = Disk(self.postgres)
        self.cluster = None
        self.number = 10
        self.kills, self.waits = [], {}
        try:
            begun = time.monotonic()
            self.cluster = Cluster(self.postgres, faulty=True)
            self.disk.move_journal(self.cluster.data)
            self.play = Play(self.cluster, tables, seed)
            self.play.progress(time.time())
        except BaseException:
            self.close()
            raise
        say(f"started in {time.monotonic() - begun:.1f} s, {tables} tables, seed {seed}")

    def close(self):
        with contextlib.suppress(AttributeError):
            self.play.end()
        if self.cluster is not None:
            self.cluster.close()
        self.postgres.remove()
        self.disk.remove()

    def run(self, name):
        """Do one thing, undo it, and wait until every game goes on."""
        begun = time.time()
        back = getattr(self, name)() or time.time()
        took = self.play.progress(back)
        self.waits.setdefault(name, []).append(took)
        self.play.raise_failures()
        self.say(
            f"{time.strftime('%H:%M:%S')} {name:<24} {time.time() - begun:5.1f} s,"
            f" all games went on after {took:4.1f} s, {self.play.acknowledged} acknowledged"
        )
        return took

    def worker(self):
        return self.dice.choice(self.cluster.of("worker"))

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

    def owned_by(self, worker):
        """List the shards of a worker, as the leases say; its name holds its process id."""
        log = open_log(self.cluster.data, read_only=True)
        try:
            with log.engine.connect() as line:
                rows = line.execute(select(shard_lease.c.shard, shard_lease.c.owner))
                mark = f"-{worker.process.pid}-"
                return frozenset(row.shard for row in rows if mark in row.owner)
        finally:
            log.close()

    def kill_owner(self):
        victim = self.worker()
        owned = self.owned_by(victim)
        at = time.time()
        victim.kill()
        self.kills.append((at, owned))
        self.again(victim)
        return at + 0.1

    def pause_owner(self):
        victim = self.worker()
        victim.pause()
        time.sleep(PAST_THE_LEASE)
        victim.wake()

    def kill_edge(self):
        victim = self.edge()
        victim.kill()
        at = time.time()
        self.again(victim)
        return at + 0.1

    def kill_broker(self):
        broker = self.cluster.broker
        broker.kill()
        time.sleep(self.dice.choice((0.5, 3)))
        broker.start()

    def kill_database(self):
        self.postgres.kill()
        time.sleep(self.dice.choice((0.2, 2)))
        self.postgres.start()

    def cut(self, who, what, silently):
        """Cut a line, or let it swallow everything, for longer than a lease; then heal it."""
        proxy = self.cluster.proxies[who.name, what]
        if silently:
            proxy.swallow()
        else:
            proxy.cut_off()
        time.sleep(PAST_THE_LEASE)
        proxy.heal()

    def cut_owner_from_database(self):
        self.cut(self.worker(), "database", silently=False)

    def lose_owner_to_database(self):
        self.cut(self.worker(), "database", silently=True)

    def cut_owner_from_broker(self):
        self.cut(self.worker(), "broker", silently=False)

    def cut_edge_from_broker(self):
        self.cut(self.edge(), "broker", silently=self.dice.random() < 0.5)

    def cut_edge_from_database(self):
        self.cut(self.edge(), "database", silently=False)

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
        found = self.play.check(self.kills)
        gains = found.pop("gains")
        mixed = sum(getattr(each, "mixed", 0) for each in self.cluster.proxies.values())
        self.say(f"checked: {found}, {mixed} messages lost, repeated or mixed by the carrier")
        if gains:
            self.say(f"clocks: a mover gained at most {max(gains):.2f} s at a killed owner")
        for name, waits in sorted(self.waits.items()):
            most = max(waits)
            self.say(f"  {name:<24} {len(waits):3} times, went on after {most:4.1f} s at most")
        return found


FAULTS = (
    *("kill_owner", "pause_owner", "kill_edge", "kill_broker", "kill_database", "stop_owner"),
    *("cut_owner_from_database", "lose_owner_to_database", "cut_owner_from_broker"),
    *("cut_edge_from_broker", "cut_edge_from_database"),
)


SHORT = (
    *("kill_owner", "pause_owner", "kill_broker", "kill_database", "cut_owner_from_database"),
    *("fill_disk", "kill_edge"),
)


def chosen(scenario, minutes):
    """Give the faults in order: each of the short list once, or any for so many minutes."""
    if not scenario.disk.mounted:
        scenario.say(f"fill_disk is left out: {scenario.disk.why}")
    if not minutes:
        yield from (each for each in SHORT if each != "fill_disk" or scenario.disk.mounted)
        return
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end:
        yield scenario.dice.choice(FAULTS + ("fill_disk",) * scenario.disk.mounted)


def soak(minutes, seed, tables):
    def say(text):
        print(text, flush=True)

    scenario = Scenario(seed, tables, say)
    try:
        for name in chosen(scenario, minutes):
            scenario.run(name)
            if minutes or name in ("kill_owner", "pause_owner"):
                for role in scenario.cluster.roles:
                    role.wait()
                scenario.cluster.settle(90)
            scenario.play.renew_tables()
        scenario.verdict()
        slowest = max(scenario.waits.get("kill_owner", [0]))
        say(f"a killed owner: players went on after {slowest:.1f} s at most (goal {LIMIT:.0f} s)")
        say("VERDICT: nothing acknowledged lost, nothing played twice, one history each")
    except BaseException:
        say("VERDICT: FAILED")
        for role in scenario.cluster.roles:
            say(f"--- {role.name}\n{role.text()[-3000:]}")
        raise
    finally:
        scenario.close()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=30, help="0: a short list, once")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--tables", type=int, default=12)
    given = options.parse_args()
    soak(given.minutes, given.seed, given.tables)
