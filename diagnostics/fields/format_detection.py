"""What a file is, by its content; damaged, empty and foreign files get a clear error."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from diagnostics.errors import InputDataError, reason_of
from diagnostics.fields.blocks import shown
from diagnostics.fields.netcdf3 import expected_size
from diagnostics.messages import Message, Param

_COMPRESSED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_OPENED = {"gzip", "bzip2", "zip"}
"""Packings that `diagnostics.fields.archives` opens, beside tar."""

TAR_HEAD = 512
"""Bytes of the first header of a tar file."""

SIDE_FILES = (".idx", ".md", ".txt", ".json", ".yaml", ".yml", ".png", ".csv", ".log", ".py")
"""Ends of names that are passed over beside data."""

_NOT_GRIDDED = {b"BUFR": "BUFR", b"\xff\xffODA": "ODB"}
"""Marks of formats of single observations; a header of a bulletin may stand before them."""

_HDF5 = b"\x89HDF\r\n\x1a\n"
_ZARR_MARKS = ("zarr.json", ".zmetadata", ".zgroup", ".zattrs")
_GRIB_SEARCH = 512


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file and its format: ``netcdf3``, ``netcdf4``, ``grib`` or ``zarr``.

    Attributes
    ----------
    path : str
        What was named: file, folder or address. Its content is the identity of the data.
    format : str
    place : str
        Where the data are read: the path itself, or what was unpacked from it.
    label : str
        The name in messages, where it is not the path.
    """

    path: str
    format: str
    place: str = ""
    label: str = ""

    def __post_init__(self) -> None:
        for name in ("place", "label"):
            if not getattr(self, name):
                object.__setattr__(self, name, self.path)


def packing_of(path: Path) -> str | None:
    """Return how a file is packed that can be opened in place; None for every other file."""
    try:
        with path.open("rb") as stream:
            head = stream.read(TAR_HEAD)
    except OSError:
        return None
    if is_tar(head):
        return "tar"
    found = next((name for magic, name in _COMPRESSED.items() if head.startswith(magic)), None)
    return found if found in _OPENED else None


def is_tar(head: bytes) -> bool:
    """Whether bytes begin a tar file, by the mark of its first header (POSIX.1, ustar)."""
    return head[257:262] == b"ustar"


def is_zarr_directory(path: Path) -> bool:
    """Whether a directory is a Zarr store (version 2 or 3)."""
    return any((path / mark).is_file() for mark in _ZARR_MARKS)


def recognise(path: Path) -> Recognised:
    """Tell the format of a file by its first bytes, and refuse one that is cut short.

    Raises
    ------
    InputDataError
        ``file_not_found``, ``not_readable``, ``empty_file``, ``compressed_file``,
        ``html_instead_of_data``, ``not_gridded``, ``unrecognised_format`` or ``truncated_file``.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(2048)
        size = path.stat().st_size
    except FileNotFoundError as error:
        raise InputDataError(
            Message(id="error-file_not_found", params={"path": shown(path)}),
            code="file_not_found",
            data={"path": str(path)},
        ) from error
    except OSError as error:
        raise InputDataError(
            Message(
                id="error-not_readable",
                params={"path": shown(path), "reason": reason_of(error)},
            ),
            code="not_readable",
            data={"path": str(path)},
        ) from error
    if not head:
        raise _refuse(path, "empty_file")
    if head[:3] == b"CDF" and head[3:4] in (b"\x01", b"\x02", b"\x05"):
        _check_netcdf3(path, size)
        return Recognised(str(path), "netcdf3")
    if head.startswith(_HDF5):
        _check_hdf5(path, head, size)
        return Recognised(str(path), "netcdf4")
    start = head.find(b"GRIB", 0, _GRIB_SEARCH)
    if start >= 0 and head[start + 7 : start + 8] in (b"\x01", b"\x02"):
        return Recognised(str(path), "grib")
    for mark, kind in _NOT_GRIDDED.items():
        if mark in head[:_GRIB_SEARCH]:
            raise _refuse(path, "not_gridded", kind=kind)
    raise _foreign(path, head)


def truncated(path: Path | str, detail: Param) -> InputDataError:
    """Return the error for a file that is cut short."""
    return InputDataError(
        Message(id="dataerror-truncated_file", params={"path": f"{shown(path)}", "detail": detail}),
        code="truncated_file",
        data={"path": str(path)},
    )


def _promise(part: str, needed: int, size: int) -> Message:
    return Message(
        id=f"dataerror-{part}_promises", params={"needed": f"{needed}", "size": f"{size}"}
    )


def _check_netcdf3(path: Path, size: int) -> None:
    try:
        with path.open("rb") as stream:
            needed = expected_size(stream)
    except (struct.error, EOFError, ValueError, OverflowError) as error:
        raise truncated(path, Message(id="dataerror-header_cut")) from error
    if size < needed:
        raise truncated(path, _promise("header", needed, size))


def _check_hdf5(path: Path, head: bytes, size: int) -> None:
    """Compare the end-of-file address of the superblock (HDF5 specification) with the size."""
    version = head[8]
    offset, width = (40, head[13]) if version < 2 else (28, head[9])
    if version == 1:
        offset += 4
    if width != 8 or len(head) < offset + 8:
        return
    (needed,) = struct.unpack_from("<Q", head, offset)
    if needed != 0xFFFFFFFFFFFFFFFF and size < needed:
        raise truncated(path, _promise("superblock", needed, size))


def _refuse(path: Path | str, code: str, wording: str = "", **params: Param) -> InputDataError:
    message = Message(id=f"error-{wording or code}", params={"path": shown(path), **params})
    return InputDataError(message, code=code, data={"path": str(path)})


def _foreign(path: Path, head: bytes) -> InputDataError:
    for magic, name in _COMPRESSED.items():
        if head.startswith(magic):
            return _refuse(path, "compressed_file", kind=name)
    start = head.lstrip().lower()
    if start.startswith((b"<!doctype", b"<html", b"<?xml", b"<head")):
        return _refuse(path, "html_instead_of_data")
    wording = "text_instead_of_data" if _is_text(head) else "unrecognised_format"
    return _refuse(path, "unrecognised_format", wording)


def _is_text(head: bytes) -> bool:
    printable = sum(32 <= byte < 127 or byte in (9, 10, 13) for byte in head)
    return printable > 0.9 * len(head)
