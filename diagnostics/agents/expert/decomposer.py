"""The Decomposer: which factors of the library to test next."""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import (
    FigureExpectation,
    GuidelineEntry,
    IndexExpectation,
)
from diagnostics.contracts.roles import Hypothesis, HypothesisFactor
from diagnostics.guidelines import select_hypothesis


def reads_of(view: CaseView) -> dict[str, dict[str, frozenset[float]]]:
    """Return for each tool the fields that it cannot do without, with their levels.

    Where one of several sets of fields will do, all of them are among these.
    """
    return {
        name: {
            item.name: frozenset(item.levels_hpa)
            for item in spec.inputs
            if not item.optional
            or any(item.name in names for sets in spec.one_of for names in sets)
        }
        for name, spec in view.specs.items()
    }


def refutation_of(entry: GuidelineEntry) -> str:
    """Say in words what would refute an entry."""
    expected = entry.expected
    if isinstance(expected, FigureExpectation):
        names = ", ".join(item.detector for item in expected.detectors)
        return f"none of these features is found in the period: {names}"
    return _index_refutation(expected)


def _index_refutation(expected: IndexExpectation) -> str:
    beyond = {"upper": "stays below", "lower": "stays above", "range": "stays outside"}
    return (
        f"the {expected.reduction} {beyond[expected.tail]} {_threshold(expected)} at every time "
        "that counts"
    )


def _threshold(expected: IndexExpectation) -> str:
    """Name the threshold that is read first: of the climatology, else the operational one."""
    if expected.clim is not None:
        names = {"z": "a standardised anomaly of", "pct": "the percentile"}
        found = f"{names[expected.clim.stat]} {expected.clim.threshold:g}"
        if expected.absolute is None:
            return found
        return f"{found} (without a climatology: {_number(expected)})"
    return _number(expected) if expected.absolute is not None else "the threshold"


def _number(expected: IndexExpectation) -> str:
    assert expected.absolute is not None
    value = expected.absolute.value
    shown = " to ".join(f"{end:g}" for end in (value if isinstance(value, tuple) else (value,)))
    return f"{shown} {expected.unit}"


class ExpertDecomposer:
    """Chooses by value under the rules of a hypothesis; the best-ranked replacements go first."""

    def propose(self, view: CaseView, ranked: Sequence[str]) -> Decision[Hypothesis]:
        """Choose as many factors as are still needed for the target."""
        order = {entry_id: place for place, entry_id in enumerate(ranked)}
        if ranked:
            candidates = [entry for entry in view.candidates if entry.id in order]
            candidates.sort(key=lambda entry: order[entry.id])
        else:
            candidates = list(view.candidates)
        chosen = select_hypothesis(
            candidates,
            size=view.wanted,
            inputs=reads_of(view),
            present=(*view.confirmed, *view.severity),
            ranked=bool(ranked),
            value=view.value,
        )
        factors = tuple(
            HypothesisFactor(
                entry_id=entry.id,
                factor=entry.factor,
                modality=entry.modality,
                reason=entry.rationale,
                refuted_by=refutation_of(entry),
                value=round(view.value(entry), 4),
                discriminates=(*entry.supports, *entry.opposes),
            )
            for entry in chosen
        )
        return Decision(Hypothesis(factors=factors, reason=_reason(view.event, chosen)))


def _reason(event: EventType, chosen: Sequence[GuidelineEntry]) -> str:
    categories = sorted({entry.category.value for entry in chosen})
    return f"{event.value.replace('_', ' ')}: {len(chosen)} factors over {', '.join(categories)}"
