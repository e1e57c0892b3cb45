"""Accounts: nothing in the database signs anybody in."""

import sqlite3

import pytest
from argon2 import PasswordHasher

from qipan.desk.roles import Role
from qipan.kernel.errors import Refused, Unknown
from qipan.store.accounts import SqlAccounts
from qipan.store.database import open_sqlite

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def accounts(tmp_path):
    engine = open_sqlite(tmp_path / "j.sqlite")
    yield SqlAccounts(engine, CHEAP)
    engine.dispose()


def test_a_password_is_checked_and_never_stored(accounts, tmp_path):
    accounts.create("mei", "Mei", "correct horse")
    assert accounts.check_password("mei", "correct horse")
    assert not accounts.check_password("mei", "wrong")
    assert not accounts.check_password("nobody", "correct horse")
    raw = sqlite3.connect(tmp_path / "j.sqlite")
    assert "correct horse" not in str(raw.execute("SELECT * FROM account").fetchall())
    raw.close()


def test_an_account_without_a_password_takes_none(accounts):
    accounts.create("mei", "Mei", None)
    assert not accounts.check_password("mei", "")
    assert not accounts.check_password("mei", "decoy")
    assert not accounts.check_password("mei", "!")


def test_a_name_is_taken_once_and_grants_need_an_account(accounts):
    accounts.create("mei", "Mei", None)
    with pytest.raises(Refused):
        accounts.create("mei", "Other", None)
    with pytest.raises(Unknown):
        accounts.grant("nobody", "*", Role.ARBITER)


def test_roles_are_per_competition_with_a_general_one(accounts):
    accounts.create("mei", "Mei", None)
    accounts.grant("mei", "open", Role.ORGANISER)
    accounts.grant("mei", "open", Role.ARBITER)
    mei = accounts.find("mei")
    assert (mei.role_in("open"), mei.role_in("other")) == (Role.ARBITER, Role.SPECTATOR)
    accounts.grant("mei", "*", Role.CHIEF_ARBITER)
    assert accounts.find("mei").role_in("other") is Role.CHIEF_ARBITER


def test_sessions_expire_and_end(accounts):
    accounts.create("mei", "Mei", None)
    accounts.open_session("mei", "token", expires=100)
    assert accounts.session("token", now=99).name == "mei"
    assert accounts.session("token", now=100) is None
    assert accounts.session("forged", now=1) is None
    accounts.end_session("token")
    assert accounts.session("token", now=1) is None


def test_a_link_works_once_and_in_time(accounts):
    accounts.create("mei", "Mei", None)
    accounts.make_link("mei", "one", expires=100)
    accounts.make_link("mei", "two", expires=100)
    assert accounts.link_of("one", now=1).name == "mei"  # looking uses nothing up
    assert accounts.link_of("two", now=100) is None
    assert accounts.use_link("one", now=1).name == "mei"
    assert accounts.link_of("one", now=1) is None
    assert accounts.use_link("one", now=1) is None
    assert accounts.use_link("two", now=100) is None
    assert accounts.use_link("forged", now=1) is None
