"""Desk pages for identity, line-ups, play-offs, invitations, and entries against a rule."""

import re
from datetime import timedelta

import pytest

from desk.drawn_final import drawn_team_final
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries, RegisterUnit
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.desk.schedule.commands import ScheduleRound
from qipan.journal.people import Person
from qipan.sections.line_ups import line_up_of
from qipan.wiring import utc_now
from web.accessibility import complaints
from web.markup import flat
from web.site import sign_in_as, site


@pytest.fixture(scope="module")
def chief(tmp_path_factory):
    """One site for all: every test has a competition of its own."""
    with site(tmp_path_factory.mktemp("more")) as (client, house):
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house


def work(client, path, page, action, **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    return client.post(f"{path}/desk/{page}/{action}", data=fields, follow_redirects=False)


def hours(count):
    """A time on the wall of the hall, so many hours from now."""
    now = utc_now().astimezone().replace(tzinfo=None)
    return (now + timedelta(hours=count)).isoformat(timespec="minutes")


def opened(house, home, book, event, **options):
    house.office.create(home, "t", home, book)
    command = OpenSection(section=event, title=event, under=event, options=options)
    house.office.carry_out(home, "t", command)
    return f"/c/{home}/{event}"


def looked(client, path, page):
    found = client.get(f"{path}/desk/{page}")
    assert (found.status_code, complaints(found.text)) == (200, [])
    return found.text


# -- identity ----------------------------------------------------------------------------------


def test_who_proved_their_name_stays(chief):
    client, house = chief
    options = {"entry_checks": False, "verify_by": hours(1)}
    path = opened(house, "online", "gm-2025", EVENT, **options)
    people = [Newcomer(Person(name=name)) for name in ("甲", "乙", "丙")]
    house.office.enter_all("online", EVENT, "t", people)
    assert "Awaiting verification: 3" in looked(client, path, "identity")
    assert f"{path}/desk/identity" in looked(client, path, "entries")  # among the pages
    assert work(client, path, "identity", "verify", entrant="e1").status_code == 303
    assert "Awaiting verification: 2" in looked(client, path, "identity")
    early = work(client, path, "identity", "drop")
    assert (early.status_code, "only after the deadline" in early.text) == (
        422,
        True,
    )


def test_who_did_not_loses_the_place_after_the_deadline(chief):
    client, house = chief
    options = {"entry_checks": False, "verify_by": hours(-1)}
    path = opened(house, "late", "gm-2025", EVENT, **options)
    house.office.enter_all("late", EVENT, "t", [Newcomer(Person(name="甲"))])
    late = work(client, path, "identity", "verify", entrant="e1")
    assert (late.status_code, "GM" in late.text) == (422, True)
    assert "Remove the 1 unverified player" in looked(client, path, "identity")
    assert work(client, path, "identity", "drop").status_code == 303
    assert house.office.state("late").sections[EVENT].active == []
    assert "Everybody is verified" in looked(client, path, "identity")


EVENT = "entry"

# -- line-ups ----------------------------------------------------------------------------------


def team_event(house, home):
    path = opened(house, home, "my-2018", "team", entry_checks=False)
    teams = [
        Newcomer(
            Person(name=f"{unit}1"),
            unit=unit,
            mates=tuple(
                Mate(Person(name=f"{unit}{at}"), "junior" if at == 4 else "player")
                for at in range(2, 6)
            ),
        )
        for unit in ("Johor", "Kedah", "Perak", "Sabah")
    ]
    house.office.enter_all(home, "team", "t", teams)
    house.office.carry_out(home, "t", CloseEntries(section="team"))
    house.office.commit_lot(home, "team", "t")
    house.office.draw_numbers(home, "team", "t")
    return path


def test_a_line_up_is_taken_until_half_an_hour_before(chief):
    client, house = chief
    path = team_event(house, "league")
    one = house.office.state("league").sections["team"].order[0]
    members = house.office.state("league").sections["team"].entrants[one].people
    page = looked(client, path, "line-ups")
    assert page.count("as entered</span>") == 4
    assert f'<option value="{members[1]}" selected>' in page  # what stands is filled in
    boards = [members[1], members[0], members[4], members[3]]
    fields = {f"board-{at}": who for at, who in enumerate(boards, 1)}
    assert work(
        client, path, "line-ups", "hand-in", round=1, entrant=one, **fields
    ).status_code == (303)
    assert "submitted</span>" in looked(client, path, "line-ups")
    wrong = {**fields, "board-4": members[2]}  # the junior's board
    refused = work(client, path, "line-ups", "hand-in", round=1, entrant=one, **wrong)
    assert (refused.status_code, "Board 4" in refused.text) == (422, True)
    assert f'<option value="{members[2]}" selected>' in refused.text  # what was chosen stays
    start = ScheduleRound(section="team", round=1, start=hours(0.25), reason="x", despite="x")
    house.office.carry_out("league", "t", start)
    assert 'class="countdown"' in looked(client, path, "line-ups")
    back = {f"board-{at}": who for at, who in enumerate(members[:4], 1)}
    late = work(client, path, "line-ups", "hand-in", round=1, entrant=one, **back)
    assert (late.status_code, "is too late" in late.text) == (422, True)
    assert re.search(r"<cite>MY[^<]*</cite>", late.text)
    section = house.office.state("league").sections["team"]
    assert line_up_of(section, one, 1) == tuple(boards)  # the one before stands
    in_time = work(client, path, "line-ups", "hand-in", round=1, entrant=one, minutes="40", **back)
    assert in_time.status_code == 303  # on paper, in time


def test_the_previous_line_up_stands_for_the_next_round(chief):
    client, house = chief
    path = team_event(house, "second")
    section = house.office.state("second").sections["team"]
    one = section.order[0]
    m = section.entrants[one].people
    fields = {f"board-{at}": who for at, who in enumerate((m[4], m[1], m[0], m[3]), 1)}
    assert work(
        client, path, "line-ups", "hand-in", round=1, entrant=one, **fields
    ).status_code == (303)
    house.office.pair("second", "team", "t")
    house.office.carry_out("second", "t", PublishRound(section="team", round=1))
    page = looked(client, path, "line-ups")
    assert "as in round 1</span>" in page
    assert "Round 2" in page


# -- invitations -------------------------------------------------------------------------------

RATED = "\n".join(
    ["甲; 2400; individual 1/9", "乙; 2390; individual 9/9; x"]
    + [f"P{at}; {2380 - at}; individual 6/9" for at in range(12)]
)


def test_the_best_who_played_enough_are_invited_and_enter(chief):
    client, house = chief
    path = opened(house, "elite", "my-2018", "elite")
    assert "name; rating" in looked(client, path, "invitations")
    wrong = work(client, path, "invitations", "look", list="A\nB; 1; chess 1/2\nC; 2000")
    assert re.findall(r'<li value="(\d+)">', wrong.text) == ["1", "2"]
    seen = work(client, path, "invitations", "look", list=RATED)
    assert (seen.status_code, complaints(seen.text)) == (200, [])
    assert "Would be invited: 10" in seen.text
    assert "less than 60%: 甲" in seen.text
    assert house.office.state("elite").sections["elite"].invited == ()
    assert work(client, path, "invitations", "invite", list=RATED).status_code == 303
    first = house.office.state("elite").sections["elite"].invited
    again = RATED.replace("P0; 2380; individual 6/9\n", "")
    assert work(client, path, "invitations", "invite", list=again).status_code == 303
    people = house.office.around.people
    section = house.office.state("elite").sections["elite"]
    assert people.find(first) == {}  # names of the list before are forgotten
    assert [people.find([who])[who].name for who in section.invited[:2]] == ["P1", "P2"]
    entered = work(
        client, path, "invitations", "enter-invited", person=section.invited[0], rating="2379"
    )
    assert entered.status_code == 303
    found = house.office.state("elite").sections["elite"].entrants["e1"]
    assert (found.people, found.rating) == ((section.invited[0],), 2379)
    assert looked(client, path, "invitations").count('good">entered</span>') == 1
    nobody = work(client, path, "invitations", "enter-invited", person="p-none")
    assert nobody.status_code == 400


# -- against a rule ----------------------------------------------------------------------------


def test_an_entry_against_a_deadline_needs_a_reason_and_shows_it(chief):
    client, house = chief
    path = opened(house, "cup", "my-2018", "individual", declare_by="2020-01-01")
    house.office.carry_out("cup", "t", RegisterUnit(unit="Johor", kind="direct", dues_paid=True))
    entry = {"name": "陈", "unit": "Johor", "rating": "1700"}
    refused = work(client, path, "entries", "enter", **entry)
    assert refused.status_code == 422
    assert 'name="against"' in refused.text
    assert complaints(refused.text) == []
    reason = "the letter was lost in the post"
    assert work(client, path, "entries", "enter", **entry, against=reason).status_code == 303
    page = flat(looked(client, path, "entries"))
    assert re.search(r"rule waived: MY[^<]*</span> <span class=\"soft\">the letter", page)
    unknown = work(client, path, "entries", "enter", name="李", unit="Mars", against=reason)
    assert (unknown.status_code, 'name="against"' in unknown.text) == (422, False)


def test_an_arbiter_sets_no_rule_aside(tmp_path):
    with site(tmp_path) as (client, house):
        path = opened(house, "cup", "my-2018", "individual")
        sign_in_as(client, Role.ARBITER)
        answer = work(client, path, "entries", "enter", name="A", unit="J", against="x")
        assert answer.status_code == 403


# -- play-offs ---------------------------------------------------------------------------------


def test_a_drawn_final_of_teams_is_played_off_on_the_page(chief):
    client, house = chief
    one, two = drawn_team_final(house.office, "teams")
    path = "/c/teams/team"

    def done(action, page="play-off", **fields):
        return work(client, path, page, action, round=6, board=1, **fields)

    def seen(page="play-off"):
        return looked(client, path, page)

    def now():
        return house.office.state("teams").sections["team"]

    def send(team, member):
        return done("nominate", entrant=team, person=now().entrants[team].people[member])

    assert "the teams name their players" in seen("results")  # and leads to the page
    early = done("lines", "results", lines="1 1-0")
    assert (early.status_code, "MY-V 5.5" in early.text) == (422, True)
    page = seen()
    assert page.count('name="person"') == 2
    assert "counted from the claim on" in page
    assert "MY-V 5.5" in page
    assert send(one, 0).status_code == 303
    again = send(one, 1)
    assert (again.status_code, "it is final" in again.text) == (422, True)
    assert send(two, 0).status_code == 303
    assert seen().count("nominates ") == 2
    assert done("play-off-lot").status_code == 303
    assert done("lines", "results", lines="1 =").status_code == 303
    assert now().current.decided == {}

    assert send(one, 1).status_code == send(two, 2).status_code == 303
    assert done("play-off-lot").status_code == 303
    chooser, other = now().lots["play-off-6-1-2"].order
    page = seen()
    assert ('value="first"' in page, "In a draw, the second mover wins" in page) == (True, True)
    assert done("choose", entrant=chooser, chosen="red").status_code == 400
    assert done("choose", entrant=chooser, chosen="first").status_code == 303
    assert "Moves first." in seen()
    assert done("lines", "results", lines="1 =").status_code == 303
    assert now().current.decided == {1: other}
    assert "No board of this round needs a play-off" in seen()

    assert "won the play-off" in seen()
    ruled = {"playoff": "yes", "game": 2, "ruling": "win", "entrant": chooser}
    bare = done("rule-game", **ruled, reason=" ")
    assert (bare.status_code, "Give a reason" in bare.text) == (422, True)
    assert done("rule-game", **ruled, reason="helped from outside").status_code == 303
    assert now().current.decided == {1: chooser}
    again = {**ruled, "ruling": "replay", "entrant": ""}
    assert done("rule-game", **again, reason="the clock failed").status_code == 303
    assert now().current.decided == {}
    assert "Record the game" in seen()  # same players, same colours


# -- tables of several seats -------------------------------------------------------------------


def test_a_table_of_six_is_annulled_on_the_page_with_its_clause(chief):
    client, house = chief
    path = opened(house, "jumps", "un-games", "checkers", annulment=True)
    office = house.office
    office.enter_all("jumps", "checkers", "t", [Newcomer(Person(name=f"n{n}")) for n in range(6)])
    office.carry_out("jumps", "t", CloseEntries(section="checkers"))
    office.commit_lot("jumps", "checkers", "t")
    office.draw_numbers("jumps", "checkers", "t")
    office.pair("jumps", "checkers", "t")
    office.carry_out("jumps", "t", PublishRound(section="checkers", round=1))
    assert work(client, path, "results", "lines", round=1, lines="1 1-2-3-4-5-6").status_code == 303
    first = office.state("jumps").sections["checkers"].current.tables[0].seats[0]
    assert "Results may be annulled rounds later" in looked(client, path, "conduct")
    fields = {"entrant": first, "rounds": "1", "reason": "a piece moved back"}
    tried = work(client, path, "conduct", "try-annul", **fields)
    assert (tried.status_code, "1 → <strong>6</strong>" in tried.text) == (200, True)
    wrong = work(client, path, "conduct", "annul", **fields, outcome="both-lose")
    assert (wrong.status_code, "not everybody can lose" in wrong.text) == (422, True)
    done = work(client, path, "conduct", "annul", **fields)
    shown = client.get(done.headers["location"])
    assert (shown.status_code, "Places changed: 6" in shown.text, complaints(shown.text)) == (
        200,
        True,
        [],
    )
    work(client, path, "conduct", "annul", **fields, outcome="void")
    assert client.get(path).status_code == 200
