"""What a backup holds, as the file that is written last of all."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from uuid import UUID

from pydantic import BaseModel, ConfigDict, ValidationError

NAME, DUMP, ARTIFACTS = "manifest.json", "database.dump", "artifacts"
CHUNK = 2**20


class BackupError(Exception):
    """A backup that cannot be made, or is not as its manifest says."""


class StoredArtifact(BaseModel):
    """One artifact of a tenant."""

    model_config = ConfigDict(frozen=True)

    tenant: UUID
    sha256: str
    size: int


class ChainHead(BaseModel):
    """The last record of an audit chain."""

    model_config = ConfigDict(frozen=True)

    tenant: UUID
    seq: int
    hash: str


class Manifest(BaseModel):
    """Everything that a restored installation is compared with; all of one moment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = 1
    at: datetime
    server_version: int
    dump_sha256: str
    tables: dict[str, int]
    migrations: tuple[str, ...]
    heads: tuple[ChainHead, ...]
    artifacts: tuple[StoredArtifact, ...]


def sha256_of(path: Path) -> str:
    """Return the digest of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def manifest_read(folder: Path) -> Manifest:
    """Read a backup's manifest and check the dump against it.

    Raises
    ------
    BackupError
        When the backup was not finished, or was changed.
    """
    try:
        manifest = Manifest.model_validate_json((folder / NAME).read_text(encoding="utf-8"))
        digest = sha256_of(folder / DUMP)
    except (OSError, ValidationError) as error:
        raise BackupError(f"{folder} is no whole backup: {error}") from error
    if digest != manifest.dump_sha256:
        raise BackupError(f"{folder / DUMP} is not the file that the manifest was written for")
    return manifest
