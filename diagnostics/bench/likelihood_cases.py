"""Independent real cases with each type of event and without: regions and times of the real files.

Each file is cut into boxes and days. A box and day with the criterion met is a case with the
event; one where it is tested and far from met is a case without it. Cases of one weather system
are one case: what lies within 1500 km of another in the same period counts together with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from diagnostics.bench.factor_hit_rates import tested
from diagnostics.bench.labelled_cases import labels_at_hand, source_of
from diagnostics.bench.runs import opened_run
from diagnostics.catalog import feasibility
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Feasibility, Firing, Verdict
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events.registry import REGISTRY
from diagnostics.errors import DiagnosticsError
from diagnostics.grid.distance import great_circle_km
from diagnostics.guidelines import CaseProfile, load_release
from diagnostics.loop.controls import QUIET_SHARE
from diagnostics.loop.run import Run
from diagnostics.loop.search_area import finding_of
from diagnostics.ports import FieldSource

BOX = (20.0, 15.0)
"""Width and height of a box, degrees."""
POLEWARD = 75.0
DAYS = {
    EventType.RAINSTORM: 1,
    EventType.SNOWSTORM: 1,
    EventType.GALE: 1,
    EventType.HEAT_WAVE: 3,
    EventType.COLD_WAVE: 3,
}
"""How many days a case of each type has: runs of hot days and falls need more than one."""
ONE_SYSTEM_KM = 1500.0
LEAST_POINTS = 12
"""A box of fewer grid points has no surroundings."""


@dataclass(frozen=True)
class JudgedCase:
    """One type in one box and period: which entries and findings were found there.

    Attributes
    ----------
    source : str
        Folder of the file.
    event : EventType
    met : bool
    profile : CaseProfile
    start : datetime
        Of the period.
    latitude, longitude : float
        Of the peak.
    found : mapping of bool
        By entry: confirmed or refuted; undetermined entries are left out.
    findings : mapping of bool
        By finding: whether some entry confirms it.
    """

    source: str
    event: EventType
    met: bool
    profile: CaseProfile
    start: datetime
    latitude: float
    longitude: float
    found: dict[str, bool]
    findings: dict[str, bool]


def real_cases_of(events: Sequence[EventType] = tuple(EventType)) -> Iterator[JudgedCase]:
    """Yield the tested cases of every real file at hand.

    Parameters
    ----------
    events : sequence of EventType
        All types by default.
    """
    opened: set[str] = set()
    for label, root in labels_at_hand():
        known = f"{label.folder}{'' if not label.name.endswith('-obs') else ' obs'}"
        if known not in opened:
            opened.add(known)
            yield from cases_of(known, source_of(label, root), events)


def cases_of(
    name: str, source: FieldSource, events: Sequence[EventType] = tuple(EventType)
) -> Iterator[JudgedCase]:
    """Yield the tested cases of one source.

    Parameters
    ----------
    name : str
    source : FieldSource
    events : sequence of EventType
    """
    testable = [event for event in events if _testable(source, event)]
    for days in sorted({DAYS[event] for event in testable}):
        wanted = [event for event in testable if DAYS[event] == days]
        found = [
            case
            for window in windows(source.inventory().times, days)
            for region in boxes(source)
            for case in _tested(name, source, region, window, wanted)
        ]
        yield from _apart(found)


def _testable(source: FieldSource, event: EventType) -> bool:
    """Whether the fields of a source allow some entry of a type, beside its own criterion."""
    blocked = {
        item.name
        for item in feasibility(source.inventory())
        if item.feasibility is Feasibility.BLOCKED
    }
    return any(
        event in entry.event_types and entry.factor not in blocked
        for entry in load_release().entries
        if not entry.restates_criterion
    )


def boxes(source: FieldSource) -> list[Region]:
    """Return the boxes of a source: its whole region where that is hardly larger than one."""
    inventory = source.inventory()
    grid = inventory.grid
    if grid is None:
        return []
    held = grid.region
    south, north = max(held.south, -POLEWARD), min(held.north, POLEWARD)
    columns = _parts(held.west, held.west + held.width, BOX[0])
    rows = _parts(south, north, BOX[1])
    spacing = grid.spacing_deg or 1.0
    return [
        Region(west=west, south=low, east=west + width, north=low + height)
        for low, height in rows
        for west, width in columns
        if (width / spacing) * (height / spacing) >= LEAST_POINTS
    ]


def _parts(first: float, last: float, size: float) -> list[tuple[float, float]]:
    """Cut an interval into equal parts of about a size: start and length of each."""
    count = max(1, round((last - first) / size))
    length = (last - first) / count
    return [(first + number * length, length) for number in range(count)]


def windows(times: Sequence[datetime], days: int) -> list[TimeWindow]:
    """Cut the times into periods of whole days that do not overlap.

    Parameters
    ----------
    times : sequence of datetime
    days : int
    """
    found: list[list[datetime]] = []
    for time in times:
        if not found or time - found[-1][0] >= timedelta(days=days):
            found.append([])
        found[-1].append(time)
    return [TimeWindow(start=part[0], end=part[-1]) for part in found]


def _tested(
    name: str,
    source: FieldSource,
    region: Region,
    window: TimeWindow,
    events: Sequence[EventType],
) -> Iterator[JudgedCase]:
    """Test every entry of the types that are met in a box, or far from met."""
    try:
        run = opened_run(DiagnosisRequest(source=name, region=region, window=window), source)
    except DiagnosticsError:  # no data there, or none that can be used
        return
    classification = run.state.classification
    assert classification is not None
    for assessment in classification.assessments:
        if assessment.event not in events or not _clear(assessment):
            continue
        case = _case(name, run, assessment)
        if case is not None:
            yield case


def _clear(assessment: TypeAssessment) -> bool:
    """Whether a type is met, or so far from met that what is near is no part of such an event."""
    if assessment.firing is Firing.FIRED:
        return True
    metrics = assessment.metrics
    if assessment.firing is not Firing.NOT_FIRED or metrics is None:
        return False
    if not REGISTRY[assessment.event].from_zero:
        return True
    return metrics.peak <= QUIET_SHARE * metrics.threshold_effective


def _case(name: str, run: Run, assessment: TypeAssessment) -> JudgedCase | None:
    view = run.view(assessment.event)
    place = view.peak_place
    if place is None:
        return None
    found: dict[str, bool] = {}
    findings: dict[str, bool] = {}
    for entry in view.candidates:
        if entry.restates_criterion:
            continue
        try:
            known = tested(run, view, entry)
        except DiagnosticsError as error:
            if error.ends_run:
                raise
            continue
        if known is None or known[0].verdict is Verdict.UNDETERMINED:
            continue
        confirmed = known[0].verdict is Verdict.CONFIRMED
        finding = finding_of(entry, known[0].detector) or entry.id
        found[entry.id] = confirmed
        findings[finding] = findings.get(finding, False) or confirmed
    if not found:
        return None
    return JudgedCase(
        source=name,
        event=assessment.event,
        met=assessment.firing is Firing.FIRED,
        profile=view.profile,
        start=run.window.start,
        latitude=place[0],
        longitude=place[1],
        found=found,
        findings=findings,
    )


def _apart(found: Sequence[JudgedCase]) -> Iterator[JudgedCase]:
    """Leave out the cases without an event whose peak lies in the reach of one with it."""
    for case in found:
        if case.met or not any(_one_system(case, other) for other in found if other.met):
            yield case


def _one_system(one: JudgedCase, other: JudgedCase) -> bool:
    if (one.event, one.source, one.start) != (other.event, other.source, other.start):
        return False
    apart = great_circle_km(one.latitude, one.longitude, other.latitude, other.longitude)
    return bool(apart <= ONE_SYSTEM_KM)


def independent(cases: Sequence[JudgedCase]) -> list[list[JudgedCase]]:
    """Group cases of one type that are with or without it: each group is one independent case.

    Parameters
    ----------
    cases : sequence of JudgedCase

    Returns
    -------
    list of list of JudgedCase
        Cases of one source and period whose peaks lie within 1500 km of each other, linked by
        others too, are one.
    """
    groups: list[list[JudgedCase]] = []
    for case in cases:
        linked = [group for group in groups if any(_one_system(case, one) for one in group)]
        groups = [group for group in groups if group not in linked]
        groups.append([case, *(one for group in linked for one in group)])
    return groups
