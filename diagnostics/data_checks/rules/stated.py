"""What the reader noticed: of dates in names, runs, order and axes, and what it had to assume."""

from __future__ import annotations

from collections.abc import Iterator

from diagnostics.contracts.checking import Weight
from diagnostics.contracts.enums import Severity
from diagnostics.data_checks.registry import RuleFinding, rule
from diagnostics.data_checks.rule_inputs import RuleInputs
from diagnostics.fields.stated_times import (
    AFTER_WRITING,
    MIXED_LEADS,
    NOT_IN_ORDER,
    OTHER_DATE,
    OTHER_YEAR,
    WESTWARD,
)


def _noted(material: RuleInputs, *codes: str) -> Iterator[RuleFinding]:
    for item in material.inventory.findings:
        if item.code in codes:
            yield RuleFinding(tuple(material.fields), {"reason": item.wording or item.message})


_OTHER_RULES = frozenset(
    {OTHER_YEAR, AFTER_WRITING, OTHER_DATE, MIXED_LEADS, NOT_IN_ORDER, WESTWARD}
)
_NO_ASSUMPTION = frozenset(
    {
        "several_runs",
        "moving_grid",
        "resampled",
        "uneven_times",
        "uneven_intervals",
        "unrecognised_dimension",
        "interpolated_levels",
        "valid_range_ignored",
    }
)
"""Warnings that say what was chosen, left out or made, by a rule that is known: no number is wrong
by them."""


@rule("warned_by_reader", Weight.DOUBT, "producer", every_finding=True)
def warned_by_reader(material: RuleInputs) -> Iterator[RuleFinding]:
    """What the reader warns of: an assumption, or a contradiction that it had to decide."""
    for item in material.inventory.findings:
        if item.severity is not Severity.WARNING or item.code in _OTHER_RULES | _NO_ASSUMPTION:
            continue
        fields = tuple(name for name in material.fields if name in item.fields or not item.fields)
        if fields:
            yield RuleFinding(fields, {"reason": item.wording or item.message})


@rule("date_of_the_file", Weight.DOUBT, "dates")
def date_of_the_file(material: RuleInputs) -> Iterator[RuleFinding]:
    """Times of another year than the name says, or after the file was written."""
    yield from _noted(material, OTHER_YEAR, AFTER_WRITING)


@rule("other_date_in_name", Weight.TELL, "dates")
def other_date_in_name(material: RuleInputs) -> Iterator[RuleFinding]:
    """A name with another date: it may be that of the writing."""
    yield from _noted(material, OTHER_DATE)


@rule("mixed_leads", Weight.TELL, "series")
def mixed_leads(material: RuleInputs) -> Iterator[RuleFinding]:
    """Analyses and forecasts of several runs in one series."""
    yield from _noted(material, MIXED_LEADS)


@rule("joined_out_of_order", Weight.TELL, "times")
def joined_out_of_order(material: RuleInputs) -> Iterator[RuleFinding]:
    """Times that do not ascend in their file."""
    yield from _noted(material, NOT_IN_ORDER)


@rule("longitudes_westward", Weight.TELL, "axes")
def longitudes_westward(material: RuleInputs) -> Iterator[RuleFinding]:
    """Longitudes that run from east to west: degrees west may have lost their sign."""
    yield from _noted(material, WESTWARD)
