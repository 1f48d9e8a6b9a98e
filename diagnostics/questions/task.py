"""One question on its way to an answer: what handlers share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.questions import (
    PlaceMention,
    QuantityMention,
    QuestionReply,
    RequestReading,
    Understanding,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.language.reading import flat_text
from diagnostics.questions import wording
from diagnostics.questions.claim_values import ONE_END
from diagnostics.questions.measure import Desk, When, measure, sheet
from diagnostics.questions.places import narrowed
from diagnostics.questions.sheets import Measured, Sheet


@dataclass
class Task:
    """A question, its reading and the desk it is answered at."""

    text: str
    reading: RequestReading
    desk: Desk

    @cached_property
    def flat(self) -> str:
        """The text as patterns see it."""
        return flat_text(self.text)

    @property
    def language(self) -> Language:
        """Of the answer."""
        return self.reading.language

    @property
    def zh(self) -> bool:
        """Whether the answer is in Chinese."""
        return self.language is Language.ZH

    def says(self, pattern: str) -> bool:
        """Whether the text holds a pattern."""
        return re.search(pattern, self.flat) is not None

    @property
    def mention(self) -> QuantityMention:
        """The first quantity."""
        return self.reading.quantities[0]

    @property
    def sampled(self) -> QuantityMention:
        """The first quantity at its own times: a daily extreme is the temperature itself.

        For questions about when or where an extreme was, asked of data that hold it.
        """
        mention = self.mention
        daily = mention.operator in ("tmax_daily", "tmin_daily")
        if not daily or self.says(r"daily|日最") or not self.desk.inventory.variable("t2m"):
            return mention
        return mention.model_copy(
            update={"id": "temperature", "operator": "temperature_level", "level": "2m"}
        )

    @property
    def statistic(self) -> str | None:
        """The statistic that is asked for; the strongest of what has one end is that end."""
        said = self.reading.statistic
        mention = self.reading.quantities[0] if self.reading.quantities else None
        one_end = mention is not None and mention.id in ONE_END and mention.end
        return mention.end if mention and one_end and said in ("max", "min") else said

    @property
    def place(self) -> PlaceMention | None:
        """The one place of the question."""
        return narrowed(self.reading.places)

    @property
    def when(self) -> When:
        """The moment or period of the question."""
        reading = self.reading
        if reading.window is not None:
            return reading.window
        if len(reading.instants) == 1:
            return reading.instants[0]
        if len(reading.instants) > 1:
            return TimeWindow(start=min(reading.instants), end=max(reading.instants))
        times = self.desk.inventory.times
        return times[0] if self.desk.window is None and len(times) == 1 else self.desk.window

    @property
    def moments(self) -> tuple[datetime, ...]:
        """Two moments to compare: those named, or the ends of the period."""
        reading = self.reading
        if len(reading.instants) >= 2:
            return tuple(sorted(reading.instants))
        window = reading.window or self.desk.window
        if window is not None:
            return (window.start, window.end)
        return reading.instants

    def sheet(
        self,
        mention: QuantityMention | None = None,
        place: PlaceMention | None = None,
        when: When = None,
        *,
        everywhere: bool = False,
    ) -> Sheet:
        """Return the maps of a quantity of this question."""
        where = None if everywhere else place or self.place
        return sheet(
            self.desk, mention or self.mention, where, when or self.when, self.reading.hours
        )

    def measure(
        self,
        statistic: str,
        mention: QuantityMention | None = None,
        place: PlaceMention | None = None,
        when: When = None,
    ) -> Measured:
        """Return one number of this question."""
        return measure(
            self.desk,
            mention or self.mention,
            place or self.place,
            when or self.when,
            statistic,
            self.reading.hours,
        )

    def assume(self, part: str, meaning: str) -> None:
        """Record what no word says."""
        item = Understanding(part=part, meaning=meaning, assumed=True)
        if item not in self.reading.understood:
            self.reading = self.reading.model_copy(
                update={"understood": (*self.reading.understood, item)}
            )

    def reply(
        self,
        template: str,
        kind: str,
        value: JsonValue,
        sentence: str,
        *,
        unit: str = "",
        measured: Measured | None = None,
        sheets: Sequence[Sheet] = (),
        **known: Any,
    ) -> QuestionReply:
        """Make the answer."""
        operators = [item.operator for item in sheets]
        provenance: list[Provenance] = [item.provenance for item in sheets]
        if measured is not None:
            operators.append(measured.operator)
            provenance.append(measured.provenance)
            known = {
                "latitude": measured.latitude,
                "longitude": measured.longitude,
                "time": measured.time,
                **known,
            }
        place = self.place
        names = ", ".join(item.name for item in self.reading.places)
        document: dict[str, Any] = {
            "question": self.text,
            "language": self.language,
            "answered": True,
            "template": template,
            "kind": kind,
            "value": value,
            "unit": unit,
            "sentence": wording.in_chinese(sentence) if self.zh else sentence,
            "place": place.name if place else names,
            "region": place.region if place else self.desk.region,
            "time": self.when,
            "operator": ", ".join(dict.fromkeys(operators)),
            "provenance": tuple(provenance),
            "reading": self.reading,
        }
        return QuestionReply.model_validate({**document, **known})

    def refuse(
        self, reason: str, nearest: str = "", template: str = "", code: str = "undecided"
    ) -> QuestionReply:
        """Say honestly that there is no answer; `code` is the reason for programs."""
        sentence = f"无法回答：{reason}" if self.zh else f"I cannot answer this because {reason}"
        if nearest:
            sentence += f"；可以回答：{nearest}" if self.zh else f"; I can answer: {nearest}"
        return QuestionReply(
            question=self.text,
            language=self.language,
            answered=False,
            template=template,
            sentence=sentence.rstrip(".。") + ("。" if self.zh else "."),
            reason=reason,
            code=code,
            nearest=nearest,
            reading=self.reading,
        )
