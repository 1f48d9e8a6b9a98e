"""Rasters that are kept, and what is read off them."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from diagnostics.figures.check.pixels import channels, colour_difference
from diagnostics.figures.raster import MOST_KEPT, RasterCanvas


def canvas_of(width: float, colour: str = "white") -> RasterCanvas:
    return RasterCanvas(Figure(figsize=(width, 1.0), dpi=100, facecolor=colour))


def test_a_raster_is_used_again_for_its_size_alone_and_comes_empty():
    first = canvas_of(1.0, "black")
    first.draw()
    raster = first.renderer
    assert not np.asarray(raster.buffer_rgba())[..., :3].any()
    first.release()
    other = canvas_of(2.0)
    assert other.get_renderer() is not raster
    second = canvas_of(1.0)
    assert second.get_renderer() is raster
    assert not np.asarray(raster.buffer_rgba())[..., 3].any(), "nothing is left of the first"
    assert canvas_of(1.0).get_renderer() is not raster, "a raster serves one canvas at a time"


def test_a_canvas_keeps_its_raster_until_it_gives_it_back():
    canvas = canvas_of(1.5)
    canvas.draw()
    assert canvas.get_renderer() is canvas.get_renderer()
    canvas.release()
    canvas.release()
    again = canvas_of(1.5).get_renderer()
    assert canvas_of(1.5).get_renderer() is not again, "given back once only"


def test_few_rasters_are_kept():
    canvases = [canvas_of(3.0 + k) for k in range(MOST_KEPT + 1)]
    rasters = [canvas.get_renderer() for canvas in canvases]
    for canvas in canvases:
        canvas.release()
    taken = [canvas_of(3.0 + k).get_renderer() for k in range(MOST_KEPT + 1)]
    assert [one is other for one, other in zip(rasters, taken, strict=True)] == [
        False,
        *[True] * MOST_KEPT,
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_difference_of_colours_is_that_of_the_channels(seed):
    random = np.random.default_rng(seed)
    one, other = random.integers(0, 256, (2, 40, 30, 4)).astype(np.uint8)
    wanted = np.abs(one[..., :3].astype(int) - other[..., :3]).sum(axis=2)
    words = [part.view(np.uint32)[..., 0] for part in (one, other)]
    words = [np.ascontiguousarray(part) for part in words]
    assert (colour_difference(*words) == wanted).all()
    assert (channels(words[0]) == one[..., :3]).all()
