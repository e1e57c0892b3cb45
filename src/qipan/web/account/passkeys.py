"""Passkeys in the browser: what ``static/passkey.js`` asks for and sends."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.response import Redirect
from webauthn.helpers import base64url_to_bytes

from qipan.kernel.errors import BadInput, Refused
from qipan.web.account.passkey_ceremonies import PASSKEY, SECONDS, Ceremonies
from qipan.web.account.passkey_party import party_of
from qipan.web.account.session import begin_session, signed_in
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.visitor import SESSION, language_of

AnyRequest = Request[Any, Any, Any]
CHALLENGE = "qipan_challenge"
Short = Annotated[str, msgspec.Meta(max_length=80)]


class PasskeyAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """What an authenticator answers, as the browser writes it."""

    credential: dict[str, Any]
    label: Short = ""


def _told(request: AnyRequest, error: Refused) -> Response[Any]:
    failure = Failure(error, language_of(request))
    return Response({"message": failure.sentence}, status_code=failure.status)


def _options(text: str) -> Response[Any]:
    return Response(
        msgspec.Raw(text.encode()), status_code=200, headers={"cache-control": "no-store"}
    )


def _own(request: AnyRequest, context: Context) -> Ceremonies:
    """A key is made for a session: its challenge is of no use to another."""
    return Ceremonies(context, party_of(request, context), request.cookies.get(SESSION, "")[:200])


@post("/account/passkeys/begin", include_in_schema=False, sync_to_thread=True)
def begin_registration(request: AnyRequest, context: Around) -> Response[Any]:
    """Begin to make a key for who is signed in."""
    visitor = signed_in(request, context)
    assert visitor.account is not None
    try:
        require_rate("passkey", visitor.account.name)
        return _options(_own(request, context).begin_registration(visitor.account))
    except Refused as error:
        return _told(request, error)


@post("/account/passkeys", include_in_schema=False, sync_to_thread=True)
def end_registration(
    request: AnyRequest, context: Around, data: JSONBody[PasskeyAnswer]
) -> Response[Any]:
    """Keep the key."""
    visitor = signed_in(request, context)
    assert visitor.account is not None
    label = " ".join(data.label.split()) or visitor.say("ui.passkey")
    try:
        made = _own(request, context).end_registration(visitor.account, label, data.credential)
    except Refused as error:
        return _told(request, error)
    return Response({"to": "/account", "id": made.id}, status_code=201)


@post("/account/passkeys/{name:str}/remove", include_in_schema=False, sync_to_thread=True)
def remove(request: AnyRequest, context: Around, name: InPath) -> Redirect:
    """Remove a key of one's own."""
    visitor = signed_in(request, context)
    assert visitor.account is not None
    context.house.side_tables.passkeys.remove(visitor.account.name, name[:64])
    return Redirect("/account", status_code=303)


@post("/passkey/begin", include_in_schema=False, sync_to_thread=True)
def begin_sign_in(request: AnyRequest, context: Around) -> Response[Any]:
    """Begin to sign in: the challenge belongs to this browser, by a cookie of its own."""
    holder = context.token()
    try:
        require_rate("passkey", address_of(request))
        ceremonies = Ceremonies(context, party_of(request, context), holder)
        answer = _options(ceremonies.begin_sign_in())
    except Refused as error:
        return _told(request, error)
    answer.cookies.append(
        Cookie(
            CHALLENGE,
            value=holder,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
            max_age=SECONDS,
            path="/passkey",
        )
    )
    return answer


@post("/passkey", include_in_schema=False, sync_to_thread=True)
def end_sign_in(
    request: AnyRequest, context: Around, data: JSONBody[PasskeyAnswer]
) -> Response[Any]:
    """Sign in with the key that answered."""
    holder = request.cookies.get(CHALLENGE, "")[:200]
    try:
        require_rate("passkey", address_of(request))
        ceremonies = Ceremonies(context, party_of(request, context), holder)
        name = ceremonies.end_sign_in(_credential(data.credential), data.credential)
    except Refused as error:
        return _told(request, error)
    answer: Response[Any] = Response({"to": "/"}, status_code=200)
    answer.cookies.append(begin_session(request, context, name, "passkey"))
    answer.delete_cookie(CHALLENGE, path="/passkey")
    return answer


def _credential(answer: dict[str, Any]) -> bytes:
    given = answer.get("id")
    if not isinstance(given, str) or len(given) > 2000:
        raise BadInput("no credential", where="id")
    try:
        return base64url_to_bytes(given)
    except ValueError as error:
        raise Refused("access.passkey", PASSKEY) from error


ROUTES = [begin_registration, end_registration, remove, begin_sign_in, end_sign_in]
