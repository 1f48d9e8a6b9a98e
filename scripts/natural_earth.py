"""Read Natural Earth from the R package rnaturalearthdata without R.

The package (CRAN, CC0; Debian: ``r-cran-rnaturalearthdata``) keeps its tables in R's lazy-load
format: an index (``Rdata.rdx``) of offset and length into a file of compressed chunks
(``Rdata.rdb``). Needs the ``rdata`` package from PyPI, which the project itself does not use.
"""

from __future__ import annotations

import bz2
import lzma
import subprocess
import tempfile
import warnings
import zlib
from pathlib import Path
from typing import Any

LIBRARY = "usr/lib/R/site-library/rnaturalearthdata/data/Rdata"


class NaturalEarth:
    """The layers of one ``.deb`` file, e.g. ``coastline50`` or ``countries110``."""

    def __init__(self, package: Path) -> None:
        import rdata

        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg", "-x", str(package), folder], check=True)  # a local archive
            base = Path(folder) / LIBRARY
            index = rdata.read_rds(base.with_suffix(".rdx"))
            self._chunks = base.with_suffix(".rdb").read_bytes()
        self._index = {str(name): span for name, span in index["variables"].items()}

    def layer(self, name: str) -> Any:
        """Return one layer as plain objects: ``polygons`` or ``lines``, and a table ``data``."""
        import rdata

        start, length = (int(value) for value in self._index[name])
        document = _unpack(self._chunks[start : start + length])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # classes of the R package "sp" become namespaces
            return rdata.conversion.convert(rdata.parser.parse_data(document))


def _unpack(chunk: bytes) -> bytes:
    """Undo R's chunk compression: four bytes of length, one of kind, then the stream."""
    kind = chunk[4:5]
    if kind == b"Z":
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 6}]
        return lzma.decompress(chunk[5:], format=lzma.FORMAT_RAW, filters=filters)
    if kind == b"2":
        return bz2.decompress(chunk[5:])
    return zlib.decompress(chunk[4:])
