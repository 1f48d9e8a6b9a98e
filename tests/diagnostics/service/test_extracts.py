"""What is taken out of data agrees with the data and with the tools that compute the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.climatology import Climatologies, GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.extracts import (
    ContoursRequest,
    DetectionsRequest,
    ExtractRequest,
    RasterRequest,
    SectionRequest,
    SeriesRequest,
    SoundingRequest,
    VectorsRequest,
)
from diagnostics.contracts.space_time import Region
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.memory import MemorySource
from diagnostics.service.detections import detect
from diagnostics.service.extract_parts import Extracted
from diagnostics.service.extracts import extract
from diagnostics.service.requests import IndexRequest
from diagnostics.service.tools import answer_index
from tests.generated_samples import thinned

AT = datetime.fromisoformat("2026-07-05T06:00Z")
BOX = "110,27,126,35"
POINT = {"latitude": 30.0, "longitude": 115.0}
END = {"latitude": 40.0, "longitude": 125.0}


@pytest.fixture(scope="module")
def source() -> MemorySource:
    return MemorySource(thinned("rainstorm"), origin="synthetic")


@pytest.fixture
def make(source: MemorySource) -> Callable[..., Extracted]:
    def made(request: ExtractRequest, **more: Any) -> Extracted:
        found = extract(request, lambda: source, **more)
        (file,) = found.files
        assert found.answer.model_dump()["files"][0]["sha256"] == file.ref.sha256
        assert file.ref.sha256 == hashlib.sha256(file.data).hexdigest()
        return found

    return made


def field(source: MemorySource, name: str, level: float) -> xarray.DataArray:
    return thinned("rainstorm")[name].sel(level=level, time=AT.replace(tzinfo=None))


def test_a_raster_has_the_range_of_the_field(make: Any, source: MemorySource) -> None:
    answer = make(RasterRequest(quantity="T850", time=AT)).answer
    values = field(source, "t", 850.0).values - 273.15
    assert (answer.quantity, answer.unit) == ("temperature@850", "°C")
    assert answer.minimum == pytest.approx(float(values.min()), abs=1e-4)
    assert answer.offset + answer.scale * 65534 == pytest.approx(answer.maximum)
    assert answer.provenance.inputs.count("t") == 1


def test_a_raster_that_is_too_large_has_wider_pixels(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make(RasterRequest(quantity="T850", time=AT))
    monkeypatch.setattr("diagnostics.service.extracts.LARGEST_RASTER", whole.files[0].ref.size // 3)
    small = make(RasterRequest(quantity="T850", time=AT))
    assert small.answer.thinned > 1 == whole.answer.thinned
    assert small.files[0].ref.size <= whole.files[0].ref.size // 3
    assert small.answer.bounds == whole.answer.bounds


def test_plain_numbers_fill_the_raster(make: Any) -> None:
    made = make(RasterRequest(quantity="T850", time=AT, format="uint16", region=BOX))
    assert made.files[0].ref.size == 2 * made.answer.width * made.answer.height


def test_contours_are_at_multiples(make: Any) -> None:
    made = make(ContoursRequest(quantity="height@500", time=AT, interval=40.0))
    found = json.loads(made.files[0].data)["features"]
    assert [item["properties"]["value"] for item in found] == list(made.answer.levels)
    assert all(level % 40.0 == 0 for level in made.answer.levels)
    assert made.answer.lines >= len(found) > 2


def test_arrows_are_the_wind_of_their_cells(make: Any, source: MemorySource) -> None:
    made = make(VectorsRequest(quantity="wind@850", time=AT, count=30))
    found = json.loads(made.files[0].data)["features"]
    assert len(found) == made.answer.count
    for item in found:
        longitude, latitude = item["geometry"]["coordinates"]
        u = field(source, "u", 850.0).sel(latitude=latitude, longitude=longitude)
        assert item["properties"]["u"] == pytest.approx(float(u), abs=1e-3)


@pytest.mark.parametrize("reduction", ["mean", "min", "max"])
def test_a_series_is_the_index_at_each_time(
    make: Any, source: MemorySource, reduction: str
) -> None:
    (place,) = make(
        SeriesRequest(quantity="precipitable_water", region=BOX, reduction=reduction)
    ).answer.places
    wanted = next(item for item in place.values if item.time == AT)
    region = Region.model_validate(BOX)
    request = IndexRequest("pwat", time=AT, region=region, params={"reduction": reduction})
    index = answer_index(request, lambda: source)
    assert wanted.value == pytest.approx(index.value, rel=1e-5)
    assert len(place.values) == len(source.inventory().times)


def test_changes_reach_back_before_the_period(make: Any) -> None:
    quantity = "temperature_2m_change_24h"
    whole = make(SeriesRequest(quantity=quantity, points=(POINT,))).answer.places[0].values
    window = {"start": whole[8].time, "end": whole[10].time}
    part = make(SeriesRequest(quantity=quantity, points=(POINT,), window=window))
    assert part.answer.places[0].values == whole[8:11]


def climatology(source: MemorySource) -> Climatologies:
    grid = thinned("rainstorm")
    shape = (4, 366, grid.sizes["latitude"], grid.sizes["longitude"])
    dims = ("hour", "dayofyear", "latitude", "longitude")
    hours = {"hour": [0.0, 6.0, 12.0, 18.0]}
    arrays = {
        name: xarray.DataArray(np.full(shape, value, dtype=np.float32), dims=dims, coords=hours)
        for name, value in (("mean", 300.15), ("std", 2.5))
    }
    item = GridItem(GridKey(name="t2m"), GridKind.HOURLY, "K", arrays, 30)
    latitude, longitude = grid["latitude"].values, grid["longitude"].values
    return Climatologies.of(
        GridClimatology([item], latitude, longitude, name="thirty years", digest="f" * 64)
    )


def test_a_point_has_a_band_where_a_climatology_speaks(make: Any, source: MemorySource) -> None:
    known = climatology(source)
    answer = make(
        SeriesRequest(quantity="temperature_2m", points=(POINT,)), climatology=known
    ).answer
    assert answer.climatology == "thirty years"
    first = answer.places[0].values[0]
    assert (first.normal_mean, first.normal_std) == pytest.approx((27.0, 2.5))
    over = make(SeriesRequest(quantity="temperature_2m", region=BOX), climatology=known).answer
    assert over.climatology == ""
    assert "normal_mean" not in over.model_dump(mode="json")["places"][0]["values"][0]


def test_a_series_is_the_same_as_a_file(make: Any) -> None:
    made = make(SeriesRequest(quantity="T850", points=(POINT, END)))
    with xarray.open_dataset(BytesIO(made.files[0].data)) as stored:
        assert stored["value"].attrs["units"] == "degC"
        for index, place in enumerate(made.answer.places):
            values = stored["value"].values[index]
            assert values.tolist() == [item.value for item in place.values]


def test_a_box_between_cells_is_its_nearest_cell(make: Any) -> None:
    box = make(SeriesRequest(quantity="T850", region="115.1,30.1,115.2,30.2"))
    point = make(SeriesRequest(quantity="T850", points=({"latitude": 30, "longitude": 115},)))
    values = [item.value for item in point.answer.places[0].values]
    assert [item.value for item in box.answer.places[0].values] == values


def test_a_sounding_stands_on_the_ground(make: Any) -> None:
    made = make(SoundingRequest(point=POINT, time=AT))
    pressure = [level.pressure_hpa for level in made.answer.levels]
    assert pressure == sorted(pressure, reverse=True)
    assert made.answer.surface_first
    with xarray.open_dataset(BytesIO(made.files[0].data)) as stored:
        assert stored["pressure_hpa"].values.tolist() == pressure


def test_a_section_meets_the_column_at_its_start(make: Any, source: MemorySource) -> None:
    answer = make(SectionRequest(quantity="temperature", start=POINT, end=END, time=AT)).answer
    assert answer.distance_km[0] == 0.0
    assert answer.latitude[-1] == END["latitude"]
    row = answer.pressure_hpa.index(500.0)
    cell = field(source, "t", 500.0).sel(POINT)
    assert answer.values[row][0] == pytest.approx(float(cell) - 273.15, abs=1e-3)
    assert answer.values[-1][0] is None
    assert answer.across == ()


def test_a_section_of_wind_has_both_components(make: Any, source: MemorySource) -> None:
    made = make(SectionRequest(quantity="wind", start=POINT, end=END, time=AT))
    row = made.answer.pressure_hpa.index(500.0)
    cell = {name: float(field(source, name, 500.0).sel(POINT)) for name in ("u", "v")}
    speed = np.hypot(made.answer.values[row][0], made.answer.across[row][0])
    assert speed == pytest.approx(np.hypot(cell["u"], cell["v"]), rel=1e-4)
    with xarray.open_dataset(BytesIO(made.files[0].data)) as stored:
        assert stored["across"].dims == ("pressure", "distance")


@pytest.mark.parametrize(
    ("request_", "code", "said"),
    [
        (RasterRequest(quantity="hotness@850"), "unknown_quantity", "temperature"),
        (RasterRequest(quantity="sounding"), "unknown_quantity", "temperature@850"),
        (RasterRequest(quantity="temperature"), "missing_level", "temperature@850"),
        (RasterRequest(quantity="temperature@333", time=AT), "missing_level", "850"),
        (RasterRequest(quantity="temperature@850"), "time_needed", "time"),
        (VectorsRequest(quantity="temperature@850"), "not_a_vector", "temperature"),
        (ContoursRequest(quantity="T850", time=AT, interval=0.001), "too_many_levels", "more"),
        (SeriesRequest(quantity="T333", region=BOX), "missing_level", "850"),
        (SectionRequest(quantity="ivt", start=POINT, end=END), "not_on_levels", "wind"),
        (SectionRequest(quantity="wind", start=POINT, end=POINT), "invalid_section", "point"),
        (SoundingRequest(point={"latitude": 80, "longitude": 0}, time=AT), None, "80"),
    ],
    ids=lambda part: type(part).__name__ if not isinstance(part, str) else part,
)
def test_what_cannot_be_taken_out(
    source: MemorySource, request_: ExtractRequest, code: str | None, said: str
) -> None:
    with pytest.raises(DiagnosticsError) as refused:
        extract(request_, lambda: source)
    assert refused.value.code in (code, "region_outside_data", "point_outside_data")
    assert said in refused.value.message


def test_every_cell_of_a_lattice_is_tested(source: MemorySource) -> None:
    made = detect(DetectionsRequest(region="110,27,122,35", lattice=6.0), lambda: source)
    answer = made.answer.model_dump()
    assert len(answer["cells"]) == 4
    assert all(
        [item["event"] for item in cell["events"]] == list(EventType) for cell in answer["cells"]
    )
    met = [cell["primary"] for cell in answer["cells"]]
    assert EventType.RAINSTORM in met
    found = json.loads(made.files[0].data)["features"]
    assert [item["properties"]["primary"] for item in found] == met
    fired = found[met.index(EventType.RAINSTORM)]["properties"]["rainstorm"]
    assert fired["firing"] == Firing.FIRED
    assert fired["metrics"]["peak"] >= fired["metrics"]["threshold_effective"]


def test_events_of_a_region_are_points(source: MemorySource) -> None:
    made = detect(DetectionsRequest(region=BOX), lambda: source)
    assert made.answer.model_dump()["classification"]["primary"] is EventType.RAINSTORM
    found = json.loads(made.files[0].data)["features"]
    assert found[0]["geometry"]["type"] == "Point"
    assert found[0]["properties"]["id"].startswith("rainstorm-")
