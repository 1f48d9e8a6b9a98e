"""Whether a field is the quantity itself, or a statistic that must not be taken for it."""

from __future__ import annotations

from diagnostics.contracts.choice import percentile, statistic_of, statistics_in
from diagnostics.contracts.field_record import (
    FieldRecord,
    MemberStatement,
    MemberStatistic,
    Period,
    TimeStatistic,
)
from diagnostics.errors import InputDataError
from diagnostics.fields.blocks import Hints, Scan, shown
from diagnostics.fields.canonical import FieldKind
from diagnostics.messages import Listing, Message, Param

_IS = "data-is_"
"""How the messages begin that say which statistic a field is."""
_NEVER = {
    MemberStatistic.MEAN,
    MemberStatistic.SPREAD,
    MemberStatistic.PERCENTILE,
    MemberStatistic.PROBABILITY,
    MemberStatistic.OTHER,
}
_SHARES = frozenset({"crain", "csnow", "cfrzr", "cicep"})
"""Quantities of which the mean over an interval is the share of it in which they were so."""
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
        instant everything else; of what falls (rain or snow: 0 or 1) also the mean, the share of
        the interval. What is unknown fits.

    Returns
    -------
    str or None
        ``member_spread``, ``time_standard_deviation``, ``monthly`` ...; None where it fits.
    """
    member = record.member_statistic.value
    if member in _NEVER:
        return f"member_{member}"
    time = record.time_statistic.value
    if record.time_statistic.period is Period.LONGER:
        return "climatological"
    if record.time_statistic.period is Period.MONTH:
        if kind is FieldKind.ACCUMULATION:
            return "monthly_total" if time is TimeStatistic.SUM else "monthly_amount"
        return "monthly_extreme" if time in _OF_INTERVALS[FieldKind.EXTREME] else "monthly"
    if time is None or kind is FieldKind.STATIC:
        return None
    fits = _OF_INTERVALS.get(kind, {TimeStatistic.INSTANT})
    if record.quantity.value in _SHARES:
        fits = fits | {TimeStatistic.MEAN}
    return None if time in fits else f"time_{time}"


def choose(record: FieldRecord, kind: FieldKind, hints: Hints) -> str | None:
    """Say what keeps a field from being read, in view of the statistic that was asked for.

    Parameters
    ----------
    record : FieldRecord
    kind : FieldKind
        Of the quantity.
    hints : Hints
        With a statistic, fields of that one are read and no others, but fixed ones.

    Returns
    -------
    str or None
        As `misfit`, or ``not_asked``; None where it is read.
    """
    if hints.statistic is None or kind is FieldKind.STATIC:
        return misfit(record, kind)
    if statistic_of(record) != hints.statistic:
        return misfit(record, kind) or "not_asked"
    return misfit(record.model_copy(update={"member_statistic": MemberStatement()}), kind)


def leave_out(
    scan: Scan, name: str, record: FieldRecord, reason: str, ingredient: str | None = None
) -> None:
    """List a field as what it is, which is not its quantity.

    Parameters
    ----------
    scan : Scan
    name : str
        In the file.
    record : FieldRecord
    reason : str
        What `choose` returned.
    ingredient : str, optional
        Whoever asks for this quantity is given the reason.
    """
    params: dict[str, Param] = {}
    number = record.member_statistic.number
    wording = f"{_IS}{reason}"
    if reason in {"member_percentile", "member_probability"}:
        if number is None:
            wording += "_unnamed"
        else:
            params["number"] = f"{number:g}"
    label = _label(record, reason)
    message = Message(id=wording, params=params)
    scan.leave_out(f"{name} [{label}]", message, record=record)
    if ingredient is not None:
        scan.refused.setdefault(ingredient, ("other_statistic", message))


def _label(record: FieldRecord, reason: str) -> str:
    """Return in a word or two which of several fields of one name a field is."""
    members, number = record.member_statistic, record.member_statistic.number
    if members.value is MemberStatistic.PERCENTILE and number is not None:
        return percentile(number)
    if members.value is MemberStatistic.PROBABILITY and number is not None:
        return f"probability, {number:g}"
    if members.value in _NEVER:
        return f"{members.value}"
    return reason.removeprefix("time_").replace("_", " ")


def no_field_fits(scan: Scan, hints: Hints, path: str) -> InputDataError | None:
    """Return the error of data whose known fields are all statistics; None where none is known.

    Parameters
    ----------
    scan : Scan
        Without blocks that could be used.
    hints : Hints
    path : str
        Of the data.
    """
    listed = [item for item in scan.left_out.values() if item.wording.id.startswith(_IS)]
    records = [*(item.record for item in listed), *(block.record for block in scan.blocks)]
    there = statistics_in(records)
    params: dict[str, Param] = {"path": shown(path), "there": Listing(items=there)}
    if hints.statistic is not None:
        code = "missing_statistic"
        wording = f"dataerror-{code}" if there else f"dataerror-{code}_none"
        params["wanted"] = hints.statistic
    elif listed:
        code = "only_statistics"
        wording = f"dataerror-{code}" if there else f"dataerror-{code}_none"
        params["name"] = listed[0].name
        params["reason"] = listed[0].wording
    else:
        return None
    return InputDataError(
        Message(id=wording, params=params),
        code=code,
        data={"path": path, "statistics": list(there)},
    )
