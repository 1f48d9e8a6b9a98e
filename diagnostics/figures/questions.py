"""The catalogue's yes/no questions, answered from the arrays.

A test is a small JSON object; :data:`TESTS` lists the forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from diagnostics.contracts.evidence import QuestionAnswer
from diagnostics.detection.features.quantities import components, resolve, values
from diagnostics.detection.features.registry import MISSING_CODES, run_detector
from diagnostics.detection.features.scene import Scene
from diagnostics.detection.features.thresholds import objects_beyond, region_share
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.figures.spec import ChartSpec

Result = tuple[bool | None, str]


def answer_questions(spec: ChartSpec, scene: Scene) -> tuple[QuestionAnswer, ...]:
    """Answer a chart's questions; None where the fields at hand cannot tell."""
    found = []
    for item in spec.questions:
        try:
            answer, detail = evaluate(item.test, scene)
        except InputDataError as error:
            if error.code not in MISSING_CODES:
                raise
            answer, detail = None, error.message
        found.append(QuestionAnswer(question=item.text, answer=answer, detail=detail))
    return tuple(found)


def evaluate(test: Mapping[str, Any], scene: Scene) -> Result:
    """Evaluate one test.

    Raises
    ------
    ArgumentError
        With code ``unknown_test`` when the test has no known form.
    """
    if not test:
        return None, "not decided from one chart"
    for key, function in TESTS.items():
        if key in test:
            return function(test, scene)
    raise ArgumentError(
        f"a question's test has one of {', '.join(TESTS)}; got {', '.join(test)}",
        code="unknown_test",
    )


def _compare(value: float, op: str, threshold: float) -> bool:
    return value >= threshold if op == ">=" else value <= threshold


def _reduce(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{reduce: max|min|mean, quantity, op, value, margin}`` over the region."""
    reference = resolve(test["quantity"])
    mask = scene.inside(float(test.get("margin", 0.0)))
    inside = values(scene, test["quantity"])[mask]
    if test["reduce"] == "mean":
        value = float(np.average(inside, weights=scene.grid.weights[mask]))
    else:
        value = float(np.nanmax(inside) if test["reduce"] == "max" else np.nanmin(inside))
    detail = f"{test['reduce']} {value:.3g} {reference.quantity.unit}"
    return _compare(value, test["op"], float(test["value"])), detail


def _share(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{share: least, quantity, op, value}``: area fraction of the region."""
    share = region_share(scene, values(scene, test["quantity"]), test["op"], float(test["value"]))
    return share >= float(test["share"]), f"{100 * share:.0f} % of the region"


def _detector(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{detector, params, extra: {key: [values]}}``: a detector's decision."""
    answer = run_detector(test["detector"], scene, test.get("params", {}))
    if answer.passed is None:
        return None, answer.message
    if "extra" not in test:
        return answer.passed, answer.message
    for feature in answer.features:
        if all(feature.extra.get(key) in wanted for key, wanted in test["extra"].items()):
            return True, answer.message
    return False, answer.message


def _wind_from(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{wind_from: [start, end], quantity, speed}``: direction of the region's mean wind."""
    mask = scene.inside()
    weights = scene.grid.weights[mask]
    east, north = (
        float(np.average(part[mask], weights=weights))
        for part in components(scene, test["quantity"])
    )
    direction = float(np.degrees(np.arctan2(-east, -north))) % 360.0
    start, end = (float(part) for part in test["wind_from"])
    within = (direction - start) % 360.0 <= (end - start) % 360.0
    speed = float(np.hypot(east, north))
    fast = speed >= float(test.get("speed", 1.0))
    return within and fast, f"mean wind from {direction:.0f}°, {speed:.1f} m s⁻¹"


def _extreme_inside(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{extreme_inside: max|min, quantity}``: whether the domain's extreme lies in the region."""
    data = values(scene, test["quantity"])
    pick = np.nanargmax if test["extreme_inside"] == "max" else np.nanargmin
    place = np.unravel_index(int(pick(data)), data.shape)
    latitude, longitude = (
        float(part[place]) for part in (scene.grid.latitude, scene.grid.longitude)
    )
    return bool(scene.inside()[place]), f"{data[place]:.3g} at {latitude:.1f}, {longitude:.1f}"


def _zonal_band(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{zonal_band: threshold, quantity, op}``: the largest object lies more east-west."""
    blobs = objects_beyond(
        scene, values(scene, test["quantity"]), test.get("op", ">="), float(test["zonal_band"]), 0.0
    )
    if not blobs:
        return False, "no object"
    bearing = blobs[0].shape_km[2]
    return 45.0 <= bearing <= 135.0, f"largest object lies along {bearing:.0f}°"


def _all(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{all: [tests]}``."""
    results = [evaluate(item, scene) for item in test["all"]]
    detail = "; ".join(text for _, text in results)
    if any(answer is False for answer, _ in results):
        return False, detail
    return (None if any(answer is None for answer, _ in results) else True), detail


def _any(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{any: [tests]}``."""
    results = [evaluate(item, scene) for item in test["any"]]
    detail = "; ".join(text for _, text in results)
    if any(answer for answer, _ in results):
        return True, detail
    return (None if any(answer is None for answer, _ in results) else False), detail


def _not(test: Mapping[str, Any], scene: Scene) -> Result:
    """``{not: test}``."""
    answer, detail = evaluate(test["not"], scene)
    return (None if answer is None else not answer), detail


TESTS: Mapping[str, Callable[[Mapping[str, Any], Scene], Result]] = MappingProxyType(
    {
        "all": _all,
        "any": _any,
        "not": _not,
        "reduce": _reduce,
        "share": _share,
        "wind_from": _wind_from,
        "extreme_inside": _extreme_inside,
        "zonal_band": _zonal_band,
        "detector": _detector,
    }
)
"""The forms of a test, by the key that tells them apart."""
