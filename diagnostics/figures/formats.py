"""Encoding finished charts: PNG, WebP and SVG, each the same bytes for the same chart."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from diagnostics.figures import style

if TYPE_CHECKING:
    from diagnostics.figures.canvas import Sheet

Format = Literal["png", "svg", "webp"]
MEDIA_TYPES: dict[str, str] = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
}
"""Every format by the suffix of its files."""
SALT = "hvrmet"
FIRST_LAYER = 100


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Return PNG bytes without any metadata but the resolution."""
    from PIL import Image

    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "PNG", compress_level=1, dpi=(style.DPI, style.DPI))
    return target.getvalue()


def webp_of(png: bytes) -> bytes:
    """Return the same pixels as lossless WebP."""
    from PIL import Image

    target = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        image.convert("RGB").save(target, "WEBP", lossless=True, quality=60, method=3)
    return target.getvalue()


def svg_of(sheet: Sheet) -> bytes:
    """Return a sheet as SVG: layers in their order, texts as outlines, no dates.

    The sheet's raster must be finished; it is not drawn on afterwards.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    for index, layer in enumerate(sheet.layers):
        for artist in layer.artists:
            artist.set_animated(False)
            artist.set_zorder(FIRST_LAYER + index)
    target = io.BytesIO()
    metadata: dict[str, Any] = {"Date": None, "Creator": "HVR-Met"}
    with rc_context({"svg.hashsalt": SALT, "svg.fonttype": "path"}):
        canvas: Any = FigureCanvasSVG(sheet.figure)
        canvas.print_svg(target, metadata=metadata)
    return target.getvalue()
