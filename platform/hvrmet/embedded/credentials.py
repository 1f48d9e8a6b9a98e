"""Passwords and keys of an embedded installation: generated once, readable by their owner only."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from hvrmet.embedded.errors import EmbeddedError

_BYTES = 24


@dataclass(frozen=True)
class Credentials:
    """What the parts of one embedded installation show each other.

    Attributes
    ----------
    postgres, hvrmet_owner, hvrmet_app : str
        Passwords of the database roles of these names.
    secret_key : str
        Django's signing key.
    """

    postgres: str
    hvrmet_owner: str
    hvrmet_app: str
    secret_key: str

    def password(self, role: str) -> str:
        """Return the password of a database role.

        Raises
        ------
        KeyError
            For a role that an embedded installation does not have.
        """
        passwords = {
            "postgres": self.postgres,
            "hvrmet_owner": self.hvrmet_owner,
            "hvrmet_app": self.hvrmet_app,
        }
        return passwords[role]


def load_credentials(path: Path) -> Credentials:
    """Read the credentials, or generate them the first time.

    Raises
    ------
    EmbeddedError
        When the file is damaged.
    """
    if not path.exists():
        _write_once(path)
    try:
        return Credentials(**json.loads(path.read_text()))
    except (ValueError, TypeError) as error:
        raise EmbeddedError(
            f"the credentials in {path} cannot be read: {error}",
            cure="'make clean' removes the embedded data, so that new ones are made",
            code="credentials_damaged",
        ) from error


def _write_once(path: Path) -> None:
    """Write new credentials whole or not at all; the first of two writers wins."""
    generated = Credentials(
        postgres=secrets.token_urlsafe(_BYTES),
        hvrmet_owner=secrets.token_urlsafe(_BYTES),
        hvrmet_app=secrets.token_urlsafe(_BYTES),
        secret_key=secrets.token_urlsafe(2 * _BYTES),
    )
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        json.dump(asdict(generated), handle, indent=1)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
