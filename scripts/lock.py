"""Write requirements.lock (every package with its version and hashes) and sbom.json (CycloneDX).

python scripts/lock.py          # asks pip what it would install today, for this system
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def version() -> str:
    """Read our own version."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def report() -> dict[str, Any]:
    """Ask pip; gives what it would install."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        words = [
            "install",
            "--dry-run",
            "--ignore-installed",
            "-q",
            "--report",
            file.name,
            f"{ROOT}[cluster,go,pdf]",
        ]
        subprocess.run([sys.executable, "-m", "pip", *words], check=True)
        return json.loads(Path(file.name).read_text("utf-8"))


def packages(found: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Give name, version, licence and hash of everything but ourselves, sorted."""
    rows = []
    for each in found["install"]:
        about, archive = each["metadata"], each["download_info"].get("archive_info")
        if about["name"] == "qipan" or not archive:
            continue
        licence = about.get("license_expression") or about.get("license") or ""
        name = re.sub(r"[-_.]+", "-", about["name"]).lower()
        rows.append(
            (name, about["version"], licence.split("\n")[0][:60], archive["hashes"]["sha256"])
        )
    return sorted(rows)


def main() -> None:
    """Write both files."""
    found = packages(report() if len(sys.argv) < 2 else json.loads(Path(sys.argv[1]).read_text()))
    lines = [
        f"{name}=={version} \\\n    --hash=sha256:{digest}" for name, version, _, digest in found
    ]
    head = "# Written by scripts/lock.py for CPython 3.11 on Linux (x86-64). Do not edit.\n"
    (ROOT / "requirements.lock").write_text(head + "\n".join(lines) + "\n", "utf-8")
    components = [
        {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            "hashes": [{"alg": "SHA-256", "content": digest}],
            **({"licenses": [{"license": {"name": licence}}]} if licence else {}),
        }
        for name, version, licence, digest in found
    ]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "qipan", "version": version()}},
        "components": components,
    }
    (ROOT / "sbom.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    print(f"{len(found)} packages")


if __name__ == "__main__":
    main()
