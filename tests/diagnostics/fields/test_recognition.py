"""Files are known by their content; damaged, empty and foreign ones get a code and a cure."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from diagnostics.errors import DiagnosticsError, InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.format_detection import recognise
from diagnostics.fields.netcdf3 import expected_size
from diagnostics.ports import FieldRequest

NOBODY = 65534


def refused(path: object) -> InputDataError:
    with pytest.raises(InputDataError) as caught:
        open_source([path])  # type: ignore[list-item]
    return caught.value


@pytest.mark.parametrize("file_format", ["NETCDF3_CLASSIC", "NETCDF3_64BIT", "NETCDF4"])
def test_netcdf_is_known_whatever_its_name(
    plain_dataset: Callable[..., xr.Dataset], netcdf: Callable[..., Path], file_format: str
) -> None:
    path = netcdf(plain_dataset(), "no_suffix.grib", format=file_format)
    assert recognise(path).format == ("netcdf4" if file_format == "NETCDF4" else "netcdf3")
    assert open_source([path]).inventory().variable("msl") is not None


@pytest.mark.parametrize("file_format", ["NETCDF3_CLASSIC", "NETCDF3_64BIT", "NETCDF4"])
@pytest.mark.parametrize("kept", [0.1, 0.5, 0.97])
def test_a_netcdf_file_cut_short_is_refused(
    plain_dataset: Callable[..., xr.Dataset],
    netcdf: Callable[..., Path],
    file_format: str,
    kept: float,
) -> None:
    path = netcdf(plain_dataset(), format=file_format, unlimited_dims=["time"])
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    assert refused(path).code == "truncated_file"


@pytest.mark.parametrize("unlimited", [[], ["time"]])
def test_the_promised_size_of_a_classic_file_is_its_size(
    plain_dataset: Callable[..., xr.Dataset], netcdf: Callable[..., Path], unlimited: list[str]
) -> None:
    path = netcdf(plain_dataset(), format="NETCDF3_CLASSIC", unlimited_dims=unlimited)
    size = path.stat().st_size
    assert size - 4 < expected_size(io.BytesIO(path.read_bytes())) <= size


def test_one_record_variable_has_no_padding(tmp_path: Path) -> None:
    path = tmp_path / "odd.nc"
    values = np.arange(21, dtype="int8").reshape(7, 3)
    dataset = xr.Dataset({"a": (("time", "x"), values)})
    dataset.to_netcdf(path, format="NETCDF3_CLASSIC", unlimited_dims=["time"])
    assert expected_size(io.BytesIO(path.read_bytes())) <= path.stat().st_size


@pytest.mark.parametrize("edition", [1, 2])
def test_grib_cut_short_is_refused(
    grib_file: Callable[..., Path], box_keys: Callable[..., dict[str, object]], edition: int
) -> None:
    keys = box_keys(shortName="t", level=850)
    path = grib_file([(keys, np.full((3, 4), 280.0))] * 2, edition=edition)
    data = path.read_bytes()
    path.write_bytes(data[:-10])
    assert refused(path).code == "truncated_file"
    path.write_bytes(data[:-4] + b"0000")
    assert refused(path).code == "truncated_file"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"<!DOCTYPE html><html><body>Please log in</body></html>", "html_instead_of_data"),
        (b"latitude,longitude,t2m\n40,10,280.5\n", "unrecognised_format"),
        (bytes(range(256)) * 4, "unrecognised_format"),
        (b"\x1f\x8b\x08" + bytes(64), "damaged_file"),
        (b"PK\x03\x04" + bytes(64), "damaged_file"),
        (b"\xfd7zXZ" + bytes(64), "compressed_file"),
        (b"CDF\x01" + b"\xff" * 40, "truncated_file"),
    ],
)
def test_foreign_content_is_named(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "era5.nc"
    path.write_bytes(content)
    error = refused(path)
    assert error.code == code
    assert "era5.nc" in error.message
    assert error.as_document()["error"]["code"] == code


def test_missing_files_and_empty_directories(tmp_path: Path) -> None:
    assert refused(tmp_path / "absent.nc").code == "file_not_found"
    assert refused(tmp_path).code == "empty_directory"
    with pytest.raises(InputDataError) as caught:
        open_source([])
    assert caught.value.code == "no_data"


def test_a_file_without_permission() -> None:
    """Read as nobody in particular, where the suite runs as root."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "locked.nc"
        path.write_bytes(b"CDF\x01")
        path.chmod(0)
        suite = os.geteuid()
        os.seteuid(suite or NOBODY)
        try:
            assert refused(path).code == "not_readable"
        finally:
            os.seteuid(suite)


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("simplecache::https://example.org/data.zarr", "chained_url"),
        ("zip::file:///etc/data.zip", "chained_url"),
        ("ftp://example.org/data.nc", "unknown_protocol"),
        ("memory://nothing/here.zarr", "file_not_found"),
    ],
)
def test_addresses_that_are_not_opened(address: str, code: str) -> None:
    assert refused(address).code == code


def test_files_without_known_fields_say_so(tmp_path: Path) -> None:
    path = tmp_path / "ocean.nc"
    coords = {"latitude": [1.0, 2.0], "longitude": [3.0, 4.0]}
    xr.Dataset({"salinity": (("latitude", "longitude"), np.ones((2, 2)))}, coords).to_netcdf(path)
    assert refused(path).code == "no_known_fields"


def test_a_directory_ignores_index_and_note_files(
    plain_dataset: Callable[..., xr.Dataset], netcdf: Callable[..., Path]
) -> None:
    path = netcdf(plain_dataset())
    (path.parent / "data.nc.5b7b6.idx").write_bytes(b"index of another program")
    (path.parent / "README.md").write_text("notes")
    before = sorted(item.name for item in path.parent.iterdir())
    source = open_source(path.parent)
    source.load(FieldRequest(variables=("msl",)))
    assert sorted(item.name for item in path.parent.iterdir()) == before


@pytest.mark.parametrize("kind", ["netcdf3", "netcdf4", "grib"])
def test_damage_is_an_error_with_a_code_and_never_a_traceback(
    kind: str,
    plain_dataset: Callable[..., xr.Dataset],
    netcdf: Callable[..., Path],
    grib_file: Callable[..., Path],
    box_keys: Callable[..., dict[str, object]],
) -> None:
    if kind == "grib":
        keys = box_keys(shortName="t", level=850)
        path = grib_file([(keys, 270.0 + np.arange(12.0).reshape(3, 4))] * 3)
    else:
        file_format = {"netcdf3": "NETCDF3_64BIT", "netcdf4": "NETCDF4"}[kind]
        path = netcdf(plain_dataset(), format=file_format)
    sound = path.read_bytes()
    random = np.random.default_rng(7)
    codes: set[str] = set()
    for _ in range(40):
        data = bytearray(sound)
        for position in random.integers(0, min(len(data), 3000), 6):
            data[position] = int(random.integers(0, 256))
        path.write_bytes(data)
        try:
            source = open_source([path])
            for item in source.inventory().variables:
                source.load(FieldRequest(variables=(item.name,)))
        except DiagnosticsError as error:
            codes.add(error.code)
    assert codes & {"truncated_file", "damaged_file"}


def test_grib_of_edition_1_beyond_eight_megabytes_is_measured_in_blocks(tmp_path: Path) -> None:
    """The three length bytes count units of 120 bytes, less what section 4 then says."""
    from diagnostics.fields.grib_messages import iterate_fields

    units, short = 70_000, 50
    length = units * 120 - short + 4
    section1 = (28).to_bytes(3, "big") + bytes(4) + b"\x80" + bytes(20)
    section2 = (32).to_bytes(3, "big") + bytes(29)
    head = b"GRIB" + (units | 0x800000).to_bytes(3, "big") + b"\x01" + section1 + section2
    body = head + short.to_bytes(3, "big")
    path = tmp_path / "large.grib"
    path.write_bytes(body + bytes(length - len(body) - 4) + b"7777")
    assert [address.length for address, _ in iterate_fields(path)] == [length]
