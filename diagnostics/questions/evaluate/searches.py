"""Times, places, rankings and sets: which of several, when, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np

from diagnostics.contracts.enums import Language
from diagnostics.contracts.form_terms import Days, End, NamedPlace
from diagnostics.contracts.forms import (
    AnswerKind,
    Number,
    PlaceQuery,
    Ranking,
    Reduced,
    UnitsQuery,
)
from diagnostics.errors import DiagnosticsError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import Place as Gazetted
from diagnostics.grid.gazetteer import outline, places, places_at
from diagnostics.grid.regions import box_mask, polygon_mask
from diagnostics.language.area_names import place_name
from diagnostics.questions.evaluate.cube import Cube
from diagnostics.questions.evaluate.measures import (
    held,
    measured,
    period,
    place_of,
    position_of,
    truth_origin,
)
from diagnostics.questions.evaluate.numbers import number_of, same_unit
from diagnostics.questions.evaluate.places import Spot
from diagnostics.questions.evaluate.workspace import Finding, Workspace, misformed, origins, refusal

_UNITS = {"country": ("country", "territory"), "region": ("state", "province", "region")}
_FEWEST_CELLS = 1
MOST_UNITS = 400
"""Outlines that are looked at; more are refused."""


def position(query: PlaceQuery, work: Workspace) -> Finding:
    """Find where: a position, the named unit around it, or the quadrant of its place."""
    found = position_of(query.position, work)
    latitude, longitude = found.value
    if query.asked == "coordinates":
        return replace(found, value=[latitude, longitude])
    if query.asked == "quadrant":
        area = place_of(getattr(query.position, "place"), work)  # noqa: B009 - not of a point
        box = area.region or work.extent
        north, east = box.center
        side = ("north" if latitude >= north else "south") + (
            "east" if (longitude - east + 180.0) % 360.0 - 180.0 >= 0.0 else "west"
        )
        return replace(found, kind=AnswerKind.LABEL, value=side)
    name = _unit_at(latitude, longitude, query.asked)
    if name is None:
        raise refusal("named_unit", "no_value", latitude=latitude, longitude=longitude)
    return replace(found, kind=AnswerKind.PLACE, value=name.name, place=name.name)


def _unit_at(latitude: float, longitude: float, asked: str) -> Gazetted | None:
    if asked == "town":
        towns = [item for item in places() if item.kind == "town"]
        gaps = great_circle_km(
            latitude,
            longitude,
            np.array([item.latitude for item in towns]),
            np.array([item.longitude for item in towns]),
        )
        return towns[int(np.argmin(gaps))] if towns else None
    wanted = _UNITS[asked]
    return next((item for item in places_at(latitude, longitude) if item.kind in wanted), None)


def _day_of(number: Number) -> date | None:
    """Return the day of a measure of one day, None of any other number."""
    base = number.time.base if isinstance(number, Reduced) else None
    return base.dates[0] if isinstance(base, Days) and len(base.dates) == 1 else None


def ranking(query: Ranking, work: Workspace) -> Finding:
    """Order several by their numbers."""
    findings = [number_of(item.number, work) for item in query.candidates]
    numbers = [same_unit(item, findings[0]) for item in findings]
    order = np.argsort(numbers, kind="stable")
    if query.end is End.MAX:
        order = np.argsort([-item for item in numbers], kind="stable")
    labels = [query.candidates[int(position)].label for position in order]
    rows = [
        {"label": query.candidates[int(position)].label, "value": numbers[int(position)]}
        for position in order
    ]
    first = findings[int(order[0])]
    known = origins(findings)
    detail: dict[str, Any] = {"ranking": rows, "unit": findings[0].unit}
    if query.take == 1:
        first_values = [numbers[int(place)] for place in order[:2]]
        tied = len(first_values) > 1 and abs(first_values[0] - first_values[1]) < 1e-9
        if tied:
            raise refusal("single_winner", "tie", first=labels[0], second=labels[1])
        kind = AnswerKind.PLACE if query.of == "place" else AnswerKind.LABEL
        value = labels[0]
        day = _day_of(query.candidates[int(order[0])].number) if query.of == "time" else None
        if day is not None:
            kind, value = AnswerKind.TIME, f"{day.isoformat()}T00:00:00Z"
            detail["date"] = day.isoformat()
        return Finding(
            kind,
            value,
            findings[0].unit,
            difference=first.difference,
            sort=first.sort,
            time=first.time,
            latitude=first.latitude,
            longitude=first.longitude,
            detail=detail,
            **known,
        )
    taken = labels if query.take is None else labels[: query.take]
    return Finding(
        AnswerKind.RANKING, taken, findings[0].unit, sort=first.sort, detail=detail, **known
    )


def units(query: UnitsQuery, work: Workspace) -> Finding:
    """Find the countries or regions in which something holds, or order them by a measure."""
    if query.condition is not None:
        return _units_meeting(query, work)
    if query.measure is None or query.end is None:
        raise misformed("such_query", "invalid_form")
    findings: list[tuple[str, Finding]] = []
    for place in _candidates(query, work):
        try:
            found = measured(query.measure.model_copy(update={"place": place}), work)
        except DiagnosticsError as error:
            if error.ends_run or error.code not in ("no_value", "region_outside_data"):
                raise
            continue
        findings.append((place.name, found))
    if not findings:
        raise refusal("units", "no_value")
    sign = -1.0 if query.end is End.MAX else 1.0
    findings.sort(key=lambda item: sign * item[1].number)
    rows: list[Any] = [{"label": name, "value": item.number} for name, item in findings]
    names = [name for name, _ in findings]
    known: dict[str, Any] = {
        **origins([item for _, item in findings[:1]]),
        "detail": {"ranking": rows, "unit": findings[0][1].unit},
    }
    if query.take == 1:
        return Finding(AnswerKind.PLACE, names[0], place=names[0], **known)
    return Finding(AnswerKind.RANKING, names[: query.take], **known)


def _units_meeting(query: UnitsQuery, work: Workspace) -> Finding:
    assert query.condition is not None
    spot = place_of(query.place, work)
    truth = held(query.condition, spot, query.time, work)
    cube = truth.cube
    holds, known = truth.holds.any(axis=0), truth.known.any(axis=0)
    shares: dict[str, float] = {}
    for place, inside in _insides(query, cube, spot, work):
        cells = inside & known
        if cells.sum() < _FEWEST_CELLS:
            continue
        share = float(cube.areas[cells & holds].sum() / cube.areas[cells].sum())
        if share > 0.0 if query.share is None else share >= query.share - 1e-9:
            shares[place.name] = share
    names = sorted(shares, key=lambda name: (-shares[name], name))
    return Finding(
        AnswerKind.PLACES,
        names,
        time=period(cube),
        place=spot.name,
        detail={"area_shares": {name: round(shares[name], 4) for name in names}},
        **truth_origin(truth),
    )


def _insides(
    query: UnitsQuery, cube: Cube, spot: Spot, work: Workspace
) -> Iterator[tuple[NamedPlace, Any]]:
    for place in _candidates(query, work):
        inside = box_mask(cube.latitude, cube.longitude, place.region)
        shape = _outline_of(place)
        if shape is not None and inside.any():
            inside = inside & polygon_mask(cube.latitude, cube.longitude, shape)
        if inside.any():
            yield place, inside & cube.mask


def _candidates(query: UnitsQuery, work: Workspace) -> list[NamedPlace]:
    """Return the units to look at: those named, or all that meet the place of the query."""
    if query.units:
        return list(query.units)
    area = place_of(query.place, work).region or work.extent
    wanted = _UNITS[query.of]
    found = [
        NamedPlace(name=item.name, region=item.region, outline=item.label, country=item.country)
        for item in places()
        if item.kind in wanted
        and item.outline is not None
        and item.region.overlap(area) is not None
    ]
    if len(found) > MOST_UNITS:
        raise misformed("so_many_units", "place_needed", count=len(found), most=MOST_UNITS)
    return found


def _outline_of(place: NamedPlace) -> Any:
    for item in places():
        if item.outline is not None and place.outline in (item.label, item.name):
            return outline(item.outline)
    return None


def unit_name(name: str, language: Language) -> str:
    """Return the name of a country or region in a language."""
    item = next((one for one in places() if one.name == name and one.outline is not None), None)
    return name if item is None else place_name(item, language)
