"""Random events of the Malaysian book, played through the office, with what goes wrong in a hall.

``play`` gives the case; ``cards`` writes what happened as the oracle reads it. Fouls, forfeits,
byes, withdrawals and corrections come by the dice.
"""

from random import Random

from desk.clauses.play import HOME, Case, play_boards, team_case
from oracles.my_rules import DRAW, FULL_BOARDS, WIN, Card, Meeting
from qipan.desk.conduct.commands import PunishOffence
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.results.commands import CorrectResult
from qipan.kernel.errors import Impossible
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.office.typed_results import result_command
from qipan.sections.matches import match_of
from qipan.sections.places import pending_lots

SWISS = {"individual": 7, "women": 7, "open": 8, "youth": 8, "junior": 8, "school-senior": 6,
         "school-junior": 6, "school-primary": 7, "school-girls": 6, "non-chinese": 5, "team": 5,
         "elite": 5}  # fmt: skip
RESULTS = ("1-0", "1-0", "0-1", "0-1", "0.5-0.5")
TEXTS = ("1-0", "0-1", "0.5-0.5")


class Blocked(Exception):
    """The field was too small for a round without a second meeting."""


def opened(event, dice):
    """Open an event with a field of its kind, entries closed."""
    if event == "team":
        return team_case()
    size = 12 if event == "elite" else dice.choice((14, 16, 17, 18))
    options = {"rounds": SWISS[event]} if event in ("individual", "women", "open") else {}
    return Case("my-2018", event, size, options=options).begin()


def play(event, seed):
    """Play an event to its end; give the case and the finalists' facts as they were."""
    dice = Random(f"{event} {seed}")
    case, before = opened(event, dice), None
    for number in range(1, SWISS[event] + 1):
        _between(case, dice, event, number)
        _round(case, dice, event, number)
    case.draw_lots()
    if event != "non-chinese":
        before = cards(case, SWISS[event])
        before_lots = dict(case.now.lots)
        _extra(case, dice, event)
        if event == "elite":
            _extra(case, dice, event)
        case.draw_lots()
        return case, before, before_lots
    return case, before, {}


def _pair(case):
    try:
        case.pair()
    except Impossible as error:
        raise Blocked from error
    return case.publish()


def _round(case, dice, event, number):
    current = _pair(case)
    for board in list(current.missing):
        if event == "team":
            play_boards(case, board, [dice.choice(TEXTS) for _ in range(4)])
        elif dice.random() < 0.06:
            case.result(board, dice.choice(("+-", "-+")))
        else:
            case.result(board, dice.choice(RESULTS))
    if event != "team" and number > 1 and dice.random() < 0.3:
        _correct(case, dice, dice.randrange(1, number))


def _correct(case, dice, number):
    """Put a result of an earlier round right; the pairings stay."""
    found = case.now.rounds[number - 1]
    table = dice.choice(found.tables)
    old = found.results[table.board]
    turned = Score(tuple(Points(each) for each in dice.choice(((WIN, 0), (DRAW, DRAW), (0, WIN)))))
    if (turned, How.PLAYED) != (old.score, old.how):
        place = {"section": case.section, "round": number, "board": table.board}
        case.do(CorrectResult(**place, score=turned, reason="the record"))


def _between(case, dice, event, number):
    active = case.now.active
    if dice.random() < 0.4:
        who = dice.choice(active)
        offence = dice.choice(("misleading", "technical", "missed-ceremony"))
        person = case.now.entrants[who].people[0]
        fields = {"section": case.section, "entrant": who, "offence": offence, "person": person}
        case.do(PunishOffence(**fields))
    if event != "elite" and 2 < number <= SWISS[event] and dice.random() < 0.12:
        case.do(WithdrawEntrant(section=case.section, entrant=dice.choice(active)))


def _extra(case, dice, event):
    current = _pair(case)
    for table in current.tables:
        board = table.board
        if board not in case.now.current.missing:
            continue
        decisive = event == "elite" or table.group == "final"
        if event == "team":
            play_boards(case, board, ["1-0", "1-0", "0.5-0.5", "0-1"] if decisive
                        else [dice.choice(TEXTS) for _ in range(4)])  # fmt: skip
        elif not decisive:
            case.result(board, dice.choice(RESULTS))
        elif dice.random() < 0.3 and not event.startswith("school"):
            case.result(board, "0.5-0.5")
            match = match_of(case.state, case.now, current.number, board)
            case.do(result_command(match, dice.choice(("1-0", "0-1"))))
        else:
            case.result(board, dice.choice(("1-0", "0-1")))


def cards(case, upto):
    """Write what happened up to a round as plain cards."""
    section = case.now
    found = {who: Card() for who in section.order}
    for each in section.penalties:
        if (each.round or 0) <= upto:
            for penalty in each.penalties:
                found[each.entrant].conduct |= penalty.kind == "conduct-foul"
                found[each.entrant].technical += penalty.kind == "technical-foul"
    for held in section.rounds[:upto]:
        there = set()
        for table in held.tables:
            result, games = held.results[table.board], held.games.get(table.board, ())
            for seat, who in enumerate(table.seats):
                there.add(who)
                points, forfeit = result.score.seats[seat], result.how is How.FORFEIT
                found[who].rounds.append(
                    Meeting(
                        table.seats[1 - seat],
                        int(points),
                        second=seat == 1,
                        played=not forfeit,
                        own_doing=forfeit and not points,
                        games=tuple(
                            int(game.result.score.seats[seat]) for game in games if not game.playoff
                        ),
                    )
                )
        for rest in held.resting:
            there.add(rest.entrant)
            bye = Meeting(None, WIN, played=False, games=(WIN,) * FULL_BOARDS)
            found[rest.entrant].rounds.append(bye)
        for who in set(found) - there:
            found[who].rounds.append(Meeting(None, 0, played=False, own_doing=True))
    return found


def tie_lots(lots):
    """Give the lots between people, in the order drawn."""
    return [draw.order for name, draw in lots.items() if name.startswith("tie-")]


def drawn_order(lots, name):
    """Give the order of the three schemes, if it was drawn."""
    return lots[name].order if name in lots else ()


def everything_drawn(case):
    """Say whether no lot waits any more."""
    return not pending_lots(case.state, case.now)


__all__ = ["HOME", "Blocked", "cards", "drawn_order", "everything_drawn", "play", "tie_lots"]
