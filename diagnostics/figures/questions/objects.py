"""Tests about objects and centres: shape, direction, what they reach, how they lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagnostics.contracts.evidence import Feature, FeaturesAnswer
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.detection.features.registry import search
from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import (
    Found,
    Test,
    at_place,
    beyond,
    extreme_cell,
    field_of,
    objects_of,
    place_of,
)
from diagnostics.grid.distance import great_circle_km, initial_bearing, vector_centroid
from diagnostics.grid.regions import region_mask
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.scene import Array, Scene


def detector(test: Test, scene: Scene) -> Found:
    """``{detector, params, extra, below, bearing, within_km, length_km, latitude, count}``.

    A detector's decision, or that of the features that count: with extras among the wanted ones
    or ``below`` a limit, in the sector ``bearing`` [start, end] seen from the region's centre,
    within ``within_km`` of the region, at least ``length_km`` long, between the latitudes
    ``latitude``. ``count`` asks for at least so many. A question about one part of the world names
    the longitudes ``region_longitude`` of the regions it can be asked of; ``data_to`` is the
    latitude that the fields must reach.
    """
    west, east = (float(part) for part in test.get("region_longitude", (0.0, 360.0)))
    if (scene.region.center[1] - west) % 360.0 > east - west:
        return Found(
            None,
            f"this can be asked of regions between {west:g}° and {east:g}° E only",
            f"此问题只适用于{west:g}–{east:g}°E的区域",
        )
    if "data_to" in test:
        reach = float((scene.hemisphere * scene.grid.latitude).max())
        if reach < float(test["data_to"]):
            return Found(
                None,
                f"the fields end at {reach:.0f}° of latitude, short of {test['data_to']:g}°",
                f"资料只到纬度{reach:.0f}°，未达{test['data_to']:g}°",
            )
    answer = search(test["detector"], scene, test.get("params", {}))
    zh = f"检出 {len(answer.features)} 个目标"
    if answer.passed is None:
        return Found(None, answer.message, f"{zh}，尚不能判断")
    conditions = ("extra", "below", "bearing", "within_km", "length_km", "latitude", "count")
    if not any(key in test for key in conditions):
        return _told(answer.passed, answer, answer.features[:1], zh)
    every = any(key in test for key in ("count", "latitude", "below"))
    kept = [
        item
        for item in answer.features
        if (every or item.score >= 0.5) and _counts(test, scene, item)
    ]
    zh = f"检出 {len(answer.features)} 个目标，其中 {len(kept)} 个符合条件"
    return _told(len(kept) >= int(test.get("count", 1)), answer, kept[:1], zh)


def _told(passed: bool, answer: FeaturesAnswer, kept: Sequence[Feature], zh: str) -> Found:
    if not kept:
        return Found(passed, answer.message, zh)
    item = kept[0]
    place = (item.latitude, item.longitude)
    shown = f"{item.value:.4g} {item.unit}".strip() if item.value is not None else ""
    return Found(
        passed,
        f"{answer.message}; {shown + ' ' if shown else ''}at {at_place(place)}",
        f"{zh}；{shown + '，' if shown else ''}位于 {at_place(place)}",
        place,
        item.value,
        item.unit,
    )


def _counts(test: Test, scene: Scene, item: Feature) -> bool:
    if any(item.extra.get(key) not in wanted for key, wanted in test.get("extra", {}).items()):
        return False
    for key, limit in test.get("below", {}).items():
        measured = item.extra.get(key)
        if not isinstance(measured, (int, float)) or measured > float(limit):
            return False
    if (item.length_km or 0.0) < float(test.get("length_km", 0.0)):
        return False
    place = (item.latitude, item.longitude)
    if "bearing" in test:
        toward = float(initial_bearing(*scene.region.center, *place))
        start, end = (float(part) for part in test["bearing"])
        if (toward - start) % 360.0 > (end - start) % 360.0:
            return False
    if "within_km" in test:
        inside = scene.inside()
        away = great_circle_km(*place, scene.grid.latitude[inside], scene.grid.longitude[inside])
        if float(np.min(away)) > float(test["within_km"]):
            return False
    if "latitude" in test:
        low, high = (float(part) for part in test["latitude"])
        return low <= abs(item.latitude) <= high
    return True


def shape(test: Test, scene: Scene) -> Found:
    """``{shape: core|band|zonal, quantity, op, value, margin, degrees}`` of the largest object.

    A core is less than twice as long as wide, a band at least twice. Zonal objects lie within 45
    degrees of east-west and, where ``degrees`` is given, span as much longitude.
    """
    blobs = objects_of(scene, test)
    if not blobs:
        return Found(False, "no such object near the region", "区域附近没有这样的目标")
    blob = blobs[0]
    length, width, bearing = blob.shape_km
    middle = blob.centroid
    span = float(
        np.ptp((scene.grid.longitude[blob.cells] - middle[1] + 180.0) % 360.0)
        + scene.grid.spacing_deg
    )
    wanted = test["shape"]
    if wanted == "zonal":
        answer = 45.0 <= bearing <= 135.0 and span >= float(test.get("degrees", 0.0))
    else:
        answer = (length / width < 2.0) == (wanted == "core")
    return Found(
        answer,
        f"{length:.0f} km long, {width:.0f} km wide, along {bearing:.0f}°, "
        f"{span:.0f}° of longitude",
        f"长 {length:.0f} km，宽 {width:.0f} km，走向 {bearing:.0f}°，跨 {span:.0f} 个经度",
        middle,
        round(length / width, 2),
    )


def zonal_band(test: Test, scene: Scene) -> Found:
    """``{zonal_band: threshold, quantity, op}``: the largest object lies more east-west."""
    asked = {**test, "shape": "zonal", "value": test["zonal_band"], "margin": 90.0}
    return shape(asked, scene)


def aligned(test: Test, scene: Scene) -> Found:
    """``{aligned: [object, object], within}``: two objects touch and lie the same way.

    Each object is ``{quantity, op, value, margin}``; the axes may differ by ``within`` degrees.
    """
    sets = [objects_of(scene, item) for item in test["aligned"]]
    if not all(sets):
        return Found(False, "one of the two is not there", "两者之一不存在")
    one, other = sets[0][0], max(sets[1], key=lambda blob: int((blob.mask & sets[0][0].mask).sum()))
    apart = abs((one.shape_km[2] - other.shape_km[2] + 90.0) % 180.0 - 90.0)
    round_one = min(one.aspect, other.aspect) < 1.3
    common = int((one.mask & other.mask).sum())
    return Found(
        common > 0 and (apart <= float(test.get("within", 30.0)) and not round_one),
        f"axes {apart:.0f}° apart, {100 * common / one.rows.size:.0f} % of the first in the second",
        f"两轴夹角 {apart:.0f}°，前者有 {100 * common / one.rows.size:.0f} % 位于后者之内",
        one.centroid,
        round(apart, 1),
        "°",
    )


def connects(test: Test, scene: Scene) -> Found:
    """``{connects: [W, S, E, N], quantity, op, value}``: one object meets a box and the region."""
    west, south, east, north = (float(part) for part in test["connects"])
    try:
        box = region_mask(scene.grid, Region(west=west, south=south, east=east, north=north))
    except InputDataError:
        box = np.zeros(scene.grid.shape, dtype=bool)
    if not np.any(box):
        return Found(
            None,
            f"the fields do not reach {west:g} to {east:g}° E, {south:g} to {north:g}° N",
            f"资料未覆盖 {west:g}–{east:g}°E、{south:g}–{north:g}°N",
        )
    for blob in objects_of(scene, {**test, "margin": 0.0}):
        if blob.touches(np.asarray(box, dtype=bool)):
            return Found(
                True,
                f"one object of {blob.area_km2 / 1e6:.2g} million km² reaches both",
                f"同一目标（{blob.area_km2 / 1e4:.0f} 万 km²）连通两地",
                blob.centroid,
                round(blob.area_km2),
                "km²",
            )
    return Found(False, "no object reaches both", "没有连通两地的目标")


def relative(test: Test, scene: Scene) -> Found:
    """``{relative: {detector, params}, to: {quantity, op, value}, bearing: [start, end]}``.

    The direction of a detected centre from the middle of an area.
    """
    area = objects_of(scene, {"margin": 5.0, **test["to"]})
    if not area:
        return Found(False, "the area is not there", "没有这样的区域")
    answer = search(test["relative"]["detector"], scene, test["relative"].get("params", {}))
    if answer.passed is None:
        return Found(None, answer.message, "资料不足")
    if not answer.features:
        return Found(False, answer.message, "没有检出中心")
    item = answer.features[0]
    middle = area[0].centroid
    toward = float(initial_bearing(*middle, item.latitude, item.longitude))
    away = float(great_circle_km(*middle, item.latitude, item.longitude))
    start, end = (float(part) for part in test["bearing"])
    return Found(
        (toward - start) % 360.0 <= (end - start) % 360.0,
        f"{away:.0f} km toward {toward:.0f}° from {at_place(middle)}",
        f"位于 {at_place(middle)} 的 {toward:.0f}° 方向 {away:.0f} km 处",
        (item.latitude, item.longitude),
        round(toward, 1),
        "°",
    )


def side(test: Test, scene: Scene) -> Found:
    """``{side: high|low, quantity, of, margin}``: on which side of its strongest gradient.

    ``of`` is ``region``, a ``{detector, params}`` whose first centre is taken, or an area
    ``{quantity, op, value}``. ``across: zonal`` looks at the west-east gradient alone.
    """
    field, unit = field_of(scene, test)
    grid = scene.grid
    smooth = grid.smooth(field, 75.0)
    place, here = _subject(test, scene, smooth)
    if place is None:
        return Found(False, "what is asked about is not there", "所问的目标不存在")
    east, north = grid.gradient(smooth)
    slope = np.abs(east) if test.get("across") == "zonal" else np.hypot(east, north)
    reach = float(test.get("margin", 10.0)) * 111.2
    near = np.asarray(great_circle_km(*place, grid.latitude, grid.longitude)) <= reach
    cell = extreme_cell(scene, slope, near, "max")
    steep = place_of(scene, cell)
    strongest = 1e5 * float(slope[cell])
    middle = float(smooth[cell])
    least = float(test.get("least", 0.0))
    answer = (here >= middle) == (test["side"] == "high") and strongest >= least
    return Found(
        answer,
        f"{here:.4g} {unit} there, {middle:.4g} {unit} in the strongest gradient "
        f"({strongest:.2g} per 100 km) at {at_place(steep)}",
        f"该处 {here:.4g} {unit}，最强梯度（每100 km {strongest:.2g}）位于 {at_place(steep)}，"
        f"其值 {middle:.4g} {unit}",
        steep,
        round(here - middle, 4),
        unit,
    )


def _subject(test: Test, scene: Scene, field: Array) -> tuple[tuple[float, float] | None, float]:
    of = test["of"]
    if of == "region":
        return scene.region.center, scene.mean(field, scene.inside())
    if "detector" in of:
        answer = search(of["detector"], scene, of.get("params", {}))
        if not answer.features:
            return None, float("nan")
        place = (answer.features[0].latitude, answer.features[0].longitude)
        return place, float(field[scene.grid.nearest(*place)])
    area = objects_of(scene, {"margin": 5.0, **of})
    if not area:
        return None, float("nan")
    return area[0].centroid, scene.mean(field, area[0].mask)


def part(test: Test, scene: Scene) -> Found:
    """``{part: [south, coast], quantity, upper, coast_km}``: where the largest values lie.

    The region's cells above the quantile ``upper``: their middle south of the region's centre, or
    at least half of them within ``coast_km`` of a coast.
    """
    from diagnostics.figures.questions.places import coast_distance_km

    field, _ = field_of(scene, test)
    mask = scene.inside() & np.isfinite(field)
    if not mask.any():
        raise InputDataError("no value over the region", code="missing_input")
    limit = float(np.quantile(field[mask], float(test.get("upper", 0.8))))
    strong = mask & (field >= limit)
    latitude, longitude = scene.grid.latitude[strong], scene.grid.longitude[strong]
    middle = vector_centroid(latitude, longitude, scene.grid.cell_area[strong])
    span = scene.region.north - scene.region.south
    south = middle[0] <= scene.region.center[0] - 0.1 * span
    near = coast_distance_km(latitude, longitude) <= float(test.get("coast_km", 100.0))
    coast = float(np.mean(near)) >= 0.5
    wanted = {"south": south, "coast": coast}
    unit = resolve(test["quantity"]).quantity.unit
    return Found(
        any(wanted[name] for name in test["part"]),
        f"values from {limit:.3g} {unit} lie about {at_place(middle)}, "
        f"{100 * np.mean(near):.0f} % of them near a coast",
        f"{limit:.3g} {unit} 以上的格点以 {at_place(middle)} 为中心，"
        f"{100 * np.mean(near):.0f} % 近海岸",
        middle,
        round(limit, 3),
        unit,
    )


def dipole(test: Test, scene: Scene) -> Found:
    """``{dipole: least, quantity, margin}``: smallest value east of the largest, both marked.

    Both the smallest (below minus ``least``) and the largest (above ``least``) must be there.
    """
    field, unit = field_of(scene, test)
    near = scene.inside(float(test.get("margin", 10.0)))
    smooth = scene.grid.smooth(field, 100.0)
    low, high = (extreme_cell(scene, smooth, near, pick) for pick in ("min", "max"))
    (lat_low, lon_low), (lat_high, lon_high) = place_of(scene, low), place_of(scene, high)
    east = wrap_longitude(lon_low - lon_high)
    least = float(test["dipole"])
    marked = smooth[low] <= -least and smooth[high] >= least
    return Found(
        bool(marked and east > 0),
        f"{smooth[low]:.2g} {unit} at {at_place((lat_low, lon_low))}, "
        f"{smooth[high]:.2g} {unit} at {at_place((lat_high, lon_high))}",
        f"{at_place((lat_low, lon_low))} 为 {smooth[low]:.2g} {unit}，"
        f"{at_place((lat_high, lon_high))} 为 {smooth[high]:.2g} {unit}",
        (lat_low, lon_low),
        round(float(east), 2),
        "°",
    )


def departure(test: Test, scene: Scene) -> Found:
    """``{departure: least, quantity, latitude: [S, N], longitude: [W, E]}``.

    The largest departure from the zonal mean in a belt; needs the whole circle of latitude.
    """
    field, unit = field_of(scene, test)
    if not scene.grid.cyclic:
        return Found(
            None,
            "the fields do not go round the pole, so there is no zonal mean to depart from",
            "资料未绕极一周，无法求纬向平均",
        )
    south, north = (float(item) for item in test["latitude"])
    west, east = (float(item) for item in test["longitude"])
    polar = scene.hemisphere * scene.grid.latitude
    ahead = (scene.grid.longitude - west) % 360.0 <= (east - west) % 360.0
    from_mean = field - np.nanmean(field, axis=1, keepdims=True)
    cell = extreme_cell(scene, from_mean, (polar >= south) & (polar <= north) & ahead, "max")
    place, value = place_of(scene, cell), float(from_mean[cell])
    return Found(
        value >= float(test["departure"]),
        f"{value:+.0f} {unit} from the zonal mean at {at_place(place)}",
        f"{at_place(place)} 较纬向平均 {value:+.0f} {unit}",
        place,
        round(value, 1),
        unit,
    )


def overlap_moves(test: Test, scene: Scene) -> Found:
    """``{overlap_moves: object, detector, params, hours, reach_km}``.

    Whether a detected feature stays with an area from an earlier time to now.
    """
    from diagnostics.figures.questions.finding import earlier, hours_between

    before = earlier(scene, float(test["hours"]))
    gaps = []
    for moment in (before, scene):
        field, _ = field_of(moment, test["overlap_moves"])
        cells = beyond(field, test["overlap_moves"]) & moment.inside(10.0)
        answer = search(test["detector"], moment, test.get("params", {}))
        if not cells.any() or not answer.features:
            return Found(
                False, "one of the two is missing at one of the times", "某一时次缺少其中之一"
            )
        item = answer.features[0]
        grid = moment.grid
        gaps.append(
            float(
                np.min(
                    great_circle_km(
                        item.latitude, item.longitude, grid.latitude[cells], grid.longitude[cells]
                    )
                )
            )
        )
    hours = hours_between(before, scene)
    return Found(
        max(gaps) <= float(test.get("reach_km", 200.0)),
        f"{gaps[0]:.0f} km apart {hours:g} h before, {gaps[1]:.0f} km now",
        f"{hours:g}小时前相距 {gaps[0]:.0f} km，现相距 {gaps[1]:.0f} km",
        value=round(gaps[1], 1),
        unit="km",
    )
