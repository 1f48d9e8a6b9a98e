"""What the names and attributes of files say of their times, beside the times themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import PurePath

import numpy as np

from diagnostics.fields.blocks import Block, Scan, shown
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.names import INGREDIENTS
from diagnostics.messages import Message

OTHER_DATE = "other_date_in_name"
OTHER_YEAR = "other_year_in_name"
AFTER_WRITING = "later_than_written"
MIXED_LEADS = "leads_mixed"
NOT_IN_ORDER = "times_not_in_order"
WESTWARD = "longitudes_westward"
NAMES_CONTRADICT = "names_contradict"
"""Codes of the findings: the checks of data give them their weight."""

_DAY = re.compile(
    r"(?<!\d)(1[89]\d\d|20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d{5})"
)
_MONTH = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)[-_]?(0[1-9]|1[0-2])(?!\d)")
_WRITTEN = re.compile(
    r"(?<!\d)(19[89]\d|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?=[T ]\d\d:)"
)
_BEFORE, _AFTER = timedelta(days=31), timedelta(days=230)
"""Times belong to the date in a name from a month before to a seasonal forecast after it."""
_LONGEST_FORECAST = timedelta(days=400)
_SAME_DAY = 20
"""Days by which the day of the year may differ where the year alone is another."""


def compare_dates(scan: Scan) -> None:
    """Note where files contradict their times: other dates in names, times after the writing.

    Parameters
    ----------
    scan : Scan
        Of all files; its findings grow.
    """
    by_path: dict[str, list[np.datetime64]] = {}
    for block in scan.blocks:
        known = block.times[~np.isnat(block.times)]
        if known.size:
            by_path.setdefault(block.path, []).extend((known.min(), known.max()))
    for path, times in by_path.items():
        _compare_name(scan, path, _day(min(times)), _day(max(times)))
    written = max(_dates(_WRITTEN, scan.history), default=None)
    last = max((_day(max(times)) for times in by_path.values()), default=None)
    if written is not None and last is not None and last > written + _LONGEST_FORECAST:
        scan.warn(
            AFTER_WRITING,
            Message(id="reader-after_writing", params={"last": f"{last}", "written": f"{written}"}),
        )


def _compare_name(scan: Scan, path: str, first: date, last: date) -> None:
    name = PurePath(path).name
    named = list(_dates(_DAY, name)) or list(_dates(_MONTH, name))
    if not named or any(day - _BEFORE <= last and first <= day + _AFTER for day in named):
        return
    day = named[0]
    # a file may be named after the day on which it was fetched; the same day of another year
    # is no such day
    apart = (first.timetuple().tm_yday - day.timetuple().tm_yday) % 365
    same = min(apart, 365 - apart) <= _SAME_DAY
    scan.warn(
        OTHER_YEAR if same else OTHER_DATE,
        Message(
            id="reader-other_date",
            params={
                "path": f"{shown(path)}",
                "day": f"{day:%Y-%m}",
                "first": f"{first}",
                "last": f"{last}",
            },
        ),
    )


def _dates(pattern: re.Pattern[str], text: str) -> Iterator[date]:
    for found in pattern.finditer(text):
        numbers = [int(item) for item in found.groups() if item and item.isdigit()]
        try:
            yield date(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 15)
        except ValueError:
            continue


def _day(time: np.datetime64) -> date:
    found: date = time.astype("datetime64[D]").item()
    return found


def compare_leads(scan: Scan) -> None:
    """Note where the times of a field come from several runs at different leads.

    Analyses and forecasts taken for one series jump where the run changes.
    """
    stated: set[str] = set()
    for block in scan.blocks:
        if INGREDIENTS[block.ingredient].kind in (FieldKind.SURFACE, FieldKind.LEVEL):
            stated.add(block.ingredient)
    for name in sorted(stated):
        blocks = [item for item in scan.blocks if item.ingredient == name]
        runs, leads = _runs_and_leads(blocks)
        if runs > 1 and len(leads) > 1:
            scan.warn(
                MIXED_LEADS,
                Message(
                    id="reader-mixed_leads",
                    params={
                        "runs": f"{runs}",
                        "least": f"{min(leads):g}",
                        "most": f"{max(leads):g}",
                    },
                ),
            )
            return


def _runs_and_leads(blocks: Sequence[Block]) -> tuple[int, set[float]]:
    runs: set[str] = set()
    leads: set[float] = set()
    for block in blocks:
        if block.runs is None:
            continue
        known = ~(np.isnat(block.runs) | np.isnat(block.times))
        runs.update(str(run) for run in block.runs[known])
        hours = (block.times - block.runs)[known] / np.timedelta64(1, "h")
        leads.update(float(hour) for hour in hours)
    return len(runs), leads


def compare_order(scan: Scan) -> None:
    """Note where the times of one series do not ascend in their file."""
    for block in scan.blocks:
        one_run = block.runs is None or np.unique(block.runs).size < 2
        if one_run and bool((np.diff(block.times) < np.timedelta64(0, "s")).any()):
            scan.warn(
                NOT_IN_ORDER,
                Message(id="reader-not_in_order", params={"path": f"{shown(block.path)}"}),
            )
            return
