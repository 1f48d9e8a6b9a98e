"""Compare the references of the library with records of Crossref."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from hvrmet.core.db.scope import scope
from hvrmet.tenants.models import Tenant

from diagnostics.contracts.enums import VerificationOutcome
from diagnostics.contracts.guidelines import Reference
from diagnostics.guidelines import load_release
from diagnostics.guidelines.crossref import Comparison, Record, compare, records_of
from knowledge.crossref import ADDRESS, Crossref, RecordsError, read_records
from knowledge.entry_tables import reference_of
from knowledge.selectors.workspaces import works_in_use


class Command(BaseCommand):
    """``references check``: agreement, differences, and what has no record."""

    help = "Compare the references of the library with records of Crossref, from files or online."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare ``check`` and its options."""
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="compare, and end with 1 where something differs")
        source = check.add_mutually_exclusive_group(required=True)
        source.add_argument("--records", type=Path, help="JSON of Crossref: a file or a folder")
        source.add_argument("--online", action="store_true", help="ask Crossref over the network")
        check.add_argument("--centre", help="of this centre's workspace, not of the seed")
        check.add_argument("--save", type=Path, help="folder to keep Crossref's answers in")
        check.add_argument("--mail", default="", help="your address, which Crossref asks for")
        check.add_argument("--address", default=ADDRESS, help=argparse.SUPPRESS)
        check.add_argument("--json", action="store_true", help="print the comparison as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare each reference once and say what came of it.

        Raises
        ------
        CommandError
            Where records cannot be read or fetched, or a reference is contradicted.
        """
        references = _references(options["centre"])
        try:
            found = list(_comparisons(references, options))
        except RecordsError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps([_document(one) for one in found], ensure_ascii=False))
        else:
            self._print(found)
        if any(one.outcome is VerificationOutcome.CONTRADICTED for one in found):
            raise CommandError("some references differ from their records; nothing was changed")

    def _print(self, found: list[Comparison]) -> None:
        for one in found:
            if one.outcome is VerificationOutcome.AGREES:
                continue
            self.stdout.write(f"{one.outcome.value}: {one.reference.text}")
            for difference in one.differences:
                self.stdout.write(
                    f"    {difference.field}: {difference.ours!r}, record: {difference.theirs!r}"
                )
            if one.missing and one.record is not None:
                self.stdout.write(f"    not compared: {', '.join(one.missing)}")
            if one.record is not None and not one.reference.doi:
                self.stdout.write(f"    DOI of the record: {one.record.doi}")
        counted = Counter(one.outcome.value for one in found)
        listed = ", ".join(f"{number} {name}" for name, number in sorted(counted.items()))
        self.stdout.write(f"{len(found)} references: {listed}")


def _references(centre: str | None) -> list[Reference]:
    if centre is None:
        entries = load_release().entries
        found = {one.text: one for entry in entries for one in entry.references}
        return [found[text] for text in sorted(found)]
    tenant = Tenant.objects.filter(slug=centre).first()
    if tenant is None:
        raise CommandError(f"there is no centre {centre!r}")
    with scope(tenant.pk):
        return [reference_of(work) for work in works_in_use().order_by("text")]


def _comparisons(references: list[Reference], options: dict[str, Any]) -> Iterable[Comparison]:
    if options["records"] is not None:
        records = read_records(options["records"])
        for reference in references:
            yield compare(reference, records)
        return
    crossref = Crossref(address=options["address"], mail=options["mail"])
    if options["save"] is not None:
        options["save"].mkdir(parents=True, exist_ok=True)
    for number, reference in enumerate(references):
        answer = crossref.ask(reference)
        if answer is not None and options["save"] is not None:
            file = options["save"] / f"{number:04d}.json"
            file.write_text(json.dumps(answer, ensure_ascii=False), encoding="utf-8")
        yield compare(reference, _records_in(answer))


def _records_in(answer: object | None) -> list[Record]:
    if answer is None:
        return []
    try:
        return list(records_of(answer))
    except ValueError as error:
        raise RecordsError(f"Crossref's answer has no works: {error}") from error


def _document(one: Comparison) -> dict[str, Any]:
    return {
        "reference": one.reference.text,
        "doi": one.reference.doi,
        "outcome": one.outcome.value,
        "record": None if one.record is None else one.record.doi,
        "differences": [
            {"field": part.field, "ours": part.ours, "record": part.theirs}
            for part in one.differences
        ],
        "not_compared": list(one.missing),
    }
