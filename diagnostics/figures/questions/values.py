"""Tests that reduce fields to a number: over the region, at a place, against an earlier time."""

from __future__ import annotations

import numpy as np

from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import (
    QuestionResult,
    Test,
    at_place,
    beyond,
    compare,
    earlier,
    extreme_cell,
    field_of,
    hours_between,
    mask_of,
    measure,
    place_of,
    rounded,
)
from diagnostics.grid.distance import great_circle_km
from diagnostics.messages import Message, Param
from diagnostics.quantities.registry import components, label, resolve, values
from diagnostics.quantities.scene import Scene


def nothing_over(test: Test) -> QuestionResult:
    """The answer where a question asks about an area that is not on the map."""
    wanted = test["over"]
    limit = f"{wanted.get('op', '>=')} {wanted['value']:g}"
    return QuestionResult(
        False, Message(id="chart-no_cell", params={"quantity": _named(wanted), "limit": limit})
    )


def _named(test: Test) -> Message:
    """Name the quantity or the canonical field of a test."""
    asked = test.get("quantity")

    def name(language: str) -> str:
        return str(test["field"]) if asked is None else label(asked, language)

    return Message(
        id="chart-name",
        params={
            "english": str(test.get("name") or name("en")),
            "chinese": str(test.get("name_zh") or name("zh")),
        },
    )


def reduce(test: Test, scene: Scene) -> QuestionResult:
    """``{reduce: max|min|mean, quantity, op, value, margin, over}`` over the region."""
    how, (field, unit) = test["reduce"], field_of(scene, test)
    mask = mask_of(scene, test)
    if not mask.any():
        return nothing_over(test)
    place = None
    if how == "mean":
        value = scene.mean(field, mask)
    else:
        cell = extreme_cell(scene, field, mask, how)
        value, place = float(field[cell]), place_of(scene, cell)
    params: dict[str, Param] = {"value": measure(value, unit)}
    if place is not None:
        params["place"] = at_place(place)
    return QuestionResult(
        compare(value, test["op"], float(test["value"])),
        Message(id=f"chart-reduce_{how}", params=params),
        place,
        round(value, 4),
        unit,
    )


def share(test: Test, scene: Scene) -> QuestionResult:
    """``{share: least, quantity, op, value, margin, over}``: area fraction of the region."""
    field, _ = field_of(scene, test)
    mask = mask_of(scene, test)
    if not mask.any():
        return nothing_over(test)
    area = scene.grid.cell_area[mask]
    part = float(np.sum(area * beyond(field, test)[mask]) / np.sum(area))
    return QuestionResult(
        part >= float(test["share"]),
        Message(id="chart-share", params={"share": rounded(100 * part, "%")}),
        value=round(100 * part, 1),
        unit="%",
    )


def wind_from(test: Test, scene: Scene) -> QuestionResult:
    """``{wind_from: [start, end], quantity, speed}``: direction of the region's mean wind."""
    east, north = (scene.mean(part, scene.inside()) for part in components(scene, test["quantity"]))
    direction = float(np.degrees(np.arctan2(-east, -north))) % 360.0
    start, end = (float(part) for part in test["wind_from"])
    within = (direction - start) % 360.0 <= (end - start) % 360.0
    size, unit = float(np.hypot(east, north)), resolve(test["quantity"]).quantity.unit
    return QuestionResult(
        within and size >= float(test.get("speed", 1.0)),
        Message(
            id="chart-wind_from",
            params={"direction": rounded(direction, "deg"), "speed": measure(size, unit)},
        ),
        scene.region.center,
        round(direction, 1),
        "°",
    )


def extreme_inside(test: Test, scene: Scene) -> QuestionResult:
    """``{extreme_inside: max|min, quantity}``: whether the domain's extreme lies in the region."""
    field, unit = field_of(scene, test)
    everywhere = np.ones(field.shape, dtype=bool)
    cell = extreme_cell(scene, field, everywhere, test["extreme_inside"])
    place = place_of(scene, cell)
    return QuestionResult(
        bool(scene.inside()[cell]),
        Message(
            id="chart-value_at",
            params={"value": measure(float(field[cell]), unit), "place": at_place(place)},
        ),
        place,
        round(float(field[cell]), 4),
        unit,
    )


def at_extreme(test: Test, scene: Scene) -> QuestionResult:
    """``{at_extreme: max|min, of, quantity|field, op, value, margin}``.

    A quantity (or canonical field) at the place where the quantity ``of`` is most extreme.
    """
    leading = values(scene, test["of"])
    cell = extreme_cell(
        scene, leading, scene.inside(float(test.get("margin", 0.0))), test["at_extreme"]
    )
    field, unit = field_of(scene, test)
    value, place = float(field[cell]), place_of(scene, cell)
    if not np.isfinite(value):
        raise InputDataError(
            Message(id="chart-no_value_at", params={"place": at_place(place)}), code="missing_input"
        )
    top = measure(float(leading[cell]), resolve(test["of"]).quantity.unit)
    return QuestionResult(
        compare(value, test["op"], float(test["value"])),
        Message(
            id="chart-at_extreme",
            params={
                "quantity": _named(test),
                "value": measure(value, unit),
                "extreme": top,
                "place": at_place(place),
            },
        ),
        place,
        round(value, 4),
        unit,
    )


def steep(test: Test, scene: Scene) -> QuestionResult:
    """``{steep: least, of, pick, quantity, margin}``: whether an extreme lies in a tight gradient.

    The gradient of ``quantity`` within 150 km of the place where ``of`` is largest must be among
    the upper part ``least`` (0..1) of those around.
    """
    near = scene.inside(float(test.get("margin", 5.0)))
    cell = extreme_cell(scene, values(scene, test["of"]), near, test.get("pick", "max"))
    grid = scene.grid
    slope = 1e5 * np.hypot(*grid.gradient(grid.smooth(values(scene, test["quantity"]), 75.0)))
    place = place_of(scene, cell)
    reach = np.asarray(great_circle_km(*place, grid.latitude, grid.longitude)) <= 150.0
    reach[cell] = True
    here = float(np.nanmax(slope[reach]))
    around = slope[near & np.isfinite(slope)]
    rank = float(np.mean(around <= here)) if around.size else 0.0
    unit = resolve(test["quantity"]).quantity.unit
    return QuestionResult(
        rank >= float(test["steep"]),
        Message(
            id="chart-steep",
            params={
                "slope": measure(here, unit, 2),
                "place": at_place(place),
                "share": rounded(100 * rank, "%"),
            },
        ),
        place,
        round(here, 4),
        f"{unit} (100 km)⁻¹",
    )


def trend(test: Test, scene: Scene) -> QuestionResult:
    """``{trend: max|min|mean, quantity, hours, op, value, margin}``: change since an earlier time.

    ``value`` is the change over all of ``hours``; a shorter step is compared with its part.
    """
    before = earlier(scene, float(test["hours"]))
    how = test["trend"]

    def reduced(moment: Scene) -> float:
        field, mask = field_of(moment, test)[0], moment.inside(float(test.get("margin", 0.0)))
        if how == "mean":
            return moment.mean(field, mask)
        return float(field[extreme_cell(moment, field, mask, how)])

    then, now = reduced(before), reduced(scene)
    hours = hours_between(before, scene)
    wanted = float(test["value"]) * hours / float(test["hours"])
    unit = field_of(scene, test)[1]
    return QuestionResult(
        compare(now - then, test["op"], wanted),
        Message(
            id="chart-trend",
            params={
                "then": measure(then, unit),
                "now": measure(now, unit),
                "span": measure(hours, "h"),
            },
        ),
        value=round(now - then, 4),
        unit=unit,
    )


def approaches(test: Test, scene: Scene) -> QuestionResult:
    """``{approaches: max|min, quantity, hours, margin, least_km}``: a centre comes nearer."""
    before = earlier(scene, float(test["hours"]))

    def centre(moment: Scene) -> tuple[tuple[float, float], float]:
        mask = moment.inside(float(test.get("margin", 15.0)))
        cell = extreme_cell(moment, field_of(moment, test)[0], mask, test["approaches"])
        place = place_of(moment, cell)
        return place, float(great_circle_km(*place, *moment.region.center))

    (_, then), (place, now) = centre(before), centre(scene)
    hours = hours_between(before, scene)
    return QuestionResult(
        then - now >= float(test.get("least_km", 50.0)),
        Message(
            id="chart-approaches",
            params={
                "then": rounded(then, "km"),
                "span": measure(hours, "h"),
                "now": rounded(now, "km"),
                "place": at_place(place),
            },
        ),
        place,
        round(then - now, 1),
        "km",
    )


def agree(test: Test, scene: Scene) -> QuestionResult:
    """``{agree: least, quantity, other, sign, margin}``: correlation of two fields over an area.

    ``sign`` -1 turns the second field round.
    """
    mask = scene.inside(float(test.get("margin", 5.0)))
    one = values(scene, test["quantity"])[mask]
    other = float(test.get("sign", 1)) * values(scene, test["other"])[mask]
    known = np.isfinite(one) & np.isfinite(other)
    if known.sum() < 9 or np.ptp(one[known]) == 0 or np.ptp(other[known]) == 0:
        raise InputDataError(Message(id="chart-too_few_values"), code="missing_input")
    value = float(np.corrcoef(one[known], other[known])[0, 1])
    return QuestionResult(
        value >= float(test["agree"]),
        Message(
            id="chart-agree", params={"value": rounded(value, "", 2), "number": int(known.sum())}
        ),
        value=round(value, 3),
    )
