"""Opening a climatology of any kind by its content."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from diagnostics.climatology import baseline_file
from diagnostics.climatology.baseline import Baseline, open_baseline
from diagnostics.climatology.collection import Climatologies
from diagnostics.climatology.gridded import GridClimatology
from diagnostics.climatology.gridfile import FORMAT as GRIDDED
from diagnostics.climatology.gridfile import open_gridded
from diagnostics.climatology.weatherbench import not_a_climatology, open_weatherbench
from diagnostics.errors import InputDataError
from diagnostics.messages import Message


def open_one(path: str | Path) -> Baseline | GridClimatology:
    """Open a baseline of reduced indices, a grid climatology, or one of WeatherBench2.

    Raises
    ------
    InputDataError
        ``file_not_found``, ``not_a_climatology``, ``damaged_baseline``, ``damaged_climatology``.
    """
    text = str(path)
    if "://" in text:
        return open_weatherbench(text)
    local = Path(path)
    if not local.exists():
        raise InputDataError(
            Message(id="climatologyerror-missing", params={"name": f"{local.name!r}"}),
            code="file_not_found",
            data={"path": text},
        )
    if local.is_dir():
        return open_weatherbench(text)
    found = _format_of(local)
    if found == baseline_file.FORMAT:
        return open_baseline(local)
    if found == GRIDDED:
        return open_gridded(local)
    return open_weatherbench(text)


def open_climatologies(paths: Sequence[str | Path]) -> Climatologies:
    """Open one or several climatologies, asked in this order.

    Raises
    ------
    InputDataError
        As :func:`open_one`.
    """
    return Climatologies.joined([open_one(path) for path in paths])


def _format_of(path: Path) -> str:
    import netCDF4

    try:
        with netCDF4.Dataset(path) as file:
            return str(getattr(file, "format", ""))
    except (OSError, RuntimeError) as error:
        raise not_a_climatology(path) from error
