"""Why two meet, who moves first, why somebody rests: told from the journal and the system."""

import pytest

from desk.clauses.play import Case
from qipan.desk.results.commands import CorrectResult
from qipan.desk.results.recording import read_score
from qipan.i18n import LANGUAGES
from qipan.i18n.why_pairing import difference_sentence, pairing_sentences, passed_note
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.points import CHESS
from qipan.views.explain_pairing import explain_board, explain_rest


def played(book, event, entries, rounds, score="1-0"):
    case = Case(book, event, entries).begin()
    for _ in range(rounds):
        case.draw_lots()
        case.pair()
        for board in case.publish().missing:
            case.result(board, score)
    return case


def names_of(case):
    return {who: f"Name-{who}" for who in case.now.entrants}


def told(case, reason, language="en"):
    return [str(each) for each in pairing_sentences(language, reason, names_of(case))]


def boards(case, number):
    found = case.now.rounds[number - 1]
    return [explain_board(case.state, case.now, found, table.board) for table in found.tables]


def test_who_was_next_had_been_met_in_a_round_that_is_named():
    case = played("wx-14", "men", 12, 6)
    reasons = [
        (case.now.rounds[number - 1], reason)
        for number in range(2, 7)
        for reason in boards(case, number)
    ]
    met = 0
    for found, reason in reasons:
        for each in reason.passed:
            if each.earlier is None:
                continue
            met += 1
            before = case.now.rounds[each.earlier - 1]
            pairs = [set(table.seats) for table in before.tables]
            assert {each.entrant, each.meant_for} in pairs
            assert each.earlier < found.number
            (sentence, *_) = told(case, reason)
            assert f"Name-{each.entrant} was next in line, but had met" in sentence
    assert met > 2


def test_the_bye_names_who_had_fewer_points_but_had_rested():
    case = played("wx-14", "men", 5, 4)
    found = case.now.rounds[3]
    (rest,) = found.resting
    reason = explain_rest(case.state, case.now, found, rest.entrant)
    rested = {round_.resting[0].entrant: round_.number for round_ in case.now.rounds[:3]}
    listed = {each.entrant: each.earlier for each in reason.passed if each.earlier}
    assert listed
    assert listed == {who: rested[who] for who in listed}
    (sentence,) = told(case, reason)
    fewer = [each for each in reason.passed if each.earlier and each.points <= reason.points[0]]
    for each in fewer:
        assert f"Name-{each.entrant} already had the bye in round {each.earlier}" in sentence
    for each in reason.passed:
        assert passed_note("en", reason, each, names_of(case)) in {
            f"had the bye in round {each.earlier}",
            "has more points",
            "not drawn by the lot",
        }


def test_the_sum_of_differences_stands_beside_the_least_possible():
    case = played("wx-14", "men", 12, 5)
    (cause,) = (each for each in case.now.rounds[4].causes if each.rule == "by-score.sum")
    reason = boards(case, 5)[0]
    total, least = reason.difference
    assert difference_sentence("en", reason) == (
        f"The score differences of this round add up to {total}; the least possible is {least}."
    )
    assert float(total.replace("½", ".5")) == cause.facts["difference"] / 2
    assert float(least.replace("½", ".5")) == cause.facts["bound"] / 2


def test_the_dutch_system_is_asked_again_and_says_the_same():
    case = played("my-2018", "individual", 21, 5)
    passed = [each for reason in boards(case, 5) for each in reason.passed]
    rules = {each.clause.rule for each in passed}
    assert "swiss.no-rematch" in rules or "swiss.dutch.colour" in rules
    for each in passed:
        if each.clause.rule == "swiss.no-rematch":
            assert each.earlier is not None


def test_points_are_those_at_the_time_of_pairing():
    case = played("wx-14", "men", 6, 2)
    before = [reason.points for reason in boards(case, 2)]
    place = {"section": case.section, "round": RoundNo(1), "board": BoardNo(1)}
    score, how = read_score("0-1", CHESS)
    case.do(CorrectResult(**place, score=score, how=how, reason="typed wrongly"))
    assert [reason.points for reason in boards(case, 2)] == before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("book", "event", "entries", "rounds"),
    [
        ("wx-14", "men", 7, 3),
        ("wx-14", "women", 5, 3),
        ("my-2018", "individual", 7, 3),
        ("my-2018", "team", 8, 2),
        ("my-2018", "elite", 12, 2),
    ],
)
def test_every_board_has_a_sentence_in_every_language(language, book, event, entries, rounds):
    case = played(book, event, entries, rounds)
    for number in range(1, rounds + 1):
        for reason in boards(case, number):
            sentences = told(case, reason, language)
            assert all(f"Name-{who}" in sentences[0] for who in reason.seats)
            assert all("None" not in each and "?" not in each for each in sentences)
            assert len(sentences) == 2
        found = case.now.rounds[number - 1]
        for rest in found.resting:
            (sentence,) = told(
                case, explain_rest(case.state, case.now, found, rest.entrant), language
            )
            assert f"Name-{rest.entrant}" in sentence
            assert "None" not in sentence


def test_a_board_that_there_is_not_is_unknown():
    case = played("wx-14", "men", 6, 1)
    with pytest.raises(Unknown, match="board"):
        explain_board(case.state, case.now, case.now.rounds[0], BoardNo(9))
