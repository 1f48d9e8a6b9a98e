"""Folders for temporary files that are gone when their owner is, however it ends.

The owner holds a lock on its folder, which the system lets go of when the process ends, killed or
not. Whoever makes the next folder removes those whose lock is free. The folder's name has the
owner's process id, for people.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.util import Finalize
from pathlib import Path

_NAME = re.compile(r"hvrmet-[a-z]+-\d+-\w+")
_made: dict[tuple[str, int], Path] = {}


def process_folder(kind: str) -> Path:
    """Return the folder of this process for a kind of files; it is removed when the process ends.

    A forked child has its own.
    """
    key = (kind, os.getpid())
    if key not in _made:
        folder, handle = _make(kind, Path(tempfile.gettempdir()))
        # After the end of all that multiprocessing keeps there; in its processes too, and no forks.
        Finalize(None, _remove, (folder, handle), exitpriority=-1000)
        _made[key] = folder
    return _made[key]


def use_process_folder(kind: str) -> None:
    """Let this process, and those that it starts, write all temporary files to such a folder."""
    folder = str(process_folder(kind))
    tempfile.tempdir = os.environ["TMPDIR"] = folder


@contextmanager
def owned_folder(kind: str, parent: Path | None = None) -> Iterator[Path]:
    """Give a folder for a block.

    Parameters
    ----------
    kind : str
    parent : Path, optional
        Where; the system's folder for temporary files by default.
    """
    folder, handle = _make(kind, parent or Path(tempfile.gettempdir()))
    try:
        yield folder
    finally:
        _remove(folder, handle)


def sweep(parent: Path) -> list[Path]:
    """Remove the folders whose owner has ended, and name them."""
    removed = []
    for folder in sorted(parent.iterdir()):
        if _NAME.fullmatch(folder.name) and (handle := _lock(folder)) is not None:
            _remove(folder, handle)
            removed.append(folder)
    return removed


def in_use(folder: Path) -> bool:
    """Whether a folder has an owner that has not ended."""
    if _NAME.fullmatch(folder.name) is None:
        return False
    handle = _lock(folder)
    if handle is not None:
        os.close(handle)
    return handle is None


def _make(kind: str, parent: Path) -> tuple[Path, int]:
    """Make and lock a folder; it has its name, by which others find it, only when it is locked."""
    sweep(parent)
    draft = Path(tempfile.mkdtemp(prefix=f".hvrmet-{kind}-{os.getpid()}-", dir=parent))
    handle = _lock(draft)
    if handle is None:
        raise OSError(f"{draft} cannot be locked")
    return draft.rename(parent / draft.name.removeprefix(".")), handle


def _lock(folder: Path) -> int | None:
    """Lock a folder of ours; None where it is somebody else's, in use, or gone."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        if os.fstat(handle).st_uid == os.geteuid():
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return handle
    except OSError:
        pass
    os.close(handle)
    return None


def _remove(folder: Path, handle: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(handle)
