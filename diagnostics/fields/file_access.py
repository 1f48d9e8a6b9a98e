"""Where data lie: opening them for a read, and noticing when they change."""

from __future__ import annotations

import contextlib
import hashlib
import math
import threading
import zlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diagnostics.errors import BudgetError, DiagnosticsError, InputDataError, SourceError
from diagnostics.fields.blocks import shown
from diagnostics.fields.format_detection import Recognised
from diagnostics.fields.limits import SourceLimits
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_NETCDF_LOCK = threading.RLock()
_METADATA = {"zarr.json", ".zmetadata", ".zattrs", ".zarray", ".zgroup"}
_STORAGE_MODULES = {
    *("aiohttp", "botocore", "aiobotocore", "fsspec", "s3fs", "gcsfs", "adlfs", "azure", "google"),
    *("requests", "urllib3", "numcodecs", "zarr"),
}

MOST_HELD = 32
"""Files that one reading keeps open."""


@dataclass
class _Held:
    """Files that stay open until a reading ends."""

    stack: contextlib.ExitStack
    files: dict[tuple[str, str | None], xr.Dataset] = field(default_factory=dict)


_HELD: ContextVar[_Held | None] = ContextVar("held", default=None)


@contextlib.contextmanager
def kept_open() -> Iterator[None]:
    """Open each file once for all that is read inside, in this thread."""
    if _HELD.get() is not None:
        yield
        return
    with contextlib.ExitStack() as stack:
        token = _HELD.set(_Held(stack))
        try:
            yield
        finally:
            _HELD.reset(token)
            with _NETCDF_LOCK:
                stack.close()


class Opener:
    """Opens one NetCDF file or Zarr store, or a group of it; called for each read."""

    def __init__(
        self,
        item: Recognised,
        step: tuple[str, int] | None = None,
        limits: SourceLimits | None = None,
        group: str | None = None,
    ) -> None:
        self._item = item
        self._group = group
        self._step = step
        self._limits = limits or SourceLimits()
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
        with _NETCDF_LOCK, self._file() as dataset, self._reading():
            if self._step is None:
                yield dataset
            else:
                dim, position = self._step
                yield dataset.isel({dim: slice(position, position + 1)})

    def _file(self) -> contextlib.AbstractContextManager[xr.Dataset]:
        """Open the file, or take it as it is held open."""
        held = _HELD.get()
        if held is None:
            return self._open()
        key = (self._item.place, self._group)
        known = held.files.get(key)
        if known is None:
            known = self._open()
            if len(held.files) >= MOST_HELD:
                return known
            held.files[key] = held.stack.enter_context(known)
        return contextlib.nullcontext(known)

    def _open(self) -> xr.Dataset:
        import xarray as xr

        options: dict[str, Any] = {
            "mask_and_scale": False,
            "decode_times": False,
            "decode_coords": False,
            "decode_timedelta": False,
            "cache": False,
            # an index would read its axis before its size is known to be sane
            "create_default_indexes": False,
        }
        engine = "netcdf4"
        try:
            if self._item.format == "zarr":
                engine = "zarr"
                options["consolidated"] = self._is_consolidated
            dataset = xr.open_dataset(self._item.place, engine=engine, group=self._group, **options)
            if self._group is not None:
                with xr.open_dataset(self._item.place, engine=engine, **options) as root:
                    dataset.attrs = {**root.attrs, **dataset.attrs}
                dataset.encoding["group"] = self._group
        except DiagnosticsError:
            raise
        except FileNotFoundError as error:
            raise InputDataError(
                Message(id="dataerror-nothing_there", params={"path": shown(self._item.label)}),
                code="file_not_found",
                data={"path": self._item.path},
            ) from error
        except Exception as error:
            raise self._unreadable(error) from error
        try:
            self._check_chunks(dataset)
        except DiagnosticsError:
            dataset.close()
            raise
        return dataset

    def _check_chunks(self, dataset: xr.Dataset) -> None:
        """Refuse what would be decoded at once and takes too much memory, before it is read.

        A filter needs the whole chunk whatever part of it is asked for, and axes are read whole.

        Raises
        ------
        BudgetError
            ``chunk_too_large``.
        """
        for name, variable in dataset.variables.items():
            chunk = variable.encoding.get("chunksizes") or variable.encoding.get("chunks")
            shape = variable.shape if variable.ndim == 1 else chunk or ()
            size = math.prod(int(length) for length in shape) * variable.dtype.itemsize
            if size > self._limits.max_chunk_bytes:
                raise BudgetError(
                    Message(
                        id="dataerror-chunk_too_large",
                        params={
                            "name": f"{name}",
                            "path": f"{shown(self._item.label)}",
                            "size": f"{size / 2**20:,.0f}",
                            "limit": f"{self._limits.max_chunk_bytes / 2**20:,.0f}",
                        },
                    ),
                    code="chunk_too_large",
                    data={
                        "variable": str(name),
                        "bytes": size,
                        "limit": self._limits.max_chunk_bytes,
                    },
                )

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except MemoryError:
            raise
        except Exception as error:
            if isinstance(error, DiagnosticsError) or not is_storage_failure(error):
                raise
            raise InputDataError(
                Message(
                    id="dataerror-damaged_in_reading",
                    params={
                        "path": f"{shown(self._item.label)}",
                        "kind": f"{type(error).__name__}",
                    },
                ),
                code="damaged_file",
                data={"path": self._item.path},
            ) from error

    @cached_property
    def _is_consolidated(self) -> bool:
        import zarr

        group = zarr.open_group(self._item.path, mode="r")
        return getattr(group.metadata, "consolidated_metadata", None) is not None

    def _unreadable(self, error: Exception) -> InputDataError:
        where = shown(self._item.label)
        if self._item.format == "zarr":
            return InputDataError(
                Message(
                    id="dataerror-zarr_unreadable",
                    params={"where": f"{where}", "kind": f"{type(error).__name__}"},
                ),
                code="not_readable",
                data={"path": self._item.path},
            )
        return InputDataError(
            Message(id="dataerror-damaged_netcdf", params={"where": f"{where}"}),
            code="truncated_file",
            data={"path": self._item.path},
        )


def groups_of(dataset: xr.Dataset) -> tuple[str, ...]:
    """Return the paths of the groups in an open file, store or group of one."""
    place = dataset.encoding.get("source")
    group = dataset.encoding.get("group")
    if place is None:
        return ()
    if Path(str(place)).is_file():
        import netCDF4

        with netCDF4.Dataset(place) as file:
            inside = list((file[group] if group else file).groups)
    else:
        import zarr

        inside = list(zarr.open_group(place, path=group, mode="r").group_keys())
    return tuple(sorted(f"{group}/{name}" if group else name for name in inside))


def is_local(item: Recognised) -> bool:
    """Whether data lie in a file system of this machine."""
    return "://" not in item.path


def content_digest(item: Recognised) -> str:
    """Sha256 of the bytes of a file, or of the objects of a Zarr store."""
    if item.format == "zarr":
        return _zarr_digest(item)
    state = hashlib.sha256()
    with Path(item.path).open("rb") as stream:
        while chunk := stream.read(1 << 20):
            state.update(chunk)
    return state.hexdigest()


def object_marks(path: str, *, deep: bool = True) -> dict[str, tuple[object, ...]]:
    """Return size and version mark of each object of a Zarr store by its name.

    Parameters
    ----------
    path : str
        Folder or URL.
    deep : bool
        All objects; else the metadata of the store's root.

    Raises
    ------
    SourceError
        ``source_failed`` where the storage does not answer.
    """
    try:
        system, root = _file_system(path)
        if deep:
            listed = system.find(root, detail=True)
        else:
            listed = {}
            for name in ("zarr.json", ".zmetadata", ".zgroup"):
                with contextlib.suppress(FileNotFoundError):
                    listed[f"{root}/{name}"] = system.info(f"{root}/{name}")
    except Exception as error:
        if not is_storage_failure(error):
            raise
        raise SourceError(
            Message(
                id="dataerror-storage_silent",
                params={"path": f"{shown(path)}", "kind": f"{type(error).__name__}"},
            ),
            code="source_failed",
            data={"source": shown(path)},
        ) from error
    return {
        name[len(root) :]: (info.get("size"), _version(info), info.get("ino"))
        for name, info in listed.items()
    }


def _file_system(path: str) -> tuple[Any, str]:
    """Return the file system of a path with nothing remembered, and the path inside."""
    import fsspec

    system, root = fsspec.core.url_to_fs(path)
    system.invalidate_cache()
    return system, root


def _version(info: dict[str, Any]) -> object:
    mark = info.get("ETag") or info.get("etag") or info.get("md5Hash")
    return mark or info.get("mtime")


def is_storage_failure(error: Exception) -> bool:
    """Tell whether an exception comes from storage, network or a codec, not from a program."""
    if isinstance(error, OSError | RuntimeError | TimeoutError | zlib.error):
        return True
    return type(error).__module__.split(".")[0] in _STORAGE_MODULES


def _zarr_digest(item: Recognised) -> str:
    """Metadata in full, and name, size and version mark of every other object."""
    system, root = _file_system(item.path)
    state = hashlib.sha256()
    for path, info in sorted(system.find(root, detail=True).items()):
        name = path[len(root) :]
        state.update(name.encode())
        if name.rsplit("/", 1)[-1] in _METADATA:
            state.update(system.cat_file(path))
        else:
            state.update(f"{info.get('size')} {_version(info)}".encode())
    return state.hexdigest()
