"""Checks of retrieved data against what was planned: times, levels, gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from diagnostics.agents.protocol import CaseView
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language, Severity
from diagnostics.contracts.roles import Arrival, DataFinding, RetrievalPlan, RetrievalReview
from diagnostics.messages import Listing, Message, Param, Term, render

_MANY_MISSING = 0.05


def check_retrieval(view: CaseView, plan: RetrievalPlan, arrival: Arrival) -> RetrievalReview:
    """Check what arrived against what was planned.

    Parameters
    ----------
    view : CaseView
    plan : RetrievalPlan
    arrival : Arrival

    Returns
    -------
    RetrievalReview
        Accepted unless a field failed to be read or is not what its name says.
    """
    findings = (
        *_failed(arrival),
        *_times(view, arrival),
        *_levels(plan, arrival),
        *_gaps(arrival),
        *_empty(arrival),
    )
    refused = any(item.severity is Severity.ERROR for item in findings)
    return RetrievalReview(accepted=not refused, findings=findings, arrival=arrival)


def _finding(
    code: str, severity: Severity, names: Sequence[str] = (), **params: Param
) -> DataFinding:
    """Return a finding by its entry of the section ``arrival``; `names` are of fields."""
    if names:
        params["fields"] = Listing(items=tuple(Term(term=f"field_{name}") for name in names))
    wording = Message(id=f"arrival-{code}", params=params)
    return DataFinding(
        code=code,
        severity=severity,
        message=render(wording, Language.EN),
        message_zh=render(wording, Language.ZH),
        wording=wording,
        fields=tuple(names),
    )


def _failed(arrival: Arrival) -> Iterator[DataFinding]:
    for name, reason in arrival.failed.items():
        yield _finding("not_read", Severity.ERROR, (name,), reason=reason)


def _times(view: CaseView, arrival: Arrival) -> Iterator[DataFinding]:
    """Name the times that the step of the data promises and that are not there."""
    step = view.inventory.step_hours
    times = arrival.times
    if step and len(times) > 1:
        expected = round((times[-1] - times[0]) / timedelta(hours=step)) + 1
        missing = expected - len(times)
        if missing > 0:
            held = set(times)
            first = next(
                times[0] + place * timedelta(hours=step)
                for place in range(expected)
                if times[0] + place * timedelta(hours=step) not in held
            )
            yield _finding(
                "time_gap",
                Severity.WARNING,
                missing=str(missing),
                expected=str(expected),
                first=format_instant(first),
            )
    short = [item.name for item in arrival.fields if item.times and item.times < len(times)]
    if short:
        yield _finding("fewer_times", Severity.WARNING, short)


def _levels(plan: RetrievalPlan, arrival: Arrival) -> Iterator[DataFinding]:
    got = {item.name: item.levels_hpa for item in arrival.fields}
    for need in plan.needs:
        absent = [level for level in need.levels_hpa if level not in got.get(need.name, ())]
        if absent and need.name in got:
            shown = ", ".join(f"{level:g}" for level in absent)
            yield _finding("levels_absent", Severity.ERROR, (need.name,), levels=shown)


def _gaps(arrival: Arrival) -> Iterator[DataFinding]:
    """Fields with many points without a value; those with the same share in one finding."""
    missing: dict[str, list[str]] = {}
    for item in arrival.fields:
        if item.missing_fraction >= _MANY_MISSING:
            missing.setdefault(f"{100 * item.missing_fraction:.0f}", []).append(item.name)
    for share, names in missing.items():
        yield _finding("missing_values", Severity.WARNING, names, share=share)


def _empty(arrival: Arrival) -> Iterator[DataFinding]:
    for item in arrival.fields:
        if item.minimum is None or item.maximum is None:
            yield _finding("empty_field", Severity.WARNING, (item.name,))
