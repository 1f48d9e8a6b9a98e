"""Fronts by the thermal front parameter, shear lines and vortices in the wind."""

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
from diagnostics.detection.features.axes import shifted
from diagnostics.detection.features.lines import link_cells
from diagnostics.errors import ArgumentError
from diagnostics.grid.extrema import local_extrema
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import Array, Mask, Scene

KM_PER_DEGREE = 111.195
FAST_MS = 1.5


def sign_change(field: Array, *, cyclic: bool) -> Mask:
    """Cells next to a change of sign, on the side where the field is nearer to zero."""
    found = np.zeros(field.shape, dtype=bool)
    size = np.abs(field)
    positive = field >= 0  # a value of exactly zero counts as positive
    for axis in (0, 1):
        size_ahead = np.roll(size, -1, axis=axis)
        crossed = positive != np.roll(positive, -1, axis=axis)
        if axis == 0:
            crossed[-1, :] = False
        elif not cyclic:
            crossed[:, -1] = False
        here = crossed & (size <= size_ahead)
        there = np.roll(crossed & (size > size_ahead), 1, axis=axis)
        found |= here | there
    return found


def front_tfp(
    scene: Scene,
    *,
    level: float = 850.0,
    field: str = "",
    type: str = "any",  # noqa: A002  the parameter has this name in published rules
    sigma_km: float = 100.0,
    grad_min_K_100km: float = 2.0,
    grad_min_coarse: float = 1.2,
    tfp_min_K_per_100km2: float = 0.3,
    tfp_min_coarse: float = 0.1,
    min_length_km: float = 500.0,
    margin_deg: float = 3.0,
) -> Detection:
    """Front line: the warm edge of a baroclinic zone.

    With tau the smoothed potential temperature, s = grad(tau)/|grad(tau)| and TFP =
    -grad|grad(tau)| . s, the front lies where TFP has its maximum along s, TFP and the gradient on
    its cold side being large enough (Renard and Clarke 1965; Hewson 1998,
    doi:10.1017/S1350482798000553). It is cold where the wind blows toward the warm side with at
    least 1.5 m/s, warm where it blows toward the cold side, else quasi-stationary. Passes when a
    front of the requested `type` (``cold``, ``warm``, ``stationary``, ``any``) is near the region.
    """
    if type not in ("any", "cold", "warm", "stationary"):
        raise ArgumentError(f"a front is cold, warm, stationary or any, not {type!r}")
    grid = scene.grid
    tau = grid.smooth(values(scene, field or f"potential_temperature@{level:g}"), sigma_km)
    tx, ty = grid.gradient(tau)
    slope = np.hypot(tx, ty)
    with np.errstate(invalid="ignore", divide="ignore"):
        sx, sy = tx / slope, ty / slope
    gx, gy = grid.gradient(slope)
    parameter = -(gx * sx + gy * sy)
    px, py = grid.gradient(parameter)
    along = px * sx + py * sy
    cold_side = _largest_toward(scene, slope, -sx, -sy, 150.0)
    mask = parameter >= scene.coarse(tfp_min_K_per_100km2, tfp_min_coarse) * 1e-10
    mask &= cold_side >= scene.coarse(grad_min_K_100km, grad_min_coarse) * 1e-5
    ridge = sign_change(np.nan_to_num(along), cyclic=grid.cyclic) & mask
    east, north = components(scene, f"wind@{level:g}")
    across = east * sx + north * sy
    near = scene.inside(margin_deg)
    found: list[Feature] = []
    for line in link_cells(ridge, grid, gap_cells=1):
        if line.length_km < min_length_km or not line.touches(near):
            continue
        speed = float(np.nanmean(across[line.cells]))
        kind = "cold" if speed >= FAST_MS else "warm" if speed <= -FAST_MS else "stationary"
        contrast = float(np.nanmax(cold_side[line.cells])) * 1e5
        wanted = type in ("any", kind)
        found.append(
            line_feature(
                "front",
                line,
                value=contrast,
                unit="K (100 km)⁻¹",
                strength=contrast,
                score=max(0.5, graded(line.length_km, min_length_km)) if wanted else 0.3,
                extra={
                    "type": kind,
                    "normal_wind": round(speed, 1),
                    "warm_bearing": _bearing(sx[line.cells], sy[line.cells]),
                },
            )
        )
    passed = any(item.score >= 0.5 for item in found)
    kinds = ", ".join(str(item.extra["type"]) for item in found)
    return detection(passed, found, f"{len(found)} front(s) near the region: {kinds or 'none'}")


def _bearing(east: Array, north: Array) -> int:
    """Mean direction of vectors, degrees clockwise from north."""
    return round(float(np.degrees(np.arctan2(np.nanmean(east), np.nanmean(north)))) % 360.0) % 360


def _largest_toward(
    scene: Scene, field: Array, east: Array, north: Array, reach_km: float
) -> Array:
    """Largest value of a field within `reach_km` along a direction."""
    steps = max(2, round(reach_km / max(scene.grid.spacing_km)) + 1)
    best = np.nan_to_num(field)
    for share in np.linspace(0.0, 1.0, steps)[1:]:
        distance = 1e3 * reach_km * share
        best = np.maximum(best, shifted(field, scene.grid, distance * east, distance * north))
    return best


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
    east, north = (grid.smooth(part, sigma_km) for part in components(scene, f"wind@{level:g}"))
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
    return detection(passed, found, f"{len(found)} shear line(s) at the region")


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
    turning the same way.
    """
    grid = scene.grid
    east, north = components(scene, f"wind@{level:g}")
    smooth = grid.smooth(values(scene, f"cyclonic_vorticity@{level:g}"), 75.0)
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
    return detection(passed, found, f"{len(found)} vorticity centre(s) near the region")


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
