"""Tests about objects and centres: shape, direction, what they reach, how they lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.detection.features.registry import search
from diagnostics.errors import InputDataError
from diagnostics.figures.questions.finding import (
    QuestionResult,
    Test,
    at_place,
    beyond,
    extreme_cell,
    field_of,
    measure,
    objects_of,
    place_of,
    rounded,
)
from diagnostics.grid.distance import great_circle_km, initial_bearing, vector_centroid
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Listing, Message, positions
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.scene import Array, Scene


def detector(test: Test, scene: Scene) -> QuestionResult:
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
        return QuestionResult(
            None,
            Message(
                id="chart-only_between",
                params={"west": positions.longitude(west), "east": positions.longitude(east)},
            ),
        )
    if "data_to" in test:
        reach = float((scene.hemisphere * scene.grid.latitude).max())
        if reach < float(test["data_to"]):
            return QuestionResult(
                None,
                Message(
                    id="chart-fields_end",
                    params={
                        "reach": rounded(reach, "deg"),
                        "wanted": measure(float(test["data_to"]), "deg"),
                    },
                ),
            )
    answer = search(test["detector"], scene, test.get("params", {}))
    number = len(answer.features)
    if answer.passed is None:
        return QuestionResult(None, Message(id="chart-undecided", params={"number": number}))
    conditions = ("extra", "below", "bearing", "within_km", "length_km", "latitude", "count")
    if not any(key in test for key in conditions):
        message = Message(id="chart-found", params={"number": number})
        return _decided(answer.passed, message, answer.features[:1])
    every = any(key in test for key in ("count", "latitude", "below"))
    kept = [
        item
        for item in answer.features
        if (every or item.score >= 0.5) and _counts(test, scene, item)
    ]
    message = Message(id="chart-found_kept", params={"number": number, "kept": len(kept)})
    return _decided(len(kept) >= int(test.get("count", 1)), message, kept[:1])


def _decided(passed: bool, message: Message, kept: Sequence[Feature]) -> QuestionResult:
    if not kept:
        return QuestionResult(passed, message)
    item = kept[0]
    place = (item.latitude, item.longitude)
    where = Message(id="chart-at", params={"place": at_place(place)})
    if item.value is not None:
        value = measure(item.value, item.unit, 4)
        where = Message(id="chart-value_at", params={"value": value, "place": at_place(place)})
    return QuestionResult(
        passed,
        Message(
            id="chart-together", params={"parts": Listing(items=(message, where), style="clauses")}
        ),
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


def shape(test: Test, scene: Scene) -> QuestionResult:
    """``{shape: core|band|zonal, quantity, op, value, margin, degrees}`` of the largest object.

    A core is less than twice as long as wide, a band at least twice. Zonal objects lie within 45
    degrees of east-west and, where ``degrees`` is given, span as much longitude.
    """
    blobs = objects_of(scene, test)
    if not blobs:
        return QuestionResult(False, Message(id="chart-no_object"))
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
    return QuestionResult(
        answer,
        Message(
            id="chart-shape",
            params={
                "length": rounded(length, "km"),
                "width": rounded(width, "km"),
                "bearing": rounded(bearing, "deg"),
                "span": rounded(span, "deg"),
            },
        ),
        middle,
        round(length / width, 2),
    )


def zonal_band(test: Test, scene: Scene) -> QuestionResult:
    """``{zonal_band: threshold, quantity, op}``: the largest object lies more east-west."""
    asked = {**test, "shape": "zonal", "value": test["zonal_band"], "margin": 90.0}
    return shape(asked, scene)


def aligned(test: Test, scene: Scene) -> QuestionResult:
    """``{aligned: [object, object], within}``: two objects touch and lie the same way.

    Each object is ``{quantity, op, value, margin}``; the axes may differ by ``within`` degrees.
    """
    sets = [objects_of(scene, item) for item in test["aligned"]]
    if not all(sets):
        return QuestionResult(False, Message(id="chart-one_missing"))
    one, other = sets[0][0], max(sets[1], key=lambda blob: int((blob.mask & sets[0][0].mask).sum()))
    apart = abs((one.shape_km[2] - other.shape_km[2] + 90.0) % 180.0 - 90.0)
    round_one = min(one.aspect, other.aspect) < 1.3
    common = int((one.mask & other.mask).sum())
    return QuestionResult(
        common > 0 and (apart <= float(test.get("within", 30.0)) and not round_one),
        Message(
            id="chart-axes",
            params={
                "apart": rounded(apart, "deg"),
                "share": rounded(100 * common / one.rows.size, "%"),
            },
        ),
        one.centroid,
        round(apart, 1),
        "°",
    )


def connects(test: Test, scene: Scene) -> QuestionResult:
    """``{connects: [W, S, E, N], quantity, op, value}``: one object meets a box and the region."""
    west, south, east, north = (float(part) for part in test["connects"])
    try:
        box = region_mask(scene.grid, Region(west=west, south=south, east=east, north=north))
    except InputDataError:
        box = np.zeros(scene.grid.shape, dtype=bool)
    if not np.any(box):
        return QuestionResult(
            None,
            Message(
                id="chart-not_reached",
                params={"box": positions.box((west, south, east, north))},
            ),
        )
    for blob in objects_of(scene, {**test, "margin": 0.0}):
        if blob.touches(np.asarray(box, dtype=bool)):
            return QuestionResult(
                True,
                Message(id="chart-connects", params={"area": rounded(blob.area_km2, "km2")}),
                blob.centroid,
                round(blob.area_km2),
                "km²",
            )
    return QuestionResult(False, Message(id="chart-connects_not"))


def relative(test: Test, scene: Scene) -> QuestionResult:
    """``{relative: {detector, params}, to: {quantity, op, value}, bearing: [start, end]}``.

    The direction of a detected centre from the middle of an area.
    """
    area = objects_of(scene, {"margin": 5.0, **test["to"]})
    if not area:
        return QuestionResult(False, Message(id="chart-no_area"))
    answer = search(test["relative"]["detector"], scene, test["relative"].get("params", {}))
    if answer.passed is None:
        return QuestionResult(None, Message(id="chart-lacks_something"))
    if not answer.features:
        return QuestionResult(False, Message(id="chart-no_centre"))
    item = answer.features[0]
    middle = area[0].centroid
    toward = float(initial_bearing(*middle, item.latitude, item.longitude))
    away = float(great_circle_km(*middle, item.latitude, item.longitude))
    start, end = (float(part) for part in test["bearing"])
    return QuestionResult(
        (toward - start) % 360.0 <= (end - start) % 360.0,
        Message(
            id="chart-toward",
            params={
                "away": rounded(away, "km"),
                "bearing": rounded(toward, "deg"),
                "place": at_place(middle),
            },
        ),
        (item.latitude, item.longitude),
        round(toward, 1),
        "°",
    )


def side(test: Test, scene: Scene) -> QuestionResult:
    """``{side: high|low, quantity, of, margin}``: on which side of its strongest gradient.

    ``of`` is ``region``, a ``{detector, params}`` whose first centre is taken, or an area
    ``{quantity, op, value}``. ``across: zonal`` looks at the west-east gradient alone.
    """
    field, unit = field_of(scene, test)
    grid = scene.grid
    smooth = grid.smooth(field, 75.0)
    place, here = _subject(test, scene, smooth)
    if place is None:
        return QuestionResult(False, Message(id="chart-no_subject"))
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
    return QuestionResult(
        answer,
        Message(
            id="chart-side",
            params={
                "here": measure(here, unit, 4),
                "middle": measure(middle, unit, 4),
                "strongest": measure(strongest, "", 2),
                "place": at_place(steep),
            },
        ),
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


def part(test: Test, scene: Scene) -> QuestionResult:
    """``{part: [south, coast], quantity, upper, coast_km}``: where the largest values lie.

    The region's cells above the quantile ``upper``: their middle south of the region's centre, or
    at least half of them within ``coast_km`` of a coast.
    """
    from diagnostics.figures.questions.places import coast_distance_km

    field, _ = field_of(scene, test)
    mask = scene.inside() & np.isfinite(field)
    if not mask.any():
        raise InputDataError(Message(id="chart-no_value"), code="missing_input")
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
    return QuestionResult(
        any(wanted[name] for name in test["part"]),
        Message(
            id="chart-part",
            params={
                "limit": measure(limit, unit),
                "place": at_place(middle),
                "share": rounded(100 * float(np.mean(near)), "%"),
            },
        ),
        middle,
        round(limit, 3),
        unit,
    )


def dipole(test: Test, scene: Scene) -> QuestionResult:
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
    return QuestionResult(
        bool(marked and east > 0),
        Message(
            id="chart-dipole",
            params={
                "low": measure(smooth[low], unit, 2),
                "low_place": at_place((lat_low, lon_low)),
                "high": measure(smooth[high], unit, 2),
                "high_place": at_place((lat_high, lon_high)),
            },
        ),
        (lat_low, lon_low),
        round(float(east), 2),
        "°",
    )


def departure(test: Test, scene: Scene) -> QuestionResult:
    """``{departure: least, quantity, latitude: [S, N], longitude: [W, E]}``.

    The largest departure from the zonal mean in a belt; needs the whole circle of latitude.
    """
    field, unit = field_of(scene, test)
    if not scene.grid.cyclic:
        return QuestionResult(
            None,
            Message(id="chart-no_zonal_mean"),
        )
    south, north = (float(item) for item in test["latitude"])
    west, east = (float(item) for item in test["longitude"])
    polar = scene.hemisphere * scene.grid.latitude
    ahead = (scene.grid.longitude - west) % 360.0 <= (east - west) % 360.0
    from_mean = field - np.nanmean(field, axis=1, keepdims=True)
    cell = extreme_cell(scene, from_mean, (polar >= south) & (polar <= north) & ahead, "max")
    place, value = place_of(scene, cell), float(from_mean[cell])
    return QuestionResult(
        value >= float(test["departure"]),
        Message(
            id="chart-departure", params={"value": rounded(value, unit), "place": at_place(place)}
        ),
        place,
        round(value, 1),
        unit,
    )


def overlap_moves(test: Test, scene: Scene) -> QuestionResult:
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
            return QuestionResult(False, Message(id="chart-one_missing_once"))
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
    return QuestionResult(
        max(gaps) <= float(test.get("reach_km", 200.0)),
        Message(
            id="chart-gaps",
            params={
                "then": rounded(gaps[0], "km"),
                "span": measure(hours, "h"),
                "now": rounded(gaps[1], "km"),
            },
        ),
        value=round(gaps[1], 1),
        unit="km",
    )
