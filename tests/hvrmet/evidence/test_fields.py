"""Stored fields: what is packed is what was stored, boxes across seams, points, lines, refusals."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.stored_fields import (
    StoredField,
    cut,
    nearest,
    pack,
    read_field,
    write_field,
)
from hvrmet.jobs.models import QueueRow
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diagnostics.contracts.space_time import Region
from tests.hvrmet.factories import Things, furnish, sample_field

NUMBERS = {"encoding": "numbers"}
FINITE = st.floats(-(2.0**60), 2.0**60, width=32)


@settings(max_examples=40)
@given(arrays(np.float32, (2, 3, 4), elements=FINITE | st.just(np.nan)))
def test_what_is_packed_is_within_half_a_step(values: Any) -> None:
    packed = pack(values)
    steps = np.frombuffer(packed.packed, "<i2").reshape(values.shape)
    known = np.isfinite(values)
    assert np.array_equal(steps == -32768, ~known)
    error = packed.offset + packed.scale * steps[known] - values[known].astype(np.float64)
    assert np.abs(error).max(initial=0.0) <= packed.scale * 0.5001
    least = values[known].min(initial=np.inf)
    assert ((steps == 0) == (values == least))[values == least].all()


def projected(axes: bool) -> StoredField:
    longitude, latitude = np.meshgrid(np.linspace(100, 103, 4), np.linspace(30, 32, 3))
    return replace(
        sample_field(),
        latitude=latitude + 0.1 * (longitude - 100),
        longitude=longitude,
        mapping={"grid_mapping_name": "lambert_conformal_conic", "standard_parallel": [30.0, 60.0]},
        axes=(np.arange(3) * 1e5, np.arange(4) * 1e5) if axes else None,
        axis_unit="m" if axes else "",
    )


@pytest.mark.parametrize("field", [sample_field(), projected(True), projected(False)])
def test_what_is_written_is_read_again(field: StoredField) -> None:
    read = read_field(write_field(field))
    for name in ("name", "title", "unit", "warnings", "times", "mapping", "axis_unit"):
        assert getattr(read, name) == getattr(field, name), name
    for name in ("values", "latitude", "longitude"):
        assert np.array_equal(getattr(read, name), getattr(field, name), equal_nan=True), name
    kept, were = ([axis.tolist() for axis in one.axes or ()] for one in (read, field))
    assert kept == were


WORLD = replace(
    sample_field(),
    values=np.arange(36 * 19, dtype=np.float32).reshape(1, 19, 36),
    times=sample_field().times[:1],
    latitude=np.linspace(-90, 90, 19),
    longitude=np.arange(0.0, 360.0, 10.0),
)


@settings(max_examples=40)
@given(
    west=st.floats(-180, 179),
    width=st.floats(20, 360),
    south=st.floats(-90, 70),
    stride=st.integers(1, 3),
)
def test_a_box_holds_its_cells_wherever_it_lies(
    west: float, width: float, south: float, stride: int
) -> None:
    region = Region(west=west, south=south, east=west + width, north=south + 20)
    found = cut(WORLD, region, 1)
    inside = [
        (row, column)
        for row, latitude in enumerate(WORLD.latitude)
        for column, longitude in enumerate(WORLD.longitude)
        if region.holds(float(latitude), float(longitude))
    ]
    assert sorted(found.values.ravel()) == sorted(WORLD.values[0][cell] for cell in inside)
    assert (np.diff(found.longitude) > 0).all()
    strided = cut(WORLD, region, stride)
    assert np.array_equal(strided.values, found.values[:, ::stride, ::stride])
    assert np.array_equal(strided.longitude, found.longitude[::stride])


@settings(max_examples=40)
@given(latitude=st.floats(-90, 90), longitude=st.floats(-180, 540))
def test_the_nearest_cell_is_that_of_the_axes_and_of_all_cells(
    latitude: float, longitude: float
) -> None:
    rows, columns = np.meshgrid(WORLD.latitude, WORLD.longitude, indexing="ij")
    regular = nearest(WORLD, latitude, longitude)
    every = nearest(replace(WORLD, latitude=rows, longitude=columns), latitude, longitude)
    assert regular is not None
    assert every is not None
    assert regular.distance_km == pytest.approx(every.distance_km, abs=1e-3)


def test_cells_of_a_projected_grid_are_cut_with_their_axes() -> None:
    field = projected(True)
    found = cut(field, Region(west=101, south=30.5, east=102, north=31.5), 1)
    assert found.axes is not None
    rows, columns = found.axes
    assert (found.values.shape[1:], rows.tolist(), columns.tolist()) == (
        (1, 2),
        [1e5],
        [1e5, 2e5],
    )
    with pytest.raises(ApplicationError) as caught:
        cut(field, Region(west=101.2, south=30.55, east=101.3, north=30.6), 1)
    assert caught.value.code == "region_too_small"


@pytest.fixture
def things(db, alpha, release) -> Things:
    return furnish(alpha, release)


@pytest.fixture
def ask(client, things):
    """Return a function that reads a field of the diagnosis, and gives status and document."""

    def get(part: str = "", /, *, kind: str = "diagnoses", **query: Any) -> Any:
        job = things.values["job_id" if kind == "diagnoses" else kind]
        url = f"/api/v1/{kind}/{job}/fields/precip_24h/{part}"
        return client.get(url, query, headers=things.centre.headers)

    return get


def test_fields_are_listed_and_packed_on_their_native_grid(client, things, ask) -> None:
    job = things.values["job_id"]
    listed = client.get(f"/api/v1/diagnoses/{job}/fields/", headers=things.centre.headers).json()
    (info,) = listed["results"]
    shown = client.get(info["url"], headers=things.centre.headers).json()
    assert (shown["name"], shown["unit"], shown["shape"]) == ("precip_24h", "mm", [2, 3, 4])
    assert shown["grid"] == {
        "kind": "latitude_longitude",
        "latitude": [30, 31, 32],
        "longitude": [178, 179, 180, 181],
    }
    values = shown["values"]
    steps = np.frombuffer(base64.b64decode(values["data"]), "<i2").reshape(shown["shape"])
    decoded = np.where(
        steps == values["missing"], np.nan, values["offset"] + values["scale"] * steps
    )
    truth = sample_field().values
    assert np.allclose(decoded, truth, atol=values["scale"], equal_nan=True)
    assert (shown["minimum"], shown["maximum"]) == (0.1, 2.3)
    assert ask(kind="computations").json() == shown


def test_a_box_a_period_and_a_stride_choose(ask) -> None:
    at = "2026-07-01T06:00Z"
    shown = ask(**NUMBERS, region="179,31,-179,32", stride=2, start=at, end=at).json()
    assert (shown["times"], shown["grid"]["longitude"]) == (["2026-07-01T06:00:00Z"], [179, 181])
    assert shown["values"]["data"] == [[[1.7, 1.9]]]


def test_a_file_holds_the_same(ask) -> None:
    reply = ask(encoding="netcdf", region="178,30,180,31")
    assert reply["Content-Type"] == "application/x-netcdf"
    read = read_field(reply.content)
    assert np.array_equal(read.values, sample_field().values[:, :2, :3], equal_nan=True)


def test_points_give_series_of_the_nearest_cells(ask) -> None:
    shown = ask("points/", point=["179.2,31.1", "-180,30"]).json()
    first, second = shown["points"]
    assert (first["cell_longitude"], first["cell_latitude"]) == (179, 31)
    assert (first["values"], second["values"]) == ([0.5, 1.7], [0.2, 1.4])
    assert 20 < first["distance_km"] < 25


def test_a_line_crosses_the_date_line_and_leaves_the_grid(ask) -> None:
    shown = ask("line/", vertex=["178,31", "184,31"], samples=7).json()
    values = [sample["values"][0] for sample in shown["samples"]]
    assert values == [0.4, 0.5, 0.6, 0.7, 0.7, None, None]
    along = [sample["along_km"] for sample in shown["samples"]]
    assert along[0] == 0
    assert np.allclose(np.diff(along), along[1], atol=0.02)


def test_what_has_not_changed_is_a_304(client, ask) -> None:
    etag = ask()["ETag"]
    assert ask(stride=2)["ETag"] != etag
    client.defaults["HTTP_IF_NONE_MATCH"] = etag
    assert ask().status_code == 304


REFUSALS: tuple[tuple[str, dict[str, Any], int, str, str], ...] = (
    ("", {"region": "100,20,120,30"}, 422, "region_not_held", "178,30,-179,32"),
    ("", {"region": "178.4,30.4,178.6,30.6"}, 422, "region_too_small", "points/"),
    ("", {"region": "170,80,190,95"}, 400, "invalid_request", "90"),
    ("", {"region": "170,40,190,30"}, 400, "invalid_request", "south"),
    ("", {"start": "2026-07-02T00:00Z"}, 422, "period_not_held", "2026-07-01T06:00:00Z"),
    ("", {"start": "2026-07-01T03:00Z", "end": "2026-07-01T03:00Z"}, 422, "period_not_held", ""),
    ("", {"start": "2026-07-02T00:00Z", "end": "2026-07-01T00:00Z"}, 400, "invalid_request", ""),
    ("", {"stride": "0"}, 400, "invalid_request", "stride"),
    ("", {"encoding": "png"}, 400, "invalid_request", "int16"),
    ("points/", {}, 400, "invalid_request", "point"),
    ("points/", {"point": ["0,91"]}, 400, "invalid_request", "latitude"),
    ("points/", {"point": ["nan,0"]}, 400, "invalid_request", "longitude"),
    ("points/", {"point": ["179"]}, 400, "invalid_request", "LONGITUDE,LATITUDE"),
    ("points/", {"point": ["10,50"]}, 422, "point_not_held", "10,50"),
    ("points/", {"point": ["179,31"] * 201}, 422, "too_many_points", "200"),
    ("line/", {"vertex": ["179,31"]}, 400, "invalid_request", "vertex"),
    ("line/", {"vertex": ["179,31", "180,31"], "samples": 501}, 400, "invalid_request", "500"),
)


def test_refuses_with_a_stable_code_and_queues_nothing(ask) -> None:
    queued = QueueRow.objects.count()
    for part, query, status, code, words in REFUSALS:
        reply = ask(part, **query)
        assert (reply.status_code, reply.json()["code"]) == (status, code), (query, reply.content)
        assert words in reply.json()["detail"]
    assert QueueRow.objects.count() == queued


def test_large_answers_are_refused_with_the_cure(ask, monkeypatch) -> None:
    monkeypatch.setattr("hvrmet.evidence.fields_api.MOST_CELLS", 20)
    monkeypatch.setattr("hvrmet.evidence.fields_api.MOST_NUMBERS", 10)
    for encoding, limit in (("int16", 20), ("netcdf", 20), ("numbers", 10)):
        reply = ask(encoding=encoding)
        assert (reply.status_code, reply.json()["code"]) == (422, "too_many_cells")
        assert reply.json()["data"]["limit"] == limit
        assert "stride" in reply.json()["detail"]
    assert ask(stride=2).status_code == 200
    assert ask("points/", point=["179,31"] * 6).json()["code"] == "too_many_points"


def test_another_name_or_job_is_not_found(client, things) -> None:
    job, headers = things.values["job_id"], things.centre.headers
    for url in (
        f"diagnoses/{job}/fields/cape/",
        f"diagnoses/{job}/fields/..%2Ffigures%2Fa/",
        f"computations/{job}/fields/precip_24h/",
        f"diagnoses/{things.values['computations']}/fields/precip_24h/",
    ):
        assert client.get(f"/api/v1/{url}", headers=headers).status_code == 404, url
