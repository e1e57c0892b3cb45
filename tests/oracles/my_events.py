"""Random events of the Malaysian book, played through the office, with what goes wrong in a hall.

``play`` gives the case; ``cards`` writes what happened as the oracle reads it. Fouls, forfeits,
byes, withdrawals and corrections come by the dice.
"""

from random import Random

from desk.clauses.play import HOME, Case, play_boards, team_case
from oracles.my_rules import DRAW, FULL_BOARDS, WIN, Card, Meeting
from oracles.schedules import possible
from qipan.desk.conduct.commands import PunishGravely, PunishOffence
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.play_offs.commands import ChooseSeat, Chosen, NominatePlayer
from qipan.desk.results.commands import CorrectResult
from qipan.kernel.errors import Impossible
from qipan.kernel.ids import RoundNo
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.office.typed_results import result_command
from qipan.sections.matches import match_of
from qipan.sections.places import pending_lots, places

SWISS = {"individual": 7, "women": 7, "open": 8, "youth": 8, "junior": 8, "school-senior": 6,
         "school-junior": 6, "school-primary": 7, "school-girls": 6, "non-chinese": 5, "team": 5,
         "elite": 5}  # fmt: skip
RESULTS = ("1-0", "1-0", "0-1", "0-1", "0.5-0.5")
TEXTS = ("1-0", "0-1", "0.5-0.5")


class Blocked(Exception):
    """No round without a second meeting was left; carries what was known of the field."""


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
    case, before, won = opened(event, dice), None, {}
    for number in range(1, SWISS[event] + 1):
        _between(case, dice, event, number)
        _round(case, dice, event, number)
    case.draw_lots()
    if event != "non-chinese":
        before = cards(case, SWISS[event])
        before_lots = dict(case.now.lots)
        won[len(case.now.rounds)] = _extra(case, dice, event)
        if event == "elite":
            won[len(case.now.rounds)] = _extra(case, dice, event)
        if event != "team" and dice.random() < 0.25:
            _disqualify(case, dice)
        case.draw_lots()
        return case, before, before_lots, won
    return case, before, {}, won


def _pair(case, event):
    """Pair and publish. Raises Blocked only where nothing was left when the field last changed."""
    try:
        case.pair()
    except Impossible as error:
        _really_blocked(case, event)
        raise Blocked from error
    return case.publish()


def _really_blocked(case, event):
    """Check by trying everything that the rounds that are left cannot be paired.

    In the extra round the finalists are apart; results decide who they are, so what could not be
    foreseen there is judged for that round alone.
    """
    section, played = case.now, len(case.now.rounds)
    there = list(section.active)
    if played >= SWISS[event]:
        rows = places(case.state, section).rows
        final = [row.entrant for row in rows if row.entrant in there][:2]
        assert not possible([who for who in there if who not in final], *_history(section), 1)
        return
    gone = [each.after or 0 for each in section.entrants.values() if each.withdrawn]
    since = max(gone, default=0)
    assert not possible(there, *_history(section, since), SWISS[event] - since)


def _history(section, upto=None):
    """Give who met whom, and who rested or won without a game, in the rounds so far."""
    met, rested = set(), set()
    for held in section.rounds[:upto]:
        for table in held.tables:
            result = held.results[table.board]
            if result.how is How.FORFEIT:  # not played: they may meet; who won has had theirs
                best = max(result.score.seats)
                rested |= {who for at, who in enumerate(table.seats)
                           if best and result.score.seats[at] == best}  # fmt: skip
            else:
                met.add(frozenset(table.seats))
        rested |= {each.entrant for each in held.resting}
    return met, rested


def _round(case, dice, event, number):
    current = _pair(case, event)
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


def _disqualify(case, dice):
    """MY 7.6: found out afterwards, the place is annulled; often somebody who won something."""
    who = dice.choice(case.now.order if dice.random() < 0.5 else case.now.current.tables[0].seats)
    fields = {"section": case.section, "entrant": who, "offence": "match-fixing"}
    case.do(PunishGravely(**fields, person=case.now.entrants[who].people[0]))


def _between(case, dice, event, number):
    active = case.now.active
    if dice.random() < 0.4:
        who = dice.choice(active)
        offence = dice.choice(("misleading", "technical", "missed-ceremony"))
        person = case.now.entrants[who].people[0]
        fields = {"section": case.section, "entrant": who, "offence": offence, "person": person}
        case.do(PunishOffence(**fields))
    if event not in ("elite", "team") and 2 < number <= SWISS[event] and dice.random() < 0.04:
        _disqualify(case, dice)
    elif event != "elite" and 2 < number <= SWISS[event] and dice.random() < 0.12:
        case.do(WithdrawEntrant(section=case.section, entrant=dice.choice(active)))


def _extra(case, dice, event):
    """Play the extra round, or a cross round; give who won each match that had to be decided."""
    current = _pair(case, event)
    won = {}
    for table in current.tables:
        board = table.board
        if board not in case.now.current.missing:
            continue
        decisive = event == "elite" or table.group == "final"
        if not decisive:
            if event == "team":
                play_boards(case, board, [dice.choice(TEXTS) for _ in range(4)])
            else:
                case.result(board, dice.choice(RESULTS))
            continue
        drawn, first = dice.random() < 0.4, dice.random() < 0.5
        if event == "team":
            even = ["1-0", "0-1", "0.5-0.5", "0.5-0.5"]
            ahead = ["1-0", "1-0", "0.5-0.5", "0-1"] if first else ["0-1", "0-1", "1-0", "0.5-0.5"]
            play_boards(case, board, even if drawn else ahead)
        else:
            case.result(board, "0.5-0.5" if drawn else "1-0" if first else "0-1")
        won[board] = _played_off(case, dice, event, table) if drawn else table.seats[not first]
        assert case.now.current.decided.get(board, won[board]) == won[board]
    return won


def _played_off(case, dice, event, table):
    """MY 4.5, 4.6, V-5.5, V-5.6, VI-4.6, VI-4.7: rapid games until one side has won; say which."""
    team, school = event == "team", event.startswith("school")
    place = {"section": case.section, "round": RoundNo(len(case.now.rounds)), "board": table.board}
    if not school:
        first = table.seats[1]  # 4.5: with colours swapped
        if team:  # V-5.5: a player each, and a lot for who moves first
            _nominated(case, place, table.seats, 0)
            first = _lot(case, place)[0]
        found = _rapid(case, dice, place, table.seats, first)
        if found is not None:
            return found
        if team:  # V-5.6: another player each
            _nominated(case, place, table.seats, 1)
    chooser, other = _lot(case, place)  # 4.6: the lot gives the choice
    wish = dice.choice(list(Chosen))
    case.do(ChooseSeat(**place, entrant=chooser, chosen=wish))
    first = chooser if wish is Chosen.FIRST else other
    found = _rapid(case, dice, place, table.seats, first)
    return found or next(who for who in table.seats if who != first)  # a draw wins for second


def _nominated(case, place, teams, member):
    for team in teams:
        person = case.now.entrants[team].people[member]
        case.do(NominatePlayer(**place, entrant=team, person=person))


def _lot(case, place):
    before = set(case.now.lots)
    case.office.draw_play_off(HOME, case.section, "t", (place["round"], place["board"]))
    (lot,) = set(case.now.lots) - before
    return case.now.lots[lot].order


def _rapid(case, dice, place, seats, first):
    """Play one rapid game, scored first mover – second mover; give who won, None if drawn."""
    text = dice.choice(TEXTS)
    match = match_of(case.state, case.now, place["round"], place["board"])
    case.do(result_command(match, text))
    second = next(who for who in seats if who != first)
    return {"1-0": first, "0-1": second}.get(text)


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
