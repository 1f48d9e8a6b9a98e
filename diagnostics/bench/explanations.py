"""Whether the explanation that a diagnosis favours is the one that a label calls right.

The labels name the causes that published work and the files support, and were made without sight
of this code. A cause that is not favoured is no error: the fields may not tell it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from diagnostics.bench.labelled_cases import Label, labels_at_hand, source_of
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import run_case
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.request import DiagnosisRequest


class Agreement(StrEnum):
    """What a favoured explanation is against its label."""

    RIGHT = "right"
    RIGHT_IF_MET = "right if it happened"
    CANNOT_TELL = "cannot tell"
    WRONG_IF_MET = "wrong if it happened"
    WRONG = "wrong"


def measure() -> Iterable[BenchRow]:
    """Diagnose every labelled record for each type whose cause is known, and the quiet ones."""
    counts: dict[bool, Counter[Agreement]] = {True: Counter(), False: Counter()}
    for label, root in labels_at_hand():
        for event in label.causes or ((None,) if label.quiet else ()):
            request = DiagnosisRequest(
                source=label.name, region=label.region, window=label.window, event=event
            )
            case, seconds = run_case(request, source_of(label, root))
            conclusion = case.report.conclusion
            found = agreement(label, event, conclusion)
            counts[event is not None][found] += 1
            what = f"{label.name}: {event.value if event else 'quiet'}"
            yield BenchRow(
                track="explanations",
                what=what.replace("_", " "),
                seconds=seconds,
                note=f"{found}: {_shown(label, event, conclusion)}".replace("_", " "),
            )
    for labelled, name in ((True, "with a known cause"), (False, "quiet")):
        here = counts[labelled]
        note = ", ".join(f"{here[item]} {item}" for item in Agreement)
        yield BenchRow(
            track="explanations", what=name, seconds=0.0, note=f"{note} of {here.total()}"
        )


def agreement(label: Label, event: EventType | None, conclusion: Conclusion) -> Agreement:
    """Compare the explanation that the evidence speaks for most with the label.

    Parameters
    ----------
    label : Label
    event : EventType or None
        The type that was declared; None for a quiet record, where any explanation is wrong.
    conclusion : Conclusion

    Returns
    -------
    Agreement
    """
    favoured = conclusion.explanation.causes
    right = label.causes.get(event, ()) if event else ()
    if favoured:
        return Agreement.RIGHT if favoured[0] in right else Agreement.WRONG
    if (condition := _if_met(conclusion)) is None:
        return Agreement.CANNOT_TELL
    return Agreement.RIGHT_IF_MET if condition in right else Agreement.WRONG_IF_MET


def _if_met(conclusion: Conclusion) -> str | None:
    """Return the cause that would lead if an event happened that cannot be tested."""
    return next((item.cause for item in conclusion.causes if item.leads_if_met), None)


def _shown(label: Label, event: EventType | None, conclusion: Conclusion) -> str:
    condition = _if_met(conclusion)
    none = "none" if condition is None else f"none, but {condition} if it happened"
    favoured = ", ".join(conclusion.explanation.causes) or none
    right = ", ".join(label.causes[event]) if event else "none"
    status = conclusion.occurrence.status.value
    return f"{status}; {favoured} ({conclusion.explanation.status.value}); label {right}"
