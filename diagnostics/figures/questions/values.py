"""Tests that reduce fields to a number: over the region, at a place, against an earlier time."""

from __future__ import annotations

import numpy as np

from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import (
    Found,
    Test,
    at_place,
    beyond,
    compare,
    earlier,
    extreme_cell,
    field_of,
    hours_between,
    mask_of,
    place_of,
)
from diagnostics.grid.distance import great_circle_km
from diagnostics.quantities.registry import components, label, resolve, values
from diagnostics.quantities.scene import Scene

WORDS_ZH = {"max": "最大值", "min": "最小值", "mean": "平均"}
SECTORS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def nothing_over(test: Test) -> Found:
    """The answer where a question asks about an area that is not on the map."""
    wanted = test["over"]
    name = wanted.get("quantity", wanted.get("field"))
    name_zh = label(name, "zh") if "quantity" in wanted else name
    limit = f"{wanted.get('op', '>=')} {wanted['value']:g}"
    return Found(False, f"no cell with {name} {limit}", f"没有{name_zh} {limit} 的格点")


def reduce(test: Test, scene: Scene) -> Found:
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
    where, where_zh = (f" at {at_place(place)}", f"，位于 {at_place(place)}") if place else ("", "")
    return Found(
        compare(value, test["op"], float(test["value"])),
        f"{how} {value:.3g} {unit}{where}".rstrip(),
        f"{WORDS_ZH[how]} {value:.3g} {unit}{where_zh}".rstrip(),
        place,
        round(value, 4),
        unit,
    )


def share(test: Test, scene: Scene) -> Found:
    """``{share: least, quantity, op, value, margin, over}``: area fraction of the region."""
    field, _ = field_of(scene, test)
    mask = mask_of(scene, test)
    if not mask.any():
        return nothing_over(test)
    area = scene.grid.cell_area[mask]
    part = float(np.sum(area * beyond(field, test)[mask]) / np.sum(area))
    return Found(
        part >= float(test["share"]),
        f"{100 * part:.0f} % of the area",
        f"占面积的{100 * part:.0f} %",
        value=round(100 * part, 1),
        unit="%",
    )


def wind_from(test: Test, scene: Scene) -> Found:
    """``{wind_from: [start, end], quantity, speed}``: direction of the region's mean wind."""
    east, north = (scene.mean(part, scene.inside()) for part in components(scene, test["quantity"]))
    direction = float(np.degrees(np.arctan2(-east, -north))) % 360.0
    start, end = (float(part) for part in test["wind_from"])
    within = (direction - start) % 360.0 <= (end - start) % 360.0
    size, unit = float(np.hypot(east, north)), resolve(test["quantity"]).quantity.unit
    return Found(
        within and size >= float(test.get("speed", 1.0)),
        f"mean from {direction:.0f}° ({SECTORS[round(direction / 45.0) % 8]}), {size:.3g} {unit}",
        f"平均来向 {direction:.0f}°，{size:.3g} {unit}",
        scene.region.center,
        round(direction, 1),
        "°",
    )


def extreme_inside(test: Test, scene: Scene) -> Found:
    """``{extreme_inside: max|min, quantity}``: whether the domain's extreme lies in the region."""
    field, unit = field_of(scene, test)
    everywhere = np.ones(field.shape, dtype=bool)
    cell = extreme_cell(scene, field, everywhere, test["extreme_inside"])
    place = place_of(scene, cell)
    words = f"{field[cell]:.3g} {unit}"
    return Found(
        bool(scene.inside()[cell]),
        f"{words} at {at_place(place)}",
        f"{words}，位于 {at_place(place)}",
        place,
        round(float(field[cell]), 4),
        unit,
    )


def at_extreme(test: Test, scene: Scene) -> Found:
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
        raise InputDataError(f"no value at {at_place(place)}", code="missing_input")
    top = f"{leading[cell]:.3g} {resolve(test['of']).quantity.unit}"
    name = test.get("name") or test.get("quantity") or test.get("field")
    name_zh = test.get("name_zh") or (label(test["quantity"], "zh") if "quantity" in test else name)
    return Found(
        compare(value, test["op"], float(test["value"])),
        f"{name} {value:.3g} {unit} where it is most extreme ({top}, {at_place(place)})",
        f"极值处（{top}，{at_place(place)}）{name_zh}为 {value:.3g} {unit}".rstrip(),
        place,
        round(value, 4),
        unit,
    )


def steep(test: Test, scene: Scene) -> Found:
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
    words = f"{here:.2g} {unit} (100 km)⁻¹"
    return Found(
        rank >= float(test["steep"]),
        f"{words} at {at_place(place)}, more than {100 * rank:.0f} % of the area around",
        f"{at_place(place)} 处 {words}，超过周围 {100 * rank:.0f} %",
        place,
        round(here, 4),
        f"{unit} (100 km)⁻¹",
    )


def trend(test: Test, scene: Scene) -> Found:
    """``{trend: max|min|mean, quantity, hours, op, value, margin}``: change since an earlier time.

    ``value`` is the change over all of ``hours``; a shorter step is held against its part.
    """
    before = earlier(scene, float(test["hours"]))
    how = test["trend"]

    def measure(moment: Scene) -> float:
        field, mask = field_of(moment, test)[0], moment.inside(float(test.get("margin", 0.0)))
        if how == "mean":
            return moment.mean(field, mask)
        return float(field[extreme_cell(moment, field, mask, how)])

    then, now = measure(before), measure(scene)
    hours = hours_between(before, scene)
    wanted = float(test["value"]) * hours / float(test["hours"])
    unit = field_of(scene, test)[1]
    return Found(
        compare(now - then, test["op"], wanted),
        f"{then:.3g} to {now:.3g} {unit} in {hours:g} h",
        f"{hours:g}小时内由 {then:.3g} 变为 {now:.3g} {unit}",
        value=round(now - then, 4),
        unit=unit,
    )


def approaches(test: Test, scene: Scene) -> Found:
    """``{approaches: max|min, quantity, hours, margin, least_km}``: a centre comes nearer."""
    before = earlier(scene, float(test["hours"]))

    def centre(moment: Scene) -> tuple[tuple[float, float], float]:
        mask = moment.inside(float(test.get("margin", 15.0)))
        cell = extreme_cell(moment, field_of(moment, test)[0], mask, test["approaches"])
        place = place_of(moment, cell)
        return place, float(great_circle_km(*place, *moment.region.center))

    (_, then), (place, now) = centre(before), centre(scene)
    hours = hours_between(before, scene)
    return Found(
        then - now >= float(test.get("least_km", 50.0)),
        f"{then:.0f} km away {hours:g} h before, {now:.0f} km now, at {at_place(place)}",
        f"{hours:g}小时前距区域中心 {then:.0f} km，现为 {now:.0f} km，位于 {at_place(place)}",
        place,
        round(then - now, 1),
        "km",
    )


def agree(test: Test, scene: Scene) -> Found:
    """``{agree: least, quantity, other, sign, margin}``: correlation of two fields over an area.

    ``sign`` -1 turns the second field round.
    """
    mask = scene.inside(float(test.get("margin", 5.0)))
    one = values(scene, test["quantity"])[mask]
    other = float(test.get("sign", 1)) * values(scene, test["other"])[mask]
    known = np.isfinite(one) & np.isfinite(other)
    if known.sum() < 9 or np.ptp(one[known]) == 0 or np.ptp(other[known]) == 0:
        raise InputDataError("too few values to compare", code="missing_input")
    value = float(np.corrcoef(one[known], other[known])[0, 1])
    return Found(
        value >= float(test["agree"]),
        f"correlation {value:.2f} over {known.sum()} cells",
        f"{known.sum()} 个格点的相关系数 {value:.2f}",
        value=round(value, 3),
    )
