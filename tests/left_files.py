"""What a run left in the folder for its temporary files."""

from __future__ import annotations

from pathlib import Path

from diagnostics.temporary import in_use, sweep


def left_files(folder: Path) -> list[str]:
    """Name what is left, but for the folders of processes that still run.

    Folders of processes that were killed are removed by the next start, for which this stands.
    """
    sweep(folder)
    return sorted(item.name for item in folder.iterdir() if not in_use(item))
