"""Dates in figures as people write them in requests: 25/07 - 28/07, 22-23/07, 7/11-7/13."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from diagnostics.contracts.enums import Language
from diagnostics.language.text_normalisation import flatten, language_of

_SPOKEN = r"\s*(?:~|至|到|\bto\b|\buntil\b|\btill\b|\bthrough\b)\s*"
_TO = rf"(?:\s*-\s*|{_SPOKEN})"
_WITH = r"(?:\s*[&,]\s*|\s*(?:\band\b|和|与|及)\s*)"
"""Between dates that are named together: these have one order as well."""
_YEAR = r"((?:19|20)\d{2})"
_BEFORE = r"(?<![\d:])(?<!\d[./-])"
_AFTER = r"(?!\d|[./:-]\d|\s*(?:[°%度时点]|(?:[nsewzh]|hpa|utc|[ap]\.?m)\b))"
"""What follows makes the numbers hours, degrees or parts of a longer number."""
_MEASURE = re.compile(r"\s*(?:毫米|厘米|公里|千米|米|级|节|倍|个|摄氏|小时|百帕|[a-z])")
_ALWAYS = "24/7"
"""Says how long each day, not which day."""
_LEAP = 2020

Figures = tuple[int | None, int, int]
"""Year, month, day."""


@dataclass(frozen=True)
class Written:
    """Dates that are written in one order.

    Parameters
    ----------
    spans : tuple of (int, int)
        Where each stands.
    day_first, month_first : tuple of Figures
        The dates in either order; empty where they are none.
    """

    spans: tuple[tuple[int, int], ...]
    day_first: tuple[Figures, ...] = ()
    month_first: tuple[Figures, ...] = ()

    @property
    def doubtful(self) -> bool:
        """Whether both orders are possible."""
        return bool(self.day_first and self.month_first)

    def read(self, day_first: bool | None) -> tuple[Figures, ...]:
        """Return the dates; none where they are doubtful and no order is given."""
        if not self.doubtful:
            return self.month_first or self.day_first
        if day_first is None:
            return ()
        return self.day_first if day_first else self.month_first


def written_dates(text: str) -> Iterator[Written]:
    """Find dates in figures; those of one range have one order.

    Where a text in Chinese writes no year behind them, the month stands first.

    Examples
    --------
    >>> [one.read(None) for one in written_dates("22-23/07")]
    [((None, 7, 23),)]
    >>> [one.read(None) for one in written_dates("25/07 - 28/07/2021")]
    [((None, 7, 25), (2021, 7, 28))]
    """
    flat, taken = flatten(text), list[tuple[int, int]]()
    chinese = language_of(text) is Language.ZH
    for pattern, read in _PATTERNS:
        for match in pattern.finditer(flat):
            start, end = match.span()
            if any(first < end and start < last for first, last in taken):
                continue
            found = read(match)
            if found is None:
                continue
            if chinese and found.month_first and not _closed_by_year(match):
                found = Written(found.spans, month_first=found.month_first)
            taken.append((start, end))
            yield found


def _closed_by_year(match: re.Match[str]) -> bool:
    return any(part is not None and len(part) == 4 for part in match.groups())


def _figures(year: str | None, month: str, day: str) -> Figures | None:
    try:
        date(int(year) if year else _LEAP, int(month), int(day))
    except ValueError:
        return None
    return (int(year) if year else None), int(month), int(day)


def _all(*found: Figures | None) -> tuple[Figures, ...]:
    real = tuple(one for one in found if one is not None)
    return real if len(real) == len(found) else ()


def _some(written: Written) -> Written | None:
    """Return dates with what is the same in either order said once; None where there is none."""
    if written.day_first == written.month_first:
        written = Written(written.spans, month_first=written.month_first)
    return written if written.day_first or written.month_first else None


def _year_first(match: re.Match[str]) -> Written | None:
    """Read 2021.06.05 and 2021/6/5-6/10."""
    year, sign, month, day, month_to, day_to = match.groups()
    opening = (match.start(), match.end(4))
    if month_to is None:
        if sign != ".":
            return None
        return _some(Written((opening,), month_first=_all(_figures(year, month, day))))
    dates = _all(_figures(year, month, day), _figures(None, month_to, day_to))
    return _some(Written((opening, (match.start(5), match.end())), month_first=dates))


def _pair(match: re.Match[str]) -> Written | None:
    """Read 25/07 - 28/07/2021 and 06-05至06-10."""
    one, two, year, _, three, four, year_to = match.groups()
    opening = (match.start(), match.start(4))
    return _some(
        Written(
            (opening, (match.end(4), match.end())),
            day_first=_all(_figures(year, two, one), _figures(year_to, four, three)),
            month_first=_all(_figures(year, one, two), _figures(year_to, three, four)),
        )
    )


def _last_of_days(match: re.Match[str]) -> Written | None:
    """Read 23/07 of 22-23/07: the days of one month stand before it."""
    first, day, month, year = match.groups()
    if not 1 <= int(first) < int(day):
        return None
    span = (match.start(2), match.end())
    return _some(Written((span,), day_first=_all(_figures(year, month, day))))


def _first_of_days(match: re.Match[str]) -> Written | None:
    """Read 7/17 of 7/17-22: the days of one month stand behind it."""
    month, day, last = match.groups()
    if not int(day) < int(last) <= 31:
        return None
    span = (match.start(), match.end(2))
    return _some(Written((span,), month_first=_all(_figures(None, month, day))))


def _dotted_days(match: re.Match[str]) -> Written | None:
    """Read 22.-23.07.2021."""
    first, last, month, year = match.groups()
    dates = _all(_figures(year, month, first.rstrip(".")), _figures(year, month, last))
    return _some(Written((match.span(1), (match.start(2), match.end())), day_first=dates))


def _chinese_pair(match: re.Match[str]) -> Written | None:
    """Read 7.17-7.22, in a text in Chinese and of no measure."""
    if language_of(match.string) is not Language.ZH or _MEASURE.match(match.string, match.end()):
        return None
    month, day, month_to, day_to = match.groups()
    dates = _all(_figures(None, month, day), _figures(None, month_to, day_to))
    spans = ((match.start(), match.end(2)), (match.start(3), match.end()))
    return _some(Written(spans, month_first=dates))


def _alone(match: re.Match[str]) -> Written | None:
    """Read 3/4, 25/07 and 22.07.2021."""
    one, _, two, year = match.groups()
    if match[0] == _ALWAYS:
        return None
    return _some(
        Written(
            (match.span(),),
            day_first=_all(_figures(year, two, one)),
            month_first=_all(_figures(year, one, two)),
        )
    )


_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Written | None]], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (
            rf"(?<!\d)(?<!\d\.){_YEAR}([-/.])(\d{{1,2}})\2(\d{{1,2}})"
            rf"(?:(?:{_TO})(\d{{1,2}})\2(\d{{1,2}}){_AFTER}|(?!\d|[:.]\d))",
            _year_first,
        ),
        (
            rf"{_BEFORE}(\d{{1,2}})/(\d{{1,2}})(?:/{_YEAR})?({_TO}|{_WITH})"
            rf"(\d{{1,2}})/(\d{{1,2}})(?:/{_YEAR})?{_AFTER}",
            _pair,
        ),
        (
            rf"{_BEFORE}(\d{{2}})-(\d{{2}})(?:-{_YEAR})?({_SPOKEN})"
            rf"(\d{{2}})-(\d{{2}})(?:-{_YEAR})?{_AFTER}",
            _pair,
        ),
        (
            rf"{_BEFORE}(\d{{1,2}})\.(\d{{1,2}})\.{_YEAR}?({_TO})"
            rf"(\d{{1,2}})\.(\d{{1,2}})\.{_YEAR}{_AFTER}",
            _pair,
        ),
        (
            rf"{_BEFORE}(\d{{1,2}})(?:{_TO})(\d{{1,2}})/(\d{{1,2}})(?:/{_YEAR})?{_AFTER}",
            _last_of_days,
        ),
        (
            rf"{_BEFORE}(\d{{1,2}}\.?){_TO}(\d{{1,2}})\.(\d{{1,2}})\.{_YEAR}{_AFTER}",
            _dotted_days,
        ),
        (
            rf"{_BEFORE}(\d{{1,2}})\.(\d{{1,2}}){_TO}(\d{{1,2}})\.(\d{{1,2}}){_AFTER}",
            _chinese_pair,
        ),
        (rf"{_BEFORE}(\d{{1,2}})/(\d{{1,2}})\s*-\s*(\d{{1,2}}){_AFTER}", _first_of_days),
        (r"(?<![\d./])(\d{1,2})(/)(\d{1,2})(?:/((?:19|20)\d{2}))?(?![\d/])", _alone),
        (rf"{_BEFORE}(\d{{1,2}})(\.)(\d{{1,2}})\.{_YEAR}{_AFTER}", _alone),
    )
)
