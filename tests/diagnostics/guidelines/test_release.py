"""The seed release: whole, immutable by digest, and executable."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.guidelines import (
    FigureExpectation,
    GuidelineEntry,
    GuidelineRelease,
    IndexExpectation,
    Place,
    Vicinity,
)
from diagnostics.guidelines import coverage_of, load_release, release_digest

LIBRARY = Path(__file__).resolve().parents[3] / "diagnostics" / "guidelines" / "library"
STORED = Path(__file__).resolve().parents[2] / "stored_runs" / "version1" / "release.json.gz"


def test_digest_covers_the_entries():
    release = load_release()
    assert release.digest == release_digest(release)
    first = release.entries[0].model_copy(update={"weight": 1 + release.entries[0].weight % 5})
    changed = release.model_copy(update={"entries": (first, *release.entries[1:])})
    assert release_digest(changed) != release.digest


def test_every_entry_names_an_executable_factor():
    catalogue = get_catalog()
    for entry in load_release().entries:
        spec = catalogue.tool(entry.factor).spec
        assert spec.kind.value == entry.modality.value, entry.id
        assert spec.category == entry.category, entry.id
        if isinstance(entry.expected, IndexExpectation):
            offered = {item.name for item in spec.reductions}
            assert entry.expected.reduction in offered, entry.id
            names = {item.name for item in spec.parameters}
            assert set(entry.expected.params) <= names, entry.id
        else:
            assert isinstance(entry.expected, FigureExpectation)
            for item in entry.expected.detectors:
                catalogue.tool(item.detector)


def test_every_entry_says_where_and_when_its_anomaly_is_evidence():
    for entry in load_release().entries:
        assert entry.where is not None, entry.id
        first, last = entry.where.lag_hours
        assert first <= 0 <= last, entry.id
        for part in getattr(entry.expected, "detectors", ()):
            assert part.finding or entry.finding, (entry.id, part.detector)
            if part.where is not None:
                assert part.where.lag_hours == entry.where.lag_hours, entry.id
        if isinstance(entry.expected, IndexExpectation):
            assert entry.finding, entry.id


def test_no_limit_depends_on_the_grid():
    for path in LIBRARY.glob("*.yaml"):
        assert "_coarse" not in path.read_text(encoding="utf-8"), path.name


def test_a_window_of_hours_that_ends_before_it_starts_is_refused():
    with pytest.raises(ValidationError, match="ends"):
        Vicinity(place=Place.AT, reach_km=300.0, lag_hours=(6.0, -6.0))
    with pytest.raises(ValidationError):
        Vicinity(place=Place.AT, reach_km=0.0, lag_hours=(-6.0, 0.0))


def test_a_release_without_places_keeps_its_digest():
    """What was published before entries had places and findings keeps its identity."""
    stored = json.loads(gzip.decompress(STORED.read_bytes()))
    assert all("where" not in entry for entry in stored["entries"])
    release = GuidelineRelease.model_validate(stored)
    assert release_digest(release) == release.digest == stored["digest"]


def test_thresholds_are_in_the_unit_of_the_reduction():
    catalogue = get_catalog()
    judged = [
        (entry, entry.expected)
        for entry in load_release().entries
        if isinstance(entry.expected, IndexExpectation)
    ]
    assert judged
    for entry, expected in judged:
        units = {r.name: r.unit for r in catalogue.tool(entry.factor).spec.reductions}
        assert units[expected.reduction] == expected.unit, entry.id


def test_entries_carry_what_readers_need():
    for entry in load_release().entries:
        assert entry.references, entry.id
        assert entry.alternatives, entry.id
        assert entry.timing, entry.id
        assert entry.timing_zh, entry.id
        assert set(entry.conditions_zh) == set(entry.conditions), entry.id
        assert bool(entry.note) is bool(entry.note_zh), entry.id


def test_no_cell_of_the_library_is_thin():
    release = load_release()
    assert len(release.entries) >= 252
    explaining = tuple(entry for entry in release.entries if not entry.restates_criterion)
    found = coverage_of(release.model_copy(update={"entries": explaining}))
    assert len(found) == len(EventType) * len(Category) * len(Modality)
    for cell, count in found.items():
        assert count >= 3, cell


def test_alternatives_are_executable_and_never_the_factor_itself():
    catalogue = get_catalog()
    for entry in load_release().entries:
        for name in entry.alternatives:
            catalogue.tool(name)
        assert entry.factor not in entry.alternatives, entry.id


def test_every_entry_is_explained_in_chinese():
    for entry in load_release().entries:
        assert len(entry.rationale_zh) >= 15, entry.id


def test_explanations_are_told_whole_and_each_can_be_tested():
    release = load_release()
    for event in EventType:
        causes = release.causes_of(event)
        names = {cause.id for cause in causes}
        assert len(names) == len(causes) >= 4
        for cause in causes:
            assert set(cause.feeds) <= names - {cause.id}
            assert all((cause.name, cause.name_zh, cause.chain, cause.chain_zh))
            speaking = [
                entry
                for entry in release.entries
                if event in entry.event_types and cause.id in entry.supports
            ]
            assert len(speaking) >= 3, (event, cause.id)
        for entry in release.entries:
            assert not set(entry.supports) & set(entry.opposes), entry.id


def test_entries_of_one_quantity_are_signs_of_different_explanations() -> None:
    """By these a report tells them apart, where one is found and the other is not."""
    found: dict[tuple[EventType, str], list[GuidelineEntry]] = {}
    for entry in load_release().entries:
        for event in entry.event_types:
            found.setdefault((event, entry.factor), []).append(entry)
    alike = {key: entries for key, entries in found.items() if len(entries) > 1}
    assert alike
    for key, entries in alike.items():
        for entry in entries:
            others = {cause for one in entries if one is not entry for cause in one.supports}
            assert set(entry.supports) - others, (key, entry.id)
