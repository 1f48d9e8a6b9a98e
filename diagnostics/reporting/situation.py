"""The synoptic story: which systems lie where, how strong, and where they move to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from diagnostics.contracts.report import ReportFigure, Section, Sentence
from diagnostics.contracts.systems import (
    AxisAloft,
    FrontSegment,
    JetMaximum,
    PressureSystem,
    SynopticSystems,
    UpperCentre,
    WindCentre,
)
from diagnostics.messages import is_term
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.front_story import front_lines, front_motion_cell, is_frontal
from diagnostics.reporting.motion import motion_cell
from diagnostics.reporting.pressure_story import surface_lines
from diagnostics.reporting.report_inputs import ReportMaterial, is_situation_chart
from diagnostics.reporting.section_parts import cell, chart_title, heads, section
from diagnostics.reporting.system_places import (
    NEAR_KM,
    SOURCE,
    digits_of,
    place_of,
    row_where,
    where,
)

HIGH_KM = 2500.0
MOST_ROWS = 12
T = TypeVar("T")


def story(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say the situation in the order of an analysis: surface, fronts, levels aloft, moisture."""
    found = material.systems
    if found is None:
        return []
    surface, fronts = surface_lines(book, material, found), front_lines(book, found)
    aloft = [*_aloft(book, found), *_plume(book, found)]
    if not (surface or fronts or aloft):
        return []
    surface += _circulations(book, found)
    if not surface and "pressure" in found.cannot_tell:
        surface = [book.say("story_flow_unknown")]
    if not fronts and "fronts" in found.cannot_tell and is_frontal(found):
        fronts = [book.say("story_front_unknown")]
    lines = [*surface, *fronts, *aloft]
    time = book.bind(SOURCE, "time", "time")
    return [book.say("story_time", time=time, **{"from": book.situation_origin()}), *lines]


_NOTHING: frozenset[str] = frozenset()
_SHOWN_BY = {
    "axes": frozenset({"trough_axis", "ridge_axis"}),
    "fronts": frozenset({"front_tfp"}),
    "jet": frozenset({"jet_core"}),
    "plumes": frozenset({"ivt_object"}),
}
"""Detectors of charts that show what a search over a wide area cannot, by what that lacks."""


def _detected(material: ReportMaterial) -> frozenset[str]:
    """Return the detectors that found something in a chart of the evidence."""
    return frozenset(
        answer.detector
        for item in material.evidence
        if item.figure is not None
        for answer in item.figure.features
        if answer.features
    )


def situation_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Show the synoptic chart, list the systems around, and say what the data cannot show."""
    found = material.systems
    if found is None:
        return section(book, "situation")
    lines, names = [], []
    if found.cannot_tell:
        detected = _detected(material)
        names = [
            book.bind(SOURCE, f"cannot_tell.{place}", "term")
            for place, name in enumerate(found.cannot_tell)
            if is_term(f"lacking_{name}") and not _SHOWN_BY.get(name, _NOTHING) & detected
        ]
    if names:
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
                "caption_plain",
                title=chart_title(book, book.sources.evidence[chart.evidence_id]),
                time=book.bind(f"evidence:{chart.evidence_id}", "figure.time", "time"),
            ),
        )
        for chart in material.charts
        if is_situation_chart(chart.evidence_id)
    ]


def _away(item: AxisAloft | FrontSegment | JetMaximum | UpperCentre | WindCentre) -> float:
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
                place=place_of(book, path),
                where=where(book, path, item.position),
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
                place=place_of(book, path),
                where=where(book, path, found.axes[near].position),
            )
        )  # fmt: skip
    return [*lines, *_jet(book, found)]


def _circulations(book: ClaimBook, found: SynopticSystems) -> list[Sentence]:
    """The nearest closed circulation of the wind, in data without pressure."""
    near = min(
        range(len(found.circulations)),
        key=lambda place: _away(found.circulations[place]),
        default=None,
    )
    if near is None or _away(found.circulations[near]) > NEAR_KM:
        return []
    path, item = f"circulations.{near}", found.circulations[near]
    slots = {"place": place_of(book, path), "where": where(book, path, item.position)}
    if item.level_hpa is None:
        return [book.say("story_circulation_ground", **slots)]
    level = book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0)
    return [book.say("story_circulation", level=level, **slots)]


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
    """The jet by its part over the event or nearest to it; then the one that the event is in.

    Runs of older releases know the maxima of jets alone.
    """
    acting = _acting(found)
    first = _first(found.jets, lambda item: item.quadrant is not None)
    if first is None and acting is None:
        first = _first(found.jets, lambda item: _away(item) <= HIGH_KM)
    lines = [] if acting is None else _jet_part(book, found, acting)
    if first is None:
        return lines
    if first != acting:
        lines.append(_jet_maximum(book, found, first, "story_jet"))
    if found.jets[first].quadrant is not None:
        quadrant = book.bind(SOURCE, f"jets.{first}.quadrant", "term")
        lines.append(book.say("story_quadrant", quadrant=quadrant, origin=book.situation_origin()))
    nearest = min(range(len(found.jets)), key=lambda place: _away(found.jets[place]))
    if acting is None and _away(found.jets[nearest]) < _away(found.jets[first]):
        lines.append(_jet_maximum(book, found, nearest, "story_jet_near"))
    return lines


def _acting(found: SynopticSystems) -> int | None:
    """The jet that comes nearest to the event, where it does so within reach."""
    parts = {n: jet.part.position.distance_km for n, jet in enumerate(found.jets) if jet.part}
    nearest = min(parts, key=lambda place: parts[place], default=None)
    return nearest if nearest is not None and parts[nearest] <= NEAR_KM else None


def _jet_part(book: ClaimBook, found: SynopticSystems, place: int) -> list[Sentence]:
    """Say what a jet is at the event, and where its core lies, unless that is far away."""
    path, jet = f"jets.{place}", found.jets[place]
    assert jet.part is not None
    slots = {
        "level": book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0),
        "speed": _blowing(book, f"{path}.part", "value"),
    }
    if jet.part.over_event:
        lines = [book.say("story_jet_over", origin=book.situation_origin(), **slots)]
    else:
        at = {
            "place": place_of(book, f"{path}.part"),
            "where": where(book, f"{path}.part", jet.part.position),
        }
        lines = [book.say("story_jet_part", **slots, **at)]
    if _is_core(jet) or _away(jet) > HIGH_KM:
        return lines
    core = {
        "speed": _blowing(book, path, "speed_ms"),
        "place": place_of(book, path),
        "where": where(book, path, jet.position),
    }
    return [*lines, book.say("story_jet_core_edge" if jet.at_edge else "story_jet_core", **core)]


def _is_core(jet: JetMaximum) -> bool:
    """Whether the part of a jet at the event is its core."""
    part = jet.part
    return part is None or (part.latitude, part.longitude) == (jet.latitude, jet.longitude)


def _blowing(book: ClaimBook, path: str, value: str) -> str:
    """Bind a wind of a jet with where it blows from."""
    speed = book.bind(SOURCE, f"{path}.{value}", "number", unit="m s⁻¹", digits=0)
    return book.blowing(speed, SOURCE, f"{path}.toward_deg")


def _jet_maximum(book: ClaimBook, found: SynopticSystems, place: int, key: str) -> Sentence:
    """Say where a jet blows how strongly; at the edge of the data, that it may be stronger."""
    path = f"jets.{place}"
    return book.say(
        f"{key}_edge" if found.jets[place].at_edge else key,
        level=book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0),
        speed=_blowing(book, path, "speed_ms"),
        place=place_of(book, path),
        where=where(book, path, found.jets[place].position),
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
    """The strongest corridor of vapour transport over the region, and what it is at the event."""
    if not found.plumes or any(item.cyclone is not None for item in found.pressure):
        return []
    path, plume = "plumes.0", found.plumes[0]
    most = _transport(book, path, plume.unit)
    kind, place = book.bind(SOURCE, f"{path}.kind", "term"), place_of(book, path)
    part = plume.part
    if part is None:
        return [book.say("story_plume", kind=kind, place=place, **most)]
    near = _transport(book, f"{path}.part", plume.unit)
    if part.over_event:
        lines = [book.say("story_plume_over", kind=kind, origin=book.situation_origin(), **near)]
    else:
        at = where(book, f"{path}.part", part.position)
        near["place"] = place_of(book, f"{path}.part")
        lines = [book.say("story_plume_part", kind=kind, where=at, **near)]
    if (part.latitude, part.longitude) == (plume.latitude, plume.longitude):
        return lines
    return [*lines, book.say("story_plume_most", place=place, **most)]


def _transport(book: ClaimBook, path: str, unit: str) -> dict[str, str]:
    """Bind how much vapour goes where."""
    return {
        "value": book.bind(SOURCE, f"{path}.value", "number", unit=unit, digits=0),
        "toward": book.bind(SOURCE, f"{path}.toward_deg", "direction"),
    }


def _rows(book: ClaimBook, found: SynopticSystems) -> list[tuple[Sentence, ...]]:
    """Every system at the main time: what, how strong, where, and where it moves to."""
    origin = f"from_{book.sources.situation_origin}"
    rows = [heads(book, "system", "strength", "lies_at", origin, "moves")]
    named: list[tuple[float, tuple[str | None, ...]]] = []
    listed: list[tuple[float, tuple[str | None, ...]]] = []
    for place, system in enumerate(found.pressure):
        at = system.centre_at(found.time)
        if at is None or system.position is None:
            continue
        path = f"pressure.{place}"
        value = book.bind(SOURCE, f"{path}.centres.{at}.value", "number", unit=system.unit,
                          digits=digits_of(system))  # fmt: skip
        kind = book.bind(SOURCE, f"{path}.kind", "term")
        if system.cyclone is not None:
            kind = book.say("row_cyclone").text
        if system.centres[at].at_data_edge:
            kind = book.say("row_at_edge", kind=kind).text
        elif system.centres[at].near_edge:
            kind = book.say("row_near_edge", kind=kind).text
        away = row_where(book, path, system.position)
        moves = motion_cell(book, system, path)
        row = (kind, value, place_of(book, f"{path}.centres.{at}"), away, moves)
        (named if _is_named(found, system) else listed).append((system.position.distance_km, row))
    listed += _other_rows(book, found)
    listed.sort(key=lambda item: item[0])
    kept = sorted([*named, *listed[: MOST_ROWS - len(named)]], key=lambda item: item[0])
    rows += [tuple(cell(book, part) for part in row) for _, row in kept]
    return rows


def _is_named(found: SynopticSystems, system: PressureSystem) -> bool:
    """Whether the story names a system for what it does to the event, however far it is."""
    source = found.air is not None and found.air.high == system.id
    return source or (system.effect is not None and system.effect.governs)


def _other_rows(
    book: ClaimBook, found: SynopticSystems
) -> Iterable[tuple[float, tuple[str | None, ...]]]:
    """Rows of circulations, fronts, axes, centres aloft and jets."""
    kinds: tuple[tuple[str, Sequence[object], str, str, str], ...] = (
        ("circulations", found.circulations, "kind", "vorticity", "10⁻⁵ s⁻¹"),
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
            level = book.say("row_ground").text
            if getattr(item, "level_hpa", None) is not None:
                level = book.bind(SOURCE, f"{path}.level_hpa", "number", unit="hPa", digits=0)
            if name == "jets":
                title = book.say("row_jet", level=level).text
                if found.jets[place].at_edge:
                    title = book.say("row_at_edge", kind=title).text
            else:
                what = book.bind(SOURCE, f"{path}.{kind}", "term")
                title = book.say("row_aloft", kind=what, level=level).text
            digits = 1 if name in ("fronts", "circulations") else 0
            strength = book.bind(SOURCE, f"{path}.{value}", "number", unit=unit, digits=digits)
            if name == "jets":
                strength = _blowing(book, path, "speed_ms")
            part = found.jets[place].part if name == "jets" else None
            if part is not None and not _is_core(found.jets[place]):
                path, core, position = f"{path}.part", strength, part.position
                strength = book.say("row_core", speed=_blowing(book, path, "value"), core=core).text
            moves = None
            if name == "fronts":
                moves = front_motion_cell(book, found.fronts[place], path)
            row = (title, strength, place_of(book, path), row_where(book, path, position), moves)
            yield position.distance_km, row


def _first(items: Sequence[T], fits: Callable[[T], bool]) -> int | None:
    """Place of the first item that fits; items come the strongest first."""
    return next((place for place, item in enumerate(items) if fits(item)), None)
