"""Whether a field is the quantity itself, or a statistic that must not be taken for it."""

from __future__ import annotations

from diagnostics.contracts.field_record import FieldRecord, MemberStatistic, Period, TimeStatistic
from diagnostics.fields.canonical import FieldKind

_NEVER = {
    MemberStatistic.MEAN,
    MemberStatistic.SPREAD,
    MemberStatistic.PERCENTILE,
    MemberStatistic.PROBABILITY,
    MemberStatistic.OTHER,
}
_OF_INTERVALS = {
    FieldKind.ACCUMULATION: {TimeStatistic.SUM, TimeStatistic.MEAN},
    FieldKind.EXTREME: {TimeStatistic.MAXIMUM, TimeStatistic.MINIMUM},
}


def misfit(record: FieldRecord, kind: FieldKind) -> str | None:
    """Say in a word which statistic keeps a field from being used as its quantity.

    Parameters
    ----------
    record : FieldRecord
    kind : FieldKind
        Of the quantity: a sum or a mean rate fits an amount, a maximum or minimum an extreme, an
        instant everything else. What is unknown fits.

    Returns
    -------
    str or None
        ``member_spread``, ``time_standard_deviation``, ``monthly`` ...; None where it fits.
    """
    member = record.member_statistic.value
    if member in _NEVER:
        return f"member_{member}"
    if record.time_statistic.period in {Period.MONTH, Period.LONGER}:
        return "monthly" if record.time_statistic.period is Period.MONTH else "climatological"
    time = record.time_statistic.value
    if time is None or kind is FieldKind.STATIC:
        return None
    fits = _OF_INTERVALS.get(kind, {TimeStatistic.INSTANT})
    return None if time in fits else f"time_{time}"
