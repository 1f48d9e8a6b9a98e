"""Finished parts of a build in a store of bytes, where no file lies beside the output.

A part is kept under the digest of what is being built, from which data, and of its own label: a
build that was killed, cancelled or asked for again finds it, and another build does not.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from diagnostics.climatology.partial_build_file import Stretch, read_stretch, stretch_document
from diagnostics.climatology.partial_build_folder import Tables, read_tables, write_tables
from diagnostics.contracts.base import digest_of


class PartStore(Protocol):
    """Keeps bytes under a key."""

    def get(self, key: str) -> bytes | None:
        """Return what is kept; None where it is not there."""

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes."""


class Blocks(Protocol):
    """Keeps finished blocks of a build of grid points, by their number."""

    def has(self, number: int) -> bool:
        """Whether a block is done."""

    def put(self, number: int, tables: Tables) -> None:
        """Keep a finished block."""

    def get(self, number: int) -> dict[str, npt.NDArray[np.float32]]:
        """Return a finished block."""

    def remove(self) -> None:
        """Forget the blocks: the climatology is written."""


class Stretches(Protocol):
    """Keeps finished stretches of a build of reduced indices, by their label."""

    @property
    def done(self) -> Mapping[str, Stretch]:
        """The finished stretches."""

    def add(self, label: str, found: Stretch) -> None:
        """Keep a finished stretch."""

    def remove(self) -> None:
        """Forget the stretches: the climatology is written."""


class StoredStretches:
    """Finished stretches in a store; what is there for good is never removed from it.

    Parameters
    ----------
    store : PartStore
    recipe : mapping
        What is being built from what, as JSON.
    labels : iterable of str
        Of all stretches.
    """

    def __init__(self, store: PartStore, recipe: Mapping[str, Any], labels: Iterable[str]) -> None:
        self._store = store
        self._recipe = recipe
        kept = {label: store.get(self._key(label)) for label in labels}
        self._done = {
            label: read_stretch(json.loads(data))
            for label, data in kept.items()
            if data is not None
        }

    @property
    def done(self) -> Mapping[str, Stretch]:
        """The finished stretches by label."""
        return self._done

    def add(self, label: str, found: Stretch) -> None:
        """Keep a finished stretch."""
        document = json.dumps(stretch_document(found), allow_nan=False)
        self._store.put(self._key(label), document.encode())

    def remove(self) -> None:
        """Leave them to whoever cleans the store: the same build may be asked for again."""

    def _key(self, label: str) -> str:
        return digest_of({"recipe": self._recipe, "stretch": label})


class StoredBlocks:
    """Finished blocks in a store.

    Parameters
    ----------
    store : PartStore
    recipe : mapping
        What is being built from what, as JSON.
    """

    def __init__(self, store: PartStore, recipe: Mapping[str, Any]) -> None:
        self._store = store
        self._recipe = recipe

    def has(self, number: int) -> bool:
        """Whether a block is done."""
        return self._store.get(self._key(number)) is not None

    def put(self, number: int, tables: Tables) -> None:
        """Keep a finished block."""
        stream = io.BytesIO()
        write_tables(stream, tables)
        self._store.put(self._key(number), stream.getvalue())

    def get(self, number: int) -> dict[str, npt.NDArray[np.float32]]:
        """Return a finished block.

        Raises
        ------
        KeyError
            Where the store has lost it since it was done.
        """
        data = self._store.get(self._key(number))
        if data is None:
            raise KeyError(number)
        return read_tables(io.BytesIO(data))

    def remove(self) -> None:
        """Leave them to whoever cleans the store: the same build may be asked for again."""

    def _key(self, number: int) -> str:
        return digest_of({"recipe": self._recipe, "block": number})
