"""The line to PostgreSQL, secured: whom it trusts, on a real server with a certificate."""

import datetime
import ipaddress
import os
import time

import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from qipan.kernel.errors import BadInput, Unavailable
from qipan.store.address import read_address
from qipan.wiring import open_house, open_log

NOW = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
LATER = datetime.datetime(2100, 1, 1, tzinfo=datetime.UTC)


class Authority:
    """Vouches for servers."""

    def __init__(self, name):
        self.key, self.name = ec.generate_private_key(ec.SECP256R1()), subject(name)
        made = self.begin(self.name, self.key)
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        self.own = made.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    def begin(self, name, key):
        made = x509.CertificateBuilder().subject_name(name).issuer_name(self.name)
        made = made.public_key(key.public_key()).serial_number(x509.random_serial_number())
        return made.not_valid_before(NOW).not_valid_after(LATER)

    def certify(self, address):
        """Give key and certificate of the server at an address."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
        made = self.begin(subject(address), key).add_extension(names, critical=False)
        made = made.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
        private = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        return private, made


def subject(name):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def install(postgres, private, certificate):
    """Give the server a certificate, and wait until it uses it."""
    for name, content in (("key", private), ("certificate", certificate)):
        path = postgres.folder / f"server.{name}"
        path.write_bytes(content)
        path.chmod(0o600)
        if postgres.who:
            os.chown(path, postgres.who["user"], postgres.who["group"])
    try:
        for setting, value in (
            ("ssl_cert_file", postgres.folder / "server.certificate"),
            ("ssl_key_file", postgres.folder / "server.key"),
            ("ssl", "on"),
        ):
            postgres.execute(f"ALTER SYSTEM SET {setting} = '{value}'")
    except psycopg.Error as error:
        pytest.skip(f"this PostgreSQL was built without TLS: {error}")
    postgres.execute("SELECT pg_reload_conf()")
    for _ in range(100):
        if postgres.execute("SHOW ssl") == [("on",)]:
            return
        time.sleep(0.05)
    raise AssertionError("the server does not use its certificate")


@pytest.fixture(scope="module")
def secured(postgres, tmp_path_factory):
    """A server with a certificate: URL of a journal, and the files of two authorities."""
    folder = tmp_path_factory.mktemp("authorities")
    ours, other = Authority("ours"), Authority("other")
    for name, each in (("ours", ours), ("other", other)):
        (folder / f"{name}.pem").write_bytes(each.own)
    install(postgres, *ours.certify("127.0.0.1"))
    url = postgres.fresh()
    open_log(url).close()
    yield url, folder
    postgres.execute("ALTER SYSTEM RESET ssl")
    postgres.execute("SELECT pg_reload_conf()")


def uses_tls(url):
    """Open everything, and ask the server about each line of ours."""
    house = open_house(url, sharded=True)
    try:
        with house.log.engine.connect() as connection:
            asked = "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = "
            return set(connection.exec_driver_sql(asked + "current_database()").scalars())
    finally:
        house.close()


def test_a_line_is_secured_if_that_is_asked_for(secured):
    url, folder = secured
    assert uses_tls(url) == {False}
    assert uses_tls(f"{url}?sslmode=require") == {True}
    assert uses_tls(f"{url}?sslmode=verify-full&sslrootcert={folder}/ours.pem") == {True}


@pytest.mark.parametrize(
    ("host", "authority", "why"),
    [
        ("127.0.0.1", "other", "certificate verify failed"),
        ("localhost", "ours", "does not match host name"),
    ],
)
def test_a_server_that_nobody_vouches_for_is_not_spoken_to(secured, host, authority, why):
    url, folder = secured
    url = url.replace("127.0.0.1", host)
    with pytest.raises(Unavailable, match=why):
        open_log(f"{url}?sslmode=verify-full&sslrootcert={folder}/{authority}.pem")


def test_without_a_file_the_authorities_of_the_machine_are_asked(secured, monkeypatch):
    url, folder = secured
    with pytest.raises(Unavailable, match="certificate verify failed"):
        open_log(f"{url}?sslmode=verify-full")
    monkeypatch.setenv("SSL_CERT_FILE", f"{folder}/ours.pem")
    assert uses_tls(f"{url}?sslmode=verify-full") == {True}


def test_authorities_are_named_only_where_they_are_asked():
    with pytest.raises(BadInput, match="verify-full"):
        read_address("postgresql://me@host/name?sslmode=require&sslrootcert=/a.pem")
