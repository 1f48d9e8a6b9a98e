"""The user that servers run as: ourselves, or an unprivileged one when we are root."""

from __future__ import annotations

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hvrmet.embedded.errors import EmbeddedError

UNPRIVILEGED = "nobody"


@dataclass(frozen=True)
class ServerUser:
    """An account of this system.

    Attributes
    ----------
    name : str
    uid, gid : int
    switched : bool
        Whether it differs from the user that runs this process.
    """

    name: str
    uid: int
    gid: int
    switched: bool

    def spawn_options(self) -> dict[str, Any]:
        """Return the options of `subprocess.Popen` that make a child run as this user."""
        if not self.switched:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def can_reach(self, path: Path) -> bool:
        """Say whether this user may read and enter `path`.

        The user itself is asked, in a child process, because mode bits alone do not tell of
        access lists, mounts and parents.
        """
        answer = subprocess.run(
            ["/bin/sh", "-c", 'test -r "$1" && test -x "$1"', "sh", str(path)],
            cwd="/",
            check=False,
            **self.spawn_options(),
        )
        return answer.returncode == 0

    def own(self, path: Path) -> None:
        """Give `path` to this user."""
        if self.switched:
            os.chown(path, self.uid, self.gid)


def server_user() -> ServerUser:
    """Return the user that servers shall run as.

    PostgreSQL refuses to run as root, so root's servers run as ``nobody`` or as the account that
    ``HVRMET_SERVER_USER`` names.

    Raises
    ------
    EmbeddedError
        When there is no such account, or the present user has no entry in the password file.
    """
    uid = os.geteuid()
    if uid != 0:
        try:
            entry = pwd.getpwuid(uid)
        except KeyError as error:
            raise EmbeddedError(
                f"user id {uid} has no account, which PostgreSQL requires",
                cure=f"add one (useradd --uid {uid} hvrmet), or name a server: DATABASE_URL",
                code="no_account",
            ) from error
        return ServerUser(entry.pw_name, uid, entry.pw_gid, switched=False)
    name = os.environ.get("HVRMET_SERVER_USER", UNPRIVILEGED)
    try:
        entry = pwd.getpwnam(name)
    except KeyError as error:
        raise EmbeddedError(
            f"there is no account {name!r} for the servers to run as",
            cure="name one in HVRMET_SERVER_USER, or do not run as root",
            code="no_account",
        ) from error
    if entry.pw_uid == 0:
        raise EmbeddedError(
            f"HVRMET_SERVER_USER={name} is root itself, and PostgreSQL refuses to run as root",
            cure="name an unprivileged account, e.g. nobody",
            code="no_account",
        )
    return ServerUser(entry.pw_name, entry.pw_uid, entry.pw_gid, switched=True)
