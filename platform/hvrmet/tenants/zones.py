"""The time zone of a centre."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError


def validate_timezone(name: str) -> None:
    """Refuse what is no name of the IANA database.

    Raises
    ------
    ValidationError
        With code ``unknown_timezone``.
    """
    if name not in available_timezones():
        raise ValidationError(
            "the time zone %(name)r is not known: give an IANA name such as Asia/Shanghai, or none",
            code="unknown_timezone",
            params={"name": name},
        )
