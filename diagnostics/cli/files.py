"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message


def output_file(text: str) -> Path:
    """Return the file that ``--out`` names.

    Raises
    ------
    ArgumentError
        With code ``output_is_folder`` when it is a folder.
    """
    path = Path(text)
    if path.is_dir():
        raise ArgumentError(
            Message(id="commanderror-output_is_folder", params={"folder": text}),
            code="output_is_folder",
        )
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` beside `path` and rename it into place.

    Raises
    ------
    ArgumentError
        With code ``output_folder_missing`` when the folder is not there.
    """
    if not path.parent.is_dir():
        raise ArgumentError(
            Message(id="error-output_folder_missing", params={"folder": str(path.parent)}),
            code="output_folder_missing",
        )
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


class FolderCache:
    """Keeps documents by content key in a folder, which is made when the first one is kept."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, key: str) -> bytes | None:
        """Return what was kept under `key`."""
        file = self._file(key)
        return file.read_bytes() if file.is_file() else None

    def put(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`, whole."""
        file = self._file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, data)

    def _file(self, key: str) -> Path:
        return self._path / key[:2] / key
