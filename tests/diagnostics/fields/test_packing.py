"""Attributes of packing and of missing values that are not what they should be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.data_checks import examine
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.packing import declared_range, unpack
from diagnostics.ports import FieldRequest

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]
Field = Callable[..., tuple[Any, ...]]

SCALARS = st.one_of(
    st.floats(),
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from(["none", "0.1", "", "nan"]),
    st.floats(width=32).map(np.float32),
)
VALUES = st.one_of(SCALARS, st.lists(st.floats(), max_size=3).map(np.array))
ATTRIBUTES = st.dictionaries(
    st.sampled_from(
        [
            *("scale_factor", "add_offset", "missing_value", "_FillValue"),
            *("valid_min", "valid_max", "valid_range", "_Unsigned"),
        ]
    ),
    VALUES,
    max_size=4,
)
STORED = st.sampled_from([np.int8, np.int16, np.uint16, np.int32, np.float32, np.float64])


@given(STORED, ATTRIBUTES)
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_no_attribute_breaks_the_reader(stored: Any, attributes: dict[str, Any]) -> None:
    raw = np.arange(6, dtype=stored)
    try:
        limits = declared_range(attributes)
        values = unpack(raw, attributes, limits)
    except InputDataError as error:
        problem = error
    else:
        problem = None
    assert problem is None or problem.code == "invalid_packing"
    assert problem is not None or values.shape == raw.shape


@pytest.mark.parametrize("attribute", ["scale_factor", "add_offset"])
@pytest.mark.parametrize("value", [np.nan, np.inf, "abc"])
def test_a_field_that_cannot_be_unpacked_is_refused_by_name(
    plain_dataset: Make, netcdf: Write, surface_field: Field, attribute: str, value: Any
) -> None:
    bad = surface_field(288.0, "K", **{attribute: value})
    source = open_source(netcdf(plain_dataset(t2m=bad)))
    assert [item.message for item in source.inventory().findings if "t2m" in item.message]
    with pytest.raises(InputDataError) as caught:
        source.load(FieldRequest(variables=("t2m",)))
    assert caught.value.code == "invalid_packing"
    assert source.load(FieldRequest(variables=("msl",)))["msl"].notnull().all()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_field_without_a_finite_value_is_named_and_the_others_are_used(
    plain_dataset: Make, netcdf: Write, surface_field: Field, value: float
) -> None:
    source = open_source(netcdf(plain_dataset(t2m=surface_field(value, "K"))))
    plain = examine(open_source(netcdf(plain_dataset(), "plain.nc")))
    found = examine(source)
    assert found.refused["t2m"].rule in {"without_values", "refused_by_reader"}
    assert set(found.refused) - {"t2m"} == set(plain.refused) - {"t2m"}
    assert source.load(FieldRequest(variables=("msl",)))["msl"].notnull().all()


def test_infinite_marks_of_missing_values_are_missing(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    dims, values, attributes = surface_field(288.0, "K")
    values[:, :8] = np.inf
    path = netcdf(plain_dataset(t2m=(dims, values, attributes)))
    read = open_source(path).load(FieldRequest(variables=("t2m",)))
    assert int(read["t2m"].isnull().sum()) == int(np.isinf(values).sum())
    assert "undeclared fill value" in read.attrs["warnings"][0]
