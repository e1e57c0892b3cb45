"""Conduct, appeals, lots, pairings by hand and lateness of the desk in the browser."""

import re
from datetime import timedelta

import pytest

from qipan.desk.entries.commands import CloseEntries
from qipan.desk.money import ledger_of
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.desk.schedule.commands import EndRound, ScheduleRound
from qipan.kernel.errors import Unknown
from qipan.simulation.event import HOME, Plan, step
from qipan.wiring import utc_now
from web.accessibility import complaints
from web.hall import desk, men, open_men, path, play_men, work
from web.markup import flat
from web.site import sign_in_as, site

# -- conduct -----------------------------------------------------------------------------------


def test_an_offence_climbs_the_ladder(chief):
    client, house = chief
    play_men(house)
    first = work(client, "conduct", "punish", entrant="1", offence="dress")
    assert first.status_code == 303
    page = client.get(f"{desk(client)}/conduct").text
    assert "fine RM 50" in page
    assert "<cite>MY 7.5</cite>" in page
    assert complaints(page) == []
    assert work(client, "conduct", "punish", entrant="1", offence="dress").status_code == 303
    one = men(house).order[0]
    assert men(house).entrants[one].withdrawn
    assert ledger_of(men(house)).balance(one) == 5000


def test_an_arbiter_leaves_exclusion_to_the_chief(tmp_path):
    with site(tmp_path) as (client, house):
        play_men(house)
        sign_in_as(client, Role.ARBITER)
        work(client, "conduct", "punish", entrant="2", offence="dress")
        answer = work(client, "conduct", "punish", entrant="2", offence="dress")
        assert (answer.status_code, "Only the chief arbiter" in answer.text) == (422, True)


def test_a_scoresheet_a_clock_and_a_board_are_ruled_on(chief):
    client, house = chief
    play_men(house)
    seat = men(house).current.tables[1].seats[0]
    assert (
        work(client, "conduct", "record", round=1, entrant=seat, run=8, total=8).status_code == 303
    )
    assert men(house).current.results[2].score.seats == (0, 2)
    clock = {"round": 1, "board": 3, "left-first": "12:30", "left-second": "1:00:05"}
    assert work(client, "conduct", "clock", **clock).status_code == 303
    assert men(house).clocks[(1, 3)] == (750, 3605)
    wrong = work(client, "conduct", "clock", **{**clock, "left-first": "half"})
    assert (wrong.status_code, "not a time on a clock" in wrong.text) == (400, True)
    three = men(house).current.table(3).seats
    assert work(client, "conduct", "swap", round=1, board=3, other=4).status_code == 303
    assert men(house).current.table(4).seats == three


# -- appeals -----------------------------------------------------------------------------------


def test_an_appeal_is_lodged_heard_and_decided_with_its_deposit(chief):
    client, house = chief
    play_men(house)
    appeal = {"entrant": "3", "round": 1, "text": "No. 4 moved twice."}
    refused = work(client, "appeals", "lodge", **appeal)
    assert (refused.status_code, "deposit" in refused.text) == (422, True)
    assert work(client, "appeals", "lodge", **appeal, deposit="yes").status_code == 303
    assert "Appeals to answer: 1" in client.get(f"{desk(client)}/results").text
    assert work(client, "appeals", "accept", appeal="a1").status_code == 303
    nobody = work(client, "appeals", "uphold", appeal="a1", reason="seen by two arbiters")
    assert (nobody.status_code, "No committee" in nobody.text) == (422, True)
    few = work(client, "appeals", "committee", names="A\nB")
    assert (few.status_code, "MY" in few.text) == (422, True)
    assert work(client, "appeals", "committee", names="A\nB\nC\nD\nE").status_code == 303
    assert work(client, "appeals", "uphold", appeal="a1", reason="seen").status_code == 303
    page = client.get(f"{desk(client)}/appeals").text
    assert "upheld" in page
    assert complaints(page) == []
    assert ledger_of(men(house)).balance(men(house).order[2]) == 0


def test_an_appeal_after_the_time_is_refused_with_its_clause(chief):
    client, house = chief
    office = play_men(house)
    lines = "\n".join(f"{board} 1" for board in range(1, 11))
    assert work(client, "results", "lines", round=1, lines=lines).status_code == 303
    office.carry_out(
        house.home, "t", EndRound(section="individual", round=1, at="2020-01-01T12:00")
    )
    late = work(client, "appeals", "lodge", entrant="3", round=1, text="x", deposit="yes")
    assert late.status_code == 422
    assert re.search(r"<cite>MY[^<]*</cite>", late.text)


# -- lots and the end --------------------------------------------------------------------------


def finish_swiss(house, client):
    office = play_men(house, rounds=7)
    lines = "\n".join(f"{board} {'1=0'[board % 3]}" for board in range(1, 11))
    assert work(client, "results", "lines", round=7, lines=lines).status_code == 303
    return office


def test_the_lot_before_the_final_is_a_ceremony(chief):
    client, house = chief
    finish_swiss(house, client)
    page = client.get(f"{desk(client)}/lots").text
    lots = re.findall(r'<article class="lot" id="([^"]+)"', page)
    assert "finalists" in lots
    for lot in lots:
        assert work(client, "lots", "commit", lot=lot).status_code == 303
        hall = client.get(f"{path(client)}/lot?lot={lot}").text
        assert men(house).commitments[lot] in hall
        assert "The draw is next" in hall
        assert client.get(f"{path(client)}/lot.json?lot={lot}").status_code == 404
        assert work(client, "lots", "draw", lot=lot, entropy="heads, tails").status_code == 303
        hall = client.get(f"{path(client)}/lot?lot={lot}").text
        assert "heads, tails" in hall
        assert "checked: the order follows" in hall
        assert complaints(hall) == []
    draw = client.get(f"{path(client)}/lot.json?lot=finalists").json()
    assert sorted(draw["order"]) == sorted(draw["candidates"])
    assert work(client, "lots", "commit", lot="invented").status_code == 400
    with pytest.raises(Unknown):
        house.office.secret_of(house.home, "individual", "invented")


def test_nothing_is_approved_or_closed_too_early(chief):
    client, house = chief
    play_men(house)
    early = work(client, "closing", "approve")
    assert (early.status_code, "Not complete" in early.text) == (422, True)
    assert work(client, "closing", "finish").status_code == 422
    assert work(client, "closing", "award", on="2026-05-03").status_code == 422
    assert complaints(client.get(f"{desk(client)}/closing").text) == []


# -- a whole round -----------------------------------------------------------------------------


def test_a_round_of_a_hundred_boards_is_pasted_at_once(chief):
    client, house = chief
    office = open_men(house)
    from qipan.desk.entries.newcomer import Newcomer
    from qipan.journal.people import Person

    people = [Newcomer(Person(name=f"P {at}"), rating=3000 - at) for at in range(200)]
    office.enter_all(house.home, "individual", "t", people)
    office.carry_out(house.home, "t", CloseEntries(section="individual"))
    office.draw_numbers(house.home, "individual", "t")
    office.pair(house.home, "individual", "t")
    office.carry_out(house.home, "t", PublishRound(section="individual", round=1))
    lines = [f"{board}\t{('1-0', '½-½', '0', '+', '1 : 0')[board % 5]}" for board in range(1, 101)]
    before = office.state(house.home).version
    wrong = [*lines[:40], "41 2-0", *lines[41:70], "hundred 1", *lines[71:]]
    answer = work(client, "results", "lines", round=1, lines="\r\n".join(wrong))
    assert answer.status_code == 400
    assert re.findall(r'<li value="(\d+)">', answer.text) == ["41", "71"]
    assert office.state(house.home).version == before
    answer = work(client, "results", "lines", round=1, lines="\r\n".join(lines))
    assert answer.status_code == 303
    assert men(house).current.missing == []
    assert [men(house).current.results[board].score.seats for board in (1, 2, 3, 4, 5)] == [
        (1, 1), (0, 2), (2, 0), (2, 0), (2, 0),
    ]  # fmt: skip
    again = work(client, "results", "lines", round=1, lines="\n".join(lines))
    assert again.headers["location"].endswith("recorded=0")  # said twice, recorded once


# -- pairing by hand ---------------------------------------------------------------------------


def test_the_next_round_is_looked_at_without_being_paired(chief):
    client, house = chief
    office = play_men(house, rounds=1, count=8)
    lines = "1 1\n2 1\n3 1\n4 1"
    assert work(client, "results", "lines", round=1, lines=lines).status_code == 303
    before = office.state(house.home).version
    page = client.get(f"{desk(client)}/pairing?preview=1").text
    assert "preview only, not paired" in page
    assert '<h2 id="pairing">Round 2' in flat(page)
    assert office.state(house.home).version == before
    assert complaints(page) == []


def test_a_change_by_hand_is_tried_ticked_and_done(chief):
    client, house = chief
    office = play_men(house, rounds=1, count=8)
    work(client, "results", "lines", round=1, lines="1 1\n2 1\n3 1\n4 1")
    assert work(client, "pairing", "pair").status_code == 303
    version = office.state(house.home).version
    again = {"round": 2, "kind": "meet", "one": "1", "two": "5", "reason": "asked by the committee"}
    tried = work(client, "pairing", "try-change", **again)
    assert tried.status_code == 200
    assert complaints(tried.text) == []
    assert office.state(house.home).version == version  # only tried
    page = flat(tried.text)
    steps = re.search(r'name="steps" value="([^"]+)"', page)[1]
    ticks = dict(re.findall(r'name="(despite-\d+)" value="([^"]+)"', page))
    assert any("swiss.no-rematch" in each for each in ticks.values())
    done = {"round": 2, "steps": steps, "reason": "asked by the committee"}
    refused = work(client, "pairing", "change", **done)
    assert refused.status_code == 422  # not ticked
    assert work(client, "pairing", "change", **done, **ticks).status_code == 303
    one, five = men(house).order[0], men(house).order[4]
    assert any({one, five} == set(table.seats) for table in men(house).current.tables)
    assert "decided by hand" in client.get(f"{desk(client)}/pairing").text.lower()


def test_a_round_is_taken_back_with_a_reason(chief):
    client, house = chief
    play_men(house, rounds=1, count=8)
    assert work(client, "pairing", "take-back", round=1, reason="").status_code == 422
    assert work(client, "pairing", "take-back", round=1, reason="wrong list").status_code == 303
    assert men(house).rounds == []


def test_an_arbiter_does_not_change_pairings(tmp_path):
    with site(tmp_path) as (client, house):
        play_men(house, rounds=1, count=8)
        sign_in_as(client, Role.ARBITER)
        fields = {"round": 1, "kind": "reverse", "one": "1", "reason": "r"}
        assert work(client, "pairing", "try-change", **fields).status_code == 403


# -- what a ruling changes ---------------------------------------------------------------------


def test_a_ruling_that_moves_places_shows_what_changed(chief):
    client, house = chief
    play_men(house, rounds=2, count=8)
    seat = men(house).rounds[0].tables[0].seats[0]
    lost = work(client, "conduct", "record", round=1, entrant=seat, run=8, total=8)
    assert "changes?since=" in lost.headers["location"]
    assert "Places changed" in client.get(lost.headers["location"]).text


# -- lateness ----------------------------------------------------------------------------------


def thai_league(house, until):
    """Play the Thai league, by teams, until something is so; give its path."""
    plan = Plan("th-maklom-2024", "league", 6, 1)
    while step(house.office, plan):
        section = house.office.state(HOME).sections.get(plan.section)
        if section and section.current and section.current.published and until(section.current):
            break
    return f"/c/{HOME}/{plan.section}"


@pytest.fixture
def league(tmp_path):
    """A round under way; this book says when a late player loses."""
    with site(tmp_path) as (client, house):
        path = thai_league(house, lambda current: True)
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house.office, path


def test_results_are_annulled_after_a_look_at_what_it_changes(tmp_path):
    with site(tmp_path) as (client, house):
        path = thai_league(house, lambda current: not current.missing)
        sign_in_as(client, Role.CHIEF_ARBITER)
        office = house.office
        table = office.state(HOME).sections["league"].rounds[0].tables[0]
        fields = {"entrant": table.seats[0], "rounds": "1", "reason": "outside help"}
        fields["_csrf_token"] = client.cookies.get("csrftoken")
        version = office.state(HOME).version
        tried = client.post(f"{path}/desk/conduct/try-annul", data=fields)
        assert tried.status_code == 200
        assert complaints(tried.text) == []
        assert office.state(HOME).version == version
        done = client.post(f"{path}/desk/conduct/annul", data=fields, follow_redirects=False)
        assert "changes?since=" in done.headers["location"]
        assert office.state(HOME).sections["league"].annulled
        assert client.get(done.headers["location"]).status_code == 200


def begin(office, minutes_ago):
    """Set the first round's start so long ago, by the clock on the wall."""
    start = utc_now().astimezone().replace(tzinfo=None) - timedelta(minutes=minutes_ago)
    section = next(iter(office.state(HOME).sections))
    at = start.isoformat(timespec="minutes")
    timed = ScheduleRound(section=section, round=1, start=at, reason="began", despite="began")
    office.carry_out(HOME, "t", timed)


@pytest.mark.parametrize(
    ("minutes", "action", "status", "lost"),
    [(6, "came", 303, False), (6, "never", 422, False), (20, "never", 303, True)],
)
def test_a_late_player_is_settled_as_the_book_says(league, minutes, action, status, lost):
    client, office, path = league
    begin(office, minutes)
    section = office.state(HOME).sections[path.rpartition("/")[2]]
    table = section.current.tables[0]
    fields = {"round": 1, "entrant": table.seats[0], "_csrf_token": client.cookies.get("csrftoken")}
    client.post(f"{path}/desk/late/absent", data=fields)
    page = client.get(f"{path}/desk/late").text
    assert re.search(r'data-left="-?\d+"', page)
    assert complaints(page) == []
    answer = client.post(f"{path}/desk/late/{action}", data=fields, follow_redirects=False)
    assert answer.status_code == status
    after = office.state(HOME).sections[section.id]
    assert bool(after.current.games.get(table.board)) is lost  # one board of the team's match
    if action == "came":
        assert after.late[(1, table.seats[0])][1] >= 5 * 60  # deducted from the clock
