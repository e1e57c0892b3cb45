"""Adding events of rounds that are played at live tables."""

from dataclasses import replace

from qipan.journal import online as happened
from qipan.journal.folding import Folding, Reducers
from qipan.journal.state import Contest, Seating, Taken


def opened(folding: Folding, event: happened.ContestOpened) -> None:
    """Keep how the section is played."""
    folding.section(event.section).contest = Contest(
        event.zone, event.mode, event.check_in, event.automatic
    )


def arrived(folding: Folding, event: happened.EntrantArrived) -> None:
    """Keep who came, and where it matters how late."""
    section = folding.section(event.section)
    section.arrived.add((event.round, event.entrant))
    if event.game:
        section.came[event.round, event.board, event.game, event.entrant] = event.late


def seated(folding: Folding, event: happened.RoundSeated) -> None:
    """Keep the tables of a round."""
    found = folding.round(event.section, event.round)
    found.seating = {each.board: Seating(each.table, event.at) for each in event.boards}


def taken(folding: Folding, event: happened.TableTaken) -> None:
    """Keep what a table gave."""
    found = folding.round(event.section, event.round)
    found.taken[event.board, event.game] = Taken(
        event.table, event.version, event.score, event.how, event.seconds
    )


def reopened(folding: Folding, event: happened.BoardReopened) -> None:
    """Take the result back, and the games from this one on; the next try has other tables."""
    found = folding.round(event.section, event.round)
    if event.board in found.results:
        found.corrected.setdefault(event.board, []).append(found.results.pop(event.board))
    found.decided.pop(event.board, None)

    def falls(game: int) -> bool:
        return game == event.game if event.only else game >= event.game

    games = found.games.get(event.board, ())
    regular = len([game for game in games if not game.playoff]) or 1
    played_off = sorted(
        number for at, number in found.taken if at == event.board and number > regular
    )
    found.games[event.board] = tuple(
        game for game in games if not falls(game.number) and not game.playoff
    )
    for key in [key for key in found.taken if key[0] == event.board]:
        if not falls(key[1]) and key[1] not in played_off:
            continue
        del found.taken[key]
    records = folding.section(event.section).records
    for at in [at for at in records if at[:2] == (event.round, event.board)]:
        if at[3] or falls(at[2]):
            del records[at]
    known = found.seating[event.board]
    if event.only:
        again = (*known.again, event.game, *played_off)
        found.seating[event.board] = replace(known, again=again)
    else:
        found.seating[event.board] = Seating(known.table, event.at, known.tries + 1)


REDUCERS: Reducers = {
    happened.ContestOpened: opened,
    happened.EntrantArrived: arrived,
    happened.RoundSeated: seated,
    happened.TableTaken: taken,
    happened.BoardReopened: reopened,
}
