"""Many people on one contest page and its start: CPU a person, time until all are seated.

    python benchmarks/contest.py [PEOPLE] [--lines 200]      (Linux: reads /proc)

A section of the online contest is served by ``qipan serve`` in a process of its own. Everybody
opens the own page, checks in, asks for the card again as the page's script does, and when the
round is drawn goes to the table and waits for its position. Printed are CPU milliseconds of the
server for each of these, in one run, and seconds from the start of the round until the first and
the last sit. The clients run in this process, so on two cores they are in each other's way.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.host.seat_key import seat_key_of
from qipan.journal.people import Person
from qipan.kernel.ids import PersonId
from qipan.play.seats import opaque_id
from qipan.wiring import open_house
from tables.clients import connect
from tables.servers import Server, Stolen

SECTION = "/c/cup/entry"
SOON = 2.2
"""Seconds between two looks at the card when something is about to happen, as the page has it."""


def prepare(path, people):
    """Enter everybody, each with an account and a session."""
    house = open_house(str(path))
    office, key = house.office, seat_key_of(house)
    office.create("cup", "t", "Cup", "gm-2025")
    options = {"entry_checks": False, "group": "open"}
    section = OpenSection(section="entry", title="Entry", under="entry", options=options)
    office.carry_out("cup", "t", section)
    newcomers = []
    for number in range(people):
        name, shown = f"player{number}", f"棋手{number}"
        house.accounts.create(name, shown, None)
        house.accounts.open_session(name, f"session-{number:06}-{'x' * 24}", 2**40)
        who = PersonId(opaque_id(key, name))
        person = Person(name=shown, birth="1999-01-01")
        house.people.save(who, person)
        newcomers.append(Newcomer(person, known=who))
    office.enter_all("cup", "entry", "t", newcomers)
    office.carry_out("cup", "t", OpenContest(section="entry", zone="+08:00", check_in=600))
    plan(house, timedelta(hours=3))
    house.close()


def plan(house, after, reason=""):
    """Set the start of the round."""
    start = (datetime.now(UTC) + timedelta(hours=8) + after).replace(tzinfo=None)
    text = start.isoformat(timespec="seconds")
    command = PlanRounds(section="entry", starts=(text,), despite="measured", reason=reason)
    house.office.carry_out("cup", "t", command)


class Lines:
    """A few lines to the server that many people share, one request on each at a time."""

    def __init__(self, port, count):
        self.port, self.tokens = port, {}
        self.free = asyncio.Queue()
        for _ in range(count):
            self.free.put_nowait(None)

    async def ask(self, number, method, path, body=b""):
        """Ask in the name of one person; gives status and page. A line that slept is closed."""
        line = await self.free.get()
        try:
            if line is None or line[0].at_eof():
                line = await asyncio.open_connection("127.0.0.1", self.port)
            head = (
                f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
                f"accept-language: en\r\nx-csrftoken: {self.tokens.get(number, '')}\r\n"
                f"cookie: qipan_session=session-{number:06}-{'x' * 24}; "
                f"csrftoken={self.tokens.get(number, '')}\r\n"
                "content-type: application/x-www-form-urlencoded\r\n"
                f"content-length: {len(body)}\r\n\r\n"
            )
            line[1].write(head.encode() + body)
            found = await line[0].readuntil(b"\r\n\r\n")
            status = int(found.split(b" ", 2)[1])
            token = re.search(rb"csrftoken=([^;\s]+)", found)
            if token:  # of this session alone
                self.tokens[number] = token[1].decode()
            length = re.search(rb"content-length: (\d+)", found, re.IGNORECASE)
            return status, await line[0].readexactly(int(length[1]) if length else 0)
        except (OSError, asyncio.IncompleteReadError):
            line = None
            raise
        finally:
            self.free.put_nowait(line)


async def everybody(people, what):
    """Have everybody do something; all must succeed."""
    await asyncio.gather(*(what(number) for number in range(people)))


async def measure(server, people, lines, shift):
    """Run the whole and print its figures."""
    door = Lines(server.port, lines)

    async def step(title, what):
        cpu, begun = sum(server.cpu()[:2]), time.monotonic()
        await everybody(people, what)
        each = (sum(server.cpu()[:2]) - cpu) * 1000 / people
        print(f"{title:34} {each:7.2f} ms CPU a person, {time.monotonic() - begun:6.1f} s for all")
        return each

    async def page(number):
        status, text = await door.ask(number, "GET", f"{SECTION}/me/e{number + 1}")
        assert status == 200, text[:400]

    async def check_in(number):
        path = f"{SECTION}/me/e{number + 1}/check-in"
        status, text = await door.ask(number, "POST", path, b"round=1")
        assert status == 303, (status, re.findall(rb"<strong>[^<]+", text)[:3])

    async def card(number):
        status, _ = await door.ask(number, "GET", f"{SECTION}/me/e{number + 1}/card")
        assert status == 200

    await door.ask(0, "GET", f"{SECTION}/me/e1")  # once, so that everything is loaded
    first = await step("opening the own page", page)
    await step("checking in", check_in)
    again = await step("the card again", card)
    print(f"{'a card beside a whole page':34} {again / first:7.2f} of its CPU")
    cpu = sum(server.cpu()[:2])
    start = await asyncio.to_thread(shift)
    seated, asked, late = [], [0], [0]

    async def come(number):
        await asyncio.sleep(number * SOON / people)  # pages do not all ask at the same moment
        path = f"{SECTION}/me/e{number + 1}/card"
        while True:
            status, text = await door.ask(number, "GET", path)
            asked[0] += 1
            found = re.search(rb'id="my-table" href="/t/([^"?]+)\?token=([^"&]+)', text)
            if status == 200 and (found or b'data-state="rests"' in text):
                break
            await asyncio.sleep(SOON)
        if found:
            there = asyncio.get_running_loop().create_future()
            told = lambda _, text: there.done() or there.set_result(text)  # noqa: E731
            while not there.done():
                try:
                    await connect(server.port, found[1].decode(), found[2].decode(), told)
                    await asyncio.wait_for(asyncio.shield(there), 30)
                except (OSError, TimeoutError):
                    late[0] += 1  # the page tries again, too
                    await asyncio.sleep(SOON)
        seated.append(time.time())

    await everybody(people, come)
    each = (sum(server.cpu()[:2]) - cpu) * 1000 / people
    title = "from the start to the seat"
    print(
        f"{title:34} {each:7.2f} ms CPU a person, {asked[0]} cards asked for, {late[0]} lines late"
    )
    print(
        f"seated: first after {min(seated) - start:.1f} s, half after "
        f"{sorted(seated)[people // 2] - start:.1f} s, all {len(seated):,} after "
        f"{max(seated) - start:.1f} s; {server.memory() / 2**20 / people * 1024:.0f} KiB a person"
    )


def shift_start(server, path):
    """Let the round begin in a moment, as the chief arbiter does; gives the moment."""
    import httpx

    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from server import use_link

    log = Path(f"{path}.log").read_text()
    link = re.search(r"sign in once: (\S+)", log)[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=300) as chief:
        use_link(chief, link)
        chief.headers["x-csrftoken"] = chief.cookies["csrftoken"]
        form = {"round": "1", "minutes": "-180", "reason": "measured"}
        answer = chief.post(f"{SECTION}/contest/shift", data=form)
        assert answer.status_code == 303, answer.text[:400]
    return time.time()


def main():
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", type=int, nargs="?", default=5000)
    parser.add_argument("--lines", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "contest.sqlite"
        prepare(path, options.people)
        server, stolen = Server(path), Stolen()
        try:
            print(f"{options.people:,} people in one section, one process")
            shift = lambda: shift_start(server, path)  # noqa: E731
            asyncio.run(measure(server, options.people, options.lines, shift))
            print(stolen)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
