"""Events of the reference data taken over after some rounds and played on with its results."""

from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.walk import recorded_pairs
from qipan.kernel.results import How, Score
from qipan.office.take_over.event import TakeOverAsked, take_over

SIGNS = {
    "1": "win",
    "W": "win",
    "+": "win",
    "=": "draw",
    "D": "draw",
    "0": "loss",
    "L": "loss",
    "-": "loss",
}


def differences(office, content, name, after=3, **asked):
    """Take a file over after a round, finish it, and give the rounds paired otherwise."""
    file = read_trf(decode(content), name)
    home = name.removesuffix(".trf").replace("_", "-")
    wanted = TakeOverAsked(competition=home, round=after, **asked)
    report = take_over(office, "t", content, name, wanted)
    section = report.section
    number_of = {f"e{at}": player.number for at, player in enumerate(file.players, 1)}
    wrong = []
    for number in range(after + 1, file.played + 1):
        state = office.carry_out(home, "t", PairRound(section=section))
        found = state.sections[section].rounds[-1]
        ours = {(number_of[one], number_of[two]) for one, two in (t.seats for t in found.tables)}
        ours |= {(number_of[rest.entrant], 0) for rest in found.resting if rest.units is None}
        if ours != recorded_pairs(file, number):
            wrong.append((name, number))
            break
        office.carry_out(home, "t", PublishRound(section=section, round=number))
        results = list(_results(office, home, section, file, found, number_of))
        office.carry_out_all(home, "t", results)
    if not wrong:
        wrong += _points(office, home, section, file, number_of)
    return file.played - after, wrong


def _results(office, home, section, file, found, number_of):
    from qipan.sections.lookup import event_of

    state = office.state(home)
    scoring = event_of(state, state.sections[section]).scoring.scoring()
    worth = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    for table in found.tables:
        cells = [file.by_number[number_of[who]].cell(found.number) for who in table.seats]
        score = Score(tuple(worth[SIGNS[cell.result]] for cell in cells))
        how = How.FORFEIT if cells[0].result in "+-" else How.PLAYED
        yield RecordResult(
            section=section, round=found.number, board=table.board, score=score, how=how
        )


def _points(office, home, section, file, number_of):
    from fractions import Fraction

    from qipan.sections.stages import first_standing
    from qipan.sections.tables import stage_crosstable

    state = office.state(home)
    table = stage_crosstable(first_standing(state, state.sections[section]))
    for who, number in number_of.items():
        theirs = file.by_number[number].points
        if theirs is not None and Fraction(table.scores[who], table.scoring.unit) != theirs:
            yield (home, number, table.scores[who], theirs)
