"""What a file says of a field, item by item, and where it says it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from diagnostics.contracts.base import Contract, is_none


class Authority(StrEnum):
    """How an item of a record is known."""

    STATED = "stated"
    INFERRED = "inferred"
    UNKNOWN = "unknown"


class TimeStatistic(StrEnum):
    """What a value is of the values inside its interval."""

    INSTANT = "instant"
    MEAN = "mean"
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    SUM = "sum"
    RANGE = "range"
    STANDARD_DEVIATION = "standard_deviation"
    OTHER = "other"


class Period(StrEnum):
    """The part of the calendar that a statistic is of, where it is one."""

    DAY = "day"
    MONTH = "month"
    LONGER = "longer"


class MemberStatistic(StrEnum):
    """What a value is of the values of the members of an ensemble."""

    NONE = "none"
    MEMBER = "member"
    MEAN = "mean"
    SPREAD = "spread"
    PERCENTILE = "percentile"
    PROBABILITY = "probability"
    OTHER = "other"


class RecordItem(Contract):
    """One item of a record.

    Attributes
    ----------
    value : str or None
        None where it is unknown, and where it has many values (the times of a series).
    authority : Authority
    by : str
        Of what is stated: the attribute, key or bound. Of what is inferred: the rule.
    """

    value: str | None = None
    authority: Authority = Authority.UNKNOWN
    by: str = Field(
        default="", description="the attribute, key or bound that states it, or the rule"
    )


class TimeStatement(Contract):
    """The statistic over time of a field."""

    value: TimeStatistic | None = None
    period: Period | None = Field(
        default=None, description="of a statistic of days, months or longer", exclude_if=is_none
    )
    authority: Authority = Authority.UNKNOWN
    by: str = Field(
        default="", description="the attribute, key or bound that states it, or the rule"
    )


class MemberStatement(Contract):
    """The statistic over members of a field."""

    value: MemberStatistic | None = None
    number: float | None = Field(
        default=None,
        description="of the member; of the percentile (0 to 100); the threshold of a probability",
        exclude_if=is_none,
    )
    authority: Authority = Authority.UNKNOWN
    by: str = Field(
        default="", description="the attribute, key or bound that states it, or the rule"
    )


class FieldRecord(Contract):
    """What a file says of one of its fields; what it does not say is unknown."""

    source_name: str = Field(description="the name in the file")
    path: str = Field(default="", description="the file, as messages name it")
    quantity: RecordItem = RecordItem()
    unit: RecordItem = RecordItem()
    time_statistic: TimeStatement = TimeStatement()
    member_statistic: MemberStatement = MemberStatement()
    interval: RecordItem = Field(
        default=RecordItem(),
        description="hours from begin to end where they are one length, and what they rest on",
    )
    valid_time: RecordItem = Field(
        default=RecordItem(), description="where in its interval a value is stamped, and by what"
    )
    run: RecordItem = Field(
        default=RecordItem(), description="initialisation of the forecast, where it is one"
    )
    level: RecordItem = RecordItem()
    grid: RecordItem = RecordItem()
    wind_orientation: RecordItem = Field(default=RecordItem(), description="earth | grid")
    version: RecordItem = Field(default=RecordItem(), description="final | preliminary")


def stated(value: str | None, by: str) -> RecordItem:
    """Return an item that the file states, by an attribute, key or bound."""
    return RecordItem(value=value, authority=Authority.STATED, by=by)


def inferred(value: str | None, rule: str) -> RecordItem:
    """Return an item that a rule concludes; rules have names of one word, joined by hyphens."""
    return RecordItem(value=value, authority=Authority.INFERRED, by=rule)
