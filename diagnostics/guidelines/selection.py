"""Choose factors to test: the first five, and what replaces a refuted one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from diagnostics.contracts.enums import Category, Modality
from diagnostics.contracts.guidelines import (
    GuidelineEntry,
    IndexExpectation,
    of_different_causes,
)

_SIBLING_DISCOUNT = 0.8
_MIN_INDICES = 2
_MIN_FIGURES = 1


_PRIOR_CASES = 4.0
"""How many cases the curator's confidence counts for against measured ones."""
_DISCRIMINATION = 0.2
_NEW_CAUSE = 0.25
"""What it adds to an entry's worth that no other one tells of the same explanation."""
_COST = 0.1


def hit_rate(entry: GuidelineEntry) -> float:
    """Share of cases with the event in which the anomaly is expected to be found.

    The curator's confidence, moved by what was measured: as the mean of a beta distribution in
    which the confidence counts for four cases.
    """
    known = entry.experience
    if known is None:
        return entry.confidence
    return (_PRIOR_CASES * entry.confidence + known.confirmed) / (_PRIOR_CASES + known.tested)


def discrimination(entry: GuidelineEntry, causes: int) -> float:
    """How well an entry tells competing explanations apart, 0 to 1.

    An entry that speaks for few of them and against some tells most; one that speaks for none or
    for all tells nothing. Where it was also looked for in cases without the event, finding it
    there as often as with it counts against it.

    Parameters
    ----------
    entry : GuidelineEntry
    causes : int
        How many competing explanations the event has.
    """
    if causes <= 1 or not (entry.supports or entry.opposes):
        apart = 0.0
    else:
        spread = max(len(entry.supports), 1) - 1
        apart = max(0.0, 1.0 - spread / (causes - 1))
        if entry.opposes:
            apart = min(1.0, apart + len(entry.opposes) / causes)
    known = entry.experience
    if known is None or not known.tested_without:
        return apart
    idle = known.confirmed_without / known.tested_without
    share = known.tested_without / (_PRIOR_CASES + known.tested_without)
    return apart * (1.0 - share * idle)


def entry_value(entry: GuidelineEntry, *, causes: int = 0, cost: float = 0.0) -> float:
    """Diagnostic value of an entry: weight, hit rate, discrimination and cost in one number.

    Parameters
    ----------
    entry : GuidelineEntry
    causes : int
        How many competing explanations the event has; none leaves discrimination out.
    cost : float
        Of its tool relative to the dearest one, 0 to 1.

    Returns
    -------
    float
        ``weight * hit rate * (1 + 0.2 discrimination) * (1 - 0.1 cost)``.
    """
    worth = entry.weight * hit_rate(entry)
    return worth * (1.0 + _DISCRIMINATION * discrimination(entry, causes)) * (1.0 - _COST * cost)


Reads = Mapping[str, frozenset[float]]
"""What a tool reads: field name to levels in hPa, empty for surface fields or every level."""


def _same_reads(one: Reads, other: Reads) -> bool:
    """Tell whether two tools read the same fields at levels in common."""
    if set(one) != set(other):
        return False
    return all(one[name] & other[name] or not (one[name] and other[name]) for name in one)


def _near_duplicates(
    one: GuidelineEntry, other: GuidelineEntry, inputs: Mapping[str, Reads]
) -> bool:
    """Tell whether two entries show one finding, or look at the same fields on the same side."""
    if one.factor == other.factor:
        return True
    if one.finding is not None and one.finding == other.finding:
        return True
    fields, others = inputs.get(one.factor), inputs.get(other.factor)
    if not fields or not others or not _same_reads(fields, others):
        return False
    sides = {e.expected.tail for e in (one, other) if isinstance(e.expected, IndexExpectation)}
    return len(sides) <= 1


def select_hypothesis(
    entries: Sequence[GuidelineEntry],
    *,
    size: int,
    inputs: Mapping[str, Reads] | None = None,
    present: Sequence[GuidelineEntry] = (),
    ranked: bool = False,
    value: Callable[[GuidelineEntry], float] = entry_value,
) -> tuple[GuidelineEntry, ...]:
    """Choose up to `size` entries of the greatest total value under the rules of a hypothesis.

    The rules: each category at least once, two indices and one figure at least, no two factors
    that read the same fields on the same side. Rules that the candidates cannot meet are dropped,
    the value never is: the choice is greedy, first for what is still owed, then by value. A factor
    that merely restates the event's own criterion stands in for nothing: it comes last, where
    nothing else is left, and at most one of them is chosen.

    Parameters
    ----------
    entries : sequence of GuidelineEntry
        Applicable, executable and untested candidates.
    size : int
        How many to choose.
    inputs : mapping, optional
        Catalogue id to what it reads.
    present : sequence of GuidelineEntry
        Entries already confirmed: they count for the rules, not for the size.
    ranked : bool
        The entries come best first; otherwise they are taken by value.
    value : callable
        Worth of an entry.

    Returns
    -------
    tuple of GuidelineEntry
        Best first.
    """
    known = inputs or {}
    pool = list(entries)
    if not ranked:
        pool.sort(key=lambda entry: (-value(entry), entry.id))
    pool.sort(key=lambda entry: entry.restates_criterion)
    chosen: list[GuidelineEntry] = []

    def explaining(found: Sequence[GuidelineEntry]) -> list[GuidelineEntry]:
        return [entry for entry in found if not entry.restates_criterion]

    def refused(entry: GuidelineEntry) -> bool:
        taken = [*present, *chosen]
        return any(_near_duplicates(entry, other, known) for other in taken)

    def owed() -> tuple[set[Category], set[Modality]]:
        taken = explaining([*present, *chosen])
        categories = set(Category) - {entry.category for entry in taken}
        indices = sum(entry.modality is Modality.INDEX for entry in taken)
        figures = len(taken) - indices
        modalities = set()
        if indices < _MIN_INDICES:
            modalities.add(Modality.INDEX)
        if figures < _MIN_FIGURES:
            modalities.add(Modality.FIGURE)
        return categories, modalities

    def touches(entry: GuidelineEntry) -> float:
        """Share of an entry's explanations that no entry taken so far speaks for."""
        told = {cause for taken in (*present, *chosen) for cause in taken.supports}
        new = [cause for cause in entry.supports if cause not in told]
        return len(new) / len(entry.supports) if entry.supports else 0.0

    while len(chosen) < size:
        candidates = explaining(
            [entry for entry in pool if entry not in chosen and not refused(entry)]
        )
        if not ranked and len(chosen) == size - 1 and chosen:
            # the last place is for an explanation that nothing chosen so far would test
            candidates.sort(key=lambda entry: -value(entry) * (1.0 + _NEW_CAUSE * touches(entry)))
        if not candidates:
            break
        categories, modalities = owed()
        room = size - len(chosen)
        debts = max(len(categories), len(modalities))
        if categories and debts >= room:
            narrowed = [entry for entry in candidates if entry.category in categories]
            both = [entry for entry in narrowed if entry.modality in modalities]
            candidates = both or narrowed or candidates
        elif modalities and len(modalities) >= room:
            candidates = [e for e in candidates if e.modality in modalities] or candidates
        chosen.append(candidates[0])
    if len(chosen) < size:
        spare = [
            entry
            for entry in pool
            if entry not in chosen
            and all(
                entry.factor != other.factor or of_different_causes(entry, other)
                for other in [*present, *chosen]
            )
        ]
        told = any(entry.restates_criterion for entry in present)
        last = [entry for entry in spare if entry.restates_criterion][: 0 if told else 1]
        chosen.extend([*explaining(spare), *last][: size - len(chosen)])
    return tuple(sorted(chosen, key=pool.index))


def rank_replacements(
    refuted: Sequence[GuidelineEntry],
    candidates: Sequence[GuidelineEntry],
    confirmed: Sequence[GuidelineEntry],
    value: Callable[[GuidelineEntry], float] = entry_value,
) -> tuple[GuidelineEntry, ...]:
    """Rank what to test after some factors were refuted.

    First the alternatives that the refuted entries name, in their order; then unused entries of
    the same categories; then of the categories still missing; each group by value, discounted by
    0.8 for every refuted sibling of the same category (the causal chain it belongs to). Those that
    merely restate the criterion come last in any case.

    Parameters
    ----------
    refuted, candidates, confirmed : sequence of GuidelineEntry
        Refuted so far; applicable, executable and untested; confirmed so far.
    value : callable
        Worth of an entry.

    Returns
    -------
    tuple of GuidelineEntry
        All candidates, best first.
    """
    named = [name for entry in refuted for name in entry.alternatives]
    refuted_categories = {entry.category for entry in refuted}
    missing = set(Category) - {entry.category for entry in confirmed}
    siblings = {
        category: sum(entry.category == category for entry in refuted) for category in Category
    }

    def key(entry: GuidelineEntry) -> tuple[int, float, str]:
        if entry.factor in named and not entry.restates_criterion:
            return (0, float(named.index(entry.factor)), entry.id)
        group = 3
        if entry.restates_criterion:
            group = 4
        elif entry.category in refuted_categories:
            group = 1
        elif entry.category in missing:
            group = 2
        worth = value(entry) * _SIBLING_DISCOUNT ** siblings[entry.category]
        return (group, -worth, entry.id)

    return tuple(sorted(candidates, key=key))
