"""Random tournaments of the online contest: games with times, forfeits, lateness, corrections.

``play`` carries everything out at the desk and tells the ledger the same in plain values.
"""

from random import Random

from desk.clauses.play import Case
from oracles.gm_contest import QUALIFIER_WORTH, Ledger, Match
from oracles.schedules import possible
from qipan.desk.conduct.commands import PunishOffence, RecordLateness
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.results.commands import CorrectResult
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score

GAMES = {"1-0": (2, 0), "0-1": (0, 2), "0.5-0.5": (1, 1)}
STANDARD = (("5-dan", 1), ("4-dan", 2), ("3-dan", 5), ("2-dan", 9), ("1-dan", 14), ("1-kyu", 0))


def text_of_standard():
    return ",".join(f"{name}:{last}" if last else name for name, last in STANDARD)


def opened(event, dice):
    """Open a section with a field of its size; give it and the rounds it has."""
    size = dice.choice((11, 12, 13, 14, 16, 17, 19, 20, 21, 24))
    if event == "qualifier":
        return Case("gm-2025", event, size, options={"rounds": 12}), 12
    if event == "entry":
        return Case("gm-2025", event, size), 8
    return Case("gm-2025", event, size, options={"titles": text_of_standard()}), 0


def play(event, seed):
    """Play a section to its end; give the case and the ledger."""
    dice = Random(f"{event} {seed}")
    case, rounds = opened(event, dice)
    if event != "qualifier" and dice.random() < 0.2:
        who = dice.choice(list(case.now.entrants))
        case.do(WithdrawEntrant(section=case.section, entrant=who, reason="before"))
    case.begin()
    worth, bye = (QUALIFIER_WORTH, 0) if event == "qualifier" else (None, 2)
    ledger = Ledger(case.now.order, worth, bye)
    gone = set()
    rounds = rounds or (5 if len(ledger.players) <= 16 else 6)  # GM 6.2.2, our reading
    for number in range(1, rounds + 1):
        if number > 2 and len(gone) < 3 and dice.random() < 0.1:
            who = dice.choice([each for each in case.now.order if each not in gone])
            case.do(WithdrawEntrant(section=case.section, entrant=who, reason="left"))
            gone.add(who)
        check_round(case, ledger, gone, event, rounds)
        matches = [Match(table.seats) for table in case.now.current.tables]
        ledger.begin(matches, {each.entrant for each in case.now.current.resting})
        for table, match in zip(case.now.current.tables, matches, strict=True):
            play_match(case, dice, table.board, match)
        if number > 1 and dice.random() < 0.4:
            correct(case, dice, ledger, dice.randrange(1, number))
        if event == "entry" and dice.random() < 0.2:
            who = dice.choice([each for each in case.now.order if each not in gone])
            case.do(PunishOffence(section=case.section, entrant=who, offence="technical"))
    case.draw_lots()
    return case, ledger


def check_round(case, ledger, gone, event, rounds):
    """GM 6.1.4, 6.1.5: nobody meets twice, nobody rests twice, the lowest rests."""
    there = [who for who in case.now.order if who not in gone]
    before = {
        frozenset(match.seats) for matches in ledger.rounds for match in matches
    }  # a pairing that nobody came to is one, too
    rested = [who for each in ledger.rested for who in each]
    points = {who: ledger.points(who) for who in there}
    case.pair()
    now = case.publish()
    resting = [each.entrant for each in now.resting]
    sat = [who for table in now.tables for who in table.seats]
    assert sorted([*sat, *resting]) == sorted(there)
    assert len(resting) == len(there) % 2
    if event == "qualifier":
        return
    assert not before & {frozenset(table.seats) for table in now.tables}
    if resting:
        assert resting[0] not in rested
        if ledger.rounds:
            lower = [
                who for who in there if who not in rested and points[who] < points[resting[0]]
            ]  # they may rest, unless the rounds that are left could not be paired then
            left = rounds - len(ledger.rounds)
            assert not any(possible(there, before, {*rested}, left, who) for who in lower)


def play_match(case, dice, board, match):
    """Play the two games of a match, or what comes instead."""
    place = {"section": case.section, "round": case.now.current.number, "board": board}
    what = dice.random()
    if what < 0.06:
        text, match.forfeit = dice.choice((("+-", (1, 0)), ("-+", (0, 1)), ("--", (0, 0))))
        case.result(board, text)
        return
    if what < 0.12 and case.section != "qualifier":
        late = dice.choice(((0,), (1,), (0, 1), (1, 0)))
        for at in late:
            entrant = match.seats[at]
            case.do(RecordLateness(**place, entrant=entrant, seconds=301))
        match.forfeit = tuple(int(at not in late) for at in (0, 1))
        return
    for number in (1, 2):
        if number == 2 and dice.random() < 0.05:  # left after the first game
            at = dice.choice((0, 1))
            score = Score((Points(0), Points(2)) if at == 0 else (Points(2), Points(0)))
            case.game(board, "-+" if at == 0 else "+-")
            match.games[number] = tuple(score.seats)
            continue
        text = dice.choice(list(GAMES))
        used = (60 * dice.randint(1, 3), 60 * dice.randint(1, 3))
        case.game(board, text, seconds=used)
        match.games[number] = GAMES[text]
        match.played.add(number)
        match.seconds = (match.seconds[0] + used[0], match.seconds[1] + used[1])


def correct(case, dice, ledger, number):
    """Put a result of an earlier round right; pairings and times stay."""
    match = dice.choice(ledger.rounds[number - 1])
    table = next(each for each in case.now.rounds[number - 1].tables if each.seats == match.seats)
    place = {"section": case.section, "round": number, "board": table.board, "reason": "typo"}
    if match.forfeit is not None:
        new = dice.choice([each for each in ((1, 0), (0, 1), (0, 0)) if each != match.forfeit])
        won, lost = ledger.worth["win"], ledger.worth["loss"]
        score = Score(tuple(Points(won if each else lost) for each in new))
        case.do(CorrectResult(**place, score=score, how=How.FORFEIT))
        match.forfeit = new
        return
    game = dice.choice(sorted(match.played))
    new = dice.choice([each for each in GAMES.values() if each != match.games[game]])
    score = Score((Points(new[0]), Points(new[1])))
    case.do(CorrectResult(**place, score=score, how=How.PLAYED, game=game))
    match.games[game] = new
