"""What an open page is told of a change: enough to become the page, and nothing else."""

import gzip
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.host.demo import DEMO
from qipan.journal.people import Person
from qipan.kernel.ids import RoundNo
from qipan.kernel.results import Score
from qipan.web.shared.page_cache import Keeping
from qipan.web.shared.parts.changed_parts import changes_since, digest, held, parts_of
from qipan.web.shared.parts.row_changes import (
    _CELL,
    Body,
    renumbered,
    row_changes,
    shell_and_rows,
)
from web.site import WOMEN, sign_in_as, site
from web.test_keeping import SECTION, in_front, pair_round_four


def followed(old, steps):
    """Make the new rows out of the old: what a page does with its own."""
    places = []
    for step in steps:
        if isinstance(step, str):
            places.append(None)
        else:
            places.extend(range(step[0], step[0] + (step[1] if isinstance(step[1], int) else 1)))
    before = renumbered(old.rows, places) if old.numbered else old.rows
    rows = []
    for step in steps:
        if isinstance(step, str):
            rows.append(step)
        elif isinstance(step[1], int):
            rows += before[step[0] : step[0] + step[1]]
        else:
            cells = _CELL.findall(before[step[0]])
            for index, cell in step[1].items():
                cells[int(index)] = cell
            new = iter(cells)
            rows.append(_CELL.sub(lambda _, new=new: next(new), before[step[0]]))
    return rows


def applied(parts, changes):
    """Give the parts that a page has which had ``parts`` and was told ``changes``."""
    assert set(changes["names"]) >= set(changes["parts"])
    now = {name: parts.get(name, b"") for name in changes["names"]}
    for name, change in changes["parts"].items():
        if "html" in change:
            now[name] = change["html"].encode()
            continue
        shell, bodies = shell_and_rows(parts[name].decode())
        assert [len(each.rows) for each in bodies] == change["had"]
        made = iter([followed(*each) for each in zip(bodies, change["rows"], strict=True)])
        shell = change.get("shell", shell)
        now[name] = re.sub(
            "</tbody>", lambda _, made=made: "\n".join(next(made)) + "</tbody>", shell
        ).encode()
    return {name: squeezed(part) for name, part in now.items()}


def squeezed(part):
    """Leave out blanks around rows, which have no place in a page, and tokens for forms."""
    part = re.sub(rb'"_csrf_token" value="[^"]*"', b"", part)
    return re.sub(rb"(<tbody[^>]*>|</tr>)\s+", rb"\1", part)


NAMES = st.sampled_from(["Anna", "Bo", "陈", "Dee", "Anna"])
ROW = st.builds(
    lambda name, linked, mark, points, done: (
        f'<tr{" class=done" if done else ""}><td class="n at">{{at}}</td><td>'
        + (f'<a href="/{name}">{name}</a>' if linked else name)
        + f'</td><td class="mid at">1 ●{mark}</td><td class="n">{points}</td></tr>'
    ),
    NAMES,
    st.booleans(),
    st.integers(1, 9),
    st.integers(0, 3),
    st.booleans(),
)
BODY = st.lists(ROW, max_size=9).map(
    lambda rows: [row.replace("{at}", str(at)) for at, row in enumerate(rows, 1)]
)


@given(BODY, BODY, st.booleans())
def test_steps_make_the_new_rows_whatever_they_are(old, new, numbered):
    steps = row_changes(Body(old, numbered), Body(new, numbered))
    assert followed(Body(old, numbered), steps) == new


def row(number, name, met):
    return f'<tr><td class="n at">{number}</td><td>{name}</td><td class="at">1 ○{met}</td></tr>'


def test_who_overtakes_others_in_a_numbered_table_changes_no_cell_of_theirs():
    old = Body([row(1, "A", 2), row(2, "B", 1), row(3, "C", 2), row(4, "D", 1)], numbered=True)
    new = Body([row(1, "D", 2), row(2, "A", 3), row(3, "B", 2), row(4, "C", 3)], numbered=True)
    assert row_changes(old, new) == [[3, 1], [0, 3]]
    plain = row_changes(Body(old.rows), Body(new.rows))
    assert all(isinstance(step[1], dict) for step in plain)


PAGE = (
    b'<body data-version="7"><section class="a" data-live="one" data-rows><section>x</section>'
    b"<table><tbody><tr><td>1</td></tr></tbody></table></section><p data-live='no'>"
    b'<p class="b"\ndata-live="two"><progress></progress>y</p>'
)


def test_parts_end_where_their_element_ends():
    parts = parts_of(PAGE)
    assert list(parts) == ["one", "two"]
    assert parts["one"].endswith(b"</table></section>")
    assert parts["two"] == b'<p class="b"\ndata-live="two"><progress></progress>y</p>'
    assert parts_of(b"<body><p>nothing</p>") == {}
    assert held(b"<body><p>nothing</p>", Keeping()) == (b"<body><p>nothing</p>", "")


def test_a_token_for_forms_is_no_change_and_is_not_remembered():
    kept = Keeping()
    form = b'<div data-live="d"><input type="hidden" name="_csrf_token" value="%s"></div>'
    _, mark = held(form % b"aa", kept)
    assert mark == digest(parts_of(form % b"bb"))
    remembered = gzip.decompress(kept.held.seen(mark))
    assert b"_csrf_token" not in remembered
    told = json.loads(changes_since(form % b"cc" + b'<i data-live="e">new</i>', mark, kept))
    assert set(told["parts"]) == {"e"}
    other = (form % b"cc").replace(b"hidden", b"text")
    told = json.loads(changes_since(other, mark, kept))["parts"]
    assert 'value="cc"' in told["d"]["html"]  # with a token of the reader's own


@pytest.fixture(params=["by all layers", "known in front"])
def around(tmp_path, request):
    with site(tmp_path) as (client, house):
        if request.param == "known in front":
            client.app = in_front(client.app, house)
        yield client, house


class OpenPage:
    """A page that is open, and told of changes."""

    def __init__(self, client, address, **headers):
        self.client, self.address, self.headers = client, address, headers
        self.look()

    def look(self):
        body = self.client.get(self.address, headers=self.headers).content
        self.held = re.search(rb'data-held="(\w+)"', body)[1].decode()
        self.parts = parts_of(body)
        assert len(self.parts) == body.count(b'data-live="')

    def ask(self):
        answer = self.client.get(
            self.address, params={"held": self.held}, headers=self.headers, follow_redirects=False
        )
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        return answer.json()

    def become(self):
        """Ask, follow, and compare with the whole page; give what was told."""
        told = self.ask()
        now = applied(self.parts, told)
        self.look()
        assert now == {name: squeezed(part) for name, part in self.parts.items()}
        assert told["held"] == self.held
        return told


PAGES = ("", "/names", "/games", "/projector", "/player/e1", "/pictures")


def happen(house):
    """Let a few things happen, one after the other."""
    state = house.office.state(DEMO)
    third = RoundNo(3)
    for at, board in enumerate(state.sections[SECTION].rounds[2].missing):
        score = Score(((2, 0), (1, 1), (0, 2))[at % 3])
        yield RecordResult(section=SECTION, round=third, board=board, score=score)
    yield CorrectResult(
        section=SECTION, round=third, board=1, score=Score((0, 2)), reason="misheard"
    )
    house.office.pair(DEMO, SECTION, "t")
    yield PublishRound(section=SECTION, round=RoundNo(4))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_open_pages_become_the_page_by_what_they_are_told(around, language):
    client, house = around
    opened = [OpenPage(client, WOMEN + each, **{"accept-language": language}) for each in PAGES]
    for command in happen(house):
        house.office.carry_out(DEMO, "t", command)
        for each in opened:
            each.become()
    for each in opened:
        assert each.ask()["parts"] == {}


@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.PLAYER, Role.ARBITER, Role.CHIEF_ARBITER])
def test_who_is_signed_in_is_told_of_their_own_page(around, role):
    client, house = around
    sign_in_as(client, role)
    pages = PAGES if role in (Role.SPECTATOR, Role.PLAYER) else ("", "/names", "/desk/log")
    opened = [OpenPage(client, WOMEN + each) for each in pages]
    for command in happen(house):
        house.office.carry_out(DEMO, "t", command)
        for each in opened:
            each.become()


def test_a_result_is_told_by_a_few_rows(around):
    client, house = around
    page = OpenPage(client, WOMEN)
    house.office.carry_out(DEMO, "t", next(happen(house)))
    told = page.become()
    assert set(told["parts"]) <= {"round", "standings", "cross"}
    assert all("html" not in each for each in told["parts"].values())
    rows = [step for step in told["parts"]["round"]["rows"][0] if isinstance(step, str)]
    assert len(rows) == 1
    assert told["version"] == str(house.office.state(DEMO).version)


def test_what_nobody_remembers_is_told_whole(around):
    client, _ = around
    page = OpenPage(client, WOMEN)
    for strange in ("", "0" * 30, "x" * 5000, "\x00\n<script>"):
        page.held = strange
        told = page.ask()
        assert set(told["parts"]) == set(page.parts)
        assert all(set(each) == {"html"} for each in told["parts"].values())
        assert applied(page.parts, told) == {k: squeezed(v) for k, v in page.parts.items()}
        assert strange == "" or strange not in json.dumps(told)


def test_a_page_without_live_parts_stays_a_page(around):
    client, _ = around
    answer = client.get("/help", params={"held": "0" * 30})
    assert answer.headers["content-type"].startswith("text/html")
    assert "data-held" not in answer.text


def test_an_unpublished_round_is_not_told(around):
    client, house = around
    pair_round_four(house)  # with the results of the round before
    page = OpenPage(client, WOMEN)
    house.office.carry_out(DEMO, "t", PublishRound(section=SECTION, round=RoundNo(4)))
    told = page.become()
    assert "Round 4" in json.dumps(told)
    client.cookies.clear()


def test_a_changed_name_is_told_though_the_version_is_the_same(around):
    client, house = around
    page = OpenPage(client, WOMEN)
    who = next(iter(house.office.state(DEMO).sections[SECTION].entrants.values())).people[0]
    house.people.save(who, Person(name="somebody else"))
    assert "somebody else" in json.dumps(page.become())
    house.people.erase(who)
    told = page.become()
    assert "somebody else" not in json.dumps(told["parts"])


def test_two_processes_tell_the_same(tmp_path):
    with site(tmp_path) as (client, house):
        page = OpenPage(client, WOMEN)
        state = client.app.dependencies["context"].dependency()
        elsewhere = Keeping()
        body = client.get(WOMEN).content
        house.office.carry_out(DEMO, "t", next(happen(house)))
        now = client.get(WOMEN).content
        here = json.loads(changes_since(now, page.held, state.kept))
        there = json.loads(changes_since(now, page.held, elsewhere))
        assert all("html" in each for each in there["parts"].values())
        assert applied(page.parts, there) == applied(page.parts, here)
        held(body.replace(b" data-held=", b" data-was="), elsewhere)  # somebody opened it there
        assert json.loads(changes_since(now, page.held, elsewhere)) == here
