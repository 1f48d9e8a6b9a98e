"""Where data lie: opening them for a read, and noticing when they change."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diagnostics.errors import DiagnosticsError, InputDataError
from diagnostics.fields.blocks import shown
from diagnostics.fields.recognise import Recognised

if TYPE_CHECKING:
    import xarray as xr

_NETCDF_LOCK = threading.RLock()


class Opener:
    """Opens one NetCDF file or Zarr store; called for each read."""

    def __init__(self, item: Recognised, step: tuple[str, int] | None = None) -> None:
        self._item = item
        self._step = step
        self._store: xr.Dataset | None = None

    @contextlib.contextmanager
    def __call__(self) -> Iterator[xr.Dataset]:
        """Hold the dataset open, raw: nothing decoded, nothing read yet."""
        if self._item.format == "zarr":
            # A store holds no file open, and its metadata may be far away: it is opened once.
            if self._store is None:
                self._store = self._open()
            with self._reading():
                yield self._store
            return
        # The NetCDF and HDF5 libraries are not safe in several threads, not even on several files.
        with _NETCDF_LOCK, self._open() as dataset, self._reading():
            if self._step is None:
                yield dataset
            else:
                dim, position = self._step
                yield dataset.isel({dim: slice(position, position + 1)})

    def _open(self) -> xr.Dataset:
        import xarray as xr

        options: dict[str, Any] = {
            "mask_and_scale": False,
            "decode_times": False,
            "decode_coords": False,
            "decode_timedelta": False,
            "cache": False,
        }
        engine = "netcdf4"
        try:
            if self._item.format == "zarr":
                engine = "zarr"
                options["consolidated"] = self._is_consolidated
            return xr.open_dataset(self._item.path, engine=engine, **options)
        except DiagnosticsError:
            raise
        except FileNotFoundError as error:
            raise InputDataError(
                f"There is nothing at {shown(self._item.path)}: it was moved or removed, or the "
                "address is wrong.",
                code="source_vanished" if is_local(self._item) else "file_not_found",
                data={"path": self._item.path},
            ) from error
        except Exception as error:
            raise self._unreadable(error) from error

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError) as error:
            raise InputDataError(
                f"{shown(self._item.path)} could not be read to the end ({error}): it is "
                "damaged, or its storage failed. Copy or download it again.",
                code="damaged_file",
                data={"path": self._item.path},
            ) from error

    @cached_property
    def _is_consolidated(self) -> bool:
        import zarr

        group = zarr.open_group(self._item.path, mode="r")
        return getattr(group.metadata, "consolidated_metadata", None) is not None

    def _unreadable(self, error: Exception) -> InputDataError:
        where = shown(self._item.path)
        if self._item.format == "zarr":
            return InputDataError(
                f"{where} cannot be opened as Zarr ({type(error).__name__}): check the address, "
                "the credentials and that the store is complete.",
                code="not_readable",
                data={"path": self._item.path},
            )
        return InputDataError(
            f"{where} is damaged or cut short: the NetCDF library cannot read it. Download or "
            "copy it again.",
            code="truncated_file",
            data={"path": self._item.path},
        )


def is_local(item: Recognised) -> bool:
    """Whether data lie in a file system of this machine."""
    return "://" not in item.path


def file_state(path: Path) -> tuple[int, int]:
    """Size and time of change of a file.

    Raises
    ------
    InputDataError
        ``source_vanished``.
    """
    try:
        status = path.stat()
    except OSError as error:
        raise InputDataError(
            f"{shown(path)} vanished while it was opened.", code="source_vanished"
        ) from error
    return status.st_size, status.st_mtime_ns


def check_unchanged(watched: Sequence[tuple[Path, tuple[int, int]]]) -> None:
    """Refuse files that vanished or changed since they were opened.

    Raises
    ------
    InputDataError
        ``source_vanished`` or ``source_changed``.
    """
    for path, state in watched:
        if not path.exists():
            raise InputDataError(
                f"{shown(path)} is no longer there: it was removed or moved since the source was "
                "opened. Put it back, or open the source again.",
                code="source_vanished",
                data={"path": str(path)},
            )
        if file_state(path) != state:
            raise InputDataError(
                f"{shown(path)} has changed since the source was opened: open it again, so that "
                "one analysis rests on one state of the data.",
                code="source_changed",
                data={"path": str(path)},
            )


def content_digest(item: Recognised) -> str:
    """Sha256 of the bytes of a file, or of the objects of a Zarr store."""
    if item.format == "zarr":
        return _zarr_digest(item)
    state = hashlib.sha256()
    with Path(item.path).open("rb") as stream:
        while chunk := stream.read(1 << 20):
            state.update(chunk)
    return state.hexdigest()


def _zarr_digest(item: Recognised) -> str:
    """Metadata in full, and name, size and version mark of every other object."""
    import fsspec

    system, root = fsspec.core.url_to_fs(item.path)
    state = hashlib.sha256()
    for path, info in sorted(system.find(root, detail=True).items()):
        name = path[len(root) :]
        state.update(name.encode())
        if name.rsplit("/", 1)[-1] in {"zarr.json", ".zmetadata", ".zattrs", ".zarray", ".zgroup"}:
            state.update(system.cat_file(path))
        else:
            mark = info.get("ETag") or info.get("etag") or info.get("md5Hash")
            state.update(f"{info.get('size')} {mark or info.get('mtime')}".encode())
    return state.hexdigest()
