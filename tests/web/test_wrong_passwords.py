"""Who waits after wrong passwords: the guesser, and nobody else."""

import pytest

from qipan.web.shared.wrong_passwords import (
    FREE,
    MOST_FOR_A_NAME,
    MOST_FROM_AN_ADDRESS,
    WrongPasswords,
)


class Time:
    ms = 0

    def __call__(self):
        return self.ms


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def wrong(time):
    return WrongPasswords(time)


def fail(wrong, name, address, times):
    for _ in range(times):
        wrong.failed(name, address)


def test_the_wait_grows_up_to_five_minutes_and_is_forgotten_after_an_hour(wrong, time):
    fail(wrong, "ann", "hall", FREE - 1)
    assert wrong.wait("ann", "hall") is None
    waits = []
    for _ in range(8):
        wrong.failed("ann", "hall")
        waits.append(wrong.wait("ann", "hall").seconds)
    assert waits == [5, 10, 20, 40, 80, 160, 300, 300]
    time.ms += 300_000
    assert wrong.wait("ann", "hall") is None
    time.ms += 3_600_000
    wrong.failed("ann", "hall")
    assert wrong.wait("ann", "hall") is None


def test_a_right_password_forgets_the_wrong_ones(wrong):
    fail(wrong, "ann", "hall", FREE - 1)
    wrong.succeeded("ann", "hall")
    fail(wrong, "ann", "hall", FREE - 1)
    assert wrong.wait("ann", "hall") is None


def test_strangers_do_not_decide_who_signs_in(wrong):
    wrong.succeeded("ann", "home")
    for number in range(MOST_FOR_A_NAME):
        wrong.failed("ann", f"far-{number}")
    assert wrong.wait("ann", "home") is None
    assert wrong.wait("ann", "new") is None  # one try each
    wrong.failed("ann", "new")
    assert wrong.wait("ann", "new").seconds == 5
    assert wrong.wait("bob", "new") is None


def test_one_guesser_in_a_hall_does_not_lock_out_who_was_in_before(wrong, time):
    wrong.succeeded("ann", "hall")
    for number in range(MOST_FROM_AN_ADDRESS):
        wrong.failed(f"name-{number}", "hall")
    assert wrong.wait("ann", "hall") is None
    waiting = wrong.wait("bob", "hall")
    assert (waiting.seconds, waiting.address) == (60, True)
    time.ms += 60_000
    assert wrong.wait("bob", "hall") is None


def test_what_is_remembered_is_bounded(wrong, monkeypatch):
    monkeypatch.setattr("qipan.web.shared.wrong_passwords.MOST_REMEMBERED", 10)
    for number in range(50):
        wrong.failed(f"name-{number}", f"from-{number}")
        wrong.succeeded(f"name-{number}", f"other-{number}")
    assert len(wrong._wrong) == len(wrong._known) == 10
