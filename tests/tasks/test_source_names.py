"""Tenants read names of sources and never where the operator keeps their data."""

from __future__ import annotations

import errno

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from hvrmet.jobs.registries.sources import RegisteredSource

from diagnostics.contracts.events import RunFailed, StepFailed
from diagnostics.messages import render
from tasks.diagnosis import describe_failure
from tasks.source_names import SourceNames

NAMES = SourceNames(
    "case",
    RegisteredSource(
        paths=("/srv/data/cases/a.nc", "/srv/data/cases", "s3://vault/store.zarr"),
        title="Case",
        climatology="/srv/data/climate/normals.nc",
    ),
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/srv/data/cases/a.nc is gone", "case is gone"),
        ("cannot read '/srv/data/cases/b.nc'", "cannot read 'case/b.nc'"),
        ("s3://vault/store.zarr does not answer", "case does not answer"),
        ("/srv/data/climate/normals.nc: damaged", "climatology of case: damaged"),
        ("[Errno 5] /var/lib/hvrmet/tenants/x.png", "[Errno 5] x.png"),
        ("see https://example.org/a/b for 10 m/s in Asia/Shanghai", None),
        ("a ratio of 1/2 and / alone", None),
    ],
)
def test_a_path_gives_way_to_a_name(text: str, shown: str | None) -> None:
    assert NAMES.hide(text) == (text if shown is None else shown)


def test_a_document_is_searched_whole() -> None:
    event = StepFailed(
        turn=1,
        entry_id=None,
        code="x",
        message="no /srv/data/cases/a.nc",
        data={"path": "/srv/data/cases/a.nc", "all": [{"deep": "/srv/data/other/c.nc"}]},
    )
    found = NAMES.hide_in(event)
    assert "/srv" not in found.model_dump_json()
    assert found.data == {"path": "case", "all": [{"deep": "c.nc"}]}
    assert NAMES.hide_in(found) is found


def test_a_failed_file_is_told_without_its_path() -> None:
    failure = describe_failure(OSError(5, "Input/output error", "/var/lib/hvrmet/x"))
    assert failure.code == "input_output_failed"
    assert "/var" not in failure.message


def test_a_lack_of_memory_is_told_with_its_cure() -> None:
    failure = describe_failure(MemoryError())
    assert isinstance(failure, RunFailed)
    assert failure.code == "memory_exhausted"
    assert "HVRMET_WORKER_MEMORY_LIMIT_MIB" in failure.message


@pytest.mark.parametrize(
    "error",
    [
        *(OSError(number, "why") for number in (errno.EIO, errno.ENOSPC, 9999)),
        *(MemoryError(), SoftTimeLimitExceeded(), ZeroDivisionError("division by zero")),
    ],
    ids=repr,
)
def test_what_the_platform_met_is_told_in_every_language(error: Exception) -> None:
    failure = describe_failure(error)
    assert failure.wording is not None
    assert render(failure.wording, "en") == failure.message
    assert render(failure.wording, "zh") != failure.message
