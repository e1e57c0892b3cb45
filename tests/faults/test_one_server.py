"""One file, one server: a second one is refused, and the shell does not write behind its back."""

import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.kernel.errors import Refused
from qipan.store.record.file_holder import holding, lock_path, require_free
from qipan.wiring import holding_house, open_house
from server import Server


def test_a_file_is_free_again_when_its_server_has_ended(tmp_path):
    journal = tmp_path / "j.sqlite"
    require_free(journal)
    lock_path(journal).write_text("99999 http://gone:1")  # left by a killed process
    require_free(journal)
    with holding(journal, "http://127.0.0.1:1"):
        require_free(journal)  # this very process
        with pytest.raises(Refused, match=r"store\.held"), holding(journal, "http://127.0.0.1:2"):
            pass
    require_free(journal)


def test_the_process_that_holds_a_house_writes_to_it(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    with holding_house(house, "http://127.0.0.1:1"):
        house.office.create("cup", "org", "Cup", "wx-14")
    house.close()


def test_a_second_server_and_the_shell_are_refused_with_who_holds_the_file(tmp_path):
    path = tmp_path / "j.sqlite"
    server = Server(path, "--demo", "--small")
    try:
        shell = CliRunner()

        def run(*words):
            return shell.invoke(build(), [*words, "--data", str(path)])

        before = listed(path)
        for words in (
            ("new", "wx-14", "men", "--id", "cup"),
            ("withdraw", "demo", "1", "-s", "women"),
        ):
            done = run(*words)
            assert isinstance(done.exception, Refused | SystemExit), words
            assert server.base in str(done.exception) + done.output, words
        assert (
            listed(path) == before
        )  # the server itself goes on writing: only what was asked for counts
        assert run("standings", "demo", "-s", "women").exit_code == 0
        second = shell.invoke(build(), ["serve", "--data", str(path), "--port", "1"])
        assert server.base in str(second.exception) + second.output
        assert run("account", "create", "ann", "--role", "arbiter", "--password", "").exit_code == 0
    finally:
        server.stop()
    assert run("new", "wx-14", "men", "--id", "cup").exit_code == 0


def listed(path):
    """Give the competitions there are, and who was withdrawn in the section that was written to."""
    house = open_house(str(path))
    try:
        entrants = house.office.state("demo").sections["women"].entrants
        withdrawn = {name for name, each in entrants.items() if each.withdrawn}
        return house.office.competitions(), withdrawn
    finally:
        house.close()
