"""What can go wrong when servers are started from the project's own folder."""

from __future__ import annotations

from pathlib import Path

LOG_LINES_SHOWN = 8


class EmbeddedError(Exception):
    """A server, folder, port or program that is not as it has to be.

    Parameters
    ----------
    message : str
        What was wrong and where.
    cure : str
        What to do about it.
    code : str
        Stable identifier in ``snake_case``.
    """

    def __init__(self, message: str, *, cure: str, code: str) -> None:
        super().__init__(f"{message}\n  what to do: {cure}")
        self.message = message
        self.cure = cure
        self.code = code


_SYMPTOMS: tuple[tuple[str, str, str], ...] = (
    (
        "No space left on device",
        "no_space",
        "free some space (a new database needs about 60 MB), or set HVRMET_STATE_DIR to a folder "
        "on another disk",
    ),
    (
        "Read-only file system",
        "read_only",
        "set HVRMET_STATE_DIR to a folder that can be written",
    ),
    (
        "Address already in use",
        "port_taken",
        "another program listens there: stop it, or choose another port",
    ),
    (
        "could not create shared memory",
        "no_shared_memory",
        "the system gives too little shared memory: raise it (containers: --shm-size=128m)",
    ),
    (
        "incompatible with server",
        "version_mismatch",
        "the data was made by another major version: choose that one with HVRMET_POSTGRES, or "
        "remove the data with 'make clean'",
    ),
    (
        "Permission denied",
        "permission_denied",
        "the server's user cannot reach a file: set HVRMET_STATE_DIR to a folder below /var/tmp",
    ),
    (
        "error while loading shared libraries",
        "missing_library",
        "the installation is incomplete: remove .venv and run 'make setup' again",
    ),
)


def last_words(log: Path) -> list[str]:
    """Return the last lines of a log, or why it cannot be read."""
    try:
        return log.read_text(errors="replace").strip().splitlines()[-LOG_LINES_SHOWN:]
    except OSError as error:
        return [f"(its log cannot be read: {error})"]


def server_failure(name: str, log: Path) -> EmbeddedError:
    """Explain from its log why a server did not start.

    Parameters
    ----------
    name : str
        The server's name for the reader.
    log : Path
        Where its output went.

    Returns
    -------
    EmbeddedError
        With the last lines of the log, and the cure where the symptom is known.
    """
    lines = last_words(log)
    text = "\n".join(lines)
    code, cure = "server_not_started", f"read {log}; 'make clean' starts from nothing"
    for symptom, known_code, known_cure in _SYMPTOMS:
        if symptom in text:
            code, cure = known_code, known_cure
            break
    shown = "".join(f"\n    {line}" for line in lines)
    return EmbeddedError(
        f"{name} did not start; its last words ({log}):{shown}", cure=cure, code=code
    )
