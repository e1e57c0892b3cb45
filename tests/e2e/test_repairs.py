"""Events in a real browser with everything that goes wrong on the way put right again.

``make soak`` (QIPAN_SOAK) plays a whole world championship of thirty players and a whole Malaysian
team championship of eight teams by clicking, with every repair at least once; the suite plays the
first round of both with fewer people and the repairs that every event needs.
"""

import os
import re

import pytest

from e2e.chromium import LAPTOP, PHONE, new_page
from e2e.desk_steps import lead, pair
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.wiring import open_house
from server import Server, press_link

pytestmark = pytest.mark.browser
WHOLE = bool(os.environ.get("QIPAN_SOAK"))
ROUNDS, PLAYERS, TEAMS = (9, 30, 8) if WHOLE else (1, 8, 4)
UNITS = ("CHN", "VIE", "MAS", "SGP", "THA", "GER")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    journal = tmp_path_factory.mktemp("repairs") / "j.sqlite"
    house = open_house(str(journal))
    world(house.office)
    league(house.office)
    if WHOLE:
        others(house.office)
    house.close()
    found = Server(journal)
    yield found
    found.stop()


def world(office):
    men = OpenSection(section=SectionId("men"), title="Men", under="men")
    office.create(CompetitionId("world"), "t", "World", "wx-14", [men])
    everybody = [
        Newcomer(Person(name=f"Player {at:02}"), unit=UNITS[at % 6]) for at in range(1, PLAYERS + 1)
    ]
    office.enter_all(CompetitionId("world"), SectionId("men"), "t", everybody)


def league(office):
    options = {"entry_checks": False}
    team = OpenSection(section=SectionId("team"), title="Team", under="team", options=options)
    office.create(CompetitionId("league"), "t", "League", "my-2018", [team])
    roles = ("player", "player", "junior", "reserve")
    for at in range(1, TEAMS + 1):
        mates = tuple(
            Mate(Person(name=f"T{at} member {number}", birth="2012"), role)
            for number, role in enumerate(roles, 2)
        )
        leader = Person(name=f"T{at} member 1", birth="1999")
        newcomer = Newcomer(leader, unit=f"Team {at}", role="player", mates=mates, rating=2000 - at)
        office.enter(CompetitionId("league"), SectionId("team"), "t", newcomer)


def others(office):
    """Events whose books have what the two do not: fillers, lateness, members replaced."""
    options = {"entry_checks": False}
    home = CompetitionId("odd")
    men = OpenSection(section=SectionId("men"), title="M", under="individual", options=options)
    office.create(home, "t", "Odd", "my-2018", [men])
    seven = [Newcomer(Person(name=f"Odd {at}"), unit=f"U{at}", rating=1500) for at in range(1, 8)]
    office.enter_all(home, SectionId("men"), "t", seven)
    home = CompetitionId("stones")
    section = OpenSection(section=SectionId("team"), title="Stones", under="league")
    office.create(home, "t", "Stones", "th-maklom-2024", [section])
    for at in range(1, 3):
        mates = tuple(Mate(Person(name=f"S{at} member {n}"), "player") for n in (2, 3))
        leader = Newcomer(Person(name=f"S{at} member 1"), unit=f"Stones {at}", mates=mates)
        office.enter(home, SectionId("team"), "t", leader)
    home = CompetitionId("cards")
    section = OpenSection(section=SectionId("pairs"), title="Cards", under="shengji")
    office.create(home, "t", "Cards", "un-games", [section])
    for at in range(1, 3):
        mate = Mate(Person(name=f"C{at} two"), "player")
        one = Newcomer(Person(name=f"C{at} one"), unit=f"U{at}", mates=(mate,))
        office.enter(home, SectionId("pairs"), "t", one)


class Desk:
    """One desk in a browser."""

    def __init__(self, page, base, home):
        self.page, self.base, self.home = page, base, home
        self.path, self.api = f"{base}/c/{home}/desk", f"{base}/api/competitions/{home}"

    def go(self, name):
        self.page.goto(f"{self.path}/{name}")

    def lead(self):
        lead(self.page)

    def pair(self):
        self.go("pairing")
        pair(self.page)

    def says(self, words):
        """Wait until the bar says what was done."""
        self.page.wait_for_selector(f".undo:has-text('{words}')")

    def undo(self, words):
        """Press Undo on the bar that says so, and wait until it is undone."""
        self.says(words)
        self.page.click(".undo [data-undo]")
        self.says("Undone")

    def send(self, action, button=None, **fields):
        """Fill a form of the page in and send it."""
        form = f"form[action$='{action}']"
        for name, value in fields.items():
            field = self.page.locator(f"{form} [name={name}]").first
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.page.click(f"{form} button" + (f":has-text('{button}')" if button else ""))

    def section(self):
        return self.page.request.get(self.api).json()

    def boards(self):
        return self.section()["rounds"][-1]["boards"]

    def press(self, keys):
        for key in keys:
            self.page.keyboard.press(key)

    def done(self, count, of):
        self.page.wait_for_selector(f".progress:has-text('{count}/{of}')")

    def fill_round(self, keys="1501+"):
        """Record what is missing by the keys alone."""
        self.go("results")
        self.page.wait_for_selector("tr[aria-current]")
        of = self.page.locator("tr[data-row]").count()
        left = self.page.locator("tr[data-row]:not(.over)").count()
        for at in range(left):
            self.press(keys[at % len(keys)])
        self.page.wait_for_selector("tr[data-row]:not(.over)", state="detached")
        return of


@pytest.fixture(scope="module")
def signed(started, server):
    found = new_page(started, LAPTOP)
    press_link(found, server.link)
    yield found
    found.context.close()


# -- the world championship ---------------------------------------------------------------------


def before_the_first_round(desk):
    page = desk.page
    desk.go("entries")
    page.click("button[aria-label='Withdraw Player 05']")
    desk.undo("Player 05 is withdrawn")
    page.click("a[aria-label='Edit Player 07']")
    page.fill("input[name=name]", "Player Seven")
    page.fill("input[name=unit]", "JPN")
    page.click("button:has-text('Save')")
    page.wait_for_selector("th:has-text('Player Seven')")
    if WHOLE:
        more_before_the_first_round(desk)
    desk.lead()  # close entries
    page.wait_for_selector(".tasks .first a[href*='lots']")
    desk.go("lots")
    page.click("article.lot button.primary")
    page.wait_for_selector("article.lot input[name=entropy]")
    page.click("article.lot button.primary")
    page.wait_for_selector(".tasks form[action$='/pairing/pair']")


def more_before_the_first_round(desk):
    """Back from the entries, the section split, merged, renamed and called off, options."""
    page = desk.page
    page.click("button[aria-label='Withdraw Player 06']")
    desk.says("Player 06 is withdrawn")
    page.click("button[aria-label='Bring back Player 06']")
    desk.says("Player 06 is back")
    desk.go("section")
    desk.send("section/rename", title="Gentlemen")
    desk.undo("Men is now Gentlemen")
    page.check("input[name='move-e1']")
    desk.send("section/split", new="b", title="B", reason="many")
    desk.says("e")
    other = Desk(page, desk.base, "world/b")
    other.go("section")
    other.send("section/merge", into="men", reason="few")
    other.says("e")
    assert len(desk.section()["lines"]) >= PLAYERS
    other.go("log")
    page.click(".acts li:first-child button")  # the merge is undone from the log
    page.wait_for_selector(".acts li.undone")
    page.click(".acts li:first-child button")  # and done again
    page.wait_for_timeout(300)
    desk.go("section")
    desk.send("section/cancel", reason="no hall")
    page.click(".undo [data-undo]")
    desk.says("Undone")
    desk.go("options")
    page.select_option("#option-annulment select", index=1)
    page.click("#option-annulment button")
    page.click(".undo [data-undo]")
    desk.says("Undone")
    desk.go("entries")
    desk.lead()  # close entries
    desk.says("Entries are closed")
    desk.go("entries")
    page.click("button:has-text('Reopen entries')")
    desk.says("open again")
    desk.go("entries")


def who_is_not_here(desk):
    """All are here but one, of whom it is decided: rests, plays, forfeits, and here after all."""
    page = desk.page
    desk.go("pairing")
    assert "Player 01" in page.inner_text(".checklist")
    page.click(".tasks .first button:has-text('are here')")
    desk.says("checked in")
    desk.go("check-in")
    page.click("button[aria-label='Undo Player 02']")
    desk.says("Check-in of Player 02 undone")
    desk.go("pairing")
    page.wait_for_selector(".tasks .first:has-text('to be decided: 1')")
    page.click("button[aria-label='Forfeits Player 02']")
    desk.undo("Player 02 forfeits round 1")
    if WHOLE:
        page.click("button[aria-label='Rests Player 02']")
        desk.undo("Player 02 sits out round 1")
        page.click("button[aria-label='Plays Player 02']")
        desk.undo("although absent")
    page.click("button[aria-label='Here Player 02']")
    page.wait_for_selector(".tasks .first form[action$='/pairing/pair']")


def first_round(desk):
    page = desk.page
    desk.lead()  # pair
    page.wait_for_selector(".touch")
    tables = desk_tables(page)
    page.click(f"[data-player='{tables[0][0]}']")
    page.click(f"[data-player='{tables[1][0]}']")
    page.wait_for_selector("#hand:has-text('swap opponents')")
    for tick in page.query_selector_all("#hand input[type=checkbox]"):
        tick.check()
    page.click("#hand button.primary")
    page.wait_for_selector(".touch .changed")
    desk.undo("Round 1 changed by hand")
    page.wait_for_selector(".touch")
    assert desk_tables(page) == tables
    desk.lead()  # publish
    desk.says("Round 1 is public")
    desk.go("results")
    page.wait_for_selector("tr[aria-current]")


def desk_tables(page):
    """Read who sits where in the round that can be touched."""
    rows = page.query_selector_all(".touch li")
    return [
        tuple(each.get_attribute("data-player") for each in row.query_selector_all("[data-player]"))
        for row in rows
    ]


def results_by_keys(desk):
    """Every way in which a result is put right, then the rest at the speed of the hand."""
    page, boards = desk.page, PLAYERS // 2
    desk.press("1")
    desk.undo("Board 1: ")
    desk.done(0, boards)
    desk.press("1")
    desk.done(1, boards)
    page.click("#b1 .r3 button >> nth=1")  # another button is a correction
    desk.says("Board 1 corrected")
    page.click("#b1 a:has-text('Correct')")
    desk.send("results/move", to="2", reason="wrong board")
    page.wait_for_selector("#b2.over")
    page.click("#b2 a:has-text('Correct')")
    desk.send("results/clear", reason="not over")
    desk.done(0, boards)
    assert desk.fill_round() == boards
    first = desk.boards()[2]["seats"]
    page.click("#b3 a:has-text('Correct')")
    page.select_option("select[name=first]", first[1]["entrant"])
    desk.send("results/correct", "Correct", result="1-0", reason="sat the other way")
    page.wait_for_url("**/changes**")
    assert [each["entrant"] for each in desk.boards()[2]["seats"]] == [
        each["entrant"] for each in first[::-1]
    ]


def penalties(desk):
    page = desk.page
    give_penalty(desk)
    page.wait_for_selector(".undo [data-undo]")
    page.click(".undo [data-undo]")
    desk.says("Undone")
    if not WHOLE:
        return
    give_penalty(desk)
    page.wait_for_selector(".undo")
    desk.go("conduct")  # another one instead
    page.click("td summary:has-text('Take back')")
    page.select_option("form:has(input[name=instead]) select[name=offence]", index=1)
    page.click("form:has(input[name=instead]) button")
    page.wait_for_selector(".follows")
    page.click("button:has-text('Confirm the penalty')")
    page.wait_for_selector(".undo")
    desk.go("conduct")
    page.click("td summary:has-text('Take back')")
    desk.send("conduct/take-back", reason="the claim was right")
    desk.says("Undone")
    desk.go("conduct")
    assert page.query_selector("td summary:has-text('Take back')") is None


def give_penalty(desk):
    page = desk.page
    desk.go("conduct")
    form = "form[action$='conduct/try']:has(input[name=note])"
    page.select_option(f"{form} select[name=entrant]", index=2)
    page.select_option(f"{form} select[name=offence]", index=1)
    page.click("button:has-text('Apply the next penalty')")
    page.wait_for_selector(".follows")
    page.click("button:has-text('Confirm the penalty')")


def between_the_rounds(desk):
    """A late entry, somebody who misses a round, leaves or comes back, a round taken back."""
    page, boards = desk.page, PLAYERS // 2 + 1
    desk.go("entries")
    late = "form[action$='entries/enter']:has(input[name=late])"
    for name in ("Late One", "Late Two"):
        page.fill(f"{late} input[name=name]", name)
        page.fill(f"{late} input[name=late]", "train")
        page.click(f"{late} button")
        page.wait_for_selector(f"th:has-text('{name}')")
    page.click("a[aria-label='Edit Late Two']")
    page.click("button:has-text('Sits out a round')")
    desk.undo("Late Two sits out round 2")
    desk.go("amend?entrant=e7")
    page.fill("input[name=unit]", "VIE")
    page.click("button:has-text('Show the consequences')")
    page.wait_for_selector(".follows")
    page.click("button:has-text('Save')")
    desk.undo("Player Seven")
    desk.go("entries")
    page.click("button[aria-label='Withdraw Player 08']")
    page.wait_for_selector(".follows")  # in the middle of the event it asks first
    page.click("form:has(.follows) button:has-text('Withdraw')")
    desk.says("Player 08 is withdrawn")
    page.click("button[aria-label='Bring back Player 08']")
    desk.says("Player 08 is back")
    desk.pair()
    page.wait_for_selector(".touch")
    desk.undo("Round 2 is paired")
    desk.lead()
    page.wait_for_selector(".touch")
    desk.lead()
    desk.says("Round 2 is public")
    desk.go("results")
    page.wait_for_selector("tr[aria-current]")
    desk.press("1")
    desk.done(1, boards)
    desk.go("pairing")
    page.click("summary:has-text('Take back the pairing of round 2')")
    page.check("form[action$='pairing/take-back'] input[name=keep]")
    desk.send("pairing/take-back", reason="wrong list")
    desk.undo("Pairing of round 2 taken back")
    desk.go("results")
    desk.done(1, boards)


def a_report_is_confirmed(desk, started):
    """A player reports on a phone, takes it back, reports again; the arbiter confirms."""
    page = desk.page
    board = next(each for each in desk.boards() if each["needs"])
    who = board["seats"][0]["entrant"]
    page.goto(f"{desk.base}/c/{desk.home}/cards/{who}")
    phone = new_page(started, PHONE)
    phone.goto(page.get_attribute("main a[rel=noreferrer]", "href"))
    phone.click("form[action$='/take'] button")
    phone.click("button[value=won]")
    desk.go("results")
    row = f"#b{board['board']}"
    page.wait_for_selector(f"{row}.report")
    phone.click("form[action$='/take-back'] button")
    page.wait_for_selector(f"{row}:not(.report)")
    phone.click("button[value=won]")
    page.wait_for_selector(f"{row}.report")
    page.click(f"{row} button:has-text('Confirm')")
    page.wait_for_selector(f"{row}.over:not(.report)")
    phone.context.close()


def draw_lots(desk):
    """Draw whatever waits for a lot."""
    desk.go("lots")
    while desk.page.query_selector("article.lot"):
        with desk.page.expect_navigation():
            desk.page.click("article.lot button.primary")


def to_the_end(desk):
    """Approve, open the standings again, approve anew, give the prizes, close."""
    page = desk.page
    draw_lots(desk)
    desk.go("closing")
    page.click("form[action$='/closing/approve'] button")
    desk.undo("The standings are approved")
    desk.go("closing")
    page.click("form[action$='/closing/approve'] button")
    page.wait_for_selector(".chip.good:has-text('final')")
    desk.go("section")
    desk.send("section/lift", reason="one more look")
    desk.go("closing")
    page.click("form[action$='/closing/approve'] button")
    page.wait_for_selector(".chip.good:has-text('final')")
    if page.query_selector("form[action$='/closing/award'] button"):
        page.click("form[action$='/closing/award'] button")
        page.wait_for_load_state()


def test_a_world_championship_with_every_repair(server, signed, started):
    desk = Desk(signed, server.base, "world/men")
    before_the_first_round(desk)
    who_is_not_here(desk)
    first_round(desk)
    results_by_keys(desk)
    penalties(desk)
    if WHOLE:
        between_the_rounds(desk)
        a_report_is_confirmed(desk, started)
        desk.fill_round()
        for _ in range(2, ROUNDS):
            desk.pair()
            signed.wait_for_selector(".touch")
            desk.lead()
            desk.fill_round()
        to_the_end(desk)
        assert desk.section()["approved"]
    desk.go("log")
    assert signed.locator(".acts li.undone").count() > 0
    assert signed.errors == []


# -- the team championship ----------------------------------------------------------------------


def test_a_team_championship_board_by_board(server, signed):
    desk, page = Desk(signed, server.base, "league/team"), signed
    desk.go("entries")
    if WHOLE:
        change_a_team(desk)
    desk.lead()  # close
    desk.says("Entries are closed")
    desk.lead()  # numbers
    if WHOLE:
        page.wait_for_selector(".tasks form[action$='/pairing/pair']")
        the_reserve_plays(desk)
    for number in range(1, (TEAMS - 1 if WHOLE else 1) + 1):
        draw_lots(desk)
        desk.go("pairing")
        if page.query_selector(".tasks form[action$='/pairing/pair']") is None:
            break  # fewer rounds than teams
        pair(page)
        page.wait_for_selector(f"#pairing:has-text('Round {number}'), #whole-by-hand")
        if page.query_selector("#whole-by-hand"):
            lay_by_hand(desk)
        desk.lead()
        desk.says(f"Round {number} is public")
        desk.go("results")
        page.wait_for_selector(f"#pairings:has-text('Round {number}')")
        if number == 1:
            match_sheet(desk)
        desk.fill_round("1015")
    desk.go("results")
    scores = page.locator(".match .score").all_inner_texts()
    assert len(scores) == TEAMS // 2
    assert all(re.fullmatch(r"[0-4½]+ – [0-4½]+", each) for each in scores)
    if WHOLE:
        to_the_end(desk)
        assert desk.section()["approved"]
        # What only other books have:
        a_filler_makes_an_odd_number_even(server, signed)
        lateness_on_one_board_and_back(server, signed)
        a_member_of_a_pair_is_replaced_and_back(server, signed)
    assert signed.errors == []


def lay_by_hand(desk):
    """Everybody left has met: the arbiter pairs who does not play the final, and says why."""
    page = desk.page
    lines = desk.section()["lines"]
    others = [each["number"] for each in lines[2:]]
    pairs = [f"{one} {two}" for one, two in zip(others[::2], others[1::2], strict=True)]
    page.fill("textarea[name=pairs]", "\n".join(pairs))
    page.fill("form[action$='pairing/try-lay'] input[name=reason]", "all others have met")
    page.click("form[action$='pairing/try-lay'] button")
    page.wait_for_selector("form[action$='pairing/try-lay'] button.primary")
    for tick in page.query_selector_all("form[action$='pairing/try-lay'] input[type=checkbox]"):
        tick.check()
    page.click("form[action$='pairing/try-lay'] button.primary")
    page.wait_for_selector(".touch, .meetings")
    page.errors.clear()  # a browser notes every refusal


def change_a_team(desk):
    """A name of a member and the parts they play are put right."""
    page = desk.page
    desk.go("amend?entrant=e1")
    page.fill("input[name=unit]", "Team One")
    page.click("form:has(input[name=unit]) button:has-text('Save')")
    desk.undo("Team One")


def the_reserve_plays(desk):
    """The reserve takes a board; the line-up is taken back and handed in again."""
    page = desk.page
    for again in (False, True):
        desk.go("line-ups")
        team = page.locator("form[action$='line-ups/hand-in']").first
        seats = team.locator("select")
        known = seats.nth(0).locator("option").evaluate_all("all => all.map(each => each.value)")
        seats.nth(0).select_option(known[-1])
        team.locator("button").click()
        page.wait_for_selector(".undo [data-undo]")
        if not again:
            page.click(".undo [data-undo]")
            desk.says("Undone")


def match_sheet(desk):
    """Boards in any order, one corrected alone, one by a typed line, one punished."""
    page = desk.page
    page.click("#b2 button[value='2.3 1-0']")
    page.wait_for_selector("#b2 .score:has-text('1 – 0')")
    page.click("#b2 button[value='2.1 0.5-0.5']")
    page.wait_for_selector("#b2 .score:has-text('1½ – ½')")
    page.click("#b2 button[value='2.3 0-1']")  # this board alone
    page.wait_for_selector("#b2 .score:has-text('½ – 1½')")
    desk.undo("Board 2.3 corrected")
    page.wait_for_selector("#b2 .score:has-text('1½ – ½')")
    page.fill("input[name=lines]", "2.2 1")
    page.press("input[name=lines]", "Enter")
    page.wait_for_selector("#b2 .score:has-text('2½ – ½')")
    assert page.inner_text("#b2").count("member") == 8, "both names of every board"
    page.click("a[aria-label='Penalty or lateness Board 1.2']")
    page.select_option("#at-board-sheet select[name=whom]", index=1)
    page.select_option("#at-board-sheet select[name=offence]", "double-move-at-once")
    page.click("#at-board-sheet button:has-text('Apply the next penalty')")
    page.wait_for_selector(".follows:has-text('1.2')")
    page.click("button:has-text('Confirm the penalty')")
    page.wait_for_selector("#b1 .score:has-text('1')")
    page.click(".undo [data-undo]")
    desk.says("Undone")
    page.wait_for_selector("#b1 .score:has-text('0 – 0')")
    if WHOLE:
        page.click("#b2 a:has-text('Correct')")
        page.fill("form[action$='results/clear'] input[name=game]", "2")
        desk.send("results/clear", reason="not over")
        page.wait_for_selector("#b2 .score:has-text('1½ – ½')")
        desk.go("conduct")
        page.fill("input[name=captain]", "Captain of One")
        form = "form[action$='conduct/try']:has(input[name=captain])"
        page.select_option(f"{form} select[name=entrant]", index=1)
        page.select_option(f"{form} select[name=offence]", "misleading")
        page.click("button:has-text('Apply the next penalty')")
        page.wait_for_selector(".follows")
        page.click("button:has-text('Confirm the penalty')")
        page.wait_for_selector(".undo [data-undo]")
        page.click(".undo [data-undo]")
        desk.says("Undone")
        desk.go("results")
    page.evaluate("document.activeElement.blur()")


# -- what only other books have -----------------------------------------------------------------


def a_filler_makes_an_odd_number_even(server, signed):
    """In an event of the individual championship of Malaysia."""
    desk, page = Desk(signed, server.base, "odd/men"), signed
    desk.go("entries")
    desk.lead()
    desk.says("Entries are closed")
    desk.go("entries")
    late = "form[action$='entries/enter']:has(input[name=late])"
    page.fill(f"{late} input[name=name]", "Filler")
    page.fill(f"{late} input[name=tags]", "filler")
    page.fill(f"{late} input[name=late]", "odd")
    page.click(f"{late} button")
    desk.undo("Filler entered")
    assert "Filler" not in page.inner_text("table.entries")


def lateness_on_one_board_and_back(server, signed):
    """In the league of Go, whose book takes the game from who comes too late."""
    desk, page = Desk(signed, server.base, "stones/team"), signed
    desk.go("entries")
    desk.lead()
    desk.says("Entries are closed")
    desk.go("lots")
    page.click("article.lot button.primary")
    page.wait_for_selector("article.lot input[name=entropy]")
    page.click("article.lot button.primary")
    page.wait_for_selector(".tasks form[action$='/pairing/pair']")
    desk.pair()
    page.wait_for_selector(".meetings")
    desk.lead()
    desk.says("Round 1 is public")
    desk.go("results")
    page.click("a[aria-label='Penalty or lateness Board 1.2']")
    form = "#at-board-sheet form:has(input[name=minutes])"
    page.select_option(f"{form} select[name=whom]", index=2)
    page.fill(f"{form} input[name=minutes]", "20")
    page.click(f"{form} button")
    page.wait_for_selector(".follows:has-text('the game is lost')")
    page.click("button:has-text('Confirm the lateness')")
    page.wait_for_selector("#b1 .score:has-text('1 – 0')")
    page.click(".undo [data-undo]")
    page.wait_for_selector("#b1 .score:has-text('0 – 0')")


def a_member_of_a_pair_is_replaced_and_back(server, signed):
    """At cards, whose book lets a lost member be replaced."""
    desk, page = Desk(signed, server.base, "cards/pairs"), signed
    desk.go("members")
    form = page.locator("form[action$='members/replace']").first
    form.locator("select[name=left]").select_option(index=2)
    form.locator("input[name=name]").fill("Somebody New")
    form.locator("input[name=reason]").fill("ill")
    form.locator("button").click()
    page.wait_for_selector("h2:has-text('Somebody New')")
    page.click(".undo [data-undo]")
    page.wait_for_selector("h2:has-text('C1 two')")
