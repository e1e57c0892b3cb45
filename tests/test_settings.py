"""Settings: file, environment, command line, in that order; nothing unknown, no known secrets."""

import pytest

from qipan.kernel.errors import BadInput
from qipan.settings import VARIABLES, Settings, is_loopback, read_settings

FILE = """
data = "file.sqlite"
[web]
port = 9000
names = ["play.example"]
[metrics]
token = "3f1c5d0a97b84e6e"
"""


def test_nothing_said_is_the_default():
    assert read_settings("", {}, {}) == Settings()


def test_the_environment_is_before_the_file_and_the_command_line_before_both():
    environment = {"QIPAN_PORT": "9001", "QIPAN_NAMES": "a.example, b.example", "QIPAN_HOST": ""}
    found = read_settings(FILE, environment, {"QIPAN_DATA": "chosen.sqlite"})
    assert (found.data, found.web.port, found.web.host) == ("chosen.sqlite", 9001, "127.0.0.1")
    assert found.web.names == ("a.example", "b.example")
    assert found.metrics.token == "3f1c5d0a97b84e6e"


def test_every_setting_has_a_variable():
    reached = {
        (field, inner) if hasattr(getattr(Settings(), field), "__struct_fields__") else (field,)
        for field in Settings.__struct_fields__
        for inner in getattr(getattr(Settings(), field), "__struct_fields__", [""])
    }
    assert set(VARIABLES.values()) == reached - {("engines",)}  # programs: in the file alone


REFUSED = [
    ("web = 1", "Expected `object`"),
    ("[web]\nport = 0", "port"),
    ("[web]\nport = 'many'", "port"),
    ("[web]\ncolour = 'red'", "colour"),
    ("colour = 'red'", "colour"),
    ("[logs]\nformat = 'xml'", "format"),
    ("[web\n", "not TOML"),
    ("[metrics]\ntoken = 'changeme'", "nobody guesses"),
    ("[metrics]\ntoken = 'short'", "nobody guesses"),
    ("data = 'postgresql://q:postgres@db.example/q'", "everybody knows"),
    ("data = 'postgresql://q:q@db.example/q'", "everybody knows"),
    ("data = 'postgresql://q:secret@127.0.0.1/q'\n[web]\nhost = '0.0.0.0'", "everybody knows"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_is_unknown_or_unsafe_is_refused(text, why):
    with pytest.raises(BadInput, match=why) as caught:
        read_settings(text, {}, {})
    assert "changeme" not in str(caught.value)


def test_a_variable_where_the_file_has_no_table_is_refused():
    with pytest.raises(BadInput):
        read_settings("web = 1", {"QIPAN_PORT": "1"}, {})


def test_a_known_password_is_taken_on_one_machine_only():
    found = read_settings("data = 'postgresql://q:secret@127.0.0.1/q'", {}, {})
    assert found.data.endswith("/q")


@pytest.mark.parametrize(
    ("host", "answer"),
    [("127.0.0.1", True), ("::1", True), ("[::1]", True), ("localhost", True), ("0.0.0.0", False)],
)
def test_the_loopback_is_known(host, answer):
    assert is_loopback(host) is answer
