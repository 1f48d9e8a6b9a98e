"""The sentence of one entry: on the newest run with evidence enough, else on a generated case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagnostics.contracts.effect import EffectPart, EntryChange, EntrySentence, SentenceRequest
from diagnostics.contracts.enums import EventType, Language, Verdict
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.effect import StoredRun, effect_on_runs, sentence_of
from diagnostics.guidelines import load_release
from tests.diagnostics.effect.changed_entries import asked, expecting, limited
from tests.diagnostics.effect.test_on_runs import ENTRY, UNTESTED, label, stored

__all__ = ["stored"]


def unread() -> GuidelineRelease:
    raise AssertionError("where a run tells enough, no library is read")


def judged(
    before: GuidelineEntry | None, after: GuidelineEntry | None, *runs: StoredRun, library=unread
) -> EntrySentence:
    change = EntryChange(before=before, after=after)
    return sentence_of(SentenceRequest(digest="d", change=change, runs=True), runs, library)


def test_on_a_run_it_is_what_the_effect_says_of_it(stored: StoredRun) -> None:
    after = limited(ENTRY, 12.0)
    request = asked(EffectPart.RUNS, (ENTRY, after))
    effect = effect_on_runs(request, [stored], of=1, total=1, progress=lambda *_: None)
    (verdict,) = effect.verdicts
    found = judged(ENTRY, after, stored)
    assert (found.run, found.before, found.after) == (stored.label, verdict.before, verdict.after)
    assert found.after is not None
    assert all("12" in found.after.texts[language] for language in Language)


def test_is_of_the_newest_run_whose_evidence_is_enough(stored: StoredRun) -> None:
    bare = replace(stored, label=label(1), events=stored.events[:1])
    found = judged(ENTRY, limited(ENTRY, 12.0), bare, stored)
    assert found.run == stored.label


@pytest.mark.slow
def test_what_asks_for_another_computation_is_judged_on_the_case(stored: StoredRun) -> None:
    mean = expecting(ENTRY, reduction="mean")
    found = judged(ENTRY, mean, stored, library=load_release)
    assert (found.run, found.case) == (None, EventType.RAINSTORM)
    assert found.before is not None
    assert found.after is not None
    assert found.before.verdict is Verdict.CONFIRMED
    assert found.before.texts != found.after.texts


@pytest.mark.slow
def test_a_new_entry_has_a_sentence_after_alone(stored: StoredRun) -> None:
    new = UNTESTED.model_copy(update={"id": "g_new", "finding": "something new"})
    found = judged(None, new, stored, library=load_release)
    assert found.before is None
    assert found.after is not None
    assert set(found.after.texts) == set(Language)


@pytest.mark.slow
def test_what_is_tested_nowhere_says_why(stored: StoredRun) -> None:
    never = UNTESTED.model_copy(update={"id": "g_new", "factor": "no_such_factor"})
    found = judged(None, never, stored, library=load_release)
    assert (found.run, found.case, found.after) == (None, None, None)
    assert set(found.texts) == set(Language)
