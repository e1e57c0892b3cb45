"""What a competition says of itself: said once, shown on pages, documents and exports."""

import base64
import subprocess

import msgspec
import pytest

from qipan.desk.decide import decide
from qipan.desk.particulars import DescribeCompetition
from qipan.desk.roles import Role
from qipan.formats.report.trf import write_report_trf
from qipan.journal.state import NamedOfficial
from qipan.kernel.errors import Refused
from qipan.office.reports import make_report
from web.accessibility import complaints
from web.markup import flat
from web.site import WOMEN, sign_in_as, site

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


@pytest.fixture
def chief(tmp_path):
    with site(tmp_path) as (client, house):
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house


def send(client, files=None, **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    path = "/c/demo/desk/describe"
    files = files or {"logo": ("", b"")}
    return client.post(path, data=fields, files=files, follow_redirects=False)


SAID = {
    "starts": "2026-11-13", "ends": "2026-11-21", "place": "Munich, hall 3",
    "organisers": "World Federation", "hosts": "Munich Club", "supporters": "City of Munich",
    "rate_of_play": "60 min + 30 s", "contact": "desk@example.com",
    "role.0": "Chief arbiter", "name.0": "Tan Mei Ling", "role.1": "Arbiter", "name.1": "Lim Wei",
}  # fmt: skip


def test_what_is_said_is_shown_on_pages_documents_and_exports(chief):
    client, house = chief
    form = client.get("/c/demo/desk/particulars")
    assert (form.status_code, complaints(form.text)) == (200, [])
    assert send(client, {"logo": ("l.png", PNG)}, **SAID).status_code == 303
    page = flat(client.get("/c/demo").text)
    for words in ("Munich, hall 3", "World Federation", "60 min + 30 s", "Tan Mei Ling"):
        assert words in page
    logo = client.get("/c/demo/logo")
    assert (logo.content, logo.headers["content-type"]) == (PNG, "image/png")
    report = make_report(house.office, "demo", "women")
    trf = write_report_trf(msgspec.structs.replace(report, lines=())).decode()
    for line in ("022 Munich, hall 3", "042 2026/11/13", "052 2026/11/21", "102 Tan Mei Ling"):
        assert line in trf
    assert client.get(f"{WOMEN}/documents/standings.pdf").status_code == 200
    assert client.get(f"{WOMEN}/documents/report.json").json()["particulars"]["place"] == (
        "Munich, hall 3"
    )
    again = client.get("/c/demo/desk/particulars").text
    assert 'value="Tan Mei Ling"' in again


def test_the_documents_name_place_and_organisers(chief, tmp_path):
    client, _ = chief
    send(client, **SAID)
    for name in ("standings", "report"):
        file = tmp_path / "x.pdf"
        file.write_bytes(client.get(f"{WOMEN}/documents/{name}.pdf?lang=en").content)
        command = ["pdftotext", "-layout", str(file), "-"]
        text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        assert "Munich, hall 3" in text
        assert "World Federation" in text


WRONG = [
    ({"starts": "13.11.2026"}, "describe.no-day"),
    ({"starts": "2026-11-13", "ends": "2026-11-12"}, "describe.days"),
    ({"place": "x" * 301}, "describe.too-long"),
    ({"logo": base64.b64encode(b"GIF89a").decode()}, "describe.logo"),
    ({"logo": "?"}, "describe.logo"),
    ({"officials": tuple(NamedOfficial("a", "b") for _ in range(61))}, "describe.too-long"),
]


@pytest.mark.parametrize(("fields", "code"), WRONG)
def test_what_cannot_be_is_refused(chief, fields, code):
    _, house = chief
    with pytest.raises(Refused) as refused:
        decide(house.office.state("demo"), DescribeCompetition(**fields))
    assert refused.value.code == code


def test_the_same_again_changes_nothing(chief):
    client, house = chief
    send(client, **SAID)
    version = house.office.state("demo").version
    send(client, **SAID)
    assert house.office.state("demo").version == version


def test_a_refused_form_keeps_what_was_typed(chief):
    client, _ = chief
    answer = send(client, **{**SAID, "ends": "2026-11-01"})
    assert answer.status_code == 422
    assert 'value="Munich, hall 3"' in answer.text
