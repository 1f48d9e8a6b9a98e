"""Where artifacts lie: below the tenant's prefix, under their sha256, whole or not at all."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, default_storage
from django.utils import timezone

from diagnostics.messages import message
from hvrmet.core.errors import ApplicationError

_DRAFTS = ".drafts"
_AHEAD = "ahead"


class AtomicFileStorage(FileSystemStorage):
    """Files on disk that appear complete: written in a folder of drafts, then renamed."""

    @property
    def drafts(self) -> Path:
        """Where files are until they are whole."""
        return Path(self.location) / _DRAFTS

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """Keep the name: it is the content's address, so writing it twice writes the same."""
        return name

    def _save(self, name: str, content: File[Any]) -> str:
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True)
        self.drafts.mkdir(exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=self.drafts)
        try:
            with os.fdopen(handle, "wb") as stream:
                for chunk in content.chunks():
                    stream.write(chunk)
                stream.flush()
                os.fsync(stream.fileno())
            Path(temporary).replace(target)
            _keep_name(target.parent)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        return name


def _keep_name(folder: Path) -> None:
    """Bring the names in a folder to the disk, so that they survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def leftovers_remove(older_than: timedelta) -> int:
    """Remove drafts that nobody finished, and return how many there were."""
    if not isinstance(default_storage, AtomicFileStorage) or not default_storage.drafts.exists():
        return 0
    before = time.time() - older_than.total_seconds()
    old = [path for path in default_storage.drafts.iterdir() if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def storage_key(tenant_id: UUID, sha256: str) -> str:
    """Name the place of an artifact; keys begin with the tenant."""
    return f"{tenant_id}/artifacts/{sha256[:2]}/{sha256}"


def content_write(tenant_id: UUID, data: bytes) -> str:
    """Store bytes once and return their sha256."""
    sha256 = hashlib.sha256(data).hexdigest()
    key = storage_key(tenant_id, sha256)
    if not default_storage.exists(key):
        default_storage.save(key, ContentFile(data))
    return sha256


def content_read(tenant_id: UUID, sha256: str) -> bytes:
    """Return stored bytes, checked against their address.

    Raises
    ------
    ApplicationError
        ``artifact_missing`` (404) or ``artifact_damaged`` (500).
    """
    return _read(storage_key(tenant_id, sha256), sha256)


def content_file(tenant_id: UUID, sha256: str) -> Path:
    """Return stored bytes as a file, for libraries that read parts of one.

    What lies in a store elsewhere is copied once, checked, to this machine's temporary files.

    Raises
    ------
    ApplicationError
        As `content_read`.
    """
    key = storage_key(tenant_id, sha256)
    if isinstance(default_storage, FileSystemStorage):
        path = Path(default_storage.path(key))
        if not path.is_file():
            raise _missing(sha256)
        return path
    copy = Path(tempfile.gettempdir()) / "hvrmet-contents" / str(tenant_id) / sha256
    if not copy.is_file():
        data = _read(key, sha256)
        copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=copy.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(temporary).replace(copy)
    return copy


def content_remove(tenant_id: UUID, sha256: str) -> None:
    """Remove stored bytes that nothing names any more."""
    default_storage.delete(storage_key(tenant_id, sha256))


def draft_key(tenant_id: UUID, job_id: UUID, sha256: str) -> str:
    """Name the place of a picture drawn ahead for a job, apart from what is kept."""
    return f"{tenant_id}/{_AHEAD}/{job_id}-{sha256}"


def draft_write(tenant_id: UUID, job_id: UUID, data: bytes) -> str:
    """Store a picture drawn ahead, and return its sha256."""
    sha256 = hashlib.sha256(data).hexdigest()
    key = draft_key(tenant_id, job_id, sha256)
    if not default_storage.exists(key):
        default_storage.save(key, ContentFile(data))
    return sha256


def draft_take(tenant_id: UUID, job_id: UUID, sha256: str) -> bytes:
    """Return a picture drawn ahead, checked, and remove it from the store.

    Raises
    ------
    ApplicationError
        As `content_read`.
    """
    key = draft_key(tenant_id, job_id, sha256)
    data = _read(key, sha256)
    default_storage.delete(key)
    return data


def draft_remove(tenant_id: UUID, job_id: UUID, sha256: str) -> None:
    """Remove a picture drawn ahead that nobody will take; nothing where there is none."""
    default_storage.delete(draft_key(tenant_id, job_id, sha256))


def untaken_remove(older_than: timedelta) -> int:
    """Remove pictures drawn ahead that nobody took, and return how many there were."""
    before = timezone.now() - older_than
    removed = 0
    for tenant in _names("", folders=True):
        folder = f"{tenant}/{_AHEAD}"
        for name in _names(folder, folders=False):
            key = f"{folder}/{name}"
            with suppress(FileNotFoundError):  # its job has just taken it
                if default_storage.get_modified_time(key) < before:
                    default_storage.delete(key)
                    removed += 1
    return removed


def _names(folder: str, *, folders: bool) -> list[str]:
    """Names in a folder of the store, empty where there is none."""
    try:
        found = default_storage.listdir(folder)
    except FileNotFoundError:
        return []
    return sorted(found[0] if folders else found[1])


def _read(key: str, sha256: str) -> bytes:
    try:
        with default_storage.open(key, "rb") as stream:
            data: bytes = stream.read()
    except FileNotFoundError as error:
        raise _missing(sha256) from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ApplicationError(
            message("refusal-artifact_damaged", digest=sha256[:12]),
            code="artifact_damaged",
            http_status=500,
        )
    return data


def _missing(sha256: str) -> ApplicationError:
    return ApplicationError(
        message("refusal-artifact_missing", digest=sha256[:12]),
        code="artifact_missing",
        http_status=404,
    )
