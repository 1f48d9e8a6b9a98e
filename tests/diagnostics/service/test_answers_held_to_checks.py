"""Answers of one tool or question are held against the checks of the fields that they read."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.space_time import Region
from diagnostics.data_checks import RecordingSource, cached_check
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.messages import languages, render
from diagnostics.ports import FieldRequest, FieldSource
from diagnostics.service.inspection import detect_event
from diagnostics.service.questions import QuestionContext, ask, check_claim
from diagnostics.service.requests import FeaturesRequest, FigureRequest, IndexRequest
from diagnostics.service.tools import answer_features, answer_index, draw_figure
from tests.generated_samples import thinned


@pytest.fixture(scope="module")
def clean() -> xr.Dataset:
    return thinned("gale", every=4)


def changed(clean: xr.Dataset, name: str, values: np.ndarray) -> MemorySource:
    bad = clean.copy(deep=True)
    bad[name].values[:] = values
    return MemorySource(bad)


@pytest.fixture(scope="module")
def refused(clean: xr.Dataset) -> MemorySource:
    """Temperatures in degrees Celsius under the name of kelvin."""
    return changed(clean, "t2m", clean["t2m"].values - 273.15)


@pytest.fixture(scope="module")
def doubted(clean: xr.Dataset) -> MemorySource:
    """A cell that no neighbour explains, at every time."""
    values = clean["t2m"].values.copy()
    values[..., 5, 5] += 35.0
    return changed(clean, "t2m", values)


def moment(source: MemorySource) -> datetime:
    return source.inventory().times[4]


def index(source: MemorySource, level: float | str) -> IndexRequest:
    return IndexRequest("temperature_level", time=moment(source), level=level)


def test_an_index_on_refused_fields_is_refused_with_reason_and_cure(refused) -> None:
    with pytest.raises(InputDataError) as caught:
        answer_index(index(refused, "2m"), lambda: refused)
    assert caught.value.code == "check_impossible_values"
    assert "Correct the units" in caught.value.written("en")


def test_an_index_on_doubted_fields_says_so_and_no_other_changes(doubted, clean) -> None:
    answer = answer_index(index(doubted, "2m"), lambda: doubted)
    assert "single_spike" in {item.rule for item in answer.doubts}
    plain = answer_index(index(doubted, "2m"), lambda: MemorySource(clean))
    assert "doubts" not in plain.model_dump(mode="json")


def test_an_index_that_reads_other_fields_is_answered(refused) -> None:
    assert answer_index(index(refused, 850.0), lambda: refused).value is not None


def test_a_chart_of_refused_fields_is_refused(refused) -> None:
    with pytest.raises(InputDataError) as caught:
        draw_figure(FigureRequest("t2m_map", time=moment(refused)), lambda: refused)
    assert caught.value.code == "check_impossible_values"


def test_of_all_detectors_only_those_of_refused_fields_are_mute(clean) -> None:
    source = changed(clean, "z", clean["z"].values / 9.80665)
    answers = answer_features(FeaturesRequest(None, time=moment(source)), lambda: source)
    mute = [item for item in answers if "refused" in item.message]
    assert mute
    assert len(mute) < len(answers)


def test_a_detection_leaves_refused_fields_alone_and_says_so(refused) -> None:
    found = detect_event(refused)
    assert "impossible_values" in {item.rule for item in found.doubts}


def test_a_question_about_refused_fields_gets_the_reason_in_its_language(refused) -> None:
    for words, said in (
        ("What is the maximum 2 m temperature?", "refused by the checks"),
        ("2米气温最大值是多少？", "资料检查"),
    ):
        reply = ask(words, lambda: refused, QuestionContext())
        assert not reply.answered
        assert reply.code == "check_impossible_values"
        assert said in reply.reason


def test_a_question_about_doubted_fields_is_answered_with_the_doubt(doubted) -> None:
    reply = ask("What is the maximum 2 m temperature?", lambda: doubted, QuestionContext())
    assert reply.answered
    assert "single_spike" in {item.rule for item in reply.doubts}
    assert "in doubt" in reply.sentence


def test_a_claim_about_refused_fields_cannot_be_checked(refused) -> None:
    claim = "The maximum 2 m temperature was below 50 degC"
    report = check_claim(claim, lambda: refused, QuestionContext())
    assert report.verdict.value == "not_checkable"
    assert "refused" in report.reason


def test_only_the_fields_that_were_read_are_examined_and_only_once(clean) -> None:
    watched = RecordingSource(MemorySource(clean))
    cached_check(watched, None, None, {"msl"})
    assert watched.fields == {"msl"}
    again = RecordingSource(MemorySource(clean))
    cached_check(again, None, None, {"msl"})
    assert again.fields == frozenset()


def test_a_watched_source_knows_the_box_and_period_of_what_was_read(clean) -> None:
    source = MemorySource(clean)
    grid = source.inventory().grid
    assert grid is not None
    west, south = grid.region.west, grid.region.south
    watched = RecordingSource(source)
    for shift in (0.0, 4.0):
        box = Region(
            west=west + shift, south=south + shift, east=west + shift + 3, north=south + shift + 3
        )
        watched.load(FieldRequest(variables=("msl",), region=box))
    assert watched.region == Region(west=west, south=south, east=west + 7, north=south + 7)
    assert watched.window is None
    assert watched.fields == {"msl"}


@pytest.fixture(scope="module")
def twice(clean: xr.Dataset, tmp_path_factory: pytest.TempPathFactory) -> FieldSource:
    """A time of the 2-m temperature that comes again, five kelvins warmer."""
    folder = tmp_path_factory.mktemp("twice")
    clean.to_netcdf(folder / "a.nc")
    again = clean[["t2m"]].isel(time=slice(4, 5)).copy(deep=True)
    again["t2m"].values[:] += 5.0
    again.to_netcdf(folder / "b.nc")
    return open_source([folder])


def test_what_the_reader_warned_of_reaches_every_answer(twice: FieldSource) -> None:
    time = twice.inventory().times[4]
    numbered = answer_index(IndexRequest("temperature_level", time=time, level="2m"), lambda: twice)
    drawn = draw_figure(FigureRequest("t2m_map", time=time), lambda: twice)
    asked = ask("What is the maximum 2 m temperature?", lambda: twice, QuestionContext())
    detected = detect_event(twice)
    for doubts in (numbered.doubts, drawn.answer.doubts, asked.doubts, detected.doubts):
        (finding,) = (item for item in doubts if item.rule == "warned_by_reader")
        assert finding.fields == ("t2m",)
        for language in languages():
            assert "5" in render(finding.wording, language)


def test_what_the_reader_warned_of_one_field_is_no_doubt_of_another(twice: FieldSource) -> None:
    time = twice.inventory().times[4]
    request = IndexRequest("temperature_level", time=time, level=850.0)
    assert answer_index(request, lambda: twice).doubts == ()
    drawn = draw_figure(FigureRequest("mslp_map", time=time), lambda: twice)
    assert drawn.answer.doubts == ()
