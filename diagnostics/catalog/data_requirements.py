"""What a tool's declaration asks of the data: levels, and hours before a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from diagnostics.catalog.registry import get_catalog
from diagnostics.contracts.tools import InputSpec
from diagnostics.quantities.index_tool import IndexTool

_SAME = 1e-6


def levels_read(
    item: InputSpec, held: tuple[float, ...], *, level: float | None = None
) -> tuple[float, ...]:
    """Return the levels of one input that its tool reads, of those that are held.

    Parameters
    ----------
    item : InputSpec
    held : tuple of float
        Levels of the field in the data, hPa; empty for a field at the surface.
    level : float, optional
        The one that a call asks for, where the tool leaves it open.
    """
    if not held:
        return ()
    column = item.dims[0] == "level"
    if level is not None and not column:
        return tuple(one for one in held if among(one, (level,)))
    if not item.levels_hpa:
        return held
    if column and len(item.levels_hpa) > 1:
        top, bottom = min(item.levels_hpa), max(item.levels_hpa)
        return tuple(one for one in held if top - _SAME <= one <= bottom + _SAME)
    return tuple(one for one in held if among(one, item.levels_hpa))


def among(level: float, levels: Iterable[float]) -> bool:
    """Tell whether a level is one of several."""
    return any(abs(level - other) < _SAME for other in levels)


def look_back_hours(name: str, values: Mapping[str, object] | None = None) -> float:
    """Return how many hours before a time a tool reads; none for charts.

    Parameters
    ----------
    name : str
        Catalogue id.
    values : mapping, optional
        Parameters that do not have their default.
    """
    tool = get_catalog().tool(name)
    return tool.look_back_hours(values or {}) if isinstance(tool, IndexTool) else 0.0
