"""A disk for the journal that is soon full."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class Disk:
    """A small disk for the journal, if one can be mounted here; else ``why`` says why not."""

    def __init__(self, postgres, size="256m"):
        self.postgres = postgres
        self.folder = Path(tempfile.mkdtemp(prefix="qipan-disk-", dir="/tmp"))
        words = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "none", str(self.folder)]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            self.mounted, self.why = done.returncode == 0, done.stderr.strip()
        except OSError as error:
            self.mounted, self.why = False, str(error)

    def move_journal(self, data):
        """Keep the events there."""
        if self.mounted:
            there = self.folder / "space"
            there.mkdir()
            if self.postgres.who:
                os.chown(there, self.postgres.who["user"], self.postgres.who["group"])
            name = data.rpartition("/")[2]
            self.postgres.execute(f"CREATE TABLESPACE small LOCATION '{there}'")
            self.postgres.execute("ALTER TABLE event SET TABLESPACE small", name)
            self.postgres.execute("ALTER INDEX event_pkey SET TABLESPACE small", name)

    def fill(self):
        with (self.folder / "filler").open("wb", buffering=0) as filler:
            for size in (1 << 20, 1 << 12):
                with contextlib.suppress(OSError):
                    while True:
                        filler.write(bytes(size))

    def free(self):
        (self.folder / "filler").unlink(missing_ok=True)

    def remove(self):
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
