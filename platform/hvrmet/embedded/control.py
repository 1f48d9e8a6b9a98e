"""Run the embedded platform in the background: ``up``, ``down``, ``status``, ``remove``."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.processes import command_line, ended, wait_until
from hvrmet.embedded.samples import own_folders, registered_sources
from hvrmet.embedded.state import StatePaths, checkout_folder, remove_state, state_paths
from hvrmet.embedded.supervisor import Running, Supervisor, clear_left_behind, find_running

UP_SECONDS = 120.0
DOWN_SECONDS = 60.0
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[None]:
    """Let every signal that asks a program to end interrupt it as Ctrl-C does, once."""
    before = {number: signal.signal(number, _interrupt) for number in _STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore further requests to end while everything is being stopped."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in _STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(paths: StatePaths, port: int | None) -> None:
    """Run the platform in this process's care until a signal asks to stop."""
    supervisor = Supervisor(paths, port=port, report=_say, variables=platform_variables(paths))
    with interruptible():
        try:
            supervisor.start()
            supervisor.watch(lambda: False)
        except KeyboardInterrupt:
            _say("stopping")
        finally:
            with undisturbed():
                supervisor.stop()


def platform_variables(paths: StatePaths) -> dict[str, str]:
    """Return the variables of an embedded platform beside the servers' addresses."""
    return {
        "HVRMET_SOURCES": registered_sources(paths, os.environ.get("HVRMET_SOURCES", "")),
        "HVRMET_SOURCE_ROOTS": os.environ.get("HVRMET_SOURCE_ROOTS") or own_folders(paths),
        "HVRMET_ENVIRONMENT": "development",
        "HVRMET_MODE": os.environ.get("HVRMET_MODE") or "demonstration",
    }


def up(paths: StatePaths, port: int | None) -> int:
    """Start the platform in the background and say how to reach it."""
    running = find_running(paths)
    if running is None:
        running = _start_background(paths, port)
    else:
        require_port(running, port)
        _say("it runs already")
    variables = paths.root / "environment"
    lines = [f"export {name}={shlex.quote(value)}" for name, value in running.environment.items()]
    variables.touch(mode=0o600)
    variables.write_text("\n".join(lines) + "\n")
    _say(f"the platform answers at {running.url}")
    _say(f"for manage.py in this shell: . {shlex.quote(str(variables))}")
    _say("'make down' stops it")
    _say(f"what to do next is said at {running.url}/")
    return 0


def require_port(running: Running, port: int | None) -> None:
    """Refuse a port that the running platform does not have.

    Raises
    ------
    EmbeddedError
        With code ``already_running``.
    """
    if port is not None and not running.url.endswith(f":{port}"):
        raise EmbeddedError(
            f"the platform runs already, at {running.url}, and not at port {port}",
            cure="leave PORT out, or 'make down' first",
            code="already_running",
        )


def down(paths: StatePaths) -> int:
    """Stop the platform, whoever started it; its data stay."""
    running = find_running(paths)
    if running is None:
        _say("nothing is running")
        return 0
    os.kill(running.pid, signal.SIGTERM)
    if not wait_until(
        lambda: not command_line(running.pid), timeout=DOWN_SECONDS, alive=lambda: True
    ):
        raise EmbeddedError(
            f"process {running.pid} has not stopped after {DOWN_SECONDS:.0f} s",
            cure=f"kill -KILL {running.pid}; its servers end with it",
            code="not_stopped",
        )
    _say("stopped")
    return 0


def status(paths: StatePaths) -> int:
    """Say whether the platform runs, and where its data are."""
    running = find_running(paths)
    _say(f"running at {running.url}, process {running.pid}" if running else "not running")
    _say(f"data and logs: {paths.root}")
    return 0 if running else 1


def remove(paths: StatePaths) -> int:
    """Remove the data of a platform that does not run."""
    if find_running(paths) is not None:
        raise EmbeddedError(
            "the platform is running", cure="'make down' first", code="already_running"
        )
    remove_state(paths)
    return 0


def _start_background(paths: StatePaths, port: int | None) -> Running:
    if left := clear_left_behind(paths):
        _say(f"the run before was killed; cleaning up after it: {', '.join(left)}")
    log = paths.root / "supervisor.log"
    command = [sys.executable, "-m", "hvrmet.embedded.control", "serve"]
    if port is not None:
        command += ["--port", str(port)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=checkout_folder(),
            start_new_session=True,
        )
    wait_until(
        lambda: find_running(paths) is not None,
        timeout=UP_SECONDS,
        alive=lambda: not ended(process),
    )
    running = find_running(paths)
    if running is None:
        sys.stderr.write(log.read_text(errors="replace"))
        raise EmbeddedError(
            "the platform did not start", cure=f"see above, and {log}", code="not_started"
        )
    process.returncode = 0  # it outlives us on purpose: nothing is left to collect
    return running


def _say(text: str) -> None:
    sys.stderr.write(f"hvrmet: {text}\n")
    sys.stderr.flush()


def main() -> int:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(prog="hvrmet.embedded.control", description=__doc__)
    parser.add_argument("action", choices=("up", "down", "status", "remove", "serve"))
    parser.add_argument("--port", type=int)
    options = parser.parse_args()
    try:
        paths = state_paths()
        match options.action:
            case "up":
                return up(paths, options.port)
            case "down":
                return down(paths)
            case "status":
                return status(paths)
            case "remove":
                return remove(paths)
            case _:
                serve(paths, options.port)
                return 0
    except EmbeddedError as error:
        _say(str(error))
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
