"""Every rule beside a fault that it finds, planted in a small generated case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import xarray as xr

from diagnostics.bench.faults.corpus import corpus
from diagnostics.contracts.checking import CheckFinding, Weight
from diagnostics.data_checks.registry import RULES, rules
from diagnostics.data_checks.rule_inputs import gather
from diagnostics.data_checks.summits import SUMMITS
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.messages import catalogue, languages, render
from diagnostics.physics.sun import cosine_of_zenith_angle
from diagnostics.ports import FieldSource
from tests.generated_samples import thinned

Change = Callable[[xr.Dataset], xr.Dataset]


def edited(name: str, change: Callable[[np.ndarray], np.ndarray]) -> Change:
    def plant(dataset: xr.Dataset) -> xr.Dataset:
        bad = dataset.copy(deep=True)
        bad[name].values[:] = change(bad[name].values.astype(np.float64))
        return bad

    return plant


def planted(name: str) -> Change:
    def plant(dataset: xr.Dataset) -> xr.Dataset:
        bad = corpus()[name].plant(dataset)
        assert bad is not None
        return bad

    return plant


def exchanged(one: str, other: str) -> Change:
    def plant(dataset: xr.Dataset) -> xr.Dataset:
        bad = dataset.copy(deep=True)
        bad[one].values[:], bad[other].values[:] = dataset[other].values, dataset[one].values
        return bad

    return plant


def both(first: Change, second: Change) -> Change:
    return lambda dataset: second(first(dataset))


def only(*names: str) -> Change:
    return lambda dataset: dataset[list(names)]


def without(*names: str) -> Change:
    return lambda dataset: dataset.drop_vars(list(names))


def later(hours: int) -> Change:
    return lambda dataset: dataset.assign_coords(time=dataset.time + np.timedelta64(hours, "h"))


def unchanged(dataset: xr.Dataset) -> xr.Dataset:
    return dataset


def spike(values: np.ndarray) -> np.ndarray:
    values[..., 10, 10] += 40.0
    return values


def patch(values: np.ndarray) -> np.ndarray:
    values[..., 4:12, 4:14] = values.min() - 25.0
    return values


def repeated(values: np.ndarray) -> np.ndarray:
    values[3] = values[2]
    return values


def repeated_later(values: np.ndarray) -> np.ndarray:
    values[9] = values[2]
    return values


def paste(values: np.ndarray) -> np.ndarray:
    values[7] = values[7, ..., ::-1, ::-1] + 15.0
    return values


def against_the_others(values: np.ndarray) -> np.ndarray:
    values[8] = 2.0 * values.mean(axis=0) - values[8]
    return values


def to_and_fro(values: np.ndarray) -> np.ndarray:
    values[1::2] += 6.0
    return values


def every_other_higher(values: np.ndarray) -> np.ndarray:
    values[1::2] += 400.0
    return values


def two_steps_late(values: np.ndarray) -> np.ndarray:
    return np.concatenate([values[:1], values[:1], values[:-2]])


def one_time_flat(values: np.ndarray) -> np.ndarray:
    values[5] = 280.0
    return values


def without_the_peak(values: np.ndarray) -> np.ndarray:
    time, row, column = np.unravel_index(int(np.nanargmax(values)), values.shape)
    values[time, row - 1 : row + 2, column - 1 : column + 2] = np.nan
    return values


def shuffled(values: np.ndarray) -> np.ndarray:
    plane = values.shape[-2] * values.shape[-1]
    order = np.random.default_rng(3).permutation(plane)
    return values.reshape(-1, plane)[:, order].reshape(values.shape)


def at_random(values: np.ndarray) -> np.ndarray:
    return np.random.default_rng(5).normal(0.0, 12.0, values.shape)


def shuffled_times(dataset: xr.Dataset) -> xr.Dataset:
    order = np.random.default_rng(3).permutation(dataset.time.size)
    return dataset.isel(time=order).assign_coords(time=dataset.time)


def to_south_america(dataset: xr.Dataset) -> xr.Dataset:
    """Summer of the north, on land of the south where it is winter."""
    mirrored = dataset.isel(latitude=slice(None, None, -1), longitude=slice(0, 7))
    return mirrored.assign_coords(
        latitude=-mirrored.latitude.values, longitude=np.arange(-70.0, -63.0)
    )


def middle_level(values: np.ndarray) -> np.ndarray:
    values[:, 7] += 25.0
    return values


def copied_level(values: np.ndarray) -> np.ndarray:
    values[:, 7] = values[:, 8]
    return values


def in_some_cells(values: np.ndarray) -> np.ndarray:
    values[:, 7, ::3, ::3] += 9000.0
    return values


def halves_exchanged(axis: int) -> Callable[[np.ndarray], np.ndarray]:
    return lambda values: np.roll(values, values.shape[axis] // 2, axis)


def beyond_the_record(values: np.ndarray) -> np.ndarray:
    values[8, 10, 10] = 1500.0
    return values


def peak_missing(values: np.ndarray) -> np.ndarray:
    values[values >= np.percentile(values, 99.0)] = np.nan
    return values


def sums_of_a_day(values: np.ndarray) -> np.ndarray:
    total = np.cumsum(values, axis=0)
    return np.concatenate([total[:4], total[4:] - total[:-4]])


def one_impossible(values: np.ndarray) -> np.ndarray:
    values[2, 5, 5] = 900.0
    return values


def without_unit(dataset: xr.Dataset) -> xr.Dataset:
    bad = dataset.copy(deep=True)
    del bad["tp"].attrs["units"]
    return bad


def checkerboard(values: np.ndarray) -> np.ndarray:
    rows, columns = np.indices(values.shape[-2:])
    return values + 3.0 * (-1.0) ** (rows + columns)


def missing_and_closed_up(dataset: xr.Dataset) -> xr.Dataset:
    """Days in which the weather moved on, and an axis that does not show it."""
    bad = dataset.copy(deep=True)
    for name in bad.data_vars:
        if "time" in bad[name].dims:
            later = bad[name].values[9:]
            bad[name].values[9:] = np.roll(later[..., ::-1, :], later.shape[-1] // 2, axis=-1)
    return bad


def from_the_archive(dataset: xr.Dataset) -> xr.Dataset:
    return dataset.assign_attrs(history="1995-02-03 10:11:12 GMT by convert")


def with_summits(dataset: xr.Dataset) -> xr.Dataset:
    """Put a relief of the summits that are known into the place of the made one."""
    latitude, longitude = np.meshgrid(dataset["latitude"], dataset["longitude"], indexing="ij")
    away = np.hypot(
        latitude[..., None] - SUMMITS[:, 0],
        (longitude[..., None] - SUMMITS[:, 1]) * np.cos(np.radians(latitude))[..., None],
    )
    height = 3000.0 * np.exp(-((away / 1.5) ** 2)).sum(axis=-1) + 10.0 * np.cos(
        latitude * longitude
    )
    return dataset.assign(orog=(dataset["orog"].dims, height.astype(np.float32)))


def with_radiation(dataset: xr.Dataset) -> xr.Dataset:
    """Add the radiation of six hours under changing clouds, J m-2."""
    inside = np.arange(0, 360, 30).astype("timedelta64[m]")
    moments = dataset["time"].values[:, None] - inside
    place = np.meshgrid(dataset["latitude"], dataset["longitude"], indexing="ij")
    sun = cosine_of_zenith_angle(moments.ravel(), *place).clip(0.0)
    clear = 1000.0 * 1800.0 * sun.reshape(*moments.shape, *place[0].shape).sum(axis=1)
    clouds = np.random.default_rng(1).uniform(0.1, 0.8, (len(moments), 1, 1))
    values = (clear * clouds).astype(np.float32)
    dims = ("time", "latitude", "longitude")
    return dataset.assign(ssrd=(dims, values, {"interval_hours": 6.0}))


def two_runs(dataset: xr.Dataset) -> xr.Dataset:
    """The same times as analyses and the forecasts from them."""
    valid = dataset.time.values[:4].reshape(2, 2)
    steps = valid[0] - valid[0, 0]
    values = dataset["t2m"].values[:4].reshape(2, 2, *dataset["t2m"].shape[1:])
    dims = ("time", "step", "latitude", "longitude")
    return xr.Dataset(
        {"t2m": (dims, values, dataset["t2m"].attrs)},
        coords={
            "time": ("time", valid[:, 0], {"standard_name": "forecast_reference_time"}),
            "step": ("step", steps, {"standard_name": "forecast_period"}),
            "valid_time": (("time", "step"), valid, {"standard_name": "time"}),
            "latitude": dataset.latitude,
            "longitude": dataset.longitude,
        },
    )


def one_time_twice(dataset: xr.Dataset) -> xr.Dataset:
    """A time that comes again, four kelvins warmer."""
    again = dataset.isel(time=slice(-1, None)).copy(deep=True)
    again["t2m"].values[:] += 4.0
    return xr.concat([dataset, again], "time")


def third_first(dataset: xr.Dataset) -> xr.Dataset:
    third = dataset.time.size // 3
    order = [*range(third, 2 * third), *range(third), *range(2 * third, dataset.time.size)]
    return dataset.isel(time=order)


def six_wet_times(dataset: xr.Dataset) -> xr.Dataset:
    last = int(dataset["tp"].sum(("latitude", "longitude")).argmax()) + 3
    return dataset.isel(time=slice(last - 6, last))


class Row(NamedTuple):
    """A fault with the rule that finds it.

    `base` makes the clean data of a case, where that is not the whole case; data that only a
    reader can judge are `written` to a file. `variant` is that of the sentence.
    """

    rule: str
    case: str
    change: Change
    base: Change = unchanged
    written: bool = False
    variant: str = ""
    name: str = "bad.nc"

    @property
    def sentence(self) -> str:
        return "_".join(filter(None, (f"check-{self.rule}", self.variant)))


NEAR_GROUND = only("t2m", "tp")

TABLE: tuple[Row, ...] = (
    Row("refused_by_reader", "gale", edited("t2m", lambda v: v - 273.15), NEAR_GROUND, True),
    Row("noted_by_reader", "gale", edited("t2m", one_impossible), NEAR_GROUND, True),
    Row(
        *("noted_by_reader", "gale", edited("t2m", one_impossible), NEAR_GROUND, True),
        variant="unchecked",
        name="bad.zarr",
    ),
    Row("impossible_values", "gale", edited("t2m", lambda v: v - 273.15)),
    Row("impossible_values", "gale", edited("msl", lambda v: v + 6500.0), variant="doubtful"),
    Row("without_values", "gale", edited("t2m", lambda v: np.full_like(v, np.nan))),
    Row("constant_field", "gale", edited("t2m", lambda v: np.full_like(v, 281.0))),
    Row("constant_field", "gale", edited("t2m", one_time_flat), variant="partly"),
    Row("same_field_twice", "gale", edited("u10", lambda v: thinned("gale")["v10"].values)),
    Row("patch_of_one_value", "gale", edited("t2m", patch)),
    Row("single_spike", "gale", edited("t2m", spike)),
    Row("seam_in_field", "cold_wave", edited("msl", halves_exchanged(-1)), variant="column"),
    Row("seam_in_field", "cold_wave", edited("t2m", halves_exchanged(-2)), variant="row"),
    Row("repeated_rows", "gale", planted("block_of_rows_duplicated")),
    Row("noise", "gale", edited("msl", shuffled)),
    Row("cut_off_peak", "gale", edited("fg10", lambda v: np.minimum(v, np.percentile(v, 97)))),
    Row("gap_in_time", "gale", lambda d: d.drop_isel(time=[6, 7, 8, 9])),
    Row("missing_where_extreme", "rainstorm", edited("tp", peak_missing)),
    Row("stands_still", "gale", edited("msl", repeated)),
    Row("stands_still", "gale", edited("msl", repeated_later), variant="again"),
    Row("sudden_step", "gale", edited("t2m", paste)),
    Row("times_in_disorder", "gale", shuffled_times),
    Row("alternating_times", "gale", edited("t2m", to_and_fro)),
    Row("unit_not_given", "rainstorm", without_unit, NEAR_GROUND, True),
    Row("negative_rain", "rainstorm", edited("tp", lambda v: v - 0.5)),
    Row("rain_beyond_records", "rainstorm", edited("tp", lambda v: v * 10.0), variant="area"),
    Row("rain_beyond_records", "rainstorm", edited("tp", beyond_the_record)),
    Row("rain_too_small", "rainstorm", edited("tp", lambda v: v / 1000.0)),
    Row("rain_is_a_running_total", "rainstorm", edited("tp", lambda v: np.cumsum(v, axis=0))),
    Row(
        "rain_is_a_running_total",
        "rainstorm",
        edited("tp", lambda v: np.cumsum(v, axis=0)),
        six_wet_times,
        variant="perhaps",
    ),
    Row("rain_is_a_running_sum", "rainstorm", edited("tp", sums_of_a_day)),
    Row("snow_beyond_rain", "snowstorm", edited("sf", lambda v: v * 10.0)),
    Row("humidity_too_low", "rainstorm", edited("q", lambda v: v / 100.0)),
    Row("supersaturated", "rainstorm", edited("q", lambda v: np.minimum(v * 1.8, 0.035))),
    Row("humidity_grows_with_height", "rainstorm", edited("q", lambda v: v[:, ::-1])),
    Row("dewpoint_above_temperature", "gale", exchanged("t2m", "d2m")),
    Row("dewpoint_far_below", "rainstorm", edited("d2m", lambda v: v - 60.0)),
    Row("surface_humidity_apart", "rainstorm", edited("d2m", lambda v: v - 25.0)),
    Row("wind_against_balance", "gale", exchanged("u", "v")),
    Row(
        "wind_against_balance",
        "gale",
        both(edited("u", at_random), edited("v", lambda v: at_random(v)[::-1])),
        variant="unlike",
    ),
    Row("wind_speed_against_balance", "gale", planted("wind_knots_labelled_ms")),
    Row("surface_wind_apart", "gale", exchanged("u10", "v10")),
    Row(
        "surface_wind_apart",
        "gale",
        both(edited("u10", at_random), edited("v10", lambda v: at_random(v)[::-1])),
        variant="unlike",
    ),
    Row(
        "surface_wind_apart",
        "gale",
        both(edited("u10", lambda v: 3.6 * v), edited("v10", lambda v: 3.6 * v)),
        variant="speed",
    ),
    Row("gust_against_wind", "gale", edited("fg10", lambda v: v * 3.6)),
    Row("gust_against_wind", "gale", edited("fg10", lambda v: v / 1.944)),
    Row("divergence_like_rotation", "gale", exchanged("u", "v"), only("u", "v")),
    Row("divergence_like_rotation", "gale", edited("v", lambda v: -v), only("u", "v")),
    Row("hole_over_the_peak", "gale", edited("fg10", without_the_peak)),
    Row("hole_over_the_peak", "gale", edited("fg10", without_the_peak), only("fg10")),
    Row("ascent_against_convergence", "rainstorm", edited("w", lambda v: -v)),
    Row("ascent_against_rain", "rainstorm", edited("w", lambda v: -v)),
    Row(
        "wind_falls_with_height",
        "gale",
        both(edited("u", lambda v: v[:, ::-1]), edited("v", lambda v: v[:, ::-1])),
    ),
    Row("height_of_level", "gale", edited("z", lambda v: v / 9.80665)),
    Row("thickness_against_temperature", "gale", edited("t", lambda v: v + 8.0)),
    Row("thickness_against_temperature", "gale", edited("z", in_some_cells), variant="scattered"),
    Row("levels_out_of_order", "gale", edited("t", lambda v: v[:, ::-1])),
    Row("levels_far_up", "gale", lambda d: d.assign_coords(level=d.level / 100.0)),
    Row("level_apart", "gale", edited("t", middle_level)),
    Row("same_level_twice", "gale", edited("t", copied_level)),
    Row("pressure_against_height", "gale", edited("msl", lambda v: v + 900.0)),
    Row("surface_pressure_against_ground", "gale", edited("sp", lambda v: v + 6000.0)),
    Row(
        "surface_pressure_against_ground",
        "gale",
        edited("sp", lambda v: v + 6000.0),
        variant="ground",
    ),
    Row(
        "below_the_ground",
        "gale",
        edited("sp", lambda v: v - 20000.0),
        edited("sp", lambda v: np.maximum(v, 101000.0)),
    ),
    Row("pressure_reduced_over_high_ground", "gale", edited("orog", lambda v: v + 1500.0)),
    Row("surface_temperature_apart", "gale", edited("t2m", lambda v: v + 14.0)),
    Row("extremes_out_of_order", "gale", exchanged("mx2t", "mn2t")),
    Row("times_apart", "gale", edited("u10", two_steps_late)),
    Row("time_of_one_field_wrong", "gale", edited("t2m", against_the_others)),
    Row("fields_in_different_places", "gale", edited("t2m", lambda v: v[:, ::-1])),
    Row(
        "not_where_the_land_is",
        "gale",
        lambda d: d.assign_coords(longitude=d.longitude + 20.0),
        variant="moved",
    ),
    Row("not_where_the_land_is", "gale", edited("orog", lambda v: v[::-1])),
    Row("not_where_the_land_is", "gale", edited("lsm", lambda v: 1.0 - v), variant="inverted"),
    Row("not_where_the_land_is", "gale", edited("lsm", lambda v: v[:, ::-1]), variant="unlike"),
    Row("warmer_toward_the_pole", "gale", edited("t", lambda v: v[..., ::-1, :])),
    Row("thermal_wind", "gale", exchanged("u", "v"), without("z")),
    Row(
        "thermal_wind",
        "gale",
        both(edited("u", lambda v: 3.6 * v), edited("v", lambda v: 3.6 * v)),
        without("z"),
        variant="speed",
    ),
    Row("not_of_the_season", "cold_wave", later(24 * 182), variant="half_a_year"),
    Row("not_of_the_season", "heat_wave", to_south_america, variant="hemisphere"),
    Row("not_of_the_hour", "heat_wave", later(12)),
    Row("not_where_the_summits_are", "cold_wave", edited("orog", lambda v: v[::-1]), with_summits),
    Row("radiation_against_sun", "heat_wave", later(-8), with_radiation),
    Row("radiation_against_sun", "heat_wave", later(5), with_radiation, variant="earlier"),
    Row("wave_of_two_cells", "gale", edited("t2m", checkerboard)),
    Row("few_values", "gale", edited("msl", lambda v: np.round(v / 500.0) * 500.0)),
    Row("break_in_course", "gale", missing_and_closed_up),
    Row("every_other_time", "gale", edited("msl", every_other_higher)),
    Row("beside_the_usual_hours", "gale", later(2)),
    Row("far_from_climate", "gale", edited("t2m", lambda v: v + 30.0)),
    Row("pressure_at_the_sea", "gale", edited("sp", lambda v: v + 500.0)),
    Row("date_of_the_file", "gale", from_the_archive, NEAR_GROUND, True),
    Row("other_date_in_name", "gale", unchanged, NEAR_GROUND, True, name="t2m_19950703.nc"),
    Row("mixed_leads", "gale", two_runs, NEAR_GROUND, True),
    Row("warned_by_reader", "gale", one_time_twice, NEAR_GROUND, True),
    Row("joined_out_of_order", "gale", third_first, NEAR_GROUND, True),
    Row("longitudes_westward", "gale", planted("longitude_sign_reversed"), NEAR_GROUND, True),
)


OF_RULES = tuple(f"check-{item.id}" for item in rules())


def findings(rule: str, source: FieldSource) -> Sequence[CheckFinding]:
    """What one rule finds in a source that has the fields it needs."""
    material = gather(source, source.inventory())
    item = RULES[rule]
    assert any(material.has(*names) for names in item.needs) or item.needs == ((),)
    return [item.finding(found) for found in item.look(material)]


def opened(dataset: xr.Dataset, row: Row, path: Path) -> FieldSource:
    if not row.written:
        return MemorySource(dataset)
    if path.suffix == ".zarr":
        dataset.to_zarr(path, zarr_format=2)
    else:
        dataset.to_netcdf(path)
    return open_source(path)


def test_every_rule_stands_in_the_table() -> None:
    assert {row.rule for row in TABLE} == {item.id for item in rules()}


def test_every_sentence_of_a_rule_stands_in_the_table() -> None:
    known = {name for name in catalogue("en").variables() if name.startswith(OF_RULES)}
    assert {row.sentence for row in TABLE} == known


@pytest.mark.parametrize(
    "row",
    [
        # the gate plants a third of the faults, nightly all
        pytest.param(row, id=f"{n}-{row.rule}", marks=[pytest.mark.slow] * (n % 3 > 0))
        for n, row in enumerate(TABLE)
    ],
)
def test_a_rule_finds_its_fault_and_nothing_in_clean_data(row: Row, tmp_path: Path) -> None:
    clean = row.base(thinned(row.case))
    assert findings(row.rule, opened(clean, row, tmp_path / "clean.nc")) == []
    found = findings(row.rule, opened(row.change(clean), row, tmp_path / row.name))
    assert row.sentence in {finding.wording.id for finding in found}
    for language in languages():
        for finding in found:
            assert render(finding.wording, language)
            assert render(finding.cure, language)


@pytest.mark.parametrize(("name", "weight"), [("tp", Weight.DOUBT), ("msl", Weight.REFUSE)])
def test_an_amount_may_be_the_same_in_hours_that_follow_each_other(
    name: str, weight: Weight
) -> None:
    # an archive shares the amount of a longer interval out evenly; a state stands still by a fault
    dataset = thinned("gale").copy(deep=True)
    wettest = int(dataset["tp"].sum(["latitude", "longitude"]).argmax("time"))
    dataset[name].values[:] = dataset[name].values[wettest]
    found = findings("stands_still", MemorySource(dataset))
    assert [finding.weight for finding in found if name in finding.fields] == [weight]
