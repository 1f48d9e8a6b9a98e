"""What a source does in mid-run is an error of the source, never a gap in the data."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from diagnostics.errors import InputDataError, SourceError
from diagnostics.fields import open_source, source_opening
from diagnostics.fields import source as sources
from diagnostics.fields.blocks import shown
from diagnostics.fields.format_detection import Recognised
from diagnostics.fields.identity import failure_of
from diagnostics.fields.reading import Reading
from diagnostics.ports import FieldRequest

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]
PRESSURE = FieldRequest(variables=("msl",))


@pytest.fixture
def store(plain_dataset: Make, tmp_path: Path) -> Path:
    path = tmp_path / "case.zarr"
    plain_dataset().to_zarr(path, zarr_format=2)
    return path


def failure(source: object, act: str = "load") -> SourceError:
    arguments = (PRESSURE,) if act == "load" else ()
    with pytest.raises(SourceError) as caught:
        getattr(source, act)(*arguments)
    return caught.value


@pytest.mark.parametrize("act", ["load", "digest", "check_unchanged"])
def test_a_file_that_vanishes_is_noticed(plain_dataset: Make, netcdf: Write, act: str) -> None:
    path = netcdf(plain_dataset())
    source = open_source([path])
    path.unlink()
    error = failure(source, act)
    assert error.code == "source_vanished"
    assert str(path.parent.parent) not in f"{error.message} {error.data}"


@pytest.mark.parametrize("act", ["load", "check_unchanged"])
@pytest.mark.parametrize("way", ["grown", "shrunk", "replaced", "same size"])
def test_a_file_that_changes_is_noticed(
    plain_dataset: Make, netcdf: Write, act: str, way: str
) -> None:
    path = netcdf(plain_dataset())
    source = open_source([path])
    source.digest()
    status, kept = path.stat(), path.read_bytes()
    if way == "grown":
        path.write_bytes(kept + b"more")
    elif way == "shrunk":
        path.write_bytes(kept[:-100])
    else:
        changed = kept[:-1] + bytes([kept[-1] ^ 1])
        other = path if way == "same size" else path.with_suffix(".new")
        other.write_bytes(changed)
        other.replace(path)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert failure(source, act).code == "source_changed"


def test_a_file_that_was_only_touched_is_the_same(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset())
    source = open_source([path])
    before = source.digest()
    os.utime(path)
    source.load(PRESSURE)
    path.with_suffix(".copy").write_bytes(path.read_bytes())
    path.with_suffix(".copy").replace(path)
    source.check_unchanged()
    assert source.digest() == before


def test_a_change_during_the_read_is_noticed(
    plain_dataset: Make, netcdf: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = netcdf(plain_dataset())
    source = open_source([path])
    read = Reading.fields

    def disturbed(self: Reading, names: tuple[str, ...]) -> object:
        found = read(self, names)
        path.write_bytes(path.read_bytes() + b"more")
        return found

    monkeypatch.setattr(Reading, "fields", disturbed)
    assert failure(source).code == "source_changed"


@pytest.mark.parametrize(("change", "code"), [("lost", "vanished"), ("other", "changed")])
@pytest.mark.parametrize("act", ["load", "check_unchanged"])
def test_an_object_of_a_store_that_changes_is_noticed(
    store: Path, act: str, change: str, code: str
) -> None:
    """A chunk that is gone would be read as missing values."""
    source = open_source([store])
    chunk = store / "msl" / "0.0.0"
    if change == "lost":
        chunk.unlink()
    else:
        chunk.write_bytes(chunk.read_bytes() + b"x")
    assert failure(source, act).code == f"source_{code}"


def test_a_store_that_vanishes_is_noticed(store: Path) -> None:
    source = open_source([store])
    shutil.rmtree(store)
    assert failure(source).code == "source_vanished"


def test_a_damaged_chunk_is_no_gap_in_the_data(store: Path) -> None:
    chunk = store / "msl" / "0.0.0"
    chunk.write_bytes(b"\x02\x01\x21\x04" + b"\xff" * 60)
    assert failure(open_source([store])).code == "source_damaged"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file", "/srv/a/b/c.nc"), "source_vanished"),
        (PermissionError(errno.EACCES, "Permission denied", "/srv/a/b/c.nc"), "source_denied"),
        (OSError(errno.EIO, "Input/output error", "/srv/a/b/c.nc"), "source_failed"),
        (OSError(errno.ENOSPC, "No space left", "/srv/a/b/c.nc"), "source_failed"),
        (TimeoutError(errno.ETIMEDOUT, "timed out", "/srv/a/b/c.nc"), "source_failed"),
        (ConnectionResetError(errno.ECONNRESET, "reset", "/srv/a/b/c.nc"), "source_failed"),
        (MemoryError(), "memory_exhausted"),
        (InputDataError("cut short", code="truncated_file"), "source_damaged"),
        (InputDataError("damaged", code="damaged_file"), "source_damaged"),
    ],
)
def test_every_failure_of_a_read_is_the_source_s(
    plain_dataset: Make,
    netcdf: Write,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    code: str,
) -> None:
    source = open_source([netcdf(plain_dataset())])

    def failing(self: Reading, names: tuple[str, ...]) -> object:
        raise error

    monkeypatch.setattr(Reading, "fields", failing)
    found = failure(source)
    assert found.code == code
    assert "/srv" not in f"{found.message} {found.data}"


ANY_FAULT = (IndexError("7"), KeyError("msl"), ValueError("shapes"), RuntimeError("HDF error"))


@pytest.mark.parametrize("fault", ANY_FAULT, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("at", ["shape", "scan", "indices", "read"])
def test_whatever_a_reader_raises_of_a_replaced_file_is_the_change(
    plain_dataset: Make, netcdf: Write, monkeypatch: pytest.MonkeyPatch, at: str, fault: Exception
) -> None:
    """A file that another took the place of has other axes, variables and bytes."""
    path = netcdf(plain_dataset())
    other = netcdf(plain_dataset(times=5), name="other.nc")
    harmed = False

    def replaced(*_: object) -> object:
        nonlocal harmed
        harmed = True
        other.replace(path)
        raise fault

    places = {
        "shape": (source_opening, "_moving"),
        "scan": (source_opening, "_scan"),
        "indices": (sources, "_indices"),
        "read": (Reading, "fields"),
    }
    monkeypatch.setattr(*places[at], replaced)
    with pytest.raises(SourceError) as caught:
        open_source([path]).load(PRESSURE)
    assert harmed
    assert (caught.value.code, caught.value.__cause__ or caught.value.__context__) == (
        "source_changed",
        fault,
    )


@pytest.mark.parametrize("fault", ANY_FAULT, ids=lambda fault: type(fault).__name__)
def test_a_fault_of_unchanged_data_stays_one(
    plain_dataset: Make, netcdf: Write, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    path = netcdf(plain_dataset())

    def failing(*_: object) -> object:
        raise fault

    monkeypatch.setattr(source_opening, "_scan", failing)
    with pytest.raises(type(fault)):
        open_source([path])


def test_what_the_data_lack_stays_a_finding() -> None:
    error = InputDataError("no such level", code="missing_level")
    assert failure_of(error, [Recognised("/srv/a/b/c.nc", "netcdf4")]) is error


def test_a_file_at_the_root_is_shown_without_its_root() -> None:
    assert shown("/c.nc") == "c.nc"
    assert shown("/srv/a/b/c.nc") == "b/c.nc"


def damaged_netcdf(path: Path) -> Path:
    """Write hourly fields of which one compressed chunk, at 05 UTC, is overwritten."""
    times = np.datetime64("2026-07-05T00", "ns") + np.arange(8) * np.timedelta64(3600, "s")
    shape = (8, 40, 40)
    values = 300.0 + np.random.default_rng(1).normal(size=shape).astype(np.float32)
    dims = ("time", "latitude", "longitude")
    coords = {
        "time": times,
        "latitude": np.linspace(20.0, 30.0, 40),
        "longitude": np.linspace(100.0, 110.0, 40),
    }
    dataset = xr.Dataset({"t2m": (dims, values, {"units": "K"})}, coords=coords)
    dataset.to_netcdf(path, encoding={"t2m": {"zlib": True, "chunksizes": (1, 40, 40)}})
    content = bytearray(path.read_bytes())
    streams = [at for at in range(len(content) - 1) if content[at : at + 2] == b"\x78\x5e"]
    spaced = [
        at
        for at, after in zip(streams, [*streams[1:], len(content)], strict=True)
        if after - at > 3000
    ]
    start = spaced[5]
    content[start + 200 : start + 400] = bytes(200)
    path.write_bytes(content)
    return path


def test_values_that_are_damaged_are_named_by_file_field_and_time(tmp_path: Path) -> None:
    source = open_source([damaged_netcdf(tmp_path / "bad.nc")])
    with pytest.raises(SourceError) as caught:
        source.load(FieldRequest(variables=("t2m",)))
    assert caught.value.code == "source_damaged"
    named = {name: caught.value.data[name] for name in ("source", "field", "time")}
    folder = tmp_path.name
    assert named == {
        "source": f"{folder}/bad.nc",
        "field": "t2m",
        "time": "2026-07-05T05:00:00Z",
    }
    text = caught.value.written("en")
    words = ("bad.nc", "2-m temperature", "2026-07-05 05:00")
    assert [word for word in words if word not in text] == []
