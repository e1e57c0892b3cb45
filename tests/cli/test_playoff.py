"""``qipan nominate``, ``play-off-lot`` and ``choose``, as an arbiter types them."""

import json

from desk.drawn_final import drawn_team_final
from qipan.wiring import open_house


def test_a_drawn_final_of_teams_is_played_off_from_the_terminal(run, tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    one, two = drawn_team_final(house.office, "teams")
    house.close()
    code, _, err = run("result", "teams", 1, "1-0")
    assert (code, "playoff.not-nominated" in err) == (3, True)
    names = {team: json.loads(run("nominate", "teams", 1, team, sent, "--json")[1])["entrant"]
             for team, sent in ((one, member(one, 1)), (two, member(two, 1)))}  # fmt: skip
    assert names == {one: one, two: two}
    assert run("play-off-lot", "teams", 1)[0] == 0
    assert run("result", "teams", 1, "0.5-0.5")[0] == 0
    code, _, err = run("nominate", "teams", 1, one, member(one, 1))
    assert (code, "playoff.another" in err) == (3, True)
    for team in (one, two):
        assert run("nominate", "teams", 1, team, member(team, 2))[0] == 0
    chooser = json.loads(run("play-off-lot", "teams", 1, "--json")[1])["first"]
    other = two if chooser == one else one
    assert run("choose", "teams", 1, other, "first")[0] == 3
    assert json.loads(run("choose", "teams", 1, chooser, "second", "--json")[1])["first"] == other
    assert run("result", "teams", 1, "0.5-0.5")[0] == 0
    said = ("--play-off", "--round", 6, "--board", 1, "--because", "outside help", "--json")
    assert json.loads(run("ruling", "teams", "loss", "--who", chooser, *said)[1])["winner"] == other
    assert json.loads(run("ruling", "teams", "both-lose", *said)[1])["winner"] is None


def member(team, number):
    """Name a member: teams are entered in the order of the alphabet."""
    return f"{'ABCDEFGHIJ'[int(team[1:]) - 1]}{number}"
