"""Who may enter, how many, until when: GM and UN by clause, and whatever the book."""

import msgspec
import pytest

from desk.entry_desk import Desk, mate, refused
from qipan.desk.entries.commands import CloseEntries, DropUnverified, EnterEntrant, VerifyIdentity
from qipan.journal.events import fresh
from qipan.journal.events import opened as read_event
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, PersonId

FEMALE = ("female",)


# -- GM and UN -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "born", "fits"),
    [
        ("open", "2007-12-31", True),
        ("open", "2008-01-01", False),
        ("junior", "2008-01-01", True),
        ("junior", "2014-12-31", True),
        ("junior", "2015-01-01", False),
        ("junior", "2007-12-31", False),
    ],
)
def test_gm_3_groups_by_birth(group, born, fits):
    desk = Desk("gm-2025", "entry", {"group": group, "qualified": "elsewhere"})
    if fits:
        assert desk.enter(born=born)
    else:
        refused(desk, "entry.group", "GM 3", lambda: desk.enter(born=born))


@pytest.mark.parametrize("event", ["qualifier", "entry", "final"])
def test_gm_5_fifth_dan_and_above_may_not_enter(event):
    desk = Desk("gm-2025", event, {} if event == "qualifier" else {"qualified": "elsewhere"})
    assert desk.enter(dan=4)
    facts = refused(desk, "entry.dan", "GM 5", lambda: desk.enter(dan=5))
    assert facts == {"dan": 5, "below": 5}


def test_gm_6_1_1_3_the_qualifier_has_no_groups():
    with pytest.raises(Refused, match=r"option\.unknown"):
        Desk("gm-2025", "qualifier", {"group": "junior"})
    desk = Desk("gm-2025", "qualifier")
    assert [desk.enter(born=born) for born in ("1950", "2020", "")] == ["e1", "e2", "e3"]


def test_gm_6_1_2_1_who_has_not_proved_their_name_by_noon_gives_up_the_place():
    desk = Desk("gm-2025", "entry", {"verify_by": "2025-08-30T12:00", "qualified": "elsewhere"})
    people = [desk.enter() for _ in range(5)]
    for who in people[:4]:
        desk.do(VerifyIdentity(section=desk.section, entrant=who, now="2025-08-30T12:00"))
    late = VerifyIdentity(section=desk.section, entrant=people[4], now="2025-08-30T12:01")
    refused(desk, "entry.verified-late", "GM 6.1.2(1)", lambda: desk.do(late))
    close = CloseEntries(section=desk.section)
    refused(desk, "entry.unverified", "GM 6.1.2(1)", lambda: desk.do(close))
    early = DropUnverified(section=desk.section, now="2025-08-30T12:00")
    refused(desk, "entry.not-yet", "GM 6.1.2(1)", lambda: desk.do(early))
    desk.do(DropUnverified(section=desk.section, now="2025-08-30T12:01"))
    assert desk.now.active == people[:4]
    assert desk.do(close).sections[desk.section].closed


def test_gm_6_2_1_the_final_takes_forty():
    desk = Desk("gm-2025", "final")

    def come(number):
        desk.do(
            EnterEntrant(
                section=desk.section,
                entrant=EntrantId(f"e{number}"),
                people=(PersonId(f"p{number}"),),
                birth_years=(1990,),
                qualified=f"online/entry/{number}",
            )
        )

    for number in range(1, 41):
        come(number)
    refused(desk, "entry.full", "GM 6.2.1", lambda: come(41))


@pytest.mark.parametrize(("event", "citation"), [("xiangqi", "UN-X 2"), ("shengji", "UN-S 1")])
def test_un_x_2_two_of_each_unit(event, citation):
    desk, mates = Desk("un-games", event), (mate("player"),) if event == "shengji" else ()
    desk.enter("Finance", mates=mates)
    desk.enter("Finance", mates=mates)
    refused(desk, "entry.quota", citation, lambda: desk.enter("Finance", mates=mates))
    refused(desk, "entry.no-unit", citation, lambda: desk.enter(mates=mates))
    assert desk.enter("MBA", mates=mates)


# -- whatever the book -----------------------------------------------------------------------------


def test_a_section_may_take_entries_on_the_organisers_word():
    desk = Desk("my-2018", "women", {"entry_checks": False})
    for _ in range(7):
        desk.enter()
    assert desk.do(CloseEntries(section=desk.section)).sections[desk.section].closed


def test_the_journal_knows_no_year_of_birth():
    desk = Desk("my-2018", "women")
    desk.unit("Johor")
    desk.enter("Johor", tags=FEMALE, born="1987-06-05", licence="MAS-12345")
    text = "".join(each.payload for each in desk.office.around.log.read("competition/cup", 0))
    assert "1987" not in text
    assert "MAS-12345" not in text


def test_an_entry_written_before_there_were_seasons_is_read():
    desk = Desk("my-2018", "open")
    desk.enter()
    stored = next(
        each
        for each in desk.office.around.log.read("competition/cup", 0)
        if each.name == "entrant-entered/1"
    )
    content = msgspec.json.decode(stored.payload)
    del content["season"], content["roles"]
    old = msgspec.structs.replace(stored, payload=msgspec.json.encode(content).decode())
    assert fresh(read_event(old)).name == "entrant-entered/1"
