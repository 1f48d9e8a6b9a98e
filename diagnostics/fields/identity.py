"""Whether data are still those that were opened: their identity, and what a failed read means.

A file is known by size, times of change and inode, an object of a Zarr store by name, size and
version mark. The identity is taken before the data are opened and compared before and after each
read and before a report, so that one analysis rests on one state of the data. A file that only
looks changed, because it was touched or copied onto itself, is compared by its content.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import JsonValue

from diagnostics.errors import DiagnosticsError, InputDataError, SourceError, reason_of
from diagnostics.fields.blocks import shown
from diagnostics.fields.file_access import content_digest, is_local, object_marks
from diagnostics.fields.format_detection import Recognised
from diagnostics.messages import Message

_FEW_OBJECTS = 2000
"""A local store of so many is compared whole at each read."""
_DAMAGE = {
    *("damaged_file", "truncated_file", "not_readable", "file_not_found", "empty_file"),
    "damaged_climatology",
}
"""What says nothing of the data where they were whole when they were opened."""
_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {errno.EACCES, errno.EPERM}

Marks = dict[str, tuple[object, ...]]


class Identity:
    """The identity of the files and stores of one source.

    Parameters
    ----------
    items : sequence of Recognised
        Taken as they are now: make this before the data are opened.
    """

    def __init__(self, items: Sequence[Recognised]) -> None:
        self._items = tuple(items)
        self._quick = {item.path: _first_marks(item) for item in items}
        # Of a remote store only with its digest: to list it may take minutes.
        self._whole = {
            item.path: object_marks(item.path)
            for item in items
            if _is_store(item) and is_local(item)
        }
        self._digests: dict[str, str] = {}
        self._lock = threading.Lock()

    def narrow(self, items: Sequence[Recognised]) -> None:
        """Keep these items only: what is not read may change."""
        self._items = tuple(items)

    def digests(self) -> list[str]:
        """Return the digest of each item's content.

        Raises
        ------
        SourceError
            As `check`.
        """
        with self.guarded():
            for item in self._items:
                if item.path not in self._digests:
                    if _is_store(item) and not is_local(item):
                        self._whole[item.path] = object_marks(item.path)
                    self._digests[item.path] = content_digest(item)
        return [self._digests[item.path] for item in self._items]

    def check(self, *, whole: bool = False) -> None:
        """Refuse data that vanished or changed.

        Parameters
        ----------
        whole : bool
            Compare every object of large and of remote stores, not their metadata alone.

        Raises
        ------
        SourceError
            ``source_vanished``, ``source_changed``, ``source_denied`` or ``source_failed``.
        """
        with self._lock:
            for item in self._items:
                known = self._whole.get(item.path)
                if known is not None and (whole or (is_local(item) and len(known) < _FEW_OBJECTS)):
                    _compare(item, known, object_marks(item.path))
                    continue
                found, before = _quick_marks(item), self._quick[item.path]
                if before is not None and found != before:
                    self._look_closer(item, before, found)
                self._quick[item.path] = found

    def _look_closer(self, item: Recognised, before: Marks, found: Marks) -> None:
        """Accept data whose content is the same whatever their times of change."""
        if item.path in self._whole:
            _compare(item, self._whole[item.path], object_marks(item.path))
        elif self._digests.get(item.path) != content_digest(item):
            _compare(item, before, found)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Read inside the block: what the source does meanwhile is a `SourceError`.

        Raises
        ------
        SourceError
            As `check`, and ``source_damaged`` or ``memory_exhausted`` for a read that failed.
        """
        self.check()
        try:
            with self.watched():
                yield
        except (DiagnosticsError, OSError, MemoryError) as error:
            failure = failure_of(error, self._items)
            if failure is error:
                raise
            raise failure from error
        self.check()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Give a change of the data as the reason of whatever fails inside the block.

        A library may raise anything of a file that another took the place of: an index out of
        range, a key that is not there, a fault of its own.

        Raises
        ------
        SourceError
            As `check`, in place of the error.
        """
        try:
            yield
        except Exception:
            self.check()
            raise


def _is_store(item: Recognised) -> bool:
    return item.format == "zarr"


def _first_marks(item: Recognised) -> Marks | None:
    """Return the first marks; None where storage does not answer, which opening then reports."""
    try:
        return _quick_marks(item)
    except SourceError:
        return None


def _quick_marks(item: Recognised) -> Marks:
    """Return what can be compared at little cost: a file's state, a store's own metadata."""
    if not _is_store(item):
        return {"": _state(Path(item.path))}
    if is_local(item):
        return {
            str(folder): _state(folder) for folder in [Path(item.path), *_folders(Path(item.path))]
        }
    return object_marks(item.path, deep=False)


def _folders(root: Path) -> list[Path]:
    return [Path(folder) / name for folder, names, _ in os.walk(root) for name in sorted(names)]


def _state(path: Path) -> tuple[object, ...]:
    try:
        status = path.stat()
    except OSError as error:
        raise failure_of(error, [Recognised(str(path), "")]) from error
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def _compare(item: Recognised, before: Marks, now: Marks) -> None:
    gone = sorted(set(before) - set(now))
    if gone:
        raise vanished(item.path, gone[0])
    if before != now:
        raise SourceError(
            Message(id="dataerror-source_changed", params={"path": f"{shown(item.path)}"}),
            code="source_changed",
            data={"source": shown(item.path)},
        )


def vanished(path: str, part: str = "") -> SourceError:
    """Return the error for data that are no longer there, or for a part of a store."""
    what = f"{part.lstrip('/')} of {shown(path)}" if part and "://" not in part else shown(path)
    return SourceError(
        Message(id="dataerror-source_vanished", params={"what": f"{what}"}),
        code="source_vanished",
        data={"source": shown(path)},
    )


def _damaged_part(error: InputDataError) -> dict[str, JsonValue]:
    """Return the file, field and time that a reader names, where it names them."""
    named: dict[str, JsonValue] = {
        name: error.data[name] for name in ("field", "time") if name in error.data
    }
    if "path" in error.data:
        named["source"] = shown(error.data["path"])
    return named


def failure_of(
    error: DiagnosticsError | OSError | MemoryError, items: Sequence[Recognised]
) -> DiagnosticsError:
    """Say what a failed read of opened data means; what the data themselves lack is unchanged."""
    where = ", ".join(shown(item.path) for item in items[:2])
    data = {"source": where}
    if isinstance(error, MemoryError):
        return SourceError(
            Message(id="dataerror-memory_exhausted", params={"where": f"{where}"}),
            code="memory_exhausted",
            data=data,
        )
    if isinstance(error, InputDataError) and error.code in _DAMAGE:
        return SourceError(
            Message(id="dataerror-source_damaged", params={"message": error.text}),
            code="source_damaged",
            data={**data, **_damaged_part(error), "reason": error.code},
        )
    if isinstance(error, DiagnosticsError):
        return error
    if isinstance(error, FileNotFoundError | NotADirectoryError) and items:
        return vanished(items[0].path)
    reason = reason_of(error)
    if error.errno in _REFUSED:
        return SourceError(
            Message(id="dataerror-source_denied", params={"where": where, "reason": reason}),
            code="source_denied",
            data=data,
        )
    cure = "full" if error.errno in _FULL else "failed"
    return SourceError(
        Message(id=f"dataerror-storage_{cure}", params={"where": where, "reason": reason}),
        code="source_failed",
        data=data,
    )
