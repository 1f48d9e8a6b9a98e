"""A process that keeps embedded servers alive as long as another process lives.

A test run may have several processes that share one set of servers, and any of them may be
killed. The watchdog owns the servers, watches the run, and stops them when it ends, however it
ends::

    python -m hvrmet.embedded.watchdog --folder DIR --watch PID
"""

from __future__ import annotations

import argparse
import json
import os
import select
import shutil
import signal
import sys
from pathlib import Path
from types import FrameType

from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.services import EmbeddedServices
from hvrmet.embedded.state import StatePaths

WATCH_MILLISECONDS = 1000


class _Stop(Exception):  # noqa: N818  raised by a signal, not by an error
    """Somebody asked the watchdog to end."""


def _raise_stop(_signal: int, _frame: FrameType | None) -> None:
    raise _Stop


def keep(folder: Path, watched: int) -> None:
    """Run the servers until the watched process is gone or a signal asks to stop.

    ``services.json`` appears when the servers are ready and disappears with them. When the
    watched process is gone nobody is left to remove `folder`, so it goes too.

    Raises
    ------
    EmbeddedError
        When a server does not start.
    """
    paths = session_paths(folder)
    services = EmbeddedServices(paths, for_tests=True)
    try:
        descriptor = os.pidfd_open(watched)
    except ProcessLookupError:
        shutil.rmtree(folder)
        return
    watcher = select.poll()
    watcher.register(descriptor, select.POLLIN)
    try:
        services.start()
        _publish(paths.services, services.environment())
        while not watcher.poll(WATCH_MILLISECONDS) and not services.failed():
            continue
    finally:
        paths.services.unlink(missing_ok=True)
        services.stop()
        if watcher.poll(0):
            shutil.rmtree(folder)
        os.close(descriptor)


def session_paths(folder: Path) -> StatePaths:
    """Return where the servers below `folder` have their data and sockets."""
    return StatePaths(folder / "state", folder / "run")


def _publish(path: Path, variables: dict[str, str]) -> None:
    draft = path.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(variables))
    draft.rename(path)


def main() -> int:
    """Keep servers for the process that the command line names."""
    parser = argparse.ArgumentParser(prog="hvrmet.embedded.watchdog", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--watch", type=int, required=True)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, _raise_stop)
    signal.signal(signal.SIGINT, _raise_stop)
    try:
        keep(options.folder, options.watch)
    except _Stop:
        return 0
    except EmbeddedError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
