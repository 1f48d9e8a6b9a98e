"""Where the samples' climatology lies."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from diagnostics.errors import InputDataError
from diagnostics.samples.generation import event_of


def climatology_path(name: str) -> Path:
    """Return the baseline file that belongs to a sample (one file serves all six).

    Raises
    ------
    ArgumentError
        ``unknown_sample``.
    InputDataError
        ``climatology_missing`` when the installation lacks the file.
    """
    event_of(name)
    path = Path(str(files("diagnostics.samples") / "data" / "climatology.nc"))
    if not path.is_file():
        raise InputDataError(
            f"the samples' climatology is not at {path.name!r} in the package; "
            "install the package again or build it with scripts/build_sample_climatology.py",
            code="climatology_missing",
        )
    return path
