"""Short-lived folders for servers, with short paths: the name of a socket has 107 characters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from diagnostics.temporary import owned_folder
from hvrmet.embedded.identity import server_user

_PARENT = Path("/tmp")  # noqa: S108  short, whatever TMPDIR says


@contextmanager
def server_folder(kind: str) -> Iterator[Path]:
    """Give a folder that the servers' user can enter; the next one removes it if we are killed."""
    with owned_folder(kind, _PARENT) as folder:
        folder.chmod(0o711 if server_user().switched else 0o700)
        yield folder
