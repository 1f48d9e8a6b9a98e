"""A store without room: each step of a write may fail, and none leaves half a file."""

from __future__ import annotations

import errno
import os
import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.storage import default_storage
from hvrmet.evidence.storage import content_read, content_write

DATA = os.urandom(300_000)


def no_room(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def files() -> list[Path]:
    return [path for path in Path(default_storage.location).rglob("*") if path.is_file()]


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Let the system refuse larger files to this process, as a quota does; no root is needed."""
    _, hard = before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("owner", "step"),
    [
        (os, "mkdir"),
        (tempfile, "mkstemp"),
        (os, "fsync"),
        (Path, "replace"),
    ],
)
def test_a_step_that_finds_no_room_leaves_nothing(
    platform_settings, monkeypatch, owner, step
) -> None:
    tenant = uuid4()
    with monkeypatch.context() as trouble:
        trouble.setattr(owner, step, no_room)
        with pytest.raises(OSError, match="No space") as caught:
            content_write(tenant, DATA)
    assert caught.value.errno == errno.ENOSPC
    assert not files()
    sha256 = content_write(tenant, DATA)
    assert content_read(tenant, sha256) == DATA


def test_bytes_that_the_system_refuses_leave_nothing(platform_settings) -> None:
    tenant = uuid4()
    with (
        files_no_larger_than(len(DATA) // 2),
        pytest.raises(OSError, match="File too large") as caught,
    ):
        content_write(tenant, DATA)
    assert caught.value.errno == errno.EFBIG
    assert not files()
    assert content_read(tenant, content_write(tenant, DATA)) == DATA


def test_a_name_that_is_not_yet_on_the_disk_stands_for_a_whole_file(
    platform_settings, monkeypatch
) -> None:
    """The last step of all: the file is there, and the write that failed may be repeated."""
    tenant, sync = uuid4(), os.fsync
    asked = []

    def second_fails(handle: int) -> None:
        asked.append(handle)
        no_room() if len(asked) == 2 else sync(handle)

    with monkeypatch.context() as trouble:
        trouble.setattr(os, "fsync", second_fails)
        with pytest.raises(OSError, match="No space"):
            content_write(tenant, DATA)
    (kept,) = files()
    assert kept.read_bytes() == DATA
    assert content_read(tenant, content_write(tenant, DATA)) == DATA
