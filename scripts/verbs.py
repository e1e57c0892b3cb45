"""Write src/qipan/cli/verbs.json: which module has which verb, and its sentence in ``--help``."""

from pathlib import Path

from qipan.cli.verbs import TABLE, table

HOME = Path(__file__).parents[1] / "src/qipan/cli" / TABLE

if __name__ == "__main__":
    HOME.write_bytes(table())
    print(f"{HOME.name} written")
