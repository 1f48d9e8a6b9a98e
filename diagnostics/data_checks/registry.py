"""The rules of the data checks: what each needs, its weight, and the function that looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module

from diagnostics.contracts.checking import CheckFinding, Weight
from diagnostics.data_checks.rule_inputs import RuleInputs
from diagnostics.messages import Listing, Message, Moment, Param, Term


class NotCheckableError(Exception):
    """A rule has its fields and still cannot look: too few times, levels or cells."""

    def __init__(self, lack: str) -> None:
        super().__init__(lack)
        self.lack = lack


@dataclass(frozen=True)
class RuleFinding:
    """What a rule's function reports of a place where data are not as they should be.

    Attributes
    ----------
    fields : tuple of str
        Canonical names of the fields that it concerns.
    params : dict
        Of the rule's message, beside ``fields``.
    value, limit, unit
        The number that was compared, and with what.
    time, level_hpa, place
        Where it is worst, as far as it has a place; latitude and longitude.
    weight : Weight, optional
        Where it differs from the rule's own.
    variant : str
        Appended to the identifier of the message.
    """

    fields: tuple[str, ...]
    params: dict[str, Param] = field(default_factory=dict)
    value: float | None = None
    limit: float | None = None
    unit: str = ""
    time: datetime | None = None
    level_hpa: float | None = None
    place: tuple[float, float] | None = None
    weight: Weight | None = None
    variant: str = ""


Look = Callable[[RuleInputs], Iterable[RuleFinding]]


@dataclass(frozen=True)
class Rule:
    """One rule.

    Attributes
    ----------
    id : str
        ``check-ID`` is its message, ``term-check_ID`` its name.
    weight : Weight
    cure : str
        ``check-cure_CURE`` says what to do.
    needs : tuple of tuple of str
        Sets of canonical fields; any one of them is enough to look. An empty set: any field.
    look : callable
        A pure function from the material to what it found.
    every_finding : bool
        Whether all of its findings stand in a check: each is of something else.
    """

    id: str
    weight: Weight
    cure: str
    needs: tuple[tuple[str, ...], ...]
    look: Look
    every_finding: bool = False

    def finding(self, found: RuleFinding) -> CheckFinding:
        """Bring what was found into the form of the contract."""
        named = Listing(items=tuple(Term(term=f"field_{name}") for name in found.fields))
        params: dict[str, Param] = {"fields": named, **found.params}
        if found.time is not None:
            params.setdefault("time", Moment(moment=found.time))
        variant = f"_{found.variant}" if found.variant else ""
        return CheckFinding(
            rule=self.id,
            weight=found.weight or self.weight,
            fields=found.fields,
            wording=Message(id=f"check-{self.id}{variant}", params=params),
            cure=Message(id=f"check-cure_{self.cure}"),
            value=found.value,
            limit=found.limit,
            unit=found.unit,
            time=found.time,
            level_hpa=found.level_hpa,
            latitude=found.place[0] if found.place else None,
            longitude=found.place[1] if found.place else None,
        )


RULES: dict[str, Rule] = {}
"""Every rule by its identifier, in the order in which they look."""


def rule(
    name: str, weight: Weight, cure: str, *needs: str, every_finding: bool = False
) -> Callable[[Look], Look]:
    """Register a function as a rule.

    Parameters
    ----------
    name : str
        Identifier of the rule.
    weight : Weight
        Of its findings, unless one says otherwise.
    cure : str
        ``check-cure_CURE`` says what to do.
    needs : str
        Each a set of fields, separated by spaces, that suffices; none: any field.
    every_finding : bool
        See `Rule`.
    """

    def register(look: Look) -> Look:
        sets = tuple(tuple(item.split()) for item in needs) or ((),)
        RULES[name] = Rule(name, weight, cure, sets, look, every_finding)
        return look

    return register


def rules() -> Iterator[Rule]:
    """Yield every rule in order."""
    import_module("diagnostics.data_checks.all_rules")
    yield from RULES.values()
