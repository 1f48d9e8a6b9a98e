"""Encoding finished charts: PNG, WebP and SVG, each the same bytes for the same chart."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.figures import typography

if TYPE_CHECKING:
    from diagnostics.figures.chart_canvas import ChartCanvas

MEDIA_TYPES: dict[str, str] = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
}
"""Every format by the suffix of its files."""
SALT = "hvrmet"
FILTER_NONE = 0
FAST = 2
"""Effort of the compression: more takes twice the time for a twentieth of the bytes."""
FIRST_LAYER = 100


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Return PNG bytes without any metadata but the resolution.

    Rows are stored unfiltered, which suits charts: flat areas, and few colours that return. That is
    smaller and faster than the differences from the row above or from the pixel before, and many
    times faster than trying every filter on every row.

    Parameters
    ----------
    pixels : array of uint8, shape (height, width, 3)
    """
    height, width = pixels.shape[:2]
    rows = np.empty((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 0] = FILTER_NONE
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    per_metre = round(typography.DPI / 0.0254)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", zlib.compress(rows.data, FAST)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(name))
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)


def webp_of(png: bytes) -> bytes:
    """Return the same pixels as lossless WebP."""
    from PIL import Image

    target = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        image.convert("RGB").save(target, "WEBP", lossless=True, quality=60, method=3)
    return target.getvalue()


def svg_of(canvas: ChartCanvas) -> bytes:
    """Return a canvas as SVG: layers in their order, texts as outlines, no dates.

    The canvas's raster must be finished; it is not drawn on afterwards.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    for index, layer in enumerate(canvas.layers):
        for artist in layer.artists:
            artist.set_animated(False)
            artist.set_zorder(FIRST_LAYER + index)
    target = io.BytesIO()
    metadata: dict[str, Any] = {"Date": None, "Creator": "HVR-Met"}
    with rc_context({"svg.hashsalt": SALT, "svg.fonttype": "path"}):
        svg: Any = FigureCanvasSVG(canvas.figure)
        svg.print_svg(target, metadata=metadata)
    return target.getvalue()
