"""A climatology of grid points holds plain statistics of the years, however it was built."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from distributed import LocalCluster

from diagnostics.catalog import compute_index
from diagnostics.catalog.grid_climatology_build import build_grid
from diagnostics.catalog.grid_climatology_quantities import read_quantity
from diagnostics.catalog.grid_climatology_statistics import Gridding, blocks_of, plane_of
from diagnostics.catalog.index_climatology_build import (
    ReducedIndex,
    Reducing,
    build_from_source,
    stretches_of,
)
from diagnostics.cli import main
from diagnostics.climatology import GridClimatology, GridKey, GridKind, effective_sample_size
from diagnostics.climatology.gridfile import open_gridded, verify
from diagnostics.climatology.partial_build_folder import BlockFolder
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, ExecutionError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.write import write_dataset
from diagnostics.grid.geometry import grid_of

FIELDS = ("t@850", "msl", "pwat", "daily_maximum_temperature", "excess_heat", "spi:5")
QUANTILES = (0.0, 10.0, 50.0, 97.5, 100.0)


def gridding_of(source: Any, fields: tuple[str, ...] = FIELDS, **more: Any) -> Gridding:
    region = more.pop("region", None)
    plane = plane_of(source, region)
    return Gridding(
        source,
        source.digest(),
        region,
        plane.latitude[:, 0],
        plane.longitude[0],
        tuple(read_quantity(text) for text in fields),
        source.inventory().times,
        QUANTILES,
        **more,
    )


def build(gridding: Gridding, target: Path, megabytes: float = 256.0, **how: Any) -> str:
    blocks = blocks_of(gridding, megabytes * 1e6)
    folder = BlockFolder(target, {"one": "recipe"})
    return build_grid(gridding, blocks, folder, target, attributes={"name": "januaries"}, **how)


@pytest.fixture(scope="module")
def source(base: xr.Dataset) -> MemorySource:
    return MemorySource(base)


@pytest.fixture(scope="module")
def whole(source: MemorySource, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("grid") / "clim.nc"
    digest = build(gridding_of(source), target)
    assert open_gridded(target).digest == verify(target) == digest
    return target


@pytest.fixture(scope="module")
def held(whole: Path) -> GridClimatology:
    return open_gridded(whole)


def read(held: GridClimatology, key: GridKey, statistic: str, when: str, base: xr.Dataset,
         kind: GridKind = GridKind.HOURLY) -> np.ndarray:  # fmt: skip
    item = held.find(key, kind)
    assert item is not None
    times = np.array([when], dtype="datetime64[ns]")
    values, spoken = held.at_times(item, statistic, times, grid_of(base))
    assert spoken.all()
    return values[0]


def sample(base: xr.Dataset, hour: int, first: int, last: int) -> xr.Dataset:
    chosen = base.sel(time=base.time.dt.hour == hour)
    return chosen.sel(time=(chosen.time.dt.day >= first) & (chosen.time.dt.day <= last))


@pytest.mark.parametrize(("day", "first", "last"), [(17, 2, 31), (4, 1, 19)])
def test_statistics_are_those_of_numpy(
    held: GridClimatology, base: xr.Dataset, day: int, first: int, last: int
) -> None:
    past = sample(base, 12, first, last).msl.values.astype(np.float64)
    key, when = GridKey(name="msl"), f"2026-01-{day:02d}T12"
    assert read(held, key, "mean", when, base) == pytest.approx(past.mean(axis=0), rel=1e-6)
    assert read(held, key, "std", when, base) == pytest.approx(past.std(axis=0, ddof=1), rel=1e-6)
    assert (read(held, key, "count", when, base) == len(past)).all()
    expected = np.percentile(past, QUANTILES, axis=0)
    assert read(held, key, "quantile", when, base) == pytest.approx(expected, rel=1e-6)
    dates = sample(base, 12, first, last).time.values.astype("datetime64[D]")
    size = effective_sample_size(past[:, 2, 3], dates)
    assert read(held, key, "effective", when, base)[2, 3] == pytest.approx(size, rel=1e-4)


def test_a_window_wraps_across_the_turn_of_the_year(case_maker: Callable[..., Any]) -> None:
    starts = [np.datetime64(f"{year}-12-20T00", "h") for year in range(1991, 1994)]
    times = np.concatenate([start + np.arange(0, 24 * 25, 12) for start in starts])
    winter = case_maker(times)
    gridding = gridding_of(MemorySource(winter), ("msl",))
    block = gridding(blocks_of(gridding, 1e9)[0])
    noon = winter.msl.sel(time=winter.time.dt.hour == 12).values.astype(float)
    # 1 January: all 25 days lie within 15 of it, of each of the three winters
    assert block["mean"][1, 0] == pytest.approx(noon.mean(axis=0), rel=1e-6)
    assert (block["count"][1, 0] == 75).all()


def test_an_index_is_kept_as_its_own_map(held: GridClimatology, base: xr.Dataset) -> None:
    from diagnostics.catalog import compute_field

    past = compute_field("pwat", MemorySource(sample(base, 0, 2, 31)), mode=Mode.DIAGNOSE).values
    found = read(held, GridKey(name="pwat", mode="diagnose"), "mean", "2026-01-17", base)
    assert found == pytest.approx(past.mean(axis=0), rel=1e-5)


def test_daily_values_have_a_window_of_five_days(held: GridClimatology, base: xr.Dataset) -> None:
    daily = base.t2m.resample(time="1D").max().dropna("time", how="all")
    near = daily.sel(time=(daily.time.dt.day >= 15) & (daily.time.dt.day <= 19)).values
    key = GridKey(name="daily_maximum_temperature")
    found = read(held, key, "quantile", "2026-01-17", base, GridKind.DAILY)
    assert found == pytest.approx(np.percentile(near, QUANTILES, axis=0), rel=1e-6)


def test_rain_of_several_days_is_fitted(held: GridClimatology, base: xr.Dataset) -> None:
    from diagnostics.climatology.gamma import fit_gamma

    # amounts of six hours, given twice a day: no day is whole
    item = held.find(GridKey(name="precipitation_5d"), GridKind.DAILY)
    assert item is not None
    assert (read(held, item.key, "count", "2026-01-17", base, GridKind.DAILY) == 0).all()
    four = base.isel(time=slice(0, 62)).copy()
    times = np.datetime64("1991-01-01T06", "ns") + np.timedelta64(6, "h") * np.arange(62 * 2)
    rain = np.concatenate([four.tp.values, four.tp.values * 1.5])
    wet = xr.Dataset(
        {"tp": (four.tp.dims, rain, four.tp.attrs)},
        coords={"time": times, "latitude": base.latitude, "longitude": base.longitude},
    )
    gridding = gridding_of(MemorySource(wet), ("spi:5",))
    tables = gridding(blocks_of(gridding, 1e9)[0])
    days = rain.reshape(31, 4, 6, 7).sum(axis=1, dtype=np.float64)
    totals = np.stack([days[k - 4 : k + 1].sum(axis=0) for k in range(4, 31)])
    shape, scale, _ = fit_gamma(totals[: 15 + 11 + 1])
    assert (tables["count"][16] == 27).all()
    assert tables["shape"][16] == pytest.approx(shape, rel=1e-4)
    assert tables["scale"][16] == pytest.approx(scale, rel=1e-4)


@pytest.mark.slow
def test_the_blocks_change_nothing(source: MemorySource, held: GridClimatology,
                                   tmp_path: Path) -> None:  # fmt: skip
    gridding = gridding_of(source)
    small = blocks_of(gridding, 6e6)
    assert len(small) > 2 * len(FIELDS)
    assert build(gridding, tmp_path / "small.nc", 6.0) == held.digest


def test_a_killed_build_goes_on_where_it_stopped(
    source: MemorySource, held: GridClimatology, tmp_path: Path
) -> None:
    gridding, target = gridding_of(source), tmp_path / "clim.nc"
    blocks = blocks_of(gridding, 6e6)
    worked: list[str] = []

    class KilledError(Exception):
        pass

    def die_at_the_third(label: str, done: int, total: int) -> None:
        worked.append(label)
        if done == 3:
            raise KilledError

    folder = BlockFolder(target, {"one": "recipe"})
    with pytest.raises(KilledError):
        build_grid(gridding, blocks, folder, target, attributes={}, progress=die_at_the_third)
    # a block that a kill cut short is worked again
    (folder.path / "block-000002.npz").write_bytes(b"PK cut short")
    again = BlockFolder(target, {"one": "recipe"})
    worked.clear()
    digest = build_grid(
        gridding,
        blocks,
        again,
        target,
        attributes={"name": "januaries"},
        progress=lambda label, done, total: worked.append(label),
    )
    assert worked == [block.label for block in blocks[2:]]
    assert digest == held.digest
    assert [path.name for path in tmp_path.iterdir()] == ["clim.nc"]
    other = tmp_path / "other.nc"
    BlockFolder(other, {"one": "recipe"})
    with pytest.raises(InputDataError) as caught:
        BlockFolder(other, {"another": "recipe"})
    assert caught.value.code == "partial_differs"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as found:
        yield found.scheduler_address


@pytest.mark.processes
def test_a_cluster_gives_what_one_process_gives(
    source: MemorySource, held: GridClimatology, cluster: str, tmp_path: Path
) -> None:
    assert cluster.startswith("tcp://")
    assert build(gridding_of(source), tmp_path / "a.nc", 30.0, scheduler=cluster) == held.digest


@pytest.mark.processes
def test_a_cluster_reduces_indices_too(source: MemorySource, cluster: str) -> None:
    region = Region(west=111, south=31, east=115, north=34)
    reducing = Reducing(source, source.digest(), region, (ReducedIndex("pwat", reduction="max"),))
    stretches = stretches_of(source.inventory().times, 62)
    here, there = (
        build_from_source(reducing, stretches, attributes={"name": "a"}, scheduler=where)
        for where in (None, cluster)
    )
    assert here.digest == there.digest
    assert here.series[0].key.mode == "diagnose"


def test_a_silent_scheduler_is_named(source: MemorySource, monkeypatch: pytest.MonkeyPatch,
                                     tmp_path: Path) -> None:  # fmt: skip
    monkeypatch.setattr("diagnostics.catalog.workers.CONNECT_SECONDS", 0.2)
    with pytest.raises(ExecutionError) as caught:
        build(gridding_of(source, ("msl",)), tmp_path / "a.nc", scheduler="tcp://127.0.0.1:9")
    assert caught.value.code == "scheduler_unreachable"


def test_damage_is_noticed(whole: Path, tmp_path: Path) -> None:
    import netCDF4

    changed = tmp_path / "changed.nc"
    changed.write_bytes(whole.read_bytes())
    with netCDF4.Dataset(changed, "a") as file:
        file["item_01_mean"][0, 16, 2, 2] += 1.0
    with pytest.raises(InputDataError) as caught:
        verify(changed)
    assert caught.value.code == "damaged_climatology"


def test_a_value_is_placed_by_what_was_built(
    held: GridClimatology, case_maker: Callable[..., xr.Dataset]
) -> None:
    cold = MemorySource(case_maker(np.array(["2026-01-17T12"], dtype="datetime64[ns]"), t=-9.0))
    answer = compute_index("temperature_standardized_anomaly", cold, baseline=held)
    assert answer.value is not None
    assert -3.0 < answer.value < -1.8


@pytest.fixture(scope="module")
def data(base: xr.Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(base, tmp_path_factory.mktemp("years") / "januaries.nc")


def test_the_command_builds_shows_and_verifies(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "clim.nc"
    words = ["climatology", "build", "--data", str(data), "--out", str(out), "--workers", "1"]
    words += ["--field", "msl", "--field", "t@850", "--field", "q@300", "--field", "u@500"]
    words += ["--quantiles", "5,95", "--exclude-year", "2010", "--years", "19", "--json"]
    assert main(words) == 0
    captured = capsys.readouterr()
    built = json.loads(captured.out)
    assert "the data do not give u@500" in captured.err
    assert "[1/3] msl rows 1 to 6 of 6" in captured.err
    assert main(["climatology", "show", str(out), "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == built
    assert [item["key"] for item in built["quantities"]] == ["msl", "t", "q"]
    assert built["quantities"][1]["level"] == 850.0
    assert built["quantities"][0]["years"] == 19
    assert built["quantities"][0]["quantiles"] == [5.0, 95.0]
    assert main(["climatology", "show", str(out)]) == 0
    assert "hour and day of the year" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--field", "t"], "invalid_argument"),
        (["--field", "t@deep"], "invalid_argument"),
        (["--field", "t 850"], "invalid_argument"),
        (["--field", "msl:30"], "invalid_argument"),
        (["--field", "temperature_anomaly"], "unknown_tool"),
        (["--field", "mslp_standardized_anomaly"], "invalid_argument"),
        (["--field", "msl", "--index", "pwat"], "invalid_argument"),
        (["--field", "msl", "--quantiles", "5,high"], "invalid_argument"),
        (["--field", "msl", "--timezone", "Moon/Crater"], "unknown_timezone"),
        (["--field", "u@500"], "nothing_to_build"),
        (["--field", "msl", "--years", "30"], "too_few_years"),
        (["--index", "pwat"], "invalid_region"),
    ],
)
def test_wrong_words_are_refused(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], code: str
) -> None:
    words = ["climatology", "build", "--data", str(data), "--out", str(tmp_path / "c.nc"), "--json"]
    assert main([*words, *more]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


def test_an_index_without_a_map_cannot_be_gridded(source: MemorySource, tmp_path: Path) -> None:
    gridding = gridding_of(source, ("cyclone_pressure_change_rate",))
    with pytest.raises(ArgumentError) as caught:
        build(gridding, tmp_path / "a.nc")
    assert caught.value.code == "no_map"
