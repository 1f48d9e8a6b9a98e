"""The embedded PostgreSQL, started for real."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
from pathlib import Path

import psycopg
import pytest
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.postgres import SUPERUSER, PostgresServer
from hvrmet.embedded.processes import command_line, kill_group, wait_until
from hvrmet.embedded.roles import OWNER_ROLE, RUNTIME_ROLE
from hvrmet.embedded.state import StatePaths

pytestmark = pytest.mark.processes
SYSTEM_PROGRAMS = list(Path("/usr/lib/postgresql").glob("*/bin/postgres"))


def value(server: PostgresServer, role: str, query: str) -> object:
    with psycopg.connect(server.url(role)) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return row[0]


@pytest.fixture
def server(paths: StatePaths):
    started = PostgresServer(paths, durable=False, tcp_port=0)
    started.start()
    yield started
    started.stop()


def test_roles_and_database(server: PostgresServer) -> None:
    of_role = " FROM pg_roles WHERE rolname = current_user"
    for role in (RUNTIME_ROLE, OWNER_ROLE):
        assert value(server, role, "SELECT rolsuper OR rolcreaterole" + of_role) is False
        # The owner restores backups into databases of their own (the drill), and migrates.
        assert value(server, role, "SELECT rolcreatedb" + of_role) is (role == OWNER_ROLE)
        assert value(server, role, "SELECT rolbypassrls" + of_role) is (role == OWNER_ROLE)
    owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()"
    assert value(server, RUNTIME_ROLE, owner) == OWNER_ROLE
    with (
        psycopg.connect(server.url(RUNTIME_ROLE)) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("CREATE TABLE forbidden (id int)")


def test_text_is_unicode_and_time_is_utc(server: PostgresServer) -> None:
    collation = "SELECT datcollate FROM pg_database WHERE datname = current_database()"
    assert value(server, RUNTIME_ROLE, collation) == "C.UTF-8"
    assert value(server, RUNTIME_ROLE, "SHOW timezone") == "UTC"
    assert value(server, RUNTIME_ROLE, "SELECT lower('ÄÖ') || length('暴雨')") == "äö2"


def test_no_password_no_entry(server: PostgresServer) -> None:
    folder = server.paths.postgres_socket
    for address in (
        f"host={folder} port={server.tcp_port}",
        f"host=127.0.0.1 port={server.tcp_port}",
    ):
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(f"{address} user={RUNTIME_ROLE} dbname=hvrmet password=wrong")
    assert psycopg.connect(server.tcp_url()).close() is None


def test_files_are_private(server: PostgresServer) -> None:
    user = server_user()
    for folder in (server.data, server.paths.postgres_socket):
        found = folder.stat()
        assert stat.S_IMODE(found.st_mode) == 0o700
        assert found.st_uid == user.uid
    assert stat.S_IMODE(server.paths.credentials.stat().st_mode) == 0o600
    assert not (server.paths.postgres / "password").exists()


def test_data_outlives_a_restart(paths: StatePaths) -> None:
    server = PostgresServer(paths, durable=False)
    for _ in range(2):
        server.start()
        with psycopg.connect(server.url(OWNER_ROLE)) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
            connection.execute("INSERT INTO kept VALUES (1)")
        server.stop()
        assert not server.running()
    server.start()
    assert value(server, OWNER_ROLE, "SELECT count(*) FROM kept") == 2
    server.stop()


def test_killed_server_starts_again(paths: StatePaths) -> None:
    server = PostgresServer(paths, durable=False)
    server.start()
    pid = int((server.data / "postmaster.pid").read_text().splitlines()[0])
    os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: not server.running(), timeout=10, alive=lambda: True)
    server.stop()
    assert (server.data / "postmaster.pid").exists()
    server.start()
    assert value(server, RUNTIME_ROLE, "SELECT 1") == 1
    server.stop()


def test_leftover_server_is_replaced(paths: StatePaths) -> None:
    first, second = (PostgresServer(paths, durable=False) for _ in range(2))
    first.start()
    second.start()
    assert not first.running()
    assert value(second, RUNTIME_ROLE, "SELECT 1") == 1
    first.stop()
    second.stop()


def test_number_of_another_program_is_no_server(paths: StatePaths) -> None:
    server = PostgresServer(paths, durable=False)
    server.start()
    server.stop()
    bystander = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        pid_file = server.data / "postmaster.pid"
        pid_file.write_text(f"{bystander.pid}\n{server.data}\n0\n5432\n\n\n\nready\n")
        server.user.own(pid_file)
        server.start()
        assert value(server, RUNTIME_ROLE, "SELECT 1") == 1
        assert command_line(bystander.pid)
    finally:
        server.stop()
        kill_group(bystander.pid)
        bystander.wait()


def test_taken_port_is_reported(paths: StatePaths) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = PostgresServer(paths, tcp_port=taken.getsockname()[1], durable=False)
        with pytest.raises(EmbeddedError, match="is taken") as caught:
            server.start()
    assert caught.value.code == "port_taken"
    assert "another port" in caught.value.cure


def test_other_version_is_reported(paths: StatePaths) -> None:
    server = PostgresServer(paths, durable=False)
    server.data.mkdir()
    (server.data / "PG_VERSION").write_text("9\n")
    with pytest.raises(EmbeddedError) as caught:
        server.start()
    assert caught.value.code == "version_mismatch"
    assert "make clean" in caught.value.cure


def test_interrupted_initdb_leaves_nothing(
    paths: StatePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    (paths.postgres / "data.new").mkdir()
    (paths.postgres / "data.new" / "half").touch()
    server = PostgresServer(paths, durable=False)
    server.start()
    server.stop()
    assert not (paths.postgres / "data.new").exists()
    assert not (server.data / "half").exists()


def test_broken_server_is_explained(paths: StatePaths) -> None:
    server = PostgresServer(paths, durable=False)
    server.start()
    server.stop()
    (server.data / "postgresql.conf").write_text("max_connections = many\n")
    with pytest.raises(EmbeddedError, match="max_connections") as caught:
        server.start()
    assert caught.value.code == "server_not_started"
    assert not server.running()


def test_superuser_serves_preparation_only(server: PostgresServer) -> None:
    assert value(server, SUPERUSER, "SELECT current_user") == SUPERUSER


@pytest.mark.skipif(not SYSTEM_PROGRAMS, reason="the system has no PostgreSQL")
def test_system_postgres_serves_too(paths: StatePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HVRMET_POSTGRES", "system")
    server = PostgresServer(paths, durable=False)
    server.start()
    assert value(server, RUNTIME_ROLE, "SELECT current_user") == RUNTIME_ROLE
    server.stop()
