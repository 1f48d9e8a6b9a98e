"""The raster that charts are drawn on, kept from one chart to the next.

A raster at 200 dpi is 18 MB: to map its memory again for every chart takes as long as to
draw a layer. The drawing library keeps the sizes of texts with a raster too, and charts share most
of their texts.
"""

from __future__ import annotations

from threading import local
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg

MOST_KEPT = 2
"""Rasters a thread keeps: of the last size, and of a first round that another one replaced."""


class _Kept(local):
    """The free rasters of a thread with their size."""

    def __init__(self) -> None:
        self.free: list[tuple[tuple[float, ...], Any]] = []


_KEPT = _Kept()


class RasterCanvas(FigureCanvasAgg):
    """A canvas that takes a kept raster of its size where there is one."""

    renderer: Any
    _size: tuple[float, ...] | None = None

    def get_renderer(self) -> Any:
        """Return the raster of the figure, empty when it is asked for first."""
        wanted = (*self.figure.bbox.size, self.figure.dpi)
        if self._size != wanted:
            new: Any = RendererAgg
            self.renderer = _taken(wanted) or new(*wanted)
            self._size = wanted
        return self.renderer

    def release(self) -> None:
        """Give the raster back: nothing reads its pixels from now on."""
        if self._size is not None:
            _KEPT.free = [*_KEPT.free[1 - MOST_KEPT :], (self._size, self.renderer)]
            self.renderer, self._size = None, None


def _taken(wanted: tuple[float, ...]) -> Any:
    for place, (size, renderer) in enumerate(_KEPT.free):
        if size == wanted:
            del _KEPT.free[place]
            renderer.clear()
            return renderer
    return None
