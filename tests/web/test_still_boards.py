"""Games over the board where one watches: entered records, and scoresheets with consent."""

import re

from qipan.journal.people import Person
from qipan.office.erasure import erase_person
from web.phones import jpeg
from web.test_players import hall

__all__ = ["hall"]
WALL = "/c/demo/women/boards"


def shown_on(client, address):
    return re.findall(r'data-still="(\d+)"', client.get(address).text)


def note(arbiter, taken, **fields):
    sent = {"round": 3, "board": 2, "hash": taken.hash, **fields}
    return arbiter.post(
        "/c/demo/women/desk/records/show-photo", data=sent, follow_redirects=False
    ).status_code


def test_a_scoresheet_is_seen_where_one_watches_once_all_agree_and_by_nobody_before(hall):
    first, second = hall.seats(2)
    player = hall.phone(first)
    assert player.photograph(first, jpeg()).status_code == 303
    (taken,) = hall.section.photos[3, 2]
    picture, stranger = f"/c/demo/women/photos/{taken.hash}", hall.phone().client
    arbiter = hall.arbiter()
    before = shown_on(stranger, WALL)
    assert "2" not in before
    assert stranger.get(picture).status_code == 403
    assert note(arbiter, taken, shown="yes") == 422  # nobody said that they agree
    assert note(player.client, taken, shown="yes", agreed="yes") == 403
    assert note(arbiter, taken, shown="yes", agreed="yes") == 303
    for address in (WALL, "/watch", "/watch?competition=demo&section=women"):
        text = stranger.get(address).text
        assert picture in text, address
        assert "Scoresheet" in text
    answer = stranger.get(picture)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert "Everybody sees it" in arbiter.get("/c/demo/women/desk/records").text

    people, (member,) = hall.house.people, hall.section.entrants[second].people
    known = people.find([member])[member]
    people.save(member, Person(name=known.name, latin=known.latin, birth="2020-01-01"))
    assert stranger.get(picture).status_code == 403  # a minor: the guardians have not agreed
    assert picture not in stranger.get(WALL).text
    assert "Not shown" in arbiter.get("/c/demo/women/desk/records").text
    assert note(arbiter, taken, shown="yes", agreed="yes", guardians="yes") == 303
    assert stranger.get(picture).status_code == 200

    assert note(arbiter, taken) == 303  # hidden again
    assert stranger.get(picture).status_code == 403
    assert note(arbiter, taken, shown="yes", agreed="yes", guardians="yes") == 303
    erase_person(hall.house.office, member, "t", "asked for")
    assert stranger.get(picture).status_code == 403
    assert picture not in stranger.get("/watch").text


def test_a_record_that_an_operator_entered_is_drawn_beside_the_live_boards(hall):
    arbiter, stranger = hall.arbiter(), hall.phone().client
    pasted = {
        "round": 3,
        "board": 3,
        "ending": ".pgn",
        "record": '[Game "Chinese Chess"]\n\n1. C2=5 *',
    }
    answer = arbiter.post(
        "/c/demo/women/desk/records/attach-record", data=pasted, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    text = stranger.get(WALL).text
    assert "3" in shown_on(stranger, WALL)
    picture = re.search(r'src="(/c/demo/women/record/picture\.svg[^"]*board=3[^"]*)"', text)[1]
    drawn = stranger.get(picture.replace("&amp;", "&"))
    assert drawn.headers["content-type"].startswith("image/svg")
    assert "/c/demo/women/record?round=3&amp;board=3" in stranger.get("/watch?game=xiangqi").text
    assert shown_on(stranger, "/watch?game=go") == []
