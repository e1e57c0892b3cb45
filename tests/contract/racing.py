"""Races: many do the same at the same moment, on a file and on a database of two processes."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from qipan.kernel.errors import QipanError
from qipan.wiring import open_house

AT_ONCE, TIMES = 6, 15
STORES = ("sqlite", "postgres")


def address_of(request, tmp_path):
    """Give a new data file or database for a fixture with a store as its parameter."""
    if request.param == "sqlite":
        return str(tmp_path / "j.sqlite")
    return request.getfixturevalue("postgres").fresh()


def opened_houses(request, tmp_path):
    """Open a store for the fixture; a database twice, as two processes would."""
    address = address_of(request, tmp_path)
    return [open_house(address) for _ in range(1 if request.param == "sqlite" else 2)]


def race(what, at_once=AT_ONCE):
    """Do something from several threads at the same moment; give what came of each."""
    gate = Barrier(at_once)

    def one(number):
        gate.wait(30)
        try:
            return what(number)
        except QipanError as error:
            return error

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(one, range(at_once)))


def won(found):
    """Count those for whom it happened."""
    return sum(1 for each in found if each and not isinstance(each, QipanError))
