"""The hall: an address that phones can open, or the reason why there is none."""

from types import SimpleNamespace

import pytest

from qipan.desk.roles import Role
from qipan.host import hall
from qipan.web.shared.addresses import is_reachable, site_address
from web.accessibility import complaints
from web.site import WOMEN, sign_in_as, site


def asked(host, base=""):
    """A request that came under a name, at a server with a stated address."""
    address = SimpleNamespace(hostname=host.strip("[]").partition(":")[0])

    class Base:
        hostname = address.hostname

        def __str__(self):
            return f"http://{host}:8000/"

    state = SimpleNamespace(get=lambda name, default="": base or default)
    return SimpleNamespace(base_url=Base(), app=SimpleNamespace(state=state))


CASES = [
    # asked under   stated                      given                        for others
    ("127.0.0.1", "", "http://127.0.0.1:8000", False),
    ("localhost", "", "http://localhost:8000", False),
    ("0.0.0.0", "", "http://0.0.0.0:8000", False),
    ("127.0.0.1", "http://192.168.1.9:8000", "http://192.168.1.9:8000", True),
    ("0.0.0.0", "http://192.168.1.9:8000", "http://192.168.1.9:8000", True),
    ("10.0.0.5", "http://192.168.1.9:8000", "http://10.0.0.5:8000", True),
    ("hall.local", "https://play.example.org", "http://hall.local:8000", True),
    ("play.example.org", "http://172.17.0.2:8000", "http://play.example.org:8000", True),
    # whoever asks may say anything: the stated address counts
    ("203.0.113.66", "https://play.example.org/", "https://play.example.org", True),
    ("evil.example", "https://play.example.org", "https://play.example.org", True),
]


@pytest.mark.parametrize(("host", "base", "address", "others"), CASES)
def test_codes_lead_where_phones_can_go(host, base, address, others):
    request = asked(host, base)
    assert (site_address(request), is_reachable(request)) == (address, others)


def test_every_network_is_never_printed(monkeypatch):
    monkeypatch.setattr(hall, "_addresses", lambda: iter(["127.0.0.1", "192.168.1.9"]))
    assert hall.printed_base("0.0.0.0", 8000) == "http://192.168.1.9:8000"
    assert hall.printed_base("::", 8000) == "http://192.168.1.9:8000"
    assert hall.printed_base("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    assert hall.printed_base("fd00::1", 8000) == "http://[fd00::1]:8000"
    monkeypatch.setattr(hall, "_addresses", lambda: iter(["127.0.0.1"]))
    assert hall.printed_base("0.0.0.0", 8000) == "http://127.0.0.1:8000"


def test_the_code_is_drawn_with_letters():
    drawn = hall.terminal_code("http://192.168.1.9:8000")
    assert len(drawn.splitlines()) > 10
    assert "█" in drawn


def test_a_page_on_this_computer_says_why_there_is_no_code(tmp_path):
    with site(tmp_path) as (client, _):
        sign_in_as(client, Role.CHIEF_ARBITER)
        local = {"host": "127.0.0.1:8000"}
        for path in (f"{WOMEN}/projector", f"{WOMEN}/cards/e1"):
            page = client.get(path, headers=local).text
            assert "qipan serve --hall" in page, path


def test_all_sections_follow_each_other_on_one_screen(tmp_path):
    with site(tmp_path) as (client, _):
        page = client.get("/c/demo/projector")
        assert page.status_code == 200
        assert complaints(page.text) == []
        assert "data-clock" in page.text
        assert 'class="dot red"' in page.text
        assert 'class="dot black"' in page.text
