"""Charts that a request names, or means by what they show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.documents import read_yaml
from diagnostics.language.grammar.terms import Term
from diagnostics.language.lexicon import tools

_SUBJECTS = {
    "upper_jet": "wind_speed",
    "lower_jet": "wind_speed",
    "low_centre": "mean_sea_level_pressure",
    "high_centre": "mean_sea_level_pressure",
}
"""Quantities that a chart shows under another name."""


@lru_cache(maxsize=1)
def charts() -> dict[str, dict[str, Any]]:
    """Return what each chart of the catalogue shows, and its names."""
    text = files("diagnostics.language").joinpath("data", "charts.yaml").read_text("utf-8")
    rows: dict[str, dict[str, Any]] = read_yaml(text)
    return {name: row for name, row in rows.items() if name in tools()}


def chart_names() -> list[tuple[str, str]]:
    """Return every name of a chart with the tool that draws it.

    Titles such as "850-hPa temperature" name quantities as well: they are found by what is shown.
    """
    return [
        (str(title), name)
        for name, row in charts().items()
        for title in (*row.get("en", ()), *row.get("zh", ()), name)
    ]


def charts_of(terms: Sequence[Term]) -> tuple[str, ...]:
    """Return the charts that show all of these quantities and the least beside them.

    Parameters
    ----------
    terms : sequence of Term
        With the levels that were said, or the usual ones.
    """
    wanted = {_subject(term) for term in terms}
    shown = {name: {str(item) for item in row["shows"]} for name, row in charts().items()}
    counts = {name: len(shows) for name, shows in shown.items() if wanted and wanted <= shows}
    least = min(counts.values(), default=0)
    return tuple(sorted(name for name, count in counts.items() if count == least))


def _subject(term: Term) -> str:
    entry = term.entry
    name = _SUBJECTS.get(term.id) or (entry.of if entry is not None and entry.of else term.id)
    level = term.quantity([]).level
    if level is None:
        return name
    return f"{name}@{level if isinstance(level, str) else f'{level:g}'}"
