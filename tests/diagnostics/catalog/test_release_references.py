"""What a release of the library refers to is there, in this version and in older ones."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from diagnostics.catalog.release_references import references_of, require_references
from diagnostics.contracts.guidelines import (
    DetectorExpectation,
    FigureExpectation,
    GuidelineEntry,
    GuidelineRelease,
    IndexExpectation,
)
from diagnostics.errors import InputDataError
from diagnostics.guidelines import load_release
from diagnostics.messages import render
from diagnostics.quantities.registry import resolve

STORED = Path(__file__).resolve().parents[2] / "stored_runs" / "version1" / "release.json.gz"


def with_expected(name: str, **change: Any) -> GuidelineRelease:
    """The seed release with one entry that expects something else."""
    release = load_release()
    entry = release.entry(name)
    changed = entry.model_copy(update={"expected": entry.expected.model_copy(update=change)})
    return release.model_copy(update={"entries": (changed,)})


def first(kind: type[IndexExpectation | FigureExpectation]) -> GuidelineEntry:
    return next(item for item in load_release().entries if isinstance(item.expected, kind))


def test_every_reference_of_this_release_resolves() -> None:
    release = load_release()
    require_references(release)
    found = {asked for entry in release.entries for asked in references_of(entry)}
    assert len({resolve(asked).quantity.name for asked in found}) > 60


def test_an_older_release_with_references_in_text_resolves_too() -> None:
    release = GuidelineRelease.model_validate(json.loads(gzip.decompress(STORED.read_bytes())))
    texts = [
        part.params["field"]
        for entry in release.entries
        for part in getattr(entry.expected, "detectors", ())
        if "field" in part.params
    ]
    assert {type(text) for text in texts} == {str}
    require_references(release)


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("threshold_object", {"field": {"name": "temperature_2m", "level": 500}}, "has no levels"),
    ("threshold_object", {"field": {"name": "temperature"}}, "needs a level"),
    ("threshold_object", {"field": {"name": "temprature", "level": 850}}, "there is no quantity"),
    ("threshold_object", {"field": {"name": "height", "levl": 500}}, "no reference to a quantity"),
    ("threshold_object", {"field": "height@low"}, "the level after @"),
    ("threshold_object", {"feild": "height@500"}, "feild"),
    ("front_tfp", {"level": "low"}, "level"),
    ("threshold_objects", {}, "threshold_objects"),
]


@pytest.mark.parametrize(("detector", "params", "problem"), BROKEN)
def test_a_release_whose_reference_does_not_resolve_is_refused(
    detector: str, params: dict[str, Any], problem: str
) -> None:
    entry = first(FigureExpectation)
    part = DetectorExpectation(detector=detector, params=params)
    with pytest.raises(InputDataError) as caught:
        require_references(with_expected(entry.id, detectors=(part,)))
    assert caught.value.code == "invalid_library"
    assert entry.id in str(caught.value)
    assert problem in str(caught.value)
    assert entry.id in render(caught.value.text, "zh")


@pytest.mark.parametrize("change", [{"params": {"no_such_parameter": 1}}, {"level": -5.0}])
def test_an_index_that_takes_no_such_parameter_is_refused(change: dict[str, Any]) -> None:
    entry = first(IndexExpectation)
    with pytest.raises(InputDataError) as caught:
        require_references(with_expected(entry.id, **change))
    assert caught.value.code == "invalid_library"
