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
FIXED_LIGHTNESS = 0.56
"""Palettes that mean something keep their order on dark paper, but get no lighter than this."""


@dataclass(frozen=True)
class Theme:
    """Colours of paper, ink and base map.

    Attributes
    ----------
    paper, panel : str
        The sheet, and the axes where nothing is drawn.
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

    def line(self, colour: str) -> str:
        """Return a colour for lines and texts that is legible on this theme."""
        return _lightened(colour) if self.dark else colour

    def faint(self, colour: str) -> str:
        """Return a colour for background lines: nearer to the paper on a dark sheet."""
        return _mixed(colour, self.panel, 0.45) if self.dark else colour

    def fills(self, rgba: Array, *, fixed: bool) -> Array:
        """Return the colours of a shading, shape (n, 4).

        On dark paper a colour map runs from dark to bright, so that what is little stays near
        the paper; `fixed` palettes keep their colours, only deeper.
        """
        if not self.dark:
            return rgba
        result = np.array(rgba, dtype=np.float64)
        for row in result:
            hue, light, saturation = colorsys.rgb_to_hls(*row[:3])
            deep = min(light, FIXED_LIGHTNESS) if fixed else 0.15 + 0.42 * (1.0 - light)
            pale = 1.0 if fixed else min(1.0, 0.1 + 1.8 * (1.0 - light))
            row[:3] = colorsys.hls_to_rgb(hue, deep, 0.9 * saturation * pale)
        return result


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
