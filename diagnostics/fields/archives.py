"""Files that are packed: gzip, bzip2, zip and tar, opened in place within limits.

What is inside is written to a folder of this process, which is removed when it ends. Nothing an
archive says of itself is trusted: names inside are labels and never paths, sizes are counted while
they are unpacked. The identity of the data stays that of the packed file.
"""

from __future__ import annotations

import bz2
import gzip
import re
import tarfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, Protocol, Self, cast

from diagnostics.errors import BudgetError, InputDataError, SourceError, reason_of
from diagnostics.fields.blocks import shown
from diagnostics.fields.format_detection import (
    SIDE_FILES,
    TAR_HEAD,
    Recognised,
    is_tar,
    packing_of,
    recognise,
)
from diagnostics.fields.left_out_files import LeftOutFiles, leaving_out
from diagnostics.fields.limits import SourceLimits
from diagnostics.messages import Message, Param
from diagnostics.temporary import process_folder

_BLOCK = 1 << 20
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_SUFFIXES = (".gz", ".bz2", ".gzip")
_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    EOFError,
    gzip.BadGzipFile,
    RuntimeError,
)
_OPENERS: dict[str, Callable[[Path], AbstractContextManager[_Stream]]] = {
    "gzip": gzip.GzipFile,
    "bzip2": bz2.BZ2File,
    "tar": lambda path: path.open("rb"),
}
_LONGEST_HEADER = 1 << 20
"""Bytes of one extended header of a tar file: more is no name."""


class _Stream(Protocol):
    """Bytes as they are unpacked."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many."""


_Open = Callable[[], AbstractContextManager[_Stream]]


@dataclass(frozen=True)
class _File:
    """A file inside an archive: its last name, how messages name it, and its unpacked bytes."""

    name: str
    label: str
    opened: _Open


class _Entry(tarfile.TarInfo):
    """A header of a tar file that is whole; `tarfile` takes a damaged one for the end."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Read one header.

        Raises
        ------
        tarfile.TarError
            When it is damaged, or announces an extended header that no name needs.
        """
        try:
            made = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if buf == bytes(tarfile.BLOCKSIZE):
                raise
            raise tarfile.ReadError(f"{error}") from error
        if made.size > _LONGEST_HEADER and made.type in _EXTENDED:
            raise tarfile.ReadError("an extended header is too long")
        return made


_EXTENDED = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)


class _Bounded:
    """Bytes as they are unpacked, also those of files inside that are passed over."""

    def __init__(self, stream: _Stream, path: Path, limits: SourceLimits) -> None:
        self._stream = stream
        self._path = path
        self._limits = limits
        self._read = 0

    def read(self, size: int, /) -> bytes:
        """Return at most so many, while they are within the limit."""
        found = self._stream.read(size)
        self._read += len(found)
        # headers and padding are no content
        if self._read > 2 * self._limits.max_unpacked_bytes:
            raise _too_large(self._path, self._limits)
        return found


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
        with _whole(path):
            for position, item in enumerate(_contents(path, packing, limits)):
                target = _place(path, number, position, item.name)
                with leaving_out(item.label, left_out), _whole(path), item.opened() as stream:
                    _copy(stream, target, left, path, limits)
                    if packing_of(target) is not None:
                        raise _refused(path, "nested_archive", name=item.name)
                    inner = recognise(target)
                    found.append(
                        replace(inner, path=str(path), place=str(target), label=item.label)
                    )
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


def _contents(path: Path, packing: str, limits: SourceLimits) -> Iterator[_File]:
    """Give the files inside, each to be read before the next."""
    if packing == "zip":
        yield from _in_zip(path, limits)
        return
    opener: _Open = partial(_OPENERS[packing], path)
    with opener() as stream:
        holds_several = is_tar(stream.read(TAR_HEAD))
    if holds_several:
        yield from _in_tar(path, opener, limits)
        return
    name = path.name
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    yield _File(name, str(path.with_name(name)), opener)


def _in_zip(path: Path, limits: SourceLimits) -> Iterator[_File]:
    with zipfile.ZipFile(path) as archive:
        entries = [item for item in archive.infolist() if not item.is_dir()]
        limits.check("files", len(entries), limits.max_files)
        for entry in entries:
            name = _last_part(entry.filename)
            if not _is_data(name):
                continue
            if entry.flag_bits & 0x1:
                raise _refused(path, "encrypted_archive")
            yield _File(name, f"{path}/{name}", partial(archive.open, entry))


def _in_tar(path: Path, opener: _Open, limits: SourceLimits) -> Iterator[_File]:
    """Go through a tar file once, from its begin to its end; links and devices are no files."""
    with opener() as packed:
        stream = cast("IO[bytes]", _Bounded(packed, path, limits))
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_Entry) as archive:
            for number, entry in enumerate(archive, start=1):
                limits.check("files", number, limits.max_files)
                name = _last_part(entry.name)
                wanted = entry.isfile() and _is_data(name)
                inside = archive.extractfile(entry) if wanted else None
                if inside is not None:
                    yield _File(name, f"{path}/{name}", partial(closing, inside))


def _last_part(name: str) -> str:
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _is_data(name: str) -> bool:
    """Whether a file may hold data, by its name: no hidden file, no notes."""
    return not name.startswith(".") and not name.lower().endswith(SIDE_FILES)


def _copy(stream: _Stream, target: Path, left: int, path: Path, limits: SourceLimits) -> None:
    """Write what is unpacked, never more than is left of the limit."""
    written = 0
    with target.open("wb") as sink:
        while block := stream.read(_BLOCK):
            written += len(block)
            if written > left:
                sink.close()
                target.unlink()
                raise _too_large(path, limits)
            sink.write(block)


def _too_large(path: Path, limits: SourceLimits) -> BudgetError:
    return BudgetError(
        Message(
            id="dataerror-archive_too_large",
            params={"path": shown(path), "limit": limits.max_unpacked_bytes // 2**20},
        ),
        code="archive_too_large",
        data={"path": str(path), "limit": limits.max_unpacked_bytes},
    )


def _place(archive: Path, number: int, position: int, name: str) -> Path:
    """Return where a file inside goes: names of our own, of which messages show the last two."""
    folder = process_folder("unpacked") / f"{number}-{position}" / _safe(archive.name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / _safe(name)


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)[-80:].lstrip(".") or "_"


def _refused(path: Path, code: str, text: str = "", **params: Param) -> InputDataError:
    message = Message(id=f"dataerror-{text or code}", params={"path": shown(path), **params})
    return InputDataError(message, code=code, data={"path": str(path)})
