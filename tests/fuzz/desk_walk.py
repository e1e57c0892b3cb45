"""A walk of random acts through an event, legal and not, on the command line.

After every act: a refusal has a code of its own, a sentence and a clause, and wrote nothing; a
preview wrote nothing; every now and then the act is undone and everything that is told of the
section is as it was. In between all roads to a place must agree. Acts are drawn from a seed; the
state is looked at only to choose acts that mean something.
"""

import json
import re
import sqlite3
from random import Random

from qipan.sections.places import places
from qipan.simulation.event import HOME

REFUSED = (2, 3, 4, 5)
CITED = re.compile(r"^  (?:House rule|[A-Z]{2,}(?:-[A-Z]+)? \d)", re.MULTILINE)
SCORES = ("1-0", "0-1", "0.5-0.5", "1", "0", "=", "+-", "-+", "1-0", "0-1")
ODD_SCORES = ("2-0", "1-1", "x", "0.25-0.75", "1-2-3")
UNDONE = 0.15
"""How often an act is undone at once, to see that all is as before."""
TOLD = ("standings", "report", "foul list", "ledger", "prizes")
UNLIKE = ("journal", "events", "lots")
"""What a report says of the journal itself; a lot that has fallen stays fallen."""


class Walk:
    """Acts at random on one section, and what must hold after each."""

    def __init__(self, roads, path, seed):
        self.roads, self.path, self.dice = roads, path, Random(seed)
        self.done = []
        """Every act, with its exit code."""
        self.acts = {
            self.result: 30, self.pair: 9, self.correct: 5, self.clear: 2, self.move: 1,
            self.withdraw: 1, self.come_back: 2, self.enter_late: 1, self.punish: 4,
            self.take_penalty_back: 2, self.come_late: 1, self.renumber: 2, self.by_hand: 2,
            self.draw: 2, self.play_off: 4, self.rule: 1, self.amend: 1, self.rest: 1,
            self.annul: 1, self.approve: 2, self.undo: 3, self.sign: 1,
        }  # fmt: skip

    def go(self, steps):
        """Walk so many acts."""
        for _ in range(steps):
            (act,) = self.dice.choices(list(self.acts), list(self.acts.values()))
            before = self.told() if act != self.undo and self.dice.random() < UNDONE else None
            begun = self.events()
            self.qipan(*act())
            if before is not None and self.events() != begun:
                code = self.qipan("undo", HOME, "--because", "to see whether all is as before")
                assert code or self.told() == before, self.done[-2:]

    def qipan(self, *words):
        """Act, and look at what became of it; give the exit code."""
        before = self.events()
        code, out, error = self.roads.run(*words)
        self.done.append((code, *map(str, words)))
        trail = self.done[-12:]
        assert code in (0, *REFUSED), (trail, out, error)
        assert "Traceback" not in out + error, (trail, error)
        if code or "--preview" in words:
            assert self.events() == before, trail
        if code:
            assert error.strip(), trail
        if code == 3:
            assert CITED.search(error), (trail, error)
        return code

    def events(self):
        """Count what is stored, in whichever stream."""
        with sqlite3.connect(self.path) as journal:
            return journal.execute("select count(*) from event").fetchone()[0]

    def told(self):
        """Give all that the command line tells of the section, but for the journal itself."""
        found = {}
        for name in TOLD:
            code, out, _ = self.roads.run(*name.split(), HOME, "--json")
            answer = json.loads(out) if code == 0 else code
            if name == "report" and code == 0:
                answer = {key: each for key, each in answer.items() if key not in UNLIKE}
            found[name] = answer
        return found

    def compare(self):
        """All roads tell the same places, and the why of somebody ends with theirs."""
        if not self.roads.section.order:
            return
        told = places(self.roads.state, self.roads.section)
        truth = {row.entrant: row.place for row in told.rows}
        for name, found in self.roads.everybody().items():
            assert found == truth, (name, self.done[-12:])
        who = self.dice.choice(list(truth))
        steps = self.roads.why_command(who)
        assert steps == self.roads.why_api(who)
        assert {step["place"] for step in steps} == {truth[who]} == {self.roads.why_heading(who)}
        assert self.roads.player_page(who) == truth[who]

    # -- what may be done ---------------------------------------------------------------------

    def _who(self):
        section = self.roads.section
        who = self.dice.choice(list(section.order) or list(section.entrants))
        by_number = who in section.order and self.dice.random() < 0.3
        return str(section.order.index(who) + 1) if by_number else who

    def _round(self, *, last=0.7):
        rounds = self.roads.section.rounds
        return rounds[-1] if self.dice.random() < last else self.dice.choice(rounds)

    def _table(self, found):
        return self.dice.choice(found.tables)

    def _score(self, board, found):
        table = found.table(board) if board in found.results or board in found.missing else None
        if table is not None and len(table.seats) > 2:
            places_ = self.dice.sample(range(1, len(table.seats) + 1), len(table.seats))
            tied = self.dice.random() < 0.3 and len(table.seats) > 3
            return "-".join(str(3 if tied and each == 4 else each) for each in places_)
        return self.dice.choice(SCORES if self.dice.random() < 0.95 else ODD_SCORES)

    def _maybe(self, chance, *words):
        return words if self.dice.random() < chance else ()

    def _played(self):
        return bool(self.roads.section.rounds and self.roads.section.rounds[-1].tables)

    def result(self):
        if not self._played():
            return self.pair()
        found = self.roads.section.rounds[-1]
        board = self.dice.choice(found.missing or [1]) if self.dice.random() < 0.96 else 99
        options = (
            *self._maybe(0.12, "--game", self.dice.randint(1, 5)),
            *self._maybe(0.12, "--first", self._who()),
            *self._maybe(0.05, "--by", self._who()),
            *self._maybe(0.1, "--adjudged"),
        )
        return ("result", *options, "--json", "--", HOME, board, self._score(board, found))

    def pair(self):
        special = self._maybe(0.05, "--special", f"{self._who()}:{self._who()}")
        return ("pair", HOME, *special, *self._maybe(0.15, "--hold"))

    def correct(self):
        if not self._played():
            return self.pair()
        found = self._round(last=0.3)
        board = self.dice.choice([*found.results, 1])
        options = (
            *self._maybe(0.3, "--game", self.dice.randint(1, 4)),
            *self._maybe(0.2, "--first", self._who()),
        )
        score = self._score(board, found)
        return ("result", "--round", found.number, "--correct", "slip", *options, "--", HOME, board,
                score)  # fmt: skip

    def clear(self):
        if not self._played():
            return self.pair()
        found = self._round()
        why = self.dice.choice(("wrong", "wrong", ""))
        board = self.dice.choice([*found.results, 1])
        return ("clear", HOME, board, "--because", why, "--round", found.number)

    def move(self):
        boards = self.dice.randint(1, 5), self.dice.randint(1, 5)
        return ("move-result", HOME, *boards, "--because", "wrong line")

    def withdraw(self):
        return ("withdraw", HOME, self._who(), "--reason", "ill")

    def come_back(self):
        entrants = self.roads.section.entrants.values()
        gone = [each.id for each in entrants if each.withdrawn] or [self._who()]
        return ("return", HOME, self.dice.choice(gone), "--reason", "well again")

    def enter_late(self):
        about = ("--rating", self.dice.randint(1000, 2200), "--birth", "1999", "--unit", "新山")
        filler = self._maybe(0.4, "--tag", "filler")
        return (
            "enter",
            HOME,
            f"新人{self.dice.randint(1, 99)}",
            "--late",
            "train",
            *about,
            *filler,
        )

    def punish(self):
        offences = [*json.loads(self.roads.run("foul", "offences", HOME, "--json")[1]), "none"]
        who = self.dice.choice(list(self.roads.section.entrants))
        people = self.roads.section.entrants[who].people
        at = ()
        if self._played() and self.dice.random() < 0.8:
            found = self._round()
            seated = [each for each in found.tables if who in each.seats]
            at = ("-r", found.number, "-b", seated[0].board if seated else 99)
        options = (
            *self._maybe(0.8 if len(people) > 1 else 0, "--person", self.dice.choice(people)),
            *self._maybe(0.3, "--game", self.dice.randint(1, 4)),
            *self._maybe(0.3, "--grave"),
            *self._maybe(0.2, "--choice", self.dice.randint(0, 3)),
            *self._maybe(0.2, "--until", "2027-01-01"),
            *self._maybe(0.2, "--preview"),
        )
        return ("foul", "give", HOME, who, self.dice.choice(offences), *at, *options)

    def take_penalty_back(self):
        given = [each.id for each in self.roads.section.penalties] or ["f1"]
        options = self._maybe(0.2, "--preview")
        return ("foul", "take-back", HOME, self.dice.choice(given), "--because", "error", *options)

    def come_late(self):
        if not self._played():
            return self.pair()
        found = self._round()
        table = self._table(found)
        seconds = self.dice.choice((1, 299, 301, 900, 901))
        at = ("-r", found.number, "-b", table.board, "--seconds", seconds)
        who = self.dice.choice(table.seats)
        return ("foul", "late", HOME, who, *at, *self._maybe(0.2, "--preview"))

    def renumber(self):
        one, two = self.dice.randint(1, 6), self.dice.randint(1, 9)
        number = max(1, len(self.roads.section.rounds))
        return ("boards", HOME, f"{one}:{two}", f"{two}:{one}", "-r", number)

    def by_hand(self):
        if self.dice.random() < 0.3:
            return ("hand", "undo", HOME, "--because", "again")
        one, two = self._who(), self._who()
        steps = (f"swap:{one}:{two}", f"meet:{one}:{two}", f"rest:{one}", "reverse:1", "boards:1:2")
        if self.dice.random() < 0.6:
            step = self.dice.choice(steps)
            options = self._maybe(0.4, "--preview")
            return ("hand", "change", HOME, step, "--because", "hall", *options)
        order = self.dice.sample(list(self.roads.section.order), len(self.roads.section.order))
        pairs = [f"{a}:{b}" for a, b in zip(order[::2], order[1::2], strict=False)] or ["1:2"]
        rests = ("--rest", order[-1]) if len(order) % 2 else ()
        return ("hand", "pair", HOME, *pairs, *rests, "--because", "power cut")

    def draw(self):
        return ("lot", "draw", HOME, *self._maybe(0.3, "--entropy", "象棋"))

    def play_off(self):
        if not self._played():
            return self.pair()
        table = self._table(self.roads.section.rounds[-1])
        side = self.dice.choice(table.seats)
        people = self.roads.section.entrants[side].people
        return self.dice.choice([
            ("play-off-lot", HOME, table.board),
            ("choose", HOME, table.board, side, self.dice.choice(("first", "second"))),
            ("nominate", HOME, table.board, side, self.dice.choice(people)),
            ("result", HOME, table.board, self.dice.choice(("1-0", "0-1", "="))),
        ])  # fmt: skip

    def rule(self):
        if not self._played():
            return self.pair()
        found = self._round()
        table = self._table(found)
        said = self.dice.choice(("win", "loss", "draw", "both-lose", "replay"))
        who = ("--who", self.dice.choice(table.seats)) if said in ("win", "loss") else ()
        options = (
            *self._maybe(0.3, "--game", self.dice.randint(1, 4)),
            *self._maybe(0.2, "--play-off"),
        )
        return ("ruling", HOME, said, "-r", found.number, "-b", table.board, "--because", "lights",
                *who, *options)  # fmt: skip

    def amend(self):
        changes = (
            ("--rating", self.dice.randint(1, 2500)),
            ("--unit", "马来亚"),
            ("--tag", "none"),
            ("--birth", "2001"),
            ("--tag", "nonsense"),
            ("--called", "甲队"),
        )
        options = self._maybe(0.3, "--preview")
        return ("amend", HOME, self._who(), *self.dice.choice(changes), *options)

    def rest(self):
        number = len(self.roads.section.rounds) + self.dice.choice((0, 1, 1, 2))
        return ("rest", HOME, self._who(), "--round", number)

    def annul(self):
        rounds = self._maybe(0.7, "-r", max(1, len(self.roads.section.rounds)))
        return ("foul", "annul", HOME, self._who(), "--reason", "fixed", *rounds)

    def approve(self):
        lift = ("lift-approval", HOME, "--because", "an appeal")
        return lift if self.dice.random() < 0.4 else ("approve", HOME)

    def undo(self):
        return ("undo", HOME, *self._maybe(0.5, self.dice.randint(1, 60)), "--because", "mistyped")

    def sign(self):
        if not self._played():
            return self.pair()
        found = self._round()
        table = self._table(found)
        who = self.dice.choice(table.seats)
        return ("sign", HOME, who, "-r", found.number, "-b", table.board)
