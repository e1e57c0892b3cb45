"""A handicap on a live table: stones and komi are there when the table is opened."""

from random import Random

import msgspec

from qipan.contest.hall import with_deal
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.lots import DrawNumbers
from qipan.desk.online.commands import OpenContest, SeatRound
from qipan.desk.online.seating import wanted
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.formats.record import Record
from qipan.formats.sgf import write as write_sgf
from qipan.games import game_named
from qipan.journal.live.table import convert_rules
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, RoundNo, SectionId
from qipan.wiring import simulated_office

HOME, OPEN = CompetitionId("cup"), SectionId("open")


def test_stones_and_komi_stand_on_the_table_that_is_opened():
    office = simulated_office(3)
    text = content_text(ready_regulation("mcmahon-handicap"))
    office.create(HOME, "t", "Cup", "mcmahon-handicap", text=text)

    def do(command):
        office.carry_out(HOME, "t", command)

    do(OpenSection(section=OPEN, title="Open", under="open"))
    for name, rank in (("Ann", "5k"), ("Bob", "9k")):
        office.enter(HOME, OPEN, "t", Newcomer(Person(name=name), rank=rank))
    do(CloseEntries(section=OPEN))
    do(DrawNumbers(section=OPEN))
    do(OpenContest(section=OPEN))
    do(PairRound(section=OPEN))
    do(PublishRound(section=OPEN, round=RoundNo(1)))
    do(SeatRound(section=OPEN, round=RoundNo(1), at="2026-11-17T10:00:00+00:00"))
    state = office.state(HOME)
    (table,) = wanted(state, state.sections[OPEN])
    opened = with_deal(table.opened, Random(1))
    assert (opened.rules["komi"], opened.setup) == ("0.5", {"handicap": 3})
    game = game_named("go")
    begun = game.start(convert_rules(game, opened.rules), 2, opened.setup)
    assert game.acting(begun) == (1,)
    shown = msgspec.to_builtins(game.view(begun, None))
    assert (shown["handicap"], str(shown["komi"])) == (3, "0.5")
    record = Record("go", ("Q4",), setup=opened.setup, rules=opened.rules)
    written = write_sgf(record).decode()
    assert all(each in written for each in ("KM[0.5]", "HA[3]", "AB[", ";W["))
