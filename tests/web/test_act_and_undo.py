"""Every act and its way back on a real site: pages, the ledger and the API are as they were.

The acts are those of ``tests/desk/test_undo.py``. The suite looks at the page of results, the
ledger, the report and the API, ``make soak`` (QIPAN_SOAK) also at all pages of the desk and of
the public.
"""

import csv
import io
import json
import os
import re

import pytest

from desk import event, test_undo
from desk.test_undo import ACTS
from qipan.desk.roles import Role
from qipan.kernel.ids import CompetitionId
from qipan.office.repairs.undo import find_act
from qipan.web.desk.pages import desk_pages
from web.site import sign_in_as, site

DESK = ("results",)
PUBLIC = ()
if os.environ.get("QIPAN_SOAK"):
    DESK = tuple(name for name in desk_pages() if name not in ("log", "changes"))
    PUBLIC = ("", "/names", "/tables", "/teams", "/why?a=e1", "/player/e1", "/projector")
BAR = re.compile(r'<div data-live="undo">.*?</div>\s*</div>|<div data-live="undo">\s*</div>', re.S)
MOVING = re.compile(
    r'data-version="\d+"|data-held="\w+"'
    r'|name="version" value="\d+"|name="_csrf_token" value="[^"]*"'
    r'|since=\d+|data-left="-?\d+"|data-here="[^"]*"'
)
"""What says which version a page was made from, or when."""


@pytest.fixture(scope="module")
def signed(tmp_path_factory):
    with site(tmp_path_factory.mktemp("undo")) as (client, house):
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house


def shown(client, home):
    """Give everything that is shown of the section, without what only tells versions apart."""
    here = f"/c/{home}/{event.WOMEN}"
    found = {}
    for name in DESK:
        answer = client.get(f"{here}/desk/{name}?entrant=e1")
        found[name] = MOVING.sub("", BAR.sub("", answer.text))
    for name in PUBLIC:
        answer = client.get(f"{here}{name}")
        found[f"public{name}"] = MOVING.sub("", BAR.sub("", answer.text))
    found["api"] = client.get(f"/api/competitions/{home}/{event.WOMEN}").json()
    ledger = client.get(f"{here}/documents/ledger.csv").text
    found["ledger"] = list(csv.reader(io.StringIO(ledger)))
    report = client.get(f"{here}/documents/report.json")
    if report.status_code == 200:
        said = json.loads(report.text)
        found["report"] = {key: said[key] for key in said if key not in ("journal", "events")}
    return found


@pytest.mark.parametrize(("before", "act"), [each[1:] for each in ACTS], ids=[a[0] for a in ACTS])
def test_pages_ledger_and_api_are_as_before(signed, monkeypatch, request, before, act):
    client, house = signed
    home = CompetitionId(re.sub("[^a-z]", "-", request.node.callspec.id))
    for module in (event, test_undo):
        monkeypatch.setattr(module, "HOME", home)
        monkeypatch.setattr(module, "simulated_office", lambda seed: house.office)
    office = before()
    was = shown(client, home)
    act(office)
    done = find_act(office, home, None)
    assert office.state(home).version == done.last
    form = {
        "_csrf_token": client.cookies.get("csrftoken"),
        "act": str(done.first),
        "reason": "a slip",
        "back": "results",
    }
    path = f"/c/{home}/{event.WOMEN}/desk/log/undo"
    answer = client.post(path, data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text[:2000]
    assert office.state(home).version == done.last + 1
    now = shown(client, home)
    for name, page in was.items():
        assert now[name] == page, name
