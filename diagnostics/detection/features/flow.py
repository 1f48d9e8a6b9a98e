"""Blocking, the subtropical high, zero lines, pressure couplets."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.detection.features.answers import Detection, detection, feature, graded
from diagnostics.detection.features.axes import sign_change
from diagnostics.detection.features.lines import link_cells
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.messages import Message, Param
from diagnostics.physics.blocking import (
    BLOCK_MIDDLE,
    BLOCK_NORTH,
    BLOCK_SOUTH,
    OFFSETS,
    STEEPEST,
    blocked_longitudes,
)
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Scene

KM_PER_DEGREE = 111.195


def blocked_sector(
    scene: Scene,
    *,
    ghgn_max: float = STEEPEST,
    min_run_deg: float = 10.0,
    west_deg: float = 60.0,
    east_deg: float = 30.0,
) -> Detection:
    """Blocking upstream of or over the region, from reversed meridional height gradients.

    At each longitude, for one of three offsets of -4, 0, 4 degrees, the height at 500 hPa must fall
    equatorward of 60 degrees and fall by more than 10 gpm per degree poleward of it (Tibaldi and
    Molteni 1990, doi:10.1034/j.1600-0870.1990.t01-2-00003.x), the rule of ``blocking_index``.
    Passes when a contiguous blocked run of `min_run_deg` lies from `west_deg` west to `east_deg`
    east of the region's centre. Needs a latitude-longitude grid.
    """
    grid = scene.grid
    heights = values(scene, QuantityRef("height", 500.0))
    if grid.mapping is not None:
        return Detection(None, 0.0, (), Message(id="detect-blocking_projected"))
    latitudes, sign = grid.latitude[:, 0], scene.hemisphere
    need = (BLOCK_SOUTH + OFFSETS[0], BLOCK_NORTH + OFFSETS[-1])
    polar = sign * latitudes
    if polar.min() > need[0] or polar.max() < need[1]:
        return Detection(
            None,
            0.0,
            (),
            Message(
                id="detect-blocking_latitudes",
                params={"south": f"{latitudes.min():g}", "north": f"{latitudes.max():g}"},
            ),
        )
    blocked, _, strength = blocked_longitudes(heights, grid, sign, ghgn_max)
    centre = scene.region.center[1]
    offset = (grid.longitude[0] - centre + 180.0) % 360.0 - 180.0
    order = np.argsort(offset, kind="stable")
    sector = order[(offset[order] >= -west_deg) & (offset[order] <= east_deg)]
    step = float(np.median(np.abs(np.diff(grid.longitude[0]))))
    found = []
    for run in _runs(blocked[sector]):
        cells = sector[run]
        width = cells.size * step
        longitude = wrap_longitude(centre + float(offset[cells].mean()))
        value = float(strength[cells].max())
        found.append(
            feature(
                "blocked_sector",
                sign * BLOCK_MIDDLE,
                longitude,
                value=value,
                unit="gpm deg⁻¹",
                strength=width,
                score=graded(width, min_run_deg),
                extra={"width_deg": round(width, 2)},
            )
        )
    passed = any((item.strength or 0.0) >= min_run_deg for item in found)
    return detection(passed, found, Message(id="detect-blocked", params={"count": str(len(found))}))


def _runs(flags: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[slice]:
    edges = np.flatnonzero(np.diff(np.r_[0, flags.astype(int), 0]))
    return [slice(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def wpsh_588(
    scene: Scene,
    *,
    threshold: float = 5880.0,
    coarse: float = 5840.0,
    position: str = "either",
    edge_deg: float = 2.0,
    rim_min_deg: float = 1.0,
    rim_max_deg: float = 8.0,
) -> Detection:
    """Subtropical high: the region under it, or on its poleward rim.

    `position` is ``inside`` (centre within the contour or `edge_deg` of it: heat), ``rim``
    (`rim_min_deg` to `rim_max_deg` poleward or west of it: rain belt) or ``either``. Grids of
    1 degree and coarser use `coarse`. The feature stands at the largest height, with the value
    there; ``nearest_edge`` is the cell of the contour's inside nearest to the region's centre.
    """
    grid = scene.grid
    limit = scene.coarse(threshold, coarse)
    heights = values(scene, QuantityRef("height", 500.0))
    high = heights >= limit
    latitude, longitude = scene.region.center
    if not high.any():
        return Detection(
            False, 0.0, (), Message(id="detect-no_height", params={"height": f"{limit:g}"})
        )
    inside = bool(high[grid.nearest(latitude, longitude)])
    rows, columns = np.nonzero(high)
    away = great_circle_km(latitude, longitude, grid.latitude[high], grid.longitude[high])
    nearest = int(np.argmin(away))
    distance = 0.0 if inside else float(away[nearest]) / KM_PER_DEGREE
    edge = (
        float(grid.latitude[rows[nearest], columns[nearest]]),
        float(grid.longitude[rows[nearest], columns[nearest]]),
    )
    bearing = float(initial_bearing(*edge, latitude, longitude)) if not inside else 0.0
    poleward = np.cos(np.radians(bearing)) * scene.hemisphere > -0.2
    under = inside or distance <= edge_deg
    rim = not inside and rim_min_deg <= distance <= rim_max_deg and bool(poleward)
    passed = {"inside": under, "rim": rim, "either": under or rim}[position]
    west = (grid.longitude[high] - longitude + 180.0) % 360.0 - 180.0
    score = 0.75 if passed else max(0.0, 0.45 - 0.02 * distance)
    middle = np.unravel_index(int(np.nanargmax(np.where(high, heights, np.nan))), heights.shape)
    found = feature(
        "subtropical_high",
        grid.latitude[middle],
        grid.longitude[middle],
        value=heights[middle],
        unit="gpm",
        strength=distance,
        score=score,
        extra={
            "inside": inside,
            "distance_deg": round(distance, 2),
            "nearest_edge": [round(part, 2) for part in edge],
            "western_point": round(wrap_longitude(longitude + float(west.min())), 2),
        },
    )
    contour: dict[str, Param] = {"height": f"{limit:g}", "distance": f"{distance:.1f}"}
    message = Message(
        id="detect-under_contour" if inside else "detect-away_from_contour",
        params={"height": contour["height"]} if inside else contour,
    )
    return detection(passed, (found,), message)


def zero_line(
    scene: Scene,
    *,
    field: str = "temperature@850",
    value: float = 0.0,
    reach_km: float = 500.0,
    min_fraction: float = 0.6,
    wet_mm: float = 0.1,
) -> Detection:
    """Rain-snow boundary near precipitation that falls in cold air.

    Passes when the field is at most `value` over `min_fraction` of the region's precipitation cells
    (of the region where precipitation is unknown) and the line lies within `reach_km` of it.
    """
    grid = scene.grid
    departure = values(scene, field) - value
    inside = scene.inside()
    wet = inside
    if scene.has("tp"):
        falling = inside & (np.nan_to_num(scene.field("tp")) >= wet_mm)
        wet = falling if falling.any() else inside
    area = grid.cell_area
    share = float(np.sum((area * (departure <= 0))[wet]) / np.sum(area[wet]))
    boundary = sign_change(departure, cyclic=grid.cyclic)
    if not boundary.any():
        return detection(
            False, (), Message(id="detect-no_zero_line", params={"share": f"{100 * share:.0f}"})
        )
    lines = link_cells(boundary, grid, gap_cells=1)
    rows, columns = np.nonzero(inside)
    distance, nearest = np.inf, lines[0]
    for line in lines[:6]:
        away = float(
            great_circle_km(
                line.latitude[:, None],
                line.longitude[:, None],
                grid.latitude[rows, columns][None, :: max(1, rows.size // 400)],
                grid.longitude[rows, columns][None, :: max(1, rows.size // 400)],
            ).min()
        )
        if away < distance:
            distance, nearest = away, line
    passed = share >= min_fraction and distance <= reach_km
    position = float(np.mean(nearest.latitude))
    found = feature(
        "zero_line",
        position,
        float(nearest.longitude[nearest.longitude.size // 2]),
        value=share,
        unit="1",
        strength=distance,
        length_km=nearest.length_km,
        line=nearest.points(),
        score=max(0.5, graded(share, min_fraction)) if passed else 0.3,
        extra={"mean_latitude": round(position, 2), "distance_km": round(distance)},
    )
    message = Message(
        id="detect-zero_line",
        params={
            "share": f"{100 * share:.0f}",
            "limit": f"{value:g}",
            "distance": f"{distance:.0f}",
        },
    )
    return detection(passed, (found,), message)


def allobaric_couplet(
    scene: Scene,
    *,
    rise_min: float = 8.0,
    fall_max: float = -5.0,
    max_sep_km: float = 2500.0,
    margin_deg: float = 15.0,
) -> Detection:
    """Pressure-rise and pressure-fall centres over 24 h on either side of a front.

    The couplet stands where the pressure rises, behind the front.
    """
    grid = scene.grid
    near = scene.inside(margin_deg)
    change = np.where(near, values(scene, "pressure_change_24h"), np.nan)
    if not np.isfinite(change).any():
        return detection(None, (), Message(id="detect-no_pressure_change"))
    places = [
        np.unravel_index(int(pick(change)), grid.shape) for pick in (np.nanargmax, np.nanargmin)
    ]
    (rise, fall) = (float(change[place]) for place in places)
    points = [(float(grid.latitude[place]), float(grid.longitude[place])) for place in places]
    separation = float(great_circle_km(*points[0], *points[1]))
    passed = rise >= rise_min and fall <= fall_max and separation <= max_sep_km
    bearing = round(float(initial_bearing(*points[1], *points[0])))
    extra = {"separation_km": round(separation), "bearing_fall_to_rise": bearing}
    found = [
        feature(
            "pressure_rise",
            *points[0],
            value=rise,
            unit="hPa",
            strength=rise,
            score=graded(rise, rise_min),
            extra=extra,
        ),
        feature(
            "pressure_fall",
            *points[1],
            value=fall,
            unit="hPa",
            strength=-fall,
            # the place of a couplet is that of the rise: there is the cold air
            score=min(0.49, graded(fall, fall_max)),
            extra=extra,
        ),
    ]
    best = min(graded(rise, rise_min), graded(fall, fall_max))
    message = Message(
        id="detect-couplet",
        params={"rise": f"{rise:+.1f}", "fall": f"{fall:+.1f}", "distance": f"{separation:.0f}"},
    )
    return detection(passed, found, message, best=best)
