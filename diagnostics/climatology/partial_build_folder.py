"""The folder in which an unfinished build of a grid climatology keeps the blocks that are done.

``.NAME.partial/`` holds ``recipe.json``, which says what is being built from what, and one file
per finished block, written whole or not at all, so that a kill loses the blocks under way and
nothing else.
"""

from __future__ import annotations

import json
import secrets
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from diagnostics.climatology.partial_build_file import refusal

FORMAT = "hvrmet-gridded-partial-1"
Tables = Mapping[str, npt.NDArray[np.float32]]


class BlockFolder:
    """Finished blocks of a build, beside the file that will hold the climatology.

    Parameters
    ----------
    target : Path
        The climatology file.
    recipe : mapping
        What is being built from what, as JSON; it must be the same to go on.

    Raises
    ------
    InputDataError
        With code ``partial_differs`` when another build left the folder.
    """

    def __init__(self, target: Path, recipe: Mapping[str, Any]) -> None:
        self.path = target.with_name(f".{target.name}.partial")
        head = {"format": FORMAT, "recipe": dict(recipe)}
        note = self.path / "recipe.json"
        if not self.path.exists():
            self.path.mkdir()
        if note.is_file():
            try:
                known = json.loads(note.read_text(encoding="utf-8"))
            except ValueError as error:
                raise refusal(self.path, "unreadable") from error
            if known != json.loads(json.dumps(head)):
                raise refusal(self.path, "of_quantities")
        elif not self.path.is_dir() or any(self.path.glob("block-*")):
            raise refusal(self.path, "foreign")
        else:
            self._write(note, json.dumps(head).encode())

    def has(self, number: int) -> bool:
        """Whether a block is done; one that cannot be read counts as not done."""
        path = self._file(number)
        if not path.is_file():
            return False
        if not zipfile.is_zipfile(path):
            path.unlink()
            return False
        return True

    def put(self, number: int, tables: Tables) -> None:
        """Keep a finished block."""
        temporary = self.path / f"{secrets.token_hex(4)}.part"
        with temporary.open("wb") as stream:
            write_tables(stream, tables)
        temporary.replace(self._file(number))

    def get(self, number: int) -> dict[str, npt.NDArray[np.float32]]:
        """Return a finished block."""
        with self._file(number).open("rb") as stream:
            return read_tables(stream)

    def remove(self) -> None:
        """Remove the folder: the climatology is written."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _file(self, number: int) -> Path:
        return self.path / f"block-{number:06d}.npz"

    def _write(self, path: Path, data: bytes) -> None:
        temporary = path.with_suffix(".part")
        temporary.write_bytes(data)
        temporary.replace(path)


def write_tables(stream: BinaryIO, tables: Tables) -> None:
    """Write the statistics of a block."""
    np.savez(stream, allow_pickle=False, **dict(tables))


def read_tables(stream: BinaryIO) -> dict[str, npt.NDArray[np.float32]]:
    """Read what `write_tables` wrote."""
    with np.load(stream, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
