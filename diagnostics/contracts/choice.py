"""Which part of the data a request chose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, Field

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.field_record import FieldRecord, MemberStatistic
from diagnostics.contracts.validation import ContractError

MEAN = "mean"
OF_ENSEMBLE = "of the ensemble, read in the place of a forecast: mean, or a percentile as p90"
_PERCENTILE = re.compile(r"p?(\d{1,3}(?:\.\d+)?)")


def read_statistic(text: str) -> str:
    """Return a statistic of an ensemble as data choices write it: ``mean``, ``p90``, ``p2.5``.

    Raises
    ------
    ContractError
        ``statistic`` for everything else: a spread or a probability is never the quantity.

    Examples
    --------
    >>> read_statistic("P90"), read_statistic("mean")
    ('p90', 'mean')
    """
    lower = text.strip().lower()
    if lower == MEAN:
        return lower
    found = _PERCENTILE.fullmatch(lower)
    if found is None or not 0.0 <= float(found[1]) <= 100.0:
        raise ContractError("statistic", text=text)
    return percentile(float(found[1]))


def percentile(number: float) -> str:
    """Return how a percentile (0 to 100) is written."""
    return f"p{number:g}"


def statistic_of(record: FieldRecord | None) -> str | None:
    """Return the statistic of an ensemble that a field is, where it can be asked for as that."""
    if record is None:
        return None
    members = record.member_statistic
    if members.value is MemberStatistic.MEAN:
        return MEAN
    if members.value is MemberStatistic.PERCENTILE and members.number is not None:
        return percentile(members.number)
    return None


def statistics_in(records: Iterable[FieldRecord | None]) -> tuple[str, ...]:
    """Return the statistics of ensembles that can be asked for, each once."""
    found = (statistic_of(record) for record in records)
    return tuple(sorted({item for item in found if item is not None}))


EnsembleStatistic = Annotated[str, AfterValidator(read_statistic), Field(max_length=20)]
"""``mean`` or a percentile as ``p90``."""


class DataChoice(Contract):
    """The run, the member or the statistic of members that a request named; one at least."""

    run: Instant | None = Field(
        default=None, description="start of the forecast", exclude_if=is_none
    )
    member: int | None = Field(default=None, description="of the ensemble", exclude_if=is_none)
    statistic: EnsembleStatistic | None = Field(
        default=None,
        description=OF_ENSEMBLE,
        exclude_if=is_none,
    )
