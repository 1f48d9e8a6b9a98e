"""Packed files are opened in place: the same fields, the identity of the packed file, no bombs."""

from __future__ import annotations

import bz2
import gzip
import io
import pickle
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import xarray as xr

from diagnostics.errors import BudgetError, DiagnosticsError, SourceError
from diagnostics.fields import SourceLimits, open_source
from diagnostics.fields.digest import field_digest
from diagnostics.ports import FieldRequest, FieldSource

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]


def whole(source: FieldSource) -> xr.Dataset:
    names = tuple(item.name for item in source.inventory().variables)
    return source.load(FieldRequest(variables=names))


TARS = ("tar", "tar.gz", "tar.bz2")


def link(name: str, target: str) -> tarfile.TarInfo:
    """A symbolic link in a tar file, which is never followed."""
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = tarfile.SYMTYPE, target
    return entry


def packed(path: Path, kind: str, *more: Path) -> Path:
    if kind == "zip":
        target = path.with_name("download.zip")
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for item in (path, *more):
                archive.write(item, f"deep/{item.name}")
            archive.writestr("README.txt", "made for a test")
        return target
    if kind.startswith("tar"):
        target = path.with_name(f"download.{kind}")
        with tarfile.open(target, f"w:{kind[4:]}") as made:
            for item in (path, *more):
                made.add(item, f"../deep/{item.name}")
            made.addfile(tarfile.TarInfo("deep/README.txt"))
            made.addfile(link("case.nc", "/etc/passwd"))
        return target
    target = path.with_name(path.name + (".gz" if kind == "gzip" else ".bz2"))
    pack = gzip.compress if kind == "gzip" else bz2.compress
    target.write_bytes(pack(path.read_bytes()))
    return target


@pytest.mark.parametrize("kind", ["gzip", "bzip2", "zip", *TARS])
def test_a_packed_file_has_the_fields_of_the_file(
    plain_dataset: Make, netcdf: Write, kind: str
) -> None:
    path = netcdf(plain_dataset(), "case.nc")
    plain = open_source(path)
    archive = packed(path, kind)
    source = open_source(archive)
    assert field_digest(whole(source)) == field_digest(whole(plain))
    assert source.inventory() == plain.inventory()
    assert source.digest() != plain.digest()
    again = pickle.loads(pickle.dumps(source))
    assert again.digest() == source.digest()
    archive.write_bytes(archive.read_bytes() + b"x")
    with pytest.raises(SourceError) as caught:
        source.check_unchanged()
    assert caught.value.code == "source_changed"


def test_real_grib_in_bzip2(real_data: Callable[[str], Path], tmp_path: Path) -> None:
    path = real_data("S16_coarse_global_pl_20240603/pl_regular_ll.grib")
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    archive = packed(copy, "bzip2")
    assert field_digest(whole(open_source(archive))) == field_digest(whole(open_source(path)))


@pytest.mark.parametrize("kind", ["zip", *TARS])
def test_an_archive_of_several_files_is_one_source(
    plain_dataset: Make, netcdf: Write, kind: str
) -> None:
    dataset = plain_dataset()
    paths = [
        netcdf(dataset[["t", "u", "z"]], "levels.nc"),
        netcdf(dataset[["msl", "t2m"]].drop_vars("level", errors="ignore"), "surface.nc"),
    ]
    source = open_source(packed(paths[0], kind, paths[1]))
    assert field_digest(whole(source)) == field_digest(whole(open_source(paths)))


def test_bombs_are_refused_before_they_fill_the_disk(tmp_path: Path) -> None:
    limits = SourceLimits(max_unpacked_bytes=1 << 20)
    zeros = bytes(5 << 20)
    single = tmp_path / "bomb.nc.gz"
    single.write_bytes(gzip.compress(zeros))
    many = tmp_path / "bomb.zip"
    with zipfile.ZipFile(many, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4):
            archive.writestr(f"{number}.nc", b"CDF\x01" + bytes(600_000))
    notes = tmp_path / "bomb.tar.gz"
    with tarfile.open(notes, "w:gz") as made:
        for number in range(4):
            entry = tarfile.TarInfo(f"{number}.txt")
            entry.size = 600_000
            made.addfile(entry, io.BytesIO(bytes(600_000)))
    for path in (single, many, notes):
        with pytest.raises(DiagnosticsError) as caught:
            open_source(path, limits=limits)
        assert caught.value.code in {"archive_too_large", "truncated_file"}
    with pytest.raises(BudgetError) as refused:
        open_source(single, limits=limits)
    assert refused.value.code == "archive_too_large"


def test_names_inside_are_never_paths(plain_dataset: Make, netcdf: Write, tmp_path: Path) -> None:
    path = netcdf(plain_dataset(), "case.nc")
    archive = tmp_path / "evil.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.write(path, "../../../evil.nc")
    assert len(whole(open_source(archive))) == 5
    assert not list(tmp_path.parent.glob("evil.nc"))


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda data: gzip.compress(gzip.compress(data)), "nested_archive"),
        (lambda data: gzip.compress(data)[:-900], "damaged_file"),
        (lambda data: gzip.compress(b"no data at all, but a text"), "unrecognised_format"),
        (lambda _: b"PK\x05\x06" + bytes(18), "unrecognised_format"),
    ],
)
def test_archives_that_are_refused(
    plain_dataset: Make, netcdf: Write, make: Callable[[bytes], bytes], code: str
) -> None:
    path = netcdf(plain_dataset(), "case.nc")
    archive = path.with_name("case.nc.gz")
    archive.write_bytes(make(path.read_bytes()))
    with pytest.raises(DiagnosticsError) as caught:
        open_source(archive)
    assert caught.value.code == code


def test_an_archive_without_data_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("README.txt", "nothing here")
    with pytest.raises(DiagnosticsError) as caught:
        open_source(path)
    assert caught.value.code == "empty_archive"


def test_a_tar_file_that_does_not_end_is_refused(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset(), "case.nc")
    archive = packed(path, "tar", path)
    content = bytearray(archive.read_bytes())
    second = content.index(b"../deep/case.nc", 512)
    garbled = bytes(content[:second]) + b"x" + bytes(content[second + 1 :])
    for data in (content[: second + 900], content[:second], garbled):
        archive.write_bytes(data)
        with pytest.raises(DiagnosticsError) as caught:
            open_source(archive)
        assert caught.value.code == "damaged_file"


def test_a_long_header_of_a_tar_file_is_not_read(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset(), "case.nc")
    archive = path.with_name("long.tar")
    entry = tarfile.TarInfo("long")
    entry.type, entry.size = tarfile.GNUTYPE_LONGNAME, 2 << 20
    archive.write_bytes(entry.tobuf() + b"a" * (2 << 20) + bytes(1024))
    with pytest.raises(DiagnosticsError) as caught:
        open_source(archive)
    assert caught.value.code == "damaged_file"


DAMAGED = "deep/damaged.nc"


def with_a_bad_member(good: Path, kind: str) -> Path:
    """Write an archive of one good file and a bad one."""
    target = good.with_name("download.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(good, f"deep/{good.name}")
        content = good.read_bytes()
        bad = {
            "text": b"no data at all, but a text",
            "short": content[: len(content) // 2],
            "empty": b"",
            "nested": gzip.compress(content),
            "checksum": content,
        }[kind]
        archive.writestr(DAMAGED, bad)
        entry = archive.getinfo(DAMAGED)
    if kind == "checksum":
        packed_bytes = bytearray(target.read_bytes())
        start = entry.header_offset + 200
        packed_bytes[start : start + 100] = bytes(100)
        target.write_bytes(packed_bytes)
    return target


@pytest.mark.parametrize("kind", ["text", "short", "empty", "nested"])
def test_a_bad_file_in_a_tar_file_is_named_and_the_rest_is_used(
    plain_dataset: Make, netcdf: Write, kind: str
) -> None:
    path = netcdf(plain_dataset(), "case.nc")
    target = path.with_name("download.tar.gz")
    with (
        zipfile.ZipFile(with_a_bad_member(path, kind)) as members,
        tarfile.open(target, "w:gz") as archive,
    ):
        for name in members.namelist():
            content = members.read(name)
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    source = open_source(target)
    assert field_digest(whole(source)) == field_digest(whole(open_source(path)))
    (finding,) = (item for item in source.inventory().findings if item.code == "file_left_out")
    assert "download.tar.gz/damaged.nc" in finding.message
    assert "-damaged.nc" not in finding.message, "a name of our own"


@pytest.mark.parametrize("kind", ["text", "short", "empty", "nested", "checksum"])
def test_a_bad_file_in_an_archive_is_named_and_the_rest_is_used(
    plain_dataset: Make, netcdf: Write, kind: str
) -> None:
    path = netcdf(plain_dataset(), "case.nc")
    source = open_source(with_a_bad_member(path, kind))
    assert field_digest(whole(source)) == field_digest(whole(open_source(path)))
    (finding,) = (item for item in source.inventory().findings if item.code == "file_left_out")
    assert "damaged.nc" in finding.message
    again = open_source(path.with_name("download.zip")).inventory().findings
    assert finding in again
