"""The cases in whose reports errors are planted, and what is known of them beside."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.bench.known_cases import (
    DATA_VARIABLE,
    GENERATED_CAUSES,
    KnownCase,
    quiet_case,
    real_cases,
    sample_cases,
)
from diagnostics.bench.labelled_cases import read_labels
from diagnostics.bench.planted.fields import CaseFields, of_dataset, read_grib, read_thredds
from diagnostics.bench.planted.truth import Truth
from diagnostics.documents import read_yaml
from diagnostics.guidelines import load_release
from diagnostics.samples import generate

if TYPE_CHECKING:
    import xarray as xr

_S03 = "S03_octobomb_20101026_gfs/GFS_test.nc"
_S04 = "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"
LABELS = {
    "S03 octobomb": "S03-octobomb",
    "S04 South Pacific cyclone": "S04-vania",
    "S04 Fiji rain": "S04-fiji-rain",
    "S04 Okhotsk snow": "S04-okhotsk-snow",
}
"""The real cases, by the records of the labels: those on latitude and longitude with all levels."""


@dataclass(frozen=True)
class PlantedCase:
    """One case with what is known of it."""

    known: KnownCase
    truth: Truth


def case_names() -> tuple[str, ...]:
    """Return the names of all cases, at hand or not."""
    return (*GENERATED_CAUSES, "quiet", *LABELS)


def planted_cases(names: tuple[str, ...] = ()) -> Iterator[PlantedCase]:
    """Yield the cases that are at hand.

    Parameters
    ----------
    names : tuple of str
        Which of them; all by default.
    """
    for known in (*sample_cases(), quiet_case()):
        if not names or known.name in names:
            yield PlantedCase(known, generated_truth(known, generate(known.name)))
    root = os.environ.get(DATA_VARIABLE)
    labels = Path(root).parent / "science" / "cases.yaml" if root else None
    for known in real_cases() if root else ():
        if known.name in LABELS and (not names or known.name in names):
            yield PlantedCase(known, _real_truth(known, Path(str(root)), labels))


def generated_truth(known: KnownCase, dataset: xr.Dataset) -> Truth:
    """Return what is known of a generated case: its fields, its event and what it was made with."""
    event = known.name if known.name in GENERATED_CAUSES else None
    return Truth(
        name=known.name,
        region=known.request.region.bounds(),
        fields=of_dataset(dataset),
        causes={event: GENERATED_CAUSES[event]} if event else {},
        refuted=frozenset(),
        met=frozenset({event} if event else ()),
        not_met=frozenset() if event else frozenset(GENERATED_CAUSES),
        release=load_release(),
    )


def _real_truth(known: KnownCase, root: Path, labels: Path | None) -> Truth:
    causes: dict[str, frozenset[str]] = {}
    refuted: frozenset[str] = frozenset()
    met: frozenset[str] = frozenset()
    not_met: frozenset[str] = frozenset()
    if labels is not None and labels.exists():
        label = next(one for one in read_labels(labels) if one.name == LABELS[known.name])
        met, not_met = frozenset(label.fires), frozenset(label.not_met)
        records = read_yaml(labels.read_text("utf-8"))["records"]
        record = next(one for one in records if one["id"] == label.name)
        for text in record.get("causes_supported") or ():
            event, _, cause = str(text).partition(": ")
            causes[event] = causes.get(event, frozenset()) | {cause.split(" ")[0]}
        refuted = frozenset(
            f"{event}: {str(one['cause']).split(' ')[0]}"
            for event in causes
            for one in record.get("competing") or ()
            if one["verdict"] == "refuted"
        )
    return Truth(
        name=known.name,
        region=known.request.region.bounds(),
        fields=_real_fields(known.name, root),
        causes=causes,
        refuted=refuted,
        met=met,
        not_met=not_met,
        release=load_release(),
    )


def _real_fields(name: str, root: Path) -> CaseFields:
    if name.startswith("S03"):
        return read_thredds(root / _S03, datetime(2010, 10, 26, 12, tzinfo=UTC))
    return read_grib(root / _S04, 6.0)
