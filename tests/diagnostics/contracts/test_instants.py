"""One reader of times: with a zone, in years that data can have, and never beyond a datetime."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from diagnostics.contracts.base import FIRST_YEAR, LAST_YEAR, Instant, format_instant

INSTANT: TypeAdapter[object] = TypeAdapter(Instant)


@pytest.mark.parametrize(
    "text",
    ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "1699-12-31T23:59:59Z"],
)
def test_times_beyond_all_data_are_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="is not one from 1700 to 2200"):
        INSTANT.validate_python(text)


@given(st.datetimes(), st.sampled_from(["+00:00", "+14:00", "-14:00", "+23:59", "-23:59"]))
def test_every_time_is_read_or_refused(moment, zone) -> None:
    text = f"{moment.isoformat()}{zone}"
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        with pytest.raises(ValidationError):
            INSTANT.validate_json(f'"{text}"')
    else:
        assert format_instant(INSTANT.validate_json(f'"{text}"')).endswith("Z")
