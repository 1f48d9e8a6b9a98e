"""Rates with their intervals, and what use shows of an entry: pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Protocol

from pydantic import BaseModel

Z_90 = 1.645
"""Half the width of an interval that holds 90 % of a normal distribution, in deviations."""


class Rate(BaseModel):
    """A share with its 90 % interval (E. B. Wilson, 1927, J. Am. Stat. Assoc. 22, 209-212)."""

    hits: int
    tries: int
    rate: float | None = None
    low: float = 0.0
    high: float = 1.0


class Tally(BaseModel):
    """What use showed of an entry in one group of cases.

    `hit_rate` is the share of confirmed among the decided verdicts where the event occurred,
    `base_rate` where it did not: an entry whose intervals overlap tells nothing apart.
    """

    group: str
    cases: int
    hit_rate: Rate
    base_rate: Rate
    undetermined: int
    steered: int
    corrected: int
    in_accepted_reports: int
    seconds: float | None = None


class Case(Protocol):
    """What is counted of an outcome."""

    occurred: bool | None
    verdict: str
    steered: int
    corrected: int
    accepted: bool | None
    seconds: float | None


def rate_of(hits: int, tries: int) -> Rate:
    """Return a share with its interval; without a try nothing is known."""
    if tries == 0:
        return Rate(hits=0, tries=0)
    share, spread = hits / tries, Z_90**2 / tries
    middle = (share + spread / 2.0) / (1.0 + spread)
    half = Z_90 * sqrt(share * (1.0 - share) / tries + spread / (4.0 * tries)) / (1.0 + spread)
    return Rate(
        hits=hits,
        tries=tries,
        rate=round(share, 4),
        low=round(max(0.0, middle - half), 4),
        high=round(min(1.0, middle + half), 4),
    )


def tally_of(group: str, cases: Iterable[Case]) -> Tally:
    """Count what a group of cases shows of an entry."""
    found = list(cases)
    counts = {True: [0, 0], False: [0, 0]}
    for case in found:
        if case.occurred is not None and case.verdict in ("confirmed", "refuted"):
            counts[case.occurred][1] += 1
            counts[case.occurred][0] += case.verdict == "confirmed"
    times = [case.seconds for case in found if case.seconds is not None]
    return Tally(
        group=group,
        cases=len(found),
        hit_rate=rate_of(*counts[True]),
        base_rate=rate_of(*counts[False]),
        undetermined=sum(case.verdict not in ("confirmed", "refuted") for case in found),
        steered=sum(case.steered for case in found),
        corrected=sum(case.corrected for case in found),
        in_accepted_reports=sum(
            bool(case.accepted) and case.verdict == "confirmed" for case in found
        ),
        seconds=round(sum(times) / len(times), 3) if times else None,
    )
