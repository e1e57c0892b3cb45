"""Write src/qipan/web/pages.json: which module of the web answers which address."""

from pathlib import Path

from qipan.web.page_table import TABLE, table

HOME = Path(__file__).parents[1] / "src/qipan/web" / TABLE

if __name__ == "__main__":
    HOME.write_bytes(table())
    print(f"{HOME.name} written")
