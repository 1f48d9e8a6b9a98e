"""Synoptic systems as objects through time: pressure centres and tracks, axes and jets aloft."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant, is_empty, is_false, is_none

CentreKind = Literal["low", "high"]
CycloneScale = Literal["typhoon", "hurricane", "cyclone"]
FrontType = Literal["cold", "warm", "stationary", "occluded", "untyped"]
JetQuadrant = Literal["left_exit", "right_exit", "left_entrance", "right_entrance"]
UpperKind = Literal["closed_low", "cutoff_low", "closed_high", "subtropical_high"]
FrontSide = Literal["warm", "cold"]
Approach = Literal["toward", "away"]


class Position(Contract):
    """Where a system lies as seen from the event: its strongest point, else the region's centre."""

    distance_km: float
    bearing_deg: float = Field(description="toward the system, clockwise from north")


class PressureCentre(Contract):
    """A low or a high at one time. Place and value are those of one grid point."""

    kind: CentreKind
    time: Instant
    latitude: float
    longitude: float
    value: float = Field(description="of the field itself, not of the smoothed one")
    closed_contours: int = Field(description="0 at the data's edge, where none can close")
    contour_interval: float
    radius_km: float = Field(description="of the circle with the area of the outermost contour")
    at_data_edge: bool = Field(
        default=False, description="the centre may lie outside the data: named, never tracked"
    )
    beyond_surroundings: float | None = Field(
        default=None,
        description="at the data's edge: how far beyond the mean within 1000 km, smoothed",
    )
    near_edge: bool = Field(
        default=False,
        description="the data end within 300 km: what lies beyond may be more extreme",
        exclude_if=is_false,
    )
    reduced_over_m: float | None = Field(
        default=None, description="sea-level pressure over ground of this height above 500 m"
    )
    aloft_hpa: float | None = Field(
        default=None,
        description="over such ground: the level above it that has the centre too; without one the "
        "centre is known from reduced pressure alone",
        exclude_if=is_none,
    )


class Movement(Contract):
    """Where a system moves to between two times of its track, and how its value changes.

    All of it follows from both positions and values as they are printed: to 0.1 degrees, 0.1 hPa
    or 1 gpm.
    """

    start: Instant
    end: Instant
    toward_deg: float = Field(description="direction it moves to, clockwise from north")
    speed_ms: float
    distance_km: float
    hours: float | None = Field(
        default=None,
        description="from start to end; None in runs of older releases",
        exclude_if=is_none,
    )
    change: float | None = Field(
        default=None,
        description="of the central value, negative where it falls; None in runs of older releases",
        exclude_if=is_none,
    )


class Deepening(Contract):
    """Change of the central value in 24 h, or in the hours that the data hold."""

    end: Instant
    change: float = Field(description="negative where the value falls")
    span_hours: float = 24.0
    bergeron: float | None = Field(
        default=None, description="fall over 24 hPa sin(latitude) / sin(60); only of lows in hPa"
    )


class TropicalCyclone(Contract):
    """What makes a low a tropical cyclone in these data, and how strong it is there."""

    scale: CycloneScale = Field(description="of the basin")
    category: str = Field(description="a term of the catalogue, by the strongest 10-m wind")
    wind_ms: float = Field(description="the strongest 10-m wind within 300 km")
    wind_latitude: float
    wind_longitude: float
    wind_from_deg: float | None = Field(
        default=None,
        description="where that wind blows from, degrees clockwise from true north",
        exclude_if=is_none,
    )
    warm_core_k: float = Field(description="centre against the air 200 to 500 km away")
    warm_level_hpa: float
    gale_radius_km: float | None = Field(
        default=None, description="farthest cell with 17.2 m/s; None where the data end before"
    )
    hurricane_radius_km: float | None = Field(
        default=None, description="farthest cell with 32.7 m/s, likewise"
    )


class SystemEffect(Contract):
    """What a low or a high does to the flow at the event, at the main time."""

    governs: bool = Field(
        description="the steepest descent (of a high: ascent) of the pressure leads from the event "
        "to its centre"
    )
    encloses: bool = Field(
        description="the event lies within the circle of the area of its outermost closed contour"
    )
    gradient_share: float = Field(
        description="part of the pressure gradient at the event that points to the low, or away "
        "from the high: cosine of the angle between, -1 to 1"
    )


class PressureSystem(Contract):
    """A low or a high as one object through time."""

    id: str = Field(
        description="such as `low-1`; the most intense of its kind comes first, those at the "
        "data's edge after the closed ones"
    )
    kind: CentreKind
    quantity: str
    unit: str
    centres: tuple[PressureCentre, ...] = Field(min_length=1, description="in order of time")
    movement: Movement | None = Field(
        default=None,
        description="from the main time to the last centre within 24 h after it; up to the main "
        "time where there is none after it",
    )
    earlier: Movement | None = Field(
        default=None,
        description="from the first centre within 24 h before the main time up to it",
        exclude_if=is_none,
    )
    deepening: Deepening | None = Field(default=None, description="up to the main time")
    position: Position | None = Field(default=None, description="at the main time")
    cyclone: TropicalCyclone | None = None
    effect: SystemEffect | None = Field(
        default=None,
        description="on the flow at the event; None where the data do not show it, and in runs of "
        "older releases",
        exclude_if=is_none,
    )

    def centre_at(self, time: datetime) -> int | None:
        """Which of the centres stands at a time."""
        for place, centre in enumerate(self.centres):
            if centre.time == time:
                return place
        return None


class WindCentre(Contract):
    """The centre of a closed cyclonic circulation in the wind, in data without pressure."""

    kind: Literal["closed_circulation"] = "closed_circulation"
    level_hpa: float | None = Field(description="of the wind; None for that at 10 m")
    vorticity: float = Field(description="cyclonic, of the wind, smoothed")
    unit: str = "10⁻⁵ s⁻¹"
    latitude: float
    longitude: float
    position: Position | None = None


class AxisAloft(Contract):
    """A trough or ridge of a pressure surface."""

    kind: Literal["trough", "ridge"]
    level_hpa: float
    departure_gpm: float = Field(description="largest departure from the mean along its row")
    mean_within_deg: float | None = Field(
        default=None,
        description="longitude to either side over which its mean runs; less than 15 at the data's "
        "edge",
    )
    mean_within_km: float | None = Field(
        default=None,
        description="the same on a projected grid: cells along its row, as wide as at its place",
    )
    latitude: float
    longitude: float
    length_km: float
    line: tuple[tuple[float, float], ...]
    position: Position | None = None
    part_of: str | None = Field(
        default=None,
        description="id of the tropical cyclone whose circulation makes it, or the place among "
        "`upper` of the closed low that it is the trough of: `upper-1` for the first",
        exclude_if=is_none,
    )


class NearestPart(Contract):
    """The part of a jet or a corridor of vapour that is nearest to the event."""

    value: float = Field(description="of one grid point")
    unit: str
    toward_deg: float = Field(description="where wind or transport goes there, from north")
    latitude: float
    longitude: float
    over_event: bool = Field(description="the system lies over the event: the value there")
    position: Position


_PART = "None of maxima of a system with a nearer one, and in runs of older releases"


class JetMaximum(Contract):
    """The strongest wind of a jet and where it blows."""

    level_hpa: float
    speed_ms: float
    toward_deg: float
    latitude: float
    longitude: float
    at_edge: bool = Field(
        default=False,
        description="at the edge of the data that were searched: the jet may be stronger beyond",
        exclude_if=is_false,
    )
    position: Position | None = None
    quadrant: JetQuadrant | None = Field(
        default=None, description="in which the event lies, within 1500 km of the maximum"
    )
    part: NearestPart | None = Field(default=None, description=_PART, exclude_if=is_none)


class FrontSegment(Contract):
    """A piece of a front with one type; its place is that of its nearest point."""

    type: FrontType
    level_hpa: float | None = Field(
        description="of temperature and wind; None where it is in those near the ground (2 m, 10 m)"
    )
    latitude: float
    longitude: float
    contrast: float = Field(
        description="the largest along it within 150 km on the cold side, of the smoothed field"
    )
    unit: str = "K (100 km)⁻¹"
    length_km: float
    warm_bearing: float = Field(description="toward the warm air, degrees from north")
    speed_ms: float | None = Field(default=None, description="toward the warm air")
    speed_by: Literal["displacement", "wind"] | None = Field(
        default=None,
        description="of what the speed is: of the line between two times, or of the wind across it",
        exclude_if=is_none,
    )
    line: tuple[tuple[float, float], ...]
    position: Position | None = None
    side: FrontSide | None = Field(
        default=None,
        description="on which side of it the event lies; None beyond its ends",
        exclude_if=is_none,
    )
    approach: Approach | None = Field(
        default=None,
        description="whether it moves toward the event or away; None where it is stationary",
        exclude_if=is_none,
    )
    passes: Instant | None = Field(
        default=None,
        description="when it reaches the event, or left it, at this speed; within 24 h",
        exclude_if=is_none,
    )


class UpperCentre(Contract):
    """A closed low or high of the 500-hPa height, or a high that reaches the subtropical limit."""

    kind: UpperKind
    level_hpa: float
    value: float
    unit: str = "gpm"
    latitude: float
    longitude: float
    position: Position | None = None
    part_of: str | None = Field(
        default=None,
        description="id of the tropical cyclone whose upper part it is",
        exclude_if=is_none,
    )


class MoisturePlume(Contract):
    """A corridor of vapour transport over the region."""

    kind: Literal["atmospheric_river", "vapour_corridor"]
    value: float = Field(description="the strongest vapour transport")
    unit: str
    latitude: float
    longitude: float
    toward_deg: float
    length_km: float
    part: NearestPart | None = Field(default=None, description=_PART, exclude_if=is_none)


class EventFlow(Contract):
    """The pressure field at the event, and which low and which high make its gradient."""

    quantity: str = Field(description="the pressure, as of systems")
    gradient: float = Field(description="of the smoothed pressure at the event, per 100 km")
    unit: str
    falls_toward_deg: float = Field(description="where the pressure falls to, from north")
    geostrophic_ms: float | None = Field(
        default=None, description="None within 15 degrees of the equator", exclude_if=is_none
    )
    geostrophic_from_deg: float | None = Field(default=None, exclude_if=is_none)
    low: str | None = Field(
        default=None, description="id of the low; None where the data do not show it"
    )
    high: str | None = Field(
        default=None, description="id of the high; None where the data do not show it"
    )
    slack: bool = Field(
        default=False,
        description="the gradient is too small for a flow, and no system is sought",
        exclude_if=is_false,
    )
    beyond: tuple[CentreKind, ...] = Field(
        default=(), description="kinds that are sought in vain, as the way leaves the data"
    )


class AirCourse(Contract):
    """Where the low-level air at the event came from."""

    quantity: str = Field(description="the wind that it follows")
    level_hpa: float | None = Field(default=None, description="None near the ground")
    start: Instant
    hours: float
    latitude: float = Field(description="of its source")
    longitude: float
    position: Position = Field(description="of the source as seen from the event")
    line: tuple[tuple[float, float], ...] = Field(description="from the event back to the source")
    one_time: bool = Field(
        default=False,
        description="the wind of the main time alone, held steady",
        exclude_if=is_false,
    )
    leaves_data: bool = Field(
        default=False, description="the air came from beyond the data", exclude_if=is_false
    )
    high: str | None = Field(
        default=None, description="id of the high that it came from", exclude_if=is_none
    )
    high_time: Instant | None = Field(
        default=None, description="when the air lay under it, at the earliest", exclude_if=is_none
    )


class SynopticSystems(Contract):
    """The systems in and around a region.

    `cannot_tell` names what the data lack or are too small for: ``pressure``, ``tracks`` (one time,
    or steps of more than 12 h), ``axes``, ``jet``, ``fronts``, ``upper``, ``plumes``.
    """

    time: Instant = Field(description="the main time, for axes, jets and movement")
    pressure: tuple[PressureSystem, ...] = ()
    circulations: tuple[WindCentre, ...] = Field(
        default=(),
        description="where the data hold no pressure: lows by their wind, without a value",
        exclude_if=is_empty,
    )
    axes: tuple[AxisAloft, ...] = ()
    jets: tuple[JetMaximum, ...] = ()
    fronts: tuple[FrontSegment, ...] = ()
    fronts_within_km: float | None = Field(
        default=None,
        description="how far around the region fronts were sought; None where they were not",
        exclude_if=is_none,
    )
    upper: tuple[UpperCentre, ...] = ()
    plumes: tuple[MoisturePlume, ...] = ()
    latitude: float | None = Field(default=None, description="of the event that positions refer to")
    longitude: float | None = None
    at_event: bool = Field(
        default=False, description="whether that is the event's strongest point, not the centre"
    )
    flow: EventFlow | None = Field(
        default=None,
        description="what makes the flow at the event; None without its pressure, and in runs of "
        "older releases",
        exclude_if=is_none,
    )
    air: AirCourse | None = Field(
        default=None,
        description="of cold, heat and snow: where the air came from",
        exclude_if=is_none,
    )
    cannot_tell: tuple[str, ...] = ()
