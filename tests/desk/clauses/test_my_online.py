"""A drawn final at live tables: the play-off's tables are opened by the book's chain."""

from datetime import UTC, datetime, timedelta

from desk.clauses.play import HOME, Case
from qipan.contest import OpenTable, Scheduler, TableFact
from qipan.desk.online.commands import OpenContest, ReopenBoard
from qipan.desk.play_offs.commands import ChooseSeat, Chosen
from qipan.games import game_named
from qipan.journal.live.table import convert_rules
from qipan.kernel.clock import Increment
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.views.agenda import agenda

NOW = datetime(2026, 2, 1, 10, tzinfo=UTC)
FINAL, MINUTE = RoundNo(8), 60_000


class Final:
    """The last round of the individual championship, at live tables that never do anything."""

    def __init__(self):
        self.case = Case("my-2018", "individual", 20, options={"rounds": 7}).begin()
        self.case.do(OpenContest(section=self.case.section, automatic=False))
        for _ in range(7):
            self.case.round("1-0")
        self.case.draw_lots()
        self.case.pair()
        self.case.publish()
        self.scheduler, self.now, self.facts = Scheduler(self.case.office), NOW, {}
        self.step()

    def step(self):
        """Look once; tables that are wanted are known not to be there until they are opened."""
        self.now += timedelta(minutes=1)
        self.scheduler.announce(HOME, 0)
        acts = self.scheduler.step(self.now, self.facts)
        for name in self.scheduler.tables:
            self.facts.setdefault(name, None)
        acts += self.scheduler.step(self.now + timedelta(seconds=31), self.facts)
        opened = {each.table: each.opened for each in acts if isinstance(each, OpenTable)}
        for name in opened:
            self.facts[name] = TableFact(name, 1, self.now, begun=True, arrived=(0, 1))
        return opened

    def end(self, table, *places, version=9):
        used = (61_000, 30_000)
        self.facts[table] = TableFact(
            table, version, self.now, True, (0, 1), places=places, over=True, used=used
        )
        return self.step()

    def drawn(self):
        """End the final as a draw, the others with a winner; give the tables opened then."""
        opened = {}
        for table in sorted(self.scheduler.tables.values(), key=lambda each: each.board):
            opened |= self.end(table.table, 1, 1 if table.board == 1 else 2)
        assert self.round.missing == []
        return opened

    @property
    def round(self):
        return self.case.now.current


def tasks(final):
    now = final.now.replace(tzinfo=None)
    return [each.code for each in agenda(final.case.state, final.case.now, now)]


def test_my_4_5_and_4_6_the_play_off_of_a_drawn_final_is_opened_by_itself():
    final = Final()
    first, second = final.round.tables[0].seats
    ((name, table),) = final.drawn().items()  # only the final must have a winner
    assert table.occupants == (second, first)
    assert table.controls == (Increment(15 * MINUTE, 5_000),) * 2
    assert table.rules["count"] == "forward"
    convert_rules(game_named(table.game), dict(table.rules))
    assert table.origin["game"] == "2"

    assert final.end(name, 1, 1) == {}  # the next one waits for its lot
    (game,) = final.round.games[1]
    assert (game.playoff, game.first, game.seconds) == (True, second, (30, 61))
    assert final.step() == {}
    assert "play-off-lot" in tasks(final)
    final.case.office.draw_play_off(HOME, final.case.section, "t", (FINAL, BoardNo(1)))
    assert "play-off-lot" not in tasks(final)
    assert final.step() == {}  # the lot gives a choice, and nobody chose yet
    assert "play-off-choice" in tasks(final)
    drawn, other = final.case.now.lots["play-off-8-1-2"].order
    place = {"section": final.case.section, "round": FINAL, "board": BoardNo(1)}
    final.case.do(ChooseSeat(**place, entrant=drawn, chosen=Chosen.SECOND))
    assert "play-off-choice" not in tasks(final)
    ((last, table),) = final.step().items()
    assert table.occupants == (other, drawn)
    assert table.controls == (Increment(15 * MINUTE, 5_000), Increment(10 * MINUTE, 5_000))

    final.end(last, 1, 1)
    assert final.round.decided[1] == table.occupants[1]  # a draw wins for who moves second
    assert final.step() == {}
    assert final.end(last, 1, 2, version=10) == {}  # ruled on anew: the arbiters are told
    assert final.scheduler.troubles[HOME, final.case.section].code == "match.over"
    assert final.round.decided[1] == table.occupants[1]


def test_a_board_that_is_reopened_after_its_play_off_has_new_tables_for_all_of_it():
    final = Final()
    board = BoardNo(1)
    (name,) = final.drawn()
    final.end(name, 1, 2)
    winner = final.round.decided[board]
    assert winner == final.round.tables[0].seats[1]
    at = final.now.isoformat()
    again = ReopenBoard(
        section=final.case.section, round=FINAL, board=board, reason="a wrong pairing", at=at
    )
    final.case.do(again)
    assert final.round.decided == {}
    (first,) = final.step()
    (other,) = final.end(first, 1, 1)
    assert len({name, first, other}) == 3
