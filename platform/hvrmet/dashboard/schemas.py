"""The situation of a centre as the API shows it."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from pydantic import BaseModel, Field

from diagnostics.contracts.detection import EventObject, MeasuredValue
from diagnostics.contracts.enums import EventType, Language, OccurrenceStatus
from diagnostics.contracts.space_time import Outline, Region, TimeWindow
from hvrmet.core.http.schemas import Query
from hvrmet.jobs.queue.fair_scheduling import QueueLoad
from hvrmet.jobs.states import Failure, JobStatus
from hvrmet.reports.states import VersionStatus
from hvrmet.settings.environment import InstallationMode

MOST_POINTS = 12
"""Points of a track that are shown."""


class Attention(StrEnum):
    """What a diagnosis waits for, the most pressing first."""

    FAILED = "failed"
    REVIEW = "review"
    PUBLICATION = "publication"
    DEADLINE = "deadline"
    NONE = "none"


class SituationQuery(Query):
    """How far back."""

    days: int = Field(
        default=3,
        ge=1,
        le=31,
        description="Diagnoses whose status has changed in so many days; what waits for review or "
        "publication, or is under way, is shown however old it is",
    )


class AreaPoint(BaseModel):
    """Where an event's area was at one time."""

    time: datetime
    latitude: float
    longitude: float


class EventArea(BaseModel):
    """An event that a diagnosis found: what, how strong, when and where.

    `outline` has the coordinates of a GeoJSON MultiPolygon: all cells that met the criterion at
    some time. It is empty in runs of older releases, of which only the box of cell centres is
    known. Longitudes may exceed 180. An amount fell in the `peak_hours` until `peak_until`, most of
    it at `peak_time`. An event with `open_start` or `open_end` may have begun before or go on. Heat
    and cold are dated by the days of their criterion.
    """

    id: str
    event: EventType
    grade: int
    grade_name: str
    severity: float
    quantity: str
    unit: str
    peak: float
    peak_latitude: float
    peak_longitude: float
    peak_time: datetime
    peak_hours: float | None
    peak_until: datetime | None
    onset: datetime
    end: datetime
    first_day: date | None
    peak_day: date | None
    last_day: date | None
    open_start: bool
    open_end: bool
    cut_by_region: bool
    area_km2: float
    box: Region
    outline: Outline
    track: tuple[AreaPoint, ...]


class SituationReport(BaseModel):
    """The newest version of a diagnosis' report that the actor is shown.

    `where` has what it says of the place, line by line, in each language that is kept: first the
    region, then the peak.
    """

    id: UUID
    number: int
    status: VersionStatus
    changed_at: datetime
    page: str
    where: dict[Language, tuple[str, ...]]


class SituationDiagnosis(BaseModel):
    """A diagnosis, what it found, and what it waits for.

    `occurrence` says whether the criterion of `event` is met; both are null before a conclusion.
    `turn` and `confirmed` tell how far a running one is. `found` counts its events, of which
    `areas` are the first ones; where there is none, `measured` is the largest value that was found
    of the type, which does not meet its criterion.
    """

    id: UUID
    status: JobStatus
    attention: Attention
    source: str
    requested_by: str
    created_at: datetime
    moved_at: datetime
    deadline: datetime | None
    region: Region
    period: TimeWindow | None
    event: EventType | None
    occurrence: OccurrenceStatus | None
    grade_name: str
    severity: float
    turn: int
    confirmed: int
    failure: Failure | None
    report: SituationReport | None
    found: int
    areas: tuple[EventArea, ...]
    measured: MeasuredValue | None


class SituationQueue(QueueLoad):
    """The queue; `stalled` says that jobs wait and no worker has taken any for minutes."""

    stalled: bool


class SituationSource(BaseModel):
    """A source and the time of its newest file, as a worker last saw it; null where it has none.

    It is late where it is older than its operator expects.
    """

    name: str
    title: str
    title_zh: str
    newest_at: datetime | None
    looked_at: datetime | None
    late: bool


class Situation(BaseModel):
    """What a centre has to know now: its diagnoses in the order of what needs attention.

    First what failed, then what waits for review, for publication, and what has a deadline; among
    those the nearer deadline, the more severe event and the firmer finding first. `left_out` counts
    what the filter lets through and the answer, which is bounded, does not hold.
    """

    mode: InstallationMode
    diagnoses: tuple[SituationDiagnosis, ...]
    left_out: int
    queue: SituationQueue
    sources: tuple[SituationSource, ...]


def event_area(item: EventObject) -> EventArea:
    """Return an event as maps of many diagnoses show it."""
    step = max(1, -(-len(item.track) // MOST_POINTS))
    shown = [*item.track[:-1:step], *item.track[-1:]]
    values = {name: getattr(item, name) for name in EventArea.model_fields if name != "track"}
    track = tuple(
        AreaPoint(time=point.time, latitude=point.latitude, longitude=point.longitude)
        for point in shown
    )
    return EventArea(**values, track=track)
