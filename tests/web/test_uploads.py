"""Uploads are bounded: a huge or spiteful spreadsheet is refused before it costs anything."""

import http.client
import io
import select
import socket
import zipfile
from pathlib import Path

import httpx

from qipan.desk.roles import Role
from qipan.web.desk.entry_pages.import_entries import MOST_BODY
from server import Server
from web.hall import MEN, men, open_men, sheet
from web.site import sign_in_as, site

MEGABYTE = 1_000_000
SHEET = "xl/worksheets/sheet1.xml"


def packed(**changed):
    """A spreadsheet with parts replaced, packed as small as it goes."""
    content = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(sheet([("A", 1, "")]))) as old,
        zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.infolist():
            new.writestr(part.filename, changed.pop(part.filename, old.read(part)))
        for name, text in changed.items():
            new.writestr(name, text)
    return content.getvalue()


def bomb():
    """Sixty megabytes of nothing in sixty kilobytes."""
    content = io.BytesIO()
    with (
        zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made,
        made.open(SHEET, "w") as part,
    ):
        for _ in range(60):
            part.write(bytes(MEGABYTE))
    return content.getvalue()


FAR = b'<worksheet><sheetData><row r="1048576"><c r="XFD1048576"/></row></sheetData></worksheet>'
DEEP = b"<worksheet>" + b"<a>" * 100_000 + b"</worksheet>"
ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    b"<worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>"
)
SPITEFUL = {
    "bomb": bomb,
    "far": lambda: packed(**{SHEET: FAR}),
    "deep": lambda: packed(**{SHEET: DEEP}),
    "entities": lambda: packed(**{SHEET: ENTITIES}),
    "parts": lambda: packed(**{f"xl/x{at}": b"" for at in range(600)}),
    "cut": lambda: sheet([("A", 1, "")])[:-200],
    "nothing": lambda: b"PK\x05\x06" + bytes(18),
}


REFUSED = ("cannot be read as a spreadsheet", "expands to far more", "more than", "is empty")


def test_a_spiteful_spreadsheet_is_refused(tmp_path):
    with site(tmp_path) as (client, house):
        open_men(house)
        sign_in_as(client, Role.ORGANISER)
        data = {"_csrf_token": client.cookies.get("csrftoken"), "store": "yes"}
        for kind, make in SPITEFUL.items():
            answer = client.post(f"{MEN}/import", data=data, files={"file": ("a.xlsx", make())})
            said = any(words in answer.text for words in REFUSED)
            assert (answer.status_code, said) == (400, True), kind
        assert men(house).entrants == {}


def memory(process):
    """The most memory a process ever held, in bytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no such figure")


def pour(server, head, megabytes, *, chunked):
    """Send a body until the server answers; give the status and how many megabytes went."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as link:
        link.sendall(head)
        block = bytes(MEGABYTE)
        sent = 0
        while sent < megabytes and not select.select([link], [], [], 0)[0]:
            link.sendall(b"%x\r\n" % len(block) + block + b"\r\n" if chunked else block)
            sent += 1
        answer = http.client.HTTPResponse(link)
        answer.begin()
        answer.close()
        return answer.status, sent


def test_two_hundred_megabytes_are_not_read(tmp_path):
    server = Server(tmp_path / "j.sqlite", "--demo", "--small")
    try:
        before = memory(server.process.pid)
        for chunked in (False, True):
            length = (
                "transfer-encoding: chunked" if chunked else f"content-length: {200 * MEGABYTE}"
            )
            head = (
                "POST /c/demo/women/import HTTP/1.1\r\nhost: localhost\r\n"
                f"content-type: multipart/form-data; boundary=x\r\n{length}\r\n\r\n"
            ).encode()
            start = b'--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
            head += b"%x\r\n%s\r\n" % (len(start), start) if chunked else start
            status, sent = pour(server, head, 200, chunked=chunked)
            grown = memory(server.process.pid) - before
            assert (status, sent < 100) == (413, True)
            assert grown < 40 * MEGABYTE
        assert httpx.get(f"{server.base}/health").status_code == 200
    finally:
        server.stop()


def test_the_limit_leaves_room_for_the_largest_list():
    assert MOST_BODY > 5 * MEGABYTE * 4 / 3
