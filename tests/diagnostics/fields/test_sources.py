"""Several files as one source, Zarr, writing, digests, limits and sources that change."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numcodecs
import numpy as np
import pytest
import xarray as xr
import zarr

from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import BudgetError, InputDataError
from diagnostics.fields import SourceLimits, inspect_source, open_source
from diagnostics.fields.digest import field_digest
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.write import field_to_netcdf, write_dataset
from diagnostics.ports import FieldRequest, FieldSource

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]


def whole(source: FieldSource) -> xr.Dataset:
    names = tuple(item.name for item in source.inventory().variables)
    return source.load(FieldRequest(variables=names))


def test_files_by_variable_time_and_level_make_the_same_dataset(
    plain_dataset: Make, netcdf: Write
) -> None:
    dataset = plain_dataset(times=4)
    one = open_source([netcdf(dataset, "all.nc")])
    parts = [
        netcdf(dataset[["msl", "t2m"]].drop_vars("level", errors="ignore"), "surface.nc"),
        *(
            netcdf(
                dataset[["t", "u", "z"]].isel(time=times, level=levels),
                f"{times.start}_{levels.start}.nc",
            )
            for times in (slice(0, 1), slice(1, 4))
            for levels in (slice(0, 1), slice(1, 3))
        ),
    ]
    many = open_source(parts[::-1])
    assert field_digest(whole(many)) == field_digest(whole(one))
    assert many.inventory().levels_hpa == (500.0, 850.0, 1000.0)


def test_coordinates_keep_the_digits_that_the_file_gives(
    plain_dataset: Make, netcdf: Write
) -> None:
    """A spacing of a thirtieth degree, rounded to six decimals, would be wrong by 1e-5."""
    latitude, longitude = 30.0 + np.arange(11) / 30.0, -100.0 - np.arange(12)[::-1] / 70.0
    west = plain_dataset().assign_coords(latitude=latitude[::-1], longitude=longitude)
    east = west.assign_coords(longitude=longitude + 360.0)
    kept = [
        whole(open_source([netcdf(item, f"{place}.nc")])) for place, item in enumerate((west, east))
    ]
    for data in kept:
        np.testing.assert_allclose(data.latitude, latitude, rtol=0.0, atol=1e-12)
        np.testing.assert_allclose(data.longitude % 360.0, longitude % 360.0, rtol=0.0, atol=1e-12)
    np.testing.assert_array_equal(kept[0].longitude % 360.0, kept[1].longitude % 360.0)


def test_a_field_that_is_twice_is_taken_once(plain_dataset: Make, netcdf: Write) -> None:
    paths = [netcdf(plain_dataset(), f"{name}.nc") for name in "ab"]
    source = open_source(paths)
    assert len(source.inventory().times) == 2
    assert "duplicate_fields" in {item.code for item in source.inventory().findings}


def test_grids_without_a_common_part_are_refused(plain_dataset: Make, netcdf: Write) -> None:
    dataset = plain_dataset()
    first = netcdf(dataset[["t"]].isel(latitude=slice(6, 11)), "t.nc")
    second = netcdf(dataset[["msl"]].isel(latitude=slice(0, 4)), "msl.nc")
    with pytest.raises(InputDataError, match=r"4 x 12 cells.*5 x 12 cells") as caught:
        open_source([first, second])
    assert caught.value.code == "different_grids"
    assert "no part in common" in caught.value.message


def test_rounding_of_float32_coordinates_is_no_difference(
    plain_dataset: Make, netcdf: Write
) -> None:
    dataset = plain_dataset()
    shifted = dataset[["msl"]].assign_coords(
        latitude=(
            "latitude",
            dataset["latitude"].values.astype("float64") + 2e-5,
            {"units": "degrees_north"},
        )
    )
    paths = [netcdf(dataset[["t"]], "t.nc"), netcdf(shifted, "msl.nc")]
    assert {"t", "msl"} <= {item.name for item in open_source(paths).inventory().variables}


@pytest.mark.parametrize("version", [2, 3])
def test_zarr_local_and_remote(plain_dataset: Make, tmp_path: Path, version: int) -> None:
    import fsspec

    dataset = plain_dataset()
    path = tmp_path / "store"
    dataset.to_zarr(path, zarr_format=version, consolidated=version == 2)
    local = open_source([path])
    assert local.inventory().format == "zarr"
    memory = fsspec.filesystem("memory")
    memory.put(f"{path}/", f"/hvrmet_zarr_{version}/", recursive=True)
    remote = open_source([f"memory://hvrmet_zarr_{version}"])
    assert field_digest(whole(local)) == field_digest(whole(remote))
    before = local.digest()
    assert before == local.digest()
    path_of_value = next(item for item in path.rglob("*") if item.is_file() and "msl" in str(item))
    path_of_value.write_bytes(path_of_value.read_bytes() + b" ")
    assert open_source([path]).digest() != before


CODECS = {
    "lz4": numcodecs.LZ4(),
    "blosc": numcodecs.Blosc(),
    "zstd": numcodecs.Zstd(),
    "checked zstd": numcodecs.Zstd(checksum=True),
    "zlib": numcodecs.Zlib(),
}


@pytest.mark.parametrize("codec", sorted(CODECS))
def test_chunks_that_nothing_checks_are_named(
    plain_dataset: Make, tmp_path: Path, codec: str
) -> None:
    dataset = plain_dataset()[["msl"]]
    encoding = {"msl": {"compressors": CODECS[codec]}}
    dataset.to_zarr(tmp_path / "store", zarr_format=2, encoding=encoding)
    found = open_source(tmp_path / "store").inventory().findings
    named = [item.fields for item in found if item.code == "no_checksum"]
    assert named == ([] if codec in {"checked zstd", "zlib"} else [("msl",)])


def test_chunks_with_a_checksum_of_version_3(plain_dataset: Make, tmp_path: Path) -> None:
    dataset = plain_dataset()[["msl", "t2m"]]
    codecs = (zarr.codecs.BloscCodec(), zarr.codecs.Crc32cCodec())
    encoding = {"msl": {"compressors": codecs}}
    dataset.to_zarr(tmp_path / "store", zarr_format=3, consolidated=False, encoding=encoding)
    (found,) = (
        item
        for item in open_source(tmp_path / "store").inventory().findings
        if item.code == "no_checksum"
    )
    assert found.fields == ("t2m",)


def test_weatherbench_names_in_zarr(tmp_path: Path) -> None:
    shape = (2, 3, 12, 6)
    rng = np.random.default_rng(1)
    dataset = xr.Dataset(
        {
            "u_component_of_wind": (
                ("time", "level", "longitude", "latitude"),
                rng.normal(0, 5, shape),
            ),
            "total_precipitation_6hr": (
                ("time", "longitude", "latitude"),
                np.full((2, 12, 6), 0.004),
            ),
            "10m_u_component_of_wind": (("time", "longitude", "latitude"), np.ones((2, 12, 6))),
            "geopotential_at_surface": (("longitude", "latitude"), np.full((12, 6), 980.665)),
        },
        coords={
            "time": np.array(["2020-01-01T00", "2020-01-01T06"], dtype="datetime64[ns]"),
            "level": [500, 850, 1000],
            "longitude": np.arange(0, 360, 30.0),
            "latitude": np.linspace(-75, 75, 6),
        },
    )
    dataset["total_precipitation_6hr"].attrs["units"] = "m"
    dataset["u_component_of_wind"].attrs["units"] = "m s**-1"
    dataset["geopotential_at_surface"].attrs["units"] = "m**2 s**-2"
    dataset.to_zarr(tmp_path / "wb2.zarr", zarr_format=2)
    source = open_source(tmp_path / "wb2.zarr")
    found = whole(source)
    assert found["u"].dims == ("time", "level", "latitude", "longitude")
    expected = dataset["u_component_of_wind"].transpose("time", "level", "latitude", "longitude")
    np.testing.assert_allclose(found["u"], expected, rtol=1e-6)
    assert found["tp"].attrs["interval_hours"] == 6.0
    assert found["tp"].values == pytest.approx(4.0)
    assert found["orog"].values == pytest.approx(100.0)


def test_only_the_window_is_read(
    plain_dataset: Make, netcdf: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    from diagnostics.fields import array_windows

    sizes: list[int] = []
    original = array_windows.unpack

    def counted(raw: Any, *rest: Any) -> Any:
        sizes.append(raw.size)
        return original(raw, *rest)

    monkeypatch.setattr(array_windows, "unpack", counted)
    source = open_source([netcdf(plain_dataset(times=4))])
    assert sizes == []
    moment = datetime(2026, 1, 1, 6, tzinfo=UTC)
    found = source.load(
        FieldRequest(
            variables=("t",),
            levels_hpa=(850.0,),
            window=TimeWindow(start=moment, end=moment),
            region=Region(west=103, south=33, east=105, north=35),
            halo=1,
        )
    )
    assert dict(found.sizes) == {"time": 1, "level": 1, "latitude": 5, "longitude": 5}
    assert sizes == [25]


def test_threads_may_share_a_netcdf_source(plain_dataset: Make, netcdf: Write) -> None:
    source = open_source([netcdf(plain_dataset(times=4))])
    expected = field_digest(whole(source))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: field_digest(whole(source)), range(12)))
    assert set(found) == {expected}


def test_another_process_opens_the_same_files(plain_dataset: Make, netcdf: Write) -> None:
    source = open_source([netcdf(plain_dataset())], limits=SourceLimits(max_times=5))
    again = pickle.loads(pickle.dumps(source))
    assert again.digest() == source.digest()
    assert field_digest(whole(again)) == field_digest(whole(source))


def test_no_file_stays_open(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset())
    source = open_source([path])
    source.load(FieldRequest(variables=("msl",)))
    held = [str(item.readlink()) for item in Path("/proc/self/fd").iterdir() if item.is_symlink()]
    assert str(path) not in held


def test_limits_are_kept(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset(times=4))
    for limits in (SourceLimits(max_times=3), SourceLimits(max_cells=100)):
        with pytest.raises(BudgetError) as caught:
            open_source([path], limits=limits)
        assert caught.value.code == "source_too_large"
    source = open_source([path], limits=SourceLimits(max_bytes=10_000))
    with pytest.raises(BudgetError, match="smaller region"):
        source.load(FieldRequest(variables=("t", "u", "z")))
    with pytest.raises(BudgetError):
        open_source([path, netcdf(plain_dataset(), "b.nc")], limits=SourceLimits(max_files=1))


def test_the_digest_follows_content_not_names(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset(), "a.nc")
    twin = path.with_name("b.nc")
    twin.write_bytes(path.read_bytes())
    assert open_source([path]).digest() == open_source([twin]).digest()
    other = netcdf(plain_dataset(msl=None), "c.nc")
    assert open_source([other]).digest() != open_source([path]).digest()


def test_a_written_dataset_reads_back_the_same(
    plain_dataset: Make, netcdf: Write, tmp_path: Path
) -> None:
    rain = (
        ("time", "latitude", "longitude"),
        np.full((2, 11, 12), 7.0),
        {"units": "kg m-2", "interval_hours": 6},
    )
    dataset = whole(open_source([netcdf(plain_dataset(tp=rain))]))
    dataset.attrs.update(origin="idealised", attribution="made for a test")
    path = write_dataset(dataset, tmp_path / "written.nc", title="a case")
    source = open_source([path])
    again = whole(source)
    assert field_digest(again) == field_digest(dataset)
    assert again["tp"].attrs["interval_hours"] == 6.0
    inventory = source.inventory()
    assert (inventory.title, inventory.origin) == ("a case", "idealised")
    assert inventory.attribution == "made for a test"
    assert [item.name for item in tmp_path.iterdir() if item.name.startswith(".")] == []
    MemorySource(again)


def test_a_projected_dataset_reads_back_the_same(
    real_data: Callable[[str], Path], tmp_path: Path
) -> None:
    case = real_data("S17_nam_lambert_20180917/nam.t00z.awp21100.tm00.grib2")
    request = FieldRequest(variables=("u", "v", "t2m", "orog"), levels_hpa=(500.0, 850.0))
    dataset = open_source([case]).load(request)
    source = open_source([write_dataset(dataset, tmp_path / "nam.nc")])
    again = source.load(request)
    for name in request.variables:
        np.testing.assert_array_equal(again[name], dataset[name])
    np.testing.assert_allclose(again["longitude"], dataset["longitude"], atol=1e-6)
    assert again["projection"].attrs["grid_mapping_name"] == "lambert_conformal_conic"
    assert "wind_orientation_assumed" not in {item.code for item in source.inventory().findings}
    np.testing.assert_array_equal(MemorySource(dataset).load(request)["t2m"], dataset["t2m"])


def test_one_field_becomes_the_same_bytes_each_time(
    plain_dataset: Make, netcdf: Write, tmp_path: Path
) -> None:
    field = whole(open_source([netcdf(plain_dataset())]))["msl"]
    field = field.assign_coords(crs=((), np.int64(0), {"grid_mapping_name": "none"}))
    data = field_to_netcdf(field)
    assert data == field_to_netcdf(field.copy())
    path = tmp_path / "field.nc"
    path.write_bytes(data)
    assert open_source([path]).inventory().variable("msl") is not None


def test_writing_into_nowhere_leaves_nothing(plain_dataset: Make, netcdf: Write) -> None:
    dataset = whole(open_source([netcdf(plain_dataset())]))
    with pytest.raises(InputDataError) as caught:
        write_dataset(dataset, "/no/such/directory/a.nc")
    assert caught.value.code == "not_writable"


def test_inspection_sees_missing_steps(plain_dataset: Make, netcdf: Write) -> None:
    values = np.full((4, 11, 12), 288.0)
    values[2] = np.nan
    field = (("time", "latitude", "longitude"), values, {"units": "K"})
    inventory = inspect_source(open_source([netcdf(plain_dataset(times=4, t2m=field))]))
    finding = next(item for item in inventory.findings if item.code == "missing_steps")
    assert "2026-01-01T12:00:00Z" in finding.message
    info = inventory.variable("t2m")
    assert info is not None and info.missing_fraction == 0.25
