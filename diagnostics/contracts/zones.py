"""Time zones as people write them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

_OFFSET = re.compile(r"^(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?$", re.IGNORECASE)
_FARTHEST = timedelta(hours=15)


@dataclass(frozen=True)
class Zone:
    """A time zone: a name from the IANA database, or a fixed offset."""

    name: str
    offset: timedelta | None = None

    @property
    def tz(self) -> tzinfo:
        """The zone as the standard library has it."""
        return ZoneInfo(self.name) if self.offset is None else timezone(self.offset)

    def local(self, moment: datetime) -> datetime:
        """Return a moment's local clock time, without a zone."""
        if self.offset is not None:
            return (moment.astimezone(UTC) + self.offset).replace(tzinfo=None)
        return moment.astimezone(ZoneInfo(self.name)).replace(tzinfo=None)

    def utc(self, local: datetime) -> datetime:
        """Return the moment at which the local clock shows `local`."""
        if self.offset is not None:
            return (local - self.offset).replace(tzinfo=UTC)
        return local.replace(tzinfo=ZoneInfo(self.name)).astimezone(UTC)


def fixed_zone(offset: timedelta) -> Zone:
    """Return the zone of a fixed offset, with its name."""
    minutes = round(offset.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return Zone(f"UTC{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}", offset)


def read_zone(text: str) -> Zone | None:
    """Read an IANA name (``Asia/Shanghai``) or an offset; None for anything else.

    Examples
    --------
    >>> [read_zone(text).name for text in ("+08:00", "UTC+8", "gmt-0330")]
    ['UTC+08:00', 'UTC+08:00', 'UTC-03:30']
    """
    stripped = unicodedata.normalize("NFKC", text).replace("−", "-").strip()
    match = _OFFSET.match(stripped)
    if match:
        size = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        return fixed_zone(-size if match[1] == "-" else size) if size <= _FARTHEST else None
    if stripped.upper() in ("UTC", "Z", "GMT"):
        return fixed_zone(timedelta())
    try:
        ZoneInfo(stripped)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return Zone(stripped)


def zone_of(text: str) -> tzinfo:
    """Return the zone that `read_zone` reads.

    Raises
    ------
    ArgumentError
        ``unknown_timezone``.
    """
    found = read_zone(text)
    if found is None:
        raise ArgumentError(
            Message(id="error-unknown_timezone", params={"name": text}),
            code="unknown_timezone",
            data={"timezone": text},
        )
    return found.tz
