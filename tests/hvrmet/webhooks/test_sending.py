"""One attempt is bounded: no redirect, no proxy, no patience, and nothing kept of the answer."""

from __future__ import annotations

import datetime
import http.client
import ipaddress
import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hvrmet.webhooks.sending import send

from tests.hvrmet.webhooks.receiver import PATIENCE, Receiver, serving

pytestmark = pytest.mark.usefixtures("configure")


class Timer(threading.Timer):
    """Ends when a test says so."""

    made: Timer

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        super().__init__(seconds, function)
        Timer.made = self

    def run(self) -> None:
        """Leave the time to the test."""


@pytest.fixture
def too_late(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that lets the time of the attempt end."""
    monkeypatch.setattr(Timer, "made", None, raising=False)

    def end() -> None:
        assert Timer.made.interval == PATIENCE
        Timer.made.function()

    return end


def test_the_message_arrives_as_it_is(receiver) -> None:
    body = '{"of":"暴雨"}'.encode()
    outcome = send(receiver.url, {"content-type": "application/json"}, body, timeout=PATIENCE)
    assert (outcome.code, outcome.delivered, outcome.error) == (204, True, "")
    headers, received = receiver.received[0]
    assert (received, headers["content-type"]) == (body, "application/json")


@pytest.mark.parametrize(("code", "delivered"), [(200, True), (299, True), (302, False),
                                                 (404, False), (500, False)])  # fmt: skip
def test_only_success_is_delivered(receiver, code, delivered) -> None:
    receiver.answers = [code]
    outcome = send(receiver.url, {}, b"{}", timeout=PATIENCE)
    assert (outcome.code, outcome.delivered) == (code, delivered)


def test_a_redirect_is_not_followed(receiver) -> None:
    with serving(Receiver()) as elsewhere:

        def redirect(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(307)
            handler.send_header("Location", elsewhere.url)
            handler.end_headers()

        receiver.behave = redirect
        assert send(receiver.url, {}, b"{}", timeout=PATIENCE).code == 307
        assert (len(receiver.received), elsewhere.received) == (1, [])


def test_no_proxy_of_the_environment_is_used(receiver, monkeypatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert send(receiver.url, {}, b"{}", timeout=PATIENCE).code == 204


def test_a_receiver_that_drips_its_head_is_cut_off(receiver, too_late) -> None:
    """Every byte comes within the socket's patience, and the whole would last for ever."""
    sent = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Head: ")
        too_late()
        sent.wait()

    receiver.behave = drip
    outcome = send(receiver.url, {}, b"{}", timeout=PATIENCE, timer=Timer)
    sent.set()
    assert (outcome.code, outcome.error) == (None, "no answer within 120 seconds")


def test_a_receiver_that_drips_its_body_is_cut_off(receiver, too_late, monkeypatch) -> None:
    reading, sent = threading.Event(), threading.Event()
    read = http.client.HTTPResponse.read

    def noted(response: http.client.HTTPResponse, amount: int) -> bytes:
        reading.set()
        return read(response, amount)

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\nx")
        reading.wait()
        too_late()
        sent.wait()

    monkeypatch.setattr(http.client.HTTPResponse, "read", noted)
    receiver.behave = drip
    outcome = send(receiver.url, {}, b"{}", timeout=PATIENCE, timer=Timer)
    sent.set()
    assert (outcome.code, outcome.error) == (200, "")


def test_a_receiver_that_is_silent_is_cut_off(receiver, too_late) -> None:
    sent = threading.Event()

    def say_nothing(_: BaseHTTPRequestHandler) -> None:
        too_late()
        sent.wait()

    receiver.behave = say_nothing
    outcome = send(receiver.url, {}, b"{}", timeout=PATIENCE, timer=Timer)
    sent.set()
    assert (outcome.code, outcome.error) == (None, "no answer within 120 seconds")


def test_nothing_is_cut_off_after_the_answer(receiver, too_late) -> None:
    assert send(receiver.url, {}, b"{}", timeout=PATIENCE, timer=Timer).code == 204
    assert Timer.made.finished.is_set()


def test_a_flood_is_not_read(receiver) -> None:
    written = []

    def flood(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        try:
            for _ in range(1000):
                handler.wfile.write(b"x" * 1_000_000)
                written.append(1)
        except OSError:
            return

    receiver.behave = flood
    assert send(receiver.url, {}, b"{}", timeout=PATIENCE).code == 200
    assert len(written) < 100


def test_what_is_no_http_is_an_error(receiver) -> None:
    receiver.behave = lambda handler: handler.wfile.write(b"220 smtp.example ESMTP\r\n")
    outcome = send(receiver.url, {}, b"{}", timeout=PATIENCE)
    assert (outcome.code, "BadStatusLine" in outcome.error) == (None, True)


def test_nobody_there_is_an_error(receiver) -> None:
    outcome = send("http://127.0.0.1:1/", {}, b"{}", timeout=PATIENCE)
    assert (outcome.code, "ConnectionRefused" in outcome.error) == (None, True)


class TestCertificates:
    @pytest.fixture
    def certificate(self, tmp_path: Path) -> tuple[Path, Path]:
        """A certificate of its own making for ``receiver.example`` and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver.example")])
        now = datetime.datetime.now(datetime.UTC)
        names = [x509.IPAddress(ipaddress.ip_address("127.0.0.2"))]
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        paths = tmp_path / "cert.pem", tmp_path / "key.pem"
        paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
        paths[1].write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return paths

    @pytest.fixture
    def secure(self, certificate):
        """The port of a receiver that speaks TLS."""

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server = HTTPServer(("", 0), Handler)
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        server.server_close()

    def test_of_nobody_are_refused(self, secure) -> None:
        outcome = send(f"https://127.0.0.2:{secure}/", {}, b"{}", timeout=PATIENCE)
        assert (outcome.code, "certificate is not valid" in outcome.error) == (None, True)

    def test_are_held_against_the_name(self, secure, certificate, monkeypatch) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        assert send(f"https://127.0.0.2:{secure}/", {}, b"{}", timeout=PATIENCE).code == 204
        outcome = send(f"https://127.0.0.3:{secure}/", {}, b"{}", timeout=PATIENCE)
        assert (outcome.code, "certificate is not valid" in outcome.error) == (None, True)
