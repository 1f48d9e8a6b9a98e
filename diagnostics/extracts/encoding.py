"""Numbers of a raster as bytes: 16 bits a pixel, as a PNG that browsers read or plainly."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.extracts import RasterFormat

LARGEST = 65534
"""Largest number of a value; one more says that there is none."""
MISSING = 65535
MEDIA_TYPES = {RasterFormat.PNG: "image/png", RasterFormat.UINT16: "application/octet-stream"}
SUFFIXES = {RasterFormat.PNG: "png", RasterFormat.UINT16: "u16"}


@dataclass(frozen=True, eq=False)
class Quantised:
    """Values as whole numbers: ``value = offset + scale * number``.

    Attributes
    ----------
    numbers : ndarray of uint16 (height, width)
        65535 where there is no value.
    scale, offset : float
        In the unit of the values; a value is reproduced within half of `scale`.
    minimum, maximum : float or None
        Of the values; None where there is none.
    """

    numbers: npt.NDArray[np.uint16]
    scale: float
    offset: float
    minimum: float | None
    maximum: float | None

    @property
    def missing(self) -> float:
        """Share of the pixels without a value."""
        return float(np.mean(self.numbers == MISSING))


def quantised(values: npt.NDArray[np.float64]) -> Quantised:
    """Spread the range of values over 16 bits.

    Examples
    --------
    >>> made = quantised(np.array([[0.0, 65534.0], [1.0, np.nan]]))
    >>> made.numbers.tolist(), made.scale
    ([[0, 65534], [1, 65535]], 1.0)
    """
    known = np.isfinite(values)
    numbers = np.full(values.shape, MISSING, dtype=np.uint16)
    if not known.any():
        return Quantised(numbers, 1.0, 0.0, None, None)
    low, high = float(values[known].min()), float(values[known].max())
    scale = (high - low) / LARGEST or 1.0
    numbers[known] = np.clip(np.rint((values[known] - low) / scale), 0, LARGEST)
    return Quantised(numbers, scale, low, low, high)


def written(made: Quantised, how: RasterFormat) -> bytes:
    """Write numbers in a format, the same bytes for the same numbers."""
    if how is RasterFormat.UINT16:
        return made.numbers.astype("<u2").tobytes()
    from PIL import Image

    gone = made.numbers == MISSING
    number = np.where(gone, 0, made.numbers)
    pixels = np.empty((*number.shape, 4), dtype=np.uint8)
    pixels[..., 0], pixels[..., 1] = number >> 8, number & 0xFF
    pixels[..., 2] = np.where(gone, 255, 0)
    pixels[..., 3] = 255
    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=6)
    return file.getvalue()
