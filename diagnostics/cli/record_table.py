"""What files say of their fields, as a table for people."""

from __future__ import annotations

from collections.abc import Iterator

from diagnostics.cli.output import Output
from diagnostics.contracts.field_record import (
    Authority,
    FieldRecord,
    MemberStatement,
    RecordItem,
    TimeStatement,
)
from diagnostics.contracts.inventory import Inventory
from diagnostics.messages import Listing, Message, Param, Term

_HEADS = ("name", "in_the_file", "statistic", "members", "interval", "levels", "stated", "inferred")


def print_records(inventory: Inventory, output: Output) -> None:
    """Print a line for each record of each field: what it is, and by what that is known."""
    rows = [_row(item.name, record) for item in inventory.variables for record in item.records]
    if rows:
        output.table(Message(id="command-records"), _HEADS, rows)


def _row(name: str, record: FieldRecord) -> list[Param]:
    members, hours = record.member_statistic, record.interval.value
    return [
        name,
        record.source_name,
        _statistic(record.time_statistic),
        _members(members),
        Message(id="command-record_hours", params={"hours": hours}) if hours else "",
        record.level.value or "",
        ", ".join(_rests_on(record, Authority.STATED)),
        ", ".join(_rests_on(record, Authority.INFERRED)),
    ]


def _statistic(time: TimeStatement) -> Param:
    if time.value is None:
        return Term(term="statistic_unknown")
    value = Term(term=f"statistic_{time.value}")
    if time.period is None:
        return value
    return Listing(items=(value, Term(term=f"period_{time.period}")))


def _members(members: MemberStatement) -> Param:
    if members.value is None:
        return Term(term="members_unknown")
    value = Term(term=f"members_{members.value}")
    if members.number is None:
        return value
    return Listing(items=(value, f"{members.number:g}"))


def _rests_on(record: FieldRecord, authority: Authority) -> Iterator[str]:
    """Yield the attributes, keys, bounds or rules by which statistics and interval are known."""
    items: tuple[RecordItem | TimeStatement | MemberStatement, ...] = (
        record.time_statistic,
        record.member_statistic,
        record.interval,
        record.version,
    )
    yield from dict.fromkeys(item.by for item in items if item.authority is authority and item.by)
