"""Lows and highs of the story: those that make the flow at the event come first."""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.report import Sentence
from diagnostics.contracts.systems import (
    AirCourse,
    CentreKind,
    EventFlow,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
)
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.motion import STEADY, motion_lines
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.system_places import (
    SLOW_MS,
    SOURCE,
    digits_of,
    is_here,
    offset,
    place_of,
    where,
)

COARSE_DEG = 0.5
"""On cells wider than this a tropical cyclone is weaker than at stations."""
CYCLONE_KM = 1000.0
"""A tropical cyclone up to this far from the event is said although it makes no flow there."""
SHALLOW = 0.5
"""A second low is said from this share of the first one's weight on."""
EDGE_DEPTH = 8.0
FAR_KM = 3000.0
"""Lows and highs farther from the event are left to the table."""
NEARER = 0.5
"""A nearer low is said from this share of the distance of the first one down."""
WEIGHT_KM = 800.0
HIGHS_FIRST = (EventType.HEAT_WAVE, EventType.COLD_WAVE)


def surface_lines(
    book: ClaimBook, material: ReportMaterial, found: SynopticSystems
) -> list[Sentence]:
    """Say which low and high make the flow at the event, how they move, where the air came from.

    Runs of older releases do not know the effect of a system: there depth and nearness decide.
    """
    high_first = material.conclusion.occurrence.event in HIGHS_FIRST
    if found.flow is None:
        return [*_by_depth(book, found, high_first=high_first), *_air(book, found)]
    lines = _by_effect(book, found, found.flow, high_first=high_first)
    grid = material.inventory.grid
    spacing = grid.spacing_deg if grid is not None else None
    if spacing is not None and spacing > COARSE_DEG and any(map(_is_cyclone_near, found.pressure)):
        lines.append(book.say("story_cyclone_coarse"))
    return lines


def _is_cyclone_near(system: PressureSystem) -> bool:
    near = system.position is not None and system.position.distance_km <= CYCLONE_KM
    return system.cyclone is not None and near


def _by_effect(
    book: ClaimBook, found: SynopticSystems, flow: EventFlow, *, high_first: bool
) -> list[Sentence]:
    """The low and the high that make the flow, and the air; what the edge may cut comes last."""
    kinds: list[CentreKind] = ["high", "low"] if high_first else ["low", "high"]
    makers = {kind: _number_of(found, getattr(flow, kind)) for kind in kinds}
    sure = [at for at in makers.values() if at is not None and not _in_doubt(found, at)]
    lines = [line for number in sure for line in _pressure(book, found, number)]
    lines += _gradient(book, found, flow, known=len(sure) == len(kinds))
    lines += _air(book, found)
    if flow.slack:
        return lines
    for number, system in enumerate(found.pressure):
        if _is_cyclone_near(system) and number not in makers.values():
            lines += _pressure(book, found, number)
    for kind, maker in makers.items():
        if maker is None:
            key = "beyond" if kind in flow.beyond else "unknown"
            lines.append(book.say(f"story_{kind}_{key}"))
        elif maker not in sure:
            lines.append(_centre_line(book, found, maker))
    return lines


def _number_of(found: SynopticSystems, name: str | None) -> int | None:
    return next((at for at, item in enumerate(found.pressure) if item.id == name), None)


def _in_doubt(found: SynopticSystems, number: int) -> bool:
    """Whether the edge of the data cuts, or may cut, a system."""
    system = found.pressure[number]
    centre = system.centres[_now(found, system)]
    return system.cyclone is None and (centre.at_data_edge or centre.near_edge)


def _gradient(
    book: ClaimBook, found: SynopticSystems, flow: EventFlow, *, known: bool
) -> list[Sentence]:
    """The pressure gradient at the event, and the wind that it holds in balance.

    Of a slack one nothing more is said. In the core of a low neither tells anything, and round a
    tropical cyclone the wind is not geostrophic.
    """
    number = _number_of(found, flow.low)
    low = found.pressure[number] if number is not None else None
    if low is not None and is_here(low.position):
        return []
    gradient = book.bind(SOURCE, "flow.gradient", "number", unit=flow.unit, digits=1)
    if flow.slack:
        return [book.say("story_slack", gradient=gradient)]
    toward = book.bind(SOURCE, "flow.falls_toward_deg", "direction")
    slots = {"gradient": gradient, "toward": toward}
    between = "between" if known else "alone"
    if flow.geostrophic_ms is None or (low is not None and low.cyclone is not None):
        return [book.say(f"story_gradient_{between}", **slots)]
    wind = book.bind(SOURCE, "flow.geostrophic_ms", "number", unit="m s⁻¹", digits=0)
    slots["wind"] = book.blowing(wind, SOURCE, "flow.geostrophic_from_deg")
    return [book.say(f"story_balance_{between}", **slots)]


def _air(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """Where the low-level air came from, and the high over its source."""
    air = found.air
    if air is None:
        return []
    slots = {
        "hours": book.bind(SOURCE, "air.hours", "number", unit="h", digits=0),
        "place": place_of(book, "air"),
        **offset(book, "air"),
    }
    level = "ground"
    if air.level_hpa is not None:
        level = "level"
        slots["level"] = book.bind(SOURCE, "air.level_hpa", "number", unit="hPa", digits=0)
    steady = "_steady" if air.one_time else ""
    lines = [book.say(f"story_air_{level}{steady}", **slots)]
    if air.leaves_data:
        lines.append(book.say("story_air_leaves"))
    return [*lines, *_over_source(book, found, air)]


def _over_source(book: ClaimBook, found: SynopticSystems, air: AirCourse) -> list[Sentence]:
    """The high that the air came from, then and, where it was not said yet, now."""
    number = _number_of(found, air.high)
    if number is None or air.high_time is None:
        return []
    system = found.pressure[number]
    at = f"pressure.{number}.centres.{system.centre_at(air.high_time)}"
    slots = {
        "value": book.bind(SOURCE, f"{at}.value", "number", unit=system.unit,
                           digits=digits_of(system)),
        "time": book.bind(SOURCE, "air.high_time", "time"),
        "place": place_of(book, at),
    }  # fmt: skip
    if found.flow is not None and found.flow.high == air.high:
        return [book.say("story_air_high_same", **slots)]
    lines = [book.say("story_air_high", **slots)]
    if air.high_time != found.time and system.centre_at(found.time) is not None:
        lines += _pressure(book, found, number, "story_that_high")
    return lines


def _now(found: SynopticSystems, system: PressureSystem) -> int:
    """Which centre of a system stands at the main time."""
    at = system.centre_at(found.time)
    assert at is not None
    return at


def _pressure(
    book: ClaimBook, found: SynopticSystems, number: int, key: str | None = None
) -> list[Sentence]:
    """Say of a system its value and place, its wind where it is a cyclone, and its way."""
    system = found.pressure[number]
    path = f"pressure.{number}"
    lines = [_centre_line(book, found, number, key)]
    if system.cyclone is not None:
        lines += _cyclone(book, system, path)
    if system.movement is not None and system.movement.change is None:
        return [*lines, *_course_of_older_run(book, system, path, _now(found, system))]
    return [*lines, *motion_lines(book, system, path)]


def _centre_line(
    book: ClaimBook, found: SynopticSystems, number: int, key: str | None = None
) -> Sentence:
    """Say of a system its value and place."""
    system = found.pressure[number]
    path = f"pressure.{number}"
    at = _now(found, system)
    slots = {
        "value": book.bind(SOURCE, f"{path}.centres.{at}.value", "number", unit=system.unit,
                           digits=digits_of(system)),
        "place": place_of(book, f"{path}.centres.{at}"),
        "where": where(book, path, system.position),
    }  # fmt: skip
    if system.cyclone is not None:
        slots["category"] = book.bind(SOURCE, f"{path}.cyclone.category", "term")
    return book.say(key or _key(system, system.centres[at]), **slots)


def _key(system: PressureSystem, centre: PressureCentre) -> str:
    """Name the sentence on a system by its kind, what the edge cuts, and whether it governs."""
    governs = system.effect is not None and system.effect.governs
    kind = "cyclone" if system.cyclone is not None else system.kind
    if centre.at_data_edge:
        return f"story_{kind}_edge"
    if kind == "cyclone" or not governs:
        return f"story_{kind}"
    return f"story_{kind}_governs_near_edge" if centre.near_edge else f"story_{kind}_governs"


def _cyclone(book: ClaimBook, system: PressureSystem, path: str) -> list[Sentence]:
    """Wind, warm core and radii of a tropical cyclone."""
    assert system.cyclone is not None
    wind = f"{path}.cyclone"
    lines = [
        book.say(
            "story_cyclone_wind",
            wind=book.blowing(
                book.bind(SOURCE, f"{wind}.wind_ms", "number", unit="m s⁻¹", digits=1),
                SOURCE,
                f"{wind}.wind_from_deg",
            ),
            place=book.bind(SOURCE, f"{wind}.wind_latitude+{wind}.wind_longitude", "place"),
            warmer=book.bind(SOURCE, f"{wind}.warm_core_k", "number", unit="K", digits=1),
            level=book.bind(SOURCE, f"{wind}.warm_level_hpa", "number", unit="hPa", digits=0),
        )
    ]
    for name in ("gale", "hurricane"):
        if getattr(system.cyclone, f"{name}_radius_km") is not None:
            radius = book.bind(SOURCE, f"{wind}.{name}_radius_km", "number", unit="km", digits=0)
            lines.append(book.say(f"story_radius_{name}", radius=radius))
    return lines


def _by_depth(book: ClaimBook, found: SynopticSystems, *, high_first: bool) -> list[Sentence]:
    """The low that is deepest and nearest, a second one, one much nearer, and the high."""
    lows, highs = (_ranked(found, kind) for kind in ("low", "high"))
    more = [item for item in lows[1:2] if item[2] >= SHALLOW * lows[0][2]]
    if lows:
        nearest = min(lows, key=lambda item: _distance(found, item))
        if _distance(found, nearest) < NEARER * _distance(found, lows[0]) and nearest not in more:
            more.append(nearest)
    told = [*lows[:1], *more]
    told = [*highs[:1], *told] if high_first else [*told, *highs[:1]]
    return [line for place, _, _ in told for line in _pressure(book, found, place)]


_Ranked = tuple[int, int, float]
"""Place of a system, of its centre, and its weight."""


def _distance(found: SynopticSystems, item: _Ranked) -> float:
    position = found.pressure[item[0]].position
    return position.distance_km if position is not None else float("inf")


def _ranked(found: SynopticSystems, kind: str) -> list[_Ranked]:
    """Systems of a kind at the main time: place, centre, and weight by depth and nearness.

    One at or near the edge of the data comes before a whole one where that is more than twice as
    far away: what the edge cuts is not known to be a centre.
    """
    whole: list[_Ranked] = []
    cut: list[_Ranked] = []
    for place, system in enumerate(found.pressure):
        at = system.centre_at(found.time)
        if system.kind != kind or at is None or system.position is None:
            continue
        centre = system.centres[at]
        if system.position.distance_km > FAR_KM or centre.reduced_over_m is not None:
            continue
        if centre.at_data_edge and kind == "high":
            continue
        weight = _depth(system, centre) / (1.0 + system.position.distance_km / WEIGHT_KM)
        item = (place, at, weight * (100.0 if system.cyclone else 1.0))
        in_doubt = (centre.at_data_edge or centre.near_edge) and system.cyclone is None
        (cut if in_doubt else whole).append(item)
    ranked = [*whole, *(_behind(found, item, whole) for item in cut)]
    return sorted(ranked, key=lambda item: -item[2])  # of equal weights the whole one is first


def _behind(found: SynopticSystems, item: _Ranked, whole: Sequence[_Ranked]) -> _Ranked:
    """Give a centre that the edge may cut no more weight than a whole one within its reach has."""
    reach = _distance(found, item) / NEARER
    return (*item[:2], min([item[2], *(o[2] for o in whole if _distance(found, o) <= reach)]))


def _depth(system: PressureSystem, centre: PressureCentre) -> float:
    scale = 1.0 if system.unit == "hPa" else 0.125
    if centre.at_data_edge:
        known = scale * (centre.beyond_surroundings or 0.0)
        return max(known, EDGE_DEPTH if system.cyclone else 0.5 * EDGE_DEPTH)
    return scale * centre.closed_contours * centre.contour_interval


def _course_of_older_run(
    book: ClaimBook, system: PressureSystem, path: str, at: int
) -> list[Sentence]:
    """Where a system came from and moves to, and how its central value changes."""
    lines = []
    move, change = system.movement, system.deepening
    if move is not None and move.speed_ms >= SLOW_MS:
        lines.append(
            book.say(
                f"story_moves_{system.kind}",
                toward=book.bind(SOURCE, f"{path}.movement.toward_deg", "direction"),
                speed=book.bind(SOURCE, f"{path}.movement.speed_ms", "number", unit="m s⁻¹"),
            )
        )
    elif move is not None:
        lines.append(book.say(f"story_stays_{system.kind}"))
    if change is not None and abs(change.change) >= STEADY:
        falls = change.change < 0
        key = ("deepens" if falls else "fills") if system.kind == "low" else "high_changes"
        slots = {
            "change": book.bind(SOURCE, f"{path}.deepening.change", "number", unit=system.unit,
                                digits=digits_of(system)),
            "hours": book.bind(SOURCE, f"{path}.deepening.span_hours", "number", unit="h",
                               digits=0),
        }  # fmt: skip
        if change.bergeron is not None and change.bergeron >= 1.0:
            key = "deepens_fast"
            slots["rate"] = book.bind(SOURCE, f"{path}.deepening.bergeron", "number", digits=2)
        lines.append(book.say(f"story_{key}", **slots))
    if move is not None and at + 1 < len(system.centres):
        last = len(system.centres) - 1
        lines.append(
            book.say(
                f"story_later_{system.kind}",
                time=book.bind(SOURCE, f"{path}.centres.{last}.time", "time"),
                place=place_of(book, f"{path}.centres.{last}"),
                value=book.bind(SOURCE, f"{path}.centres.{last}.value", "number",
                                unit=system.unit, digits=digits_of(system)),
            )
        )  # fmt: skip
    return lines
