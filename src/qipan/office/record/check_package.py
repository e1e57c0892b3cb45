#!/usr/bin/env python3
"""Check an audit package of Qipan, offline, with nothing but Python 3.11 or later.

    python3 check_package.py PACKAGE.zip [--against CODE] [--key PUBLIC_KEY]

CODE is what stands at the foot of a printed list or on the page of the record; PUBLIC_KEY is the
key of the server, from a paper of that time. Ends with 0 and says what was proved, or with 1 and
the first thing that is wrong. It uses no part of Qipan, so that nobody has to trust Qipan for it.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

FORMAT = "qipan-audit/1"
MOST_BYTES = 2_000_000_000
GENESIS = "0" * 64
Event = dict[str, Any]
Events = list[Event]


class WrongPackage(Exception):
    """What does not hold."""


# --- the chain of each stream ---------------------------------------------------------------------


def event_hash(event: Event) -> str:
    """Compute the hash an event must have."""
    fields = ("previous", "stream", "version", "name", "at", "actor", "payload")
    text = json.dumps([event[name] for name in fields], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def check_chains(events: Events) -> dict[str, tuple[int, str]]:
    """Every stream begins at 1, has no gap, and each event is chained to the one before."""
    heads: dict[str, tuple[int, str]] = {}
    for event in events:
        stream, version = event["stream"], event["version"]
        before, previous = heads.get(stream, (0, GENESIS))
        where = f"{stream} event {version}"
        if version != before + 1:
            raise WrongPackage(f"{where}: event {before + 1} is missing")
        if event["previous"] != previous:
            raise WrongPackage(f"{where}: not chained to the event before it")
        if event_hash(event) != event["hash"]:
            raise WrongPackage(f"{where}: its content does not match its hash")
        heads[stream] = (version, event["hash"])
    return heads


# --- the tree over everything the server stored ---------------------------------------------------


def leaf(own_hash: str) -> bytes:
    """Hash an event as a leaf."""
    return hashlib.sha256(b"\x00" + own_hash.encode()).digest()


def roots_of(
    tree: list[Any], events: Events, sizes: set[int]
) -> tuple[int, dict[int, str], dict[tuple[str, int], int]]:
    """Build the tree from leaves of this package and roots of what is left out.

    Gives the root after each of ``sizes`` events and after all, and the place of each event.
    """
    hashes = {(each["stream"], each["version"]): each["hash"] for each in events}
    peaks: list[tuple[int, bytes]] = []
    place, roots, places = 0, dict[int, str](), dict[tuple[str, int], int]()
    for one, two in tree:
        if isinstance(one, str):
            if (one, two) in places or (one, two) not in hashes:
                raise WrongPackage(f"the tree names {one} event {two}, which is not here once")
            size, node = 1, leaf(hashes[one, two])
            places[one, two] = place + 1
        else:
            size, node = 1 << one, bytes.fromhex(two)
        if place % size or len(node) != 32:
            raise WrongPackage(f"the tree is not whole after {place} events")
        place += size
        while peaks and peaks[-1][0] == size:
            node = hashlib.sha256(b"\x01" + peaks.pop()[1] + node).digest()
            size *= 2
        peaks.append((size, node))
        if place in sizes:
            roots[place] = root_of(peaks)
    missing = hashes.keys() - places.keys()
    if missing:
        raise WrongPackage("{} event {} is not in the tree".format(*min(missing)))
    order: dict[str, int] = {}
    for stream, version in sorted(places, key=lambda each: places[each]):
        if version != order.get(stream, 0) + 1:
            raise WrongPackage(f"{stream} event {version} was not stored in its order")
        order[stream] = version
    roots[place] = root_of(peaks)
    return place, roots, places


def root_of(peaks: list[tuple[int, bytes]]) -> str:
    """Give the root over full trees from left to right."""
    if not peaks:
        return hashlib.sha256(b"").hexdigest()
    right = peaks[-1][1]
    for _, left in reversed(peaks[:-1]):
        right = hashlib.sha256(b"\x01" + left + right).digest()
    return right.hex()


# --- Ed25519 (RFC 8032), only verifying -----------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def add(one: Point, two: Point) -> Point:
    """Add two points in extended coordinates."""
    a = (one[1] - one[0]) * (two[1] - two[0])
    b = (one[1] + one[0]) * (two[1] + two[0])
    c, d = 2 * one[3] * two[3] * D, 2 * one[2] * two[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number: int, point: Point) -> Point:
    """Multiply a point."""
    found = NEUTRAL
    while number:
        if number & 1:
            found = add(found, point)
        point, number = add(point, point), number >> 1
    return found


def point_of(raw: bytes) -> Point | None:
    """Read a point of 32 bytes; None if it is none."""
    number = int.from_bytes(raw, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P or len(raw) != 32:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (not x and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little")) or NEUTRAL


def is_signed(public: str, text: bytes, signature: str) -> bool:
    """Say whether the holder of a key signed a text; key and signature in hexadecimal."""
    try:
        key, signed = bytes.fromhex(public), bytes.fromhex(signature)
    except ValueError:
        return False
    if len(key) != 32 or len(signed) != 64:
        return False
    holder, nonce = point_of(key), point_of(signed[:32])
    scalar = int.from_bytes(signed[32:], "little")
    if holder is None or nonce is None or scalar >= L:
        return False
    mixed = int.from_bytes(hashlib.sha512(signed[:32] + key + text).digest(), "little") % L
    one, two = times(scalar, BASE), add(nonce, times(mixed, holder))
    return (
        not (one[0] * two[2] - two[0] * one[2]) % P and not (one[1] * two[2] - two[1] * one[2]) % P
    )


# --- checkpoints ----------------------------------------------------------------------------------


def checkpoints_of(events: Events) -> list[Event]:
    """Read the checkpoints."""
    return [json.loads(each["payload"]) for each in events if each["stream"] == "checkpoints"]


def check_checkpoints(found: list[Event], roots: dict[int, str], key: str) -> dict[str, int]:
    """Each checkpoint has the root of the tree as it was, and is signed. Gives keys and count."""
    keys: dict[str, int] = {}
    for each in found:
        size, root = each["size"], each["root"]
        if roots.get(size) != root:
            raise WrongPackage(f"the checkpoint after {size} events was made of another history")
        about = "/".join(str(each.get(name, "")) for name in ("competition", "section"))
        text = f"qipan checkpoint 1\n{size}\n{root}\n{about}/{each.get('round', 0)}\n".encode()
        public = each.get("key", "")
        if key and public != key:
            raise WrongPackage(f"the checkpoint after {size} events was signed with another key")
        if (public or each.get("signature")) and not is_signed(public, text, each["signature"]):
            raise WrongPackage(
                f"the checkpoint after {size} events is not signed by the key it names"
            )
        keys[public] = keys.get(public, 0) + 1
    return keys


def check_what_was_seen(
    found: list[Event], events: Events, places: dict[tuple[str, int], int], competition: str
) -> int:
    """What a checkpoint of this competition was made for is here, and was stored before it."""
    seen: dict[tuple[str, int], int] = {}
    for event in events:
        if event["name"] in ("round-published/1", "standings-approved/1"):
            fact = json.loads(event["payload"])
            number = fact.get("round", 0) if event["name"].startswith("round") else 0
            at = places[event["stream"], event["version"]]
            if event["stream"] == f"competition/{competition}":
                seen.setdefault((fact["section"], number), at)
    for each in found:
        if each.get("competition") != competition:
            continue
        what = (each.get("section", ""), each.get("round", 0))
        if seen.get(what, each["size"] + 1) > each["size"]:
            told = f"round {what[1]}" if what[1] else "the approval"
            raise WrongPackage(f"{told} of {what[0]} had a checkpoint, but is not in this package")
    return len(seen)


def check_code(code: str, total: int, roots: dict[int, str]) -> int:
    """Compare with what somebody kept. Gives the number of events since."""
    plain = "".join(letter for letter in code if letter.isprintable() and not letter.isspace())
    number, _, digits = re.sub("[:/]", "-", plain).partition("-")
    digits = digits.replace("-", "").lower()
    if (
        not number.isdecimal()
        or not 16 <= len(digits) <= 64
        or set(digits) - set("0123456789abcdef")
    ):
        raise WrongPackage(f"{code!r} is no code: a number and at least 16 hexadecimal digits")
    size = int(number)
    if size > total:
        raise WrongPackage(
            f"the code was made after {size} events, this package ends after {total}"
        )
    if size not in roots:
        told = ", ".join(str(each) for each in sorted(roots)[-8:])
        raise WrongPackage(
            f"this package proves nothing about a code after {size} events, only after {told}; "
            f"ask for one made with --against {code}"
        )
    if not roots[size].startswith(digits):
        raise WrongPackage(f"the first {size} events are not those of the code {code}")
    return total - size


# --- what the events speak of ---------------------------------------------------------------------


def check_people(
    events: Events, people: dict[str, str], everybody: list[str]
) -> tuple[int, int, int]:
    """Whoever is named here is as the register says. Gives how many, how many erased, not told."""
    digests: dict[str, str | None] = {}
    for event in events:
        if event["stream"] == "register":
            fact = json.loads(event["payload"])
            if event["name"] == "person-noted/1":
                digests[fact["person"]] = fact["digest"]
            elif event["name"] == "person-forgotten/1":
                digests[fact["person"]] = None
    for who, content in people.items():
        if hashlib.sha256(content.encode()).hexdigest() != digests.get(who):
            raise WrongPackage(f"person {who} is not as the register says")
    absent = [who for who in everybody if who not in people]
    gone = [who for who in absent if digests.get(who) is None]
    return len(people), len(gone), len(absent) - len(gone)


def below(bound: int, numbers: Iterator[int]) -> int:
    """Take the next number below a bound, each equally likely."""
    limit = 2**64 - 2**64 % bound
    return next(number for number in numbers if number < limit) % bound


def numbers_of(secret: bytes, message: bytes) -> Iterator[int]:
    """Give the numbers that a secret and a message lead to."""
    counter = 0
    while True:
        text = b"qipan-lot/1\x00" + message + counter.to_bytes(8, "big")
        block = hmac.new(secret, text, "sha256").digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def check_lots(events: Events) -> int:
    """Every lot has the secret that was committed to before, and the order that follows."""
    committed, count = dict[tuple[str, str, str], str](), 0
    for event in events:
        if event["name"] == "lot-committed/1":
            fact = json.loads(event["payload"])
            committed[event["stream"], fact["section"], fact["lot"]] = fact["commitment"]
        draw = '"draw"' in event["payload"] and json.loads(event["payload"]).get("draw")
        if not isinstance(draw, dict) or "commitment" not in draw:
            continue
        where = f"{event['stream']} event {event['version']}: the lot {draw['label']}"
        secret = bytes.fromhex(draw["secret"])
        if hashlib.sha256(b"qipan-lot/1\x00" + secret).hexdigest() != draw["commitment"]:
            raise WrongPackage(f"{where} has another secret than was committed to")
        fact = json.loads(event["payload"])
        known = committed.get((event["stream"], fact.get("section"), fact.get("lot")))
        if known is not None and known != draw["commitment"]:
            raise WrongPackage(f"{where} was drawn under another commitment than was published")
        inputs = [draw["label"], draw["candidates"], draw.get("entropy", [])]
        message = json.dumps(inputs, ensure_ascii=False, separators=(",", ":")).encode()
        order, numbers = list(draw["candidates"]), numbers_of(secret, message)
        for last in range(len(order) - 1, 0, -1):
            pick = below(last + 1, numbers)
            order[last], order[pick] = order[pick], order[last]
        if order != list(draw["order"]):
            raise WrongPackage(f"{where} should have given another order")
        count += 1
    return count


def check_editions(events: Events) -> int:
    """The text of every regulation is the one that its name stands for."""
    count = 0
    for event in events:
        if event["stream"].startswith("edition/"):
            text = json.loads(event["payload"])["text"]
            if hashlib.sha256(text.encode()).hexdigest() != event["stream"][len("edition/") :]:
                raise WrongPackage(f"{event['stream']}: the text is that of another edition")
            count += 1
    return count


def check_pictures(archive: zipfile.ZipFile) -> int:
    """Every picture has the hash that the record names."""
    names = [name for name in archive.namelist() if name.startswith("pictures/")]
    for name in names:
        if hashlib.sha256(archive.read(name)).hexdigest() != name.split("/")[1].split(".")[0]:
            raise WrongPackage(f"{name} is another picture")
    return len(names)


# --- all together ---------------------------------------------------------------------------------


def check(path: str, codes: Sequence[str] = (), key: str = "") -> Iterator[str]:
    """Check a package; gives lines about what was proved. Raises WrongPackage."""
    with zipfile.ZipFile(path) as archive:
        if sum(each.file_size for each in archive.infolist()) > MOST_BYTES:
            raise WrongPackage("unpacked it would be too large")
        package = json.loads(archive.read("record.json"))
        if package.get("format") != FORMAT:
            raise WrongPackage(f"not a package of the kind {FORMAT}")
        pictures = check_pictures(archive)
    events, competition = package["events"], package["competition"]
    heads = check_chains(events)
    if f"competition/{competition}" not in heads:
        raise WrongPackage(f"nothing of {competition} is here")
    found = checkpoints_of(events)
    sizes = {each["size"] for each in found} | set(package.get("also", []))
    total, roots, places = roots_of(package["tree"], events, sizes)
    keys = check_checkpoints(found, roots, key.strip().lower())
    shown = check_what_was_seen(found, events, places, competition)
    people, erased, withheld = check_people(events, package["people"], package["persons"])
    lots, editions = check_lots(events), check_editions(events)
    tables = sum(stream.startswith("table/") for stream in heads)
    yield (
        f"{package['title']}: {len(events)} events in {len(heads)} streams, {tables} live games; "
        "each chain is whole"
    )
    yield f"all of them stand in the tree over the {total} events that the server stored"
    for public, count in sorted(keys.items()):
        told = f"signed with {public}" if public else "unsigned"
        yield f"{count} checkpoints {told}: each was made of this history"
    yield f"{shown} published rounds and approvals, {lots} lots drawn again, {editions} regulations"
    yield f"{people} people as registered, {erased} erased, {withheld} not named here"
    yield f"{pictures} pictures with the hashes they must have"
    for code in codes:
        since = check_code(code, total, roots)
        yield f"code {code}: nothing before it has changed; {since} events came since"
    yield f"fingerprint: {total}-{roots[total]}"
    if not codes:
        yield "NOT proved: that everything was not written anew by whoever holds the server and its"
        yield "key. For that compare with a code from an old paper: --against CODE"
    yield f"NOT proved: that nothing of {competition} came after what is here"


def main() -> int:
    """Check what the command line names."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("package")
    reader.add_argument("--against", action="append", default=[], metavar="CODE")
    reader.add_argument("--key", default="", metavar="PUBLIC_KEY")
    asked = reader.parse_args()
    try:
        lines = list(check(asked.package, asked.against, asked.key))
    except WrongPackage as wrong:
        print(f"WRONG: {wrong}")
        return 1
    except (OSError, zipfile.BadZipFile, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"WRONG: cannot be read as a package: {type(error).__name__}: {error}")
        return 1
    print("\n".join(lines))
    print("correct")
    return 0


if __name__ == "__main__":
    sys.exit(main())
