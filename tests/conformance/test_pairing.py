"""Rounds as reference engines paired them, paired again: the part that the repository keeps."""

import pytest

from conformance.tournaments import read_tournaments
from qipan.formats.trf.check import check, pairs_of
from qipan.formats.trf.walk import field_before
from qipan.kernel.errors import Impossible
from qipan.pairing.swiss.dutch import Edition, pair
from vectors import kept

CASES = {each.name: each for each in read_tournaments(kept("pairing", "cases.txt"))}


def next_of(tournament):
    """Give the pairs of the round that the file says comes next."""
    pairs = (each.split("-") for each in tournament.term("next").split())
    return frozenset((int(first), int(second)) for first, second in pairs)


def paired(tournament, number=None, edition=None):
    file = tournament.file()
    field = field_before(file, number or file.played + 1, edition or Edition.DUTCH_2026)
    return pairs_of(pair(field))


def test_84_tournaments_of_the_edition_of_2026():
    found = [check(each.file()) for each in read_tournaments(kept("pairing", "dutch-2026.txt"))]
    assert (len(found), sum(each.rounds for each in found)) == (84, 558)
    assert [(each.file, each.differences) for each in found if each.differences] == []
    assert {"kernel", "relaxed", "mid", "full"} <= {path for each in found for path in each.paths}


def test_30_tournaments_by_two_editions():
    files = [each.file() for each in read_tournaments(kept("pairing", "two-editions.txt"))]
    newer = [check(each) for each in files]
    assert [each.file for each in newer if each.differences] == []
    older = [check(each, Edition.DUTCH_2017) for each in files]
    assert sum(each.rounds for each in older) == 210
    assert sum(len(each.differences) for each in older) == 24


@pytest.mark.parametrize(
    "tournament", read_tournaments(kept("pairing", "large-fields.txt")), ids=lambda each: each.name
)
def test_large_fields(tournament):
    assert paired(tournament, 5) == next_of(tournament)


@pytest.mark.parametrize("name", ["C5", "C9", "issue_7"])
def test_cases_by_criterion(name):
    assert paired(CASES[name]) == next_of(CASES[name])


def test_the_bye_counts_unplayed_games_only_where_the_bracket_closes_with_it():
    found = check(CASES["c9-boundary"].file())
    (difference,) = found.differences
    assert (difference.round, difference.engine) == (8, ((7, 0), (10, 8)))


@pytest.mark.parametrize("edition", list(Edition))
def test_a_round_on_which_two_engines_of_the_older_edition_disagree(edition):
    found = paired(CASES["engines-differ"], 7, edition)
    assert {(20, 18), (17, 14), (15, 23), (12, 11), (22, 0)} <= found


@pytest.mark.parametrize("name", ["no-legal-pairings", "no-legal-pairings-odd"])
def test_impossible_rounds_name_who_blocks(name):
    with pytest.raises(Impossible) as caught:
        paired(CASES[name], 4)
    assert caught.value.refusal.facts["blocking"]


def test_a_colour_that_was_recorded_otherwise_is_seen():
    tournament = read_tournaments(kept("pairing", "dutch-2026.txt"))[0]
    row = next(each for each in tournament.players if each[2][-1] in "10=")
    other = tournament.players[int(row[2][:-2]) - 1]
    turned = str.maketrans("wb", "bw")
    row[2], other[2] = row[2].translate(turned), other[2].translate(turned)
    assert 2 in {each.round for each in check(tournament.file()).differences}
