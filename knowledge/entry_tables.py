"""An entry of the contract as rows, and back: the one place where both meet.

`FIELDS` names, for each contract, the column that carries each of its fields; a field with rows or
columns of its own is named with the function that carries it. A test compares `FIELDS` with the
contracts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.discrimination import LikelihoodRatio
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    Cause,
    ClimatologyTest,
    Curation,
    DetectorExpectation,
    Experience,
    ExtraTest,
    FigureExpectation,
    GuidelineEntry,
    IndexExpectation,
    LatitudeBand,
    MachineConditions,
    Passage,
    Place,
    Reference,
    ThresholdOrigin,
    Verification,
    Vicinity,
)
from knowledge.models import (
    CauseRow,
    Citation,
    DetectorRow,
    DiscriminationRow,
    PassageRow,
    Revision,
    ThresholdRow,
    Work,
)
from knowledge.states import ThresholdRole

_SAME: dict[type, tuple[str, ...]] = {
    GuidelineEntry: (
        *("event_types", "factor", "modality", "category", "rationale", "rationale_zh"),
        *(
            "rationale_names_side",
            "restates_criterion",
            "weight",
            "timing",
            "timing_zh",
            "finding",
            "conditions",
        ),
        *("alternatives", "supports", "opposes", "confidence", "difficulty", "note", "tags"),
    ),
    IndexExpectation: ("direction", "tail", "reduction", "unit", "level", "params"),
    FigureExpectation: ("direction", "require"),
    DetectorExpectation: ("detector", "params", "finding", "supports", "opposes"),
    MachineConditions: ("months_nh", "abs_lat_range", "event_centre_in", "subtype"),
    ThresholdOrigin: ("source", "effective_from", "region", "season", "resolution_deg"),
    Vicinity: ("place", "reach_km", "lag_hours", "advection_ms"),
    Passage: ("page", "offset", "text", "number", "figure", "licence"),
    LikelihoodRatio: tuple(LikelihoodRatio.model_fields),
    Reference: (
        *("text", "status", "doi", "title", "authors", "year", "journal", "volume"),
        *("issue", "pages"),
    ),
    Cause: (
        *("event_types", "name", "name_zh", "chain", "chain_zh"),
        *("feeds", "requires", "must_show"),
    ),
}
_OTHERS: dict[type, dict[str, str]] = {
    GuidelineEntry: {
        "id": "LibraryEntry.entry_id",
        "expected": "_expectation_columns",
        "where": "_vicinity_columns",
        "conditions_machine": "_SAME",
        "experience": "experience",
        "discrimination": "DiscriminationRow",
        "references": "Citation",
        "curation": "_CURATION",
    },
    IndexExpectation: {
        "kind": "modality",
        **dict.fromkeys(("clim", "absolute", "floor", "bands", "also"), "ThresholdRow"),
    },
    FigureExpectation: {"kind": "modality", "detectors": "DetectorRow"},
    DetectorExpectation: {"where": "_vicinity_columns"},
    ClimatologyTest: {"stat": "statistic", "threshold": "low", "origin": "_origin_columns"},
    AbsoluteTest: {
        "op": "op",
        "value": "low, high",
        "value_coarse": "low_coarse, high_coarse",
        "origin": "_origin_columns",
    },
    LatitudeBand: {"abs_lat_range": "abs_lat_range", "absolute": "ThresholdRow"},
    ExtraTest: {"output": "output", "test": "ThresholdRow"},
    Experience: dict.fromkeys(
        ("confirmed", "tested", "confirmed_without", "tested_without"), "experience"
    ),
    Reference: {"verification": "_VERIFICATION", "passages": "PassageRow"},
    Verification: {
        "by": "verified_by",
        "at": "verified_at",
        "source": "verified_with",
        "outcome": "outcome",
    },
    Curation: {
        "status": "curation_status",
        "reviewed_by": "reviewed_by",
        "reviewed_at": "reviewed_at",
        "source": "curation_source",
    },
    Cause: {"id": "cause_id"},
}
FIELDS: dict[type, dict[str, str]] = {
    contract: {**{name: name for name in _SAME.get(contract, ())}, **_OTHERS.get(contract, {})}
    for contract in (*_SAME, *(one for one in _OTHERS if one not in _SAME))
}
"""By contract, which column, row or function carries each field."""

_CURATION = _OTHERS[Curation]
_VERIFICATION = _OTHERS[Verification]
_EXPERIENCE = tuple(_OTHERS[Experience])


@dataclass
class EntryRows:
    """The rows of one revision, not saved yet; works are shared between revisions."""

    revision: Revision
    thresholds: list[ThresholdRow] = field(default_factory=list)
    detectors: list[DetectorRow] = field(default_factory=list)
    discriminations: list[DiscriminationRow] = field(default_factory=list)
    citations: list[tuple[Work, Citation, list[PassageRow]]] = field(default_factory=list)


def rows_of(entry: GuidelineEntry) -> EntryRows:
    """Return the rows that carry an entry, without their place in a workspace."""
    machine = entry.conditions_machine
    columns: dict[str, Any] = {
        **_columns(entry, _SAME[GuidelineEntry]),
        **_columns(machine, _SAME[MachineConditions]),
        **_vicinity_columns(entry.where),
        **{column: getattr(entry.curation, name) for name, column in _CURATION.items()},
    }
    if entry.experience is not None:
        columns["experience"] = [getattr(entry.experience, name) for name in _EXPERIENCE]
    expected = entry.expected
    columns.update(_columns(expected, _SAME[type(expected)]))
    rows = EntryRows(Revision(**columns, digest=digest_of(entry)))
    if isinstance(expected, IndexExpectation):
        rows.thresholds = list(_threshold_rows(expected))
    else:
        rows.detectors = [
            DetectorRow(
                position=position,
                **_columns(part, _SAME[DetectorExpectation]),
                **_vicinity_columns(part.where),
            )
            for position, part in enumerate(expected.detectors)
        ]
    rows.discriminations = [
        DiscriminationRow(position=position, **_columns(ratio, _SAME[LikelihoodRatio]))
        for position, ratio in enumerate(entry.discrimination)
    ]
    for position, reference in enumerate(entry.references):
        passages = [
            PassageRow(position=place, **_columns(passage, _SAME[Passage]))
            for place, passage in enumerate(reference.passages)
        ]
        rows.citations.append((work_of(reference), Citation(position=position), passages))
    return rows


def entry_of(revision: Revision) -> GuidelineEntry:
    """Return the entry that a revision's rows carry.

    The revision comes with its parts: `knowledge.selectors.entries.with_parts` fetches them for
    many at once.
    """
    thresholds = sorted(revision.thresholds.all(), key=lambda row: (row.role, row.position))
    detectors = sorted(revision.detectors.all(), key=lambda row: row.position)
    expected: IndexExpectation | FigureExpectation
    if revision.modality == "index":
        expected = _index_expectation(revision, thresholds)
    else:
        expected = FigureExpectation(
            **_fields(revision, _SAME[FigureExpectation]),
            detectors=tuple(
                DetectorExpectation(
                    **_fields(row, _SAME[DetectorExpectation]), where=_vicinity(row)
                )
                for row in detectors
            ),
        )
    experience = None
    if revision.experience is not None:
        experience = Experience(**dict(zip(_EXPERIENCE, revision.experience, strict=True)))
    return GuidelineEntry(
        id=revision.entry.entry_id,
        **_fields(revision, _SAME[GuidelineEntry]),
        expected=expected,
        where=_vicinity(revision),
        conditions_machine=MachineConditions(**_fields(revision, _SAME[MachineConditions])),
        experience=experience,
        discrimination=tuple(
            LikelihoodRatio(**_fields(row, _SAME[LikelihoodRatio]))
            for row in sorted(revision.discriminations.all(), key=lambda row: row.position)
        ),
        references=tuple(
            reference_of(row.work, sorted(row.passages.all(), key=lambda one: one.position))
            for row in sorted(revision.citations.all(), key=lambda row: row.position)
        ),
        curation=Curation(
            **{name: getattr(revision, column) for name, column in _CURATION.items()}
        ),
    )


def work_of(reference: Reference) -> Work:
    """Return the row of a reference, not saved: the same reference has the same digest."""
    plain = reference.model_copy(update={"passages": ()})
    columns = _columns(reference, _SAME[Reference])
    if reference.verification is not None:
        checked = reference.verification
        columns.update({column: getattr(checked, name) for name, column in _VERIFICATION.items()})
    return Work(**columns, digest=digest_of(plain))


def reference_of(work: Work, passages: Sequence[PassageRow] = ()) -> Reference:
    """Return a work as a reference, with what an entry cites of it."""
    verification = None
    if work.verified_at is not None:
        found = {name: getattr(work, column) for name, column in _VERIFICATION.items()}
        # rows of before the outcome was kept have none, and leave it to the default
        verification = Verification(**{name: value for name, value in found.items() if value})
    return Reference(
        **_fields(work, _SAME[Reference]),
        verification=verification,
        passages=tuple(Passage(**_fields(row, _SAME[Passage])) for row in passages),
    )


def cause_row(position: int, cause: Cause) -> CauseRow:
    """Return the row of an explanation, not saved."""
    return CauseRow(position=position, cause_id=cause.id, **_columns(cause, _SAME[Cause]))


def cause_of(row: CauseRow) -> Cause:
    """Return the explanation that a row carries."""
    return Cause(id=row.cause_id, **_fields(row, _SAME[Cause]))


def _columns(value: Any, fields: Iterable[str]) -> dict[str, Any]:
    """Return fields of a contract as columns: tuples are lists there."""
    found = {name: getattr(value, name) for name in fields}
    return {name: list(one) if isinstance(one, tuple) else one for name, one in found.items()}


def _fields(row: Any, fields: Iterable[str]) -> dict[str, Any]:
    """Return columns as fields of a contract."""
    found = {name: getattr(row, name) for name in fields}
    return {name: tuple(one) if isinstance(one, list) else one for name, one in found.items()}


def _vicinity_columns(where: Vicinity | None) -> dict[str, Any]:
    return {} if where is None else _columns(where, _SAME[Vicinity])


def _vicinity(row: Revision | DetectorRow) -> Vicinity | None:
    if row.place is None:
        return None
    return Vicinity(**{**_fields(row, _SAME[Vicinity]), "place": Place(row.place)})


def _origin_columns(origin: ThresholdOrigin | None) -> dict[str, Any]:
    if origin is None:
        return {}
    return {"has_origin": True, **_columns(origin, _SAME[ThresholdOrigin])}


def _origin(row: ThresholdRow) -> ThresholdOrigin | None:
    return ThresholdOrigin(**_fields(row, _SAME[ThresholdOrigin])) if row.has_origin else None


def _ends(value: float | tuple[float, float] | None) -> tuple[float | None, float | None]:
    return value if isinstance(value, tuple) else (value, None)


def _absolute_row(role: ThresholdRole, position: int, test: AbsoluteTest, **more: Any) -> Any:
    low, high = _ends(test.value)
    low_coarse, high_coarse = _ends(test.value_coarse)
    return ThresholdRow(
        role=role,
        position=position,
        op=test.op,
        low=low,
        high=high,
        low_coarse=low_coarse,
        high_coarse=high_coarse,
        **_origin_columns(test.origin),
        **more,
    )


def _threshold_rows(expected: IndexExpectation) -> Iterable[ThresholdRow]:
    if expected.clim is not None:
        yield ThresholdRow(
            role=ThresholdRole.CLIMATOLOGY,
            position=0,
            statistic=expected.clim.stat,
            low=expected.clim.threshold,
            **_origin_columns(expected.clim.origin),
        )
    if expected.absolute is not None:
        yield _absolute_row(ThresholdRole.ABSOLUTE, 0, expected.absolute)
    if expected.floor is not None:
        yield _absolute_row(ThresholdRole.FLOOR, 0, expected.floor)
    for position, band in enumerate(expected.bands):
        ends = list(band.abs_lat_range)
        yield _absolute_row(ThresholdRole.BAND, position, band.absolute, abs_lat_range=ends)
    for position, extra in enumerate(expected.also):
        yield _absolute_row(ThresholdRole.ALSO, position, extra.test, output=extra.output)


def _value(low: float | None, high: float | None) -> Any:
    return low if high is None else (low, high)


def _absolute(row: ThresholdRow) -> AbsoluteTest:
    return AbsoluteTest(
        op=row.op,
        value=_value(row.low, row.high),
        value_coarse=_value(row.low_coarse, row.high_coarse),
        origin=_origin(row),
    )


def _index_expectation(revision: Revision, rows: Sequence[ThresholdRow]) -> IndexExpectation:
    of: dict[str, list[ThresholdRow]] = {role: [] for role in ThresholdRole}
    for row in rows:
        of[row.role].append(row)
    climatology = next(iter(of[ThresholdRole.CLIMATOLOGY]), None)
    absolute = next(iter(of[ThresholdRole.ABSOLUTE]), None)
    floor = next(iter(of[ThresholdRole.FLOOR]), None)
    return IndexExpectation(
        **_fields(revision, _SAME[IndexExpectation]),
        clim=None
        if climatology is None
        else ClimatologyTest(
            stat=climatology.statistic,
            threshold=climatology.low,
            origin=_origin(climatology),
        ),
        absolute=None if absolute is None else _absolute(absolute),
        floor=None if floor is None else _absolute(floor),
        bands=tuple(
            LatitudeBand(
                abs_lat_range=tuple(row.abs_lat_range or ()),
                absolute=_absolute(row),
            )
            for row in of[ThresholdRole.BAND]
        ),
        also=tuple(
            ExtraTest(output=row.output, test=_absolute(row)) for row in of[ThresholdRole.ALSO]
        ),
    )
