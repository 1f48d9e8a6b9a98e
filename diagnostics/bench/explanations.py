"""Whether the explanation that a diagnosis favours is the one that a label calls right.

The labels name the causes that published work and the files support, and were made without sight
of this code. A cause that is not favoured is no error: the fields may not tell it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable
from enum import StrEnum
from pathlib import Path

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.bench.labelled_cases import Label, read_labels, source_of
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import run_case
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.request import DiagnosisRequest


class Agreement(StrEnum):
    """What a favoured explanation is against its label."""

    RIGHT = "right"
    CANNOT_TELL = "cannot tell"
    WRONG = "wrong"
    NOT_KNOWN = "not known to the labels"


def measure() -> Iterable[BenchRow]:
    """Diagnose every labelled record for each type whose cause is known, and the quiet ones."""
    named = os.environ.get(DATA_VARIABLE)
    labels = Path(named).parent / "science" / "cases.yaml" if named else None
    if named is None or labels is None or not labels.exists():
        return
    counts: dict[bool, Counter[Agreement]] = {True: Counter(), False: Counter()}
    read = read_labels(labels)
    named_causes = causes_named(read)
    for label in read:
        for event in label.causes or ((None,) if label.quiet else ()):
            request = DiagnosisRequest(
                source=label.name, region=label.region, window=label.window, event=event
            )
            case, seconds = run_case(request, source_of(label, Path(named)))
            conclusion = case.report.conclusion
            found = agreement(label, event, conclusion, named_causes)
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


def causes_named(labels: Iterable[Label]) -> frozenset[tuple[EventType, str]]:
    """Return every explanation that some label names, with the type of event."""
    return frozenset(
        (event, name) for label in labels for event, names in label.causes.items() for name in names
    )


def agreement(
    label: Label,
    event: EventType | None,
    conclusion: Conclusion,
    named: Collection[tuple[EventType, str]],
) -> Agreement:
    """Compare the explanation that the evidence speaks for most with the label.

    Parameters
    ----------
    label : Label
    event : EventType or None
        The type that was declared; None for a quiet record, where any explanation is wrong.
    conclusion : Conclusion
    named : collection of (EventType, str)
        Explanations that any label names: of others, which the library has learnt since, the labels
        tell neither that they are right nor that they are wrong.

    Returns
    -------
    Agreement
    """
    favoured = conclusion.explanation.causes
    if not favoured:
        return Agreement.CANNOT_TELL
    if event is None:
        return Agreement.WRONG
    if favoured[0] in label.causes.get(event, ()):
        return Agreement.RIGHT
    return Agreement.WRONG if (event, favoured[0]) in named else Agreement.NOT_KNOWN


def _shown(label: Label, event: EventType | None, conclusion: Conclusion) -> str:
    favoured = ", ".join(conclusion.explanation.causes) or "none"
    right = ", ".join(label.causes[event]) if event else "none"
    status = conclusion.occurrence.status.value
    return f"{status}; {favoured} ({conclusion.explanation.status.value}); label {right}"
