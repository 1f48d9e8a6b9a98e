"""What the checks of data found, for the summary and for the section on data."""

from __future__ import annotations

from diagnostics.contracts.checking import DataCheck, Weight
from diagnostics.contracts.report import Sentence
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.report_inputs import ReportMaterial

_MOST_IN_SUMMARY = 2
"""Findings in the summary; the section on data has them all."""


def doubts_in_summary(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say in the summary which fields were refused and which are in doubt, the heaviest first."""
    check = material.retrieval.checked
    if check is None:
        return []
    lines: list[Sentence] = []
    for place, finding in enumerate(check.findings):
        if finding.weight is Weight.TELL or len(lines) == _MOST_IN_SUMMARY:
            break
        message = book.bind("retrieval", f"checked.findings.{place}.wording", "message")
        lines.append(book.say(f"check_summary_{finding.weight}", message=message))
    return lines


def doubted_fields(book: ClaimBook, material: ReportMaterial) -> str:
    """List the fields in doubt, each once."""
    check = material.retrieval.checked
    bound: dict[str, str] = {}
    for place, finding in enumerate(check.findings if check is not None else ()):
        if finding.weight is Weight.DOUBT:
            for number, name in enumerate(finding.fields):
                path = f"checked.findings.{place}.fields.{number}"
                bound.setdefault(name, book.bind("retrieval", path, "term"))
    return book.listed(bound.values())


def findings_of_checks(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """List every finding with its cure, how many checks looked, and those that could not."""
    check = material.retrieval.checked
    if check is None:
        return []
    lines = [
        book.say(
            "check_ran",
            ran=book.bind("retrieval", "checked.ran.#", "count"),
            found=book.bind("retrieval", "checked.findings.#", "count"),
        )
    ]
    for place, finding in enumerate(check.findings):
        path = f"checked.findings.{place}"
        slots = {"message": book.bind("retrieval", f"{path}.wording", "message")}
        if finding.weight is not Weight.TELL:
            slots["cure"] = book.bind("retrieval", f"{path}.cure", "message")
        lines.append(book.say(f"check_{finding.weight}", **slots))
    lines += _not_run(book, check)
    return lines


def _not_run(book: ClaimBook, check: DataCheck) -> list[Sentence]:
    if not check.not_run:
        return []
    names = [
        book.bind("retrieval", f"checked.not_run.{place}.rule", "term")
        for place in range(len(check.not_run))
    ]
    return [book.say("check_not_run", names=book.listed(names))]
