"""Folders for servers that a test starts itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hvrmet.embedded.server_folders import server_folder
from hvrmet.embedded.state import StatePaths


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder with a short path, which the servers' user can enter."""
    with server_folder("t") as folder:
        folder.chmod(0o711)
        yield folder


@pytest.fixture
def paths(server_paths: StatePaths) -> StatePaths:
    """Prepared state folders."""
    return server_paths
