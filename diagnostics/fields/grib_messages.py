"""GRIB messages cut from a file, one field each, by the framing of the format itself.

A GRIB2 message may hold several fields that share sections (FM 92 GRIB, WMO-No. 306, Manual on
Codes, Volume I.2). They are rebuilt here as messages of one field, so that the decoder needs no
global switch and a single field can be read by itself.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from diagnostics.errors import InputDataError
from diagnostics.fields.blocks import shown
from diagnostics.fields.format_detection import truncated
from diagnostics.messages import Message

_END = b"7777"
_SEARCH = 65536


@dataclass(frozen=True, slots=True)
class MessageAddress:
    """Where one field lies: offset and length of its message, and its number inside."""

    offset: int
    length: int
    field: int


def iterate_fields(path: Path) -> Iterator[tuple[MessageAddress, bytes]]:
    """Yield every field of a GRIB file as a message of its own.

    Raises
    ------
    InputDataError
        ``truncated_file`` when a message does not end in ``7777``; ``damaged_file`` when its
        sections do not add up.
    """
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        offset = data.find(b"GRIB", 0, _SEARCH)
        while offset >= 0:
            length = _length(data, offset, path)
            message = data[offset : offset + length]
            for number, single in enumerate(split_message(message, path)):
                yield MessageAddress(offset, length, number), single
            end = offset + length
            offset = data.find(b"GRIB", end, end + _SEARCH)
            if offset < 0 and len(data) - end > _SEARCH:
                raise _damaged(path, Message(id="dataerror-no_message", params={"byte": f"{end}"}))


def read_field(path: Path, address: MessageAddress) -> bytes:
    """Read one field again."""
    with path.open("rb") as stream:
        stream.seek(address.offset)
        message = stream.read(address.length)
    if len(message) < address.length:
        raise truncated(
            path, Message(id="dataerror-message_cut", params={"byte": f"{address.offset}"})
        )
    for number, single in enumerate(split_message(message, path)):
        if number == address.field:
            return single
    raise _damaged(
        path, Message(id="dataerror-message_changed", params={"byte": f"{address.offset}"})
    )


def _length(data: mmap.mmap, offset: int, path: Path) -> int:
    head = data[offset : offset + 16]
    if len(head) < 16:
        raise truncated(path, Message(id="dataerror-message_cut", params={"byte": f"{offset}"}))
    if head[7] == 2:
        length = int(struct.unpack(">Q", head[8:16])[0])
    elif head[7] == 1:
        length = _length_grib1(data, offset, int.from_bytes(head[4:7], "big"))
    else:
        raise _damaged(
            path,
            Message(
                id="dataerror-message_edition",
                params={"byte": f"{offset}", "edition": f"{head[7]}"},
            ),
        )
    if length < 16 or offset + length > len(data):
        raise truncated(
            path,
            Message(
                id="dataerror-message_length", params={"byte": f"{offset}", "length": f"{length}"}
            ),
        )
    if data[offset + length - 4 : offset + length] != _END:
        raise truncated(path, Message(id="dataerror-message_end", params={"byte": f"{offset}"}))
    return length


def _length_grib1(data: mmap.mmap, offset: int, length: int) -> int:
    """Edition 1 counts in units of 120 bytes where three bytes are too few (ECMWF's practice)."""
    if not length & 0x800000:
        return length
    position = offset + 8
    flags = data[position + 7]
    position += int.from_bytes(data[position : position + 3], "big")
    for present in (flags & 0x80, flags & 0x40):
        if present:
            position += int.from_bytes(data[position : position + 3], "big")
    section4 = int.from_bytes(data[position : position + 3], "big")
    if section4 >= 120:
        return length
    return (length & 0x7FFFFF) * 120 - section4 + 4


def split_message(message: bytes, path: Path) -> Iterator[bytes]:
    """Yield the fields of one message, each as a whole message of one field."""
    if message[7] == 1:
        yield message
        return
    shared: dict[int, bytes] = {}
    bitmap = b""
    position = 16
    while position < len(message) - 4:
        if position + 5 > len(message):
            raise _damaged(path, Message(id="dataerror-section_cut"))
        size = int.from_bytes(message[position : position + 4], "big")
        number = message[position + 4]
        least = 6 if number == 6 else 5
        if size < least or position + size > len(message) - 4 or not 1 <= number <= 7:
            raise _damaged(
                path,
                Message(
                    id="dataerror-section_length",
                    params={"number": f"{number}", "length": f"{size}"},
                ),
            )
        section = message[position : position + size]
        position += size
        if number == 6:
            # Indicator 254: the bitmap of an earlier field of the same message.
            if section[5] == 254:
                section = bitmap or section
            else:
                bitmap = section
        shared[number] = section
        if number == 2:
            shared.pop(3, None)
        if number == 7:
            body = b"".join(shared[key] for key in sorted(shared))
            total = 16 + len(body) + 4
            yield message[:8] + struct.pack(">Q", total) + body + _END


def section_of(message: bytes, number: int) -> bytes:
    """Return a section of a message of one field of edition 2; nothing where it has none."""
    position = 16
    while position < len(message) - 4:
        size = int.from_bytes(message[position : position + 4], "big")
        if message[position + 4] == number:
            return message[position : position + size]
        if message[position + 4] > number or size < 5:
            break
        position += size
    return b""


def _damaged(path: Path, detail: Message) -> InputDataError:
    return InputDataError(
        Message(id="dataerror-damaged_file", params={"path": shown(path), "detail": detail}),
        code="damaged_file",
        data={"path": str(path)},
    )
