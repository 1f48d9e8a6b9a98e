"""Recipes of synoptic systems: what `systems` holds."""

from __future__ import annotations

from diagnostics.contracts.recipes import Recipe, RecipeKind, RecipePlace
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.systems import (
    AirCourse,
    AxisAloft,
    EventFlow,
    FrontSegment,
    JetMaximum,
    MoisturePlume,
    Movement,
    NearestPart,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
    TropicalCyclone,
    UpperCentre,
    WindCentre,
)
from diagnostics.detection.features.front_types import DISPLACEMENT_HOURS
from diagnostics.detection.features.front_zones import FINEST_DEG, ZONE_KM
from diagnostics.detection.features.fronts import VORTEX_SMOOTHING_KM
from diagnostics.detection.systems.centres import RIVAL_KM
from diagnostics.detection.systems.centres import SMOOTHING_KM as CENTRE_SMOOTHING_KM
from diagnostics.detection.systems.flow import HPA_PER_GPM
from diagnostics.detection.systems.nearby_systems import FRONT_SMOOTHING_KM, FrontSearch
from diagnostics.detection.systems.situation import REACH_KM
from diagnostics.detection.systems.tropical import INNER_KM, OUTER_KM, WIND_KM
from diagnostics.detection.systems.upper_air import JET_AREA_KM2, JET_MS
from diagnostics.detection.systems.upper_air import SMOOTHING_KM as AXIS_SMOOTHING_KM
from diagnostics.grid.extrema import NEAR
from diagnostics.reporting.recipes.evidence import BETWEEN
from diagnostics.reporting.recipes.scribe import Rule, Subject, at


def _found(subject: Subject) -> SynopticSystems:
    found = subject.sources.systems
    assert found is not None
    return found


def _around(subject: Subject) -> RecipePlace:
    return RecipePlace(region=subject.sources.request.region, reach_km=REACH_KM)


_FIELDS = {
    "mean_sea_level_pressure": ("msl",),
    "surface_pressure": ("sp", "orog"),
    at("height", 1000.0): (at("z", 1000.0),),
}


def _system(subject: Subject) -> PressureSystem:
    number = int(subject.path.split(".")[1])
    return _found(subject).pressure[number]


def _centre(subject: Subject) -> Recipe:
    centre: PressureCentre = subject.record(PressureCentre)
    system = _system(subject)
    return subject.recipe(
        RecipeKind.FIELD,
        operator="pressure_centres",
        formula=_of_the_edge(centre) if centre.at_data_edge else _near_centre(centre.kind == "low"),
        quantity=system.quantity,
        inputs=subject.inputs(_FIELDS.get(system.quantity, (system.quantity,))),
        parameters={
            "search_smoothing_km": CENTRE_SMOOTHING_KM,
            "closed_contours": centre.closed_contours,
            "contour_interval": centre.contour_interval,
            "at_data_edge": centre.at_data_edge,
        },
        unit=system.unit,
        place=_around(subject),
        time=centre.time,
        reduction="min" if centre.kind == "low" else "max",
    )


def _near_centre(low: bool) -> str:
    return (
        f"the {'lowest' if low else 'highest'} value of the field itself within "
        f"{NEAR * CENTRE_SMOOTHING_KM:g} km ({NEAR:g} cells where these are larger) of a centre, "
        f"inside its closed contours; a centre is the extreme within {RIVAL_KM:g} km of the field "
        f"smoothed with a Gaussian of sigma {CENTRE_SMOOTHING_KM:g} km"
    )


def _of_the_edge(centre: PressureCentre) -> str:
    return (
        f"the {'lowest' if centre.kind == 'low' else 'highest'} value of the field itself on the "
        f"edge of the data within {RIVAL_KM:g} km of where the field, smoothed with a Gaussian of "
        f"sigma {CENTRE_SMOOTHING_KM:g} km, has an extreme on that edge"
    )


def _ends(subject: Subject) -> tuple[tuple[float, float], ...]:
    """From where distances are counted, and where the system lies at the main time."""
    found = _found(subject)
    kind, _, number = subject.path.partition(".")
    item = getattr(found, kind)[int(number)]
    if isinstance(item, PressureSystem):
        at = item.centre_at(found.time)
        if at is None:
            return ()
        item = item.centres[at]
    if found.latitude is None or found.longitude is None:
        return ()
    return (found.latitude, found.longitude), (item.latitude, item.longitude)


def _part_position(subject: Subject) -> Recipe:
    found, part = _found(subject), subject.record(NearestPart)
    assert found.latitude is not None
    assert found.longitude is not None
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="great_circle",
        formula=f"{BETWEEN}; the distance is rounded to 10 km, once",
        unit="km",
        time=found.time,
        points=((found.latitude, found.longitude), (part.latitude, part.longitude)),
    )


def _position(subject: Subject) -> Recipe:
    found = _found(subject)
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="great_circle",
        formula=f"{BETWEEN}; the distance is rounded to 10 km, once; direction: the nearest of "
        "eight, of a front to the nearest point of its line",
        unit="km",
        time=found.time,
        points=_ends(subject),
    )


def _movement(subject: Subject) -> Recipe:
    move: Movement = subject.record(Movement)
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="movement",
        formula=f"{BETWEEN}, of the positions at `time` as printed, to 0.1 degrees; the distance "
        "is rounded to 10 km; speed: that distance over the hours between, printed to 5 km/h",
        unit="m s-1",
        time=TimeWindow(start=move.start, end=move.end),
        points=tuple(
            (round(one.latitude, 1), round(one.longitude, 1)) for one in _both_ends(subject, move)
        ),
    )


def _change(subject: Subject) -> Recipe:
    move: Movement = subject.record(Movement)
    system = _system(subject)
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="change_on_the_way",
        formula="value of the centre at the end of `time` minus that at its start, both as printed",
        unit=system.unit,
        time=TimeWindow(start=move.start, end=move.end),
        of=(f"systems.pressure.{subject.path.split('.')[1]}.centres",),
    )


def _both_ends(subject: Subject, move: Movement) -> list[PressureCentre]:
    return [one for one in _system(subject).centres if one.time in (move.start, move.end)]


def _deepening(subject: Subject) -> Recipe:
    system = _system(subject)
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="deepening",
        formula="value at `deepening.end` minus the value `span_hours` before; Bergeron: the fall "
        "over 24 hPa sin(mean latitude) / sin(60 degrees) in 24 h",
        unit=system.unit,
        time=system.deepening.end if system.deepening is not None else None,
        hours=system.deepening.span_hours if system.deepening is not None else None,
        of=(f"systems.{subject.path}.centres",),
    )


def _cyclone(subject: Subject) -> Recipe:
    found: TropicalCyclone = subject.record(TropicalCyclone)
    level = f"{found.warm_level_hpa:g}"
    return subject.recipe(
        RecipeKind.FIELD,
        operator="tropical_cyclone",
        formula=f"wind: max of sqrt(u10^2 + v10^2) within {WIND_KM:g} km of the centre (at least "
        "1.5 cells), with the direction from which it blows at that cell; "
        f"warm core: mean of t at {level} hPa within 100 km (at least 0.75 cells) "
        f"minus the mean over a ring {OUTER_KM - INNER_KM:g} km wide that begins {INNER_KM:g} km "
        "away, or at twice that reach, both unweighted; "
        "radius: farthest cell with 17.2 or 32.7 m/s within 800 km",
        inputs=subject.inputs(("u10", "v10", at("t", found.warm_level_hpa))),
        unit="m s-1, K, km",
        place=_around(subject),
        time=_found(subject).time,
    )


def _axis(subject: Subject) -> Recipe:
    axis: AxisAloft = subject.record(AxisAloft)
    return subject.recipe(
        RecipeKind.FIELD,
        operator="axes_aloft",
        formula="height minus the mean of the cells of its row within `mean_within_deg` of "
        "longitude (on maps: within `mean_within_km`, in cells as wide as that one) to either "
        "side, itself among them; where this is largest on the cells of the axis, of which "
        "`points` are a running mean of three. The axis is sought in heights smoothed with a "
        f"Gaussian of sigma {AXIS_SMOOTHING_KM:g} km, values are the data's",
        quantity=at("height", axis.level_hpa),
        inputs=subject.inputs((at("z", axis.level_hpa),)),
        parameters={
            "search_smoothing_km": AXIS_SMOOTHING_KM,
            "mean_within_deg": axis.mean_within_deg,
            "mean_within_km": axis.mean_within_km,
        },
        unit="gpm",
        place=_around(subject),
        time=_found(subject).time,
        reduction="max_abs",
        points=axis.line,
    )


def _jet(subject: Subject) -> Recipe:
    jet: JetMaximum = subject.record(JetMaximum)
    return subject.recipe(
        RecipeKind.FIELD,
        operator="jets_aloft",
        formula=f"max of sqrt(u^2 + v^2) in an area of at least {JET_MS:g} m/s and "
        f"{JET_AREA_KM2:g} km2 that comes within the reach of the region, followed uphill beyond "
        "it; direction: that to which the wind of this cell blows, written as that from which it "
        "does",
        quantity=at("wind_speed", jet.level_hpa),
        inputs=subject.inputs((at("u", jet.level_hpa), at("v", jet.level_hpa))),
        unit="m s-1",
        place=_around(subject),
        time=_found(subject).time,
        reduction="max",
    )


def _jet_part(subject: Subject) -> Recipe:
    whole = subject.record(JetMaximum, subject.path.removesuffix(".part"))
    return subject.recipe(
        RecipeKind.FIELD,
        operator="jets_aloft",
        formula=f"sqrt(u^2 + v^2) in the cell of the event where that lies in the area of "
        f"{JET_MS:g} m/s that the maximum belongs to, else in the cell of that area nearest to the "
        "event; direction: that to which the wind of this cell blows",
        quantity=at("wind_speed", whole.level_hpa),
        inputs=subject.inputs((at("u", whole.level_hpa), at("v", whole.level_hpa))),
        unit="m s-1",
        place=_around(subject),
        time=_found(subject).time,
        reduction="point",
    )


def _circulation(subject: Subject) -> Recipe:
    item: WindCentre = subject.record(WindCentre)
    winds = ("u10", "v10") if item.level_hpa is None else (
        at("u", item.level_hpa), at("v", item.level_hpa)
    )  # fmt: skip
    return subject.recipe(
        RecipeKind.FIELD,
        operator="vortex",
        version=_version(subject, "vortex"),
        formula="largest vorticity of the wind, cyclonic positive, smoothed with a Gaussian of "
        f"sigma {VORTEX_SMOOTHING_KM:g} km, within 200 km; on rings around it, 1.5 and 3 degrees "
        "wide, three quarters of the points blow cyclonically, some on every side",
        quantity="wind_10m" if item.level_hpa is None else at("wind", item.level_hpa),
        inputs=subject.inputs(winds),
        unit=item.unit,
        place=_around(subject),
        time=_found(subject).time,
        reduction="max",
        smoothing_km=VORTEX_SMOOTHING_KM,
    )


def _front_inputs(front: FrontSegment) -> tuple[str, ...]:
    if front.level_hpa is None:
        return ("t2m", "u10", "v10")
    return tuple(at(name, front.level_hpa) for name in ("t", "q", "u", "v"))


def _front(subject: Subject) -> Recipe:
    front: FrontSegment = subject.record(FrontSegment)
    return subject.recipe(
        RecipeKind.FIELD,
        operator="front_tfp",
        version=_version(subject, "front_tfp"),
        formula="contrast: largest gradient of the temperature from the line to "
        f"{ZONE_KM:g} km on its cold side (bilinear, a cell apart, three points at least), along "
        "the cells of the piece, of which `points` are a running mean of three; toward the cold "
        "side the wet-bulb potential temperature falls; a grid coarser than "
        f"{FINEST_DEG:g} degree is filled up by cubic splines before; place: the point of the line "
        "nearest to the event",
        quantity=FrontSearch(front.level_hpa).field.text,
        inputs=subject.inputs(_front_inputs(front)),
        unit=front.unit,
        place=_around(subject),
        time=_found(subject).time,
        reduction="max",
        smoothing_km=FRONT_SMOOTHING_KM,
        points=front.line,
    )


def _upper(subject: Subject) -> Recipe:
    centre: UpperCentre = subject.record(UpperCentre)
    low = centre.kind in ("closed_low", "cutoff_low")
    return subject.recipe(
        RecipeKind.FIELD,
        operator="centres_aloft",
        formula=f"{_near_centre(low)}; of a subtropical high without a contour the highest within "
        "40 degrees of the equator",
        quantity=at("height", centre.level_hpa),
        inputs=subject.inputs((at("z", centre.level_hpa),)),
        parameters={"search_smoothing_km": CENTRE_SMOOTHING_KM},
        unit=centre.unit,
        place=_around(subject),
        time=_found(subject).time,
        reduction="min" if low else "max",
    )


def _plume(subject: Subject) -> Recipe:
    plume: MoisturePlume = subject.record(MoisturePlume)
    return subject.recipe(
        RecipeKind.FIELD,
        operator="ivt_object",
        version=_version(subject, "ivt_object"),
        formula="max of the vapour transport, sqrt(Qu^2 + Qv^2) with Q = 1/g integral of q V dp "
        "from the ground, in the corridor that meets the region; direction: of the transport there",
        quantity="ivt",
        inputs=subject.inputs(("q", "u", "v", "sp")),
        unit=plume.unit,
        place=_around(subject),
        time=_found(subject).time,
        reduction="max",
    )


def _plume_part(subject: Subject) -> Recipe:
    whole = subject.record(MoisturePlume, subject.path.removesuffix(".part"))
    return subject.recipe(
        RecipeKind.FIELD,
        operator="ivt_object",
        version=_version(subject, "ivt_object"),
        formula="the same vapour transport in the cell of the event where that lies in the "
        "corridor, else in the cell of the corridor nearest to the event",
        quantity="ivt",
        inputs=subject.inputs(("q", "u", "v", "sp")),
        unit=whole.unit,
        place=_around(subject),
        time=_found(subject).time,
        reduction="point",
    )


def _front_motion(subject: Subject) -> Recipe:
    front: FrontSegment = subject.record(FrontSegment)
    return subject.recipe(
        RecipeKind.FIELD,
        operator="front_tfp",
        version=_version(subject, "front_tfp"),
        formula="speed toward the warm air, printed to 5 km/h: by `displacement` that of the line "
        f"since the first time at most {DISPLACEMENT_HOURS:g} h before, by `wind` the wind along "
        f"the gradient averaged over {ZONE_KM:g} km on the cold side, mean along the piece; "
        "passage: `position.distance_km` over this speed, to the nearest hour",
        quantity=FrontSearch(front.level_hpa).field.text,
        inputs=subject.inputs(_front_inputs(front)),
        parameters={"speed_by": front.speed_by},
        unit="m s-1",
        place=_around(subject),
        time=_found(subject).time,
        reduction="mean",
        smoothing_km=FRONT_SMOOTHING_KM,
        points=front.line,
    )


def _gradient(subject: Subject) -> Recipe:
    flow: EventFlow = subject.record(EventFlow)
    return _of_flow(
        subject,
        flow,
        operator="pressure_gradient_at_event",
        formula="length of the gradient of the pressure, smoothed with a Gaussian of sigma "
        f"{CENTRE_SMOOTHING_KM:g} km, in the cell of the event, by central differences; direction: "
        "where the pressure falls to",
        unit=flow.unit,
    )


def _geostrophic(subject: Subject) -> Recipe:
    return _of_flow(
        subject,
        subject.record(EventFlow),
        operator="geostrophic_wind_at_event",
        formula="g/f k x grad z of that smoothed field, z in gpm, of pressure in hPa divided by "
        f"{HPA_PER_GPM:g}; direction: where it blows from",
        unit="m s-1",
    )


def _of_flow(
    subject: Subject, flow: EventFlow, *, operator: str, formula: str, unit: str
) -> Recipe:
    found = _found(subject)
    return subject.recipe(
        RecipeKind.FIELD,
        operator=operator,
        formula=formula,
        quantity=flow.quantity,
        inputs=subject.inputs(_FIELDS.get(flow.quantity, (flow.quantity,))),
        unit=unit,
        place=RecipePlace(latitude=found.latitude, longitude=found.longitude),
        time=found.time,
        reduction="point",
        smoothing_km=CENTRE_SMOOTHING_KM,
    )


def _air(subject: Subject) -> Recipe:
    air: AirCourse = subject.record(AirCourse)
    found = _found(subject)
    return subject.recipe(
        RecipeKind.FIELD,
        operator="air_course",
        formula="backward from the event in steps of an hour, with the mean of the wind at the "
        "place and at the first guess of the place before it, of the nearest cell, linear in time; "
        "`points` are the places, every hour",
        quantity=air.quantity,
        inputs=subject.inputs((air.quantity,)),
        parameters={"one_time": air.one_time},
        place=_around(subject),
        time=TimeWindow(start=air.start, end=found.time),
        hours=air.hours,
        points=air.line,
    )


def _air_position(subject: Subject) -> Recipe:
    found, air = _found(subject), subject.record(AirCourse)
    assert found.latitude is not None
    assert found.longitude is not None
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="great_circle",
        formula=f"{BETWEEN}, from the event to the source of its air; the distance is rounded to "
        "10 km, once",
        unit="km",
        time=air.start,
        points=((found.latitude, found.longitude), (air.latitude, air.longitude)),
    )


def _version(subject: Subject, name: str) -> str:
    spec = subject.sources.specs.get(name)
    return spec.version if spec is not None else ""


def _main_time(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.STATED,
        operator="situation",
        formula="the time of the data at or nearest to the peak of the event",
        time=_found(subject).time,
    )


def _front_reach(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.STATED,
        operator="front_tfp",
        version=_version(subject, "front_tfp"),
        formula="how far around the region fronts were sought",
        unit="km",
    )


_PRESSURE = r"systems (?P<at>pressure\.\d+"
SYSTEM_RULES = (
    Rule(_PRESSURE + r"\.centres\.\d+)\.\w+", "centre", _centre),
    Rule(_PRESSURE + r"\.(?:movement|earlier))\.change", "change", _change),
    Rule(_PRESSURE + r"\.(?:movement|earlier))\.\w+", "way", _movement),
    Rule(_PRESSURE + r")\.deepening\.\w+", "deepening", _deepening),
    Rule(_PRESSURE + r"\.cyclone)\.\w+", "cyclone", _cyclone),
    Rule(r"systems (?P<at>\w+\.\d+\.part)\.position\.\w+", "position", _part_position),
    Rule(r"systems (?P<at>jets\.\d+\.part)\.\w+", "jet", _jet_part),
    Rule(r"systems (?P<at>plumes\.\d+\.part)\.\w+", "plume", _plume_part),
    Rule(r"systems (?P<at>\w+\.\d+)\.position\.\w+", "position", _position),
    Rule(r"systems (?P<at>circulations\.\d+)\.\w+", "circulation", _circulation),
    Rule(r"systems (?P<at>axes\.\d+)\.\w+", "axis", _axis),
    Rule(r"systems (?P<at>jets\.\d+)\.\w+", "jet", _jet),
    Rule(r"systems (?P<at>fronts\.\d+)\.(?:speed_ms|passes)", "motion", _front_motion),
    Rule(r"systems (?P<at>fronts\.\d+)\.\w+", "front", _front),
    Rule(r"systems (?P<at>flow)\.geostrophic_\w+", "geostrophic", _geostrophic),
    Rule(r"systems (?P<at>flow)\.\w+", "gradient", _gradient),
    Rule(r"systems (?P<at>air)\.position\.\w+", "position", _air_position),
    Rule(r"systems (?P<at>air)\.\w+", "air", _air),
    Rule(r"systems (?P<at>upper\.\d+)\.\w+", "upper", _upper),
    Rule(r"systems (?P<at>plumes\.\d+)\.\w+", "plume", _plume),
    Rule(r"systems fronts_within_km", "front_reach", _front_reach),
    Rule(r"systems time", "time", _main_time),
)
