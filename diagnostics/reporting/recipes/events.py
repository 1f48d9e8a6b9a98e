"""Recipes of events: what `classification` holds.

Words and definitions are those of `docs/use/numbers.md`.
"""

from __future__ import annotations

from datetime import datetime

from pydantic import JsonValue

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.detection import (
    CriterionMetrics,
    EventObject,
    MeasuredValue,
    TrackPoint,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.recipes import Recipe, RecipeKind, RecipePlace
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events.beside import ALOFT, AT_PEAK, HIGHEST_AT_PEAK, LOWEST_AT_PEAK
from diagnostics.detection.events.cold_wave import QUANTITY as COLD_QUANTITY
from diagnostics.detection.events.cold_wave import ColdCriteria
from diagnostics.detection.events.criterion_numbers import AccumulationWindow
from diagnostics.detection.events.gale import GUST, NEAR_KM
from diagnostics.detection.events.preset_files import preset_of
from diagnostics.detection.events.registry import REGISTRY
from diagnostics.guidelines.presets import OF_CENTRE, OF_LIBRARY
from diagnostics.physics.wind import STEADY_DEGREES
from diagnostics.reporting.recipes.scribe import Rule, Subject, at

_AMOUNT = (
    "max over cells and windows of the sum of the increments of `hours` that end at one time; "
    "increments lie wholly in the period, windows slide by the increment"
)
_SET_BY = {
    OF_CENTRE: "set by the centre",
    OF_LIBRARY: "set by curators of the shared library",
}
_DEFINITIONS = {
    EventType.RAINSTORM: _AMOUNT,
    EventType.SNOWSTORM: _AMOUNT,
    EventType.GALE: "max over cells and samples of sqrt(u10^2 + v10^2), or of the gust of "
    "intervals that lie in the period",
    EventType.HEAT_WAVE: "max over cells and days of the daily maximum; days begin at the hour "
    "of `day_boundary`",
    EventType.COLD_WAVE: "max over cells and days of the fall of the daily minimum over the hours "
    "of `window`, relative to the limit of that window, among falls that end at or below the "
    "temperature of the preset; without one, of all; days begin at the hour of `day_boundary`",
}
_PHASED = (
    "of rain and snow counts what fell as such, by the snowfall of the data, else by the wet-bulb "
    "temperature at 2 m through each interval"
)
_BUDGET = (
    "increments are estimated: max(0, -div(Q) - dW/dt) with the vapour transport Q and the "
    "precipitable water W between 300 hPa and the ground"
)
_SHARE = (
    "largest value over time of: weights of the cells of the region that reach `limit` at one "
    "time, divided by the weights of all its cells (`land_fraction`: of its land)"
)
_COLD_SHARE = (
    "; on land, where a fall over any of the hours of `limits` reaches its limit (over more than a "
    "day: lower day by day) and ends at or below the temperature of the preset's first grade"
)
_SPAN = (
    "first and last time at which the cells of the event reach `limit`; of amounts, first and last "
    "increment, with a mean of 0.1 mm over the cells of the event, in the windows of any length of "
    "the preset (`limits`) that reach theirs"
)
_OF_DAYS = frozenset({EventType.HEAT_WAVE, EventType.COLD_WAVE})
_OF_LAND = frozenset({EventType.SNOWSTORM, EventType.HEAT_WAVE, EventType.COLD_WAVE})
_WIND = {"10-m wind": ("u10", "v10"), "10-m gust": ("fg10",)}
_SNOW = "snowfall in water equivalent"
_PHASE = ("t2m", "d2m", "sp")
"""What tells the phase of precipitation where the data have no snowfall."""
_CHARTED = {
    "wind": (EventType.GALE, "10-m wind"),
    "gust": (EventType.GALE, "10-m gust"),
    "rain": (EventType.RAINSTORM, "rain"),
    "precipitation": (EventType.RAINSTORM, "precipitation"),
    "snow": (EventType.SNOWSTORM, _SNOW),
    "temperature_maximum": (EventType.HEAT_WAVE, ""),
    "temperature_minimum": (EventType.COLD_WAVE, ""),
    "temperature_change": (EventType.COLD_WAVE, ""),
}
"""What charts of an event show, by how the name of the quantity begins."""
_ALOFT = {
    "wind_maximum": ("u", "v"),
    "temperature_maximum": ("t",),
    "temperature_minimum": ("t",),
}
"""The same on the lowest level, where there is nothing near the ground."""


def event_fields(subject: Subject, quantity: str) -> tuple[str, ...]:
    """Return the canonical fields behind what a chart of an event shows, such as ``rain_total``.

    A level is the end of the name (``wind_maximum_850``). Another quantity is returned as it is.
    """
    base, _, level = quantity.rpartition("_")
    if level.isdigit() and base in _ALOFT:
        return tuple(at(field, float(level)) for field in _ALOFT[base])
    for name, (event, shown) in _CHARTED.items():
        if quantity.startswith(f"{name}_") or quantity == name:
            return _fields(subject, event, shown)
    return (quantity,)


def _assessment(subject: Subject) -> TypeAssessment:
    number = subject.path.split(".")[1]
    found: TypeAssessment = subject.record(TypeAssessment, f"assessments.{number}")
    return found


def _fields(subject: Subject, event: EventType, quantity: str) -> tuple[str, ...]:
    """Canonical fields of which a criterion's quantity is made, as far as the data hold them."""
    held = {item.name for item in subject.sources.inventory.variables}
    if event is EventType.GALE:
        return _WIND.get(quantity, ("u", "v", "t", "z"))
    if event in (EventType.RAINSTORM, EventType.SNOWSTORM):
        phase = ("sf",) if "sf" in held else _PHASE
        names = ["tp"] if quantity == "precipitation" else ["tp", *phase]
        if _estimated(subject):
            names = ["q", "u", "v", "sp"]
        return tuple(name for name in names if name in held)
    definition = REGISTRY.find(event)
    sets = definition.needs if definition is not None else ()
    return next((names for names in sets if held.issuperset(names)), ())


def _base(subject: Subject, kind: RecipeKind, quantity: str, **parts: object) -> Recipe:
    item = _assessment(subject)
    found = subject.sources.classification
    parameters: dict[str, JsonValue] = (
        {"day_boundary": found.day_boundary} if item.event in _OF_DAYS else {}
    )
    if limits := _limits(subject):
        parameters["limits"] = {**limits}
    window = item.metrics.window if item.metrics is not None else ""
    return subject.recipe(
        kind,
        operator=f"criterion:{item.event.value}",
        version=found.preset_digest[:12],
        quantity=quantity,
        inputs=subject.inputs(_fields(subject, item.event, quantity)),
        parameters={"preset": found.preset, "window": window, **parameters},
        **parts,
    )


def _limits(subject: Subject) -> dict[str, float]:
    """The limit of the first grade for each length of windows, of amounts and of falls."""
    presets = subject.sources.release.presets
    preset = preset_of(presets, subject.sources.classification.preset)
    criteria = preset.criteria.get(_assessment(subject).event)
    if isinstance(criteria, ColdCriteria):
        return {f"{hours} h": fall for hours, fall in criteria.grades[0].drops.items()}
    windows: tuple[AccumulationWindow, ...] = getattr(criteria, "windows", ())
    return {f"{item.hours:g} h": item.grades[0].value for item in windows}


def _where(subject: Subject, event: str | None = None) -> RecipePlace:
    return RecipePlace(
        region=subject.sources.classification.region,
        event=event,
        land_only=_assessment(subject).event in _OF_LAND,
    )


def _asked(subject: Subject, item: TypeAssessment) -> str | None:
    """The event that the request asked for, whose peak is then the peak of its type."""
    chosen = subject.sources.classification.chosen
    own = next((one for one in item.objects if one.id == chosen), None)
    metrics = item.metrics
    if own is None or metrics is None or own.peak != metrics.peak or own is item.objects[0]:
        return None
    return own.id


def _estimated(subject: Subject) -> bool:
    """Whether precipitation is estimated, because the data hold none."""
    inventory = subject.sources.inventory
    return inventory.variable("tp") is None and inventory.variable("sf") is None


def _formula(subject: Subject, event: EventType, quantity: str) -> str:
    text = _DEFINITIONS[event]
    if event in (EventType.RAINSTORM, EventType.SNOWSTORM) and _estimated(subject):
        text = f"{text}; {_BUDGET}"
    return f"{text}; {_PHASED}" if quantity in (_SNOW, "rain") else text


def _peak(subject: Subject) -> Recipe:
    item = _assessment(subject)
    metrics: CriterionMetrics = subject.record(CriterionMetrics, f"{subject.path}.metrics")
    return _base(
        subject,
        RecipeKind.FIELD,
        metrics.quantity,
        formula=_formula(subject, item.event, metrics.quantity),
        unit=metrics.unit,
        place=_where(subject, _asked(subject, item)),
        time=subject.sources.classification.window,
        hours=metrics.peak_hours,
        reduction="max",
    )


def _blowing(subject: Subject) -> Recipe:
    """Where a wind blows from, at the cell and time of its value."""
    own = subject.record(Contract)
    measured = isinstance(own, MeasuredValue)
    latitude, longitude, time = (
        getattr(own, name if measured else f"peak_{name}")
        for name in ("latitude", "longitude", "time")
    )
    return _blowing_at(subject, own.quantity, latitude, longitude, time)


def _blowing_then(subject: Subject) -> Recipe:
    """The same of the strongest wind of an event at one time of its course."""
    own: TrackPoint = subject.record(TrackPoint)
    quantity = _object_of(subject).quantity
    return _blowing_at(subject, quantity, own.value_latitude, own.value_longitude, own.time)


def _blowing_at(
    subject: Subject,
    quantity: str,
    latitude: float | None,
    longitude: float | None,
    time: datetime | None,
) -> Recipe:
    level = ALOFT.match(quantity)
    fields = tuple(at(name, float(level[1])) for name in ("u", "v")) if level else ("u10", "v10")
    gust = subject.sources.inventory.variable("fg10") if quantity == GUST else None
    return subject.recipe(
        RecipeKind.FIELD,
        operator="wind_direction",
        formula="180 + atan2(u, v) in degrees, modulo 360, of the mean of the components at the "
        "times of `hours` that end at `time`; absent where one is more than "
        f"{STEADY_DEGREES:g} degrees from it; written in tens of degrees with one of 16 points",
        quantity="direction from which the wind blows",
        inputs=subject.inputs(fields),
        unit="degree",
        place=RecipePlace(latitude=latitude, longitude=longitude),
        time=time,
        hours=gust.interval_hours if gust is not None else None,
        reduction="point",
    )


def _reason(subject: Subject) -> Recipe:
    """What was reached, compared with what the criterion asks for."""
    item = _assessment(subject)
    measured = item.metrics is not None
    return _base(
        subject,
        RecipeKind.LIMIT,
        item.metrics.quantity if item.metrics is not None else "",
        formula="the numbers of `metrics`, and what the criterion of the preset needs"
        if measured
        else "what the criterion of the preset needs, and what the data hold of it",
        place=_where(subject),
        time=subject.sources.classification.window,
        of=(f"classification.{subject.path}.metrics",) if measured else (),
    )


def _rate(subject: Subject) -> Recipe:
    metrics: CriterionMetrics = subject.record(CriterionMetrics, f"{subject.path}.metrics")
    return _base(
        subject,
        RecipeKind.FIELD,
        metrics.quantity,
        formula="the increment in which most of the amount fell, at the cell of the peak and "
        "within its hours",
        unit=metrics.unit,
        place=RecipePlace(latitude=metrics.peak_latitude, longitude=metrics.peak_longitude),
        time=metrics.peak_time,
        hours=metrics.rate_hours,
        reduction="point",
    )


def _share(subject: Subject) -> Recipe:
    metrics: CriterionMetrics = subject.record(CriterionMetrics, f"{subject.path}.metrics")
    cold = _assessment(subject).event is EventType.COLD_WAVE
    return _base(
        subject,
        RecipeKind.EXTENT,
        metrics.quantity,
        formula=f"{_SHARE}{_COLD_SHARE if cold else ''}",
        unit="1",
        place=RecipePlace(region=subject.sources.classification.region),
        time=metrics.area_time or subject.sources.classification.window,
        hours=metrics.peak_hours,
        reduction="share",
        limit=metrics.threshold_effective,
    )


def _span(subject: Subject) -> Recipe:
    metrics: CriterionMetrics = subject.record(CriterionMetrics, f"{subject.path}.metrics")
    item = _assessment(subject)
    own = subject.sources.classification.object_of(item.event)
    return _base(
        subject,
        RecipeKind.EXTENT,
        metrics.quantity,
        formula=_SPAN,
        place=_where(subject, own.id if own is not None else None),
        time=subject.sources.classification.window,
        hours=metrics.peak_hours,
        reduction="span",
        limit=metrics.threshold_effective,
    )


def _limit(subject: Subject) -> Recipe:
    metrics: CriterionMetrics = subject.record(CriterionMetrics, f"{subject.path}.metrics")
    label = metrics.threshold_label or "not named"
    return _base(
        subject,
        RecipeKind.LIMIT,
        metrics.quantity,
        formula="limit of the first grade of the preset for the window; "
        + _SET_BY.get(label, f"source {label}"),
        unit=metrics.unit,
        hours=metrics.peak_hours,
    )


def _severity(subject: Subject) -> Recipe:
    item = _assessment(subject)
    return _base(
        subject,
        RecipeKind.RATING,
        "severity",
        formula="of a wind linear in the Beaufort number (V / 0.836)^(2/3) between the grades"
        if item.event is EventType.GALE
        else "by the logarithm of the amount between the grades"
        if item.event not in _OF_DAYS
        else "by the grade that days and temperatures reach",
        unit="1",
        of=(f"{subject.path}.metrics.peak",),
    )


def _confidence(subject: Subject) -> Recipe:
    item = _assessment(subject)
    return _base(
        subject,
        RecipeKind.RATING,
        "confidence",
        formula="product of its parts",
        unit="1",
        of=tuple(
            f"{subject.path}.confidence_parts.{name}" for name in sorted(item.confidence_parts)
        ),
    )


def _object(subject: Subject) -> EventObject:
    found: EventObject = subject.record(EventObject)
    return found


def _object_of(subject: Subject) -> EventObject:
    """Return the event of whose course a record is one time."""
    found: EventObject = subject.record(EventObject, subject.path.rpartition(".track.")[0])
    return found


def _course(subject: Subject) -> Recipe:
    own = _object_of(subject)
    point: TrackPoint = subject.record(TrackPoint)
    return _base(
        subject,
        RecipeKind.FIELD,
        own.quantity,
        formula=f"{_formula(subject, own.event, own.quantity)}; of the cells of the largest part "
        "of the event at `time`, and `area_km2` the area of that part; of intervals and days that "
        "end then",
        unit=own.unit,
        place=_where(subject, own.id),
        time=point.time,
        hours=point.value_hours,
        reduction="max",
    )


def _object_peak(subject: Subject) -> Recipe:
    own = _object(subject)
    return _base(
        subject,
        RecipeKind.FIELD,
        own.quantity,
        formula=_formula(subject, own.event, own.quantity),
        unit=own.unit,
        place=_where(subject, own.id),
        time=TimeWindow(start=own.onset, end=own.end),
        hours=own.peak_hours,
        reduction="max",
    )


def _object_extent(subject: Subject) -> Recipe:
    own, item = _object(subject), _assessment(subject)
    return _base(
        subject,
        RecipeKind.EXTENT,
        own.quantity,
        formula=f"{_SPAN}; `area_km2`: the largest area of its cells at one time, with what of it "
        "lies beyond the region",
        unit="km2",
        place=_where(subject, own.id),
        time=TimeWindow(start=own.onset, end=own.end),
        hours=own.peak_hours,
        reduction="area",
        limit=_limits(subject).get(f"{own.peak_hours:g} h")
        if own.peak_hours
        else (item.metrics.threshold_effective if item.metrics is not None else None),
    )


def _measured(subject: Subject) -> Recipe:
    value: MeasuredValue = subject.record(MeasuredValue)
    event = _assessment(subject).event
    cold = event is EventType.COLD_WAVE and value.quantity != COLD_QUANTITY
    plain = cold or (event is EventType.HEAT_WAVE and value.quantity == "2-m temperature")
    formula = (
        f"the {'lowest' if cold else 'highest'} sample of the 2-m temperature: the criterion could "
        "not be tested"
        if plain
        else _formula(subject, event, value.quantity)
    )
    place = _where(subject)
    if subject.name == "on_land":
        place = place.model_copy(update={"land_only": True})
    if subject.name == "outside":
        formula += "; the period with a day before and after"
    return _base(
        subject,
        RecipeKind.FIELD,
        value.quantity,
        formula=formula,
        unit=value.unit,
        place=place,
        time=subject.sources.classification.window,
        hours=value.hours,
        reduction="min" if cold else "max",
    )


def _beside(subject: Subject) -> Recipe:
    value: MeasuredValue = subject.record(MeasuredValue)
    item = _assessment(subject)
    metrics = item.metrics
    lowest, highest = value.quantity.startswith("lowest"), value.quantity.startswith("highest")
    own = subject.sources.classification.object_of(item.event)
    at_peak = value.quantity in (AT_PEAK, LOWEST_AT_PEAK, HIGHEST_AT_PEAK)
    span: Instant | TimeWindow = subject.sources.classification.window
    if at_peak and metrics is not None and metrics.onset and metrics.end:
        span = TimeWindow(start=metrics.onset, end=metrics.end)
    if item.event is EventType.GALE and own is not None:
        span = TimeWindow(start=own.onset, end=own.end)
        place = RecipePlace(region=own.box, reach_km=NEAR_KM)
        fields = _fields(subject, item.event, value.quantity)
        formula = (
            f"{_DEFINITIONS[item.event]}; cells of the region within `reach_km` of the box of the "
            "event to the north, south, east and west; of gusts the intervals that meet its hours"
        )
    else:
        name = "mn2t" if lowest else "mx2t"
        held = subject.sources.inventory.variable(name) is not None and not at_peak
        fields, formula = (name if held else "t2m",), "a sample, or the extreme of an interval"
        place = (
            RecipePlace(latitude=value.latitude, longitude=value.longitude)
            if at_peak
            else RecipePlace(region=subject.sources.classification.region, land_only=True)
        )
    return subject.recipe(
        RecipeKind.FIELD,
        operator=f"criterion:{item.event.value}",
        formula=formula,
        quantity=value.quantity,
        inputs=subject.inputs(fields),
        unit=value.unit,
        place=place,
        time=value.time if value.quantity == AT_PEAK else span,
        reduction="min" if lowest else "max" if highest or not at_peak else "point",
    )


def _stations(subject: Subject) -> Recipe:
    item = _assessment(subject)
    return _base(
        subject,
        RecipeKind.RATING,
        item.stations.quantity if item.stations is not None else "",
        formula="the value of the cell times `ratio_low` and `ratio_high` (of temperatures: plus), "
        "the 10th and 90th percentile of a table that was measured on block means of finer data",
        unit=item.stations.unit if item.stations is not None else "",
        of=(f"{subject.path}.metrics.peak", f"{subject.path}.stations.ratio_low",
            f"{subject.path}.stations.ratio_high"),
    )  # fmt: skip


def _phase(subject: Subject) -> Recipe:
    item = _assessment(subject)
    metrics = item.metrics
    held = {one.name for one in subject.sources.inventory.variables}
    fields = [name for name in ("tp", "sf", *_PHASE, "t", "z", "q") if name in held]
    return subject.recipe(
        RecipeKind.FIELD,
        operator="precipitation_phase",
        version=subject.sources.classification.preset_digest[:12],
        formula="share of the amount of the peak's hours that is snow, mixed, rain; wet bulb, snow "
        "level (where the wet bulb falls to 1 degC) and thickness are means over these hours, "
        "weighted with what fell",
        quantity="phase of precipitation",
        inputs=subject.inputs(fields),
        place=RecipePlace(
            latitude=metrics.peak_latitude if metrics is not None else None,
            longitude=metrics.peak_longitude if metrics is not None else None,
        ),
        time=metrics.peak_until if metrics is not None else None,
        hours=metrics.peak_hours if metrics is not None else None,
        reduction="point",
    )


def _period(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.STATED,
        operator="request",
        formula="first and last time of the data in the period that was asked for",
        time=subject.sources.classification.window,
    )


_AT = r"classification (?P<at>assessments\.\d+)"
_ONE = r"classification (?P<at>assessments\.\d+\.objects\.\d+)"
EVENT_RULES = (
    Rule(_AT[:-1] + r"(\.metrics|\.objects\.\d+))\.peak_from_deg", "blowing", _blowing),
    Rule(_AT[:-1] + r"\.(measured|outside|on_land|beside\.\d+))\.from_deg", "blowing", _blowing),
    Rule(_AT[:-1] + r"\.beside\.\d+)\.\w+", "beside", _beside),
    Rule(_AT + r"\.metrics\.peak(_latitude|_time|_hours|_until)?", "peak", _peak),
    Rule(_AT + r"\.metrics\.(rate|rate_hours)", "rate", _rate),
    Rule(_AT + r"\.metrics\.(area_fraction|area_time|land_fraction)", "share", _share),
    Rule(_AT + r"\.metrics\.(onset|end|duration_hours|max_object_area_km2)", "span", _span),
    Rule(_AT + r"\.metrics\.(threshold_\w+|least_area_km2)", "limit", _limit),
    Rule(_AT + r"\.wording", "reason", _reason),
    Rule(_AT + r"\.severity", "severity", _severity),
    Rule(_AT + r"\.confidence(_parts\.\w+)?", "confidence", _confidence),
    Rule(_ONE + r"\.peak(_latitude|_time|_hours|_until)?", "peak", _object_peak),
    Rule(_ONE[:-1] + r"\.track\.\d+)\.value_from_deg", "blowing", _blowing_then),
    Rule(_ONE[:-1] + r"\.track\.\d+)\.(value(_latitude|_hours)?|area_km2|time)", "course", _course),
    Rule(_ONE + r"\.(onset|end|area_km2|duration_hours)", "extent", _object_extent),
    Rule(r"classification (?P<at>assessments\.\d+\.measured)\.\w+", "measured", _measured),
    Rule(r"classification (?P<at>assessments\.\d+\.outside)\.\w+", "outside", _measured),
    Rule(r"classification (?P<at>assessments\.\d+\.on_land)\.\w+", "on_land", _measured),
    Rule(_AT + r"\.stations\.\w+", "stations", _stations),
    Rule(_AT + r"\.phase\..+", "phase", _phase),
    Rule(r"classification window\.(start|end)", "period", _period),
)
