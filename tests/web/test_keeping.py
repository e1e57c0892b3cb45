"""Kept views and pages: bounded, never stale, never the staff's for the public."""

import asyncio
import gzip
import re
import threading
import time
from random import Random

import pytest

from qipan.desk.results.commands import RecordResult
from qipan.desk.roles import STAFF, Role
from qipan.desk.rounds.commands import PublishRound
from qipan.host.demo import DEMO
from qipan.journal.people import Person
from qipan.kernel.ids import RoundNo, SectionId
from qipan.kernel.results import Score
from qipan.store.visitors.profiles import ProfileChoice
from qipan.web.serving import make_context
from qipan.web.shared.csrf import FormGuard, forms_of
from qipan.web.shared.csrf_tokens import FIELD, masked, unmasked
from qipan.web.shared.page_cache import Keeping, Kept, Written
from qipan.web.shared.parts.known_pages import NOTE, KnownPages
from qipan.web.shared.parts.own_corner import Around, around_corner
from qipan.web.shared.section_context import About
from web.site import WOMEN, act, sign_in_as, site

SECTION = SectionId("women")
PAGES = ("", "/names", "/projector", "/pictures", "/player/e1", "/why?a=e1")


class InFront(KnownPages):
    """Known pages in front of an application that tests can look into."""

    def __getattr__(self, name):
        return getattr(self._app, name)


def in_front(app, house):
    secret = app.dependencies["context"].dependency().secret
    return InFront(app, house.log.heads, FormGuard(app, forms_of(secret)))


@pytest.fixture(params=["by all layers", "known in front"])
def around(tmp_path, request):
    with site(tmp_path) as (client, house):
        if request.param == "known in front":
            client.app = in_front(client.app, house)
        yield client, house


def test_the_least_used_is_forgotten_first():
    kept = Kept(3)
    for key in "abc":
        kept.get(key, 1, key.lower)
    kept.get("a", 1, lambda: "not made again")
    kept.get("d", 1, lambda: "d")
    assert (len(kept), kept.weight) == (3, 3)
    assert kept.get("a", 1, lambda: "new") == "a"
    assert kept.get("b", 1, lambda: "new") == "new"


def test_what_is_too_heavy_is_given_and_not_kept():
    kept = Kept(10, len)
    assert kept.get("a", 1, lambda: "x" * 11) == "x" * 11
    assert (len(kept), kept.weight) == (0, 0)
    kept.get("a", 1, lambda: "xxx")
    kept.get("a", 2, lambda: "xxxxx")
    assert kept.weight == 5


def test_another_mark_makes_anew_and_a_failure_keeps_nothing():
    kept = Kept(3)
    with pytest.raises(ValueError):
        kept.get("a", 1, lambda: int("x"))
    assert kept.get("a", 1, lambda: 7) == 7
    assert kept.get("a", 2, lambda: 8) == 8
    assert kept._turns == {}


def test_many_who_ask_at_once_cost_one_making():
    kept, made, found = Kept(3), [], []

    def make():
        made.append(1)
        time.sleep(0.05)
        return "page"

    threads = [
        threading.Thread(target=lambda: found.append(kept.get("a", 1, make))) for _ in range(8)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (made, found) == ([1], ["page"] * 8)


def pair_round_four(house):
    """Finish the third round and pair the next, without publishing it."""
    state = house.office.state(DEMO)
    for board in state.sections[SECTION].rounds[2].missing:
        house.office.carry_out(
            DEMO,
            "t",
            RecordResult(section=SECTION, round=RoundNo(3), board=board, score=Score((2, 0))),
        )
    house.office.pair(DEMO, SECTION, "t")


def test_an_unpublished_round_is_never_given_to_the_public(around):
    client, house = around
    pair_round_four(house)
    sign_in_as(client, Role.CHIEF_ARBITER)
    desk = client.get(WOMEN).text
    assert "Round 4" in desk
    assert "form" in desk
    for role in (None, Role.PLAYER, Role.SPECTATOR):
        client.cookies.clear()
        if role:
            sign_in_as(client, role)
        for page in PAGES:
            shown = client.get(WOMEN + page).text
            assert "Round 4" not in shown, (role, page)
            assert f'method="post" action="{WOMEN}' not in shown
        api = client.get("/api/competitions/demo/women").json()
        assert [each["number"] for each in api["rounds"]] == [1, 2, 3]
    client.cookies.clear()
    sign_in_as(client, Role.ARBITER)
    assert "Round 4" in client.get(WOMEN).text


def test_a_page_for_anybody_is_known_by_its_tag_until_something_changes(around):
    client, house = around
    for page in PAGES:
        first = client.get(WOMEN + page)
        tag = first.headers["etag"]
        assert first.headers["content-type"] == "text/html; charset=utf-8"
        assert "Cookie" in first.headers["vary"]
        assert first.headers["cache-control"] == "private, no-cache"
        assert client.get(WOMEN + page).text == first.text
        same = client.get(WOMEN + page, headers={"if-none-match": tag})
        assert (same.status_code, same.content) == (304, b"")
        assert same.headers["content-security-policy"]
    tag = client.get(WOMEN).headers["etag"]
    pair_round_four(house)
    house.office.carry_out(DEMO, "t", PublishRound(section=SECTION, round=RoundNo(4)))
    fresh = client.get(WOMEN, headers={"if-none-match": tag})
    assert fresh.status_code == 200
    assert "Round 4" in fresh.text


def test_who_signs_in_is_not_answered_from_the_public_page(around):
    client, _ = around
    tag = client.get(WOMEN).headers["etag"]
    sign_in_as(client, Role.ARBITER)
    answer = client.get(WOMEN, headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert "etag" not in answer.headers
    assert "sign-out" in answer.text


def test_languages_are_kept_apart(around):
    client, _ = around
    english = client.get(WOMEN).text
    chinese = client.get(WOMEN, headers={"accept-language": "zh"}).text
    assert 'lang="zh"' in chinese
    assert english != chinese
    assert client.get(WOMEN).text == english


def test_a_new_name_shows_at_once(around):
    client, house = around
    assert "陈红棋" in client.get(WOMEN).text
    state = house.office.state(DEMO)
    who = next(
        person
        for each in state.sections[SECTION].entrants.values()
        for person in each.people
        if house.people.find([person])[person].name == "陈红棋"
    )
    house.people.save(who, Person(name="陈绿棋"))
    for page in PAGES[:4]:
        assert "陈红棋" not in client.get(WOMEN + page).text
    assert "陈绿棋" in client.get(WOMEN).text
    house.people.erase(who)
    assert "陈绿棋" not in client.get(WOMEN).text


def test_a_page_is_packed_once_and_not_twice(around):
    client, _ = around
    packed = client.get(WOMEN, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    plain = client.get(WOMEN, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < len(plain.content) / 3


def test_tokens_are_masked_anew_in_every_page_and_taken_back(around):
    client, _ = around
    sign_in_as(client, Role.CHIEF_ARBITER)
    pages = [client.get(WOMEN).text for _ in range(2)]
    tokens = [set(re.findall(r'name="_csrf_token" value="([^"]+)"', text)) for text in pages]
    assert [len(each) for each in tokens] == [1, 1]
    assert tokens[0] != tokens[1]
    assert client.cookies["csrftoken"] not in pages[0]
    (token,) = tokens[0]
    assert unmasked(token) == client.cookies["csrftoken"]
    form = {"_csrf_token": token, "round": "3", "board": "2", "result": "1-0"}
    answer = client.post(f"{WOMEN}/result", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    form["_csrf_token"] = ("0" if token[0] != "0" else "1") + token[1:]
    assert client.post(f"{WOMEN}/result", data=form).status_code == 403
    assert act(client, "result", round="3", board="3", result="1-0").status_code == 303


def test_no_token_stays_in_what_is_kept(tmp_path):
    with site(tmp_path) as (client, _):
        sign_in_as(client, Role.CHIEF_ARBITER)
        client.get(WOMEN)
        kept = client.app.dependencies["context"].dependency().kept
        assert len(kept.parts) > 0
        assert not any(
            client.cookies["csrftoken"] in part for _, part, _ in kept.parts._there.values()
        )
        assert not any(FIELD in part for _, part, _ in kept.parts._there.values())
        assert len(kept.pages) == 0


def test_a_part_with_a_form_in_it_is_never_kept(around):
    client, _ = around
    about = About.find(client.app.dependencies["context"].dependency(), "demo", "women")
    form = f'<input name="{FIELD}" value="mine">'
    with pytest.raises(ValueError, match="no form"):
        about.part("en")("round", caller=lambda: form)
    assert about.part("en", keep=False)("round", caller=lambda: form) == form


@pytest.mark.parametrize("token", ["", "zz", "ab" * 10, "ab" * 128, "é"])
def test_what_is_no_token_stays_as_it_is_or_fails(token):
    assert unmasked(masked(token)) in (token, unmasked(token))


def test_views_are_made_once_for_a_version(tmp_path):
    with site(tmp_path) as (_, house):
        context = make_context(house)
        one = About.find(context, "demo", "women")
        assert one.view() is About.find(context, "demo", "women").view()
        assert one.view(staff=True) is not one.view()


@pytest.fixture
def known(tmp_path):
    """A client of the application alone, one of the same application with known pages in front."""
    with site(tmp_path) as (client, house):
        alone = client.app
        front = in_front(alone, house)

        def ask(path, **headers):
            """Ask both ways, the known one twice; give what the second known answer is."""
            shown = []
            for app in (alone, front, front):
                client.app = app
                client.cookies.delete("csrftoken") if "csrftoken" in client.cookies else None
                shown.append(client.get(path, headers=headers))
                assert "csrftoken" in client.cookies
            heads = [dict(each.headers) for each in shown]
            cookies = {each.pop("set-cookie").partition(";")[2] for each in heads}
            assert cookies == {" Path=/; SameSite=lax"}
            for each, head in zip(shown[1:], heads[1:], strict=True):
                assert each.status_code == shown[0].status_code, path
                assert head == heads[0], path
                assert each.content == shown[0].content, path
            return shown[-1]

        yield ask, client, house, front


KNOWN = (*PAGES, "/tables", "/games", "/prizes", "?round=2")


def test_a_known_page_is_the_same_to_the_last_header_as_by_all_layers(known):
    ask, _, _, front = known
    for page in KNOWN:
        for language in ("en", "zh", "th"):
            for encoding in ("gzip, br", "identity"):
                wanted = {"accept-language": language, "accept-encoding": encoding}
                shown = ask(WOMEN + page, **wanted)
                if shown.status_code == 200:
                    again = ask(WOMEN + page, **wanted, **{"if-none-match": shown.headers["etag"]})
                    assert again.status_code == 304
    assert len(front._there) >= 20
    assert front._weight == sum(each.weight for each in front._there.values())


def test_a_known_page_does_not_come_to_the_application_again(known):
    ask, client, _, front = known
    ask(WOMEN)
    front._app = None  # nobody there
    client.app = front
    assert client.get(WOMEN).status_code == 200
    assert "set-cookie" not in client.get(WOMEN).headers  # the token of before still counts
    client.cookies.clear()
    client.cookies.set("csrftoken", "00")  # not one of ours
    assert "set-cookie" in client.get(WOMEN).headers
    client.cookies.set("language", "en")
    with pytest.raises(TypeError):
        client.get(WOMEN)  # another choice of language is another page


def test_whatever_a_known_page_is_made_of_makes_it_anew(known):
    ask, client, house, _ = known
    seen = {}

    def changed(why):
        for page in ("", "/projector", "/names"):
            tag = ask(WOMEN + page).headers["etag"]
            assert why == "nothing" or page != "" or tag != seen[page], why
            seen[page] = tag

    changed("nothing")
    pair_round_four(house)
    changed("results")
    house.office.carry_out(DEMO, "t", PublishRound(section=SECTION, round=RoundNo(4)))
    changed("a round")
    house.checkpoints.make_due()
    changed("a checkpoint")
    first = next(iter(house.office.state(DEMO).sections[SECTION].entrants.values())).people[0]
    house.people.save(first, Person(name="somebody else"))
    changed("a name")
    house.people.erase(first)
    changed("nobody any more")
    ask("/c/nowhere/women")
    ask("/c/demo/nowhere")
    client.app = None


def test_somebody_is_never_answered_from_what_is_known_for_anybody(known):
    ask, client, _, front = known
    public = ask(WOMEN)
    count = len(front._there)
    sign_in_as(client, Role.CHIEF_ARBITER)
    client.app = front
    mine = client.get(WOMEN)
    assert "sign-out" in mine.text
    assert mine.text != public.text
    assert client.get(WOMEN + "/desk/results").status_code == 200
    assert len(front._there) == count
    client.cookies.clear()
    assert client.get(WOMEN).text == public.text


def test_known_pages_are_bounded(known, monkeypatch):
    ask, client, _, front = known
    monkeypatch.setattr("qipan.web.shared.parts.known_pages.MOST_PAGES", 3)
    for number in range(8):
        ask(f"{WOMEN}?nothing={number}")
    assert len(front._there) == 3
    ask(f"{WOMEN}?nothing={'x' * 2000}")
    assert len(front._there) == 3
    monkeypatch.setattr("qipan.web.shared.parts.known_pages.MOST_BYTES", 1)
    ask(f"{WOMEN}?nothing=more")
    assert (len(front._there), front._weight) == (0, 0)
    client.app = None


HALL = f"{WOMEN}/projector"
OF_SECTION = ("", "?round=2", "/names", "/games", "/pictures", "/why?a=e1", "/tables", "/prizes")
ALIKE = (*(WOMEN + each for each in (*OF_SECTION, "/player/e1")), HALL, f"/c/{DEMO}")
TOKEN = re.compile(rb'name="_csrf_token" value="[^"]*"')


@pytest.mark.parametrize("role", [each for each in Role if each not in STAFF])
def test_who_is_no_staff_gets_the_page_for_anybody_with_a_corner_of_their_own(
    tmp_path, role, monkeypatch
):
    """As if the page had been made for them alone, packed or not."""
    with site(tmp_path) as (client, _):
        sign_in_as(client, role)
        tokens = []
        for page in ALIKE:
            client.headers["accept-encoding"] = "identity"
            plain = client.get(page)
            client.headers["accept-encoding"] = "gzip"
            packed = client.get(page)
            assert packed.headers["content-encoding"] == "gzip"
            assert "etag" not in packed.headers
            assert ("sign-out" in plain.text) is (page != HALL)
            tokens = TOKEN.findall(plain.content) or tokens
            assert page == HALL or tokens != TOKEN.findall(packed.content)
            with monkeypatch.context() as alone:
                alone.setattr("qipan.web.shared.cached_response.STAFF", frozenset(Role))
                wanted = TOKEN.sub(b"", client.get(page).content)
            assert TOKEN.sub(b"", plain.content) == wanted
            assert TOKEN.sub(b"", packed.content) == wanted
        form = {"_csrf_token": unmasked(tokens[0].split(b'"')[3].decode())}
        assert form["_csrf_token"] == client.cookies["csrftoken"]


def test_for_who_is_no_staff_a_page_is_not_made_again(tmp_path, monkeypatch):
    with site(tmp_path) as (client, _):
        shown = {page: client.get(page).text for page in ALIKE}
        monkeypatch.setattr("qipan.web.shared.cached_response._written", None)
        sign_in_as(client, Role.PLAYER)
        for page, text in shown.items():
            mine = client.get(page).text
            assert mine.partition('<main id="main">')[2] == text.partition('<main id="main">')[2]


def test_a_known_page_of_somebody_follows_their_profile(known):
    """Choices are no part of the journal: such a page asks for them each time it is given."""
    ask, client, house, front = known
    sign_in_as(client, Role.PLAYER)
    client.cookies.clear()
    page = WOMEN + "/player/e1"
    person = str(house.office.state(DEMO).sections[SECTION].entrants["e1"].people[0])
    closed = ask(page).text
    assert any(each[0] == page for each in front._there)
    profiles = house.side_tables.profiles
    for shown in (("places",), (), ("places",)):
        profiles.save(ProfileChoice("p1", "player", person, shown))
        assert ("/people/p1" in ask(page).text) is bool(shown)
    profiles.forget("player")
    assert ask(page).text == closed


@pytest.mark.parametrize("size", [0, 1, 100, 70_000, 300_000])
def test_a_page_put_together_of_packed_pieces_unpacks_to_the_page(size):
    noise = bytes(Random(size).randrange(256) for _ in range(min(size, 9000)))
    text = (noise * (size // 9000 + 1))[:size]
    page = text + b'<div class="who">\n<a>Sign in</a>\n</div>' + text[::-1]
    around = Around(page)
    for corner in (b"", b"x", "陈 <form>".encode() * 500):
        assert around.whole(corner) == text + corner + text[::-1]
        assert gzip.decompress(around.packed(corner)) == around.whole(corner)
    assert around.weight > len(page)
    with pytest.raises(ValueError):
        Around(text)


def test_pages_cut_for_readers_are_bounded_by_their_bytes():
    kept = Keeping()
    kept.cut.most = 30_000
    for number in range(20):
        around_corner(Written(b'<div class="who"></div>' + bytes(9_000 + number)), kept)
    assert 0 < kept.cut.weight <= 30_000
    assert len(kept.cut) < 4


@pytest.mark.parametrize("kept", [True, False])
def test_many_who_ask_for_a_page_that_is_being_made_come_to_the_application_once(kept):
    """If it turns out not to be kept they ask for themselves; nobody waits for ever."""
    asked = []

    async def slow(scope, receive, send):
        del receive
        asked.append(scope["path"])
        await asyncio.sleep(0.01)
        if kept:
            scope[NOTE].page = Written(b"page")
        if scope["path"].endswith("broken") and len(asked) == 1:
            raise RuntimeError("not today")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})

    front = KnownPages(slow, lambda _: (1,), FormGuard(None, forms_of("secret" * 9)))

    async def ask(path):
        seen = []
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "scheme": "http",
            "headers": [(b"host", b"x")],
            "client": None,
        }

        async def send(message):
            seen.append(message)

        try:
            await front(scope, None, send)
        except RuntimeError:
            return "failed"
        return seen[1]["body"]

    async def crowd(path):
        return await asyncio.gather(*(ask(path) for _ in range(20)))

    assert asyncio.run(crowd("/c/demo/women")) == [b"page"] * 20
    assert len(asked) == (1 if kept else 20)
    asked.clear()
    assert sorted(map(str, asyncio.run(crowd("/c/demo/broken")))) == ["b'page'"] * 19 + ["failed"]
    assert front._being_made == {}
