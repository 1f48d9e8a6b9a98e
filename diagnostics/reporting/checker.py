"""The claim checker: refuses a report with an unbound or a contradicted claim."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from pydantic import Field

from diagnostics.catalog import get_catalog
from diagnostics.contracts.base import Contract, is_none
from diagnostics.contracts.enums import Language
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import Claim, Report, Sentence
from diagnostics.errors import ModelOutputError
from diagnostics.messages import Message, render
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.claim_units import unit_of_claim
from diagnostics.reporting.consistency import contradictions

_PLACEHOLDER = re.compile(r"\{claim:([^}]*)\}")
_NUMBER = re.compile(
    r"[0-9０-９⁰-⁹½¼¾%％‰]"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty"
    r"|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|percent|per cent|twice"
    r"|thrice|threefold|twofold)\b"
    r"|[零〇一二两三四五六七八九十百千万]+(?=[个天日次小米毫度倍成级时项条轮种场]|百分(?!位))"
    r"|百分之|成倍|翻番",
    re.IGNORECASE,
)
_DIRECTION = re.compile(
    r"\b(?:north|south|east|west)(?:ern|ward|erly)?(?:[- ]?(?:east|west)(?:ern|erly|ward)?)?\b"
    r"|[东南西北]{1,2}(?:部|侧|方|风|向|移|上|下|缘|面)|[偏向以往][东南西北]",
    re.IGNORECASE,
)
_COMPARISON = re.compile(
    r"\b(?:above|below|exceed(?:s|ed|ing)?|higher|lower|stronger|weaker|greater|less than"
    r"|more than|at least|at most|highest|lowest|strongest|weakest|largest|smallest"
    r"|record|unprecedented|doubled?|half)\b"
    r"|高于|低于|超过|超出|大于|小于|多于|少于|强于|弱于|以上|以下|最强|最弱|最大|最小|最高|最低"
    r"|纪录|史无前例|前所未有|罕见|至少|至多",
    re.IGNORECASE,
)
INCONSISTENT = "inconsistent"
"""Kind of the problem that two places of a report contradict each other."""
_UNBOUND = (("number", _NUMBER), ("direction", _DIRECTION), ("comparison", _COMPARISON))


class ClaimProblem(Contract):
    """One thing in a report that its evidence does not carry."""

    where: str
    kind: str
    text: str
    message: str
    wording: Message | None = Field(
        default=None, description="the message for every language", exclude_if=is_none
    )


def sentences_of(report: Report) -> Iterable[tuple[str, Sentence]]:
    """Every sentence of a report with its place, title, tables and captions included."""
    yield "title", report.title
    for section in report.sections:
        for number, item in enumerate(section.sentences, start=1):
            yield f"{section.id}, sentence {number}", item
        for row, cells in enumerate(section.table, start=1):
            for cell in cells:
                yield f"{section.id}, table row {row}", cell
        for figure in section.figures:
            yield f"{section.id}, caption of {figure.artifact}", figure.caption


def claim_problems(report: Report, release: GuidelineRelease) -> tuple[ClaimProblem, ...]:
    """List what does not hold: unbound text, unknown placeholders, values that differ.

    Of a paragraph of a person's own words (`Sentence.own`) the placeholders are checked, and that
    it does not contradict what the report says elsewhere (`contradictions`).

    Parameters
    ----------
    report : Report
    release : GuidelineRelease
        The pinned one, for claims that quote an entry.

    Returns
    -------
    tuple of ClaimProblem
        Empty for a report that may be published.
    """
    found = unsupported_claims(report, release)
    if any(problem.kind == "unknown_claim" for problem in found):
        return found
    apart = (
        ClaimProblem(
            where=one.where,
            kind=INCONSISTENT,
            text=one.text,
            message=render(one.wording, Language.EN),
            wording=one.wording,
        )
        for one in contradictions(report)
    )
    return (*found, *apart)


def unsupported_claims(report: Report, release: GuidelineRelease) -> tuple[ClaimProblem, ...]:
    """List what the evidence does not carry: `claim_problems` without the contradictions."""
    specs = {spec.name: spec for spec in get_catalog().specs()}
    sources = ClaimSources.of_report(report, release, specs)
    return sentence_problems(sentences_of(report), report.claims, sources)


def sentence_problems(
    sentences: Iterable[tuple[str, Sentence]], claims: Iterable[Claim], sources: ClaimSources
) -> tuple[ClaimProblem, ...]:
    """List what does not hold of sentences, each with its place, and of their claims.

    Parameters
    ----------
    sentences : iterable of (str, Sentence)
    claims : iterable of Claim
        All that the sentences may name.
    sources : ClaimSources
        What the claims are held against.

    Returns
    -------
    tuple of ClaimProblem
    """
    known = {claim.id: claim for claim in claims}
    problems = [problem for claim in known.values() if (problem := _contradiction(claim, sources))]
    for place, item in sentences:
        used = _PLACEHOLDER.findall(item.text)
        for name in (*used, *item.claims):
            if name not in known:
                problems.append(
                    ClaimProblem(
                        where=place,
                        kind="unknown_claim",
                        text=item.text,
                        message=f"the placeholder {name!r} is bound to nothing",
                    )
                )
        if item.own is not None:  # a person's own words, marked so: not checked
            continue
        problems += [
            ClaimProblem(
                where=place,
                kind=f"unbound_{kind}",
                text=item.text,
                message=f"{found!r} is not bound to evidence",
            )
            for kind, found in unbound_parts(_PLACEHOLDER.sub(" ", item.text))
        ]
    return tuple(problems)


def unbound_parts(text: str) -> list[tuple[str, str]]:
    """List numbers, directions and comparisons in a text without its placeholders.

    Returns
    -------
    list of (kind, words)
        The first of each kind.
    """
    found = ((kind, pattern.search(text)) for kind, pattern in _UNBOUND)
    return [(kind, match[0]) for kind, match in found if match]


def _contradiction(claim: Claim, sources: ClaimSources) -> ClaimProblem | None:
    try:
        actual = sources.resolve(claim.source, claim.path)
    except LookupError:
        return ClaimProblem(
            where=f"claim {claim.id}",
            kind="unknown_source",
            text=f"{claim.source} {claim.path}",
            message="the evidence has no such value",
        )
    if not _same(claim.value, actual):
        return ClaimProblem(
            where=f"claim {claim.id}",
            kind="contradicted",
            text=f"{claim.source} {claim.path}",
            message=f"the claim says {claim.value!r}, the evidence {actual!r}",
        )
    return _unit_problem(claim, sources)


def _unit_problem(claim: Claim, sources: ClaimSources) -> ClaimProblem | None:
    if claim.kind == "time" and claim.unit not in (None, sources.clock):
        return ClaimProblem(
            where=f"claim {claim.id}",
            kind="contradicted",
            text=f"{claim.source} {claim.path}",
            message=f"the claim has the clock of {claim.unit}, the place that of {sources.clock}",
        )
    if claim.kind != "number" or claim.value is None:
        return None
    unit = unit_of_claim(claim, sources)
    if unit == (None if claim.unit in ("", "1") else claim.unit):
        return None
    return ClaimProblem(
        where=f"claim {claim.id}",
        kind="contradicted",
        text=f"{claim.source} {claim.path}",
        message=f"the claim is in {claim.unit or 'no unit'}, the evidence in {unit or 'no unit'}",
    )


def _same(claimed: object, actual: object) -> bool:
    numbers = (int, float)
    if isinstance(claimed, bool) or isinstance(actual, bool):
        return claimed is actual
    if isinstance(claimed, numbers) and isinstance(actual, numbers):
        return math.isclose(claimed, actual, rel_tol=1e-12, abs_tol=0.0)
    if isinstance(claimed, list) and isinstance(actual, list):
        return len(claimed) == len(actual) and all(map(_same, claimed, actual))
    return claimed == actual


def check_report(report: Report, release: GuidelineRelease, before: Report | None = None) -> None:
    """Refuse a report with an unbound or contradicted claim, or whose sections contradict.

    Parameters
    ----------
    report : Report
    release : GuidelineRelease
    before : Report, optional
        The version that is corrected or translated, of this release or an older one: what
        contradicts in it already is not held against the new one.

    Raises
    ------
    ModelOutputError
        With code ``unsupported_claims`` and every problem in its data.
    """
    problems = claim_problems(report, release)
    if before is not None and any(problem.kind == INCONSISTENT for problem in problems):
        known = {(one.where, one.text) for one in contradictions(before)}
        problems = tuple(
            one
            for one in problems
            if one.kind != INCONSISTENT or (one.where, one.text) not in known
        )
    refuse(problems)


def refuse(problems: Sequence[ClaimProblem]) -> None:
    """Refuse what has a problem.

    Raises
    ------
    ModelOutputError
        As `check_report`.
    """
    if problems:
        raise ModelOutputError(
            Message(
                id="claimerror-unsupported_claims",
                params={
                    "count": f"{len(problems)}",
                    "where": f"{problems[0].where}",
                    "message": problems[0].wording or problems[0].message,
                },
            ),
            code="unsupported_claims",
            data={"problems": [problem.model_dump(mode="json") for problem in problems]},
        )
