"""Letters of this server: written in the reader's language, sent without keeping anybody."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import structlog

from qipan.kernel.errors import QipanError
from qipan.outbound.mail import Letter, MailHost, post_letter
from qipan.web.shared.context import Context

WRITERS = 2
log = structlog.get_logger()


def can_write(context: Context) -> bool:
    """Say whether this server sends letters."""
    return bool(context.settings.mail.host)


@cache
def _writers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(WRITERS, "letters")


def send_later(context: Context, letter: Letter) -> None:
    """Send a letter behind the answer: how long it takes tells nobody whether there is one."""
    _writers().submit(_send, context.settings.mail, letter)


def _send(host: MailHost, letter: Letter) -> None:
    try:
        post_letter(host, letter)
    except QipanError as error:
        log.warning("mail", why=type(error.__cause__ or error).__name__)


def address_in_letters(context: Context, path: str) -> str:
    """Write an address of ours for a letter: by the settings, never as a request spells it."""
    return context.settings.web.base.rstrip("/") + path
