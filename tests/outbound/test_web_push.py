"""Web push: the encryption of RFC 8291 by its own example, and the signature of RFC 8292."""

import json
import re

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from qipan.kernel.errors import BadInput
from qipan.outbound.reach.web_push import (
    CURVE,
    PushAddress,
    PushKey,
    encrypted,
    read_push_address,
    unb64,
)

BROWSER = PushAddress(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
"""RFC 8291, appendix A."""


def test_the_example_of_rfc_8291_comes_out_to_the_byte():
    number = int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        BROWSER,
        ec.derive_private_key(number, CURVE),
        unb64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == unb64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
        "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
        "WGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_two_messages_never_look_alike():
    assert encrypted(b"table 12", BROWSER) != encrypted(b"table 12", BROWSER)


def test_a_message_is_signed_for_its_push_service_with_the_key_that_browsers_know():
    key = PushKey(b"a secret of the server")
    said = key.authorization(BROWSER.endpoint, "mailto:q@example.org", 1_000_000)
    token, public = re.fullmatch(r"vapid t=(\S+), k=(\S+)", said).groups()
    assert public == key.public
    head, claims, signature = token.split(".")
    assert json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}
    found = json.loads(unb64(claims))
    assert found["aud"] == "https://push.example.net"
    assert (found["sub"], found["exp"]) == ("mailto:q@example.org", 1_000_000 + 12 * 3600)
    raw = unb64(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    verifier = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(public))
    verifier.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        verifier.verify(der, f"{head}.{claims}x".encode(), ec.ECDSA(hashes.SHA256()))
    assert PushKey(b"a secret of the server").public == key.public
    assert PushKey(b"another").public != key.public


@pytest.mark.parametrize(
    "given",
    [
        ("", BROWSER.p256dh, BROWSER.auth),
        (BROWSER.endpoint, "AAAA", BROWSER.auth),
        (BROWSER.endpoint, BROWSER.p256dh[:-1] + "x", BROWSER.auth),  # no point of the curve
        (BROWSER.endpoint, BROWSER.p256dh, "AAAA"),
        (BROWSER.endpoint, "ключ", BROWSER.auth),
        ("x" * 2000, BROWSER.p256dh, BROWSER.auth),
    ],
)
def test_what_is_no_address_of_a_browser_is_refused(given):
    with pytest.raises(BadInput):
        read_push_address(*given)
