"""The team championship of MY-V brought to a drawn final, in any journal."""

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.desk.results.commands import RecordGame
from qipan.desk.results.recording import read_score
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import RoundNo
from qipan.sections.matches import GAME_POINTS
from qipan.sections.places import pending_lots

WON, DRAWN = ("1-0", "0-1", "1-0", "0.5-0.5"), ("1-0", "0-1", "1-0", "0-1")
ROUNDS = 6


def drawn_team_final(office, home, teams=10):
    """Play all rounds; give the two teams of the final, which is drawn."""
    office.create(home, "t", home, "my-2018")
    options = {"entry_checks": False}
    office.carry_out(
        home, "t", OpenSection(section="team", title="T", under="team", options=options)
    )
    entering = [
        Newcomer(
            Person(name=f"{unit}1"),
            rating=2000 - 10 * number,
            unit=unit,
            mates=tuple(
                Mate(Person(name=f"{unit}{at}"), "junior" if at == 4 else "player")
                for at in range(2, 6)
            ),
        )
        for number, unit in enumerate("ABCDEFGHIJ"[:teams])
    ]
    office.enter_all(home, "team", "t", entering)
    office.carry_out(home, "t", CloseEntries(section="team"))
    office.commit_lot(home, "team", "t")
    office.draw_numbers(home, "team", "t")
    for number in range(1, ROUNDS + 1):
        if number == ROUNDS:
            _draw_lots(office, home)
        _play(office, home, RoundNo(number))
    return office.state(home).sections["team"].current.tables[0].seats


def _play(office, home, number):
    office.pair(home, "team", "t")
    office.carry_out(home, "t", PublishRound(section="team", round=number))
    games = []
    for table in office.state(home).sections["team"].current.tables:
        texts = DRAWN if (number, table.board) == (ROUNDS, 1) else WON
        for game, text in enumerate(texts, 1):
            score, _ = read_score(text, GAME_POINTS)
            place = {"section": "team", "round": number, "board": table.board}
            games.append(RecordGame(**place, game=game, score=score))
    office.carry_out_all(home, "t", games)


def _draw_lots(office, home):
    state = office.state(home)
    while pending := list(pending_lots(state, state.sections["team"])):
        office.commit_lot(home, "team", "t", pending[0])
        state = office.draw_tie(home, "team", "t", pending[0])
