"""Bulletin sentences compared with real cases: what is measured of the claim checker."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from diagnostics.contracts.questions import ClaimVerdict
from diagnostics.fields import open_source
from diagnostics.questions import Workspace, verify

SENTENCES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("claims.yaml").read_text(encoding="utf-8")
)["sentences"]
CHECKABLE = [item for item in SENTENCES if item["truth"] != "not_checkable"]


@lru_cache(maxsize=32)
def _work(path: Path) -> Workspace:
    return Workspace(open_source([str(path)]))


@pytest.fixture(scope="module")
def verdicts(real_data: Callable[[str], Path]) -> dict[str, str]:
    """Return the verdict on every sentence."""
    found = {}
    for item in SENTENCES:
        report = verify(item["sentence"], _work(real_data(item["data"])))
        found[item["id"]] = report.verdict.value
    return found


def scores(verdicts: dict[str, str], items: list[dict[str, Any]], label: str) -> dict[str, float]:
    """Return precision, recall and F1 of one verdict."""
    given = {item["id"] for item in items if verdicts[item["id"]] == label}
    true = {item["id"] for item in items if item["truth"] == label}
    hits = len(given & true)
    precision, recall = hits / max(len(given), 1), hits / max(len(true), 1)
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(precision + recall, 1e-9),
    }


def test_the_set_is_large_mixed_and_half_false() -> None:
    truths = [item["truth"] for item in CHECKABLE]
    assert len(CHECKABLE) >= 120
    assert truths.count("supported") == truths.count("contradicted")
    for language in ("en", "zh"):
        of_language = [item["truth"] for item in CHECKABLE if item["language"] == language]
        assert len(of_language) >= 45
        assert 0.4 <= of_language.count("supported") / len(of_language) <= 0.6
    held = sum(item["split"] == "held_out" for item in SENTENCES)
    assert 0.45 <= held / len(SENTENCES) <= 0.55
    assert len({item["sentence"] for item in SENTENCES}) == len(SENTENCES)


@pytest.mark.slow
def test_every_label_follows_from_the_number_in_the_file(
    raw_case: Callable[[str], Any], measure_raw: Callable[..., float]
) -> None:
    for item in CHECKABLE:
        proof = dict(item["proof"])
        raw = raw_case(item["data"]).quantity(proof.pop("quantity"), proof.pop("level", None))
        number = measure_raw(raw, proof)
        assert number == pytest.approx(item["number"], abs=2e-3), item["id"]
        rule = item["holds_if"]
        holds = (
            number >= rule["above"]
            if "above" in rule
            else number <= rule["below"]
            if "below" in rule
            else abs(number - rule["about"]) <= rule["within"]
        )
        assert holds == (item["truth"] == "supported"), item["id"]


@pytest.mark.parametrize("split", ["tuning", "held_out"])
def test_the_checker_tells_true_from_false(verdicts: dict[str, str], split: str) -> None:
    items = [item for item in SENTENCES if item["split"] == split]
    for label in ("supported", "contradicted"):
        measured = scores(verdicts, items, label)
        assert measured["f1"] >= 0.88, (label, measured)
        assert measured["precision"] >= 0.95, (label, measured)


def test_what_data_cannot_tell_is_not_decided(verdicts: dict[str, str]) -> None:
    loose = [item for item in SENTENCES if item["truth"] == "not_checkable"]
    assert len(loose) >= 8
    assert {verdicts[item["id"]] for item in loose} == {"not_checkable"}


def test_a_check_carries_numbers_place_operator_and_provenance(
    real_data: Callable[[str], Path],
) -> None:
    work = _work(real_data("S03_octobomb_20101026_gfs"))
    report = verify("A 250 hPa jet in excess of 150 kt over the central Rockies.", work)
    check = report.claims[0]
    assert report.verdict is ClaimVerdict.SUPPORTED
    assert check.operator == "wind:u,v"
    assert check.level == 250.0
    assert check.stated == pytest.approx(77.167, abs=1e-3)
    assert check.found == pytest.approx(86.58, abs=0.01)
    assert check.provenance[0].input_digest
    assert check.latitude is not None


def test_clauses_are_checked_one_by_one(real_data: Callable[[str], Path]) -> None:
    work = _work(real_data("S03_octobomb_20101026_gfs"))
    report = verify(
        "A surface low of 968 hPa lay over Minnesota, while 850-hPa winds over the Great Lakes "
        "topped 90 kt.",
        work,
    )
    assert [item.verdict for item in report.claims] == [
        ClaimVerdict.SUPPORTED,
        ClaimVerdict.CONTRADICTED,
    ]
    assert report.verdict is ClaimVerdict.CONTRADICTED
    assert np.isclose(report.claims[1].found or 0.0, 34.97, atol=0.01)


def test_what_does_not_hold_on_a_side_of_a_place_is_not_contradicted(
    real_data: Callable[[str], Path],
) -> None:
    work = _work(real_data("S07_joachim_20111216_ecmwf/joachim_uv.grib"))
    claim = "The 250 hPa jet {} exceeded {} kt at 00Z on 16 December 2011."
    beside = verify(claim.format("west of Ireland", 170), work)
    assert beside.verdict is ClaimVerdict.NOT_CHECKABLE
    assert "west of Ireland" in beside.reason
    assert verify(claim.format("over Ireland", 170), work).verdict is ClaimVerdict.CONTRADICTED
    assert verify(claim.format("west of Ireland", 60), work).verdict is ClaimVerdict.SUPPORTED
