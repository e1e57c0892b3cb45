"""Letters by SMTP: values in, one letter out. A server without a mail host sends none."""

import re
from typing import TYPE_CHECKING, Literal

import msgspec

from qipan.kernel.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from smtplib import SMTP

SECONDS = 20
_ADDRESS = re.compile(r"[^\s@<>(),;:\"\[\]\\]{1,64}@[^\s@<>(),;:\"\[\]\\]{1,189}\.[^\s@.]{2,63}")


class MailHost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where letters are handed in, and who they are from."""

    host: str = ""
    """Empty: no letters are sent, and nobody is asked for an address."""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = ""
    tls: Literal["starttls", "tls", "none"] = "starttls"


class Letter(msgspec.Struct, frozen=True):
    """A letter in plain text."""

    to: str
    subject: str
    text: str
    stop: str = ""
    """Where one asks for no more of them; a mail program may do so for its reader."""


def read_address(text: str) -> str:
    """Read an e-mail address. Raises BadInput; nothing else may stand in the header with it."""
    found = text.strip()
    if len(found) > 254 or not found.isprintable() or _ADDRESS.fullmatch(found) is None:
        raise BadInput("not an e-mail address", where="email", code="form.email")
    local, _, domain = found.rpartition("@")
    return f"{local}@{domain.lower()}"


def post_letter(host: MailHost, letter: Letter) -> None:
    """Hand a letter in. Raises Unavailable; blocks for at most a while."""
    from email.message import EmailMessage
    from email.utils import make_msgid
    from smtplib import SMTPException

    message = EmailMessage()
    message["From"], message["To"] = host.sender, read_address(letter.to)
    message["Subject"] = " ".join(letter.subject.split())
    message["Message-ID"] = make_msgid(domain=host.sender.rpartition("@")[2] or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    try:
        with _connected(host) as line:
            if host.user:
                line.login(host.user, host.password)
            line.send_message(message)
    except (OSError, SMTPException) as error:
        raise Unavailable("mail", type(error).__name__) from error


def _connected(host: MailHost) -> "SMTP":
    from smtplib import SMTP, SMTP_SSL
    from ssl import create_default_context

    if host.tls == "tls":
        return SMTP_SSL(host.host, host.port, timeout=SECONDS, context=create_default_context())
    line = SMTP(host.host, host.port, timeout=SECONDS)
    if host.tls == "starttls":
        line.starttls(context=create_default_context())
    return line
