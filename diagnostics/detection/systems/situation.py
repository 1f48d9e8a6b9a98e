"""The systems in and around a region, read from a source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import TypeVar

import numpy as np
from pydantic import JsonValue

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import (
    AirCourse,
    AxisAloft,
    EventFlow,
    FrontSegment,
    JetMaximum,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
    UpperCentre,
    WindCentre,
)
from diagnostics.detection.features.domain import DomainNeed
from diagnostics.detection.features.front_types import DISPLACEMENT_HOURS
from diagnostics.detection.features.registry import MISSING_CODES, get_detector
from diagnostics.detection.systems.air_course import HOURS, STEP, WINDS, air_course
from diagnostics.detection.systems.centres import (
    HEIGHT_1000,
    RIVAL_KM,
    SEA_LEVEL,
    SURFACE,
    pressure_centres,
    unit_of,
)
from diagnostics.detection.systems.centres import NEED as CENTRE_NEED
from diagnostics.detection.systems.flow import (
    HPA_PER_GPM,
    KINDS,
    PressureMap,
    effect_on,
    flow_at_event,
)
from diagnostics.detection.systems.nearby_systems import (
    CIRCULATIONS,
    FRONT_MARGIN_DEG,
    FRONT_SEARCHES,
    FrontSearch,
    air_at,
    centres_aloft,
    circulations_around,
    fronts_around,
    plumes_over,
)
from diagnostics.detection.systems.parts_of_systems import (
    of_cyclone,
    part_of_cyclone,
    part_of_low,
)
from diagnostics.detection.systems.positions import front_at_event, position_of
from diagnostics.detection.systems.tracks import (
    LONGEST_STEP,
    deepening,
    earlier,
    movement,
    tracks_of,
)
from diagnostics.detection.systems.tropical import (
    LOW_LEVELS,
    TROPICAL_LATITUDE,
    WARM_LEVELS,
    tropical_cyclone,
)
from diagnostics.detection.systems.upper_air import (
    AXIS_LEVEL,
    AXIS_NEED,
    JET_LEVELS,
    JET_NEED,
    axes_aloft,
    jets_aloft,
)
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.ports import FieldSource
from diagnostics.quantities.refs import Asked, QuantityRef, reference
from diagnostics.quantities.registry import components, resolve, values
from diagnostics.quantities.scene import Mask, Scene
from diagnostics.quantities.scene_loading import load_scene

KM_PER_DEGREE = 111.195
REACH_KM = 2500.0
SOURCE_KM = 1500.0
"""A high whose centre is farther from the source of the air does not lie over it."""
MOST_TIMES = 33
STEPS_H = (0.25, 1.0, 2.0, 3.0, 6.0, 12.0)
"""Steps in which times are looked at: the shortest with at most so many, 24 h before among them."""
QUADRANT_KM = 1500.0
ON_AXIS_KM = 100.0
T = TypeVar("T")


def find_systems(
    source: FieldSource,
    *,
    region: Region,
    time: datetime,
    days: float = 3.0,
    reach_km: float = REACH_KM,
    event: tuple[float, float] | None = None,
    source_of_air: bool = False,
) -> SynopticSystems:
    """Find the synoptic systems in and around a region.

    Lows and highs come from the sea-level pressure, or else from the surface pressure over the sea,
    or else from the 1000-hPa height, at every time of the data within `days` of the main time;
    everything else from the main time alone. Where there is none of these, closed circulations of
    the wind stand for lows. Fronts are sought at 850 hPa, else 925 or 1000 hPa, else near the
    ground.

    Parameters
    ----------
    source : FieldSource
    region : Region
    time : datetime
        The main time, with a zone; one of the source's.
    days : float
        How far before and after tracks are followed.
    reach_km : float
        How far around the region systems are wanted, as far as the data reach. 300 km more are
        read, so that what lies beside a system is known.
    event : (latitude, longitude), optional
        The event's strongest point, to which positions refer; the region's centre by default.
    source_of_air : bool
        Whether the low-level air at the event is followed back to its source, and the high over
        it named.

    Returns
    -------
    SynopticSystems
        What the data cannot show is named in `cannot_tell`: fields are missing, or nothing was
        found in data that are too small for it.

    Raises
    ------
    InputDataError
        ``missing_time`` where the source has no field at `time`.
    """
    cannot_tell = []
    pressure: list[PressureSystem] = []
    field: _Pressure | None = None
    for quantity, needs in _PRESSURE:
        scene = _loaded(source, (needs,), region, time, reach_km, days)
        if scene is not None and _holds(scene, quantity):
            pressure, tracked = _pressure_systems(scene, quantity, reach_km)
            field = _Pressure(scene, quantity, tuple(pressure))
            if not pressure and CENTRE_NEED.lacking(scene, {}) is not None:
                cannot_tell.append("pressure")
            cannot_tell += [] if tracked else ["tracks"]
            break
    else:
        cannot_tell += ["pressure", "tracks"]
    here = event or region.center
    around = _Around(source, region, time, reach_km)
    height = QuantityRef("height", AXIS_LEVEL)
    axes = around.find((height,), axes_aloft, AXIS_NEED)
    upper = around.find((height,), centres_aloft, CENTRE_NEED)
    winds = tuple(QuantityRef("wind", level) for level in JET_LEVELS)
    jets = around.find(winds, partial(jets_aloft, here=here), JET_NEED)
    circulations = around.circulations() if field is None else None
    search = next((item for item in FRONT_SEARCHES if around.holds(item.field, item.wind)), None)
    fronts = around.fronts(here, search) if search is not None else None
    plumes = around.find(("ivt",), partial(plumes_over, here=here), *_need_of("ivt_object", {}))
    found = (("axes", axes), ("jet", jets), ("fronts", fronts), ("upper", upper))
    cannot_tell += [name for name, items in (*found, ("plumes", plumes)) if items is None]
    pressure = list(around.with_cyclones(pressure))
    flow = field.flow(here) if field is not None else None
    air = around.air(here) if source_of_air else None
    return SynopticSystems(
        time=time,
        pressure=tuple(_placed(item, here, time, flow) for item in pressure),
        circulations=tuple(_seen(item, here) for item in circulations or ()),
        axes=tuple(
            _seen(part_of_low(part_of_cyclone(item, pressure, time), upper or ()), here)
            for item in axes or ()
        ),
        jets=tuple(_with_quadrant(_seen(item, here), here) for item in jets or ()),
        fronts=tuple(fronts or ()),
        fronts_within_km=round(FRONT_MARGIN_DEG * KM_PER_DEGREE, -1)
        if fronts is not None
        else None,
        upper=tuple(
            _seen(part_of_cyclone(of_cyclone(item, pressure, time), pressure, time), here)
            for item in upper or ()
        ),
        plumes=tuple(plumes or ()),
        latitude=here[0],
        longitude=here[1],
        at_event=event is not None,
        flow=flow,
        air=field.with_high(air) if field is not None and air is not None else air,
        cannot_tell=tuple(cannot_tell),
    )


def _need_of(
    detector: str, params: Mapping[str, JsonValue]
) -> tuple[DomainNeed, dict[str, JsonValue]]:
    """What a detector needs of the data with some of its parameters."""
    found = get_detector(detector)
    return found.domain, found.settings(params)


_PRESSURE = ((SEA_LEVEL, SEA_LEVEL), (SURFACE, "wind_10m"), (HEIGHT_1000, HEIGHT_1000))
"""In what centres are sought, the first that the data hold, and the quantity that brings it."""


def _holds(scene: Scene, quantity: Asked) -> bool:
    if quantity == SURFACE:
        return scene.has("sp") and scene.has("orog")
    return all(scene.has(name) for name in resolve(quantity).quantity.fields)


@dataclass(frozen=True)
class _Pressure:
    """The pressure of all times, and the systems that were found in it."""

    scene: Scene
    quantity: Asked
    systems: tuple[PressureSystem, ...]

    def at(self, time: datetime) -> PressureMap | None:
        """Return the map of a time; None where its field is missing."""
        try:
            return PressureMap.of(self.scene, self.quantity, self.systems, time)
        except InputDataError:
            return None

    def flow(self, here: tuple[float, float]) -> EventFlow | None:
        """Return what makes the flow at the event at the main time; None in too small data."""
        field = self.at(self.scene.time)
        try:
            return flow_at_event(field, self.quantity, here) if field is not None else None
        except InputDataError:
            return None

    def with_high(self, air: AirCourse) -> AirCourse:
        """Name the high that the air came from, and the first time of the data at which it did.

        It is the one to which the pressure rises from where the air was, with a centre within 1500
        km, at the earliest time of its course that has such a high; one at the data's edge is none.
        """
        main = self.scene.time
        for time in self.scene.times:
            if not (time == main if air.one_time else air.start <= time < main):
                continue
            step = -1 if air.one_time else round((main - time) / STEP)
            field = self.at(time)
            high = _over(field, air.line[step]) if field is not None else None
            if high is not None:
                return air.model_copy(update={"high": high, "high_time": time})
        return air


def _over(field: PressureMap, place: tuple[float, float]) -> str | None:
    """The high that lies over a place: sure, reached by ascent, and near enough."""
    try:
        name = field.follow(place, "high").system
    except InputDataError:
        return None
    if name is None or field.centres[name].at_data_edge:
        return None
    centre = field.centres[name]
    away = float(great_circle_km(*place, centre.latitude, centre.longitude))
    return name if away <= SOURCE_KM else None


@dataclass(frozen=True)
class _Around:
    """Looks for systems at the main time."""

    source: FieldSource
    region: Region
    time: datetime
    reach_km: float

    def find(
        self,
        quantities: Sequence[Asked],
        search: Callable[[Scene, Mask], list[T]],
        need: DomainNeed,
        params: Mapping[str, JsonValue] = MappingProxyType({}),
        hours_before: float = 0.0,
    ) -> list[T] | None:
        """Return what is found; None where the data lack it, or are too small to show any."""
        scene = _loaded(
            self.source, quantities, self.region, self.time, self.reach_km, None, hours_before
        )
        if scene is None:
            return None
        try:
            found = search(scene, _near(scene, self.reach_km))
            if not found and need.lacking(scene, params) is not None:
                return None
            return found
        except InputDataError as error:
            if error.code not in MISSING_CODES:
                raise
            return None

    def holds(self, *quantities: QuantityRef) -> bool:
        """Whether the data hold all of some quantities at the main time."""
        scene = _loaded(self.source, quantities, self.region, self.time, 0.0, None)
        try:
            return scene is not None and all(
                np.isfinite(part).any()
                for item in quantities
                for part in (
                    components(scene, item)
                    if resolve(item).quantity.vector
                    else (values(scene, item),)
                )
            )
        except InputDataError:
            return False

    def fronts(self, here: tuple[float, float], search: FrontSearch) -> list[FrontSegment] | None:
        """Return the fronts of a search, seen from the event; None where the data are too small."""

        def seen(scene: Scene, near: Mask) -> list[FrontSegment]:
            return [
                front_at_event(item, here, self.time, partial(air_at, scene, search))
                for item in fronts_around(scene, near, search)
            ]

        return self.find(
            (search.field, search.wind, *search.helps),
            seen,
            *_need_of("front_tfp", search.params),
            hours_before=DISPLACEMENT_HOURS,
        )

    def circulations(self) -> list[WindCentre] | None:
        """Return closed circulations of the lowest wind; None where the data are too small."""
        wind = next((item for item in CIRCULATIONS if self.holds(item)), None)
        if wind is None:
            return None
        return self.find(
            (wind,),
            lambda scene, near: circulations_around(scene, near, wind),
            *_need_of("vortex", {"wind": wind.text, "margin_deg": FRONT_MARGIN_DEG}),
        )

    def air(self, here: tuple[float, float]) -> AirCourse | None:
        """Follow the low-level air back; None where the data lack its wind at the event."""
        for wind in WINDS:
            scene = _loaded(
                self.source, (wind,), self.region, self.time, self.reach_km, None, HOURS
            )
            if scene is not None and _holds(scene, wind):
                return air_course(scene, wind, here)
        return None

    def with_cyclones(self, systems: Sequence[PressureSystem]) -> list[PressureSystem]:
        """Mark the lows of the main time whose structure is that of a tropical cyclone."""
        lows = {
            item.id: item.centres[place]
            for item in systems
            if item.kind == "low" and (place := item.centre_at(self.time)) is not None
        }
        if not any(abs(item.latitude) <= TROPICAL_LATITUDE for item in lows.values()):
            return list(systems)
        levels = (*WARM_LEVELS, *LOW_LEVELS)
        needs: tuple[Asked, ...] = (
            "wind_10m",
            *(QuantityRef(name, level) for name in ("temperature", "wind") for level in levels),
        )
        scene = _loaded(self.source, needs, self.region, self.time, self.reach_km, None)
        if scene is None:
            return list(systems)
        return [
            item.model_copy(update={"cyclone": tropical_cyclone(scene, lows[item.id])})
            if item.id in lows
            else item
            for item in systems
        ]


def _placed(
    system: PressureSystem, here: tuple[float, float], time: datetime, flow: EventFlow | None
) -> PressureSystem:
    """Say where a system lies as seen from the event, and what it does to the flow there."""
    place = system.centre_at(time)
    if place is None:
        return system
    centre = system.centres[place]
    return system.model_copy(
        update={
            "position": position_of(centre.latitude, centre.longitude, here),
            "effect": effect_on(system, flow, here, time) if flow is not None else None,
        }
    )


P = TypeVar("P", AxisAloft, JetMaximum, UpperCentre, WindCentre)


def _seen(item: P, here: tuple[float, float]) -> P:
    at = position_of(item.latitude, item.longitude, here)
    return item.model_copy(update={"position": at})


def _with_quadrant(jet: JetMaximum, here: tuple[float, float]) -> JetMaximum:
    """Say in which quadrant of a jet the event lies, where it is near and beside the axis."""
    distance = float(great_circle_km(jet.latitude, jet.longitude, *here))
    bearing = float(initial_bearing(jet.latitude, jet.longitude, *here))
    turn = np.radians(bearing - jet.toward_deg)
    across = distance * float(np.sin(turn))
    if distance > QUADRANT_KM or abs(across) < ON_AXIS_KM:
        return jet
    side = "right" if across > 0 else "left"
    end = "exit" if float(np.cos(turn)) > 0 else "entrance"
    return jet.model_copy(update={"quadrant": f"{side}_{end}"})


def _around(region: Region, reach_km: float) -> Region:
    """The box that holds everything within `reach_km` of a region."""
    reach = reach_km / KM_PER_DEGREE
    south, north = max(-90.0, region.south - reach), min(90.0, region.north + reach)
    narrow = float(np.cos(np.radians(min(85.0, max(abs(south), abs(north))))))
    aside = min(180.0, reach / narrow)
    width = min(360.0, region.width + 2.0 * aside)
    west = region.center[1] - width / 2.0
    return Region(west=west, south=south, east=west + width, north=north)


def _loaded(
    source: FieldSource,
    quantities: Sequence[Asked],
    region: Region,
    time: datetime,
    reach_km: float,
    days: float | None,
    hours_before: float = 0.0,
) -> Scene | None:
    """Read a scene; None where the data lack what is needed."""
    try:
        return load_scene(
            source,
            quantities,
            region=region,
            time=time,
            domain=_around(region, reach_km + RIVAL_KM),
            every_time=days is not None,
            days=days,
            hours_before=hours_before,
        )
    except InputDataError as error:
        if error.code not in MISSING_CODES - {"missing_time"}:
            raise
        return None


def _near(scene: Scene, reach_km: float) -> Mask:
    """Cells within a distance of the region."""
    grid, region = scene.grid, scene.region
    latitude = np.clip(grid.latitude, region.south, region.north)
    offset = (grid.longitude - region.west) % 360.0
    past_east = offset - region.width < 360.0 - offset
    beyond = np.where(past_east, region.west + region.width, region.west)
    longitude = np.where(offset <= region.width, grid.longitude, beyond)
    near = great_circle_km(latitude, longitude, grid.latitude, grid.longitude) <= reach_km
    return np.asarray(near, dtype=bool)


def _pressure_systems(
    scene: Scene, quantity: Asked, reach_km: float
) -> tuple[list[PressureSystem], bool]:
    """Systems of both kinds, and whether the data allow tracks."""
    near = _near(scene, reach_km)
    by_time: list[list[PressureCentre]] = []
    for time in _spaced(scene.times, scene.time):
        try:
            by_time.append(pressure_centres(scene.at(time), quantity, near))
        except InputDataError:  # a field is missing at this time alone
            by_time.append([])
    systems: list[PressureSystem] = []
    in_hpa = quantity in (SEA_LEVEL, SURFACE)
    digits = 1 if in_hpa else 0
    for kind in KINDS:
        centres = [[item for item in found if item.kind == kind] for found in by_time]
        tracks = tracks_of(centres, per_value=1.0 if in_hpa else HPA_PER_GPM)
        tracks += [(item,) for found in centres for item in found if item.at_data_edge]
        sign = 1.0 if kind == "low" else -1.0
        tracks.sort(key=partial(_order, sign))
        systems += [
            PressureSystem(
                id=f"{kind}-{number}",
                kind=kind,
                quantity=reference(quantity).text,
                unit=unit_of(quantity),
                centres=track,
                movement=movement(track, scene.time, digits),
                earlier=earlier(track, scene.time, digits),
                deepening=deepening(track, scene.time, pressure=in_hpa),
            )
            for number, track in enumerate(tracks, 1)
        ]
    steps = np.diff(np.array(_spaced(scene.times, scene.time)))
    return systems, any(step <= LONGEST_STEP for step in steps)


def _spaced(times: Sequence[datetime], main: datetime) -> list[datetime]:
    """Thin times out to whole steps from the main one, so that their number is bounded."""
    for hours in STEPS_H:
        step = timedelta(hours=hours)
        kept = [time for time in times if not (time - main) % step]
        if len(kept) <= MOST_TIMES:
            return kept
    return [main]


def _order(sign: float, track: Sequence[PressureCentre]) -> tuple[bool, float, datetime]:
    """Closed ones first, the most intense before others; of equal ones the earlier."""
    return track[0].at_data_edge, min(sign * item.value for item in track), track[0].time
