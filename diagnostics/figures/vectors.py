"""Wind barbs and arrows on a map."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import ArgumentError
from diagnostics.figures import typography
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.check.rules import BARBS
from diagnostics.figures.layer_data import LayerData, MapPlane, facts_of
from diagnostics.figures.projection import Frame
from diagnostics.figures.spec import Layer
from diagnostics.messages import Message

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_STEPPED = 9
"""With more cells than so many times the barbs wanted, a lattice hides the grid."""
UNEVEN = 0.35
"""Range of the cells' widths over their median, from which rows and columns are too uneven."""


def _picked(plane: MapPlane, density: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """About `density` cells over the frame, evenly spread.

    Those nearest to a regular lattice; every n-th row and column where the lattice would be nearly
    as fine as the cells, and so take now one and now two steps from barb to barb.
    """
    from scipy.spatial import cKDTree

    frame = plane.frame
    every = _every(plane, density)
    if every is not None:
        rows, columns = np.nonzero(plane.inside)
        kept = (rows - rows.min()) % every[0] == 0
        kept &= (columns - columns.min()) % every[1] == 0
        return rows[kept], columns[kept]
    ny = max(6, round(float(np.sqrt(density / frame.aspect))))
    nx = max(6, round(density / ny))
    inset_x, inset_y = (frame.x1 - frame.x0) / nx / 2, (frame.y1 - frame.y0) / ny / 2
    inner = Frame(frame.x0 + inset_x, frame.x1 - inset_x, frame.y0 + inset_y, frame.y1 - inset_y)
    lattice = np.column_stack([part.ravel() for part in inner.lattice(nx, ny)])
    rows, columns = np.nonzero(plane.inside)
    points = np.column_stack([plane.x[rows, columns], plane.y[rows, columns]])
    if rows.size == 0:
        return rows, columns
    # asked few points, a tree is not worth balancing
    tree = cKDTree(points, compact_nodes=False, balanced_tree=False)
    distance, nearest = tree.query(lattice)
    reach = 0.75 * max((frame.x1 - frame.x0) / nx, (frame.y1 - frame.y0) / ny)
    chosen = np.unique(nearest[distance <= reach])
    return rows[chosen], columns[chosen]


def _every(plane: MapPlane, density: int) -> tuple[int, int] | None:
    """Steps along rows and columns that leave about `density` cells, evenly both ways.

    None where so many cells lie on the map that a lattice spreads them evenly, where none of the
    steps leaves a fitting number, and where cells differ in width across the map.
    """
    inside = plane.inside
    cells = int(inside.sum())
    if not density < cells < MOST_STEPPED * density:
        return None
    wide = np.hypot(np.diff(plane.x, axis=1), np.diff(plane.y, axis=1))[:, : inside.shape[1] - 1]
    high = np.hypot(np.diff(plane.x, axis=0), np.diff(plane.y, axis=0))[:, : inside.shape[1]]
    wide, high = wide[inside[:, :-1]], high[inside[:-1]]
    if min(wide.size, high.size) == 0 or np.ptp(wide) > UNEVEN * np.median(wide):
        return None
    shape = float(np.median(wide) / np.median(high))
    found = {
        (down, along): abs(np.log(shape * along / down))
        + abs(np.log(cells / down / along / density))
        for down in range(1, 6)
        for along in range(1, 6)
        if BARBS[0] <= cells / down / along <= min(BARBS[1], 1.4 * density)
    }
    return min(found, key=lambda steps: found[steps]) if found else None


def _vectors(plane: MapPlane, layer: Layer, data: LayerData) -> tuple[Any, ...]:
    if data.vector is None:
        raise ArgumentError(
            Message(id="error-not_a_vector", params={"name": f"{data.name}"}), code="not_a_vector"
        )
    east, north = data.vector
    rows, columns = _picked(plane, layer.density)
    u, v = east[rows, columns], north[rows, columns]
    latitude, longitude = plane.latitude[rows, columns], plane.longitude[rows, columns]
    good = np.isfinite(u) & np.isfinite(v)
    toward_east, toward_north = plane.projection.axes_of(longitude, latitude)
    on_map = u * toward_east + v * toward_north
    x, y = plane.x[rows, columns], plane.y[rows, columns]
    return x[good], y[good], on_map[:, good], np.hypot(u, v)[good], latitude[good]


def draw_barbs(canvas: ChartCanvas, plane: MapPlane, layer: Layer, data: LayerData) -> None:
    """Draw wind barbs in the convention of the look, flipped south of the equator."""
    convention = barbs_of(canvas.look)
    x, y, vector, speed, latitude = _vectors(plane, layer, data)
    strong = speed >= layer.minimum
    drawn = canvas.axes.barbs(
        x[strong],
        y[strong],
        *convention.shown(vector[0][strong], vector[1][strong]),
        length=typography.CHART_SIZES.barb,
        linewidth=0.6,
        barb_increments=dict(convention.increments),
        flip_barb=latitude[strong] < 0,
        barbcolor=canvas.theme.line(layer.color),
        sizes={"emptybarb": 0.1, "spacing": 0.14, "height": 0.42},
    )
    facts = facts_of(layer, data, plane)
    facts["increments"] = {"unit": convention.name, **convention.increments}
    facts["barbs"] = int(strong.sum())
    facts["points"] = int(speed.size)
    facts["all_cells"] = bool(speed.size >= 0.9 * plane.inside.sum())
    canvas.add(f"barb {data.name}", [drawn], facts)


def draw_arrows(canvas: ChartCanvas, plane: MapPlane, layer: Layer, data: LayerData) -> None:
    """Draw arrows with a reference arrow beside the colour bar."""
    x, y, vector, size, _ = _vectors(plane, layer, data)
    facts = facts_of(layer, data, plane)
    name = f"quiver {data.name}"
    if size.size == 0 or float(size.max()) <= 0:
        canvas.add(name, [], facts)
        return
    reference = nice(float(np.percentile(size, 98)))
    strong = size >= 0.06 * reference
    drawn = canvas.axes.quiver(
        x[strong],
        y[strong],
        vector[0][strong],
        vector[1][strong],
        color=canvas.theme.line(layer.color),
        scale=reference / 0.035,
        scale_units="width",
        units="width",
        width=0.0011,
        headwidth=4.5,
        headlength=5.5,
        headaxislength=5.0,
        minlength=0.5,
    )
    width, height = canvas.figure.get_size_inches()
    key = canvas.axes.quiverkey(
        drawn,
        (typography.MARGIN_LEFT_IN + 0.25) / width,
        (typography.FOOTER_IN + 0.38) / height,
        reference,
        f"{power_text(reference)} {data.unit}",
        labelpos="E",
        labelsep=0.06,
        coordinates="figure",
        labelcolor=canvas.theme.ink,
        fontproperties={"fname": typography.font(9).get_file(), "size": 9},
    )
    facts["arrows"] = int(strong.sum())
    facts["reference"] = reference
    canvas.add(name, [drawn, key], facts)


def power_text(value: float) -> str:
    """Write 500, 0.2 or 2×10⁻¹²."""
    mantissa, exponent, power = f"{value:g}".partition("e")
    return f"{mantissa}×10{str(int(power)).translate(RAISED)}" if exponent else mantissa


def nice(value: float) -> float:
    """Round to 1, 2 or 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(value))
    return float(min((1.0, 2.0, 5.0, 10.0), key=lambda step: abs(step * power - value)) * power)
