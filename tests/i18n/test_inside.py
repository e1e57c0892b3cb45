"""Names inside a sentence: a capital at the beginning goes, those that belong to a word stay."""

import pytest

from qipan.i18n.why import inside, key_in_words


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Points", "points"),
        ("McMahon score", "McMahon score"),
        ("SOS", "SOS"),
        ("Wins as second", "wins as second"),
        ("Buchholz", "Buchholz"),
    ],
)
def test_only_the_capital_of_a_beginning_goes(name, said):
    assert inside("en", name) == said
    assert inside("zh", name) == name


def test_the_score_of_mcmahon_keeps_its_name():
    assert key_in_words("en", "mcmahon-score") == "McMahon score"
