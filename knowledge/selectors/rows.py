"""Between items of the library and their rows: what one says, the other holds, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from diagnostics.contracts import library as contracts
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    Cause,
    ClimatologyTest,
    DetectorExpectation,
    Experience,
    ExtraTest,
    FigureExpectation,
    IndexExpectation,
    LatitudeBand,
    MachineConditions,
    ThresholdBasis,
    Vicinity,
)
from knowledge.models import (
    Citation,
    Detector,
    EntryRevision,
    ExplanationRevision,
    PresetRevision,
    ReferenceRevision,
    Threshold,
)

Part = Threshold | Detector | Citation
_LIKE = (
    "factor", "timing", "timing_zh", "rationale", "rationale_zh", "restates_criterion", "weight",
    "confidence", "difficulty", "finding", "note", "note_zh", "reviewed",
)  # fmt: skip
_LISTS = ("alternatives", "supports", "opposes", "tags")
_COUNTS = ("confirmed", "tested", "confirmed_without", "tested_without")
_REFERENCE = (
    "year", "title", "container", "publisher", "volume", "pages", "doi", "checked_by",
    "checked_on", "note",
)  # fmt: skip
_CAUSE = ("name", "name_zh", "chain", "chain_zh")


def entry_columns(entry: contracts.LibraryEntry) -> dict[str, Any]:
    """Return the columns of an entry's revision."""
    expected, machine = entry.expected, entry.conditions_machine
    columns: dict[str, Any] = {name: getattr(entry, name) for name in _LIKE}
    columns |= {name: list(getattr(entry, name)) for name in _LISTS}
    columns |= {name: entry.conditions.get(name) for name in contracts.CONDITIONS}
    columns |= {f"{name}_zh": entry.conditions_zh.get(name) for name in contracts.CONDITIONS}
    columns |= {name: getattr(entry.experience, name, None) for name in _COUNTS}
    columns |= _place_columns(entry.where)
    columns |= {
        "event_types": [event.value for event in entry.event_types],
        "modality": entry.modality.value,
        "category": entry.category.value,
        "months_nh": list(machine.months_nh),
        "abs_lat_range": _listed(machine.abs_lat_range),
        "event_centre_in": _listed(machine.event_centre_in),
        "subtypes": list(machine.subtype),
        "kind": expected.kind,
        "direction": expected.direction,
    }
    if isinstance(expected, IndexExpectation):
        columns |= {"tail": expected.tail, "reduction": expected.reduction, "unit": expected.unit}
        columns |= {"level_hpa": expected.level, "parameters": expected.params}
        columns |= {"blows_from": expected.blows_from}
    else:
        columns |= {"require": expected.require}
    return columns


def entry_parts(
    revision: EntryRevision, entry: contracts.LibraryEntry, references: Mapping[str, UUID]
) -> list[Part]:
    """Return the rows of an entry's thresholds, detectors and citations.

    Parameters
    ----------
    revision : EntryRevision
    entry : LibraryEntry
    references : mapping
        Ids of publications by their keys.
    """
    parts: list[Part] = [
        Citation(
            revision=revision,
            position=place,
            reference_id=references[item.reference],
            passage=item.passage,
            page=item.page,
            quoted=item.quoted,
        )
        for place, item in enumerate(entry.citations)
    ]
    if isinstance(entry.expected, FigureExpectation):
        return parts + [
            Detector(
                revision=revision,
                position=place,
                detector=item.detector,
                parameters=item.params,
                finding=item.finding,
                **_place_columns(item.where),
            )
            for place, item in enumerate(entry.expected.detectors)
        ]
    columns = _threshold_columns(entry.expected)
    return parts + [
        Threshold(revision=revision, position=place, **row) for place, row in enumerate(columns)
    ]


def entry_of(
    key: str, row: EntryRevision, parts: Iterable[Part], keys: Mapping[UUID, str]
) -> contracts.LibraryEntry:
    """Return the entry that a revision says.

    Parameters
    ----------
    key : str
        Of the entry.
    row : EntryRevision
    parts : iterable
        Its thresholds, detectors and citations.
    keys : mapping
        Keys of publications by their ids.
    """
    ordered = sorted(parts, key=lambda part: part.position)
    values: dict[str, Any] = {name: getattr(row, name) for name in (*_LIKE, *_LISTS)}
    counts = {name: getattr(row, name) for name in _COUNTS}
    conditions = {name: getattr(row, name) for name in contracts.CONDITIONS}
    in_chinese = {name: getattr(row, f"{name}_zh") for name in contracts.CONDITIONS}
    return contracts.LibraryEntry(
        **values,
        id=key,
        event_types=row.event_types,
        modality=row.modality,
        category=row.category,
        expected=_expected(row, ordered),
        where=_vicinity(row),
        conditions={name: text for name, text in conditions.items() if text is not None},
        conditions_zh={name: text for name, text in in_chinese.items() if text is not None},
        conditions_machine=MachineConditions(
            months_nh=row.months_nh,
            abs_lat_range=row.abs_lat_range,
            event_centre_in=row.event_centre_in,
            subtype=row.subtypes,
        ),
        experience=Experience(**counts) if row.tested is not None else None,
        citations=tuple(
            contracts.Citation(
                reference=keys[part.reference_id],
                passage=part.passage,
                page=part.page,
                quoted=part.quoted,
            )
            for part in ordered
            if isinstance(part, Citation)
        ),
        revision=row.number,
    )


def reference_columns(reference: contracts.LibraryReference) -> dict[str, Any]:
    """Return the columns of a publication's revision."""
    columns = {name: getattr(reference, name) for name in _REFERENCE}
    lists = {"authors": list(reference.authors), "seen": list(reference.seen)}
    return columns | lists | {"outcome": reference.outcome.value}


def reference_of(key: str, row: ReferenceRevision) -> contracts.LibraryReference:
    """Return the publication that a revision says."""
    values = {name: getattr(row, name) for name in (*_REFERENCE, "authors", "seen", "outcome")}
    return contracts.LibraryReference(key=key, **values)


def explanation_columns(cause: Cause) -> dict[str, Any]:
    """Return the columns of an explanation's revision."""
    columns = {name: getattr(cause, name) for name in _CAUSE}
    events = [event.value for event in cause.event_types]
    lists = {"event_types": events, "feeds": list(cause.feeds)}
    return columns | lists | {"name_id": cause.id, "structure": cause.structure}


def explanation_of(row: ExplanationRevision) -> Cause:
    """Return the explanation that a revision says."""
    values = {name: getattr(row, name) for name in (*_CAUSE, "event_types", "feeds", "structure")}
    return Cause(id=row.name_id, **values)


def preset_columns(preset: contracts.LibraryPreset) -> dict[str, Any]:
    """Return the columns of a revision of criteria."""
    return {"numbers": preset.numbers, "sources": preset.sources}


def preset_of(row: PresetRevision) -> contracts.LibraryPreset:
    """Return the criteria that a revision says."""
    numbers, sources = (dict(sorted(held.items())) for held in (row.numbers, row.sources))
    return contracts.LibraryPreset(name=row.item.key, numbers=numbers, sources=sources)


def _threshold_columns(expected: IndexExpectation) -> list[dict[str, Any]]:
    role = Threshold.Role
    rows: list[dict[str, Any]] = []
    if expected.clim is not None:
        test = expected.clim
        limit = {"role": role.CLIMATOLOGY, "test": test.stat, "value": test.threshold}
        rows.append(limit | _basis_columns(test.basis))
    single = ((role.ABSOLUTE, expected.absolute), (role.FLOOR, expected.floor))
    rows += [
        _limit_columns(name, test) | {"unit": expected.unit}
        for name, test in single
        if test is not None
    ]
    rows += [
        _limit_columns(role.BAND, band.absolute)
        | {"unit": expected.unit, "abs_lat_range": list(band.abs_lat_range)}
        for band in expected.bands
    ]
    rows += [
        _limit_columns(role.ALSO, extra.test) | {"output": extra.output} for extra in expected.also
    ]
    return rows


def _limit_columns(role: str, test: AbsoluteTest) -> dict[str, Any]:
    pair = test.value if isinstance(test.value, tuple) else (test.value, None)
    limit = {"role": role, "test": test.op, "value": pair[0], "upper": pair[1]}
    return limit | _basis_columns(test.basis)


def _basis_columns(basis: ThresholdBasis | None) -> dict[str, Any]:
    if basis is None:
        return {"based": False}
    return {"based": True, **basis.model_dump()}


def _expected(row: EntryRevision, parts: list[Part]) -> IndexExpectation | FigureExpectation:
    if row.kind == "figure":
        return FigureExpectation(
            direction=row.direction,
            require=row.require,
            detectors=tuple(
                DetectorExpectation(
                    detector=part.detector,
                    params=part.parameters,
                    where=_vicinity(part),
                    finding=part.finding,
                )
                for part in parts
                if isinstance(part, Detector)
            ),
        )
    limits = [part for part in parts if isinstance(part, Threshold)]
    role = Threshold.Role
    single = {part.role: part for part in limits}
    climatology, absolute, floor = (
        single.get(name) for name in (role.CLIMATOLOGY, role.ABSOLUTE, role.FLOOR)
    )
    return IndexExpectation(
        direction=row.direction,
        tail=row.tail,
        reduction=row.reduction,
        unit=row.unit,
        level=row.level_hpa,
        params=row.parameters,
        blows_from=row.blows_from,
        clim=ClimatologyTest(
            stat=climatology.test, threshold=climatology.value, basis=_basis(climatology)
        )
        if climatology
        else None,
        absolute=_limit(absolute) if absolute else None,
        floor=_limit(floor) if floor else None,
        bands=tuple(
            LatitudeBand(abs_lat_range=part.abs_lat_range, absolute=_limit(part))
            for part in limits
            if part.role == role.BAND
        ),
        also=tuple(
            ExtraTest(output=part.output, test=_limit(part))
            for part in limits
            if part.role == role.ALSO
        ),
    )


def _limit(row: Threshold) -> AbsoluteTest:
    value = row.value if row.upper is None else (row.value, row.upper)
    return AbsoluteTest(op=row.test, value=value, basis=_basis(row))


def _basis(row: Threshold) -> ThresholdBasis | None:
    if not row.based:
        return None
    return ThresholdBasis(**{name: getattr(row, name) for name in ThresholdBasis.model_fields})


def _place_columns(where: Vicinity | None) -> dict[str, Any]:
    if where is None:
        return {}
    first, last = where.lag_hours
    columns = {"place": where.place.value, "reach_km": where.reach_km}
    return columns | {"first_hour": first, "last_hour": last}


def _vicinity(row: EntryRevision | Detector) -> Vicinity | None:
    if not row.place:
        return None
    hours = (row.first_hour, row.last_hour)
    return Vicinity(place=row.place, reach_km=row.reach_km, lag_hours=hours)


def _listed(values: tuple[float, ...] | None) -> list[float] | None:
    return None if values is None else list(values)
