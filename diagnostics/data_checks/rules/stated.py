"""What the files say of themselves against their data: dates in names, runs, order, axes."""

from __future__ import annotations

from collections.abc import Iterator

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import RuleFinding, rule
from diagnostics.data_checks.rule_inputs import RuleInputs
from diagnostics.fields.stated_times import (
    AFTER_WRITING,
    MIXED_LEADS,
    NAMES_CONTRADICT,
    NOT_IN_ORDER,
    OTHER_DATE,
    OTHER_YEAR,
    WESTWARD,
)


def _noted(material: RuleInputs, *codes: str) -> Iterator[RuleFinding]:
    for item in material.inventory.findings:
        if item.code in codes:
            yield RuleFinding(tuple(material.fields), {"reason": item.message})


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


LAST_YEAR = 2060
"""Later than this no forecast reaches, and few projections of the climate hold weather."""


@rule("far_in_the_future", Weight.TELL, "dates")
def far_in_the_future(material: RuleInputs) -> Iterator[RuleFinding]:
    """Times long after today: a projection of the climate, or a wrong year."""
    times = material.inventory.times
    if times and times[-1].year > LAST_YEAR:
        yield RuleFinding(tuple(material.fields), {"year": times[-1].year}, time=times[-1])


@rule("names_contradict", Weight.TELL, "names")
def names_contradict(material: RuleInputs) -> Iterator[RuleFinding]:
    """A variable whose name says one quantity and whose standard name another."""
    yield from _noted(material, NAMES_CONTRADICT)


@rule("longitudes_westward", Weight.TELL, "axes")
def longitudes_westward(material: RuleInputs) -> Iterator[RuleFinding]:
    """Longitudes that run from east to west: degrees west may have lost their sign."""
    yield from _noted(material, WESTWARD)
