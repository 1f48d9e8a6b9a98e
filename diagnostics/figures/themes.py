"""Light and dark charts: the colours around the data, and the data's colours on dark paper."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
FIXED_SHARE = 0.7
"""Palettes that mean something keep their order on dark paper; their lightness is cut to this."""
DARKEST, LIGHTNESS_SHARE = 20.0, 0.56
"""Lightness (CIELAB) of white on dark paper, and how much of the lightness scale is used."""


@dataclass(frozen=True)
class Theme:
    """Colours of paper, ink and base map.

    Attributes
    ----------
    paper, panel : str
        The canvas, and the axes where nothing is drawn.
    halo : str
        Around marks and labels, so that they stand out from what is below.
    """

    name: str
    dark: bool
    paper: str
    panel: str
    ink: str
    muted: str
    coast: str
    border: str
    graticule: str
    region: str
    halo: str
    ground: str

    @property
    def no_data(self) -> str:
        """Where the data do not reach."""
        return _mixed(self.panel, self.ink, 0.86)

    def line(self, colour: str) -> str:
        """Return a colour for lines and texts that is legible on this theme."""
        return _lightened(colour) if self.dark else colour

    def faint(self, colour: str) -> str:
        """Return a colour for background lines: nearer to the paper on a dark canvas."""
        return _mixed(colour, self.panel, 0.45) if self.dark else colour

    def fills(self, rgba: Array, *, fixed: bool) -> Array:
        """Return the colours of a shading, shape (n, 4).

        On dark paper a colour map runs from dark to bright, so that what is little stays near
        the paper; `fixed` palettes keep their colours, only deeper.
        """
        if not self.dark:
            return rgba
        result = np.array(rgba, dtype=np.float64)
        lab = _to_lab(result[:, :3])
        if fixed:
            lab[:, 0] *= FIXED_SHARE
        else:
            lab[:, 0] = DARKEST + LIGHTNESS_SHARE * (100.0 - lab[:, 0])
        result[:, :3] = _from_lab(lab)
        return result


_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])


def _to_lab(rgb: Array) -> Array:
    """CIELAB coordinates (D65) of sRGB colours, shape (n, 3)."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    share = linear @ _TO_XYZ.T / _WHITE
    root = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    x, y, z = root.T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def _from_lab(lab: Array) -> Array:
    """SRGB colours of CIELAB coordinates, clipped to what a screen shows."""
    y = (lab[:, 0] + 16) / 116
    root = np.stack([y + lab[:, 1] / 500, y, y - lab[:, 2] / 200], axis=1)
    share = np.where(root > 0.206893, root**3, (root - 16 / 116) / 7.787)
    linear: Array = np.clip((share * _WHITE) @ np.linalg.inv(_TO_XYZ).T, 0.0, 1.0)
    return np.asarray(
        np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    )


@lru_cache(maxsize=256)
def _lightened(colour: str) -> str:
    from matplotlib.colors import to_hex, to_rgb

    hue, light, saturation = colorsys.rgb_to_hls(*to_rgb(colour))
    if light < 0.6:
        light = 0.95 - 0.6 * light
    return str(to_hex(colorsys.hls_to_rgb(hue, light, saturation)))


@lru_cache(maxsize=64)
def _mixed(colour: str, other: str, share: float) -> str:
    from matplotlib.colors import to_hex, to_rgb

    one, two = np.array(to_rgb(colour)), np.array(to_rgb(other))
    mixed: Any = share * one + (1 - share) * two
    return str(to_hex(mixed))


LIGHT = Theme(
    name="light",
    dark=False,
    paper="#ffffff",
    panel="#ffffff",
    ink="#1a1a1a",
    muted="#555555",
    coast="#4d4d4d",
    border="#8a8a8a",
    graticule="#9a9a9a",
    region="#d6004b",
    halo="#ffffff",
    ground="#9a8f80",
)
DARK = Theme(
    name="dark",
    dark=True,
    paper="#12161b",
    panel="#1a2027",
    ink="#f0f2f4",
    muted="#a9b1ba",
    coast="#c3cad2",
    border="#8d97a2",
    graticule="#7d8791",
    region="#ff5c93",
    halo="#12161b",
    ground="#5a544b",
)
THEMES: Mapping[str, Theme] = MappingProxyType({"light": LIGHT, "dark": DARK})
"""Every theme by name."""
