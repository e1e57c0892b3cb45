"""A server that is killed loses nothing it acknowledged."""

import os
import threading

import httpx
import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, RoundNo, SectionId
from qipan.office.verification import verify_log
from qipan.wiring import open_house
from server import Server, use_link

HOME, SECTION = CompetitionId("large"), SectionId("women")
ENTRIES = 40  # 20 boards a round; results and corrections go on until the kill
WANTED = 500


def prepared(path):
    """A competition with its first round published."""
    house = open_house(str(path))
    office = house.office
    office.create(HOME, "t", "Large", "wx-14")
    office.carry_out(HOME, "t", OpenSection(section=SECTION, title="W", under="women"))
    for number in range(ENTRIES):
        office.enter(HOME, SECTION, "t", Newcomer(Person(name=f"n{number}")))
    office.carry_out(HOME, "t", CloseEntries(section=SECTION))
    office.commit_lot(HOME, SECTION, "t")
    office.draw_numbers(HOME, SECTION, "t")
    office.carry_out(HOME, "t", PairRound(section=SECTION))
    office.carry_out(HOME, "t", PublishRound(section=SECTION, round=RoundNo(1)))
    house.close()


class Arbiter:
    """Sends results and corrections as fast as they are acknowledged, and remembers those."""

    def __init__(self, server):
        self.client = httpx.Client(base_url=server.base, timeout=30)
        use_link(self.client, server.link)
        self.acknowledged = {}
        self.count = 0

    def send_until_killed(self, on_count):
        scores = ("1-0", "0-1", "0.5-0.5")
        headers = {"x-csrftoken": self.client.cookies["csrftoken"]}
        for number in range(WANTED):
            board, turn = number % 20 + 1, number // 20
            body = {"round": 1, "board": board, "result": scores[turn % 3]}
            if turn:
                body["correct"] = f"change {turn}"
            try:
                answer = self.client.post(
                    f"/api/competitions/{HOME}/{SECTION}/results", json=body, headers=headers
                )
            except httpx.TransportError:
                return
            assert answer.status_code == 201, answer.text
            self.acknowledged[board] = (turn, body["result"])
            self.count += 1
            on_count(self.count)


@pytest.mark.parametrize("kill_at", [37, 251] if os.environ.get("QIPAN_LONG") else [37])
def test_every_acknowledged_result_survives(tmp_path, kill_at):
    path = tmp_path / "j.sqlite"
    prepared(path)
    server = Server(path, alone=True)
    arbiter = Arbiter(server)

    def kill(count):
        if count == kill_at:  # from another thread, so that the next request is under way
            threading.Timer(0.002, server.kill).start()

    arbiter.send_until_killed(kill)
    server.process.wait()
    assert kill_at <= arbiter.count < WANTED

    again = Server(path)
    again.stop()
    house = open_house(str(path))
    assert verify_log(house.log).streams == 1
    found = house.office.state(HOME).sections[SECTION].rounds[0]
    shown = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "0.5-0.5"}
    for board, (turn, result) in arbiter.acknowledged.items():
        turns = len(found.corrected.get(board, []))
        history = [*found.corrected.get(board, []), found.results[board]]
        assert turns >= turn
        assert shown[history[turn].score.seats] == result
    house.close()
