"""A command is five files: renaming a section is added here in a copy of the package, and used."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import qipan

PACKAGE = Path(qipan.__file__).parent
TESTS = Path(__file__).parents[1]
EVENT = '''class SectionNicknamed(Event, frozen=True, tag="section-nicknamed/1"):
    """A section has another title."""

    section: SectionId
    title: str


'''
REDUCER = '''def add_section_nicknamed(draft: Draft, event: SectionNicknamed) -> None:
    """Keep the title."""
    draft.section(event.section).title = event.title


'''
COMMAND = '''class NicknameSection(Command, frozen=True, tag=True):
    """Give a section another title."""

    section: SectionId
    title: str


def nickname_section(state: Competition, command: NicknameSection) -> list[CompetitionEvent]:
    """Rename it. Raises Refused for a title that is none."""
    _named(command.section, command.title)
    return [SectionNicknamed(section=command.section, title=command.title)]


'''
VERB = '''"""``qipan rename``: give a section another title, for a rehearsal."""

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, house, section_of
from qipan.cli.output import say
from qipan.desk.competition import NicknameSection


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(rename)


def rename(competition: str, section: str, title: str, data: Data = DEFAULT) -> None:
    """Give a section another title."""
    with house(data) as found:
        state, place = section_of(found, competition, section)
        found.office.carry_out(state.id, ACTOR, NicknameSection(place.id, title))
    say({"title": title}, f"{section}: {title}", as_json=False)
'''


class Package:
    """A copy of the package, the files that were touched in it, and the program that it is."""

    def __init__(self, home):
        self.home = home
        self.touched = set()
        shutil.copytree(PACKAGE, home / "qipan")

    def write(self, path, text):
        self.touched.add(path)
        (self.home / "qipan" / path).write_text(text, "utf-8")

    def before(self, path, mark, text):
        """Put something before a line of a file."""
        found = (self.home / "qipan" / path).read_text("utf-8")
        assert found.count(mark) == 1, (path, mark)
        self.write(path, found.replace(mark, text + mark))

    def after(self, path, mark, text):
        """Put something after a line of a file."""
        found = (self.home / "qipan" / path).read_text("utf-8")
        assert found.count(mark) == 1, (path, mark)
        self.write(path, found.replace(mark, mark + text))

    def run(self, *words, fails=False):
        environment = {**os.environ, "PYTHONPATH": f"{self.home}{os.pathsep}{TESTS}"}
        done = subprocess.run(
            [sys.executable, *map(str, words)],
            env=environment,
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert bool(done.returncode) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def qipan(self, *words, fails=False):
        return self.run("-c", "from qipan.cli import main; main()", *words, fails=fails)


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    made = Package(tmp_path_factory.mktemp("command") / "copy")
    subject = "journal/competition.py"
    made.before(subject, "\nEvents = ", "\n" + EVENT)
    made.after(subject, "\nEvents = ", "SectionNicknamed | ")
    made.before(subject, "REDUCERS: Reducers = {\n", REDUCER)
    made.after(
        subject, "REDUCERS: Reducers = {\n", "    SectionNicknamed: add_section_nicknamed,\n"
    )
    made.after(
        subject, "PUBLIC: PublicFields = {\n", '    SectionNicknamed: ("section", "title"),\n'
    )
    subject = "desk/competition.py"
    made.before(subject, "from qipan.journal.events ", _import("SectionNicknamed"))
    made.before(subject, "DECISIONS: Decisions = {\n", COMMAND)
    listed = "    NicknameSection: ListedCommand(nickname_section, CHIEF_AND_ORGANISER),\n"
    made.after(subject, "DECISIONS: Decisions = {\n", listed)
    made.write("cli/desk/rename.py", VERB)
    for language, words in (("en", "Section renamed"), ("zh", "组别改名")):
        catalogue = f"i18n/catalogues/{language}.po"
        said = f'msgid "audit.section-nicknamed"\nmsgstr "{words}"\n\n'
        made.before(catalogue, 'msgid "audit.section-opened"\n', said)
    return made


def _import(name):
    return f"from qipan.journal.competition import {name}\n"


def test_it_takes_five_files(package):
    assert len(package.touched) == 5


def title(package, data):
    said = "from qipan.cli.house import house; import sys\nwith house(sys.argv[1]) as found:\n"
    said += "    print(found.office.state('cup').sections['women'].title)"
    return package.run("-c", said, data).strip()


def test_the_terminal_the_list_and_the_page_of_commands_have_it(package, tmp_path):
    data = tmp_path / "q.qipan"
    package.qipan("new", "wx-14", "women", "--id", "cup", "--data", data)
    package.qipan("rename", "cup", "women", "Frauen", "--data", data)
    assert title(package, data) == "Frauen"
    package.qipan("do", "cup", "NicknameSection", "title=Women", "--data", data)
    assert title(package, data) == "Women"
    told = package.qipan("do", "cup", "NicknameSection", "title=", "--data", data, fails=True)
    assert "Traceback" not in told
    assert title(package, data) == "Women"
    listed = {each["command"]: each for each in json.loads(package.qipan("commands", "--json"))}
    assert listed["NicknameSection"]["roles"] == ["chief-arbiter", "organiser"]
    assert "`NicknameSection` Give a section another title." in package.qipan(
        "commands", "--markdown"
    )


def test_the_api_the_stream_and_the_audit_page_have_it(package):
    """Asked of the program itself, in one go."""
    said = """
from qipan.i18n import catalogue
from qipan.office.asked_commands import ASKED
from qipan.views.public_events import PUBLIC
assert "NicknameSection" in {kind.__name__ for kind in ASKED}
assert PUBLIC["section-nicknamed/1"] == ("section", "title")
assert catalogue("zh")["audit.section-nicknamed"] == "组别改名"
"""
    package.run("-c", said)


def test_the_tests_of_the_list_pass(package):
    plain = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib")
    plain += ("--disable-plugin-autoload",)  # loading them takes longer than the tests
    suite = (TESTS / "desk/test_command_list.py", TESTS / "i18n/test_catalogues.py")
    sure = ("-k", "not up_to_date and (every_ or api_or_out or terminal or fills)")
    told = package.run(*plain, *sure, f"--rootdir={TESTS}", "-c", os.devnull, *suite)
    assert " passed" in told
