"""The files under deploy/ name commands, settings and services that exist."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from qipan.cli import build
from qipan.settings import VARIABLES, read_settings

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
ALSO = {"QIPAN_CONFIG", "QIPAN_SIGNING_KEY"}
"""Read by the command line itself."""
SECRETS = {"QIPAN_DATABASE_PASSWORD", "QIPAN_BROKER_PASSWORD", "QIPAN_METRICS_TOKEN"}


@pytest.fixture(scope="module")
def commands():
    return set(get_command(build()).commands)


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_compose_runs_every_role_and_only_commands_that_exist(compose, commands):
    ours = {name: each for name, each in compose["services"].items() if "build" in each}
    roles = [each["command"][0] for each in ours.values()]
    assert sorted(roles) == ["edge"] * 2 + ["scheduler"] * 2 + ["worker"] * 2
    assert set(roles) <= commands
    assert {"database", "broker", "front"} <= set(compose["services"])
    for each in ours.values():
        assert set(each["environment"]) <= set(VARIABLES) | ALSO
        assert (DEPLOY / each["build"]["context"] / each["build"]["dockerfile"]).is_file()


def test_compose_is_what_the_schema_of_compose_files_allows(tmp_path):
    pytest.importorskip("check_jsonschema", reason="check-jsonschema brings the schema of compose")
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    good, bad = DEPLOY / "compose.yaml", tmp_path / "compose.yaml"
    bad.write_text(good.read_text().replace("services:", "servces:", 1))
    found = [subprocess.run([*words, str(path)], capture_output=True) for path in (good, bad)]
    assert found[0].returncode == 0, found[0].stdout.decode()
    assert found[1].returncode == 1


def test_compose_settings_are_read_as_they_stand(compose):
    said = compose["services"]["edge1"]["environment"]
    secret = re.compile(r"\$\{\w+:\?\}")
    default = re.compile(r"\$\{\w+:-([^}]*)\}")
    filled = {
        name: default.sub(r"\1", secret.sub("k3y-of-its-own!!", value))
        for name, value in said.items()
    }
    found = read_settings("", filled, {})
    assert (found.web.port, found.logs.format) == (8000, "json")
    assert found.web.proxies == ("172.30.0.10",)
    assert found.cluster.broker == "nats://qipan:k3y-of-its-own!!@broker:4222"


def test_no_secret_has_a_default(compose):
    text = (DEPLOY / "compose.yaml").read_text()
    for name in SECRETS:
        assert f"${{{name}:?}}" in text
        assert f"${{{name}:-" not in text
    given = dict(line.split("=", 1) for line in _lines(DEPLOY / "example.env"))
    assert {name for name, value in given.items() if not value} == SECRETS


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_run_commands_and_settings_that_exist(path, commands):
    lines = _lines(path)
    started = [line for line in lines if line.startswith("ExecStart=")]
    assert len(started) == 1
    assert started[0].split()[1] in commands
    named = {line.split("=")[1] for line in lines if line.startswith("Environment=")}
    assert named <= set(VARIABLES) | ALSO


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_are_what_systemd_understands(path, tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd-analyze on this machine")
    here = tmp_path / path.name
    here.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", path.read_text()))
    found = subprocess.run([program, "verify", str(here)], capture_output=True, text=True)
    said = [line for line in found.stderr.splitlines() if path.stem.rstrip("@") in line]
    assert said == []


def test_the_file_of_settings_is_read():
    found = read_settings((DEPLOY / "qipan.toml").read_text(), {}, {})
    assert found.web.names == ("play.example.org",)


def test_nginx_passes_on_to_the_edges_of_compose(compose):
    text = (DEPLOY / "nginx" / "qipan.conf").read_text()
    servers = set(re.findall(r"server (\w+):8000", text))
    edges = {name for name, each in compose["services"].items() if each.get("command") == ["edge"]}
    assert servers == edges
    assert "location = /metrics { return 404; }" in text
    mounted = compose["services"]["front"]["volumes"][0].partition(":")[0]
    assert (DEPLOY / mounted).is_file()
    assert text.count("{") == text.count("}")


def test_nginx_logs_no_token():
    """Addresses hold tokens: neither path nor query nor referrer is logged."""
    text = (DEPLOY / "nginx" / "qipan.conf").read_text()
    (logged,) = re.findall(r"log_format qipan '([^']*)'", text)
    names = set(re.findall(r"\$(\w+)", logged))
    assert names.isdisjoint({"request", "request_uri", "uri", "args", "http_referer", "arg_token"})
    assert "access_log /var/log/nginx/access.log qipan;" in text


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_keep_files_from_others(path):
    assert "UMask=0077" in _lines(path)


def test_the_image_runs_unprivileged_on_a_volume_with_hashed_packages():
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    assert "USER qipan" in lines
    assert "VOLUME /var/lib/qipan" in lines
    assert any("--require-hashes -r requirements.lock" in line for line in lines)
    assert any("fonts-noto-cjk" in line for line in lines)
    assert not [line for line in lines if line.startswith("USER root")]


PINNED = f"python:3.11-slim@sha256:{'a1' * 32}"


@pytest.mark.parametrize(
    ("images", "refused"),
    [
        ([PINNED], ""),
        (["qipan-edge1", PINNED], ""),
        (["python:3.11-slim"], "python:3.11-slim"),
        ([PINNED, "nats:2"], "nats:2"),
        ([PINNED[:-1]], PINNED[:-1]),
        ([PINNED + " "], PINNED),
        ([f"x@sha256:{'A1' * 32}"], "x@sha256"),
    ],
)
def test_a_release_is_refused_unless_every_image_has_a_digest(images, refused):
    script = str(DEPLOY / "require-pinned")
    named = subprocess.run(["sh", script, *images], capture_output=True, text=True)
    assert (named.returncode, refused in named.stderr) == (int(bool(refused)), True)
    if not any(each.endswith(" ") for each in images):
        piped = "\n".join(images) + "\n"
        found = subprocess.run(["sh", script], input=piped, capture_output=True, text=True)
        assert found.returncode == named.returncode


@pytest.mark.parametrize(
    ("release", "base", "built"),
    [
        ("no", "python:3.11-slim", True),
        ("yes", PINNED, True),
        ("yes", "python:3.11-slim", False),
        ("", "python:3.11-slim", False),
    ],
)
def test_the_build_of_a_release_stops_at_a_base_without_a_digest(tmp_path, release, base, built):
    """There is no Docker here: the line of the file is run by the shell that would run it."""
    text = (DEPLOY / "Dockerfile").read_text()
    (line,) = re.findall(r"(?m)^RUN (if .*require-pinned)$", text)
    script = tmp_path / "require-pinned"
    shutil.copy(DEPLOY / "require-pinned", script)
    words = ["sh", "-c", line.replace("/tmp/require-pinned", str(script))]
    done = subprocess.run(words, env={"RELEASE": release, "BASE": base, "PATH": os.defpath})
    assert (done.returncode == 0) is built


def test_the_image_and_the_compose_files_take_digests(compose):
    lines = (DEPLOY / "Dockerfile").read_text()
    assert lines.index("ARG BASE=") < lines.index("FROM ${BASE}") < lines.index("ARG RELEASE=no")
    single = yaml.safe_load((DEPLOY / "compose.single.yaml").read_text())
    for each in (*compose["services"].values(), *single["services"].values()):
        if "build" in each:
            assert set(each["build"]["args"]) == {"BASE", "RELEASE"}
        else:
            assert re.fullmatch(r"\$\{QIPAN_\w+_IMAGE:-\w+:\d+\}", each["image"])


def test_every_package_we_need_is_locked_with_a_hash_and_listed():
    locked = (DEPLOY.parent / "requirements.lock").read_text()
    names = re.findall(r"(?m)^([a-z0-9-]+)==(\S+) \\\n    --hash=sha256:[0-9a-f]{64}$", locked)
    asked = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]["dependencies"]
    wanted = {re.split(r"[\[<>=;, ]", each)[0].lower() for each in asked if ";" not in each}
    assert wanted <= {name for name, _ in names}
    listed = json.loads((DEPLOY.parent / "sbom.json").read_text())["components"]
    assert {(each["name"], each["version"]) for each in listed} == set(names)


def test_one_process_runs_by_a_compose_file_too(commands):
    found = yaml.safe_load((DEPLOY / "compose.single.yaml").read_text())["services"]["qipan"]
    assert found["command"][0] in commands
    assert found["volumes"] == ["data:/var/lib/qipan"]


def _lines(path):
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
