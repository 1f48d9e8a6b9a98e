"""The sentence that a report would print of one entry while it is being changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from diagnostics.bench.known_cases import sample_case
from diagnostics.bench.runs import opened_run
from diagnostics.contracts.effect import EntryChange, EntrySentence, SentenceRequest, WordedVerdict
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.effect.changes import both_releases, events_of
from diagnostics.effect.comparison import in_every_language, worded
from diagnostics.effect.on_data import counts, judged_on_data, view_with
from diagnostics.effect.on_runs import judged_again
from diagnostics.effect.stored_runs import StoredRun
from diagnostics.errors import DiagnosticsError
from diagnostics.loop.run import Run
from diagnostics.messages import Message
from diagnostics.samples import SAMPLES


def sentence_of(
    request: SentenceRequest, runs: Iterable[StoredRun], library: Callable[[], GuidelineRelease]
) -> EntrySentence:
    """Word the verdict on an entry before and after a change, in one place.

    Parameters
    ----------
    request : SentenceRequest
    runs : iterable of StoredRun
        That tested the entry, the newest first; read until one of them has evidence enough.
    library : callable
        Gives the release with which a generated case is judged; asked only where one is.

    Returns
    -------
    EntrySentence
        On the newest run whose evidence is enough; else on the generated case of the entry's type
        of event, whose data are at hand; else with the reason why there is none.
    """
    change = request.change
    for run in runs:
        found = judged_again(run, change)
        if found is not None:
            return _answer(request, run=found.run, before=found.before, after=found.after)
    event = next((one for one in EventType if one in events_of(change) and one in SAMPLES), None)
    if event is None:
        return _answer(request, texts=in_every_language(Message(id="effect-no_case")))
    try:
        before, after = _on_case(change, event, library())
    except DiagnosticsError as error:
        return _answer(request, texts=in_every_language(error.text))
    if before is None and after is None:
        return _answer(request, texts=in_every_language(Message(id="effect-not_tested_on_case")))
    return _answer(request, case=event, before=before, after=after)


def _answer(request: SentenceRequest, **found: object) -> EntrySentence:
    return EntrySentence.model_validate(
        {"digest": request.digest, "entry_id": request.change.entry_id, **found}
    )


def _on_case(
    change: EntryChange, event: EventType, library: GuidelineRelease
) -> tuple[WordedVerdict | None, WordedVerdict | None]:
    run = _opened(event)
    releases = both_releases(library, [change])
    return (
        _worded(run, event, releases.before, change.before),
        _worded(run, event, releases.after, change.after),
    )


def _worded(
    run: Run, event: EventType, release: GuidelineRelease, entry: GuidelineEntry | None
) -> WordedVerdict | None:
    view = view_with(run, release, event)
    if entry is None or entry not in view.candidates:
        return None
    found = judged_on_data(run, view, entry)
    if found is None:
        return None
    return worded(found.rule, counts=counts(entry, found.controls()))


@lru_cache(maxsize=1)
def _opened(event: EventType) -> Run:
    """Open a generated case, and keep it: who types asks for the same one again and again."""
    known = sample_case(event.value)
    return opened_run(known.request, known.source)
