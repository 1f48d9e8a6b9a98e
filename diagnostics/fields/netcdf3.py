"""The size that a NetCDF classic header promises.

A classic file that was cut short opens and reads as zeros, so its length is checked against the
header (NetCDF Classic Format Specification, Unidata; versions CDF-1, CDF-2 and CDF-5).
"""

from __future__ import annotations

import struct
from typing import BinaryIO

_TYPE_SIZE = {1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8, 7: 1, 8: 2, 9: 4, 10: 8, 11: 8}
_STREAMING = 0xFFFFFFFF
_LIMIT = 1 << 24


class _Header:
    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        magic = self.take(4)
        if magic[:3] != b"CDF":
            raise ValueError("not a NetCDF classic file")
        self.version = magic[3]

    def take(self, count: int) -> bytes:
        data = self.stream.read(count)
        if len(data) < count:
            raise EOFError("the header ends early")
        return data

    def int32(self) -> int:
        return int(struct.unpack(">I", self.take(4))[0])

    def count(self) -> int:
        if self.version == 5:
            return int(struct.unpack(">Q", self.take(8))[0])
        return self.int32()

    def begin(self) -> int:
        if self.version == 1:
            return self.int32()
        return int(struct.unpack(">Q", self.take(8))[0])

    def name(self) -> None:
        length = self.count()
        self.skip(length)

    def skip(self, length: int) -> None:
        if length > _LIMIT:
            raise ValueError("the header is not plausible")
        self.take(length + (-length) % 4)

    def attributes(self) -> None:
        self.int32()
        for _ in range(self.count()):
            self.name()
            kind = self.int32()
            if kind not in _TYPE_SIZE:
                raise ValueError("the header is not plausible")
            self.skip(_TYPE_SIZE[kind] * self.count())


def expected_size(stream: BinaryIO) -> int:
    """Return the least number of bytes that the file must have.

    Parameters
    ----------
    stream : binary file
        Positioned at the start.

    Raises
    ------
    EOFError, ValueError, struct.error
        When the header itself cannot be read.
    """
    header = _Header(stream)
    records = header.count()
    header.int32()
    lengths = []
    for _ in range(header.count()):
        header.name()
        lengths.append(header.count())
    header.attributes()
    header.int32()
    fixed_end = 0
    record_variables: list[tuple[int, int]] = []
    for _ in range(header.count()):
        header.name()
        dims = [header.count() for _ in range(header.count())]
        header.attributes()
        kind = header.int32()
        header.count()
        begin = header.begin()
        try:
            size = _TYPE_SIZE[kind]
            is_record = bool(dims) and lengths[dims[0]] == 0
            for dim in dims[1:] if is_record else dims:
                size *= lengths[dim]
        except (KeyError, IndexError) as error:
            raise ValueError("the header is not plausible") from error
        if is_record:
            record_variables.append((begin, size))
        else:
            fixed_end = max(fixed_end, begin + size)
    if not record_variables or records in (0, _STREAMING):
        return max(fixed_end, stream.tell())
    padded = sum(size + (-size) % 4 for _, size in record_variables)
    stride = record_variables[0][1] if len(record_variables) == 1 else padded
    last = max(begin + size for begin, size in record_variables)
    return max(fixed_end, last + (records - 1) * stride)
