"""What other sites get: cards, frames, oEmbed, feeds, the open part of the API, the worker."""

import re
import struct
from xml.etree import ElementTree

import pytest

from qipan.desk.roles import Role
from qipan.web.shared.pictures.card import WIDTH, PreviewCard, card_svg, wrapped
from qipan.web.shared.svg.markup import width_of
from web.accessibility import complaints
from web.site import WOMEN, act, sign_in_as, site

ATOM = "{http://www.w3.org/2005/Atom}"
EMBEDS = [f"/embed{WOMEN}/{part}" for part in ("standings", "pairings", "wall")]


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    with site(tmp_path_factory.mktemp("publish")) as found:
        yield found


@pytest.fixture
def client(pair):
    pair[0].cookies.clear()
    return pair[0]


def meta(text, name):
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)"', text)
    return found[1].replace("&amp;", "&") if found else None


def size_of(picture):
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


@pytest.mark.parametrize("path", ["/", "/c/demo", WOMEN, f"{WOMEN}/names", "/play"])
def test_every_public_page_has_a_card_that_is_there(client, path):
    text = client.get(path).text
    image = meta(text, "og:image")
    assert image.startswith("http://testserver.local/")
    assert "lang=en" in image
    assert meta(text, "og:url") == f"http://testserver.local{path}"
    assert meta(text, "twitter:card") == "summary_large_image"
    answer = client.get(image.removeprefix("http://testserver.local"))
    assert answer.headers["content-type"] == "image/png"
    assert size_of(answer.content) == (1200, 630)


def test_a_card_speaks_the_readers_language(client):
    chinese, english = (client.get(f"{WOMEN}/card.png?lang={code}") for code in ("zh", "en"))
    assert chinese.content != english.content
    text = client.get(WOMEN, headers={"accept-language": "zh-CN"}).text
    assert "lang=zh" in meta(text, "og:image")
    assert meta(text, "og:locale") == "zh_CN"


def test_a_secret_of_an_address_is_not_told(client):
    text = client.get("/play?token=hush").text
    assert "hush" not in meta(text, "og:url")


def test_a_long_title_stays_on_its_card():
    long = "世界象棋锦标赛公开组暨第四十届亚洲个人赛 The forty-second Championship of Everybody" * 2
    svg = card_svg(PreviewCard(title=long, lines=("x" * 300,), rows=(("1", "名" * 90, "5"),)))
    ElementTree.fromstring(svg)
    lines = wrapped(long, 60, 700, 3)
    assert len(lines) == 3
    assert all(width_of(line, 60) <= 700 for line in lines)
    assert lines[-1].endswith("…")
    assert WIDTH == 1200
    assert wrapped("a <b> & c", 60, 700, 3) == ["a <b> & c"]
    assert wrapped("rival9 – 王小明", 60, 400, 3) == ["rival9 –", "王小明"]  # a name stays whole


@pytest.mark.parametrize("path", EMBEDS)
def test_a_frame_may_stand_anywhere_and_nothing_else_may(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "<form" not in answer.text
    assert complaints(answer.text) == []
    whole = client.get(WOMEN)
    assert "frame-ancestors 'none'" in whole.headers["content-security-policy"]


def test_in_a_frame_nobody_is_signed_in_and_no_unpublished_round_is_shown(pair):
    client, _ = pair
    before = client.get(f"/embed{WOMEN}/pairings").text
    sign_in_as(client, Role.CHIEF_ARBITER)
    inside = client.get(f"/embed{WOMEN}/pairings").text
    assert "sign-out" not in inside
    assert inside == before
    client.cookies.clear()


def test_a_table_that_is_not_there_has_no_frame(client):
    assert client.get("/embed/t/none").status_code == 404
    assert client.get("/embed/t/none/live").status_code == 404


def test_oembed_gives_a_frame_of_ours_for_an_address_of_ours(client):
    page = client.get(WOMEN).text
    link = re.search(r'type="application/json\+oembed" href="([^"]*)"', page)[1]
    found = client.get(link.replace("&amp;", "&").removeprefix("http://testserver.local")).json()
    assert (found["version"], found["type"], found["provider_name"]) == ("1.0", "rich", "Qipan")
    source = re.search(r'src="([^"]*)"', found["html"])[1].removeprefix("http://testserver.local")
    assert source.startswith(f"/embed{WOMEN}/standings")
    assert client.get(source).status_code == 200
    small = client.get(f"/oembed?url=http://testserver.local{WOMEN}&maxwidth=300&format=xml")
    root = ElementTree.fromstring(small.text)
    assert (root.findtext("width"), root.findtext("type")) == ("300", "rich")
    assert small.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("http://elsewhere.example/c/demo/women", 400),
        ("javascript:alert(1)", 400),
        ("http://testserver.local/account", 404),
        ("http://testserver.local/c/none/women", 404),
        ("http://testserver.local/t/none", 404),
    ],
)
def test_oembed_knows_no_other_address(client, url, status):
    assert client.get("/oembed", params={"url": url}).status_code == status


def test_feeds_tell_published_rounds_once_and_under_ids_that_stay(client):
    root = ElementTree.fromstring(client.get("/c/demo/feed.atom?lang=en").text)
    entries = root.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert any("Pairings of round 1" in title for title in titles)
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)
    link = next(
        entry.find(f"{ATOM}link").get("href")
        for entry in entries
        if "round 1" in entry.findtext(f"{ATOM}title")
    )
    assert client.get(link.removeprefix("http://testserver.local")).status_code == 200
    channel = ElementTree.fromstring(client.get("/c/demo/feed.rss").text).find("channel")
    assert [item.findtext("guid") for item in channel.findall("item")] == ids
    assert ElementTree.fromstring(client.get("/feed.atom").text).findall(f"{ATOM}entry")
    assert client.get("/c/none/feed.atom").status_code == 404


def test_other_sites_read_the_public_api_and_nothing_of_an_account(pair):
    client, _ = pair
    client.cookies.clear()
    api = "/api/competitions/demo/women"
    assert client.get(api).headers["access-control-allow-origin"] == "*"
    client.cookies.clear()
    assert client.get("/api/competitions/none").headers["access-control-allow-origin"] == "*"
    asked = {"origin": "https://club.example", "access-control-request-method": "GET"}
    before = client.options(api, headers=asked)
    assert before.status_code == 204
    assert before.headers["access-control-allow-methods"] == "GET, HEAD"
    assert "authorization" not in before.headers["access-control-allow-headers"]
    for closed in (WOMEN, "/account", "/", "/api/tables/none/evidence"):
        assert "access-control-allow-origin" not in client.get(closed).headers
    client.cookies.clear()
    bearer = client.get(api, headers={"authorization": "Bearer none"})
    assert "access-control-allow-origin" not in bearer.headers
    sign_in_as(client, Role.CHIEF_ARBITER)
    assert "access-control-allow-origin" not in client.get(api).headers
    posted = client.post(f"{api}/results", json={})
    assert "access-control-allow-origin" not in posted.headers
    client.cookies.clear()


def test_the_worker_sees_the_whole_site_and_keeps_only_tagged_pages(client):
    answer = client.get("/service-worker.js")
    assert answer.headers["service-worker-allowed"] == "/"
    assert "text/javascript" in answer.headers["content-type"]
    assert 'headers.get("etag")' in answer.text
    assert client.get(WOMEN).headers.get("etag")
    manifest = client.get("/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).status_code == 200
    assert size_of(client.get("/icon.png").content) == (512, 512)
    assert 'id="seen"' in client.get("/offline").text


def test_a_page_of_somebody_signed_in_has_no_tag(pair):
    client, _ = pair
    sign_in_as(client, Role.ARBITER)
    assert client.get(WOMEN).headers.get("etag") is None
    act(client, "result", round=3, board=1, result="1-0")
    client.cookies.clear()
