"""The statistic of an ensemble in requests; what older versions wrote stays readable."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from diagnostics.contracts.choice import DataChoice, read_statistic
from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.enums import Severity
from diagnostics.contracts.field_record import Authority, FieldRecord
from diagnostics.contracts.inventory import Finding, Inventory, LeftOut, VariableInfo
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.messages import Message

BOX = Region(west=100, south=20, east=110, north=30)


@pytest.mark.parametrize(
    ("text", "found"), [("P90", "p90"), ("90", "p90"), (" mean", "mean"), ("p02.50", "p2.5")]
)
def test_a_statistic_is_written_in_one_way(text: str, found: str) -> None:
    assert read_statistic(text) == found
    request = DiagnosisRequest(source="eps", region=BOX, statistic=text)
    computation = ComputationRequest(source="eps", op=Operation.INDEX, name="cape", statistic=text)
    question = QuestionRequest(source="eps", text="How warm is it?", statistic=text)
    assert {request.statistic, computation.statistic, question.statistic} == {found}
    assert DataChoice(statistic=text).model_dump(mode="json") == {"statistic": found}


@pytest.mark.parametrize("text", ["spread", "probability", "p101", "", "p", "p9x", "p" * 30])
def test_what_is_never_the_quantity_is_no_statistic(text: str) -> None:
    with pytest.raises(ValidationError):
        DiagnosisRequest(source="eps", region=BOX, statistic=text)


def test_a_request_without_a_statistic_is_written_as_before() -> None:
    assert "statistic" not in DiagnosisRequest(source="eps", region=BOX).model_dump(mode="json")
    question = QuestionRequest(source="eps", text="How warm is it?")
    assert "statistic" not in question.model_dump(mode="json")


def test_an_inventory_of_an_older_version_is_read_and_written_as_it_was() -> None:
    info = VariableInfo(name="t2m", long_name="2 m temperature", unit="K", source_name="2t")
    finding = Finding(code="several_runs", severity=Severity.WARNING, message="several")
    left = LeftOut(name="xx", wording=Message(id="data-unknown_name"))
    older = Inventory(variables=(info,), findings=(finding,), left_out=(left,))
    document = older.model_dump(mode="json")
    assert "records" not in document["variables"][0]
    assert "fields" not in document["findings"][0]
    assert "record" not in document["left_out"][0]
    assert Inventory.model_validate(document) == older


def test_what_a_record_does_not_say_is_unknown() -> None:
    record = FieldRecord(source_name="2t")
    read = FieldRecord.model_validate_json(record.model_dump_json())
    assert read == record
    assert read.version.authority is Authority.UNKNOWN
    assert read.time_statistic.value is None
