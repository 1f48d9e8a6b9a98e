"""Questions in words: each place of one name is a reading."""

from __future__ import annotations

from datetime import UTC, datetime

from diagnostics.contracts.space_time import Region
from diagnostics.language import AskedContext, KnownSource, read_asked_question

AMERICA = KnownSource(
    name="sample",
    times=(datetime(2021, 7, 20, tzinfo=UTC), datetime(2021, 7, 21, tzinfo=UTC)),
    region=Region.model_validate((-130, 25, -60, 50)),
)


def test_places_of_one_name_are_readings_with_their_words() -> None:
    found = read_asked_question("How warm was Springfield?", AskedContext(sources=(AMERICA,)))
    assert (found.form, found.unread) == (None, ())
    assert len(found.readings) > 1
    assert len({one.meaning for one in found.readings}) == len(found.readings)
    spans = {span.words for one in found.readings for slot in one.slots for span in slot.spans}
    assert spans == {"Springfield"}
