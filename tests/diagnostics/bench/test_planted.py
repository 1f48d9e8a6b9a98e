"""Errors planted in reports: each is noticed, and a true report is not punished."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagnostics.bench import planted, run_track
from diagnostics.bench.known_cases import KnownCase
from diagnostics.bench.planted.cases import generated_truth
from diagnostics.bench.planted.comparing import compared, donors
from diagnostics.bench.planted.corpus import corpus
from diagnostics.bench.planted.criteria import reached
from diagnostics.bench.planted.fields import (
    CaseFields,
    destination,
    great_circle,
    initial_bearing,
)
from diagnostics.bench.planted.planting import plant, plantings_of
from diagnostics.bench.planted.quantities import departure, vorticity
from diagnostics.bench.planted.scoring import TruthScore, score_truth
from diagnostics.bench.planted.truth import Document, Truth
from diagnostics.bench.runs import run_case
from diagnostics.cli.main import main
from diagnostics.contracts.report import Report
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource
from diagnostics.samples import sample_info


@dataclass(frozen=True)
class Scored:
    """One diagnosed case."""

    document: Document
    truth: Truth
    score: TruthScore


@pytest.fixture(scope="session")
def scored(sample: Callable[[str], Any], finished_run: Any) -> dict[str, Scored]:
    """The generated rainstorm, gale and quiet case."""
    found = {}
    for name in ("rainstorm", "gale", "quiet"):
        dataset = sample(name)
        request = DiagnosisRequest(source=name, region=sample_info(name).region)
        source = MemorySource(dataset, title=f"generated {name}")
        if name == "rainstorm":
            report = finished_run.report
        else:
            report = run_case(request, source)[0].report
        truth = generated_truth(KnownCase(name, request, source, real=False), dataset)
        document = report.model_dump(mode="json")
        found[name] = Scored(document, truth, score_truth(document, truth))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rainstorm", "gale", "quiet"])
def test_a_true_report_is_not_punished(scored: dict[str, Scored], name: str) -> None:
    assert scored[name].score.complaints == ()
    assert scored[name].score.score == 100.0


@pytest.mark.parametrize("kind", list(corpus()))
@pytest.mark.sweep(0)
def test_what_is_planted_is_noticed(scored: dict[str, Scored], kind: str) -> None:
    givers = donors({name: one.document for name, one in scored.items()})
    found = [
        outcome
        for name, one in scored.items()
        for outcome in compared(
            [corpus()[kind]],
            one.document,
            one.truth,
            scored[givers[name]].document,
            true_score=one.score,
        )
    ]
    assert found
    assert [item for item in found if not item.found] == []
    assert all(item.rules for item in found)


@pytest.mark.slow
def test_planting_changes_a_copy_and_repeats_itself(scored: dict[str, Scored]) -> None:
    one = scored["gale"]
    before = copy.deepcopy(one.document)
    given: dict[str, Any] = {"other": scored["rainstorm"].document, "release": one.truth.release}
    kind = corpus()["event moved by 800 km"]
    first, again, another = (plant(kind, one.document, seed, **given) for seed in (1, 1, 2))
    assert first is not None
    assert another is not None
    assert first == again
    assert first.document != another.document
    assert one.document == before


@pytest.mark.slow
def test_what_is_planted_agrees_with_itself(scored: dict[str, Scored]) -> None:
    """No planted document is betrayed by a value that differs between record and text."""
    one = scored["gale"]
    assert corpus()
    for number, kind in enumerate(corpus().values()):
        made = plant(
            kind,
            one.document,
            number,
            other=scored["rainstorm"].document,
            release=one.truth.release,
        )
        document = one.document if made is None else made.document
        assert Report.model_validate(document).conclusion is not None
        rules = {item.rule for item in score_truth(document, one.truth).complaints}
        assert "claim" not in rules, kind.name


@pytest.mark.slow
def test_what_cannot_be_planted_is_not(scored: dict[str, Scored]) -> None:
    quiet = scored["quiet"]
    for kind in ("wrong event type", "event moved by 800 km", "factor moved by 800 km"):
        given: dict[str, Any] = {"other": scored["gale"].document, "release": quiet.truth.release}
        assert plant(corpus()[kind], quiet.document, 1, **given) is None


def test_a_kind_stands_once() -> None:
    part = (("one", lambda document, rng, other: None),)
    with pytest.raises(ValueError, match="stands twice"):
        plantings_of([part, part])
    assert len(corpus()) >= 30


def test_the_scorer_shares_no_path_of_values_with_the_library() -> None:
    """Only what reads the text may use the claim checker; what reads fields uses nothing."""
    barred = (
        "fields", "quantities", "physics", "grid", "detection", "figures", "catalog", "loop",
        "workflow", "climatology", "agents",
    )  # fmt: skip
    folder = Path(str(planted.__file__)).parent
    names = ("fields", "quantities", "columns", "criteria", "truth", "scoring")
    modules = [folder / f"{name}.py" for name in names] + sorted(folder.glob("rules_of_*.py"))
    assert len(modules) == 11
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            used = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            package = used.split(".")[1] if used.startswith("diagnostics.") else ""
            assert package not in barred, f"{module.name} uses {used}"


def test_places_on_the_sphere() -> None:
    assert great_circle(0.0, 0.0, 0.0, 90.0) == pytest.approx(10007.5, abs=1.0)
    assert initial_bearing(0.0, 0.0, 10.0, 0.0) == pytest.approx(0.0)
    assert initial_bearing(0.0, 175.0, 0.0, -175.0) == pytest.approx(90.0)
    latitude, longitude = destination(50.0, 179.0, 90.0, 800.0)
    assert great_circle(50.0, 179.0, latitude, longitude) == pytest.approx(800.0)
    assert longitude < -160.0


def field_of(**surface: np.ndarray) -> CaseFields:
    """Fields of six-hourly times on a small grid of half a degree."""
    steps = len(next(iter(surface.values())))
    start = np.datetime64("2026-01-01T00")
    stamps = [start + np.timedelta64(6 * step, "h") for step in range(steps)]
    instants = sample_times(stamps)
    return CaseFields(
        instants, np.arange(50.0, 40.0, -0.5), np.arange(0.0, 10.0, 0.5), surface, {}, {}, 6.0
    )


def sample_times(stamps: list[np.datetime64]) -> tuple[Any, ...]:
    from datetime import UTC

    return tuple(stamp.astype("datetime64[s]").item().replace(tzinfo=UTC) for stamp in stamps)


REGION = [0.0, 40.0, 10.0, 50.0]


@pytest.mark.parametrize(
    ("amount", "grade"), [(12.0, 0), (13.0, 1), (26.0, 2), (63.0, 3)]
)  # fmt: skip
def test_rain_is_graded_over_24_hours(amount: float, grade: int) -> None:
    rain = np.zeros((8, 20, 20))
    rain[2:6, 8:12, 8:12] = amount
    found = reached("rainstorm", field_of(tp=rain), REGION, "rain", "rolling 24 h")
    assert found.grade == grade
    assert found.peak == pytest.approx(4 * amount)


@pytest.mark.parametrize(("speed", "grade"), [(17.0, 0), (17.3, 1), (25.0, 2), (33.0, 3)])
def test_wind_is_graded_by_its_force(speed: float, grade: int) -> None:
    wind = np.full((2, 20, 20), 5.0)
    wind[1, 5:9, 5:9] = speed
    fields = field_of(u10=wind, v10=np.zeros_like(wind))
    assert reached("gale", fields, REGION, "10-m wind", "instantaneous").grade == grade


def test_heat_needs_three_days() -> None:
    warm = np.full((16, 20, 20), 273.15 + 36.0)
    assert reached("heat_wave", field_of(mx2t=warm[:12]), REGION, "", "").grade == 1
    assert reached("heat_wave", field_of(mx2t=warm), REGION, "", "").grade == 2
    assert reached("heat_wave", field_of(mx2t=warm[:3]), REGION, "", "").grade is None
    assert reached("heat_wave", field_of(mx2t=warm - 2.0), REGION, "", "").grade == 0


def test_cold_needs_a_fall_and_a_low_minimum() -> None:
    cold = np.full((16, 20, 20), 273.15 + 6.0)
    cold[8:] -= 9.0
    assert reached("cold_wave", field_of(mn2t=cold), REGION, "", "24 h").grade == 1
    assert reached("cold_wave", field_of(mn2t=cold + 8.0), REGION, "", "24 h").grade == 0


def test_solid_rotation_has_the_vorticity_of_its_rate() -> None:
    fields = field_of(u10=np.zeros((1, 20, 20)))
    rate = 1e-5
    zonal = rate * 6.371e6 * np.cos(np.radians(fields.latitude))[:, None] * np.ones((1, 20))
    found = vorticity(zonal, np.zeros_like(zonal), fields)[10, 10]
    assert found == pytest.approx(2 * rate * np.sin(np.radians(45.0)), rel=1e-3)


def test_a_trough_departs_downward() -> None:
    longitude = np.arange(0.0, 60.0, 1.0)
    height = 5500.0 - 100.0 * np.exp(-(((longitude - 30.0) / 5.0) ** 2))
    fields = CaseFields(
        sample_times([np.datetime64("2026-01-01")]),
        np.array([51.0, 50.0, 49.0]),
        longitude,
        {},
        {"gh": np.broadcast_to(height, (1, 1, 3, 60))},
        {"gh": np.array([500.0])},
        6.0,
    )
    assert departure(fields, 0, {})[1, 30] < -50.0


def test_cases_are_chosen_by_name() -> None:
    with pytest.raises(ArgumentError, match="choose from rainstorm"):
        run_track("planted", progress=lambda _: None, cases=("nowhere",))
    with pytest.raises(ArgumentError, match="planted takes --cases"):
        run_track("columns", progress=lambda _: None, cases=("gale",))


def test_the_help_names_the_track(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert "planted" in printed
    assert "--cases" in printed
