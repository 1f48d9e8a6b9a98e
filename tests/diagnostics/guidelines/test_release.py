"""The seed release: whole, immutable by digest, and executable."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import (
    Category,
    EventType,
    Modality,
    ReferenceStatus,
    VerificationOutcome,
)
from diagnostics.contracts.guidelines import (
    FigureExpectation,
    GuidelineRelease,
    IndexExpectation,
    Place,
    Vicinity,
)
from diagnostics.errors import InputDataError
from diagnostics.guidelines import coverage_of, load_release, release_digest
from diagnostics.guidelines.release import read_release

DOI = re.compile(r"10\.\d{4,9}/\S+")
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
    assert load_release().entries
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
    assert load_release().entries
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
    paths = list(LIBRARY.glob("*.yaml"))
    assert paths
    for path in paths:
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
    assert load_release().entries
    for entry in load_release().entries:
        assert entry.references, entry.id
        assert entry.alternatives, entry.id
        assert entry.timing, entry.id


def test_a_reference_that_was_looked_up_says_with_what_and_others_are_not_verified() -> None:
    found = {ref.text: ref for entry in load_release().entries for ref in entry.references}
    unchecked = [ref for ref in found.values() if ref.verification is None]
    assert len(unchecked) <= 15
    assert {ref.status for ref in unchecked} <= {ReferenceStatus.FROM_KNOWLEDGE}
    for reference in (ref for ref in found.values() if ref.verification is not None):
        checked = reference.verification
        assert checked.source
        # what is printed plainly is what the comparison bears out, and nothing else is
        assert (reference.status is ReferenceStatus.VERIFIED) is (
            checked.outcome in {VerificationOutcome.AGREES, VerificationOutcome.CORRECTED}
        )
        assert checked.outcome is not VerificationOutcome.CONTRADICTED


def test_a_verified_article_names_its_journal_and_its_pages() -> None:
    assert load_release().entries
    for entry in load_release().entries:
        for reference in entry.references:
            assert reference.authors, reference.text
            assert reference.year, reference.text
            assert reference.title, reference.text
            assert reference.journal, reference.text
            if reference.doi:
                assert DOI.fullmatch(reference.doi), reference.doi
                assert reference.volume, reference.text
                assert reference.pages, reference.text


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
    assert load_release().entries
    for entry in load_release().entries:
        for name in entry.alternatives:
            catalogue.tool(name)
        assert entry.factor not in entry.alternatives, entry.id


def test_every_entry_is_explained_in_chinese():
    assert load_release().entries
    for entry in load_release().entries:
        assert len(entry.rationale_zh) >= 15, entry.id


def shown_by(entries):
    """Return the findings and detectors of entries."""
    found = {one.finding for one in entries}
    for entry in entries:
        for detector in getattr(entry.expected, "detectors", ()):
            found |= {detector.finding, detector.detector}
    return found


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
            least = 1 if cause.requires else 2
            assert len({entry.finding for entry in speaking}) >= least, (event, cause.id)
            known = shown_by([one for one in release.entries if event in one.event_types])
            assert {name for need in cause.needs for name in need} <= known, (event, cause.id)
            assert cause.needs or not cause.must_show, (event, cause.id)
        for entry in release.entries:
            assert not set(entry.supports) & set(entry.opposes), entry.id


def test_an_unknown_explanation_is_refused(tmp_path):
    for name in (
        "release.yaml",
        "references.yaml",
        "causes.yaml",
        "experience.yaml",
        "discrimination.yaml",
    ):
        (tmp_path / name).write_text((LIBRARY / name).read_text())
    for name in yaml.safe_load((LIBRARY / "release.yaml").read_text())["files"]:
        (tmp_path / name).write_text("entries: []\n")
    document = yaml.safe_load((LIBRARY / "gale.yaml").read_text())
    entry = {**document["entries"][0], "supports": ["humid_heat"]}
    (tmp_path / "gale.yaml").write_text(yaml.safe_dump({"entries": [entry]}))
    with pytest.raises(InputDataError, match="humid_heat"):
        read_release(tmp_path)


def test_a_broken_entry_is_named(tmp_path):
    for name in (
        "release.yaml",
        "references.yaml",
        "causes.yaml",
        "experience.yaml",
        "discrimination.yaml",
    ):
        (tmp_path / name).write_text((LIBRARY / name).read_text())
    for name in yaml.safe_load((LIBRARY / "release.yaml").read_text())["files"]:
        (tmp_path / name).write_text("entries: []\n")
    document = yaml.safe_load((LIBRARY / "gale.yaml").read_text())
    entry = {**document["entries"][0], "weight": 9}
    (tmp_path / "gale.yaml").write_text(yaml.safe_dump({"entries": [entry]}))
    with pytest.raises(InputDataError, match=rf"gale.yaml: entry {entry['id']}") as caught:
        read_release(tmp_path)
    assert caught.value.code == "invalid_library"


def test_an_unknown_citation_is_refused(tmp_path):
    for name in (
        "release.yaml",
        "references.yaml",
        "causes.yaml",
        "experience.yaml",
        "discrimination.yaml",
    ):
        (tmp_path / name).write_text((LIBRARY / name).read_text())
    for name in yaml.safe_load((LIBRARY / "release.yaml").read_text())["files"]:
        (tmp_path / name).write_text("entries: []\n")
    document = yaml.safe_load((LIBRARY / "gale.yaml").read_text())
    entry = {**document["entries"][0], "references": ["nobody1900"]}
    (tmp_path / "gale.yaml").write_text(yaml.safe_dump({"entries": [entry]}))
    with pytest.raises(InputDataError, match="nobody1900"):
        read_release(tmp_path)


SIDES = re.compile(
    r"\b(south|north|east|west)(erly|ern|wards?|-?(east|west)(erly|ern)?)?\b|\bsoutherlies\b"
    r"|\bnortherlies\b|\bleft\b|\bright\b|\bpoleward\b|\bequatorward\b",
    re.IGNORECASE,
)
SIDES_ZH = re.compile(
    "[东南西北]风|偏[东南西北]|[东南西北]侧|左侧|右侧|[东南西北]部|南下|南移|南侵|南压|西伸|向北"
)


def test_a_rationale_that_names_a_side_is_marked_and_left_out_of_reports():
    """A flow from the south is no evidence of a case in which the wind was westerly."""
    assert load_release().entries
    for entry in load_release().entries:
        named = SIDES.search(entry.rationale) or SIDES_ZH.search(entry.rationale_zh)
        assert entry.rationale_names_side is bool(named), entry.id
