"""Long work: a page of progress that works without scripts, and the answer for the asker alone."""

import asyncio
import re
import threading
from time import sleep

import pytest
from litestar import Response

from qipan.desk.roles import Role
from qipan.kernel.errors import Refused, Unknown
from qipan.web.desk.entry_pages import import_entries as importing
from qipan.web.public import documents
from qipan.web.shared import jobs as work
from qipan.web.shared.jobs import Jobs
from web.accessibility import complaints
from web.hall import MEN, enter_men, men, open_men, play_men, sheet
from web.site import sign_in_as, site

PAGE = {"accept": "text/html,*/*"}
DESK = f"{MEN}/desk"


@pytest.fixture
def chief(tmp_path):
    with site(tmp_path) as (client, house):
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house


@pytest.fixture
def gate():
    """Closed until the test opens it; a test that fails opens it too."""
    found = threading.Event()
    yield found
    found.set()


def slowly(monkeypatch, owner, name, gate):
    """Let a function wait at the gate before its work."""
    real = getattr(owner, name)

    def waiting(*args, **kwargs):
        assert gate.wait(20)
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, waiting)


def until_over(client, place):
    for _ in range(400):
        if client.get(f"{place}/state").json()["over"]:
            return client.get(place, headers=PAGE, follow_redirects=False)
        threading.Event().wait(0.01)
    raise AssertionError("it never ends")


def test_a_document_that_takes_a_while_shows_its_progress_first(chief, monkeypatch, gate):
    client, house = chief
    enter_men(house, 4)
    path = f"{MEN}/documents/entries.csv"
    at_once = client.get(path)
    slowly(monkeypatch, documents, "make", gate)
    answer = client.get(path, headers=PAGE, follow_redirects=False)
    assert answer.status_code == 303
    place = answer.headers["location"]
    page = client.get(place, headers=PAGE)
    assert "Laying out the pages" in page.text
    assert '<noscript><meta http-equiv="refresh" content="1"></noscript>' in page.text
    assert re.search(r"<progress[^>]*aria-label", page.text)
    assert complaints(page.text) == []
    assert "กำลังจัดหน้า" in client.get(place, headers={**PAGE, "accept-language": "th"}).text
    assert client.get(f"{place}/state").json()["over"] is False
    mine = dict(client.cookies)
    client.cookies.delete("qipan_work")
    assert client.get(place, headers=PAGE).status_code == 404  # another browser
    client.cookies.set("qipan_work", mine["qipan_work"])
    client.cookies.delete("qipan_session")
    assert client.get(place, headers=PAGE).status_code == 404  # signed out meanwhile
    client.cookies.set("qipan_session", mine["qipan_session"])
    gate.set()
    done = until_over(client, place)
    assert done.content == at_once.content
    assert done.headers["content-disposition"] == at_once.headers["content-disposition"]
    assert client.get(place, headers=PAGE).content == at_once.content  # also a second time


def test_what_is_soon_done_is_answered_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(work, "PATIENCE", 30.0)
    with site(tmp_path) as (client, house):
        enter_men(house, 4)
        answer = client.get(f"{MEN}/documents/entries.csv", headers=PAGE, follow_redirects=False)
        assert (answer.status_code, "qipan_work" in client.cookies) == (200, False)
        assert client.get(f"{MEN}/documents/none.csv", headers=PAGE).status_code == 404


def test_a_program_waits_for_its_document(chief, monkeypatch, gate):
    client, house = chief
    enter_men(house, 4)
    slowly(monkeypatch, documents, "make", gate)
    threading.Timer(0.6, gate.set).start()
    answer = client.get(f"{MEN}/documents/entries.csv", follow_redirects=False)
    assert (answer.status_code, b"rating" in answer.content.lower()) == (200, True)


def test_a_list_on_its_way_says_how_many_rows_are_judged(chief, monkeypatch, gate):
    client, house = chief
    open_men(house)
    client.get(f"{DESK}/entries")
    real = importing.import_entries

    def waiting(*args, told, **more):
        def stop_half_way(judged):
            told(judged)
            assert judged != 3 or gate.wait(20)

        return real(*args, told=stop_half_way, **more)

    monkeypatch.setattr(importing, "import_entries", waiting)
    form = {"_csrf_token": client.cookies.get("csrftoken")}
    rows = sheet([(f"P {at}", 1000, "") for at in range(6)])
    answer = client.post(
        f"{MEN}/import",
        data=form,
        files={"file": ("l.xlsx", rows)},
        headers=PAGE,
        follow_redirects=False,
    )
    place = answer.headers["location"]
    said = client.get(f"{place}/state").json()
    for _ in range(600):  # the file is read first, in a process of its own
        if said["done"] == 3:
            break
        sleep(0.05)
        said = client.get(f"{place}/state").json()
    assert (said["done"], said["total"], said["words"][:20]) == (3, 6, "Rows checked: 3 of 6")
    assert 'value="3" max="6"' in client.get(place, headers=PAGE).text
    gate.set()
    report = until_over(client, place)
    assert 'data-count="added"><strong>6</strong>' in report.text
    assert men(house).entrants == {}  # looked at, not stored


@pytest.mark.parametrize(("version", "status"), [("", 303), ("1", 409)])
def test_a_pairing_that_takes_a_while_ends_as_it_would_have(
    chief, monkeypatch, gate, version, status
):
    client, house = chief
    play_men(house, rounds=1, count=8)
    client.get(f"{DESK}/results")
    form = {"_csrf_token": client.cookies.get("csrftoken")}
    lines = {**form, "round": 1, "lines": "1 1\n2 1\n3 1\n4 1"}
    client.post(f"{DESK}/results/lines", data=lines)
    slowly(monkeypatch, house.office, "pair", gate)
    answer = client.post(
        f"{DESK}/pairing/pair",
        data={**form, "version": version},
        headers=PAGE,
        follow_redirects=False,
    )
    place = answer.headers["location"]
    assert "Pairing the round" in client.get(place, headers=PAGE).text
    gate.set()
    done = until_over(client, place)
    assert done.status_code == status
    assert len(men(house).rounds) == (2 if status == 303 else 1)
    assert ("in the meantime" in done.text) is (status == 409)


def test_there_are_so_many_jobs_and_no_more(monkeypatch):
    async def told():
        opened = asyncio.Event()

        async def wait(doing):
            await opened.wait()
            return Response(doing.step)

        jobs = Jobs()
        mine = [jobs.begin(f"mine{at}", "me", "pair", wait) for at in range(work.MOST_OF_ONE)]
        with pytest.raises(Refused):
            jobs.begin("more", "me", "pair", wait)
        for at in range(work.MOST_UNDER_WAY - work.MOST_OF_ONE):
            jobs.begin(f"other{at}", f"other{at}", "pair", wait)
        with pytest.raises(Refused):
            jobs.begin("more", "somebody", "pair", wait)
        with pytest.raises(Unknown):
            jobs.find("mine0", "somebody")
        opened.set()
        await asyncio.gather(*(job.task for job in jobs.known.values()))
        monkeypatch.setattr(work, "MOST_KEPT", 2)
        await asyncio.sleep(0)
        assert jobs.find(list(jobs.known)[-1], list(jobs.known.values())[-1].asker).over
        assert len(jobs.known) == 2
        monkeypatch.setattr(work, "KEPT_SECONDS", -1)
        with pytest.raises(Unknown):
            jobs.find(mine[0].name, "me")
        assert jobs.known == {}

    asyncio.run(told())


def test_an_answer_is_there_the_moment_it_is_made():
    async def told():
        async def at_once(doing):
            return Response(doing.step)

        jobs = Jobs()
        job = jobs.begin("one", "me", "pair", at_once)
        seen = []
        asyncio.get_running_loop().call_soon(lambda: seen.append(jobs.find("one", "me").over))
        await asyncio.sleep(0)  # over, though nobody was told yet
        assert seen == [True]
        assert jobs.find("one", "me") is job

    asyncio.run(told())


def test_a_failure_is_told_to_the_asker_as_it_would_have_been(chief, monkeypatch, gate):
    client, house = chief
    enter_men(house, 4)

    def refusing(*args):
        assert gate.wait(20)
        raise Refused("access.denied", work.OFTEN)

    monkeypatch.setattr(documents, "make", refusing)
    path = f"{MEN}/documents/entries.csv"
    place = client.get(path, headers=PAGE, follow_redirects=False).headers["location"]
    gate.set()
    assert until_over(client, place).status_code == 403
