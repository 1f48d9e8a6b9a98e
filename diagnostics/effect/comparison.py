"""Verdicts and conclusions in the short form in which two of them are compared."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol

from diagnostics.contracts.effect import ShortConclusion, WordedVerdict
from diagnostics.contracts.enums import ExplanationStatus, Language, Verdict
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.report import Conclusion
from diagnostics.messages import Message, render
from diagnostics.messages.numbers import typeset

_ESTABLISHED = {ExplanationStatus.CONFIRMED: 2, ExplanationStatus.PARTLY: 1}


def in_every_language(wording: Message) -> dict[Language, str]:
    """Write a message in every language, as reports print it."""
    return {language: typeset(render(wording, language)) for language in Language}


def worded(rule: Judgement, *, counts: bool | None) -> WordedVerdict:
    """Return a verdict with its reason as reports print it.

    Parameters
    ----------
    rule : Judgement
    counts : bool or None
        Whether it counts if it is confirmed; None where that is not known.
    """
    confirmed = rule.verdict is Verdict.CONFIRMED
    wording = rule.wording
    texts = in_every_language(wording) if wording else dict.fromkeys(Language, typeset(rule.reason))
    return WordedVerdict(verdict=rule.verdict, counts=counts if confirmed else None, texts=texts)


class Judged(Protocol):
    """What has a judgement."""

    @property
    def rule(self) -> Judgement:
        """The judgement."""


def rule_of(side: Judged | None) -> Judgement | None:
    """Return a side's judgement, or None where an entry is not tested."""
    return side.rule if side is not None else None


def verdict_differs(before: WordedVerdict | None, after: WordedVerdict | None) -> bool:
    """Whether a verdict changes, or whether it counts; the words alone make no difference."""
    if before is None or after is None:
        return before is not after
    return (before.verdict, before.counts) != (after.verdict, after.counts)


def short_conclusion(conclusion: Conclusion, evidence: tuple[EvidenceItem, ...]) -> ShortConclusion:
    """Return how far the cause is established, and by what.

    Parameters
    ----------
    conclusion : Conclusion
        Of a run that says how far the cause is established.
    evidence : tuple of EvidenceItem
        Of the same run.
    """
    explanation = conclusion.explanation
    assert explanation is not None
    entries = {item.id: item.entry_id or item.factor for item in evidence}
    return ShortConclusion(
        status=explanation.status,
        causes=explanation.causes,
        factors=tuple(entries[name] for name in explanation.confirmed),
        confidence_level=explanation.confidence_level,
    )


class Turn(NamedTuple):
    """Whether a result that was right is wrong, or one that was wrong is right."""

    wrong: bool
    right: bool


def verdict_turns(
    before: WordedVerdict | None, after: WordedVerdict | None, *, with_event: bool
) -> Turn:
    """Return what becomes of a verdict where it is known whether the event is there.

    Right is with the event that the factor is found and counts, and without it anything else. An
    entry that is not tested on one side was neither right nor wrong there.
    """
    if before is None or after is None:
        return Turn(wrong=False, right=False)
    was, now = (_is_hit(side) is with_event for side in (before, after))
    return Turn(wrong=was and not now, right=now and not was)


def conclusion_turns(
    before: ShortConclusion, after: ShortConclusion, causes: Collection[str]
) -> Turn:
    """Return what becomes of a conclusion where it is known what brought the event about.

    Parameters
    ----------
    before, after : ShortConclusion
    causes : collection of str
        Of which one is to lead.
    """
    was, now = (_rightly_established(side, causes) for side in (before, after))
    return Turn(wrong=now < was, right=was < now)


def _is_hit(worded: WordedVerdict) -> bool:
    return worded.verdict is Verdict.CONFIRMED and worded.counts is not False


def _rightly_established(conclusion: ShortConclusion, causes: Collection[str]) -> int:
    leads = set(conclusion.causes[:1]) & set(causes)
    return _ESTABLISHED.get(conclusion.status, 0) if leads else 0
