"""How much the verdict on an entry is expected to say about which explanation is right.

The explanations of an event are weighed as hypotheses of which one holds. An anomaly that an entry
looks for is found with a probability that depends on which: that of the entry where it speaks for
the explanation, a small one where it speaks against it, a middle one elsewhere. The expected
information is the mutual information of verdict and explanation (C. E. Shannon, 1948; D. V.
Lindley, 1956, Ann. Math. Stat. 27, 986-1005), in bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2

from diagnostics.contracts.guidelines import GuidelineEntry

ELSEWHERE = 0.35
"""Probability that an anomaly is found where no explanation that it speaks for holds [D]."""
AGAINST = 0.1
"""As `ELSEWHERE`, where an explanation holds that it speaks against [D]."""
_PRIOR_CASES = 4.0
_LEAST, _MOST = 0.45, 0.95

Beliefs = Mapping[str, float]
"""Probability of each explanation."""


def found_given(entry: GuidelineEntry, cause: str, hit_rate: float) -> float:
    """Return the probability that an anomaly is found where one explanation holds.

    Parameters
    ----------
    entry : GuidelineEntry
    cause : str
        One of those of the event.
    hit_rate : float
        Share of cases with the event in which the anomaly is expected to be found.
    """
    if cause in entry.supports:
        return min(_MOST, max(_LEAST, hit_rate))
    if cause in entry.opposes:
        return AGAINST
    known = entry.experience
    if known is None or not known.tested_without:
        return ELSEWHERE
    found = _PRIOR_CASES * ELSEWHERE + known.confirmed_without
    return min(_LEAST, found / (_PRIOR_CASES + known.tested_without))


def beliefs_after(
    causes: Sequence[str],
    verdicts: Iterable[tuple[GuidelineEntry, bool, float]],
) -> dict[str, float]:
    """Return how probable each explanation is after some verdicts; all are alike before the first.

    Parameters
    ----------
    causes : sequence of str
        The explanations of the event.
    verdicts : iterable of (GuidelineEntry, bool, float)
        Of each finding, whether it was found, and the entry's hit rate.

    Returns
    -------
    dict
        Probabilities with a sum of 1.
    """
    beliefs = dict.fromkeys(causes, 1.0 / max(1, len(causes)))
    for entry, found, hit_rate in verdicts:
        beliefs = _after(beliefs, entry, hit_rate, found=found)[1]
    return beliefs


def expected_information(entry: GuidelineEntry, beliefs: Beliefs, hit_rate: float) -> float:
    """Return how many bits the verdict on an entry is expected to say about the explanations.

    Parameters
    ----------
    entry : GuidelineEntry
    beliefs : mapping
        From :func:`beliefs_after`.
    hit_rate : float

    Returns
    -------
    float
        0 for an entry that speaks for and against none, or for all of them alike; 1 at most.
    """
    if not beliefs or not (entry.supports or entry.opposes):
        return 0.0
    left = 0.0
    for found in (True, False):
        probability, posterior = _after(beliefs, entry, hit_rate, found=found)
        left += probability * _entropy(posterior.values())
    return max(0.0, _entropy(beliefs.values()) - left)


def _after(
    beliefs: Beliefs, entry: GuidelineEntry, hit_rate: float, *, found: bool
) -> tuple[float, dict[str, float]]:
    """Return the probability of a verdict, and the beliefs after it."""
    joint = {}
    for cause, belief in beliefs.items():
        share = found_given(entry, cause, hit_rate)
        joint[cause] = belief * (share if found else 1.0 - share)
    whole = sum(joint.values())
    return whole, {cause: part / whole for cause, part in joint.items()}


def _entropy(shares: Iterable[float]) -> float:
    return -sum(share * log2(share) for share in shares if share > 0.0)
