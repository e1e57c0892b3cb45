"""A verb that does several things at once does all of them or none (a refusal writes nothing)."""

import sqlite3

import pytest


def events(run):
    with sqlite3.connect("j.sqlite") as journal:
        return journal.execute("select stream, version, name from event").fetchall()


def refused(run, *words):
    before = events(run)
    code, _, error = run(*words)
    assert (code in (2, 3, 4, 5), bool(error), events(run)) == (True, True, before)


@pytest.fixture
def men(run):
    assert run("new", "wx-14", "men", "--id", "w")[0] == 0
    assert run("enter", "w", *"ABCDEF")[0] == 0
    return run


def test_a_first_round_that_cannot_be_paired_leaves_entries_open(men):
    refused(men, "pair", "w", "--special", "A:Nobody")
    refused(men, "pair", "w", "--special", "A:B")  # the book has no pairs set beforehand
    assert men("enter", "w", "G")[0] == 0


def test_a_round_whose_time_has_not_come_commits_to_no_lot(men):
    assert men("pair", "w")[0] == 0
    refused(men, "pair", "w")
    refused(men, "hand", "pair", "w", "A:B", "C:D", "E:F", "--because", "power cut")
    refused(men, "lot", "draw", "w", "nonsense")
    refused(men, "do", "w", "PairRound", "section=men")


def test_a_round_of_a_knockout_laid_wrongly_commits_to_no_lot(run):
    assert run("new", "un-games", "xiangqi", "--id", "w")[0] == 0
    for number in range(1, 6):
        assert run("enter", "w", f"P{number}", "--unit", f"U{number}")[0] == 0
    refused(run, "hand", "pair", "w", "P1:P2", "--because", "no numbers yet")
    refused(run, "play-off-lot", "w", "1")
    assert run("pair", "w")[0] == 0
    refused(run, "play-off-lot", "w", "1")
    refused(run, "pair", "w", "--hold")
