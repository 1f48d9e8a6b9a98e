"""Files that are packed: gzip, bzip2 and zip, opened in place within limits.

What is inside is written to a folder of this process, which is removed when it ends. Nothing an
archive says of itself is trusted: names inside are labels and never paths, sizes are counted while
they are unpacked. The identity of the data stays that of the packed file.
"""

from __future__ import annotations

import bz2
import gzip
import re
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Protocol

from diagnostics.errors import BudgetError, InputDataError, SourceError, reason_of
from diagnostics.fields.blocks import shown
from diagnostics.fields.format_detection import SIDE_FILES, Recognised, packing_of, recognise
from diagnostics.fields.left_out_files import LeftOutFiles, leaving_out
from diagnostics.fields.limits import SourceLimits
from diagnostics.messages import Message, Param
from diagnostics.temporary import process_folder

_BLOCK = 1 << 20
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_SUFFIXES = (".gz", ".bz2", ".gzip")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, gzip.BadGzipFile, RuntimeError)


class _Stream(Protocol):
    """Bytes as they are unpacked."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many."""


_Open = Callable[[], AbstractContextManager[_Stream]]


@dataclass(frozen=True)
class _Unpacked:
    """The files inside an archive, and those that cannot be used."""

    found: list[Recognised]
    left_out: LeftOutFiles


_lock = threading.Lock()
_numbers = count()
_unpacked: dict[tuple[object, ...], _Unpacked] = {}


def open_local(path: Path, limits: SourceLimits, left_out: LeftOutFiles) -> list[Recognised]:
    """Recognise a file, or the files inside a packed one.

    Parameters
    ----------
    path : Path
    limits : SourceLimits
    left_out : dict
        Grows by the files inside that cannot be used, where others can.

    Raises
    ------
    InputDataError
        As `diagnostics.fields.format_detection.recognise`; ``damaged_file`` for an archive
        that cannot be unpacked, ``empty_archive`` for one without data, ``nested_archive``,
        ``encrypted_archive``.
    BudgetError
        ``archive_too_large`` when more than the limit comes out of it.
    SourceError
        ``source_changed`` when it was written to meanwhile, ``source_failed`` when there is no
        room for its content.
    """
    packing = packing_of(path)
    if packing is None:
        return [recognise(path)]
    before = path.stat()
    key = (str(path.resolve()), before.st_size, before.st_mtime_ns, before.st_ino)
    with _lock:
        known = _unpacked.get(key)
        if known is None or not all(Path(item.place).is_file() for item in known.found):
            known = _unpack(path, packing, limits)
            after = path.stat()
            if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
                raise SourceError(
                    Message(id="dataerror-archive_changed", params={"path": shown(path)}),
                    code="source_changed",
                    data={"source": shown(path)},
                )
            _unpacked[key] = known
    left_out.update(known.left_out)
    return known.found


def _unpack(path: Path, packing: str, limits: SourceLimits) -> _Unpacked:
    found: list[Recognised] = []
    left_out: LeftOutFiles = {}
    number = next(_numbers)
    left = limits.max_unpacked_bytes
    try:
        with ExitStack() as stack, _whole(path):
            for name, opened in _contents(path, packing, limits, stack):
                label = f"{path}/{name}" if packing == "zip" else str(path.with_name(name))
                target = _place(number, len(found) + len(left_out), name)
                with leaving_out(label, left_out), _whole(path), opened() as stream:
                    _copy(stream, target, left, path, limits)
                    if packing_of(target) is not None:
                        raise _refused(path, "nested_archive", name=name)
                    inner = recognise(target)
                    found.append(replace(inner, path=str(path), place=str(target), label=label))
                left -= target.stat().st_size if target.is_file() else 0
    except OSError as error:
        raise SourceError(
            Message(
                id="dataerror-archive_failed",
                params={"path": shown(path), "reason": reason_of(error)},
            ),
            code="source_failed",
            data={"source": shown(path)},
        ) from error
    if not found:
        raise next(iter(left_out.values()), _refused(path, "empty_archive"))
    return _Unpacked(found, left_out)


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    """Say of what cannot be unpacked that it is damaged."""
    try:
        yield
    except _BROKEN as error:
        kind = type(error).__name__
        raise _refused(path, "damaged_file", "damaged_archive", kind=kind) from error


def _contents(
    path: Path, packing: str, limits: SourceLimits, stack: ExitStack
) -> Iterator[tuple[str, _Open]]:
    """Give the label of each file inside, and what opens its unpacked bytes."""
    if packing != "zip":
        name = path.name
        for suffix in _SUFFIXES:
            name = name.removesuffix(suffix)
        yield name, partial(gzip.GzipFile if packing == "gzip" else bz2.BZ2File, path)
        return
    archive = stack.enter_context(zipfile.ZipFile(path))
    entries = [item for item in archive.infolist() if not item.is_dir()]
    limits.check("files", len(entries), limits.max_files)
    for entry in entries:
        name = entry.filename.replace("\\", "/").rsplit("/", 1)[-1]
        if name.startswith(".") or name.lower().endswith(SIDE_FILES):
            continue
        if entry.flag_bits & 0x1:
            raise _refused(path, "encrypted_archive")
        yield name, partial(archive.open, entry)


def _copy(stream: _Stream, target: Path, left: int, path: Path, limits: SourceLimits) -> None:
    """Write what is unpacked, never more than is left of the limit."""
    written = 0
    with target.open("wb") as sink:
        while block := stream.read(_BLOCK):
            written += len(block)
            if written > left:
                sink.close()
                target.unlink()
                raise BudgetError(
                    Message(
                        id="dataerror-archive_too_large",
                        params={"path": shown(path), "limit": limits.max_unpacked_bytes // 2**20},
                    ),
                    code="archive_too_large",
                    data={"path": str(path), "limit": limits.max_unpacked_bytes},
                )
            sink.write(block)


def _place(archive: int, number: int, name: str) -> Path:
    """Return where a file inside goes: a name of our own with a readable end."""
    folder = process_folder("unpacked") / str(archive)
    folder.mkdir(exist_ok=True)
    return folder / f"{number}-{_UNSAFE.sub('_', name)[-80:]}"


def _refused(path: Path, code: str, text: str = "", **params: Param) -> InputDataError:
    message = Message(id=f"dataerror-{text or code}", params={"path": shown(path), **params})
    return InputDataError(message, code=code, data={"path": str(path)})
