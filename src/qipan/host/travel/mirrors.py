"""Copies that are kept elsewhere: a thread for each, which sends what is missing whenever it can.

Outgoing calls only. A line that fails is tried again, after longer and longer waits up to a minute;
what waits meanwhile waits in the journal, nowhere else. When the other side says that somebody
else holds the competition, this copy is fenced off by an event of its own journal, and what the
other side never got is listed there.
"""

import http.client
import secrets
from threading import Event, Thread
from typing import TypeVar

import msgspec
import structlog

from qipan.desk.custody import NoteLoss
from qipan.host.travel.event_files import adopt_into, announce
from qipan.host.travel.follower import Follower
from qipan.journal.envelope import verified
from qipan.journal.travel.push import Fence, Further, Heads
from qipan.kernel.errors import BadInput, QipanError, Unavailable
from qipan.kernel.ids import CompetitionId
from qipan.office.clerk import stream_of
from qipan.outbound.mirror_line import ask, read_address
from qipan.store.record.secret_seal import opened_secret
from qipan.store.travel.adoption import Adoption
from qipan.store.travel.mirrors import Mirror
from qipan.wiring import House, utc_now

BEAT = 1.0
"""Seconds between two looks at live games; a result is sent at once."""
SLOWEST = 60.0
NOTE_EVERY = 10
"""Seconds after which it is noted again that all is well."""
ACTOR = "mirror"
log = structlog.get_logger("qipan.mirror")
Kind = TypeVar("Kind")


class LineFailed(Exception):
    """The other side did not take it; ``code`` says why, in words of the catalogue."""

    def __init__(self, code: str, why: str = "") -> None:
        """Keep why."""
        self.code, self.why = code, why
        super().__init__(f"{code} {why}")


class MirrorThread:
    """Keeps one copy up to date."""

    def __init__(self, house: House, found: Mirror) -> None:
        """Begin; nothing is sent before ``start``."""
        self.house, self.mirror = house, found
        self.home = CompetitionId(found.competition)
        self._follower = Follower(house, self.home, secrets=found.kind == "standby")
        self._known = False
        self._noted: tuple[str, int] = ("", 0)
        self._failures = 0
        self._since = 0
        self.woken, self.ended = Event(), Event()
        self.over = False
        self._thread = Thread(target=self._run, name="mirror", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the piece under way."""
        self.ended.set()
        self.woken.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self.ended.is_set() and not self.over:
            self.woken.clear()
            try:
                self.send()
                self._failures = 0
                pause = BEAT
            except LineFailed as failed:
                pause = self._failed(failed.code, failed.why)
            except Unavailable as error:
                pause = self._failed("storage", str(error))
            except QipanError as error:
                pause = self._failed("wrong", str(error))
            except Exception as error:
                log.exception("mirror", competition=self.home)
                pause = self._failed("wrong", type(error).__name__)
            if self._failures:
                self.ended.wait(pause)
            else:
                self.woken.wait(pause)

    def _failed(self, state: str, why: str) -> float:
        """Note that it failed; gives the seconds to wait."""
        if not self._failures:
            self._since = int(utc_now().timestamp())
        self._failures += 1
        self._known = False
        pause = min(SLOWEST, 2.0 ** min(self._failures - 1, 6))
        self._note(state, {"n": self._waiting(), "since": self._since, "why": why[:200]})
        return pause

    def _waiting(self) -> int:
        try:
            return self._follower.waiting()
        except QipanError:
            return 0

    def send(self) -> None:
        """Send all that is missing. Raises LineFailed or QipanError."""
        state = self.house.office.state(self.home)
        if not self.house.office.holds(state):
            self.over = True
            self._note("not-held", {"holder": state.custody.name if state.custody else ""})
            return
        if not self._known:
            self._follower.begin(self._ask("heads", b"{}"))
            if self.over:
                return
            self._known = True
        sent = 0
        for push in self._follower.pieces():
            self._ask("events", msgspec.json.encode(push))
            if self.over:
                return
            self._follower.taken(push)
            sent += len(push.events)
        self._well(sent)

    def _well(self, sent: int) -> None:
        now = int(utc_now().timestamp())
        if sent or self._noted[0] != "up-to-date" or now - self._noted[1] >= NOTE_EVERY:
            self._note("up-to-date", {"at": now})

    def _note(self, state: str, facts: dict[str, object]) -> None:
        now = int(utc_now().timestamp())
        self._noted = (state, now)
        written = msgspec.json.encode(facts).decode()
        try:
            self.house.side_tables.mirrors.note(self.mirror.id, state, written, now)
        except QipanError as error:
            log.warning("mirror", why=str(error))

    def _token(self) -> str:
        signer = self.house.signer()
        seal = None if signer is None else signer.seal
        return opened_secret(_name(self.mirror.id), self.mirror.token, lambda: seal).decode()

    def _ask(self, what: str, body: bytes) -> Heads:
        status, content = self._exchange(f"/api/mirror/{self.home}/{what}", body)
        if status == 409:
            self._fenced(_decoded(content, Fence))
            return Heads({})
        return _decoded(content, Heads)

    def _exchange(self, path: str, body: bytes) -> tuple[int, bytes]:
        try:
            status, content = ask(read_address(self.mirror.url), path, self._token(), body)
        except (OSError, http.client.HTTPException) as error:
            raise LineFailed("no-line", str(error)) from error
        except BadInput as error:
            raise LineFailed("address", error.what) from error
        if status in (401, 403):
            raise LineFailed("token")
        if status not in (200, 201, 409):
            raise LineFailed("refused", f"{status} {content[:200].decode(errors='replace')}")
        return status, content

    def _fenced(self, fence: Fence) -> None:
        """Somebody else holds it: go along if nothing is lost, else note what is."""
        self.over = True
        self._follower.waiting()
        shared = self._follower.shared(fence)
        own = stream_of(self.home)
        custody, last = fence.custody, dict(shared)[own]
        mine = self.house.office.state(self.home)
        if mine.custody is not None and custody.epoch <= mine.custody.epoch:
            self.over = False
            raise LineFailed("forked", custody.name)
        if last == mine.version and len(shared) == 1:
            self._go_along(last)
        else:
            asked = NoteLoss(
                place=custody.place,
                name=custody.name,
                epoch=custody.epoch,
                since=custody.since,
                shared=shared,
            )
            self.house.office.carry_out(self.home, ACTOR, asked)
        self._note("fenced", {"holder": custody.name, "since": custody.since})

    def _go_along(self, last: int) -> None:
        """Take the events of whoever holds it now: nothing was done here since."""
        body = msgspec.json.encode({"after": last})
        _, content = self._exchange(f"/api/mirror/{self.home}/further", body)
        further = _decoded(content, Further).events
        known = self.house.log.read(stream_of(self.home))
        office = self.house.office
        more = list(verified([*known, *further]))[len(known) :]
        state = office.advance(office.state(self.home), more)
        if office.holds(state):
            raise LineFailed("wrong", "the other side says that it is held here")
        adopt_into(self.house, Adoption(events=further))
        announce(self.house, self.home, state.version)


def _decoded(content: bytes, kind: type[Kind]) -> Kind:
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.MsgspecError as error:
        raise LineFailed("refused", "an answer that is none") from error


def _name(mirror: str) -> str:
    return f"mirror/{mirror}"


class Mirrors:
    """All copies that a server keeps elsewhere, from its start to its end."""

    def __init__(self, house: House) -> None:
        """Nothing is sent before ``start``."""
        self._house = house
        self._threads: dict[str, MirrorThread] = {}

    def start(self) -> None:
        """Begin with those that are noted."""
        self._house.listeners.append(self._announced)
        for found in self._house.side_tables.mirrors.of():
            self._begin(found)

    def stop(self) -> None:
        """Stop all; what was not sent is sent after the next start."""
        self._house.listeners.remove(self._announced)
        for thread in self._threads.values():
            thread.ended.set()
        for thread in self._threads.values():
            thread.stop()
        self._threads.clear()

    def add(self, found: Mirror) -> None:
        """Note a new one and begin with it."""
        self._house.side_tables.mirrors.add(found)
        self._begin(found)

    def remove(self, competition: str, name: str) -> bool:
        """End one; the copy stays where it is. Says whether there was one."""
        thread = self._threads.pop(name, None)
        if thread is not None:
            thread.stop()
        return self._house.side_tables.mirrors.remove(competition, name)

    def _begin(self, found: Mirror) -> None:
        self._threads[found.id] = thread = MirrorThread(self._house, found)
        thread.start()

    def _announced(self, competition: CompetitionId, version: int) -> None:
        del version
        for thread in tuple(self._threads.values()):
            if thread.home == competition:
                thread.woken.set()


def new_mirror(house: House, home: CompetitionId, url: str, token: str, *, standby: bool) -> Mirror:
    """Make a mirror, its token sealed. Raises BadInput for an address that is none."""
    read_address(url)
    if not 20 <= len(token.strip()) < 200:
        raise BadInput("the token that the other server made", where="token", code="travel.token")
    name, signer = secrets.token_hex(8), house.signer()
    content = token.strip().encode()
    kept = content if signer is None else signer.seal.close(_name(name), content)
    kind = "standby" if standby else "public"
    made = int(utc_now().timestamp())
    return Mirror(name, home, url.strip().rstrip("/"), kind, kept, made)
