"""Servers for the suite: a pytest plugin.

Where ``DATABASE_URL`` and ``BROKER_URL`` are set, the suite uses those servers. Where they are
not, one PostgreSQL and one Valkey serve the whole run, all of its parallel processes included.
They are started by the first test that needs them (a run without such tests starts nothing) and
stopped at the end of the run, even of one that is killed. The addresses are known and in the
environment from the beginning, so that Django can be configured before.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from hvrmet.embedded.credentials import load_credentials
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.processes import child_ended, command_line, wait_until
from hvrmet.embedded.roles import OWNER_ROLE
from hvrmet.embedded.server_folders import server_folder
from hvrmet.embedded.services import EmbeddedServices
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.watchdog import session_paths

SESSION_VARIABLE = "HVRMET_TEST_SERVICES"
START_SECONDS = 90.0
STOP_SECONDS = 30.0
_ENVIRONMENT_VARIABLES = ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "CHANNEL_URL")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the addresses of this run's servers, in the process that leads it."""
    if hasattr(config, "workerinput") or os.environ.get(SESSION_VARIABLE):
        return
    if os.environ.get("DATABASE_URL") and os.environ.get("BROKER_URL"):
        return
    made = ExitStack()
    config.add_cleanup(made.close)
    folder = made.enter_context(server_folder("test"))
    paths = _paths(folder)
    load_credentials(paths.credentials)
    chosen = _addresses(paths)
    (folder / "chosen.json").write_text(json.dumps(chosen))
    (folder / "leader").write_text(str(os.getpid()))
    os.environ[SESSION_VARIABLE] = str(folder)
    os.environ.update(chosen)
    config.add_cleanup(lambda: _end_session(folder, tuple(chosen)))


@pytest.fixture(scope="session")
def embedded_services() -> None:
    """Start this run's servers where they do not run yet.

    Raises
    ------
    EmbeddedError
        When they do not start; the message has the cure.
    """
    named = os.environ.get(SESSION_VARIABLE)
    if named:
        _ensure_started(Path(named))


@pytest.fixture
def server_paths() -> Iterator[StatePaths]:
    """Prepared folders for servers that one test starts itself."""
    with server_folder("test") as folder:
        yield _paths(folder)


def _paths(folder: Path) -> StatePaths:
    paths = session_paths(folder)
    paths.prepare(server_user())
    return paths


def _addresses(paths: StatePaths) -> dict[str, str]:
    """Return the servers' addresses, before they run.

    The suite connects as the owner role, which may make databases here: migrations run as they do
    in production, and tests step down to the runtime role.
    """
    given = {name: os.environ[name] for name in _ENVIRONMENT_VARIABLES if os.environ.get(name)}
    services = EmbeddedServices(paths, for_tests=True, environment=given)
    addresses = services.environment()
    if services.postgres:
        addresses["DATABASE_URL"] = services.postgres.url(OWNER_ROLE)
    return {name: addresses[name] for name in _ENVIRONMENT_VARIABLES if name in addresses}


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _ensure_started(folder: Path) -> None:
    paths = session_paths(folder)
    with _one_at_a_time(folder):
        if paths.services.exists():
            return
        leader = int((folder / "leader").read_text())
        watchdog = _start_watchdog(folder, leader)
        ready = wait_until(
            paths.services.exists,
            timeout=START_SECONDS,
            alive=lambda: not child_ended(watchdog),
        )
        if not ready:
            raise EmbeddedError(
                "the suite's servers did not start: "
                + (folder / "watchdog.log").read_text(errors="replace"),
                cure="see above; or name running servers in DATABASE_URL and BROKER_URL",
                code="test_servers_not_started",
            )


def _start_watchdog(folder: Path, leader: int) -> int:
    """Start the watchdog, without the addresses of the servers that it is to start."""
    chosen = json.loads((folder / "chosen.json").read_text())
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in chosen and not name.startswith("PYTEST")
    }
    environment["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
    command = [
        *(sys.executable, "-m", "hvrmet.embedded.watchdog"),
        *("--folder", str(folder)),
        *("--watch", str(leader)),
    ]
    log_flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    watchdog = os.posix_spawn(
        command[0],
        command,
        environment,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(folder / "watchdog.log"), log_flags, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        setsid=True,
    )
    (folder / "watchdog.pid").write_text(str(watchdog))
    return watchdog


def _end_session(folder: Path, variables: tuple[str, ...]) -> None:
    """Stop the watchdog, wait until its servers are gone, and forget the folder."""
    for name in (*variables, SESSION_VARIABLE):
        os.environ.pop(name, None)
    pid_file = folder / "watchdog.pid"
    if pid_file.exists():
        pid = int(pid_file.read_text())
        if "hvrmet.embedded.watchdog" in command_line(pid):
            os.kill(pid, signal.SIGTERM)
            wait_until(lambda: not command_line(pid), timeout=STOP_SECONDS, alive=lambda: True)
    shutil.rmtree(folder, ignore_errors=True)
