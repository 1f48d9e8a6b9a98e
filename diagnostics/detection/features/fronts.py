"""Fronts, shear lines and vortices in the wind."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from diagnostics.contracts.evidence import Feature
from diagnostics.detection.features.answers import (
    Detection,
    detection,
    feature,
    graded,
    line_feature,
)
from diagnostics.detection.features.axes import shifted, sign_change
from diagnostics.detection.features.front_types import FRONT_TYPES, front_segments
from diagnostics.detection.features.front_zones import (
    FrontSurface,
    front_lines,
    refined,
    thermal_field,
)
from diagnostics.detection.features.lines import link_cells
from diagnostics.errors import ArgumentError
from diagnostics.grid.extrema import local_extrema
from diagnostics.messages import Listing, Message, Term
from diagnostics.quantities.refs import QuantityRef, at_level, reference
from diagnostics.quantities.registry import components, resolve
from diagnostics.quantities.scene import ENOUGH, Array, Scene

KM_PER_DEGREE = 111.195


TYPES = ("any", *FRONT_TYPES)
VORTEX_SMOOTHING_KM = 75.0


def front_tfp(
    scene: Scene,
    *,
    level: float = 850.0,
    field: str = "potential_temperature@{level}",
    wind: str = "wind@{level}",
    type: str = "any",  # noqa: A002  the parameter has this name in published rules
    sigma_km: float = 100.0,
    grad_min_K_100km: float = 1.0,
    grad_max_K_100km: float = 2.0,
    tfp_min_K_per_100km2: float = 0.4,
    min_length_km: float = 500.0,
    margin_deg: float = 3.0,
) -> Detection:
    """Front line: the warm edge of a baroclinic zone, typed segment by segment.

    With tau the smoothed wet-bulb potential temperature (`field` itself where the data lack
    humidity, or where it is another quantity), s = grad(tau)/|grad(tau)| and TFP =
    -grad|grad(tau)| . s, the front lies where TFP has its maximum along s, TFP and the gradient on
    its cold side being large enough (Renard and Clarke 1965; Hewson 1998,
    doi:10.1017/S1350482798000553). Large enough is a gradient that 20 % of the region and its
    surroundings exceed, between two limits. A front follows its strongest gradient down to a third
    of it, and ends where the wind turns anticyclonically. Grids coarser than 1 degree are drawn out
    by splines before. Each of its segments is a feature with a type of its own:

    - V_n, the wind along s averaged over the gradient zone within 150 km on the cold side and over
      300 km along the line, makes it cold from 1.5 m/s on, warm from -1.5 m/s down, else
      stationary. Where the data hold a time at most 6 h before and the grid is fine enough, the
      displacement of the line decides instead.
    - What lies between a low of three closed contours and the triple point, where the air on the
      warm side is 2 K colder than in the warm sector, is occluded, and so is what is bent back
      round the low.
    - Segments shorter than 300 km belong to their longer neighbour, and a cold and a warm one that
      meet more than 1000 km from every low are one.

    The value of a segment is the largest gradient of `field` along it.

    There is no front where the level lies below ground. `field` and `wind` name other quantities
    than those at `level`. Passes when a segment of the requested `type` (``cold``, ``warm``,
    ``stationary``, ``occluded``, ``any``) is near the region; undetermined where nothing is found
    and less than half of the neighbourhood has values.
    """
    if type not in TYPES:
        raise ArgumentError(Message(id="detectionerror-front_type", params={"type": f"{type!r}"}))
    theta = reference(at_level(field, level))
    surface = FrontSurface(
        theta=theta,
        wind=reference(at_level(wind, level)),
        level=resolve(theta).pressure,
        sigma_km=sigma_km,
        grad_min=grad_min_K_100km * 1e-5,
        grad_max=grad_max_K_100km * 1e-5,
        tfp_min=tfp_min_K_per_100km2 * 1e-10,
    )
    scene = refined(scene)
    thermal = thermal_field(scene, surface)
    near = scene.inside(margin_deg)
    lines = front_lines(scene, thermal, min_length_km)
    segments = front_segments(scene, surface, thermal, lines)
    reached = {segment.line for segment in segments if segment.path.touches(near)}
    found: list[Feature] = []
    for segment in segments:
        if segment.line not in reached:
            continue
        cells = segment.path.cells
        contrast = float(np.nanmax(thermal.contrast[cells])) * 1e5
        wanted = type in ("any", segment.type) and segment.path.touches(near)
        size = max(0.5, graded(lines[segment.line].length_km, min_length_km))
        found.append(
            line_feature(
                "front",
                segment.path,
                value=contrast,
                unit="K (100 km)⁻¹",
                strength=contrast,
                score=size if wanted else 0.3,
                extra={
                    "type": segment.type,
                    "normal_wind": _rounded(segment.normal_wind),
                    "moved_ms": _rounded(segment.moved),
                    "warm_bearing": _bearing(thermal.east[cells], thermal.north[cells]),
                    "front_length_km": round(lines[segment.line].length_km),
                },
            )
        )
    passed: bool | None = any(item.score >= 0.5 for item in found)
    if not passed and np.isfinite(thermal.tau[near]).mean() < ENOUGH:
        passed = None
    kinds = tuple(Term(term=f"front_{item.extra['type']}") for item in found)
    count = str(len(reached))
    message = Message(id="detect-no_front", params={"count": count})
    if kinds:
        listed = Listing(items=kinds)
        message = Message(id="detect-fronts", params={"count": count, "kinds": listed})
    return detection(passed, found, message)


def _rounded(speed: float | None) -> float | None:
    return None if speed is None else round(speed, 1)


def _bearing(east: Array, north: Array) -> int:
    """Mean direction of vectors, degrees clockwise from north."""
    return round(float(np.degrees(np.arctan2(np.nanmean(east), np.nanmean(north)))) % 360.0) % 360


def shear_line(
    scene: Scene,
    *,
    level: float = 850.0,
    sigma_km: float = 75.0,
    zeta_min_1e_5: float = 3.0,
    zeta_min_coarse: float = 1.5,
    min_length_km: float = 400.0,
    turn_min_deg: float = 45.0,
    margin_deg: float = 2.0,
) -> Detection:
    """Shear line: the wind turns cyclonically by at least `turn_min_deg` across it.

    Zero lines of the zonal or the meridional wind where the cyclonic vorticity of the smoothed wind
    is large and the direction differs enough 1.5 degrees to either side.
    """
    grid = scene.grid
    east, north = (
        grid.smooth(part, sigma_km) for part in components(scene, QuantityRef("wind", level))
    )
    turning = 1e5 * grid.vorticity(east, north) * np.sign(grid.latitude)
    strong = turning >= scene.coarse(zeta_min_1e_5, zeta_min_coarse)
    distance = np.full(grid.shape, 1.5 * KM_PER_DEGREE * 1e3)
    zero = np.zeros(grid.shape)
    lines_mask = np.zeros(grid.shape, dtype=bool)
    for part, dx, dy in ((east, zero, distance), (north, zero, distance), (north, distance, zero)):
        turn = _direction_change(scene, east, north, dx, dy)
        crossing = sign_change(part, cyclic=grid.cyclic)
        lines_mask |= crossing & strong & (turn >= turn_min_deg)
    near = scene.inside(margin_deg)
    found = []
    for line in link_cells(lines_mask, grid, gap_cells=1):
        if line.length_km < 0.5 * min_length_km or not line.touches(near):
            continue
        peak = float(np.nanmax(turning[line.cells]))
        good = line.length_km >= min_length_km
        found.append(
            line_feature(
                "shear_line",
                line,
                value=peak,
                unit="10⁻⁵ s⁻¹",
                strength=peak,
                score=max(0.5, graded(line.length_km, min_length_km)) if good else 0.4,
                extra={"bearing": round(line.bearing)},
            )
        )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed, found, Message(id="detect-shear_lines", params={"count": str(len(found))})
    )


def _direction_change(scene: Scene, east: Array, north: Array, dx: Array, dy: Array) -> Array:
    """Angle between the winds at a displacement to either side, 0..180 degrees."""
    angles = [
        np.arctan2(
            shifted(east, scene.grid, side * dx, side * dy),
            shifted(north, scene.grid, side * dx, side * dy),
        )
        for side in (1.0, -1.0)
    ]
    change: Array = np.degrees(np.abs((angles[0] - angles[1] + np.pi) % (2 * np.pi) - np.pi))
    return change


def vortex(
    scene: Scene,
    *,
    level: float = 850.0,
    wind: str = "wind@{level}",
    zeta_min_1e_5: float = 5.0,
    zeta_min_coarse: float = 3.0,
    min_frac: float = 0.75,
    inner_deg: float = 1.5,
    outer_deg: float = 3.0,
    margin_deg: float = 3.0,
) -> Detection:
    """Closed cyclonic circulation in the wind.

    A maximum of smoothed cyclonic vorticity around which at least `min_frac` of 16 points on rings
    of `inner_deg` and `outer_deg` (two cells at least) blow cyclonically, with every quadrant
    turning the same way. `wind` names another wind than that at `level`.
    """
    grid = scene.grid
    east, north = components(scene, reference(at_level(wind, level)))
    turning = 1e5 * grid.vorticity(east, north) * np.sign(grid.latitude)
    smooth = grid.smooth(turning, VORTEX_SMOOTHING_KM)
    limit = scene.coarse(zeta_min_1e_5, zeta_min_coarse)
    near = scene.inside(margin_deg)
    found = []
    for item in local_extrema(smooth, grid, 200.0, "maximum"):
        j, i = item.row, item.column
        if smooth[j, i] < limit:
            break
        if not near[j, i]:
            continue
        shares = [
            _ring_share(scene, east, north, j, i, radius) for radius in (inner_deg, outer_deg)
        ]
        good = all(share >= min_frac for share in shares)
        score = graded(float(smooth[j, i]), limit)
        found.append(
            feature(
                "vortex",
                grid.latitude[j, i],
                grid.longitude[j, i],
                value=smooth[j, i],
                unit="10⁻⁵ s⁻¹",
                strength=smooth[j, i],
                score=max(0.5, score) if good else 0.3,
                extra={"cyclonic_share": [round(share, 2) for share in shares]},
            )
        )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed, found, Message(id="detect-vortices", params={"count": str(len(found))})
    )


def _ring_share(
    scene: Scene, east: Array, north: Array, j: int, i: int, radius_deg: float
) -> float:
    """Share of ring points with cyclonic wind; 0 when a whole quadrant blows the other way."""
    grid = scene.grid
    radius = max(radius_deg * KM_PER_DEGREE, 2.0 * max(grid.spacing_km))
    angles = (np.arange(16) + 0.5) * 2 * np.pi / 16
    rows, columns = np.indices(grid.shape, dtype=np.float64)
    row_east, row_north = (part[j, i] for part in grid.gradient(rows))
    column_north = grid.gradient(columns)[1][j, i]
    middle = grid.shape[1] // 2
    column_east = grid.gradient(columns)[0][j, middle if grid.cyclic else i]
    dx, dy = 1e3 * radius * np.sin(angles), 1e3 * radius * np.cos(angles)
    place = [j + row_east * dx + row_north * dy, i + column_east * dx + column_north * dy]
    mode = "grid-wrap" if grid.cyclic else "nearest"
    u = ndimage.map_coordinates(east, place, order=1, mode=mode)
    v = ndimage.map_coordinates(north, place, order=1, mode=mode)
    tangential = (-u * np.cos(angles) + v * np.sin(angles)) * scene.hemisphere
    quadrants = tangential.reshape(4, 4).max(axis=1) > 0
    return float(np.mean(tangential > 0)) if quadrants.all() else 0.0
