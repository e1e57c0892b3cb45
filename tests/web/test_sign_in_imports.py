"""A page with a sign-in form loads nothing that only a passkey's ceremony needs."""

import subprocess
import sys

PROGRAM = """
import sys
import qipan.web.account.sign_in, qipan.web.account.sign_up, qipan.web.account.account
print([name for name in sys.modules if name == "webauthn"])
"""


def test_pages_with_a_sign_in_form_leave_the_ceremonies_of_passkeys_alone():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
