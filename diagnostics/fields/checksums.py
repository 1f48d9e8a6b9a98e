"""Whether damage of the bytes of a chunk would be noticed when it is decoded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from diagnostics.fields.blocks import Scan
from diagnostics.messages import Listing, Message

if TYPE_CHECKING:
    import xarray as xr

NO_CHECKSUM = "no_checksum"
"""Code of the finding that damage of a field's chunks is not noticed when they are decoded."""

_CHECKED = frozenset(
    {"Zlib", "GZip", "GzipCodec", "BZ2", "LZMA"}
    | {"CRC32", "CRC32C", "Crc32cCodec", "Adler32", "Fletcher32", "JenkinsLookup3"}
)
"""Codecs of Zarr that end with a checksum of what they hold (RFC 1950, RFC 1952; numcodecs)."""
_OF_CHUNKS = ("compressors", "filters")


def has_checksum(encoding: Mapping[str, object]) -> bool:
    """Whether one of a Zarr array's codecs has a checksum.

    LZ4, Blosc and plain bytes have none, Zstandard only where it was asked for: a changed byte in
    such a chunk is decoded to other values.

    Parameters
    ----------
    encoding : mapping
        As xarray gives it, with ``compressors`` and ``filters``.
    """
    codecs = [codec for key in _OF_CHUNKS for codec in _several(encoding.get(key))]
    return any(type(codec).__name__ in _CHECKED or _is_asked_for(codec) for codec in codecs)


def _several(codecs: object) -> Sequence[object]:
    return codecs if isinstance(codecs, tuple | list) else ()


def _is_asked_for(codec: object) -> bool:
    return getattr(codec, "checksum", False) is True


def note_missing_checksums(dataset: xr.Dataset, scan: Scan) -> None:
    """Note the fields of a Zarr store of whose chunks damage would not be noticed.

    Parameters
    ----------
    dataset : xarray.Dataset
        Raw.
    scan : Scan
        With the blocks that are used.
    """
    unchecked = {
        block.ingredient: block.source_name
        for block in scan.blocks
        if block.source_name in dataset.variables
        and not has_checksum(dataset.variables[block.source_name].encoding)
    }
    if unchecked:
        names = Listing(items=tuple(dict.fromkeys(unchecked.values())))
        wording = Message(id="reader-no_checksum", params={"names": names})
        scan.note(NO_CHECKSUM, wording, fields=tuple(unchecked))
