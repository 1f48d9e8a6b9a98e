"""The synoptic story: which systems lie where, how strong, and where they move to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.report import ReportFigure, Section, Sentence
from diagnostics.contracts.systems import (
    AxisAloft,
    FrontSegment,
    JetMaximum,
    Position,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
    UpperCentre,
)
from diagnostics.messages import is_term
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.report_inputs import ReportMaterial, is_situation_chart
from diagnostics.reporting.section_parts import cell, chart_title, heads, section

SOURCE = "systems"
NEAR_KM = 1500.0
"""Fronts, troughs and centres aloft farther from the event are left to the table."""
HIGH_KM = 2500.0
HERE_KM = 60.0
"""Nearer than this a system lies at the event itself."""
SHALLOW = 0.5
"""A second low is said from this share of the first one's weight on."""
EDGE_DEPTH = 8.0
FAR_KM = 3000.0
"""Lows and highs farther from the event are left to the table."""
NEARER = 0.5
"""A nearer low is said from this share of the distance of the first one down."""
WEIGHT_KM = 800.0
SLOW_MS = 1.0
"""A slower system hardly moves."""
STEADY = 1.0
"""A smaller change of the central value is no deepening."""
MOST_ROWS = 12
T = TypeVar("T")
_WARM = (EventType.HEAT_WAVE, EventType.COLD_WAVE)


def story(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say the situation in the order of an analysis: surface, fronts, levels aloft, moisture."""
    found = material.systems
    if found is None:
        return []
    lines = [*_surface(book, material, found), *_fronts(book, found)]
    lines += [*_aloft(book, found), *_plume(book, found)]
    if not lines:
        return []
    origin = book.origin() if found.at_event else book.say("origin_region").text
    if found.time == _peak_time(material):
        return [book.say("story_then", **{"from": origin}), *lines]
    time = book.bind(SOURCE, "time", "time")
    return [book.say("story_time", time=time, **{"from": origin}), *lines]


def _peak_time(material: ReportMaterial) -> datetime | None:
    """When the event peaks, as the summary has told."""
    occurrence = material.conclusion.occurrence
    event = occurrence.event or occurrence.nearest
    if event is None or event in _WARM:
        return None
    metrics = material.classification.assessment(event).metrics
    return metrics.peak_time if metrics is not None else None


def situation_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Show the synoptic chart, list the systems around, and say what the data cannot show."""
    found = material.systems
    if found is None:
        return section(book, "situation")
    lines = []
    if found.cannot_tell:
        names = [
            book.bind(SOURCE, f"cannot_tell.{place}", "term")
            for place, name in enumerate(found.cannot_tell)
            if is_term(f"lacking_{name}")
        ]
        lines.append(book.say("story_cannot_tell", names=book.listed(names)))
    rows = _rows(book, found)
    return section(
        book,
        "situation",
        sentences=lines,
        table=rows if len(rows) > 1 else [],
        figures=_figures(book, material),
    )


def _figures(book: ClaimBook, material: ReportMaterial) -> list[ReportFigure]:
    return [
        ReportFigure(
            evidence_id=chart.evidence_id,
            artifact=chart.artifact,
            caption=book.say(
                "caption_situation",
                title=chart_title(book, book.sources.evidence[chart.evidence_id]),
                time=book.bind(f"evidence:{chart.evidence_id}", "figure.time", "time"),
            ),
        )
        for chart in material.charts
        if is_situation_chart(chart.evidence_id)
    ]


def _surface(book: ClaimBook, material: ReportMaterial, found: SynopticSystems) -> list[Sentence]:
    """The low that governs the event, a second one, one that lies much nearer, and the high."""
    lows, highs = (_ranked(found, kind) for kind in ("low", "high"))
    more = [item for item in lows[1:2] if item[2] >= SHALLOW * lows[0][2]]
    if lows:
        nearest = min(lows, key=lambda item: _distance(found, item))
        if _distance(found, nearest) < NEARER * _distance(found, lows[0]) and nearest not in more:
            more.append(nearest)
    told = [*lows[:1], *more], highs[:1]
    if material.conclusion.occurrence.event in _WARM:
        told = told[1], told[0]
    lines = []
    for place, centre, _ in (*told[0], *told[1]):
        lines += _pressure(book, found, place, centre)
    return lines


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


def _pressure(book: ClaimBook, found: SynopticSystems, place: int, at: int) -> list[Sentence]:
    system = found.pressure[place]
    path = f"pressure.{place}"
    centre = system.centres[at]
    key = f"story_{system.kind}"
    if system.cyclone is not None:
        key = "story_cyclone"
    if centre.at_data_edge:
        key = f"{key}_edge"
    slots = {
        "value": book.bind(SOURCE, f"{path}.centres.{at}.value", "number", unit=system.unit,
                           digits=_digits(system)),
        "place": _place(book, f"{path}.centres.{at}"),
        "where": _where(book, path, system.position),
    }  # fmt: skip
    if system.cyclone is not None:
        slots["category"] = book.bind(SOURCE, f"{path}.cyclone.category", "term")
    lines = [book.say(key, **slots)]
    if system.cyclone is not None:
        lines += _cyclone(book, system, path)
    return [*lines, *_course(book, system, path, at)]


def _digits(system: PressureSystem) -> int:
    return 1 if system.unit == "hPa" else 0


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


def _course(book: ClaimBook, system: PressureSystem, path: str, at: int) -> list[Sentence]:
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
                                digits=_digits(system)),
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
                place=_place(book, f"{path}.centres.{last}"),
                value=book.bind(SOURCE, f"{path}.centres.{last}.value", "number",
                                unit=system.unit, digits=_digits(system)),
            )
        )  # fmt: skip
    return lines


def _fronts(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """The nearest front of each type, in one sentence each."""
    chosen = _near_fronts(found)
    if not chosen:
        tested = "fronts" not in found.cannot_tell and found.latitude is not None
        return [book.say("story_no_front")] if tested and abs(found.latitude or 0.0) >= 25 else []
    lines = []
    for place in chosen:
        path = f"fronts.{place}"
        lines.append(
            book.say(
                "story_front",
                type=book.bind(SOURCE, f"{path}.type", "term"),
                level=book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0),
                place=_place(book, path),
                where=_where(book, path, found.fronts[place].position),
                contrast=book.bind(SOURCE, f"{path}.contrast", "number",
                                   unit=found.fronts[place].unit, digits=1),
            )
        )  # fmt: skip
    return lines


def _near_fronts(found: SynopticSystems) -> list[int]:
    """Places of the nearest segment of each type within reach, the nearest first."""
    nearest: dict[str, int] = {}
    order = sorted(range(len(found.fronts)), key=lambda place: _away(found.fronts[place]))
    for place in order:
        front = found.fronts[place]
        if front.type != "untyped" and _away(front) <= NEAR_KM:
            nearest.setdefault(front.type, place)
    return list(nearest.values())


def _away(item: AxisAloft | FrontSegment | JetMaximum | UpperCentre) -> float:
    return item.position.distance_km if item.position is not None else float("inf")


def _aloft(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """Centres, trough or ridge at 500 hPa, and the jet with the quadrant of the event."""
    lines = []
    for place in _upper(found):
        item, path = found.upper[place], f"upper.{place}"
        lines.append(
            book.say(
                "story_upper",
                kind=book.bind(SOURCE, f"{path}.kind", "term"),
                level=book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0),
                value=book.bind(SOURCE, f"{path}.value", "number", unit=item.unit, digits=0),
                place=_place(book, path),
                where=_where(book, path, item.position),
            )
        )
    for kind in ("trough", "ridge"):
        near = next(
            (
                place
                for place, item in enumerate(found.axes)
                if item.kind == kind and item.part_of is None and _away(item) <= NEAR_KM
            ),
            None,
        )
        if near is None:
            continue
        path = f"axes.{near}"
        lines.append(
            book.say(
                f"story_{kind}",
                level=book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0),
                departure=book.bind(SOURCE, f"{path}.departure_gpm", "number", unit="gpm",
                                    digits=0),
                mean=_mean(book, found.axes[near], path),
                place=_place(book, path),
                where=_where(book, path, found.axes[near].position),
            )
        )  # fmt: skip
    return [*lines, *_jet(book, found)]


def _mean(book: ClaimBook, axis: AxisAloft, path: str) -> str:
    """Name the mean from which an axis departs; runs of older releases do not say it."""
    for key, unit, width in (
        ("deg", "°", axis.mean_within_deg),
        ("km", "km", axis.mean_within_km),
    ):
        if width is not None:
            within = book.bind(SOURCE, f"{path}.mean_within_{key}", "number", unit=unit, digits=0)
            return book.say(f"story_mean_{key}", within=within).text
    return book.say("story_mean").text


def _jet(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """The jet in whose quadrant the event lies, else the strongest; and a nearer one."""
    first = _first(found.jets, lambda item: item.quadrant is not None)
    if first is None:
        first = _first(found.jets, lambda item: _away(item) <= HIGH_KM)
    if first is None:
        return []
    lines = [_jet_maximum(book, found, first, "story_jet")]
    if found.jets[first].quadrant is not None:
        quadrant = book.bind(SOURCE, f"jets.{first}.quadrant", "term")
        lines.append(book.say("story_quadrant", quadrant=quadrant))
    nearest = min(range(len(found.jets)), key=lambda place: _away(found.jets[place]))
    if _away(found.jets[nearest]) < _away(found.jets[first]):
        lines.append(_jet_maximum(book, found, nearest, "story_jet_near"))
    return lines


def _jet_maximum(book: ClaimBook, found: SynopticSystems, place: int, key: str) -> Sentence:
    """Say where a jet blows how strongly; at the edge of the data, that it may be stronger."""
    path = f"jets.{place}"
    return book.say(
        f"{key}_edge" if found.jets[place].at_edge else key,
        level=book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0),
        speed=book.blowing(
            book.bind(SOURCE, f"{path}.speed_ms", "number", unit="m s⁻¹", digits=0),
            SOURCE,
            f"{path}.toward_deg",
        ),
        place=_place(book, path),
        where=_where(book, path, found.jets[place].position),
    )


def _upper(found: SynopticSystems) -> list[int]:
    """The nearest low, and the nearest high, aloft; not the upper part of a tropical cyclone."""
    chosen = []
    for kinds, reach in (
        (("closed_low", "cutoff_low"), NEAR_KM),
        (("closed_high", "subtropical_high"), HIGH_KM),
    ):
        near = [
            place
            for place, item in enumerate(found.upper)
            if item.kind in kinds and item.part_of is None and _away(item) <= reach
        ]
        if near:
            chosen.append(min(near, key=lambda place: _away(found.upper[place])))
    return chosen


def _plume(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """The strongest corridor of vapour transport over the region."""
    if not found.plumes or any(item.cyclone is not None for item in found.pressure):
        return []
    return [
        book.say(
            "story_plume",
            kind=book.bind(SOURCE, "plumes.0.kind", "term"),
            value=book.bind(SOURCE, "plumes.0.value", "number", unit=found.plumes[0].unit,
                            digits=0),
            place=_place(book, "plumes.0"),
            toward=book.bind(SOURCE, "plumes.0.toward_deg", "direction"),
        )
    ]  # fmt: skip


def _rows(book: ClaimBook, found: SynopticSystems) -> list[tuple[Sentence, ...]]:
    """Every system at the main time: what, how strong, where, and where it moves to."""
    origin = book.sources.origin if found.at_event else "region"
    rows = [heads(book, "system", "strength", "lies_at", f"from_{origin}", "moves")]
    listed: list[tuple[float, tuple[str | None, ...]]] = []
    for place, system in enumerate(found.pressure):
        at = system.centre_at(found.time)
        if at is None or system.position is None:
            continue
        path = f"pressure.{place}"
        moves = None
        if system.movement is not None and system.movement.speed_ms < SLOW_MS:
            moves = book.say("row_stays").text
        elif system.movement is not None:
            moves = book.say(
                "row_moves",
                toward=book.bind(SOURCE, f"{path}.movement.toward_deg", "direction"),
                speed=book.bind(SOURCE, f"{path}.movement.speed_ms", "number", unit="m s⁻¹"),
            ).text
        value = book.bind(SOURCE, f"{path}.centres.{at}.value", "number", unit=system.unit,
                          digits=_digits(system))  # fmt: skip
        kind = book.bind(SOURCE, f"{path}.kind", "term")
        if system.cyclone is not None:
            kind = book.say("row_cyclone").text
        if system.centres[at].at_data_edge:
            kind = book.say("row_at_edge", kind=kind).text
        elif system.centres[at].near_edge:
            kind = book.say("row_near_edge", kind=kind).text
        where = _row_where(book, path, system.position)
        row = (kind, value, _place(book, f"{path}.centres.{at}"), where, moves)
        listed.append((system.position.distance_km, row))
    listed += _other_rows(book, found)
    listed.sort(key=lambda item: item[0])
    rows += [tuple(cell(book, part) for part in row) for _, row in listed[:MOST_ROWS]]
    return rows


def _other_rows(
    book: ClaimBook, found: SynopticSystems
) -> Iterable[tuple[float, tuple[str | None, ...]]]:
    """Rows of fronts, axes, centres aloft and jets."""
    kinds: tuple[tuple[str, Sequence[object], str, str, str], ...] = (
        ("fronts", found.fronts, "type", "contrast", "K (100 km)⁻¹"),
        ("upper", found.upper, "kind", "value", "gpm"),
        ("axes", found.axes, "kind", "departure_gpm", "gpm"),
        ("jets", found.jets, "level_hpa", "speed_ms", "m s⁻¹"),
    )
    for name, items, kind, value, unit in kinds:
        for place, item in enumerate(items):
            position = getattr(item, "position", None)
            if position is None or getattr(item, "part_of", None) is not None:
                continue
            path = f"{name}.{place}"
            level = book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0)
            if name == "jets":
                title = book.say("row_jet", level=level).text
                if found.jets[place].at_edge:
                    title = book.say("row_at_edge", kind=title).text
            else:
                what = book.bind(SOURCE, f"{path}.{kind}", "term")
                title = book.say("row_aloft", kind=what, level=level).text
            digits = 1 if name == "fronts" else 0
            strength = book.bind(SOURCE, f"{path}.{value}", "number", unit=unit, digits=digits)
            if name == "jets":
                strength = book.blowing(strength, SOURCE, f"{path}.toward_deg")
            row = (title, strength, _place(book, path), _row_where(book, path, position), None)
            yield position.distance_km, row


def _first(items: Sequence[T], fits: Callable[[T], bool]) -> int | None:
    """Place of the first item that fits; items come the strongest first."""
    return next((place for place, item in enumerate(items) if fits(item)), None)


def _place(book: ClaimBook, path: str) -> str:
    return book.bind(SOURCE, f"{path}.latitude+{path}.longitude", "place")


def _where(book: ClaimBook, path: str, position: Position | None) -> str:
    """How far and in which direction a system lies from where distances are counted."""
    if position is None or position.distance_km < HERE_KM:
        return book.say("story_here").text
    return book.say("story_away", **_offset(book, path)).text


def _offset(book: ClaimBook, path: str) -> dict[str, str]:
    at = f"{path}.position"
    return {
        "distance": book.bind(SOURCE, f"{at}.distance_km", "number", unit="km", digits=0),
        "bearing": book.bind(SOURCE, f"{at}.bearing_deg", "direction"),
    }


def _row_where(book: ClaimBook, path: str, position: Position) -> str:
    if position.distance_km < HERE_KM:
        return book.say("row_here", origin=book.origin()).text
    return book.say("row_away", **_offset(book, path)).text
