"""Tests about the flow: what lies upstream, what is advected, sides of a jet, ahead of a trough."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.detection.features.registry import search
from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import (
    QuestionResult,
    Test,
    at_place,
    beyond,
    compare,
    extreme_cell,
    field_of,
    measure,
    place_of,
    rounded,
)
from diagnostics.grid.sections import sample_bilinear
from diagnostics.messages import Message
from diagnostics.quantities.registry import components, resolve, values
from diagnostics.quantities.scene import Scene

KM_PER_DEGREE = 111.2
PER_HOUR = 3600.0


def upstream(test: Test, scene: Scene) -> QuestionResult:
    """``{upstream: wind, quantity|field, op, value, reach_km: [near, far], share}``.

    Points against the region's mean wind, up to ``far`` km from the region's edge in that
    direction: at least ``share`` (half) of them must hold.
    """
    east, north = (scene.mean(part, scene.inside()) for part in components(scene, test["upstream"]))
    speed = float(np.hypot(east, north))
    if speed < 1.0:
        return QuestionResult(False, Message(id="chart-calm"))
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
        raise InputDataError(Message(id="chart-not_upstream"), code="missing_input")
    part = float(np.mean(beyond(sampled[known], test)))
    middle = (float(along[known].mean()), wrap_longitude(float(wrapped[known][known.sum() // 2])))
    mean = float(sampled[known].mean())
    return QuestionResult(
        part >= float(test.get("share", 0.5)),
        Message(
            id="chart-upstream", params={"place": at_place(middle), "mean": measure(mean, unit)}
        ),
        middle,
        round(mean, 4),
        unit,
    )


def advected(test: Test, scene: Scene) -> QuestionResult:
    """``{advected: wind, quantity, op, value}``: mean advection over the region, per hour."""
    east, north = components(scene, test["advected"])
    field, unit = field_of(scene, test)
    smooth = scene.grid.smooth(field, 75.0)
    moved = PER_HOUR * scene.grid.advection(smooth, east, north)
    value = scene.mean(moved, scene.inside())
    return QuestionResult(
        compare(value, test["op"], float(test["value"])),
        Message(id="chart-advection", params={"value": measure(value, unit, 2)}),
        scene.region.center,
        round(value, 4),
        f"{unit} h⁻¹",
    )


def jet_side(test: Test, scene: Scene) -> QuestionResult:
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
    east, north = components(scene, QuantityRef("wind", float(test.get("level", 200))))
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
    return QuestionResult(
        fast and any(found.endswith(str(item)) for item in test["jet_side"]),
        Message(
            id="chart-jet" if fast else "chart-jet_slow",
            params={
                "side": Message(id=f"chart-jet_{found}"),
                "speed": rounded(size, "m s-1"),
                "place": at_place(place),
            },
        ),
        place,
        round(size, 1),
        "m s⁻¹",
    )


def ahead(test: Test, scene: Scene) -> QuestionResult:
    """``{ahead: trough_axis, params, quantity, op, value, reach_deg}``: east of a trough axis.

    The mean over the first ``reach_deg`` of longitude downstream of the axis.
    """
    answer = search(test["ahead"], scene, test.get("params", {}))
    if answer.passed is None:
        return QuestionResult(None, Message(id="chart-lacks_something"))
    if not answer.passed:
        return QuestionResult(False, Message(id="chart-no_trough"))
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
        raise InputDataError(Message(id="chart-ends_at_axis"), code="missing_input")
    value = scene.mean(values(scene, test["quantity"]), mask)
    unit = resolve(test["quantity"]).quantity.unit
    place = (answer.features[0].latitude, answer.features[0].longitude)
    return QuestionResult(
        compare(value, test["op"], float(test["value"])),
        Message(id="chart-ahead", params={"value": measure(value, unit), "place": at_place(place)}),
        place,
        round(value, 4),
        unit,
    )
