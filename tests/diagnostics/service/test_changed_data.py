"""A fault of data that were replaced meanwhile is reported as the change, wherever it appears."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from diagnostics.contracts.computations import ComputationRequest
from diagnostics.contracts.forms import ClaimForm
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import ArgumentError, SourceError
from diagnostics.language.grammar.reader import read_question
from diagnostics.samples import sample_info
from diagnostics.service.changed_data import report_changed_data
from diagnostics.service.computations import compute
from diagnostics.service.data import DataSelection
from diagnostics.service.diagnosis import DiagnosisSetting, RunStore, run_diagnosis
from diagnostics.service.local_ports import PresetOrders, RunGuidelines
from diagnostics.service.questions import (
    QuestionContext,
    answer_form,
    ask,
    check_claim,
    check_form,
)

FAULTS = (IndexError("7"), KeyError("msl"), ValueError("shapes"), RuntimeError("a bug"))
QUESTION = "What was the lowest sea level pressure?"
CLAIM = "The lowest sea level pressure was 990 hPa."


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("samples")
    return {
        name: Path(written_sample(name, folder / f"{name}.nc").path).read_bytes()
        for name in ("rainstorm", "quiet")
    }


@pytest.fixture
def path(files: dict[str, bytes], tmp_path: Path) -> Path:
    path = tmp_path / "case.nc"
    path.write_bytes(files["rainstorm"])
    return path


def replacing(path: Path, files: dict[str, bytes], fault: Exception) -> Callable[..., Any]:
    """Return what puts other data in the place of a file, and fails as its reader may."""

    def act(*_: object, **__: object) -> Any:
        other = path.with_suffix(".other")
        other.write_bytes(files["quiet"])
        other.replace(path)
        raise fault

    return act


def diagnosis(data: DataSelection) -> Any:
    unused: Any = SimpleNamespace()
    setting = DiagnosisSetting(data.open(), RunGuidelines(Path("nowhere")), PresetOrders())
    request = DiagnosisRequest(source="case", region=sample_info("rainstorm").region)
    return run_diagnosis(request, setting, RunStore(unused, unused, unused))


def computation(data: DataSelection) -> Any:
    return compute(ComputationRequest(source="case", op="index", name="pwat"), data)


def clauses() -> ClaimForm:
    return ClaimForm(clauses=(read_question("Was the lowest sea level pressure below 990 hPa?"),))


WORK: dict[str, tuple[Callable[[DataSelection], Any], str]] = {
    "diagnosis": (diagnosis, "diagnostics.loop.diagnose"),
    "computation": (computation, "diagnostics.catalog.compute_index"),
    "question": (
        lambda data: ask(QUESTION, data.open, QuestionContext()),
        "diagnostics.questions.reply.evaluate",
    ),
    "form": (
        lambda data: answer_form(read_question(QUESTION), data.open, QuestionContext()),
        "diagnostics.questions.reply.evaluate",
    ),
    "clauses": (
        lambda data: check_form(clauses(), data.open, QuestionContext()),
        "diagnostics.questions.checking.judged",
    ),
    "claim": (
        lambda data: check_claim(CLAIM, data.open, QuestionContext()),
        "diagnostics.questions.checking.judged",
    ),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("work", WORK)
@pytest.mark.sweep(5)
def test_a_fault_of_replaced_data_is_the_change(
    path: Path,
    files: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    work: str,
    fault: Exception,
) -> None:
    act, place = WORK[work]
    monkeypatch.setattr(place, replacing(path, files, fault))
    with pytest.raises(SourceError) as caught:
        act(DataSelection((str(path),)))
    assert caught.value.code == "source_changed"


@pytest.mark.parametrize("error", [*FAULTS, ArgumentError("no such index")], ids=repr)
def test_what_unchanged_data_meet_stays_what_it_is(path: Path, error: Exception) -> None:
    source = DataSelection((str(path),)).open()
    with pytest.raises(type(error)) as caught, report_changed_data(source):
        raise error
    assert caught.value is error


def test_a_claim_on_data_that_vanished_is_no_sentence_that_cannot_be_checked(path: Path) -> None:
    source = DataSelection((str(path),)).open()
    path.unlink()
    with pytest.raises(SourceError) as caught:
        check_claim(CLAIM, lambda: source, QuestionContext())
    assert caught.value.code == "source_vanished"
