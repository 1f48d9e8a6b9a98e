"""Regions, times, levels, reductions and climatology of an answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
import xarray

from diagnostics.catalog import FieldCache, compute_field, compute_index, feasibility, get_catalog
from diagnostics.contracts.enums import Feasibility, IndexStatus, Mode
from diagnostics.contracts.evidence import ClimatologyContext
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.ports import FieldRequest

REGION = Region.model_validate((106, 25, 118, 35))


def test_the_box_is_taken_as_given(source: MemorySource, dataset: xarray.Dataset) -> None:
    time = source.inventory().times[2]
    answer = compute_index("temperature_level", source, time=time, region=REGION)
    box = dataset["t"].isel(time=2).sel(level=850).astype(np.float64)
    box = box.sel(latitude=slice(25, 35), longitude=slice(106, 118)) - 273.15
    weights = np.cos(np.radians(box.latitude))
    assert answer.value == pytest.approx(float(box.weighted(weights).mean()), rel=1e-12)
    for reduction, expected in (("max", box.max()), ("min", box.min())):
        answer = compute_index(
            "temperature_level", source, time=time, region=REGION, reduction=reduction
        )
        assert answer.value == pytest.approx(float(expected), rel=1e-12)
        found = box.sel(latitude=answer.latitude, longitude=answer.longitude)
        assert float(found) == pytest.approx(answer.value)


def test_space_is_reduced_before_time(source: MemorySource) -> None:
    answer = compute_index("temperature_level", source, region=REGION)
    values = [point.value for point in answer.series]
    assert len(values) == 9
    assert answer.value == pytest.approx(np.mean(values))
    assert isinstance(answer.time, TimeWindow)
    highest = compute_index("temperature_level", source, region=REGION, reduction="max")
    best = max(highest.series, key=lambda point: point.value or -999.0)
    assert highest.value == best.value
    assert (highest.latitude, highest.longitude) == (best.latitude, best.longitude)
    assert highest.extra["time"] == best.time.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_point_is_the_nearest_cell(source: MemorySource, dataset: xarray.Dataset) -> None:
    point = Region.model_validate((110.3, 30.2, 110.3, 30.2))
    answer = compute_index(
        "temperature_level", source, time=source.inventory().times[0], region=point
    )
    expected = dataset["t"].isel(time=0).sel(level=850, latitude=30, longitude=110)
    assert answer.value == pytest.approx(float(expected) - 273.15)


def test_percentiles_are_weighted_by_area(source: MemorySource) -> None:
    time = source.inventory().times[0]
    field = compute_field("surface_wind_speed", source, time=time, region=REGION).values[0]
    values = [
        compute_index("surface_wind_speed", source, time=time, region=REGION, reduction=name).value
        for name in ("min", "p01", "p50", "median", "p99", "max")
    ]
    assert values == sorted(values, key=float)
    assert values[2] == values[3]
    assert values[2] == pytest.approx(float(np.median(field)), rel=0.1)


def test_a_level_asked_for_and_absent_is_an_error(source: MemorySource) -> None:
    with pytest.raises(InputDataError, match=r"775.*850") as caught:
        compute_index("temperature_level", source, level=775)
    assert caught.value.code == "missing_level"
    with pytest.raises(InputDataError) as caught:
        compute_index("max_vertical_velocity", source, params={"levels": [700, 775]})
    assert caught.value.code == "missing_level"


def test_levels_are_taken_from_either_place(source: MemorySource) -> None:
    one = compute_index("temperature_level", source, level=500)
    other = compute_index("temperature_level", source, params={"level": 500})
    text = compute_index("temperature_level", source, params={"level": "500"})
    assert one.value == other.value == text.value
    assert one.level == 500.0
    near = compute_index("temperature_level", source, level="2m")
    assert near.level is None
    assert near.provenance.inputs == ("t2m",)


def test_a_level_has_no_meaning_for_a_column(source: MemorySource) -> None:
    answer = compute_index("pwat", source, level=850)
    assert "level_ignored" in answer.provenance.warnings
    assert answer.level is None


def test_wrong_arguments_name_what_is_known(source: MemorySource) -> None:
    with pytest.raises(ArgumentError, match="mean, max, min") as caught:
        compute_index("gh500", source, reduction="largest")
    assert caught.value.code == "unknown_reduction"
    with pytest.raises(ArgumentError, match="takes parcel") as caught:
        compute_index("cape", source, params={"parcels": "MU"})
    assert caught.value.code == "unknown_parameter"
    for params in ({"parcel": "XX"}, {"virtual_temperature": "perhaps"}):
        with pytest.raises(ArgumentError) as caught:
            compute_index("cape", source, params=params)  # type: ignore[arg-type]
        assert caught.value.code == "invalid_parameter"
    with pytest.raises(ArgumentError, match="1 to 1100 hPa"):
        compute_index("gh500", source, level=-5)
    with pytest.raises(ArgumentError) as caught:
        compute_index("gh_500", source)
    assert caught.value.code == "unknown_tool"


def test_a_time_that_is_not_there(source: MemorySource) -> None:
    with pytest.raises(InputDataError, match="every 6 h") as caught:
        compute_index("gh500", source, time=datetime(2026, 1, 10, 3, tzinfo=UTC))
    assert caught.value.code == "period_without_data"


def test_a_region_outside_the_data(source: MemorySource) -> None:
    with pytest.raises(InputDataError):
        compute_index("gh500", source, region=Region.model_validate((-60, -30, -50, -20)))


def test_half_of_the_region_must_be_there(dataset: xarray.Dataset) -> None:
    holes = dataset.isel(time=slice(0, 1)).copy(deep=True)
    holes["t2m"][:, :, :18] = np.nan
    most = compute_index("rh_2m", MemorySource(holes))
    assert most.status is IndexStatus.INSUFFICIENT_VALID_AREA
    assert "%" in most.message
    east = Region.model_validate((120, 25, 128, 35))
    part = compute_index("rh_2m", MemorySource(holes), region=east)
    assert part.status is IndexStatus.OK
    assert part.series[0].valid_fraction == pytest.approx(1.0)


def test_a_value_beyond_nature_is_out_of_range(dataset: xarray.Dataset) -> None:
    wrong = dataset.copy()
    wrong["z"] = wrong["z"] / 9.80665
    wrong["z"].attrs = dataset["z"].attrs
    answer = compute_index("gh500", MemorySource(wrong))
    assert answer.status is IndexStatus.OUT_OF_RANGE
    assert answer.value is not None
    # another level has another range
    assert compute_index("gh500", MemorySource(dataset), level=850).status is IndexStatus.OK
    assert compute_index("gh500", MemorySource(dataset), reduction="std").status is IndexStatus.OK


def test_below_ground_is_masked_in_a_diagnosis_only(dataset: xarray.Dataset) -> None:
    plateau = dataset.copy(deep=True)
    plateau["sp"][:, :, :15] = 60000.0
    source = MemorySource(plateau)
    time = source.inventory().times[0]
    literal = compute_field("temperature_level", source, time=time)
    masked = compute_field("temperature_level", source, time=time, mode=Mode.DIAGNOSE)
    assert np.isfinite(literal.values).all()
    assert np.isnan(masked.values[0, :, :15]).all()
    assert np.isfinite(masked.values[0, :, 15:]).all()
    aloft = compute_field("temperature_level", source, time=time, mode=Mode.DIAGNOSE, level=500)
    assert np.isfinite(aloft.values).all()


def test_the_height_of_the_ground_masks_where_its_pressure_is_unknown(
    dataset: xarray.Dataset,
) -> None:
    plateau = dataset.drop_vars("sp").copy(deep=True)
    plateau["orog"][:, :15] = 4000.0
    field = compute_field("temperature_level", MemorySource(plateau), mode=Mode.DIAGNOSE)
    assert np.isnan(field.values[:, :, :15]).all()
    bare = MemorySource(plateau.drop_vars("orog"))
    answer = compute_index("temperature_level", bare, mode=Mode.DIAGNOSE)
    assert "ground_at_sea_level" in answer.provenance.warnings


def test_a_diagnosis_looks_beyond_the_region(source: MemorySource) -> None:
    inside = Region.model_validate((112, 28, 116, 32))
    literal = compute_index("jet_intensity", source, region=inside)
    padded = compute_index("jet_intensity", source, region=inside, mode=Mode.DIAGNOSE)
    assert literal.provenance.domain == inside
    assert padded.provenance.domain is not None
    assert padded.provenance.domain.bounds() == [102.0, 20.0, 126.0, 40.0]
    assert padded.value is not None
    assert literal.value is not None
    assert padded.value >= literal.value
    assert padded.region == inside


def test_derivatives_at_the_region_s_edge_are_centred(source: MemorySource) -> None:
    inner = compute_index("positive_vorticity", source, region=REGION)
    assert "edge_method=one_sided" not in inner.provenance.warnings
    outer = compute_index("positive_vorticity", source)
    assert "edge_method=one_sided" in outer.provenance.warnings
    whole = compute_field("positive_vorticity", source)
    part = compute_field("positive_vorticity", source, region=REGION)
    np.testing.assert_allclose(part, whole.sel(latitude=part.latitude, longitude=part.longitude))


class CountingSource(MemorySource):
    """Counts what is read."""

    requests: list[FieldRequest]

    def load(self, request: FieldRequest) -> xarray.Dataset:
        self.requests = [*getattr(self, "requests", []), request]
        return super().load(request)


def test_only_what_is_needed_is_read_and_only_once(dataset: xarray.Dataset) -> None:
    source, cache = CountingSource(dataset), FieldCache()
    time = source.inventory().times[3]
    compute_index("positive_vorticity", source, time=time, region=REGION, cache=cache)
    (request,) = source.requests
    assert set(request.variables) == {"u", "v"}
    assert request.levels_hpa == (850.0,)
    assert request.window == TimeWindow(start=time, end=time)
    assert request.halo == 3
    compute_index("positive_vorticity", source, time=time, region=REGION, cache=cache)
    compute_index(
        "positive_vorticity", source, time=time, region=REGION, reduction="mean", cache=cache
    )
    assert len(source.requests) == 1
    # winds are shared, the temperature is added
    compute_index("frontogenesis_center", source, time=time, region=REGION, cache=cache)
    assert source.requests[1].variables == ("t",)


def test_a_change_reads_a_day_back(dataset: xarray.Dataset) -> None:
    source = CountingSource(dataset)
    time = source.inventory().times[6]
    answer = compute_index("temp_change_24h", source, time=time, region=REGION)
    (request,) = source.requests
    assert request.window == TimeWindow(start=time - timedelta(hours=24), end=time)
    assert [point.time for point in answer.series] == [time]


def test_the_inputs_have_a_digest_of_their_own(
    source: MemorySource, dataset: xarray.Dataset
) -> None:
    digest = compute_index("gh500", source).provenance.input_digest
    assert digest == compute_index("gh500", MemorySource(dataset.copy())).provenance.input_digest
    changed = dataset.copy(deep=True)
    changed["z"][0, 6, 0, 0] += 1.0
    assert digest != compute_index("gh500", MemorySource(changed)).provenance.input_digest
    changed = dataset.copy(deep=True)
    changed["t"][0, 6, 0, 0] += 1.0
    assert digest == compute_index("gh500", MemorySource(changed)).provenance.input_digest


class OneBaseline:
    """Speaks for one index over one region."""

    name, digest = "example", "0" * 64

    def context(
        self, key: object, region: Region, time: datetime, value: float
    ) -> ClimatologyContext | None:
        if key.name != "temperature_level" or key.params_digest:  # type: ignore[attr-defined]
            return None
        return ClimatologyContext(
            baseline=self.name, mode="A", mean=5.0, std=2.0, z=(value - 5.0) / 2.0,
            percentile=50.0, sample_count=620,
        )  # fmt: skip


def test_each_time_has_its_place_in_the_climatology(source: MemorySource) -> None:
    answer = compute_index(
        "temperature_level", source, region=REGION, reduction="max",
        baseline=OneBaseline(),  # type: ignore[arg-type]
    )  # fmt: skip
    assert all(point.z == pytest.approx((point.value - 5.0) / 2.0) for point in answer.series)
    assert answer.anomaly is not None
    assert answer.anomaly.z == max(point.z or -99.0 for point in answer.series)
    mean = compute_index(
        "temperature_level",
        source,
        region=REGION,
        baseline=OneBaseline(),  # type: ignore[arg-type]
    )
    assert mean.anomaly is None
    assert mean.series[0].z is not None


def test_feasibility_follows_the_inventory(dataset: xarray.Dataset) -> None:
    def states(data: xarray.Dataset) -> dict[str, Feasibility]:
        found = feasibility(MemorySource(data).inventory())
        assert len(found) == len(get_catalog())
        return {item.name: item.feasibility for item in found}

    whole = states(dataset)
    assert whole["cape"] is Feasibility.FEASIBLE
    assert states(dataset.drop_vars("sp"))["cape"] is Feasibility.PARTIAL
    assert states(dataset.drop_vars("q"))["cape"] is Feasibility.BLOCKED
    coarse = states(dataset.sel(level=[300, 500, 700, 850, 1000]))
    assert coarse["pwat"] is Feasibility.PARTIAL
    assert coarse["gh500"] is Feasibility.FEASIBLE
    assert coarse["low_level_divergence_extrema"] is Feasibility.BLOCKED


def test_a_map_has_its_coordinates_and_units(source: MemorySource) -> None:
    field = compute_field("mslp_gradient", source, region=REGION)
    assert field.dims == ("time", "latitude", "longitude")
    assert field.attrs["units"] == "hPa/100km"
    assert field.latitude.values[[0, -1]].tolist() == [25.0, 35.0]
    assert field.longitude.values[[0, -1]].tolist() == [106.0, 118.0]
    with pytest.raises(ArgumentError) as caught:
        compute_field("cyclone_pressure_change_rate", source)
    assert caught.value.code == "no_map"


@pytest.mark.parametrize(
    ("gone", "chart"), [("q", "moisture_cross_section"), ("u", "front_cross_section")]
)
def test_a_section_needs_what_it_draws(dataset: xarray.Dataset, gone: str, chart: str) -> None:
    def told(data: xarray.Dataset) -> tuple[Feasibility, tuple[str, ...]]:
        found = feasibility(MemorySource(data).inventory())
        (mine,) = [item for item in found if item.name == chart]
        return mine.feasibility, mine.missing

    assert told(dataset)[0] is not Feasibility.BLOCKED
    assert told(dataset.drop_vars(gone)) == (Feasibility.BLOCKED, (gone,))
