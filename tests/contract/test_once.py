"""Once means once, on every store: whatever many ask for at the same moment, one gets."""

import pytest

from contract.racing import AT_ONCE, STORES, TIMES, address_of, race, won
from qipan.desk.attendance import CheckIn
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.roles import Role
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.store.api_tokens import ApiToken
from qipan.store.invitations import Invitation
from qipan.store.phones import Card
from qipan.store.visitors.one_time import OneTime
from qipan.wiring import open_house


@pytest.fixture(params=STORES)
def house(request, tmp_path):
    found = open_house(address_of(request, tmp_path))
    found.accounts.create("mei", "Mei", None)
    yield found
    found.close()


@pytest.mark.parametrize("kind", ["link", "invitation", "recovery", "puzzle"])
def test_a_link_is_used_once(house, kind):
    side = house.side_tables
    for number in range(TIMES):
        token = f"t{number}"
        if kind == "link":
            house.accounts.make_link("mei", token, 100)
            found = race(lambda _, token=token: house.accounts.use_link(token, 1))
        elif kind == "invitation":
            invited = Invitation(token, "demo", Role.ARBITER, "mei", 1, 100)
            side.invitations.make(token, invited)
            found = race(lambda _, token=token: side.invitations.use(token, 1))
        elif kind == "recovery":
            side.one_time.make(token, OneTime("recover", "mei", "a@b.de"), 100)
            found = race(lambda _, token=token: side.one_time.use(token, "recover", 1))
        else:
            found = race(lambda _, token=token: side.one_time.spend(token, 100, 1))
        assert won(found) == 1, (number, found)


def test_a_card_is_taken_by_one_phone(house):
    phones = house.side_tables.phones
    for number in range(TIMES):
        card = Card("demo", "men", f"e{number}", 0)
        found = race(lambda who, card=card: phones.take(f"phone-{who}", card, 1, 100, ""))
        assert won(found) == 1
        assert len(phones.taken("demo", "men")) == number + 1


def test_a_token_is_revoked_once_and_never_works_after(house):
    tokens = house.side_tables.tokens
    for number in range(TIMES):
        word = f"qp_{number}"
        tokens.make(word, ApiToken("", "mei", "demo", "desk", "", 1, 100))
        name = tokens.find(word, 1).id
        found = race(lambda _, name=name: tokens.revoke("mei", name))
        assert sum(each for each in found if isinstance(each, int)) == 1
        assert tokens.find(word, 1) is None


def test_a_secret_is_kept_once(house):
    for number in range(TIMES):
        found = race(
            lambda who, number=number: house.secrets.keep(f"s{number}", bytes([who])) or True
        )
        assert won(found) == 1
        assert sum(isinstance(each, Refused) for each in found) == AT_ONCE - 1, found


def test_a_competition_is_made_once(house):
    for number in range(TIMES):
        name = CompetitionId(f"c{number}")
        found = race(lambda _, name=name: house.office.create(name, "org", "Cup", "wx-14") or True)
        assert won(found) == 1, found
        assert house.office.state(name).version == 1


def test_a_check_in_counts_once(house):
    home, men = CompetitionId("cup"), SectionId("men")
    house.office.create(home, "org", "Cup", "wx-14")
    house.office.carry_out(home, "org", OpenSection(section=men, title="Men", under="men"))
    entrants = [
        house.office.enter(home, men, "org", Newcomer(Person(name=f"P{at}"), unit=f"U{at}"))
        for at in range(4)
    ]
    for who in entrants:
        race(
            lambda number, who=who: house.office.carry_out(
                home, f"ann-{number}", CheckIn(section=men, entrant=EntrantId(who))
            )
        )
    past = house.office.state(home).past
    arrived = [each.entrant for each in past if type(each).__name__ == "EntrantCheckedIn"]
    assert sorted(arrived) == sorted(entrants)
