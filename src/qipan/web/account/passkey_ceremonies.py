"""Passkeys: the two ceremonies of WebAuthn, each on a challenge that is used once."""

from typing import Any

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from qipan.desk.accounts import Account
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.play.seats import opaque_id
from qipan.store.passkeys import Passkey, passkey_id
from qipan.web.account.passkey_party import Party
from qipan.web.shared.context import Context

PASSKEY = rule(
    "access.passkey", "A passkey must answer the challenge it was given, at once and on this site."
)
SECONDS = 300
REGISTER, SIGN_IN = "register", "sign-in"
MOST = 20
_NEEDED = UserVerificationRequirement.REQUIRED


class Ceremonies:
    """The ceremonies for one party; ``holder`` is the token of whoever is at the browser."""

    def __init__(self, context: Context, party: Party | None, holder: str) -> None:
        """Take the surroundings. Raises Refused where passkeys cannot be used."""
        if party is None or not holder:
            raise Refused("access.passkey-place", PASSKEY)
        self.context, self.party, self.holder = context, party, holder
        self.keys = context.house.side_tables.passkeys

    def _challenge(self, purpose: str) -> bytes:
        challenge = self.context.token().encode()
        expires = self.context.seconds() + SECONDS
        self.keys.begin(self.holder, purpose, challenge, expires)
        return challenge

    def begin_registration(self, account: Account) -> str:
        """Give the options for making a key, as JSON."""
        known = [PublicKeyCredentialDescriptor(each.credential) for each in self._of(account)]
        options = generate_registration_options(
            rp_id=self.party.id,
            rp_name="Qipan",
            user_id=opaque_id(self.context.tables.key, f"passkey/{account.name}").encode(),
            user_name=account.name,
            user_display_name=account.display,
            challenge=self._challenge(REGISTER),
            exclude_credentials=known,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_NEEDED
            ),
        )
        return options_to_json(options)

    def _of(self, account: Account) -> list[Passkey]:
        found = self.keys.of(account.name)
        if len(found) >= MOST:
            raise Refused("access.passkey-many", PASSKEY, most=MOST)
        return found

    def end_registration(self, account: Account, label: str, answer: dict[str, Any]) -> Passkey:
        """Check the new key and keep it. Raises Refused."""
        now = self.context.seconds()
        challenge = self.keys.end(self.holder, REGISTER, now)
        self._of(account)
        if challenge is None:
            raise Refused("access.passkey", PASSKEY)
        try:
            found = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.party.id,
                expected_origin=self.party.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise Refused("access.passkey", PASSKEY) from error
        if self.keys.find(found.credential_id) is not None:
            raise Refused("access.passkey", PASSKEY)
        made = Passkey(
            passkey_id(found.credential_id),
            found.credential_id,
            account.name,
            found.credential_public_key,
            found.sign_count,
            label,
            now,
            0,
        )
        self.keys.add(made)
        return made

    def begin_sign_in(self) -> str:
        """Give the options for using any key made for us, as JSON."""
        options = generate_authentication_options(
            rp_id=self.party.id,
            challenge=self._challenge(SIGN_IN),
            user_verification=_NEEDED,
        )
        return options_to_json(options)

    def end_sign_in(self, credential: bytes, answer: dict[str, Any]) -> str:
        """Check the answer of a key; give whose it is. Raises Refused.

        The count of signatures must grow, where a key counts at all: a copied key is noticed.
        """
        now = self.context.seconds()
        challenge = self.keys.end(self.holder, SIGN_IN, now)
        known = self.keys.find(credential)
        if challenge is None or known is None:
            raise Refused("access.passkey", PASSKEY)
        try:
            found = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.party.id,
                expected_origin=self.party.origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.sign_count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise Refused("access.passkey", PASSKEY) from error
        if not self.keys.advance(known, found.new_sign_count, now):
            raise Refused("access.passkey", PASSKEY)
        return known.account
