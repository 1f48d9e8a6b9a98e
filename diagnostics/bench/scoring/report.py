"""Rubric of the report: complete, supported, free of contradiction, causally connected."""

from __future__ import annotations

from collections.abc import Mapping

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.bench.scoring.wording import not_scored, reason, scored
from diagnostics.contracts.enums import CauseStanding, ConclusionKind, Verdict
from diagnostics.contracts.report import Report
from diagnostics.contracts.scores import StageScore
from diagnostics.errors import UnitsError
from diagnostics.messages import Listing, Message, Term
from diagnostics.messages.numbers import plain_unit
from diagnostics.reporting import claim_problems
from diagnostics.reporting.checker import sentences_of
from diagnostics.units import parse_unit

_CONTRADICTIONS = ("contradicted",)
_SPOKEN_FOR = (CauseStanding.LEADING, CauseStanding.CONTRIBUTING)


def score_report(case: FinishedCase) -> StageScore:
    """Score a report as far as that can be counted.

    Language and style are not judged here: the score is the deterministic proposal, which a judge
    may lower by one and never raise.

    Parameters
    ----------
    case : FinishedCase

    Returns
    -------
    StageScore
    """
    report = case.report
    if report.conclusion.kind is not ConclusionKind.EVENT_SUPPORTED:
        return not_scored(
            reason(
                "no_chain",
                event=Term(term=report.conclusion.occurrence.status.value),
                cause=Term(term=report.conclusion.explanation.status_term),
            )
        )
    complete, absent = _completeness(report)
    problems = claim_problems(report, case.release)
    statements = max(1, sum(1 for _, item in sentences_of(report) if item.claims))
    contradictions = sum(problem.kind in _CONTRADICTIONS for problem in problems)
    unsupported = (len(problems) - contradictions) / statements
    terms = _unknown_units(report)
    explaining = _explaining(case)
    listed = explaining == set(report.conclusion.counting)
    chain = _chain(case, explaining)
    negative = _tells_negative_results(report, len(_judged(case, Verdict.REFUTED)))
    confirmed = len(explaining)
    score = _grade(
        complete, unsupported, contradictions, chain,
        whole=not problems and negative and not terms and listed and confirmed >= 5,
    )  # fmt: skip
    reasons = [
        reason("parts", share=f"{100 * complete:.0f}"),
        *([reason("without_parts", parts=Listing(items=tuple(absent)))] if absent else []),
        reason("unsupported", count=len(problems), all=statements),
        reason("chain", share=f"{100 * chain:.0f}"),
        reason("negative_said" if negative else "negative_missing"),
        reason("confirmed", count=confirmed),
        reason("style"),
    ]
    if terms:
        reasons.append(reason("unknown_units", units=", ".join(terms)))
    if not listed:
        reasons.append(reason("not_those_confirmed"))
    return scored(
        score,
        reasons,
        {
            "R1": complete,
            "R2": round(1.0 - min(1.0, unsupported), 4),
            "R3": contradictions,
            "R4": len(terms),
            "R5": confirmed,
            "R6": chain,
            "R7": float(negative),
        },
    )


def _completeness(report: Report) -> tuple[float, list[Message]]:
    parts = {part.id: part for part in report.sections}
    data = parts.get("data")
    event, chain = parts.get("event"), parts.get("chain")
    wanted = {
        "event": event is not None and len(event.table) > 1,
        "data": data is not None and bool(data.sentences),
        "factors": chain is not None and len(chain.table) > 1,
        "figures": "figures" in parts,
        "mechanism": chain is not None and len(chain.sentences) > 1,
        "uncertainties": "confidence" in parts,
        "negative": "refuted" in parts,
        "conclusion": "summary" in parts,
    }
    absent = [reason(f"part_{name}") for name, there in wanted.items() if not there]
    return round(1.0 - len(absent) / len(wanted), 4), absent


_WITHOUT_CONVERSION = ("", "1", "°", "fraction", "Bergeron", "PVU", "hPa (100 km)⁻¹")


def _unknown_units(report: Report) -> list[str]:
    unknown: set[str] = set()
    for claim in report.claims:
        if claim.kind != "number" or claim.unit in (None, *_WITHOUT_CONVERSION):
            continue  # the unit of a time is a clock, that of a direction which way it is told
        try:
            parse_unit(plain_unit(str(claim.unit)))
        except UnitsError:
            unknown.add(str(claim.unit))
    return sorted(unknown)


def _judged(case: FinishedCase, verdict: Verdict) -> set[str]:
    """Evidence with a verdict, without what a person set aside."""
    return {
        item.id
        for item in case.report.evidence
        if item.judgement is not None
        and item.judgement.verdict is verdict
        and item.id not in case.report.conclusion.set_aside
    }


def _explaining(case: FinishedCase) -> set[str]:
    """Confirmed evidence that counts, of each finding the first.

    Not what merely restates the event's criterion, nor what is found as strongly without the event.
    """
    confirmed = _judged(case, Verdict.CONFIRMED)
    found: set[str] = set()
    known: set[str] = set()
    for item in case.report.evidence:
        entry = case.entries.get(item.entry_id or "")
        if item.id not in confirmed or (entry is not None and entry.restates_criterion):
            continue
        again = item.finding is not None and item.finding in known
        known |= {item.finding} if item.finding is not None else set()
        if not again and item.judgement is not None and item.judgement.counts is not False:
            found.add(item.id)
    return found


def _chain(case: FinishedCase, confirmed: set[str]) -> float:
    """Share of the confirmed factors that the mechanism told joins to at least one other.

    Factors are joined by an explanation that the library says both speak for, or by two of which
    one leads on to the other. A factor that speaks for no explanation in particular is explained
    by the event itself where some factors are joined.
    """
    speaks_for = {
        item.id: entry.supports
        for item in case.report.evidence
        if item.id in confirmed and (entry := case.entries.get(item.entry_id or ""))
    }
    groups = _groups(case, speaks_for)
    joined = set().union(*(group for group in groups if len(group) >= 2)) if groups else set()
    if joined:
        joined |= {name for name, causes in speaks_for.items() if not causes}
    return round(len(joined) / len(confirmed), 4) if confirmed else 0.0


def _groups(case: FinishedCase, speaks_for: Mapping[str, tuple[str, ...]]) -> list[set[str]]:
    """Confirmed factors of each set of told explanations that lead on to one another."""
    assert case.event is not None
    feeds = {cause.id: set(cause.feeds) for cause in case.release.causes_of(case.event)}
    groups: list[tuple[set[str], set[str]]] = []
    for cause in case.report.conclusion.causes:
        factors = {name for name, causes in speaks_for.items() if cause.cause in causes}
        if cause.standing not in _SPOKEN_FOR or not factors:
            continue
        names = {cause.cause}
        apart = []
        for known, held in groups:
            linked = any(
                one in feeds.get(other, ()) or other in feeds.get(one, ())
                for one in known
                for other in names
            )
            if linked or held & factors:
                names, factors = names | known, factors | held
            else:
                apart.append((known, held))
        groups = [*apart, (names, factors)]
    return [held for _, held in groups]


def _tells_negative_results(report: Report, refuted: int) -> bool:
    part = next((item for item in report.sections if item.id == "refuted"), None)
    if part is None:
        return False
    told = max(0, len(part.table) - 1) + len(part.sentences)
    return told >= refuted


def _grade(
    complete: float, unsupported: float, contradictions: int, chain: float, *, whole: bool
) -> int:
    if complete < 0.2:
        return 0
    if unsupported > 0.3 or complete < 0.5:
        return 1
    if complete < 0.75 or (contradictions and unsupported > 0.1):
        return 2
    if complete < 0.9 or contradictions or unsupported > 0.03 or chain < 0.6:
        return 3
    return 5 if whole and complete == 1.0 and chain == 1.0 else 4
