"""A backup: the database and the artifacts of one moment, in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.files.storage import default_storage
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from hvrmet.core.db.roles import sees_every_tenant
from hvrmet.embedded.binaries import find_client
from hvrmet.evidence.storage import storage_key
from hvrmet.operations.clients import connection_of, run_client
from hvrmet.operations.manifest import (
    ARTIFACTS,
    CHUNK,
    DUMP,
    NAME,
    BackupError,
    ChainHead,
    Manifest,
    StoredArtifact,
    sha256_of,
)

OWNER = "owner"
_TABLES = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
_HEADS = """
SELECT DISTINCT ON (tenant_id) tenant_id, seq, hash
FROM audit_auditrecord ORDER BY tenant_id, seq DESC
"""
_ARTIFACTS = "SELECT tenant_id, sha256, size FROM evidence_artifact ORDER BY 1, 2"
_MIGRATIONS = "SELECT app || '.' || name FROM django_migrations ORDER BY 1"


def backup_make(folder: Path, say: Callable[[str], None]) -> Manifest:
    """Write a backup into a new folder; the manifest, written last, says that it is whole.

    The dump and everything that the manifest counts are of one snapshot of the database. Artifacts
    are kept under their content's address and never removed, so that those of the snapshot are
    there whenever they are copied.

    Raises
    ------
    BackupError
        When the folder is not empty, the role does not see every row, or something is missing.
    EmbeddedError
        When there is no ``pg_dump`` for the server.
    """
    if OWNER not in connections.databases:
        raise BackupError("DATABASE_OWNER_URL is not set: a backup is made by the owner role")
    if folder.exists() and any(folder.iterdir()):
        raise BackupError(f"{folder} is not empty: name a new folder")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = connections[OWNER]
    if not sees_every_tenant(owner):
        raise BackupError("the owner role does not see every tenant's rows: give it BYPASSRLS")
    with transaction.atomic(using=OWNER):
        _execute(owner, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        version = int(_rows(owner, "SHOW server_version_num")[0][0]) // 10_000
        at = timezone.now()
        run_client(
            find_client("pg_dump", version),
            connection_of(owner.settings_dict),
            "--format=custom",
            "--schema=public",
            f"--snapshot={_rows(owner, 'SELECT pg_export_snapshot()')[0][0]}",
            f"--file={folder / DUMP}",
        )
        say(f"database: {(folder / DUMP).stat().st_size / 1e6:.1f} MB")
        counted = {name: _count(owner, name) for (name,) in _rows(owner, _TABLES)}
        heads = [ChainHead(tenant=t, seq=s, hash=h) for t, s, h in _rows(owner, _HEADS)]
        artifacts = [
            StoredArtifact(tenant=t, sha256=d, size=n) for t, d, n in _rows(owner, _ARTIFACTS)
        ]
        migrations = [name for (name,) in _rows(owner, _MIGRATIONS)]
    for artifact in artifacts:
        _copy(artifact.tenant, artifact.sha256, folder / ARTIFACTS)
    say(f"artifacts: {len(artifacts)}, {sum(item.size for item in artifacts) / 1e6:.1f} MB")
    manifest = Manifest(
        at=at,
        server_version=version,
        dump_sha256=sha256_of(folder / DUMP),
        tables=counted,
        migrations=tuple(migrations),
        heads=tuple(heads),
        artifacts=tuple(artifacts),
    )
    draft = folder / f"{NAME}.part"
    draft.write_text(manifest.model_dump_json(indent=1), encoding="utf-8")
    draft.rename(folder / NAME)
    return manifest


def _copy(tenant: UUID, sha256: str, target: Path) -> None:
    """Copy one artifact, checking what is read."""
    key = storage_key(tenant, sha256)
    place = target / key
    place.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    try:
        with default_storage.open(key, "rb") as source, place.open("wb") as copy:
            while chunk := source.read(CHUNK):
                digest.update(chunk)
                copy.write(chunk)
    except FileNotFoundError as error:
        raise BackupError(f"artifact {key} is not in the store") from error
    if digest.hexdigest() != sha256:
        raise BackupError(f"artifact {key} was changed in the store: restore it first")


def _execute(connection: BaseDatabaseWrapper, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _rows(connection: BaseDatabaseWrapper, statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def _count(connection: BaseDatabaseWrapper, table: str) -> int:
    name = connection.ops.quote_name(table)
    count: int = _rows(connection, f"SELECT count(*) FROM {name}")[0][0]  # noqa: S608 - quoted
    return count
