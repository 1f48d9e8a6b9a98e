"""The base class of every contract, and the canonical digest."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from typing import Annotated, Any

import rfc8785
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    TypeAdapter,
    ValidationError,
)

from diagnostics.contracts.validation import ContractError


def is_none(value: object) -> bool:
    """Whether a field is left out of a document, because it was not there in earlier ones."""
    return value is None


def is_false(value: object) -> bool:
    """Whether a mark is left out of a document: not set, and not there in earlier ones."""
    return value is False


def is_zero(value: object) -> bool:
    """Whether a count is left out of a document: nothing, and not there in earlier ones."""
    return value == 0


def is_empty(value: object) -> bool:
    """Whether a list is left out of a document: empty, and not there in earlier ones."""
    return value == ()


def is_blank(value: object) -> bool:
    """Whether a text, or a map of texts, is left out of a document: empty, and not there before."""
    return not value


class Contract(BaseModel):
    """A frozen value shared by every layer; unknown fields are refused when one is made."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="null"
    )


_NUMBER = re.compile(r"\s*[-+]?[0-9]*[.]?[0-9]*([eE][-+]?[0-9]+)?\s*")


# Well inside what datetime64[ns], and with it every data set, can hold; no zone and no margin of a
# few days leads beyond what a datetime can.
FIRST_YEAR, LAST_YEAR = 1700, 2200


def _to_utc(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ContractError("no_zone")
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ContractError(
            "year", year=str(value.year), first=str(FIRST_YEAR), last=str(LAST_YEAR)
        )
    return value.astimezone(UTC)


def format_instant(value: datetime) -> str:
    """Write a UTC time as ISO 8601 with a ``Z``, to the second."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


_plain_datetime: TypeAdapter[datetime] = TypeAdapter(datetime)


def _from_text(value: Any) -> Any:
    """Read a text here: a strict reader takes times as text from JSON alone, and this comes before.

    What is no time is left as it is, for the reader's own complaint.
    """
    if isinstance(value, (int, float)) or (isinstance(value, str) and _NUMBER.fullmatch(value)):
        raise ContractError("number_for_time", value=str(value))
    if not isinstance(value, str):
        return value
    try:
        return _plain_datetime.validate_python(value)
    except ValidationError:
        return value


Instant = Annotated[
    datetime,
    BeforeValidator(_from_text),
    AfterValidator(_to_utc),
    PlainSerializer(format_instant, return_type=str, when_used="json"),
]
"""A moment with a zone, kept in UTC and written as ``2026-07-01T12:00:00Z``."""


def canonical_bytes(value: Any) -> bytes:
    """Canonical JSON (RFC 8785) of a contract or of plain JSON data.

    Parameters
    ----------
    value : Contract or JSON-compatible value

    Returns
    -------
    bytes
        UTF-8 text that is the same for equal values on every machine.
    """
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    return rfc8785.dumps(value)


def digest_of(value: Any) -> str:
    """Sha256 (hexadecimal) of the canonical JSON of `value`."""
    return hashlib.sha256(canonical_bytes(value)).hexdigest()
