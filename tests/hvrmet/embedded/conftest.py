"""Folders for servers that a test starts itself."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.state import StatePaths


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder with a short path, which the servers' user can enter."""
    folder = Path(tempfile.mkdtemp(prefix="hvrmet-t-", dir="/tmp"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def paths(short_folder: Path) -> StatePaths:
    """Prepared state folders."""
    prepared = StatePaths(short_folder / "state", short_folder / "run")
    prepared.prepare(server_user())
    return prepared
