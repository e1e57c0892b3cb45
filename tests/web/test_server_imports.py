"""What only some servers need is loaded by those alone."""

import subprocess
import sys

SIGN_IN = """
import sys
import qipan.web.account.sign_in, qipan.web.account.sign_up, qipan.web.account.account
print([name for name in sys.modules if name == "webauthn"])
"""
SERVER = """
import sys
import qipan.web.serving
from qipan.wiring import open_house
house = open_house(sys.argv[1])
qipan.web.app.build(qipan.web.serving.make_context(house))
house.close()
large = ("qipan.cluster", "qipan.outbound.reach.web_push", "webauthn", "cryptography.x509")
print([name for name in sys.modules if name.startswith(large)])
"""


def run(program, *words):
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True)
    return (done.stdout.strip(), done.stderr)


def test_pages_with_a_sign_in_form_leave_the_ceremonies_of_passkeys_alone():
    assert run(SIGN_IN) == ("[]", "")


def test_who_serves_alone_loads_no_links_between_programs_and_no_push(tmp_path):
    assert run(SERVER, str(tmp_path / "qipan.sqlite")) == ("[]", "")
