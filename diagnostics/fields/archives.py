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
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path

from diagnostics.errors import BudgetError, InputDataError, SourceError, reason_of
from diagnostics.fields.blocks import shown
from diagnostics.fields.format_detection import SIDE_FILES, Recognised, packing_of, recognise
from diagnostics.fields.limits import SourceLimits
from diagnostics.messages import Message, Param
from diagnostics.temporary import process_folder

_BLOCK = 1 << 20
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_SUFFIXES = (".gz", ".bz2", ".gzip")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, gzip.BadGzipFile, RuntimeError)

_Read = Callable[[int], bytes]

_lock = threading.Lock()
_numbers = count()
_unpacked: dict[tuple[object, ...], list[Recognised]] = {}


def open_local(path: Path, limits: SourceLimits) -> list[Recognised]:
    """Recognise a file, or the files inside a packed one.

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
        if known is None or not all(Path(item.place).is_file() for item in known):
            known = _unpack(path, packing, limits)
            after = path.stat()
            if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
                raise SourceError(
                    Message(id="dataerror-archive_changed", params={"path": shown(path)}),
                    code="source_changed",
                    data={"source": shown(path)},
                )
            _unpacked[key] = known
    return known


def _unpack(path: Path, packing: str, limits: SourceLimits) -> list[Recognised]:
    found: list[Recognised] = []
    number = next(_numbers)
    left = limits.max_unpacked_bytes
    try:
        with ExitStack() as stack:
            for name, read in _contents(path, packing, limits, stack):
                target = _place(number, len(found), name)
                left -= _copy(read, target, left, path, limits)
                if packing_of(target) is not None:
                    raise _refused(path, "nested_archive", name=name)
                label = f"{path}/{name}" if packing == "zip" else str(path.with_name(name))
                inner = recognise(target)
                found.append(replace(inner, path=str(path), place=str(target), label=label))
    except _BROKEN as error:
        raise _refused(
            path, "damaged_file", "damaged_archive", kind=type(error).__name__
        ) from error
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
        raise _refused(path, "empty_archive")
    return found


def _contents(
    path: Path, packing: str, limits: SourceLimits, stack: ExitStack
) -> Iterator[tuple[str, _Read]]:
    """Give the label and the unpacked bytes of each file inside."""
    if packing != "zip":
        name = path.name
        for suffix in _SUFFIXES:
            name = name.removesuffix(suffix)
        if packing == "gzip":
            yield name, stack.enter_context(gzip.GzipFile(path)).read
        else:
            yield name, stack.enter_context(bz2.BZ2File(path)).read
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
        with archive.open(entry) as stream:
            yield name, stream.read


def _copy(read: _Read, target: Path, left: int, path: Path, limits: SourceLimits) -> int:
    """Write what is unpacked, never more than is left of the limit."""
    written = 0
    with target.open("wb") as sink:
        while block := read(_BLOCK):
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
    return written


def _place(archive: int, number: int, name: str) -> Path:
    """Return where a file inside goes: a name of our own with a readable end."""
    folder = process_folder("unpacked") / str(archive)
    folder.mkdir(exist_ok=True)
    return folder / f"{number}-{_UNSAFE.sub('_', name)[-80:]}"


def _refused(path: Path, code: str, text: str = "", **params: Param) -> InputDataError:
    message = Message(id=f"dataerror-{text or code}", params={"path": shown(path), **params})
    return InputDataError(message, code=code, data={"path": str(path)})
