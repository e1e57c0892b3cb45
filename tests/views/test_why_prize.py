"""Why somebody wins a prize: the place of the list, what else was at work, the clause."""

from qipan.i18n.why_prize import prize_sentence
from qipan.kernel.ids import EntrantId
from qipan.ranking.prizes import AVERAGE, BY_PLACE, DELAYED, NO_DOUBLE, Prize
from views.roads import flat, played

WHO = EntrantId("e1")


def told(language, prize, citation="MY-I 4"):
    return str(prize_sentence(language, prize, "Lin Haoran", "RM 1200.00", citation))


def test_a_prize_belongs_to_the_place_of_its_list():
    prize = Prize(WHO, "main", 3, 120_000, BY_PLACE, 7, ("trophy",), (DELAYED,))
    assert told("en", prize) == (
        "Lin Haoran gets RM 1,200 and trophy: "
        "3rd in the list “By place”; paid after 7 days (MY-I 4)."
    )
    assert "第3名" in told("zh", prize)


def test_shared_money_and_those_passed_over_are_told():
    prize = Prize(WHO, "ncnv", 1, 120_000, AVERAGE, 0, (), (NO_DOUBLE,))
    sentence = told("en", prize, "")
    assert "those who are level share the money of their places equally" in sentence
    assert "those ahead who already have a prize are passed over." in sentence


def test_the_page_of_prizes_says_why(tmp_path, run):
    with played(tmp_path, run, "my-2018", "individual", 13, 4) as (roads, play_on):
        play_on(lambda section: False)
        page = flat(roads.client.get(f"{roads.here}/prizes").text)
    assert "1st in the list “By place”; paid after 7 days (MY-I 4.1)." in page
