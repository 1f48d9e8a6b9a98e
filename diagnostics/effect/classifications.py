"""Two classifications of the same case in the short form in which they are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.effect import (
    CriteriaChange,
    CriterionRates,
    FiringCounts,
    TypeChange,
    WordedAssessment,
)
from diagnostics.contracts.enums import EventType, Firing, Language
from diagnostics.effect.comparison import in_every_language
from diagnostics.guidelines import changed_numbers, event_of_number
from diagnostics.messages import term
from diagnostics.messages.numbers import typeset

_COUNTED = {
    Firing.FIRED: "met",
    Firing.REACHED_HERE: "likely",
    Firing.LIKELY_AT_STATIONS: "likely",
    Firing.NOT_FIRED: "not_met",
    Firing.NOT_ASSESSABLE: "not_assessable",
}


class Both(NamedTuple):
    """A case as it is classified by criteria before and after they change."""

    before: Classification
    after: Classification


def types_about(change: CriteriaChange) -> tuple[EventType, ...]:
    """Return the types of event that changed numbers are about.

    A number of days, areas or tolerance is about every type that the criteria are for.
    """
    about = {event_of_number(path) for path in changed_numbers(change)}
    if None in about:
        about |= {
            EventType(name)
            for document in (change.before, change.after)
            for part in ("criteria", "percentiles")
            for name in _names(document.get(part))
        }
    return tuple(event for event in EventType if event in about)


def type_changes(both: Both) -> tuple[TypeChange, ...]:
    """Return the types that are classified otherwise; other words alone make no difference."""
    pairs = ((item, both.after.assessment(item.event)) for item in both.before.assessments)
    return tuple(
        TypeChange(event=old.event, before=worded_assessment(old), after=worded_assessment(new))
        for old, new in pairs
        if _wordless(old) != _wordless(new)
    )


def worded_assessment(found: TypeAssessment) -> WordedAssessment:
    """Return the test of a type, and its strongest event where there is one, in words."""
    name = found.objects[0].grade_name if found.objects else found.grade_name
    wording = found.wording
    texts = (
        in_every_language(wording) if wording else dict.fromkeys(Language, typeset(found.reason))
    )
    grades = {language: term(name, language) for language in Language} if name else {}
    return _wordless(found).model_copy(update={"grade_names": grades, "texts": texts})


def _wordless(found: TypeAssessment) -> WordedAssessment:
    strongest = found.objects[0] if found.objects else None
    return WordedAssessment(
        firing=found.firing,
        grade=strongest.grade if strongest else found.grade,
        severity=strongest.severity if strongest else found.severity,
        subtype=found.subtype,
        labels=found.labels,
        onset=strongest.onset if strongest else None,
        end=strongest.end if strongest else None,
        peak=strongest.peak if strongest else None,
        peak_time=strongest.peak_time if strongest else None,
        unit=strongest.unit if strongest else "",
        texts={},
    )


def criterion_rates(
    events: Iterable[EventType], classified: Sequence[Both]
) -> tuple[CriterionRates, ...]:
    """Count how each type is classified in some cases, before and after."""
    changed = Counter(item.event for both in classified for item in type_changes(both))
    return tuple(
        CriterionRates(
            event=event,
            before=_counted(both.before.assessment(event) for both in classified),
            after=_counted(both.after.assessment(event) for both in classified),
            changed=changed[event],
        )
        for event in events
    )


def _counted(found: Iterable[TypeAssessment]) -> FiringCounts:
    return FiringCounts.model_validate(Counter(_COUNTED[item.firing] for item in found))


def _names(part: object) -> Iterable[str]:
    return part if isinstance(part, dict) else ()
