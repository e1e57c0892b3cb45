"""Pictures beside the journal, under the hash that the journal holds."""

import hashlib

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from qipan.kernel.errors import Corrupt, Unknown
from qipan.store.database import reading
from qipan.store.schema import attachment


class SqlAttachments:
    """Attachments in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def keep(self, media: str, content: bytes) -> str:
        """Keep a picture durably; give its hash. The same picture is kept once."""
        name = hashlib.sha256(content).hexdigest()
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    insert(attachment).values(hash=name, media=media, content=content)
                )
        except IntegrityError:
            return name
        return name

    def find(self, name: str) -> tuple[str, bytes]:
        """Give type and content. Raises Unknown, or Corrupt if it is not what was kept."""
        with reading(self._engine) as connection:
            row = connection.execute(select(attachment).where(attachment.c.hash == name)).first()
        if row is None:
            raise Unknown("attachment", name[:64])
        content = bytes(row.content)
        if hashlib.sha256(content).hexdigest() != name:
            raise Corrupt("attachment", 0, "its content does not match its hash")
        return str(row.media), content

    def erase(self, name: str) -> bool:
        """Forget a picture; the journal keeps its hash and stays valid."""
        with self._engine.begin() as connection:
            return bool(
                connection.execute(delete(attachment).where(attachment.c.hash == name)).rowcount
            )
