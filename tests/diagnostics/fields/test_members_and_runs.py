"""Which member and which run are read: the one that is named, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields import open_source
from diagnostics.ports import FieldRequest

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]
PRESSURE = FieldRequest(variables=("msl",))
RUN = datetime(1999, 1, 1, tzinfo=UTC)


def refused(*arguments: Any, **options: Any) -> InputDataError:
    with pytest.raises(InputDataError) as caught:
        open_source(*arguments, **options)
    assert "open_source" not in caught.value.message
    return caught.value


@pytest.fixture
def ensemble(plain_dataset: Make) -> xr.Dataset:
    """Three members; the pressure of each is higher by its number."""
    plain = plain_dataset()
    whole = xr.concat([plain.assign(msl=plain["msl"] + n) for n in (0, 1, 2)], dim="number")
    for name in whole.variables:
        whole[name].attrs.update(plain[name].attrs)
    return whole.assign_coords(number=("number", np.arange(3)))


def mean(source: Any) -> float:
    return float(source.load(PRESSURE)["msl"].mean())


def test_one_member_of_several_is_read_and_named(ensemble: xr.Dataset, netcdf: Write) -> None:
    path = netcdf(ensemble)
    first, last = (open_source([path], member=number) for number in (0, 2))
    assert mean(last) - mean(first) == pytest.approx(2.0, abs=0.01)
    assert last.inventory().title.endswith("member 2")
    assert first.digest() != last.digest()


def test_a_member_must_be_named_and_be_there(ensemble: xr.Dataset, netcdf: Write) -> None:
    path = netcdf(ensemble)
    assert refused([path]).code == "several_members"
    error = refused([path], member=7)
    assert error.code == "missing_member"
    assert error.data["members"] == [0, 1, 2]


def test_files_of_one_member_each_are_an_ensemble(
    ensemble: xr.Dataset, netcdf: Write, tmp_path: Path
) -> None:
    paths = []
    for number in range(3):
        made = netcdf(ensemble.isel(number=number))
        paths.append(made.rename(tmp_path / f"member-{number}.nc"))
    assert refused(paths).code == "several_members"
    assert refused(paths, member=7).code == "missing_member"
    sources = [open_source(paths, member=number) for number in range(3)]
    assert mean(sources[2]) - mean(sources[0]) == pytest.approx(2.0, abs=0.01)


def test_data_without_members_have_no_member_seven(plain_dataset: Make, netcdf: Write) -> None:
    assert refused([netcdf(plain_dataset())], member=7).code == "missing_member"


def test_a_run_that_the_data_do_not_name_is_refused(plain_dataset: Make, netcdf: Write) -> None:
    assert refused([netcdf(plain_dataset())], run=RUN).code == "missing_run"


def test_a_run_must_be_one_of_the_data(plain_dataset: Make, netcdf: Write) -> None:
    data = plain_dataset().assign_coords(
        forecast_reference_time=(
            (),
            0,
            {
                "standard_name": "forecast_reference_time",
                "units": "hours since 2026-01-01 00:00:00",
            },
        )
    )
    path = netcdf(data)
    error = refused([path], run=RUN)
    assert error.code == "missing_run"
    assert error.data["runs"] == ["2026-01-01T00:00"]
    source = open_source([path], run=datetime(2026, 1, 1, tzinfo=UTC))
    assert "run 2026-01-01T00:00Z" in source.inventory().title


def test_a_request_names_one_member_at_most() -> None:
    region = Region(west=100, south=20, east=110, north=30)
    request = DiagnosisRequest(source="a", region=region, members=(1, 2))
    with pytest.raises(ArgumentError) as caught:
        _ = request.member
    assert caught.value.code == "several_members"
    assert request.model_copy(update={"members": (2,)}).member == 2
