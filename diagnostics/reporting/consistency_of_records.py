"""What two places of a record say of one thing: equal values, arithmetic, verdicts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from diagnostics.contracts.conclusion import confidence_of, level_of
from diagnostics.contracts.detection import CriterionMetrics
from diagnostics.contracts.enums import Firing, OccurrenceStatus, Verdict
from diagnostics.contracts.report import Report
from diagnostics.contracts.systems import Movement, Position, PressureSystem
from diagnostics.grid.distance import great_circle_km, initial_bearing

PLACE_KM = 60.0
"""Places are printed to 0.1 degrees, distances to 10 km, and an event may be a cell wide."""
SHARE_OF_DISTANCE = 0.03
BEARING_DEG = 20.0
NEAR_KM = 80.0
"""A bearing over less distance turns with the rounding of the places."""
HOUR = 3600.0
DAY = timedelta(days=1)
_STATUS = {
    Firing.FIRED: OccurrenceStatus.MET,
    Firing.NOT_FIRED: OccurrenceStatus.NOT_MET,
    Firing.REACHED_HERE: OccurrenceStatus.REACHED_HERE,
    Firing.LIKELY_AT_STATIONS: OccurrenceStatus.LIKELY_AT_STATIONS,
    Firing.NOT_ASSESSABLE: OccurrenceStatus.CANNOT_BE_TESTED,
}
_VERDICTS = {
    "confirmed": Verdict.CONFIRMED,
    "severity": Verdict.CONFIRMED,
    "repeated": Verdict.CONFIRMED,
    "refuted": Verdict.REFUTED,
    "undetermined": Verdict.UNDETERMINED,
}


@dataclass(frozen=True)
class Held:
    """What a record says at a path.

    Attributes
    ----------
    source, path : str
        As those of a claim.
    value : object
    """

    source: str
    path: str
    value: object


Clash = tuple[Held, Held]
"""Two values that cannot both hold; the second may be what the others make it."""


def clashes(report: Report) -> Iterator[Clash]:
    """Yield what contradicts within the record of a report.

    Parameters
    ----------
    report : Report

    Yields
    ------
    (Held, Held)
    """
    for rule in RULES:
        yield from rule(report)


def _differ(source: str, path: str, one: object, other_path: str, other: object) -> Iterator[Clash]:
    """Yield two values that should be one and are not."""
    if isinstance(one, float) and isinstance(other, float):
        same = math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)
    else:
        same = one == other
    if not same:
        name, _, rest = other_path.partition(" ")
        yield Held(source, path, one), Held(name, rest, other)


def _occurrence(report: Report) -> Iterator[Clash]:
    """Hold the statement of what happened against the test of its type."""
    told = report.conclusion.occurrence
    for place, tested in enumerate(report.classification.assessments):
        at = f"classification assessments.{place}"
        if tested.event is not told.event or told.derived:
            continue
        yield from _differ(
            "conclusion", "occurrence.status", told.status,
            f"{at}.firing", _STATUS[tested.firing],
        )  # fmt: skip
        metrics = tested.metrics
        for number, item in enumerate(tested.objects):
            if item.id != told.object or metrics is None:
                continue
            for name in ("onset", "end"):
                yield from _differ(
                    "classification", f"assessments.{place}.metrics.{name}",
                    getattr(metrics, name), f"{at}.objects.{number}.{name}", getattr(item, name),
                )  # fmt: skip
        if told.status is not OccurrenceStatus.MET or metrics is None:
            continue
        yield from _differ(
            "conclusion", "occurrence.grade_name", told.grade_name,
            f"{at}.grade_name", tested.grade_name,
        )  # fmt: skip
        for number, value in enumerate(told.values[:1]):
            if (value.quantity, value.window) != (metrics.quantity, metrics.window):
                continue
            pairs = {
                "value": "peak",
                "time": "peak_until" if metrics.peak_until else "peak_time",
                "latitude": "peak_latitude",
                "longitude": "peak_longitude",
            }
            for mine, theirs in pairs.items():
                yield from _differ(
                    "conclusion", f"occurrence.values.{number}.{mine}", getattr(value, mine),
                    f"{at}.metrics.{theirs}", getattr(metrics, theirs),
                )  # fmt: skip


def _types(report: Report) -> Iterator[Clash]:
    """Types that are told as met, or as not testable, have that result."""
    told, classified = report.conclusion, report.classification
    results = {item.event: (n, item.firing) for n, item in enumerate(classified.assessments)}
    listed = (
        ("classification", "secondary", classified.secondary, Firing.FIRED),
        ("conclusion", "not_testable", told.not_testable, Firing.NOT_ASSESSABLE),
        ("conclusion", "occurrence.others", told.occurrence.others, Firing.FIRED),
    )
    for source, path, events, firing in listed:
        for number, event in enumerate(events):
            place, found = results.get(event, (0, firing))
            if found is not firing:
                yield (
                    Held(source, f"{path}.{number}", event),
                    Held("classification", f"assessments.{place}.firing", found),
                )


def _times(report: Report) -> Iterator[Clash]:
    """An event begins, has its peak and ends in that order, and its shares are shares."""
    for place, tested in enumerate(report.classification.assessments):
        records = [
            (f"assessments.{place}.objects.{n}", item) for n, item in enumerate(tested.objects)
        ]
        for at, item in (*records, (f"assessments.{place}.metrics", tested.metrics)):
            if item is None:
                continue
            named = [
                (f"{at}.{name}", time)
                for name in ("onset", "peak_time", "end")
                if (time := getattr(item, name)) is not None
            ]
            for (path, early), (later_path, late) in pairwise(named):
                # the peak of a day stands at a moment of that day
                slack = timedelta(days=1) if "peak_time" in path + later_path else timedelta(0)
                if early > late + slack:
                    yield (
                        Held("classification", path, early),
                        Held("classification", later_path, late),
                    )
        yield from _measures(f"assessments.{place}", tested.metrics, tested.firing)


def _measures(at: str, metrics: CriterionMetrics | None, firing: Firing) -> Iterator[Clash]:
    if metrics is None:
        return
    for name in ("area_fraction", "land_fraction"):
        share = getattr(metrics, name)
        if share is not None and not 0.0 <= share <= 1.0 + 1e-6:
            yield (
                Held("classification", f"{at}.metrics.{name}", share),
                Held("", "", min(max(share, 0.0), 1.0)),
            )
    peak, limit = metrics.peak, metrics.threshold_effective
    if firing is Firing.FIRED and peak is not None and limit is not None and peak < limit:
        yield (
            Held("classification", f"{at}.metrics.peak", peak),
            Held("classification", f"{at}.metrics.threshold_effective", limit),
        )


def _positions(report: Report) -> Iterator[Clash]:
    """Distances and bearings of systems agree with their places and that of the event."""
    systems = report.systems
    if systems is None or systems.latitude is None or systems.longitude is None:
        return
    origin = (systems.latitude, systems.longitude)
    for kind in ("jets", "fronts", "axes", "upper"):
        for number, item in enumerate(getattr(systems, kind)):
            yield from _off(
                f"{kind}.{number}", origin, (item.latitude, item.longitude), item.position
            )
    for kind in ("jets", "plumes"):
        for number, item in enumerate(getattr(systems, kind)):
            if (part := item.part) is not None:
                place = (part.latitude, part.longitude)
                yield from _off(f"{kind}.{number}.part", origin, place, part.position)
    if systems.air is not None:
        air = systems.air
        yield from _off("air", origin, (air.latitude, air.longitude), air.position)
        if air.high_time is not None and air.high_time > systems.time:
            yield (
                Held("systems", "air.high_time", air.high_time),
                Held("systems", "time", systems.time),
            )
    for number, system in enumerate(systems.pressure):
        at = f"pressure.{number}"
        now = system.centre_at(systems.time)
        if now is not None:
            centre = system.centres[now]
            place = (centre.latitude, centre.longitude)
            yield from _off(at, origin, place, system.position, place_at=f"{at}.centres.{now}")
        yield from _motion(at, "movement", system, system.movement)
        yield from _motion(at, "earlier", system, system.earlier)


def _flow(report: Report) -> Iterator[Clash]:
    """The geostrophic wind has the low pressure on its left, in the south on its right."""
    systems = report.systems
    flow = None if systems is None else systems.flow
    if systems is None or flow is None or flow.geostrophic_from_deg is None:
        return
    north = systems.latitude is None or systems.latitude > 0.0
    wind = flow.falls_toward_deg + (-90.0 if north else 90.0)
    if _turn(wind, flow.geostrophic_from_deg) > BEARING_DEG:
        yield (
            Held("systems", "flow.falls_toward_deg", flow.falls_toward_deg),
            Held("systems", "flow.geostrophic_from_deg", flow.geostrophic_from_deg),
        )


def _off(
    at: str,
    origin: tuple[float, float],
    place: tuple[float, float],
    position: Position | None,
    *,
    place_at: str = "",
) -> Iterator[Clash]:
    if position is None:
        return
    distance = float(great_circle_km(*origin, *place))
    shown = Held("systems", f"{place_at or at}.latitude+{place_at or at}.longitude", list(place))
    told = position.distance_km
    if abs(told - distance) > PLACE_KM + SHARE_OF_DISTANCE * distance:
        yield Held("systems", f"{at}.position.distance_km", told), shown
    bearing = float(initial_bearing(*origin, *place))
    if distance > NEAR_KM and _turn(position.bearing_deg, bearing) > BEARING_DEG:
        yield Held("systems", f"{at}.position.bearing_deg", position.bearing_deg), shown


def _turn(one: float, other: float) -> float:
    """Return the angle between two directions, degrees."""
    return abs((one - other + 180.0) % 360.0 - 180.0)


def _motion(at: str, name: str, system: PressureSystem, move: Movement | None) -> Iterator[Clash]:
    """Hold a movement against the centres between which it runs."""
    if move is None:
        return
    first, last = system.centre_at(move.start), system.centre_at(move.end)
    if first is None or last is None:
        nearest = system.centres[-1 if first is not None else 0].time
        which = "end" if last is None else "start"
        yield Held("systems", f"{at}.{name}.{which}", getattr(move, which)), Held("", "", nearest)
        return
    begin, end = system.centres[first], system.centres[last]
    other = Held("systems", f"{at}.centres.{last}.value", end.value)
    rounding = 0.2 if system.unit == "hPa" else 2.0
    if move.change is not None and abs(end.value - begin.value - move.change) > rounding:
        yield Held("systems", f"{at}.{name}.change", move.change), other
    places = (begin.latitude, begin.longitude, end.latitude, end.longitude)
    shown = Held(
        "systems", f"{at}.centres.{last}.latitude+{at}.centres.{last}.longitude", list(places[2:])
    )
    distance = float(great_circle_km(*places))
    if abs(distance - move.distance_km) > PLACE_KM + SHARE_OF_DISTANCE * distance:
        yield Held("systems", f"{at}.{name}.distance_km", move.distance_km), shown
    if distance > NEAR_KM and _turn(move.toward_deg, float(initial_bearing(*places))) > BEARING_DEG:
        yield Held("systems", f"{at}.{name}.toward_deg", move.toward_deg), shown
    hours = (move.end - move.start).total_seconds() / HOUR
    moment = Held("systems", f"{at}.{name}.end", move.end)
    if move.hours is not None and abs(hours - move.hours) > 0.5:
        yield Held("systems", f"{at}.{name}.hours", move.hours), moment
    speed = move.distance_km / (3.6 * hours)
    if abs(speed - move.speed_ms) > max(1.0, 0.1 * speed):
        yield Held("systems", f"{at}.{name}.speed_ms", move.speed_ms), shown


def _verdicts(report: Report) -> Iterator[Clash]:
    """Evidence stands in the list of its verdict, and in no other."""
    judged = {
        item.id: item.judgement.verdict for item in report.evidence if item.judgement is not None
    }
    told = report.conclusion
    for name, verdict in _VERDICTS.items():
        for number, item in enumerate(getattr(told, name)):
            if judged.get(item, verdict) is not verdict:
                yield (
                    Held("conclusion", f"{name}.{number}", verdict),
                    Held(f"evidence:{item}", "judgement.verdict", judged[item]),
                )
    for place, cause in enumerate(told.causes):
        for item in (*cause.supported_by, *cause.opposed_by):
            if judged.get(item, Verdict.CONFIRMED) is Verdict.UNDETERMINED:
                yield (
                    Held("conclusion", f"causes.{place}.standing", cause.standing),
                    Held(f"evidence:{item}", "judgement.verdict", judged[item]),
                )


def _causes(report: Report) -> Iterator[Clash]:
    """The explanation that is told is the one that leads."""
    told = report.conclusion
    standings = {one.cause: (place, one.standing) for place, one in enumerate(told.causes)}
    if told.explanation.derived:
        return
    for number, name in enumerate(told.explanation.causes):
        place, standing = standings.get(name, (0, "leading"))
        if standing not in ("leading", "contributing"):
            yield (
                Held("conclusion", f"explanation.causes.{number}", name),
                Held("conclusion", f"causes.{place}.standing", standing),
            )
    leading = [(n, one.cause) for n, one in enumerate(told.causes) if one.standing == "leading"]
    for place, name in leading:
        if told.explanation.causes and name not in told.explanation.causes:
            yield (
                Held("conclusion", f"causes.{place}.standing", "leading"),
                Held("conclusion", "explanation.causes.0", told.explanation.causes[0]),
            )
    for place, one in enumerate(told.causes):
        both = sorted({*one.supported_by} & {*one.opposed_by})
        if both:
            yield (
                Held("conclusion", f"causes.{place}.supported_by", both[0]),
                Held("conclusion", f"causes.{place}.opposed_by", both[0]),
            )


def _confidences(report: Report) -> Iterator[Clash]:
    """The word of a confidence is that of its number, and the number follows from its parts.

    In reports of earlier releases it was the product of all.
    """
    told = report.conclusion
    for path, item in (("occurrence", told.occurrence), ("explanation", told.explanation)):
        if item.derived or not item.confidence_level:
            continue
        number = Held("conclusion", f"{path}.confidence", item.confidence)
        if item.confidence_level != level_of(item.confidence):
            yield Held("conclusion", f"{path}.confidence_level", item.confidence_level), number
        parts = confidence_of(item.confidence_parts)
        former = math.prod(item.confidence_parts.values())
        apart = min(abs(one - item.confidence) for one in (parts, former))
        if item.confidence_parts and apart > 0.01:
            yield number, Held("conclusion", f"{path}.confidence_parts", parts)
    if told.reliability is not None and told.reliability.held > told.reliability.compared:
        yield (
            Held("conclusion", "reliability.held", told.reliability.held),
            Held("conclusion", "reliability.compared", told.reliability.compared),
        )


def _factors(report: Report) -> Iterator[Clash]:
    """What a factor shows lies as far from the peak, and as long before it, as is said of it."""
    peak = _peak(report)
    for item in report.evidence:
        judged = item.judgement
        if judged is None:
            continue
        source, window = f"evidence:{item.id}", report.classification.window
        moment = judged.decisive_time
        if moment is not None and not window.start - DAY <= moment <= window.end + DAY:
            end = "start" if moment < window.start else "end"
            yield (
                Held(source, "judgement.decisive_time", moment),
                Held("classification", f"window.{end}", getattr(window, end)),
            )
        if peak is None or peak.peak_latitude is None or peak.peak_longitude is None:
            continue
        away, index = judged.from_peak, item.index
        if away is not None and moment is not None and peak.peak_time is not None:
            hours = abs((moment - peak.peak_time).total_seconds()) / HOUR
            if away.apart_hours is not None and abs(hours - away.apart_hours) > 24.0:
                yield (
                    Held(source, "judgement.from_peak.apart_hours", away.apart_hours),
                    Held(source, "judgement.decisive_time", moment),
                )
        points = () if index is None else index.series
        at = [(n, one) for n, one in enumerate(points) if one.time == moment]
        if away is None or len(at) != 1 or away.distance_km is None:
            continue
        number, point = at[0]
        if point.latitude is None or point.longitude is None:
            continue
        there = (point.latitude, point.longitude)
        distance = float(great_circle_km(peak.peak_latitude, peak.peak_longitude, *there))
        if abs(distance - away.distance_km) > PLACE_KM + SHARE_OF_DISTANCE * distance:
            yield (
                Held(source, "judgement.from_peak.distance_km", away.distance_km),
                Held(
                    source,
                    f"index.series.{number}.latitude+index.series.{number}.longitude",
                    list(there),
                ),
            )


def _peak(report: Report) -> CriterionMetrics | None:
    event = report.conclusion.occurrence.event
    tested: Sequence[CriterionMetrics | None] = [
        item.metrics for item in report.classification.assessments if item.event is event
    ]
    return tested[0] if tested else None


RULES = (
    _occurrence,
    _types,
    _times,
    _positions,
    _flow,
    _verdicts,
    _causes,
    _confidences,
    _factors,
)
