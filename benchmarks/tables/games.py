"""Scripted games, and a journal in which their tables stand ready."""

from random import Random

from qipan.games import game_named
from qipan.games.computer_players import computer_of
from qipan.journal.live.table import stream_of
from qipan.kernel.clock import Increment
from qipan.kernel.ids import TABLE
from qipan.play.registry import STREAM, TableListed

KEY = b"benchmark-key-of-32-bytes-......"
CLOCK = Increment(3_600_000, 0)


def scripts(name, seats, count, longest, least=0):
    """Play a few games between computers and write them down: (seat, text) in order.

    A game that ended before ``least`` moves is left out, while there are others: its table would
    sit idle for the rest of the run.
    """
    game = game_named(name)
    rules = game.rules_type()
    found, short = [], []
    for number in range(count * 5):
        if len(found) == count:
            break
        dice = Random(f"{name}/{number}")
        setup = game.deal(rules, seats, dice)
        state = game.start(rules, seats, setup)
        moves = []
        while len(moves) < longest and game.outcome(state) is None:
            acting = [seat for seat in game.acting(state) if seat != TABLE]
            if not acting:
                break
            seat = acting[0]
            if name == "xiangqi":
                move = game.sample(state, seat, dice)
            else:
                move = computer_of(game)(state, seat, dice)
            moves.append((int(seat), game.write(state, seat, move)))
            state = game.play(state, seat, move)
        (found if len(moves) >= least else short).append((setup, moves))
    return found or short


def random_scripts(name, seats, count, moves):
    """Write games of random moves down, the table's own among them, so many moves long each."""
    game = game_named(name)
    rules = game.rules_type()
    found = []
    for number in range(count * 20):
        if len(found) == count:
            break
        dice = Random(f"{name}/{number}")
        setup = game.deal(rules, seats, dice)
        state = game.start(rules, seats, setup)
        played = []
        while len(played) < moves and game.outcome(state) is None:
            seat = dice.choice(game.acting(state))
            at_table = seat == TABLE
            move = game.table_move(state, dice) if at_table else game.sample(state, seat, dice)
            played.append((int(seat), game.write(state, seat, move)))
            state = game.play(state, seat, move)
        if len(played) == moves:
            found.append((setup, played))
    return found


def prepare(path, name, seats, tables, played, practice=(0, 1)):
    """Write the tables into a fresh journal, begun; the server finds them there.

    ``practice`` is a number of further tables at which computers of a level play all seats.
    """
    from qipan.journal.envelope import Batch
    from qipan.journal.event import fresh
    from qipan.journal.live.events import GameBegun, TableOpened
    from qipan.wiring import open_house, utc_now

    house = open_house(str(path))
    house.secrets.keep("play/seats", KEY)
    at = utc_now().isoformat()
    waiting = []
    computers, level = practice
    names = [f"b{number}" for number in range(tables)]
    names += [f"computer{number}" for number in range(computers)]
    listed = tuple(fresh(TableListed(table=each)) for each in names)
    waiting.append(house.log.submit(Batch(STREAM, 0, "bench", at, listed)))
    for number, each in enumerate(names):
        opened = TableOpened(
            game=name,
            engine=game_named(name).engine,
            setup=played[number % len(played)][0],
            controls=(CLOCK,) * seats,
            occupants=tuple(f"p{seat}" for seat in range(seats)),
            bots=tuple(range(seats)) if number >= tables else (),
            level=level,
            counts=number < tables,
        )
        events = (fresh(opened), fresh(GameBegun()))
        waiting.append(house.log.submit(Batch(stream_of(each), 0, "bench", at, events)))
    for future in waiting:
        future.result()
    house.close()


def prepare_open(path, played, tables, going, moves, *, sharded=True, game="xiangqi", seats=2):
    """Write open tables: ``going`` of them in mid game with their clocks running.

    Of the others every second one was never begun, the rest were paused by an arbiter. They are
    listed as a cluster does it, or (``sharded=False``) as a server that owns everything.
    """
    from collections import defaultdict

    from qipan.journal.envelope import Batch
    from qipan.journal.event import fresh
    from qipan.journal.live.events import GameBegun, MovePlayed, PlaySuspended, TableOpened
    from qipan.play.registry import stream_of_shard
    from qipan.play.shards import shard_of
    from qipan.wiring import open_house, utc_now

    house = open_house(str(path))
    house.secrets.keep("play/seats", KEY)
    at, waiting, listed = utc_now().isoformat(), [], defaultdict(list)
    for number in range(tables):
        name, (setup, script) = f"b{number}", played[number % len(played)]
        opened = TableOpened(
            game=game,
            engine=game_named(game).engine,
            setup=setup,
            controls=(CLOCK,) * seats,
            occupants=tuple(f"p{seat}" for seat in range(seats)),
        )
        told = [opened]
        if number < going or number % 2:
            told.append(GameBegun())
            for place, (seat, text) in enumerate(script[:moves]):
                spent = ((seat, 2_000),) if seat != TABLE else ()
                told.append(MovePlayed(seat=seat, text=text, id=str(place), spent=spent))
            if number >= going:
                told.append(PlaySuspended(why="arbiter"))
        listed[stream_of_shard(shard_of(name)) if sharded else STREAM].append(
            fresh(TableListed(table=name))
        )
        events = tuple(fresh(each) for each in told)
        waiting.append(house.log.submit(Batch(stream_of(name), 0, "bench", at, events)))
    for stream, names in listed.items():
        waiting.append(house.log.submit(Batch(stream, 0, "bench", at, tuple(names))))
    for future in waiting:
        future.result()
    house.close()


def keep_snapshots(path, going):
    """Keep snapshots of the tables that are being played, as workers would have written them.

    Each is up to 31 events old.
    """
    from qipan.cluster.worker.snapshot_writer import AT_ONCE, EVERY
    from qipan.journal.live.snapshot import TakenSnapshot, fingerprint, snapshot_of
    from qipan.journal.live.table import refold_table
    from qipan.play.shards import shard_of
    from qipan.store.live.table_snapshots import SqlTableSnapshots
    from qipan.wiring import open_house

    house, taken = open_house(str(path)), []
    for number in range(going):
        name = f"b{number}"
        stored = list(house.log.read(stream_of(name)))
        version = max(2, len(stored) - number % EVERY)
        content = snapshot_of(refold_table(name, stored[:version]))
        taken.append(TakenSnapshot(name, shard_of(name), version, fingerprint(), content))
    for first in range(0, going, AT_ONCE):
        SqlTableSnapshots(house.log.engine).keep(taken[first : first + AT_ONCE])
    house.close()
