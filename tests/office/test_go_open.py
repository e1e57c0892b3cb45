"""A Go open as clubs hold it: 80 players from a list, 15 kyu to 6 dan, six rounds to the table."""

from itertools import combinations
from random import Random

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.formats.lists.asked import asked_columns
from qipan.formats.lists.mapping import checked, likeness
from qipan.formats.lists.reading import read_list
from qipan.formats.lists.said import SaidColumns, said_mapping
from qipan.formats.lists.sheets import read_sheets
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.office.entry_import import import_entries
from qipan.sections.lookup import event_of
from qipan.sections.places import places
from qipan.views.start_groups import start_groups
from qipan.wiring import simulated_office

HOME, OPEN = CompetitionId("open"), SectionId("open")
CLUBS = ("Praha", "Brno", "Wien", "Berlin", "Helsinki", "Zagreb", "Paris", "Milano")


def a_list(dice):
    """Write the list that an organiser brings: names, ranks and clubs."""
    rows = ["Name;Rank;Club"]
    for number in range(80):
        grade = min(35, max(15, int(dice.gauss(27, 5))))
        rank = f"{30 - grade} kyu" if grade < 30 else f"{grade - 29}d"
        rows.append(
            f"Player {chr(65 + number // 26)}{chr(65 + number % 26)};{rank};{dice.choice(CLUBS)}"
        )
    return "\n".join(rows).encode()


def entered(office, content):
    state = office.state(HOME)
    section = state.sections[OPEN]
    asked = asked_columns(event_of(state, section), section.title)
    sheet = read_sheets(content, "list.csv", "", likeness).chosen
    mapping = checked(said_mapping(sheet, asked, SaidColumns(None), "list.csv"), asked, "list.csv")
    rows = [(row.line, row.newcomer) for row in read_list(sheet, mapping, asked).listed]
    return import_entries(office, (HOME, OPEN), "t", rows)


def played(office, dice, number):
    """Pair and play a round, whoever wins by the dice."""
    office.pair(HOME, OPEN, "t")
    office.carry_out(HOME, "t", PublishRound(section=OPEN, round=RoundNo(number)))
    for table in office.state(HOME).sections[OPEN].rounds[-1].tables:
        score = Score(tuple(map(Points, dice.choice(((2, 0), (0, 2))))))
        place = {"section": OPEN, "round": RoundNo(number), "board": table.board}
        office.carry_out(HOME, "t", RecordResult(**place, score=score))


def test_eighty_players_from_a_list_to_the_final_table():
    dice, office = Random(28), simulated_office(28)
    text = content_text(ready_regulation("mcmahon-handicap"))
    office.create(HOME, "t", "Open", "mcmahon-handicap", text=text)
    options = {"rounds": 6, "bar": "2d", "floor": "15k"}
    opened = OpenSection(section=OPEN, title="Open", under="open", options=options)
    office.carry_out(HOME, "t", opened)
    assert len(entered(office, a_list(dice)).added) == 80
    state = office.state(HOME)
    groups = start_groups(state, state.sections[OPEN])
    assert (groups.groups[0].points, groups.groups[0].at_bar, groups.unknown) == (16, True, ())
    office.carry_out(HOME, "t", CloseEntries(section=OPEN))
    office.draw_numbers(HOME, OPEN, "t")
    for number in range(1, 7):
        played(office, dice, number)
    state = office.state(HOME)
    section = state.sections[OPEN]
    met = [frozenset(table.seats) for found in section.rounds for table in found.tables]
    assert (len(met), len(set(met))) == (240, 240)
    first = section.rounds[0].tables
    of_one_club = [a for a in first if len({section.entrants[who].unit for who in a.seats}) == 1]
    assert len(of_one_club) <= 2  # where a score group leaves no other way
    assert any(table.handicap for found in section.rounds for table in found.tables)
    placed = places(state, section)
    table = placed.table(placed.rows[0].entrant)
    scores = [float(row.values[0].shown) for row in table.rows]
    assert scores == sorted(scores, reverse=True)
    assert all(one.entrant != two.entrant for one, two in combinations(table.rows, 2))


def test_a_late_entry_into_mcmahon_begins_in_its_group_and_plays_from_the_next_round_on():
    dice, office = Random(3), simulated_office(3)
    text = content_text(ready_regulation("mcmahon-handicap"))
    office.create(HOME, "t", "Open", "mcmahon-handicap", text=text)
    options = {"rounds": 4, "bar": "2d", "floor": "15k"}
    opened = OpenSection(section=OPEN, title="Open", under="open", options=options)
    office.carry_out(HOME, "t", opened)
    rows = a_list(dice).split(b"\n")
    entered(office, b"\n".join(rows[:9]))
    office.carry_out(HOME, "t", CloseEntries(section=OPEN))
    office.draw_numbers(HOME, OPEN, "t")
    played(office, dice, 1)
    newcomer = Newcomer(Person(name="Late Comer"), rank="5k")
    late = office.enter(HOME, OPEN, "t", newcomer, late="train")
    state = office.state(HOME)
    section = state.sections[OPEN]
    assert section.order[-1] == late
    groups = start_groups(state, section)
    assert next(each.points for each in groups.groups if late in each.entrants) == 10  # 15k is 0
    played(office, dice, 2)
    state = office.state(HOME)
    section = state.sections[OPEN]
    assert late not in {who for table in section.rounds[0].tables for who in table.seats}
    seated = {who for table in section.rounds[1].tables for who in table.seats}
    rests = {each.entrant for each in section.rounds[1].resting}
    assert late in seated | rests
    assert len(places(state, section).rows) == 9
