"""Passkeys in a real browser with Chromium's virtual authenticator."""

import pytest

from e2e.chromium import new_page
from server import Server, press_link

pytestmark = pytest.mark.browser
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    started = Server(tmp_path_factory.mktemp("keys") / "j.sqlite")
    yield started
    started.stop()


def named(server, path=""):
    """The same server by its name: browsers make no keys for an address."""
    return f"http://localhost:{server.port}{path}"


def test_a_key_is_made_used_noticed_when_copied_and_removed(server, started):
    page = new_page(started)
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    made = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    where = {"authenticatorId": made["authenticatorId"]}

    press_link(page, server.link.replace("127.0.0.1", "localhost"))
    page.goto(named(server, "/account"))
    page.fill("[data-passkey-label]", "my phone <i>")
    page.click("[data-passkey=register]")
    page.wait_for_selector("strong:text-is('my phone <i>')")
    (key,) = cdp.send("WebAuthn.getCredentials", where)["credentials"]
    assert (key["rpId"], key["isResidentCredential"]) == ("localhost", True)

    page.click("form[action='/sign-out'] button")
    sign_in(page, server)
    assert "Chief arbiter" in page.inner_text("header")
    assert "passkey" in page.goto(named(server, "/account")).text()
    (now,) = cdp.send("WebAuthn.getCredentials", where)["credentials"]
    assert now["signCount"] > key["signCount"]

    # A copy of the key that signs with an older count is refused.
    page.click("form[action='/sign-out'] button")
    cdp.send("WebAuthn.clearCredentials", where)
    cdp.send("WebAuthn.addCredential", {**where, "credential": {**now, "signCount": 0}})
    refused(page, server)
    cdp.send("WebAuthn.clearCredentials", where)
    cdp.send("WebAuthn.addCredential", {**where, "credential": {**now, "signCount": 9}})
    sign_in(page, server)

    # Who does not verify themselves is refused, and so is a key that was removed.
    page.goto(named(server, "/account"))
    page.click("form[action*='/passkeys/'] button")
    page.wait_for_selector("form[action*='/passkeys/']", state="detached")
    page.click("form[action='/sign-out'] button")
    refused(page, server)


def sign_in(page, server):
    page.goto(named(server, "/sign-in"))
    page.click("[data-passkey=sign-in]")
    page.wait_for_url(named(server, "/"))


def refused(page, server):
    page.goto(named(server, "/sign-in"))
    page.click("[data-passkey=sign-in]")
    page.wait_for_selector("[data-passkey-told]:has-text('not accepted')")
    assert page.url == named(server, "/sign-in")


def test_a_stranger_signs_up_with_a_passkey_and_comes_back_with_it(server, started):
    page = new_page(started)
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.goto(named(server, "/sign-up"))
    page.fill("[name=name]", "stranger")
    page.click("[data-with-passkey]")
    page.click("[data-passkey=register]", timeout=60_000)
    page.wait_for_url("**/account", timeout=60_000)
    page.context.clear_cookies()
    page.goto(named(server, "/sign-in"))
    page.click("[data-passkey]:not([data-passkey=register])")
    page.wait_for_selector(".who a[href='/account']", timeout=60_000)
    assert page.errors == []


def test_no_key_is_offered_under_an_address(server, started):
    page = new_page(started)
    page.goto(server.base + "/sign-in")
    assert page.query_selector("[data-passkey]") is None
    page.goto(server.base + "/sign-up")
    page.fill("[name=name]", "elsewhere")
    page.fill("[name=password]", "a very long one")
    assert page.query_selector("[data-with-passkey]") is None
    page.click("button[value=password]")
    page.wait_for_selector("[data-recovery-code]", timeout=60_000)
    page.goto(server.base + "/account")
    assert "reached over https" in page.inner_text("main")
