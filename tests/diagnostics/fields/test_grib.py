"""GRIB messages written with ecCodes come back as the fields that went in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.fields import SourceLimits, open_source
from diagnostics.fields.grib_messages import iterate_fields
from diagnostics.messages import render
from diagnostics.ports import FieldRequest

Write = Callable[..., Path]
Keys = Callable[..., dict[str, Any]]
RAMP = np.arange(12, dtype=float).reshape(3, 4)


def codes_in(source: Any) -> set[str]:
    return {item.code for item in source.inventory().findings}


@pytest.mark.parametrize("edition", [1, 2])
def test_rows_come_out_northward(grib_file: Write, box_keys: Keys, edition: int) -> None:
    keys = box_keys(shortName="t", level=850)
    path = grib_file([(keys, 270.0 + RAMP)], edition=edition)
    found = open_source([path]).load(FieldRequest(variables=("t",)))["t"]
    assert found["latitude"].values.tolist() == [40.0, 41.0, 42.0]
    assert found["longitude"].values.tolist() == [10.0, 11.0, 12.0, 13.0]
    np.testing.assert_allclose(found.values[0, 0], 270.0 + RAMP[::-1], atol=1e-3)


def test_scan_modes_do_not_matter(grib_file: Write, box_keys: Keys) -> None:
    upward = box_keys(
        shortName="t",
        level=850,
        jScansPositively=1,
        latitudeOfFirstGridPointInDegrees=40.0,
        latitudeOfLastGridPointInDegrees=42.0,
    )
    first = grib_file([(upward, 270.0 + RAMP[::-1])], "a.grib")
    second = grib_file([(box_keys(shortName="t", level=850), 270.0 + RAMP)], "b.grib")
    values = [
        open_source([path]).load(FieldRequest(variables=("t",)))["t"].values
        for path in (first, second)
    ]
    np.testing.assert_allclose(values[0], values[1], atol=1e-3)


def test_levels_of_one_name_do_not_collide(grib_file: Write, box_keys: Keys) -> None:
    def surface(kind: int, value: int, **more: Any) -> dict[str, Any]:
        return box_keys(
            discipline=0,
            typeOfFirstFixedSurface=kind,
            scaleFactorOfFirstFixedSurface=0,
            scaledValueOfFirstFixedSurface=value,
            **more,
        )

    temperature = {"parameterCategory": 0, "parameterNumber": 0}
    messages = [
        (surface(100, 85000, **temperature), 280.0 + RAMP),
        (surface(100, 50000, **temperature), 255.0 + RAMP),
        (surface(1, 0, **temperature), 300.0 + RAMP),
        (surface(103, 2, **temperature), 290.0 + RAMP),
        (surface(7, 0, **temperature), 210.0 + RAMP),
        (surface(103, 80, **temperature), 289.0 + RAMP),
    ]
    source = open_source([grib_file(messages)])
    found = source.load(FieldRequest(variables=("t", "t2m")))
    assert found["level"].values.tolist() == [500.0, 850.0]
    np.testing.assert_allclose(found["t2m"].values[0], 290.0 + RAMP[::-1], atol=1e-2)
    np.testing.assert_allclose(found["t"].values[0, 1], 280.0 + RAMP[::-1], atol=1e-2)
    assert {item.name for item in source.inventory().variables} == {"t", "t2m"}


def test_a_bitmap_is_missing_data(grib_file: Write, box_keys: Keys) -> None:
    values = 270.0 + RAMP
    values[0, 0] = np.nan
    path = grib_file([(box_keys(shortName="t", level=850), values)])
    found = open_source([path]).load(FieldRequest(variables=("t",)))["t"].values[0, 0]
    assert np.isnan(found[2, 0]) and int(np.isnan(found).sum()) == 1


def test_fields_of_one_message_are_taken_apart(grib_file: Write, box_keys: Keys) -> None:
    parts = [
        grib_file([(box_keys(shortName=name, level=850), value + RAMP)], f"{name}.grib")
        for name, value in (("u", 5.0), ("v", -5.0))
    ]
    first, second = (path.read_bytes() for path in parts)
    tail = first[-4:]
    # Sections 0 to 3 are shared; the second field repeats sections 4 to 7.
    position = 16
    while second[position + 4] != 4:
        position += int.from_bytes(second[position : position + 4], "big")
    body = first[16:-4] + second[position:-4]
    total = 16 + len(body) + 4
    merged = parts[0].parent / "multi.grib"
    merged.write_bytes(first[:8] + total.to_bytes(8, "big") + body + tail)
    assert [address.field for address, _ in iterate_fields(merged)] == [0, 1]
    found = open_source([merged]).load(FieldRequest(variables=("u", "v")))
    np.testing.assert_allclose(found["u"].values[0, 0], 5.0 + RAMP[::-1], atol=1e-3)
    np.testing.assert_allclose(found["v"].values[0, 0], -5.0 + RAMP[::-1], atol=1e-3)


def test_padding_between_messages_is_skipped(grib_file: Write, box_keys: Keys) -> None:
    path = grib_file([(box_keys(shortName="t", level=850), 270.0 + RAMP)])
    data = path.read_bytes()
    path.write_bytes(b"\r\r\nYTPE85 ECMF 010000\r\r\n" + data + b"\x00" * 100 + data)
    assert len(list(iterate_fields(path))) == 2


def test_members_must_be_chosen(grib_file: Write, box_keys: Keys) -> None:
    messages = []
    for member in (1, 2):
        keys = box_keys(shortName="t", level=850)
        keys = {"productDefinitionTemplateNumber": 1, "perturbationNumber": member, **keys}
        messages.append((keys, 270.0 + member + 0 * RAMP))
    path = grib_file(messages)
    with pytest.raises(InputDataError) as caught:
        open_source([path])
    assert caught.value.code == "several_members"
    found = open_source([path], member=2).load(FieldRequest(variables=("t",)))["t"]
    assert found.values == pytest.approx(272.0)


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("icon.grib2", "unsupported_grid", ("triangles", "三角形")),
        ("synop.bufr", "not_gridded", ("BUFR", "BUFR")),
    ],
)
def test_what_is_no_rectangle_is_named(
    real_data: Callable[[str], Path], name: str, code: str, words: tuple[str, str]
) -> None:
    with pytest.raises(InputDataError) as caught:
        open_source([real_data(f"../files/no_plain_grid/{name}")])
    assert caught.value.code == code
    for language, word in zip(("en", "zh"), words, strict=True):
        assert word in render(caught.value.text, language)


def test_a_bulletin_of_observations_is_named_behind_its_header(tmp_path: Path) -> None:
    path = tmp_path / "bulletin"
    path.write_bytes(
        b"\x01\r\r\n123\r\r\nISMD01 EGRR 050000\r\r\nBUFR\x00\x00\xe7\x04" + bytes(200)
    )
    with pytest.raises(InputDataError) as caught:
        open_source([path])
    assert caught.value.code == "not_gridded"


def test_a_spectral_grid_is_refused_with_a_cure(tmp_path: Path) -> None:
    import pyproj  # noqa: F401  (before ecCodes)
    import eccodes  # isort: skip

    path = tmp_path / "spectral.grib"
    with path.open("wb") as stream:
        handle = eccodes.codes_grib_new_from_samples("sh_pl_grib2")
        eccodes.codes_write(handle, stream)
        eccodes.codes_release(handle)
    with pytest.raises(InputDataError, match="regular") as caught:
        open_source([path])
    assert caught.value.code == "unsupported_grid"


@pytest.mark.parametrize("sample", ["reduced_gg_pl_32_grib1", "reduced_gg_pl_32_grib2"])
def test_a_reduced_gaussian_grid_becomes_regular(tmp_path: Path, sample: str) -> None:
    import pyproj  # noqa: F401  (before ecCodes)
    import eccodes  # isort: skip

    path = tmp_path / "reduced.grib"
    with path.open("wb") as stream:
        handle = eccodes.codes_grib_new_from_samples(sample)
        lengths = eccodes.codes_get_array(handle, "pl")
        rows = np.sort(eccodes.codes_get_array(handle, "distinctLatitudes"))[::-1]
        points = np.concatenate([np.arange(n) * 2 * np.pi / n for n in lengths])
        latitude = np.repeat(rows, lengths)
        wave = 270.0 + 0.2 * latitude + 10.0 * np.cos(np.deg2rad(latitude)) * np.sin(points)
        eccodes.codes_set(handle, "bitsPerValue", 24)
        eccodes.codes_set_values(handle, wave)
        eccodes.codes_write(handle, stream)
        eccodes.codes_release(handle)
    source = open_source([path])
    name = source.inventory().variables[0].name
    found = source.load(FieldRequest(variables=(name,)))[name].squeeze()
    assert found.shape == (64, 128)
    assert source.inventory().grid.cyclic  # type: ignore[union-attr]
    np.testing.assert_allclose(found["latitude"], rows[::-1], atol=1e-3)
    north, east = np.meshgrid(found["latitude"], np.deg2rad(found["longitude"]), indexing="ij")
    expected = 270.0 + 0.2 * north + 10.0 * np.cos(np.deg2rad(north)) * np.sin(east)
    # Linear between points: exact on the longest rows, a little flat between those of short ones.
    np.testing.assert_allclose(found, expected, atol=0.05)
    np.testing.assert_allclose(found[32], expected[32], atol=1e-3)
    assert "reduced_grid" in {item.code for item in source.inventory().findings}


def test_model_levels_are_refused_by_name(grib_file: Write, box_keys: Keys) -> None:
    hybrid = box_keys(shortName="t", typeOfLevel="hybrid", level=60)
    kept = box_keys(shortName="q", level=850)
    path = grib_file([(hybrid, 270.0 + RAMP), (kept, 0.001 + 0 * RAMP)])
    source = open_source([path])
    with pytest.raises(InputDataError, match="surface pressure") as caught:
        source.load(FieldRequest(variables=("t",)))
    assert caught.value.code == "native_model_levels"


def test_mean_sea_level_pressure_prefers_prmsl(grib_file: Write, box_keys: Keys) -> None:
    def pressure(number: int) -> dict[str, Any]:
        return box_keys(
            centre="kwbc",
            discipline=0,
            parameterCategory=3,
            parameterNumber=number,
            typeOfFirstFixedSurface=101,
        )

    path = grib_file([(pressure(192), 100000.0 + RAMP), (pressure(1), 101000.0 + RAMP)])
    source = open_source([path])
    info = source.inventory().variable("msl")
    assert info is not None and info.source_name == "prmsl"
    found = source.load(FieldRequest(variables=("msl",)))["msl"].values
    assert found.min() >= 101000.0
    assert "alternative_ignored" in codes_in(source)


def rain(keys: dict[str, Any], start: int, end: int) -> dict[str, Any]:
    return {
        "productDefinitionTemplateNumber": 8,
        **keys,
        "discipline": 0,
        "parameterCategory": 1,
        "parameterNumber": 8,
        "typeOfFirstFixedSurface": 1,
        "typeOfStatisticalProcessing": 1,
        "stepRange": f"{start}-{end}",
    }


def test_gfs_buckets_become_even_increments(grib_file: Write, box_keys: Keys) -> None:
    amounts = {(0, 3): 2.0, (0, 6): 5.0, (6, 9): 1.0, (6, 12): 4.0}
    messages = [
        (rain(box_keys(centre="kwbc"), *span), amount + 0 * RAMP)
        for span, amount in amounts.items()
    ]
    source = open_source([grib_file(messages)])
    found = source.load(FieldRequest(variables=("tp",)))["tp"]
    assert found.attrs["interval_hours"] == 3.0
    assert found.values[:, 0, 0].tolist() == pytest.approx([2.0, 3.0, 1.0, 3.0], abs=1e-3)
    assert str(found["time"].values[0])[:13] == "2026-01-01T03"
    assert "accumulation_differenced" in codes_in(source)


def test_a_reset_that_the_file_denies_is_an_error(grib_file: Write, box_keys: Keys) -> None:
    messages = [
        (rain(box_keys(centre="kwbc"), 0, 6), 10.0 + 0 * RAMP),
        (rain(box_keys(centre="kwbc"), 0, 12), 3.0 + 0 * RAMP),
    ]
    with pytest.raises(InputDataError, match="falls by 7") as caught:
        open_source([grib_file(messages)]).load(FieldRequest(variables=("tp",)))
    assert caught.value.code == "accumulation_reset"


def lambert_keys(**more: Any) -> dict[str, Any]:
    return {
        "gridType": "lambert",
        "Nx": 5,
        "Ny": 4,
        "shapeOfTheEarth": 6,
        "latitudeOfFirstGridPointInDegrees": 30.0,
        "longitudeOfFirstGridPointInDegrees": 240.0,
        "LaDInDegrees": 25.0,
        "LoVInDegrees": 265.0,
        "DxInMetres": 200000,
        "DyInMetres": 200000,
        "Latin1InDegrees": 25.0,
        "Latin2InDegrees": 25.0,
        "jScansPositively": 1,
        "dataDate": 20260101,
        "dataTime": 0,
        **more,
    }


@pytest.mark.parametrize("relative_to_grid", [0, 1])
def test_p22_lambert_winds_are_turned_by_the_convergence(
    grib_file: Write, relative_to_grid: int
) -> None:
    field = np.zeros((4, 5))
    messages = [
        (lambert_keys(shortName=name, level=850, uvRelativeToGrid=relative_to_grid), field + value)
        for name, value in (("u", 10.0), ("v", 0.0))
    ]
    found = open_source([grib_file(messages)]).load(FieldRequest(variables=("u", "v")))
    u, v = found["u"].values[0, 0], found["v"].values[0, 0]
    np.testing.assert_allclose(np.hypot(u, v), 10.0, rtol=1e-3)
    # On a tangent cone the grid turns by sin(25 deg) times the distance to the central meridian;
    # west of it the meridians lean to the right, so the grid's x axis points north of east.
    turn = np.sin(np.deg2rad(25.0)) * (265.0 - found["longitude"].values % 360)
    expected = np.where(relative_to_grid, turn, 0.0)
    np.testing.assert_allclose(np.rad2deg(np.arctan2(v, u)), expected, atol=0.02)
    assert found["projection"].attrs["grid_mapping_name"] == "lambert_conformal_conic"


def test_one_grid_relative_component_alone_is_refused(grib_file: Write) -> None:
    keys = [lambert_keys(shortName=name, level=850, uvRelativeToGrid=1) for name in ("u", "t")]
    path = grib_file([(keys[0], np.zeros((4, 5))), (keys[1], np.full((4, 5), 280.0))])
    source = open_source([path])
    with pytest.raises(InputDataError) as caught:
        source.load(FieldRequest(variables=("u",)))
    assert caught.value.code == "wind_pair_missing"


def test_a_window_of_a_projected_grid_holds_the_box(grib_file: Write) -> None:
    path = grib_file([(lambert_keys(shortName="t", level=850), np.full((4, 5), 280.0))])
    region = Region(west=-118, south=29, east=-114, north=34)
    found = open_source([path]).load(FieldRequest(variables=("t",), region=region))
    assert found.sizes["y"] < 4 and found.sizes["x"] < 5
    inside = (found["longitude"] >= -118) & (found["longitude"] <= -114)
    assert bool(inside.any())
    with pytest.raises(InputDataError) as caught:
        open_source([path]).load(
            FieldRequest(variables=("t",), region=Region(west=0, south=0, east=5, north=5))
        )
    assert caught.value.code == "region_outside_data"


def test_a_huge_grid_is_refused_before_it_is_decoded(grib_file: Write, box_keys: Keys) -> None:
    from diagnostics.errors import BudgetError

    path = grib_file([(box_keys(shortName="t", level=850), 270.0 + RAMP)])
    with pytest.raises(BudgetError):
        open_source([path], limits=SourceLimits(max_cells=5))


def test_threads_may_share_a_source(grib_file: Write, box_keys: Keys) -> None:
    messages = [
        (box_keys(shortName="t", level=level), 200.0 + level / 10 + 0 * RAMP)
        for level in (1000, 850, 700, 500)
    ]
    source = open_source([grib_file(messages)])
    failures: list[str] = []

    def work(level: float) -> None:
        for _ in range(20):
            found = source.load(FieldRequest(variables=("t",), levels_hpa=(level,)))
            if abs(float(found["t"].max()) - (200.0 + level / 10)) > 1e-2:
                failures.append(str(level))

    threads = [threading.Thread(target=work, args=(level,)) for level in (1000.0, 850.0, 500.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
