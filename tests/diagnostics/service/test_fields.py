"""Fields that are kept have the numbers of the index and of the chart, and are bounded."""

from __future__ import annotations

import numpy as np
import pytest
from hvrmet.evidence.stored_fields import nearest, read_field
from pyproj import Transformer

from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.write import field_to_netcdf
from diagnostics.figures.layer_data import layer_data
from diagnostics.figures.spec import Layer
from diagnostics.grid.geometry import projected_grid
from diagnostics.grid.projection import earth_of, read_projection
from diagnostics.quantities.field_array import field_array
from diagnostics.quantities.scene_loading import load_scene
from diagnostics.service import fields
from diagnostics.service.fields import compute_kept_field
from diagnostics.service.requests import IndexRequest
from diagnostics.service.tools import answer_index
from tests.diagnostics.grid.mappings import LAMBERT
from tests.generated_samples import thinned


@pytest.fixture(scope="module")
def source() -> MemorySource:
    return MemorySource(thinned("gale", every=4))


@pytest.fixture(scope="module")
def region(source: MemorySource) -> Region:
    grid = source.inventory().grid
    assert grid is not None
    whole = grid.region
    return Region(
        west=whole.west + 8, south=whole.south + 8, east=whole.east - 8, north=whole.north - 8
    )


@pytest.mark.parametrize(
    ("index", "quantity", "level"),
    [("temperature_level", "temperature", 850.0), ("surface_wind_speed", "wind_speed_10m", None)],
)
def test_index_chart_and_field_have_one_number(source, region, index, quantity, level) -> None:
    time = source.inventory().times[4]
    of_index, of_chart = (
        compute_kept_field(
            IndexRequest(name, time=time, region=region, level=level), lambda: source
        )
        for name in (index, quantity)
    )
    kept, drawn = read_field(of_index.file), read_field(of_chart.file)
    np.testing.assert_allclose(drawn.values, kept.values, rtol=2e-6)
    assert of_index.answer.shape == of_chart.answer.shape == kept.values.shape
    answer = answer_index(
        IndexRequest(index, time=time, region=region, level=level, params={"reduction": "max"}),
        lambda: source,
    )
    assert (of_index.answer.unit, of_index.answer.doubts) == (answer.unit, answer.doubts)
    assert float(kept.values.max()) == pytest.approx(answer.value, rel=1e-6)
    cell = nearest(kept, answer.latitude, answer.longitude)
    assert cell is not None
    assert float(kept.values[0, cell.row, cell.column]) == pytest.approx(answer.value, rel=1e-6)
    layer = Layer(kind="contour", quantity=quantity + (f"@{level:g}" if level else ""))
    scene = load_scene(source, [layer.quantity], region=region, time=time)
    shown = layer_data(scene, layer, "en").field[scene.inside()]
    assert float(np.nanmax(shown)) == pytest.approx(answer.value, rel=1e-6)


def test_a_period_has_its_times(source, region) -> None:
    times = source.inventory().times
    window = TimeWindow(start=times[1], end=times[3])
    for name, level in (("height", 500.0), ("temperature_level", 850.0)):
        request = IndexRequest(name, time=window, region=region, level=level)
        kept = compute_kept_field(request, lambda: source)
        assert kept.answer.times == times[1:4] == read_field(kept.file).times
        assert kept.answer.path == f"fields/{name}.nc"


def test_what_is_too_large_is_refused_before_it_is_read(source, monkeypatch) -> None:
    monkeypatch.setattr(fields, "MOST_VALUES", 100)
    monkeypatch.setattr(MemorySource, "load", lambda *_: pytest.fail("it was read"))
    with pytest.raises(ArgumentError) as caught:
        compute_kept_field(IndexRequest("height", level=500.0), lambda: source)
    assert caught.value.code == "field_too_large"


@pytest.mark.parametrize(
    ("request_", "error", "code"),
    [
        (IndexRequest("no_such_thing"), ArgumentError, "unknown_quantity"),
        (IndexRequest("height"), ArgumentError, "missing_level"),
        (IndexRequest("section"), ArgumentError, "no_map"),
        (
            IndexRequest("height", level=500.0, params={"days": 3}),
            ArgumentError,
            "invalid_parameter",
        ),
        (IndexRequest("height", level=333.0), InputDataError, "missing_input"),
    ],
)
def test_refuses_with_a_stable_code(source, request_, error, code) -> None:
    with pytest.raises(error) as caught:
        compute_kept_field(request_, lambda: source)
    assert caught.value.code == code


def test_a_period_without_times_is_refused(source) -> None:
    first = source.inventory().times[0]
    between = first.replace(minute=30)
    with pytest.raises(InputDataError) as caught:
        compute_kept_field(
            IndexRequest("height", level=500.0, time=TimeWindow(start=between, end=between)),
            lambda: source,
        )
    assert caught.value.code == "missing_time"


ROTATED = {
    "grid_mapping_name": "rotated_latitude_longitude",
    "grid_north_pole_latitude": 39.25,
    "grid_north_pole_longitude": -162.0,
}


@pytest.mark.parametrize(("mapping", "step"), [(LAMBERT, 1e5), (ROTATED, 1.0)])
def test_a_projected_field_has_the_axes_of_its_projection(mapping, step) -> None:
    crs = read_projection(mapping)
    to_earth = Transformer.from_crs(crs, earth_of(crs), always_xy=True)
    longitude, latitude = to_earth.transform(*np.meshgrid(step * np.arange(6), step * np.arange(4)))
    grid = projected_grid(latitude, longitude, mapping)
    mask = np.zeros(grid.shape, dtype=bool)
    mask[1:3, 2:5] = True
    values = np.arange(grid.latitude.size, dtype=np.float64).reshape(1, *grid.shape)
    times = np.array(["2026-07-01T00:00"], dtype="datetime64[ns]")
    made = field_array(values, times, grid, mask, name="cape", unit="K", title="X")
    field = read_field(field_to_netcdf(made))
    assert np.array_equal(field.values[0], values[0, 1:3, 2:5])
    assert field.axes is not None
    assert field.mapping is not None
    assert field.mapping["grid_mapping_name"] == mapping["grid_mapping_name"]
    assert [axis.round(6).tolist() for axis in field.axes] == [
        [step, 2 * step],
        [2 * step, 3 * step, 4 * step],
    ]
    assert field.axis_unit == ("m" if mapping is LAMBERT else "degrees")
    cell = nearest(field, float(latitude[2, 3]) + 0.001, float(longitude[2, 3]))
    assert cell is not None
    assert (cell.row, cell.column) == (1, 1)
