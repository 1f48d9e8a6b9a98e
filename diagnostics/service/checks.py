"""Answers are compared with the checks of the fields that they were made from."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from diagnostics.contracts.checking import CheckFinding, DataCheck, Weight
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.ports import FieldSource

if TYPE_CHECKING:
    from diagnostics.data_checks import RecordingSource


def check_fields(
    source: FieldSource,
    fields: Collection[str],
    region: Region | None,
    window: TimeWindow | None,
) -> DataCheck:
    """Examine the fields of an answer where and when it read them.

    Parameters
    ----------
    source : FieldSource
    fields : collection of str
        Canonical names; others are left out.
    region, window : optional
        All of the data by default.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.data_checks.cached_check`.
    """
    from diagnostics.data_checks import cached_check

    known = {item.name for item in source.inventory().variables}
    names = known.intersection(fields)
    return cached_check(source, region, window, names) if names else DataCheck()


def check_reads(watched: RecordingSource) -> DataCheck:
    """Examine what was read of a watched source.

    Raises
    ------
    DiagnosticsError
        As `check_fields`.
    """
    return check_fields(watched.source, watched.fields, watched.region, watched.window)


def doubts_of(check: DataCheck) -> tuple[CheckFinding, ...]:
    """Return the doubts about fields that an answer may be given from.

    Raises
    ------
    InputDataError
        With the code of the finding (``check_RULE``) where one of the fields was refused.
    """
    from diagnostics.data_checks import refusal_of

    for name, finding in check.refused.items():
        raise refusal_of(name, finding)
    return check.of(Weight.DOUBT)


def period_of(time: datetime | TimeWindow | None) -> TimeWindow | None:
    """Return the period of a time that was asked for; None for all times."""
    return TimeWindow(start=time, end=time) if isinstance(time, datetime) else time
