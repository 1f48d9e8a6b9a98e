"""What ``cell_methods`` of a variable state (CF conventions 1.12, 7.3 and Appendix E)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diagnostics.contracts.field_record import TimeStatistic

_ENTRY = re.compile(
    r"(?P<names>(?:[A-Za-z_]\w*\s*:\s*)+)(?P<method>[A-Za-z_]+)"
    r"(?P<scope>(?:\s+(?:within|over|where)\s+[A-Za-z_]\w*)*)\s*(?:\((?P<comment>[^)]*)\))?"
)
_METHODS = {
    "point": TimeStatistic.INSTANT,
    "sum": TimeStatistic.SUM,
    "mean": TimeStatistic.MEAN,
    "average": TimeStatistic.MEAN,
    "maximum": TimeStatistic.MAXIMUM,
    "minimum": TimeStatistic.MINIMUM,
    "range": TimeStatistic.RANGE,
    "standard_deviation": TimeStatistic.STANDARD_DEVIATION,
}
_SCOPE = re.compile(r"(within|over)\s+(\w+)")


@dataclass(frozen=True)
class CellMethod:
    """One entry.

    Attributes
    ----------
    names : tuple of str
        Of the axes, in lower case.
    method : str
        In lower case.
    scope : tuple of (str, str)
        ``("within", "days")`` and the like, of climatological statistics (7.4).
    has_sampling : bool
        Whether it states an interval, which is that of the values that went in (7.3.2), never
        that of the result.
    """

    names: tuple[str, ...]
    method: str
    scope: tuple[tuple[str, str], ...] = ()
    has_sampling: bool = False

    @property
    def statistic(self) -> TimeStatistic:
        """What the method is over time."""
        return _METHODS.get(self.method, TimeStatistic.OTHER)


def cell_methods(text: str) -> tuple[CellMethod, ...]:
    """Read the attribute, entry by entry in the order in which the methods were applied.

    Examples
    --------
    >>> [item.method for item in cell_methods("area: mean time: sum (interval: 1 hour)")]
    ['mean', 'sum']
    """
    found: list[CellMethod] = []
    if ":" not in text:
        return ()
    for match in _ENTRY.finditer(text):
        names = tuple(item.strip().lower() for item in match["names"].split(":") if item.strip())
        scope = tuple((first, second) for first, second in _SCOPE.findall(match["scope"] or ""))
        comment = (match["comment"] or "").lower()
        found.append(CellMethod(names, match["method"].lower(), scope, "interval:" in comment))
    return tuple(found)
