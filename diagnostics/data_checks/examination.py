"""Examine the data of a region and period by all rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from diagnostics.contracts.checking import CheckFinding, CheckNotRun, DataCheck, Weight
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.data_checks.registry import NotCheckableError, Rule, rules
from diagnostics.data_checks.rule_inputs import RuleInputs, gather
from diagnostics.messages import Listing, Message, Term
from diagnostics.ports import FieldSource

MOST_FINDINGS = 3
"""Findings of one rule; more of the same would say nothing new."""
_ORDER = {Weight.REFUSE: 0, Weight.DOUBT: 1, Weight.TELL: 2}
_MOVING = "moving_grid"


def examine(
    source: FieldSource,
    region: Region | None = None,
    window: TimeWindow | None = None,
    fields: Collection[str] | None = None,
) -> DataCheck:
    """Read the fields of a region and period, and judge them by every rule.

    Parameters
    ----------
    source : FieldSource
    region, window : optional
        All of the data by default.
    fields : collection of str, optional
        Canonical names; every field by default.

    Returns
    -------
    DataCheck
        Findings, the heaviest first; the rules that looked; those that could not, with what they
        would need. The same data give the same check.

    Raises
    ------
    DiagnosticsError
        When the source itself failed, or the region or period is not in the data.
    """
    inventory = source.inventory()
    if any(item.code == _MOVING for item in inventory.findings):
        # fields of different times share no grid
        inside = [
            time for time in inventory.times if window is None or window.start <= time <= window.end
        ]
        window = TimeWindow(start=inside[-1], end=inside[-1]) if inside else window
    return judge(gather(source, inventory, region, window, fields))


def judge(material: RuleInputs) -> DataCheck:
    """Judge what was read by every rule.

    A field that a rule refuses by itself is no witness against others: what compares it with them
    counts as not run.
    """
    first = _looked(material)
    alone = {
        finding.fields[0]
        for finding in first.findings
        if finding.weight is Weight.REFUSE and len(finding.fields) == 1
    }.intersection(material.fields)
    if alone:
        rest = {name: item for name, item in material.fields.items() if name not in alone}
        second = _looked(replace(material, fields=rest, shared={}))
        own = [finding for finding in first.findings if alone.issuperset(finding.fields)]
        looked = {*second.ran, *(finding.rule for finding in own)}
        first = first.model_copy(
            update={
                "findings": (*own, *second.findings),
                "ran": tuple(name for name in first.ran if name in looked),
                "not_run": tuple(item for item in second.not_run if item.rule not in looked),
            }
        )
    ordered = sorted(first.findings, key=lambda one: _ORDER[one.weight])
    return first.model_copy(update={"findings": tuple(ordered)})


def _looked(material: RuleInputs) -> DataCheck:
    """Let every rule look that has what it needs."""
    findings: list[CheckFinding] = []
    ran: list[str] = []
    lacking: list[CheckNotRun] = []
    for item in rules():
        lack = _lack(item, material)
        if lack is None:
            try:
                found = [item.finding(one) for one in item.look(material)]
            except NotCheckableError as error:
                lack = Message(id=f"check-lack_{error.lack}")
            else:
                ran.append(item.id)
                findings += found if item.every_finding else found[:MOST_FINDINGS]
        if lack is not None:
            lacking.append(CheckNotRun(rule=item.id, lack=lack))
    return DataCheck(
        region=material.region,
        window=material.window,
        fields=tuple(material.fields),
        findings=tuple(findings),
        ran=tuple(ran),
        not_run=tuple(lacking),
    )


def _lack(item: Rule, material: RuleInputs) -> Message | None:
    """Say which fields a rule lacks; None where it has enough."""
    if not any(item.needs):
        return None
    if any(material.has(*names) for names in item.needs):
        return None
    return Message(id="check-lack_fields", params={"fields": _named(_nearest(item, material))})


def _nearest(item: Rule, material: RuleInputs) -> Sequence[str]:
    """The absent fields of the set that lacks the fewest."""
    absent = [[name for name in names if not material.has(name)] for names in item.needs]
    return min(absent, key=len)


def _named(names: Sequence[str]) -> Listing:
    return Listing(items=tuple(Term(term=f"field_{name}") for name in names))
