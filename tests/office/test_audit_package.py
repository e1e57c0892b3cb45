"""An audit package: made for one competition, checked by one script with nothing else."""

import copy
import hashlib
import json
import subprocess
import sys
import zipfile
from importlib import resources

import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.journal.envelope import Envelope
from qipan.kernel.merkle import MerkleTree
from qipan.office.record import check_package
from qipan.office.record.package import PrunedTree
from qipan.store.record.signing_key import SigningKey
from qipan.wiring import open_house

SCRIPT = resources.files("qipan.office.record").joinpath("check_package.py")


def run(path, *words):
    done = CliRunner().invoke(build(), [*words, "--data", str(path)])
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.output


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Two competitions on one server; the one that is asked for has a lot and two rounds."""
    path = tmp_path_factory.mktemp("audit") / "j.sqlite"
    for cup in ("cup", "other"):
        run(path, "new", "wx-14", "men", "--id", cup)
        for name in ("Ada", "Bo", "Cy", "Di"):
            run(path, "enter", cup, f"{name} of {cup}", "--unit", name)
    for cup in ("cup", "other", "cup"):
        run(path, "pair", cup)
        for board in "12":
            run(path, "result", cup, board, "1-0")
    return path


@pytest.fixture(scope="module")
def codes(house):
    found = open_house(str(house))
    made = found.checkpoints.all()
    found.close()
    return [f"{each.size}-{each.root}" for each in made]


@pytest.fixture(scope="module")
def package(house, codes, tmp_path_factory):
    out = tmp_path_factory.mktemp("package") / "cup.zip"
    run(house, "audit-package", "cup", "--out", str(out))
    return out


def check(package, *words):
    """Run the script as an outsider does: nothing of this program, nothing installed."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), str(package), *words],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def changed(package, folder, change):
    """Write a package again with something changed in its record."""
    out = folder / "changed.zip"
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "record.json":
                record = json.loads(content)
                change(record)
                content = json.dumps(record).encode()
            new.writestr(name, content)
    return out


def test_an_outsider_checks_a_package_with_an_old_paper(package, codes):
    for code in codes:  # also one that was printed for another competition
        number, _, digits = code.partition("-")
        paper = (
            f"{number}-{digits[:4]}-{digits[4:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:24]}"
        )
        status, said = check(package, "--against", paper)
        assert status == 0, said
        assert "nothing before it has changed" in said
    assert check(package)[1].count("NOT proved") == 2


def test_the_package_holds_what_a_court_needs_and_nothing_of_others(package, house):
    with zipfile.ZipFile(package) as archive:
        names = set(archive.namelist())
        everything = b"".join(archive.read(name) for name in names)
    assert {"README.txt", "check_package.py", "record.json", "reports/men.json"} <= names
    assert any(name.startswith("books/wx-14-") for name in names)
    assert b"Ada of cup" in everything
    assert b"of other" not in everything
    assert package.stat().st_mode & 0o077 == 0


def test_names_can_be_left_out(house, tmp_path):
    out = tmp_path / "bare.zip"
    run(house, "audit-package", "cup", "--out", str(out), "--no-names")
    with zipfile.ZipFile(out) as archive:
        assert b"of cup" not in b"".join(archive.read(name) for name in archive.namelist())
    status, said = check(out)
    assert (status, "4 not named here" in said) == (0, True), said


def test_a_package_never_replaces_a_file(package, house):
    done = CliRunner().invoke(
        build(), ["audit-package", "cup", "--out", str(package), "--data", str(house)]
    )
    assert done.exit_code


def rehashed(record):
    """Compute every chain again, as whoever made the package can."""
    heads = {}
    for event in record["events"]:
        event["previous"] = heads.get(event["stream"], "0" * 64)
        event["hash"] = check_package.event_hash(event)
        heads[event["stream"]] = event["hash"]


def result_turned(record):
    event = next(each for each in record["events"] if each["name"] == "result-recorded/1")
    fact = json.loads(event["payload"])
    fact["score"]["seats"].reverse()
    event["payload"] = json.dumps(fact)


def turned_and_rehashed(record):
    result_turned(record)
    rehashed(record)


def without(record, wanted):
    gone = [each for each in record["events"] if wanted(each)]
    assert gone
    record["events"] = [each for each in record["events"] if each not in gone]
    names = {(each["stream"], each["version"]): each["hash"] for each in gone}
    record["tree"] = [
        [0, hashlib.sha256(b"\0" + names[tuple(each)].encode()).hexdigest()]
        if tuple(each) in names
        else each
        for each in record["tree"]
    ]


def tail_hidden(record):
    """Leave the second round out, and say that its events are somebody else's."""
    at = next(
        each["version"]
        for each in record["events"]
        if each["name"] == "round-published/1" and json.loads(each["payload"])["round"] == 2
    )
    without(record, lambda each: each["stream"] == "competition/cup" and each["version"] >= at)


def checkpoints_gone(record):
    record["also"] += [
        json.loads(each["payload"])["size"]
        for each in record["events"]
        if each["stream"] == "checkpoints"
    ]
    without(record, lambda each: each["stream"] == "checkpoints")
    turned_and_rehashed(record)


def person_renamed(record):
    who, content = next(iter(record["people"].items()))
    record["people"][who] = content.replace("of cup", "of nowhere")


def lot_changed(record):
    event = next(each for each in record["events"] if each["name"] == "lot-drawn/1")
    fact = json.loads(event["payload"])
    fact["draw"]["order"].reverse()
    event["payload"] = json.dumps(fact)


def book_changed(record):
    event = next(each for each in record["events"] if each["stream"].startswith("edition/"))
    fact = json.loads(event["payload"])
    fact["text"] += "# kinder\n"
    event["payload"] = json.dumps(fact)


def swapped(record):
    tree = record["tree"]
    places = [at for at, each in enumerate(tree) if each[0] == "competition/cup"]
    one, two = places[0], places[1]
    tree[one], tree[two] = tree[two], tree[one]


TAMPERINGS = [
    ("a result turned", result_turned, "does not match its hash"),
    ("a result turned, chain computed again", turned_and_rehashed, "another history"),
    ("an event removed", lambda record: record["events"].pop(10), "missing|not here once"),
    ("the end hidden", tail_hidden, "round 2 of men had a checkpoint"),
    ("two events exchanged", swapped, "not stored in its order"),
    ("a person renamed", person_renamed, "not as the register says"),
    ("a lot changed", lot_changed, "does not match its hash"),
    ("a regulation changed", book_changed, "does not match its hash"),
    ("a hash in the tree changed", lambda r: r.update(tree=r["tree"][:-1]), "not in the tree"),
    ("nothing left", lambda record: record.update(events=[]), "nothing of cup"),
    ("no package", lambda record: record.clear(), "not a package"),
]


@pytest.mark.parametrize(
    ("change", "why"), [row[1:] for row in TAMPERINGS], ids=[row[0] for row in TAMPERINGS]
)
def test_what_was_changed_in_a_package_is_named(package, tmp_path, change, why):
    status, said = check(changed(package, tmp_path, change))
    assert status == 1, said
    assert any(each in said for each in why.split("|")), said


def test_all_written_anew_is_seen_with_a_paper_only(package, codes, tmp_path):
    forged = changed(package, tmp_path, checkpoints_gone)
    assert check(forged)[0] == 0
    assert check(forged, "--against", codes[0])[0] == 0  # older than the result that was turned
    for code in codes[1:]:
        status, said = check(forged, "--against", code)
        assert (status, "are not those of the code" in said) == (1, True), said


def test_another_key_is_named(package):
    status, said = check(package, "--key", SigningKey(b"7" * 32).public)
    assert (status, "signed with another key" in said) == (1, True)


def test_the_lots_of_a_package_are_drawn_again(package):
    with zipfile.ZipFile(package) as archive:
        events = json.loads(archive.read("record.json"))["events"]
    before = check_package.check_lots(events)
    assert before >= 1
    bad = copy.deepcopy(events)
    lot_changed({"events": bad})
    with pytest.raises(check_package.WrongPackage, match="another order"):
        check_package.check_lots(bad)


def test_its_own_signatures_agree_with_the_library():
    """The script has its own Ed25519, because Python has none."""
    for number in range(12):
        key, text = SigningKey(bytes([number]) * 32), bytes([number]) * number
        signed = key.sign(text)
        assert check_package.is_signed(key.public, text, signed)
        assert not check_package.is_signed(key.public, text + b"x", signed)
        for place in range(0, 64, 9):
            wrong = bytearray.fromhex(signed)
            wrong[place] ^= 1
            assert not check_package.is_signed(key.public, text, wrong.hex())
    for broken in ("", "zz", "00" * 31, "ff" * 32):
        assert not check_package.is_signed(broken, b"", "00" * 64)


@pytest.mark.parametrize("size", [*range(1, 20), 64, 100])
def test_a_pruned_tree_has_the_roots_of_the_whole_one(size):
    for kept in (set(), {0}, {size - 1}, set(range(0, size, 3)), set(range(size))):
        for cuts in (set(), {size // 2} - {0}, {1, size // 3, size - 1} - {0}):
            tree, pruned, roots, events = MerkleTree(), PrunedTree(cuts), {}, []
            for at in range(size):
                own = hashlib.sha256(bytes([at])).hexdigest()
                envelope = Envelope("s", len(events) + 1, "n", "", "", "", "", own)
                if at in kept:
                    pruned.keep(envelope)
                    events.append({"stream": "s", "version": envelope.version, "hash": own})
                else:
                    pruned.leave_out(envelope)
                tree.add(own.encode())
                roots[at + 1] = tree.root()
            total, found, _ = check_package.roots_of(pruned.items(), events, cuts)
            assert total == size
            assert found == {at: roots[at] for at in (*cuts, size)}
            if not kept and not cuts:
                assert len(pruned.items()) <= size.bit_length()
