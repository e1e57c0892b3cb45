"""Small online contests that have something due at a moment, for schedulers to do meanwhile.

Three kinds, each of five people who never come. ``begins``: entries are closed, lots drawn and the
first round paired, published and seated at the moment. ``forfeits``: at a round that was seated
before, the limit for lateness passes; it ends, and the next one is due. ``moved``: the chief
arbiter moves the round away just before. Rounds that were begun are lost five minutes later.
"""

import itertools
import time
from collections import Counter
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from faults.contest_checking import LATE, Stored, boards_of, moment, wrong
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.lots import round_lot
from qipan.desk.online.commands import OpenContest, PlanRounds, SeatRound
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.errors import Unavailable
from qipan.wiring import open_house

ENTRY, ACTOR, PEOPLE = "entry", "soak", 5
HOMES = "duty"
AWAY = 3600
LEAD = 2.0
"""Seconds at least from the announcement of a contest until something of it is due."""
LIMIT = 40
KINDS = ("begins", "forfeits")


class Contest(NamedTuple):
    """A competition, and when something of it falls due."""

    home: str
    kind: str
    due: float

    @property
    def last_round(self):
        """The round that is to be seated when what is due was done."""
        return {"begins": 1, "forfeits": 2, "moved": 0}[self.kind]


class Contests:
    """All contests of a soak; they are prepared here and announced through an edge."""

    def __init__(self, play):
        self.play = play
        self.house = open_house(play.cluster.data)
        self.opened, self.begun = [], time.time()
        self._numbers, self._kinds = itertools.count(1), itertools.cycle(KINDS)
        self._last = time.time()

    def close(self):
        self.house.close()

    # -- making them ---------------------------------------------------------------------------

    def open(self, kind, lead=LEAD):
        """Have something fall due in a few seconds; gives the contest once it is announced."""
        due = float(int(time.time() + lead + 1))
        contest = self._stored(kind, due)
        self._ask(contest, OpenContest(section=ENTRY, check_in=0))
        self.opened.append(contest)
        self._last = time.time()
        return contest

    def keep_coming(self, seconds=15):
        """Have a contest every few seconds, whatever else goes on."""
        if time.time() - self._last >= seconds:
            self.open(next(self._kinds))

    def move_away(self, contest):
        """Give its round another time: nobody may begin it now."""
        starts = (_shown(contest.due + AWAY),)
        again = PlanRounds(section=ENTRY, starts=starts, reason="moved", despite="soak")
        self._ask(contest, again)
        assert time.time() < contest.due, f"{contest.home} was moved too late to prove anything"

    def _ask(self, contest, command):
        body = {"command": type(command).__name__, **msgspec.to_builtins(command)}
        body.pop("type", None)
        self.play.ask(f"/api/competitions/{contest.home}/commands", body)

    def _stored(self, kind, due):
        """Store a contest that nobody is told of yet; a new one if the database went away."""
        for _ in range(20):
            contest = Contest(f"{HOMES}-{next(self._numbers)}", kind, due)
            try:
                self._prepare(contest)
            except Unavailable:
                time.sleep(0.5)
            else:
                return contest
        raise AssertionError("no contest could be stored")

    def _prepare(self, contest):
        office, home, due = self.house.office, contest.home, contest.due
        office.create(home, ACTOR, home, "gm-2025")
        options = {"entry_checks": False, "group": "open"}
        opening = OpenSection(section=ENTRY, title="Entry", under="entry", options=options)
        office.carry_out(home, ACTOR, opening)
        people = [Person(name=f"{home} {at}", birth="1999-01-01") for at in range(PEOPLE)]
        office.enter_all(home, ENTRY, ACTOR, [Newcomer(each) for each in people])
        before = contest.kind == "forfeits"
        starts = (_shown(due - LATE), _shown(due)) if before else (_shown(due),)
        office.carry_out(home, ACTOR, PlanRounds(section=ENTRY, starts=starts, despite="soak"))
        if before:
            self._begin_by_hand(home, due - LATE)

    def _begin_by_hand(self, home, at):
        office = self.house.office
        by_hand = OpenContest(section=ENTRY, check_in=0, automatic=False)
        for command in (CloseEntries(section=ENTRY), by_hand):
            office.carry_out(home, ACTOR, command)
        office.commit_lot(home, ENTRY, ACTOR)
        office.draw_numbers(home, ENTRY, ACTOR)
        office.commit_lot(home, ENTRY, ACTOR, round_lot(1))
        office.pair(home, ENTRY, ACTOR, ())
        seated = SeatRound(section=ENTRY, round=1, at=_utc(at).isoformat(timespec="milliseconds"))
        office.carry_out_all(home, ACTOR, [PublishRound(section=ENTRY, round=1), seated])

    # -- looking at them -----------------------------------------------------------------------

    def progress(self, contests, since, seconds=LIMIT):
        """Wait until all that was due in contests is done; give how long after a moment that was.

        Tables stand open then, too. Raises AssertionError for what is wrong by then.
        """
        end, missing = time.time() + seconds, {}
        while time.time() < end:
            missing = {each.home: what for each in contests if (what := self._missing(each))}
            if not missing:
                took = time.time() - since
                self.check(contests)
                return max(took, 0.0)
            time.sleep(0.1)
        raise AssertionError(f"schedulers did nothing for {seconds} s: {missing}")

    def _missing(self, contest):
        try:
            story = self.story(contest.home)
            boards = boards_of(story)
            if contest.last_round > max((number for number, _ in boards), default=0):
                return f"{contest}: its last event is {story[-1].event['event']}"
            names = [
                f"table/{each.table}-1" for key, each in boards.items() if not _old(key, contest)
            ]
            unopened = [name for name in names if not self.house.log.version(name)]
        except Unavailable as error:
            return str(error)
        return f"{contest}: {unopened} are not open" if unopened else ""

    def story(self, home):
        """Give what is stored of a competition."""
        stored = self.house.log.read(f"competition/{home}")
        return [Stored(moment(each.at), msgspec.json.decode(each.payload)) for each in stored]

    def tables(self):
        """Give all tables of contests, by competition and name."""
        found = {}
        for stream in self.house.log.streams("table/g"):
            contents = [msgspec.json.decode(each.payload) for each in self.house.log.read(stream)]
            home = contents[0]["origin"]["competition"]
            found.setdefault(home, {})[stream.removeprefix("table/")] = contents
        return found

    def check(self, contests=None):
        """Compare contests with the journal. Raises AssertionError for anything that is wrong."""
        tables, now = self.tables(), time.time()
        for each in self.opened if contests is None else contests:
            amiss = wrong(self.story(each.home), tables.get(each.home, {}), now)
            assert not amiss, f"{each}: {'; '.join(amiss)}"

    def settle(self, seconds=LIMIT):
        """Wait until nothing that is due by now is left, and give what was done in all."""
        due = [each for each in self.opened if each.due < time.time() + LEAD]
        self.progress(due, time.time(), seconds)
        self.check()
        return self.figures()

    def figures(self):
        """Count what schedulers did, and how late they began rounds at most."""
        counted, delays = Counter(), [0.0]
        for each in self.opened:
            story = self.story(each.home)
            counted["contests"] += 1
            counted["kept away"] += each.kind == "moved"
            boards = boards_of(story)
            rounds = {number for number, _ in boards} - {1 if each.kind == "forfeits" else 0}
            counted["rounds"] += len(rounds)
            counted["tables"] += len(boards)
            names = Counter(stored.event["event"] for stored in story)
            counted["forfeits"] += names["result-recorded/1"]
            delays += [
                board.at - each.due for (number, _), board in boards.items() if number in rounds
            ]
        return dict(counted), max(delays)


def _old(key, contest):
    """Say whether a board was lost at once: its table need not have been opened."""
    return contest.kind == "forfeits" and key[0] == 1


def _utc(at):
    return datetime.fromtimestamp(at, UTC)


def _shown(at):
    return _utc(at).replace(tzinfo=None).isoformat(timespec="seconds")
