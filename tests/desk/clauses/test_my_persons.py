"""MY 7.5, 7.6, 7.12 in teams, V-4.4: offences are a person's, boards go by the parts of members."""

import json

import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import HOME, Case, behind, cited, play_boards, team_case
from desk.entry_desk import Desk, mate
from qipan.desk.conduct.bans import barred
from qipan.desk.conduct.commands import LiftBan, PunishGravely, PunishOffence
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.money import ledger_of
from qipan.kernel.errors import Refused
from qipan.kernel.ids import PersonId, RoundNo
from qipan.kernel.results import How
from qipan.rulebooks import book_named
from qipan.sections.line_ups import line_up_of

TERMS = book_named(BOOK).event["team"].line_ups


def punish(case, team, offence, person, **more):
    fields = {"section": case.section, "entrant": team, "offence": offence, "person": person}
    return case.do(PunishGravely(**fields, **more))


@pytest.fixture
def teams():
    return team_case()


def members(case, team):
    return case.now.entrants[team].people


def test_my_7_5_the_ladder_is_a_persons(teams):
    team = teams.now.order[0]
    one, two, *_ = members(teams, team)
    punish(teams, team, "dress", one)
    punish(teams, team, "dress", two)
    kinds = [[each.kind.value for each in given.penalties] for given in teams.now.penalties]
    assert kinds == [["fine"], ["fine"]]
    fines = [(line.person, line.cents) for line in ledger_of(teams.now).postings]
    assert fines == [(one, 5000), (two, 5000)]


def test_my_7_5_who_is_not_admitted_any_more_leaves_the_team_in(teams):
    team = teams.now.order[0]
    one = members(teams, team)[0]
    teams.pair()
    current = teams.publish()
    punish(teams, team, "dress", one)
    punish(teams, team, "dress", one)
    assert not teams.now.entrants[team].withdrawn
    (table,) = (each for each in current.tables if team in each.seats)
    board = line_up_of(teams.now, team, RoundNo(1), TERMS).index(one) + 1
    (game,) = teams.now.rounds[0].games[table.board]
    assert (game.number, game.result.how) == (board, How.FORFEIT)
    assert table.board in teams.now.rounds[0].missing
    people = line_up_of(teams.now, team, RoundNo(1), TERMS)[:4]
    where = {"section": teams.section, "round": RoundNo(2), "entrant": team}
    with pytest.raises(Refused) as no:
        teams.do(HandInLineUp(**where, people=people))
    assert (no.value.code, cited(BOOK, no.value.rule, "team")) == ("lineup.not-admitted", "MY 7.5")
    assert one not in line_up_of(teams.now, team, RoundNo(2), TERMS)[:4]


def test_my_7_5_a_junior_whom_nobody_can_replace_loses_the_fourth_board(teams):
    team = teams.now.order[0]
    junior = dict(zip(teams.now.entrants[team].roles, members(teams, team), strict=True))["junior"]
    for _ in range(2):
        punish(teams, team, "dress", junior)
    teams.pair()
    current = teams.publish()
    (table,) = (each for each in current.tables if team in each.seats)
    (game,) = teams.now.rounds[0].games[table.board]
    assert (game.number, game.result.how) == (4, How.FORFEIT)


def test_my_7_6_a_ban_is_the_persons_alone(teams):
    from datetime import date

    team = teams.now.order[0]
    one = members(teams, team)[0]
    punish(teams, team, "match-fixing", one)
    found = {each.person for each in barred([teams.state], date(2026, 5, 1))}
    assert found == {one}
    assert team not in teams.now.disqualified
    assert not teams.now.entrants[team].withdrawn
    teams.do(LiftBan(section=teams.section, entrant=team, person=one, reason="cleared"))
    assert list(barred([teams.state], date(2026, 5, 1))) == []


def test_my_7_6_a_captain_who_does_not_play_is_barred_alone(teams):
    from datetime import date

    team, captain = teams.now.order[1], PersonId("p-captain")
    place = {"section": teams.section, "entrant": team, "person": captain}
    with pytest.raises(Refused) as caught:
        teams.do(PunishGravely(**place, offence="match-fixing"))
    assert caught.value.code == "conduct.not-a-member"
    teams.do(PunishGravely(**place, offence="match-fixing", captain=True))
    found = {each.person for each in barred([teams.state], date(2026, 5, 1))}
    assert captain in found
    assert team not in teams.now.disqualified
    assert not teams.now.entrants[team].withdrawn


def test_my_7_12_the_foul_of_a_member_ranks_the_team_behind(teams):
    team = teams.now.order[0]
    one = members(teams, team)[0]
    fields = {"section": teams.section, "entrant": team, "offence": "device", "person": one}
    teams.do(PunishOffence(**fields))
    assert teams.now.marks[team] == {"conduct-foul": 1}
    assert teams.now.penalties[-1].person == one


def test_my_7_5_an_offence_in_a_team_names_the_person(teams):
    team = teams.now.order[0]
    with pytest.raises(Refused) as no:
        teams.do(PunishOffence(section=teams.section, entrant=team, offence="dress"))
    assert (no.value.code, cited(BOOK, no.value.rule, "team")) == ("conduct.which-person", "MY 7.5")
    behind(BOOK, "7.5", "conduct.person")
    other = members(teams, teams.now.order[1])[0]
    with pytest.raises(Refused) as no:
        punish(teams, team, "dress", other)
    assert no.value.code == "conduct.not-a-member"


def test_my_7_12_who_plays_the_board_that_is_named_is_the_person(teams):
    teams.pair()
    current = teams.publish()
    team = current.tables[0].seats[0]
    where = {"round": RoundNo(1), "board": current.tables[0].board, "game": 2}
    fields = {"section": teams.section, "entrant": team, "offence": "device"}
    teams.do(PunishOffence(**fields, **where))
    assert teams.now.penalties[-1].person == line_up_of(teams.now, team, RoundNo(1), TERMS)[1]


def test_my_v_5_7_a_disqualified_player_is_not_the_best(teams):
    from qipan.sections.derived import derived_tables

    teams.pair()
    for board in teams.publish().missing:
        play_boards(teams, board, ("1-0", "0-1", "1-0", "0-1"))
    best = derived_tables(teams.state, teams.now)["best-adult"][0].who
    team = next(who for who, each in teams.now.entrants.items() if best in each.people)
    punish(teams, team, "match-fixing", best)
    assert best not in {row.who for row in derived_tables(teams.state, teams.now)["best-adult"]}


ENTERED = (
    ("player", "player", "player", "reserve", "junior"),
    ("junior", "reserve", "player", "player", "player"),
)


@pytest.mark.parametrize("parts", ENTERED)
def test_my_v_4_4_without_a_line_up_the_junior_plays_board_four_and_no_reserve(parts):
    desk = Desk(BOOK, "team", home=HOME)
    for number in range(2):
        first, *rest = parts
        mates = tuple(mate(part, born="2010" if part == "junior" else "1990") for part in rest)
        desk.enter(desk.unit(f"U{number}"), 2000, mates=mates, role=first,
                   born="2010" if first == "junior" else "1990")  # fmt: skip
    case = Case.__new__(Case)
    case.office, case.section = desk.office, desk.section
    team = case.now.entrants[next(iter(case.now.entrants))]
    part = dict(zip(team.people, team.roles, strict=True))
    playing = line_up_of(case.now, team.id, RoundNo(1), TERMS)[:4]
    assert [part[who] for who in playing] == ["player", "player", "player", "junior"]


def test_the_terminal_names_the_person(run, tmp_path):
    from desk.drawn_final import drawn_team_final
    from qipan.wiring import open_house

    house = open_house(str(tmp_path / "j.sqlite"))
    one, _ = drawn_team_final(house.office, "teams")
    house.close()
    letter = "ABCDEFGHIJ"[int(one[1:]) - 1]
    told = run("foul", "give", "teams", one, "device", "--person", f"{letter}2", "--json")[1]
    (given,) = json.loads(told)
    assert given["person_name"] == f"{letter}2"
    code, _, err = run("foul", "give", "teams", one, "device", "--person", "nobody")
    assert (code, "no member 'nobody'" in err) == (2, True)
    code, _, err = run("foul", "give", "teams", one, "device")
    assert (code, "conduct.which-person" in err, "MY 7.5" in err) == (3, True, True)
    assert f"{letter}2 (" in run("foul", "list", "teams")[1]
    said = ("entrant=" + one, "offence=dress", f"person={letter}3")
    assert run("do", "teams", "PunishOffence", *said)[0] == 0


def test_my_7_5_the_final_report_names_the_person_and_the_team(teams):
    from qipan.office.reports import make_report

    team = teams.now.order[0]
    one = members(teams, team)[0]
    punish(teams, team, "dress", one)
    (line,) = make_report(teams.office, HOME, teams.section).penalties
    name = teams.office.around.people.find([one])[one].name
    assert line.name.startswith(f"{name} (")
