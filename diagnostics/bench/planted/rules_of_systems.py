"""Rules: synoptic systems, held against the fields, and the main system among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from diagnostics.bench.planted.fields import great_circle, initial_bearing, instant
from diagnostics.bench.planted.quantities import gradients, vapour_transport
from diagnostics.bench.planted.truth import Complaint, Document, Truth, close

_NEAR_KM = 1500.0
_LEAST_DEPTH_HPA = 4.0
_MISSED_KM = 400.0
_ASKED = ("gale", "snowstorm", "rainstorm")
"""Types that a forecaster explains by a low: its absence from a report is a gap."""


def turned(stated: float, found: float) -> float:
    """Return the angle between two directions in degrees, 0 to 180."""
    return abs((stated - found + 180.0) % 360.0 - 180.0)


def centres(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Each pressure centre has its value in the field, and is an extremum there."""
    for system in (document.get("systems") or {"pressure": ()})["pressure"]:
        if system["quantity"] != "mean_sea_level_pressure":
            continue
        for centre in system["centres"]:
            try:
                step = truth.fields.step(instant(centre["time"]))
                cell = truth.fields.cell(centre["latitude"], centre["longitude"])
                there = float(truth.fields.plane("msl", step)[cell]) / 100.0
            except LookupError as error:
                yield Complaint("pressure centre", system["id"], str(error))
                break
            if not close(centre["value"], there, 0.0, 0.3):
                detail = f"{centre['value']:.1f} hPa told, {there:.1f} hPa there"
                yield Complaint("pressure centre", system["id"], detail)
                break


def paths(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Movement and deepening follow from the centres."""
    for system in (document.get("systems") or {"pressure": ()})["pressure"]:
        at = {centre["time"]: centre for centre in system["centres"]}
        for name in ("movement", "earlier"):
            moved = system.get(name)
            if moved and moved["start"] in at and moved["end"] in at:
                yield from _way(system["id"], moved, at, truth)
        deepened = system["deepening"]
        if deepened and deepened["end"] in at:
            later = at[deepened["end"]]
            end = instant(deepened["end"])
            for centre in system["centres"]:
                hours = (end - instant(centre["time"])).total_seconds() / 3600.0
                if hours == deepened["span_hours"] and not close(
                    deepened["change"], later["value"] - centre["value"], 0.02, 0.3
                ):
                    yield Complaint("deepening", system["id"], "the centres change otherwise")


def _way(
    name: str, moved: Document, at: Mapping[str, Document], truth: Truth
) -> Iterator[Complaint]:
    """Distance, direction and change of a way are those of its two centres."""
    one, other = at[moved["start"]], at[moved["end"]]
    place = one["latitude"], one["longitude"], other["latitude"], other["longitude"]
    far = float(great_circle(*place))
    slack = 30.0 + 60.0 * truth.fields.spacing
    if not close(moved["distance_km"], far, 0.3, slack):
        yield Complaint("movement", name, f"{far:.0f} km between the centres")
    room = 60.0 if far > 2 * slack else 100.0
    way = turned(moved["toward_deg"], initial_bearing(*place))
    if far > 0.5 * slack and way > room:
        yield Complaint("movement", name, "it moves another way")
    change = moved.get("change")
    if change is not None and not close(change, other["value"] - one["value"], 0.02, 0.3):
        yield Complaint("deepening", name, "the centres change otherwise")


def positions(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Distances and directions from the event are those of the places that are told."""
    systems = document.get("systems")
    if systems is None or systems["latitude"] is None:
        return
    for kind, number, item in placed(document):
        place = _main_centre(systems, item) if kind == "pressure" else item
        position = item.get("position")
        if not position or place is None:
            continue
        ends = systems["latitude"], systems["longitude"], place["latitude"], place["longitude"]
        far = float(great_circle(*ends))
        if not close(position["distance_km"], far, 0.05, 30.0):
            yield Complaint("position", f"{kind} {number}", f"{far:.0f} km from the event")
        elif far > 100.0 and turned(position["bearing_deg"], initial_bearing(*ends)) > 20.0:
            yield Complaint("position", f"{kind} {number}", "it lies in another direction")


def placed(document: Document) -> Iterator[tuple[str, int, Document]]:
    """Yield every system with the name of its list and its number in it."""
    for kind in ("pressure", "axes", "jets", "fronts", "upper", "plumes"):
        for number, item in enumerate((document.get("systems") or {}).get(kind, ())):
            yield kind, number, item


def _main_centre(systems: Mapping[str, Any], system: Mapping[str, Any]) -> Document | None:
    for centre in system["centres"]:
        if centre["time"] == systems["time"]:
            found: Document = centre
            return found
    return None


def aloft(document: Document, truth: Truth) -> Iterator[Complaint]:
    """Jets, closed centres, axes, plumes and fronts are those of the fields."""
    systems = document.get("systems")
    if systems is None:
        return
    try:
        step = truth.fields.step(instant(systems["time"]))
    except LookupError as error:
        yield Complaint("systems", "time", str(error))
        return
    for kind, number, item in placed(document):
        if kind == "pressure":
            continue
        try:
            detail = _CHECKS[kind](item, truth, step)
        except LookupError as error:
            detail = str(error) if "outside" in str(error) else ""
        if detail:
            yield Complaint(f"system aloft: {kind}", f"{number}", detail)


def _around(plane: Any, cell: tuple[int, int], cells: int = 1) -> Any:
    row, column = cell
    rows = slice(max(0, row - cells), row + cells + 1)
    return plane[rows, max(0, column - cells) : column + cells + 1]


def _jet(item: Document, truth: Truth, step: int) -> str:
    cell = truth.fields.cell(item["latitude"], item["longitude"])
    u, v = (truth.fields.plane(name, step, item["level_hpa"]) for name in ("u", "v"))
    speed = float(np.hypot(u, v)[cell])
    if not close(item["speed_ms"], speed, 0.03, 0.5):
        return f"{speed:.1f} m/s there"
    blows = float(np.degrees(np.arctan2(u[cell], v[cell])) % 360.0)
    return "it blows another way" if turned(item["toward_deg"], blows) > 30.0 else ""


def _upper(item: Document, truth: Truth, step: int) -> str:
    cell = truth.fields.cell(item["latitude"], item["longitude"])
    height = float(truth.fields.plane("gh", step, item["level_hpa"])[cell])
    return "" if close(item["value"], height, 0.0, 5.0) else f"{height:.0f} gpm there"


def _axis(item: Document, truth: Truth, step: int) -> str:
    from diagnostics.bench.planted.quantities import departure

    sign = -1.0 if item["kind"] == "trough" else 1.0
    if sign * item["departure_gpm"] < 0:
        return "the departure has the other sign"
    cell = truth.fields.cell(item["latitude"], item["longitude"])
    there = _around(sign * departure(truth.fields, step, {}), cell)
    return "" if there.max() > 0 else "the height departs the other way"


def _plume(item: Document, truth: Truth, step: int) -> str:
    cell = truth.fields.cell(item["latitude"], item["longitude"])
    east, north = vapour_transport(truth.fields, step)
    strength = float(np.hypot(east, north)[cell])
    if not close(item["value"], strength, 0.15, 10.0):
        return f"{strength:.0f} kg m-1 s-1 there"
    flows = float(np.degrees(np.arctan2(east[cell], north[cell])) % 360.0)
    return "it flows another way" if turned(item["toward_deg"], flows) > 90.0 else ""


def _front(item: Document, truth: Truth, step: int) -> str:
    cell = truth.fields.cell(item["latitude"], item["longitude"])
    level = item["level_hpa"]
    field = truth.fields.plane("t2m" if level is None else "t", step, level)
    east, north = gradients(field, truth.fields)
    along = [truth.fields.cell(*point) for point in item["line"]] or [cell]
    warm = np.array([(east[one], north[one]) for one in along]).mean(axis=0)
    if turned(item["warm_bearing"], float(np.degrees(np.arctan2(*warm)) % 360.0)) > 90.0:
        return "the warm air lies on the other side"
    steepest = 1e5 * float(_around(np.hypot(east, north), cell, 3).max())
    return "" if item["contrast"] <= 1.6 * steepest + 0.5 else f"{steepest:.1f} K (100 km)-1 there"


_CHECKS = {"jets": _jet, "upper": _upper, "axes": _axis, "plumes": _plume, "fronts": _front}


def main_system(document: Document, truth: Truth) -> Iterator[Complaint]:
    """The deepest low near the event is told."""
    systems = document.get("systems")
    event = document["conclusion"]["occurrence"]["event"]
    if event not in _ASKED or "msl" not in truth.fields.surface:
        return
    if systems is None or systems["latitude"] is None:
        yield Complaint("main system", "low", "no system is told")
        return
    try:
        step = truth.fields.step(instant(systems["time"]))
    except LookupError:
        return
    low = deepest_low(truth, step, systems["latitude"], systems["longitude"])
    if low is None:
        return
    told = [
        centre
        for system in systems["pressure"]
        if system["kind"] == "low"
        for centre in system["centres"]
        if centre["time"] == systems["time"]
    ]
    if not any(
        great_circle(low[0], low[1], item["latitude"], item["longitude"]) < _MISSED_KM
        for item in told
    ):
        yield Complaint("main system", "low", f"a low of {low[2]:.0f} hPa is not told")
    bound = {
        claim["id"]
        for claim in document["claims"]
        if claim["source"] == "systems" and claim["path"].startswith("pressure.")
    }
    shown = {
        name
        for section in document["sections"]
        for sentence in section["sentences"]
        for name in sentence["claims"]
    }
    if told and not bound & shown:
        yield Complaint("main system", "text", "no sentence tells it")


def deepest_low(
    truth: Truth, step: int, latitude: float, longitude: float
) -> tuple[float, float, float] | None:
    """Return place and pressure in hPa of the deepest interior minimum near a place.

    A minimum counts where its surroundings, 500 to 700 km away, are 4 hPa higher on average.
    """
    pressure = truth.fields.plane("msl", step) / 100.0
    near = truth.fields.distance(latitude, longitude) <= _NEAR_KM
    best: tuple[float, float, float] | None = None
    for row in range(2, pressure.shape[0] - 2):
        for column in range(2, pressure.shape[1] - 2):
            value = float(pressure[row, column])
            if not near[row, column] or (best is not None and value >= best[2]):
                continue
            if value > _around(pressure, (row, column), 2).min():
                continue
            place = float(truth.fields.latitude[row]), float(truth.fields.longitude[column])
            far = truth.fields.distance(*place)
            ring = pressure[(far >= 500.0) & (far <= 700.0)]
            if ring.size and ring.mean() - value >= _LEAST_DEPTH_HPA:
                best = (*place, value)
    return best


RULES = (centres, paths, positions, aloft, main_system)
