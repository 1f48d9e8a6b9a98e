"""A field that is there twice for one time: the final version, or a word where values differ."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.inventory import Finding
from diagnostics.fields import open_source
from diagnostics.ports import FieldRequest

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]
Keys = Callable[..., dict[str, Any]]
FLAT = np.zeros((3, 4))
ERA5 = {"centre": "ecmf", "setLocalDefinition": 1, "localDefinitionNumber": 1}


def about(source: Any, name: str) -> dict[str, Finding]:
    """Return the findings about a field, by code."""
    return {item.code: item for item in source.inventory().findings if name in item.fields}


def value(source: Any, name: str = "t") -> float:
    return float(source.load(FieldRequest(variables=(name,)))[name].max())


def version(keys: dict[str, Any], number: str) -> dict[str, Any]:
    return {**ERA5, **keys, "class": "ea", "stream": "oper", "expver": number}


@pytest.mark.parametrize("order", list(permutations((("0001", 280.0), ("0005", 277.0)))))
@pytest.mark.parametrize("files", [1, 2])
def test_the_final_version_wins_in_any_order(
    grib_file: Write, box_keys: Keys, order: Any, files: int
) -> None:
    messages = [
        (version(box_keys(shortName="t", level=850), number), amount + FLAT)
        for number, amount in order
    ]
    parts = [messages] if files == 1 else [[item] for item in messages]
    paths = [grib_file(part, f"{i}.grib", edition=1) for i, part in enumerate(parts)]
    source = open_source(paths)
    assert value(source) == pytest.approx(280.0)
    found = about(source, "t")
    assert set(found) == {"final_version"}
    assert found["final_version"].severity is Severity.INFO
    assert "expver 0001" in found["final_version"].message


@pytest.mark.parametrize("files", [1, 2])
@pytest.mark.parametrize(
    ("second", "code"), [(280.0, "duplicate_fields"), (284.0, "duplicates_differ")]
)
def test_only_other_values_are_a_warning(
    grib_file: Write, box_keys: Keys, files: int, second: float, code: str
) -> None:
    messages = [(box_keys(shortName="t", level=850), item + FLAT) for item in (280.0, second)]
    messages += [(box_keys(shortName="t", level=500), 250.0 + FLAT)]
    parts = [messages] if files == 1 else [messages[:1], messages[1:]]
    source = open_source([grib_file(part, f"{i}.grib") for i, part in enumerate(parts)])
    assert value(source) == pytest.approx(280.0)
    found = about(source, "t")
    assert set(found) == {code}
    assert (found[code].severity is Severity.WARNING) == (second != 280.0)


@pytest.mark.parametrize("files", [1, 2])
@pytest.mark.parametrize("apart", [0.0, 4.0])
def test_a_time_that_is_twice_in_netcdf(
    plain_dataset: Make, netcdf: Write, files: int, apart: float
) -> None:
    dataset = plain_dataset()[["msl"]]
    other = dataset.isel(time=slice(1, 2)) + apart
    other["msl"].attrs = dataset["msl"].attrs
    other["time"].attrs = dataset["time"].attrs
    if files == 1:
        paths = [netcdf(xr.concat([dataset, other], "time"))]
    else:
        paths = [netcdf(dataset, "a.nc"), netcdf(other, "b.nc")]
    source = open_source(paths)
    assert len(source.inventory().times) == 2
    assert value(source, "msl") == pytest.approx(float(dataset["msl"].max()))
    assert set(about(source, "msl")) == {"duplicates_differ" if apart else "duplicate_fields"}


@pytest.mark.parametrize("apart", [0.0, 4.0])
def test_an_amount_that_is_twice(grib_file: Write, box_keys: Keys, apart: float) -> None:
    keys = {
        "productDefinitionTemplateNumber": 8,
        **box_keys(centre="kwbc"),
        "discipline": 0,
        "parameterCategory": 1,
        "parameterNumber": 8,
        "typeOfFirstFixedSurface": 1,
        "typeOfStatisticalProcessing": 1,
        "stepRange": "0-6",
    }
    source = open_source([grib_file([(keys, 7.0 + FLAT), (keys, 7.0 + apart + FLAT)])])
    assert value(source, "tp") == pytest.approx(7.0)
    assert set(about(source, "tp")) == {"duplicates_differ" if apart else "duplicate_fields"}


def test_forecasts_of_several_runs_are_not_compared(grib_file: Write, box_keys: Keys) -> None:
    messages = [
        (box_keys(shortName="t", level=850, dataTime=hour, step=6 - hour), 270.0 + hour + FLAT)
        for hour in (0, 6)
    ]
    source = open_source([grib_file(messages, edition=1)])
    assert value(source) == pytest.approx(276.0, abs=10.0)
    assert "duplicates_differ" not in about(source, "t")


def test_the_first_is_taken_of_a_field_on_levels_of_the_model(
    grib_file: Write, box_keys: Keys
) -> None:
    keys = box_keys(shortName="t", typeOfLevel="hybrid", level=60)
    kept = box_keys(shortName="q", level=850)
    path = grib_file([(keys, 270.0 + FLAT), (keys, 280.0 + FLAT), (kept, 0.001 + FLAT)])
    assert {item.name for item in open_source([path]).inventory().variables} == {"q"}


@pytest.mark.parametrize("name", ["first1.grib", "first5.grib"])
def test_the_example_of_two_versions(real_data: Callable[[str], Path], name: str) -> None:
    source = open_source([real_data(f"../files/two_messages/{name}")])
    assert value(source, "t2m") == pytest.approx(313.15, abs=0.01)
    assert set(about(source, "t2m")) == {"final_version"}


@pytest.mark.parametrize("names", [["dup.nc"], ["part1.nc", "part2.nc"]])
def test_the_example_of_a_time_that_is_twice(
    real_data: Callable[[str], Path], names: list[str]
) -> None:
    source = open_source([real_data(f"../files/time_twice/{name}") for name in names])
    (finding,) = about(source, "t2m").values()
    assert finding.code == "duplicates_differ" and "4.00 K" in finding.message
