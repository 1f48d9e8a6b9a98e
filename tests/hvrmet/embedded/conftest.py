"""Folders for servers that a test starts itself."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hvrmet.embedded.state import StatePaths


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder with a short path, which the servers' user can enter."""
    folder = Path(tempfile.mkdtemp(prefix="hvrmet-t-", dir="/tmp"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def paths(server_paths: StatePaths) -> StatePaths:
    """Prepared state folders."""
    return server_paths
