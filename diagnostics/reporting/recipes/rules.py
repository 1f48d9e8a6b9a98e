"""Which recipe a claim belongs to, and what it is of its result."""

from __future__ import annotations

from collections.abc import Iterable

from diagnostics.contracts.recipes import Recipe, RecipeRole
from diagnostics.contracts.report import Claim
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.recipes.events import EVENT_RULES
from diagnostics.reporting.recipes.evidence import EVIDENCE_RULES
from diagnostics.reporting.recipes.scribe import Rule, Subject
from diagnostics.reporting.recipes.stated import STATED_RULES
from diagnostics.reporting.recipes.systems import SYSTEM_RULES

RULES: tuple[Rule, ...] = (*EVENT_RULES, *EVIDENCE_RULES, *SYSTEM_RULES, *STATED_RULES)
"""Of the rules that a claim fits the first holds."""

_PRINTED = frozenset({"number", "time", "day", "place", "direction", "count"})
"""Kinds of claims that are a number, a time or a place."""


_ROLES: dict[str, RecipeRole] = {
    "latitude": RecipeRole.PLACE,
    "peak_latitude": RecipeRole.PLACE,
    "value_latitude": RecipeRole.PLACE,
    "wind_latitude": RecipeRole.PLACE,
    "region": RecipeRole.PLACE,
    "time": RecipeRole.TIME,
    "peak_time": RecipeRole.TIME,
    "area_time": RecipeRole.TIME,
    "decisive_time": RecipeRole.TIME,
    "high_time": RecipeRole.TIME,
    "passes": RecipeRole.TIME,
    "peak_until": RecipeRole.END,
    "onset": RecipeRole.BEGIN,
    "start": RecipeRole.BEGIN,
    "end": RecipeRole.END,
    "hours": RecipeRole.HOURS,
    "peak_hours": RecipeRole.HOURS,
    "value_hours": RecipeRole.HOURS,
    "rate_hours": RecipeRole.HOURS,
    "span_hours": RecipeRole.HOURS,
    "duration_hours": RecipeRole.HOURS,
    "apart_hours": RecipeRole.HOURS,
    "area_fraction": RecipeRole.SHARE,
    "land_fraction": RecipeRole.SHARE,
    "area_km2": RecipeRole.AREA,
    "max_object_area_km2": RecipeRole.AREA,
    "threshold": RecipeRole.LIMIT,
    "threshold_effective": RecipeRole.LIMIT,
    "limit": RecipeRole.LIMIT,
    "distance_km": RecipeRole.DISTANCE,
    "bearing_deg": RecipeRole.DIRECTION,
    "toward_deg": RecipeRole.DIRECTION,
    "falls_toward_deg": RecipeRole.DIRECTION,
    "geostrophic_from_deg": RecipeRole.DIRECTION,
    "from_deg": RecipeRole.DIRECTION,
    "peak_from_deg": RecipeRole.DIRECTION,
    "value_from_deg": RecipeRole.DIRECTION,
    "wind_from_deg": RecipeRole.DIRECTION,
    "direction_deg_from": RecipeRole.DIRECTION,
    "direction": RecipeRole.DIRECTION,
    "level": RecipeRole.LEVEL,
    "level_hpa": RecipeRole.LEVEL,
    "warm_level_hpa": RecipeRole.LEVEL,
    "smoothed_km": RecipeRole.SMOOTHING,
    "mean_within_deg": RecipeRole.WIDTH,
    "mean_within_km": RecipeRole.WIDTH,
    "#": RecipeRole.COUNT,
    "confidence": RecipeRole.CONFIDENCE,
    "wording": RecipeRole.WORDS,
    "reason": RecipeRole.WORDS,
}
"""By the last name of a path; a value where it is not here."""


def recipes_of(claims: Iterable[Claim], sources: ClaimSources) -> tuple[Recipe, ...]:
    """Write the recipes of claims.

    Parameters
    ----------
    claims : iterable of Claim
    sources : ClaimSources
        What the claims are bound to.

    Returns
    -------
    tuple of Recipe
        In the order of the claims. Every claim that is a number, a time, a place, a direction or
        a count, and every message that holds one, is in the `gives` of exactly one.
    """
    made: dict[str, Recipe] = {}
    gives: dict[str, dict[str, RecipeRole]] = {}
    for claim in claims:
        found = rule_of(claim, sources)
        if found is None:
            continue
        rule, subject = found
        if subject.id not in made:
            made[subject.id] = rule.make(subject)
        gives.setdefault(subject.id, {})[claim.id] = rule.role or _role(claim)
    return tuple(item.model_copy(update={"gives": gives[name]}) for name, item in made.items())


def rule_of(claim: Claim, sources: ClaimSources) -> tuple[Rule, Subject] | None:
    """Return the rule of a claim, with what its recipe is about; None for words alone."""
    if not is_printed(claim):
        return None
    for rule in RULES:
        subject = rule.subject(claim, sources)
        if subject is not None:
            return rule, subject
    return None


def is_printed(claim: Claim) -> bool:
    """Whether a claim shows a number, a time, a place, a direction or a count."""
    if claim.kind in _PRINTED:
        return claim.value is not None
    if claim.kind == "message":
        return _holds_number(claim.value)
    return claim.path.endswith("from_peak.direction") and bool(claim.value)


def _holds_number(value: object) -> bool:
    """Whether a message has a number or a time among its parameters."""
    if isinstance(value, dict):
        return "moment" in value or any(_holds_number(item) for item in value.values())
    if isinstance(value, list):
        return any(_holds_number(item) for item in value)
    if isinstance(value, str):
        return value.strip().lstrip("-").replace(".", "", 1).isdigit()
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _role(claim: Claim) -> RecipeRole:
    if claim.kind == "message":
        return RecipeRole.WORDS
    last = claim.path.partition("+")[0].rpartition(".")[2]
    if last in _ROLES:
        return _ROLES[last]
    return RecipeRole.COUNT if claim.kind == "count" else RecipeRole.VALUE
