"""A question or a claim in words, as the answer reads it: its parts with their words, and doubts.

The grammar is the one that answers questions, with the same data around it. A doubt is said in the
words with which the answer would refuse.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import BaseModel

from diagnostics.contracts.asked_words import (
    EventSlot,
    Missing,
    OtherReading,
    ReadSentence,
    SentenceKind,
    Slot,
    SlotName,
    SourceSlot,
    Span,
    UnreadWords,
    WhatSlot,
    WhenSlot,
    WhereSlot,
)
from diagnostics.contracts.enums import Language
from diagnostics.contracts.form_terms import QuantityTerm, TimeSet
from diagnostics.contracts.forms import ClaimForm, EventPresent, Form
from diagnostics.contracts.questions import Scenario
from diagnostics.language.asked import written_place
from diagnostics.language.asked_context import AskedContext, KnownSource
from diagnostics.language.diagnosis import mention_of
from diagnostics.language.grammar.claims import read_claim
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.phrase_pool import runs
from diagnostics.language.grammar.reader import phrases, read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.grammar.windows import window_of
from diagnostics.language.lexicon import entries
from diagnostics.language.text_normalisation import language_of
from diagnostics.language.ways_of_reading import with_meaning
from diagnostics.messages import Listing, Message, Moment, localise, render, term
from diagnostics.messages.catalogue import catalogue

log = logging.getLogger(__name__)

_MOST_NAMESAKES = 8
"""Places of one name of which each is offered."""


def form_of_question(text: str, context: Context, language: Language | None = None) -> Form:
    """Read a question to the form that is answered.

    Parameters
    ----------
    text : str
        English or Chinese.
    context : Context
    language : Language, optional
        Of the answer; that of the text by default.

    Returns
    -------
    Form

    Raises
    ------
    NotReadError
        Where a word is not understood, and ``internal_error`` where the grammar failed.
    """
    with _faults_named():
        form = read_question(text, context)
    return form if language is None else form.model_copy(update={"language": language})


def form_of_claim(text: str, context: Context, language: Language | None = None) -> ClaimForm:
    """Read a claim to the clauses that are checked, as :func:`form_of_question` does a question.

    Raises
    ------
    NotReadError
        Where a word is not understood, and ``internal_error`` where the grammar failed.
    """
    with _faults_named():
        claim = read_claim(text, context)
    if language is None:
        return claim
    clauses = tuple(one.model_copy(update={"language": language}) for one in claim.clauses)
    return claim.model_copy(update={"language": language, "clauses": clauses})


@contextmanager
def _faults_named() -> Iterator[None]:
    """Turn a fault of the grammar into a refusal that names it; the text stands in no log."""
    try:
        yield
    except NotReadError:
        raise
    except Exception as fault:
        kind = type(fault).__name__
        log.info("the grammar failed: %s", kind)
        message = Message(id="question-no_fault", params={"kind": kind})
        raise NotReadError("internal_error", message) from fault


def read_asked_question(
    text: str, around: AskedContext | None = None, *, claim: bool = False
) -> ReadSentence:
    """Read a question or a claim in English or Chinese, and say on which words it stands.

    Parameters
    ----------
    text : str
    around : AskedContext, optional
        The area of its source is where a question looks that names no place.
    claim : bool
        Whether the text states something that is to be checked.

    Returns
    -------
    ReadSentence
        `form` is the very form that is answered when the text is asked of the same data; null too
        while it is not known which data are asked, or what they hold.
    """
    return _Reader(text, around or AskedContext(), claim=claim).read()


class _Reader:
    """Reads one sentence."""

    def __init__(self, text: str, around: AskedContext, *, claim: bool) -> None:
        self.text, self.around, self.claim = text, around, claim
        self.language = around.language or language_of(text)
        named = [one for one in around.sources if around.source in (None, one.name)]
        self.source: KnownSource | None = named[0] if len(named) == 1 else None
        self.context = Context(
            times=() if self.source is None else tuple(self.source.times),
            extent=None if self.source is None else self.source.region,
            now=around.now,
            zone=around.timezone,
        )

    def read(self) -> ReadSentence:
        """Return what was read."""
        slots, readings = list[Slot](), tuple[OtherReading, ...]()
        unread: tuple[UnreadWords, ...] = ()
        missing, form = self._missing(), None
        try:
            found = self._read(self.context)
            slots = self._slots(found, self.context)
            form = None if missing else found
        except NotReadError as doubt:
            readings = tuple(self._namesakes(doubt))
            unread = () if readings else tuple(self._unread(doubt))
        if self.source is not None:
            slots.append(self._source(self.source, assumed=True))
        return ReadSentence(
            kind=SentenceKind.CLAIM if self.claim else SentenceKind.QUESTION,
            text=self.text,
            language=self.language,
            form=form,
            slots=tuple(slots),
            unread=unread,
            missing=missing,
            readings=readings,
        )

    def _read(self, context: Context) -> Form | ClaimForm:
        read = form_of_claim if self.claim else form_of_question
        return read(self.text, context, self.around.language)

    # -- what is open --------------------------------------------------------------------------

    def _missing(self) -> tuple[Missing, ...]:
        """Say that the data are to be chosen, or that nobody has looked at them yet."""
        if self.source is not None and self.source.times:
            return ()
        choices: tuple[Slot, ...] = ()
        identifier = "asked-data_not_known"
        if self.source is None:
            sources = self.around.sources
            choices = tuple(self._source(one, assumed=False) for one in sources)
            identifier = "asked-missing_source" if sources else "asked-missing_any_source"
        message = localise(identifier, self.language)
        return (Missing(slot=SlotName.SOURCE, message=message, choices=choices),)

    def _unread(self, doubt: NotReadError) -> Iterator[UnreadWords]:
        said = doubt.message
        if doubt.choices:
            choices = Listing(items=doubt.choices, style="clauses")
            said = Message(id="asked-with_choices", params={"message": said, "choices": choices})
        message = render(said, self.language)
        spans = self._spans(doubt.spans or self._stretches(doubt.words))
        for span in spans or (None,):
            yield UnreadWords(span=span, code=doubt.code, message=message)

    def _stretches(self, words: str) -> list[tuple[int, int]]:
        """Return where words stand that a doubt names: together, or one by one."""
        for pieces in ((words,), words.split(", ")):
            starts = [self.text.find(piece) for piece in pieces if piece]
            if starts and min(starts) >= 0:
                ends = [at + len(piece) for at, piece in zip(starts, pieces, strict=True)]
                return sorted(set(zip(starts, ends, strict=True)))
        return []

    def _namesakes(self, doubt: NotReadError) -> Iterator[OtherReading]:
        """Read the sentence in each meaning of a name; none where a meaning leaves words open."""
        if not doubt.name or not 1 < len(doubt.namesakes) <= _MOST_NAMESAKES:
            return
        found = []
        for spot in doubt.namesakes:
            context = with_meaning(self.context, doubt.name, spot)
            try:
                slots = self._slots(self._read(context), context)
            except NotReadError:
                return
            found.append([one for one in slots if isinstance(one, WhereSlot)])
        for own in found:
            meanings = Listing(items=tuple(one.meaning for one in own), style="clauses")
            yield OtherReading(meaning=catalogue(self.language).write(meanings), slots=tuple(own))

    # -- parts ---------------------------------------------------------------------------------

    def _slots(self, form: Form | ClaimForm, context: Context) -> list[Slot]:
        items = phrases(self.text, context, [], statement=self.claim).items
        clauses = form.clauses if isinstance(form, ClaimForm) else (form,)
        found: list[Slot] = [*self._what(clauses, items)]
        for clause in clauses:
            for part in _walk(clause.query):
                slot = self._slot(part, clause, items)
                if slot is not None and slot not in found:
                    found.append(slot)
        return found

    def _slot(self, part: BaseModel, clause: Form, items: list[Item]) -> Slot | None:
        """Return the slot of a place that is a box, of a period, or of an event; None of others."""
        if isinstance(part, EventPresent) and part.event is not None:
            events = [one for one in items if _means(one, "EVENT", part.event)]
            meaning = term(part.event, self.language)
            return EventSlot(spans=self._of(events), meaning=meaning, event=part.event)
        if isinstance(part, TimeSet):
            return self._when(part, clause, items)
        try:
            place = mention_of(part)  # type: ignore[arg-type]
        except NotReadError:
            return None
        name = written_place(place, self.language) or place.words
        return WhereSlot(
            spans=self._of(_naming(items, "PLACE", place.words)),
            meaning=name,
            region=place.region,
            name=name,
            country=place.country,
            point=place.point,
        )

    def _when(self, times: TimeSet, clause: Form, items: list[Item]) -> WhenSlot | None:
        words = str(getattr(times.base, "words", ""))
        if not words:
            return None
        try:
            window = window_of(times, clause.zone or "UTC", clause.now)
        except NotReadError:
            return None
        start, end = Moment(moment=window.start), Moment(moment=window.end)
        meaning = (
            catalogue(self.language).write(start)
            if window.start == window.end
            else localise("asked-period", self.language, start=start, end=end)
        )
        return WhenSlot(
            spans=self._of(_naming(items, "TIME", words)),
            meaning=meaning,
            window=window,
            timezone=clause.zone,
            timezone_assumed=clause.zone == self.around.timezone and self.around.timezone_assumed,
        )

    def _what(self, clauses: Iterable[Form], items: list[Item]) -> Iterator[WhatSlot]:
        terms = [
            one for clause in clauses for one in _walk(clause) if isinstance(one, QuantityTerm)
        ]
        names = tuple(dict.fromkeys(one.id for one in terms))
        label = "label_zh" if self.language is Language.ZH else "label_en"
        titles = [getattr(entries()[one], label) if one in entries() else one for one in names]
        if names:
            meaning = catalogue(self.language).write(Listing(items=tuple(titles)))
            spans = self._of([one for one in items if one.kind == "TERM"])
            yield WhatSlot(spans=spans, meaning=meaning, scenario=Scenario.INDEX)

    def _source(self, source: KnownSource, *, assumed: bool) -> SourceSlot:
        meaning = source.written(self.language)
        return SourceSlot(meaning=meaning, assumed=assumed, source=source.name)

    def _of(self, items: list[Item]) -> tuple[Span, ...]:
        return self._spans(runs(self.text, items))

    def _spans(self, spans: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
        return tuple(Span(start=a, end=b, words=self.text[a:b]) for a, b in spans)


def _walk(part: Any) -> Iterator[BaseModel]:
    """Yield the models in a form, whole before parts."""
    if isinstance(part, tuple):
        for one in part:
            yield from _walk(one)
    elif isinstance(part, BaseModel):
        yield part
        for name in type(part).model_fields:
            yield from _walk(getattr(part, name))


def _naming(items: list[Item], kind: str, words: str) -> list[Item]:
    """Return the items that are the words, else those that are among them."""
    own = [one for one in items if one.kind == kind and one.text]
    return [one for one in own if one.text == words] or [one for one in own if one.text in words]


def _means(item: Item, kind: str, value: Any) -> bool:
    read = item.read_as(kind)
    return read is not None and read.value == value
