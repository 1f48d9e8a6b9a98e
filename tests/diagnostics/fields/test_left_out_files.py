"""Of several files, the bad ones are named with their reason, and the rest is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xarray as xr
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.inventory import Finding, Inventory
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.left_out_files import LEFT_OUT, MOST_NAMED
from diagnostics.messages import languages, render
from diagnostics.ports import FieldRequest

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]
Spoil = Callable[[Path, Make], None]


def of_bytes(content: bytes) -> Spoil:
    return lambda path, _: path.write_bytes(content) and None


def truncated(path: Path, make: Make) -> None:
    make().to_netcdf(path, format="NETCDF3_64BIT")
    path.write_bytes(path.read_bytes()[:-500])


def cut_hdf5(path: Path, make: Make) -> None:
    make().to_netcdf(path)
    path.write_bytes(path.read_bytes()[:-500])


def undated(path: Path, make: Make) -> None:
    dataset = make(times=1)
    for name in list(dataset.data_vars):
        dataset[name].attrs.clear()
    dataset.drop_vars("time").to_netcdf(path)


def without_fields(path: Path, make: Make) -> None:
    make()[["t2m"]].rename(t2m="albedo_of_cheese").to_netcdf(path)


def far_away(path: Path, make: Make) -> None:
    dataset = make()
    dataset.assign_coords(longitude=dataset.longitude + 120.0).to_netcdf(path)


def absent(path: Path, _: Make) -> None:
    path.symlink_to(path.with_name("nowhere.nc"))


BAD: dict[str, tuple[Spoil, str]] = {
    "empty": (of_bytes(b""), "empty_file"),
    "text": (of_bytes(b"station,t2m\n54511,21.5\n" * 20), "unrecognised_format"),
    "web page": (of_bytes(b"<!DOCTYPE html><html></html>"), "html_instead_of_data"),
    "BUFR": (
        of_bytes(b"BUFR\x00\x00\x40\x04" + bytes(range(200)) + b"7777"),
        "not_gridded",
    ),
    "GRIB cut short": (
        of_bytes(b"GRIB\x00\x00\x00\x02" + (4000).to_bytes(8, "big") + bytes(64)),
        "",
    ),
    "GRIB of nonsense": (of_bytes(b"GRIB\x00\x01\x00\x01" + bytes(300)), ""),
    "truncated": (truncated, "truncated_file"),
    "truncated HDF5": (cut_hdf5, "truncated_file"),
    "undated": (undated, "undated_data"),
    "other fields": (without_fields, "no_known_fields"),
    "elsewhere": (far_away, "different_grids"),
    "broken link": (absent, "file_not_found"),
}


@pytest.fixture
def folder(plain_dataset: Make, tmp_path: Path) -> Path:
    """Return a folder of two good files, of one time each."""
    place = tmp_path / "data"
    place.mkdir()
    whole = plain_dataset(times=2)
    for number in range(2):
        whole.isel(time=[number]).to_netcdf(place / f"good{number}.nc")
    return place


def left_out(inventory: Inventory) -> list[Finding]:
    return [item for item in inventory.findings if item.code == LEFT_OUT]


@pytest.mark.parametrize(
    ("name", "as_list"),
    [(name, False) for name in BAD] + [(name, True) for name in BAD if name != "broken link"],
)
def test_a_bad_file_among_good_ones_is_named_and_the_rest_is_used(
    plain_dataset: Make, folder: Path, name: str, as_list: bool
) -> None:
    clean = open_source(folder)
    bad = folder / "bad file.nc"
    BAD[name][0](bad, plain_dataset)
    files: Any = sorted(folder.iterdir()) if as_list else folder
    source = open_source(files)
    inventory = source.inventory()
    found = left_out(inventory)
    assert [item.severity for item in found] == [Severity.WARNING]
    assert all(
        "bad file.nc" in render(item.wording, lang) for item in found for lang in languages()
    )
    assert inventory.times == clean.inventory().times
    assert source.digest() == clean.digest()
    request = FieldRequest(variables=("t2m",))
    assert source.load(request)["t2m"].equals(clean.load(request)["t2m"])
    bad.unlink()
    source.check_unchanged()


@pytest.mark.parametrize("name", [name for name in BAD if name not in {"elsewhere"}])
def test_a_single_bad_file_and_a_folder_of_bad_files_are_errors(
    plain_dataset: Make, tmp_path: Path, name: str
) -> None:
    spoil, code = BAD[name]
    bad = tmp_path / "folder" / "bad.nc"
    bad.parent.mkdir()
    spoil(bad, plain_dataset)
    for paths in (bad, bad.parent):
        with pytest.raises(InputDataError) as caught:
            open_source(paths)
        assert code in caught.value.code
        assert "bad.nc" in caught.value.message


def test_a_named_file_that_does_not_exist_is_a_mistake_in_the_request(folder: Path) -> None:
    with pytest.raises(InputDataError) as caught:
        open_source([*sorted(folder.iterdir()), folder / "typing_erorr.nc"])
    assert caught.value.code == "file_not_found"


def test_of_two_places_with_as_many_files_none_is_left_out(
    plain_dataset: Make, tmp_path: Path
) -> None:
    plain_dataset().to_netcdf(tmp_path / "here.nc")
    far_away(tmp_path / "there.nc", plain_dataset)
    with pytest.raises(InputDataError) as caught:
        open_source(tmp_path)
    assert caught.value.code == "different_grids"


def test_many_bad_files_are_counted(folder: Path) -> None:
    for number in range(MOST_NAMED + 5):
        (folder / f"bad{number:02}.nc").write_bytes(b"")
    found = left_out(open_source(folder).inventory())
    assert len(found) == MOST_NAMED + 1
    assert "5" in found[-1].message


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(content=st.binary(max_size=300), start=st.sampled_from([b"", b"GRIB", b"CDF\x01", b"BUFR"]))
def test_no_content_of_one_file_costs_the_others(
    folder: Path, content: bytes, start: bytes
) -> None:
    (folder / "odd").write_bytes(start + content)
    inventory = open_source(folder).inventory()
    assert len(left_out(inventory)) == 1
    assert len(inventory.times) == 2
