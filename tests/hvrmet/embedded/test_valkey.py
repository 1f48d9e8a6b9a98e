"""The embedded Valkey, started for real."""

from __future__ import annotations

import os
import shutil
import signal
import stat

import pytest
import redis
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.processes import wait_until
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.valkey import ValkeyServer

pytestmark = pytest.mark.processes


def client(server: ValkeyServer) -> redis.Redis:
    return redis.Redis.from_url(server.url())


def test_queue_outlives_a_restart(paths: StatePaths) -> None:
    server = ValkeyServer(paths)
    server.start()
    with client(server) as connection:
        connection.set("kept", "yes")
    server.stop()
    assert not server.running()
    server.start()
    with client(server) as connection:
        assert connection.get("kept") == b"yes"
    server.stop()


def test_no_port_and_a_private_socket(paths: StatePaths) -> None:
    server = ValkeyServer(paths, durable=False)
    server.start()
    try:
        with client(server) as connection:
            assert connection.config_get("port") == {"port": "0"}
        assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700
        assert stat.S_IMODE(paths.valkey_socket.stat().st_mode) == 0o700
    finally:
        server.stop()


def test_killed_server_starts_again(paths: StatePaths) -> None:
    server = ValkeyServer(paths)
    server.start()
    os.kill(int(server.pid_file.read_text()), signal.SIGKILL)
    assert wait_until(lambda: not server.running(), timeout=10, alive=lambda: True)
    server.stop()
    server.start()
    with client(server) as connection:
        assert connection.ping()
    server.stop()


def test_leftover_server_is_replaced(paths: StatePaths) -> None:
    first, second = ValkeyServer(paths), ValkeyServer(paths)
    first.start()
    second.start()
    assert not first.running()
    assert second.running()
    first.stop()
    second.stop()


def test_missing_program_is_reported(paths: StatePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HVRMET_VALKEY", "/nowhere/valkey-server")
    with pytest.raises(EmbeddedError) as caught:
        ValkeyServer(paths).start()
    assert caught.value.code == "valkey_missing"
    assert "make setup" in caught.value.cure


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="the system has no Redis")
def test_system_redis_serves_too(paths: StatePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HVRMET_VALKEY", "system")
    server = ValkeyServer(paths)
    server.start()
    with client(server) as connection:
        assert connection.ping()
    server.stop()
