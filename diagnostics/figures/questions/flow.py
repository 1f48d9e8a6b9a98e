"""Tests about the flow: what lies upstream, what is advected, sides of a jet, ahead of a trough."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.detection.features.registry import search
from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import (
    Found,
    Test,
    at_place,
    beyond,
    compare,
    extreme_cell,
    field_of,
    place_of,
)
from diagnostics.grid.sections import sample_bilinear
from diagnostics.quantities.registry import components, resolve, values
from diagnostics.quantities.scene import Scene

KM_PER_DEGREE = 111.2
PER_HOUR = 3600.0


def upstream(test: Test, scene: Scene) -> Found:
    """``{upstream: wind, quantity|field, op, value, reach_km: [near, far], share}``.

    Points against the region's mean wind, up to ``far`` km from the region's edge in that
    direction: at least ``share`` (half) of them must hold.
    """
    east, north = (scene.mean(part, scene.inside()) for part in components(scene, test["upstream"]))
    speed = float(np.hypot(east, north))
    if speed < 1.0:
        return Found(False, "hardly any wind over the region", "区域内几乎无风")
    latitude, longitude = scene.region.center
    near, far = (float(part) for part in test.get("reach_km", (100.0, 800.0)))
    half = 0.5 * KM_PER_DEGREE * abs(
        (scene.region.north - scene.region.south) * north / speed
    ) + 0.5 * KM_PER_DEGREE * np.cos(np.radians(latitude)) * abs(scene.region.width * east / speed)
    steps = half + np.linspace(near, far, 12)
    along = latitude - steps * north / speed / KM_PER_DEGREE
    across = longitude - steps * east / speed / KM_PER_DEGREE / np.cos(np.radians(latitude))
    field, unit = field_of(scene, test)
    wrapped = np.array([wrap_longitude(float(part)) for part in across])
    sampled = sample_bilinear(field, scene.grid, along, wrapped)
    known = np.isfinite(sampled)
    if known.sum() < 3:
        raise InputDataError("the fields do not reach upstream of the region", code="missing_input")
    part = float(np.mean(beyond(sampled[known], test)))
    middle = (float(along[known].mean()), wrap_longitude(float(wrapped[known][known.sum() // 2])))
    mean = float(sampled[known].mean())
    return Found(
        part >= float(test.get("share", 0.5)),
        f"upstream, about {at_place(middle)}, {mean:.3g} {unit} on average".replace("  ", " "),
        f"上游（{at_place(middle)} 附近）平均 {mean:.3g} {unit}",
        middle,
        round(mean, 4),
        unit,
    )


def advected(test: Test, scene: Scene) -> Found:
    """``{advected: wind, quantity, op, value}``: mean advection over the region, per hour."""
    east, north = components(scene, test["advected"])
    field, unit = field_of(scene, test)
    smooth = scene.grid.smooth(field, 75.0)
    moved = PER_HOUR * scene.grid.advection(smooth, east, north)
    value = scene.mean(moved, scene.inside())
    return Found(
        compare(value, test["op"], float(test["value"])),
        f"mean advection {value:+.2g} {unit} per hour",
        f"平均平流 {value:+.2g} {unit}/小时",
        scene.region.center,
        round(value, 4),
        f"{unit} h⁻¹",
    )


def jet_side(test: Test, scene: Scene) -> Found:
    """``{jet_side: [places], quantity, pick, level, margin, least_speed}``.

    Where in the jet an extreme lies: entrance where the wind rises along the flow, exit where it
    falls; left or right of the axis by the side toward which it falls off.
    """
    cell = extreme_cell(
        scene,
        values(scene, test["quantity"]),
        scene.inside(float(test.get("margin", 0.0))),
        test.get("pick", "max"),
    )
    east, north = components(scene, f"wind@{float(test.get('level', 200)):g}")
    grid = scene.grid
    speed = grid.smooth(np.hypot(east, north), 100.0)
    gx, gy = (part[cell] for part in grid.gradient(speed))
    u, v, size = east[cell], north[cell], max(float(speed[cell]), 0.1)
    end = "entrance" if u * gx + v * gy > 0 else "exit"
    # the wind is stronger on the left of the flow for a point on the right of the axis
    right = (-v * gx + u * gy > 0) == (scene.hemisphere > 0)
    found = f"{'right' if right else 'left'}_{end}"
    place = place_of(scene, cell)
    fast = size >= float(test.get("least_speed", 25.0))
    zh = {"entrance": "入口区", "exit": "出口区"}[end]
    return Found(
        fast and any(found.endswith(str(item)) for item in test["jet_side"]),
        f"{found.replace('_', ' ')}, wind {size:.0f} m s⁻¹ at {at_place(place)}"
        + ("" if fast else ": no jet there"),
        f"{'右' if right else '左'}侧{zh}，风速 {size:.0f} m s⁻¹，位于 {at_place(place)}"
        + ("" if fast else "：该处无急流"),
        place,
        round(size, 1),
        "m s⁻¹",
    )


def ahead(test: Test, scene: Scene) -> Found:
    """``{ahead: trough_axis, params, quantity, op, value, reach_deg}``: east of a trough axis.

    The mean over the first ``reach_deg`` of longitude downstream of the axis.
    """
    answer = search(test["ahead"], scene, test.get("params", {}))
    if answer.passed is None:
        return Found(None, answer.message, "资料不足")
    if not answer.passed:
        return Found(False, answer.message, "区域附近没有槽线")
    line = np.array(answer.features[0].line or [scene.region.center])
    grid, reach = scene.grid, float(test.get("reach_deg", 8.0))
    inside = (grid.latitude >= line[:, 0].min()) & (grid.latitude <= line[:, 0].max())
    order = np.argsort(line[:, 0])
    axis = np.interp(
        grid.latitude, line[order, 0], np.degrees(np.unwrap(np.radians(line[order, 1])))
    )
    east = (grid.longitude - axis + 180.0) % 360.0 - 180.0
    mask = inside & (east > 0) & (east <= reach)
    if not mask.any():
        raise InputDataError("the fields end at the trough axis", code="missing_input")
    value = scene.mean(values(scene, test["quantity"]), mask)
    unit = resolve(test["quantity"]).quantity.unit
    place = (answer.features[0].latitude, answer.features[0].longitude)
    return Found(
        compare(value, test["op"], float(test["value"])),
        f"mean {value:.3g} {unit} ahead of the axis at {at_place(place)}",
        f"槽线（{at_place(place)}）前平均 {value:.3g} {unit}",
        place,
        round(value, 4),
        unit,
    )
