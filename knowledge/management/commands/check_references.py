"""Compare the library's bibliography with Crossref."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from diagnostics.contracts.library import CheckOutcome, LibraryReference
from diagnostics.guidelines.exchange import REFERENCE_TABLE, plain_document
from knowledge.crossref import Answers, Comparison, Folder, Network, UnansweredError, compare
from knowledge.selectors import reference_of, references_in_force


class Command(BaseCommand):
    """Say of each publication whether Crossref agrees, and in which fields it does not."""

    help = "Compare the bibliography with Crossref, or with answers of it that were kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare where answers come from, and where the outcome goes."""
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--answers", type=Path, help="folder with KEY.json, to work offline")
        source.add_argument("--mailto", help="ask Crossref, which wants an address to write to")
        parser.add_argument("--outcome", choices=list(CheckOutcome), help="only those that have it")
        parser.add_argument("--by", help="who checks, for the table")
        parser.add_argument("--table", type=Path, help="write what agrees, to look at and import")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare each publication; what differs is said field by field, and nothing is changed."""
        if options["table"] and not options["by"]:
            raise CommandError("--table needs --by: an outcome says who checked")
        answers: Answers
        if options["answers"] is None:
            answers = Network(options["mailto"])
        elif options["answers"].is_dir():
            answers = Folder(options["answers"])
        else:
            raise CommandError(f"{options['answers']} is no folder")
        wanted = options["outcome"]
        rows = references_in_force(CheckOutcome(wanted) if wanted else None)
        compared = [
            (reference, self._compared(reference, answers))
            for reference in (reference_of(row.item.key, row) for row in rows)
        ]
        answered = [(reference, found) for reference, found in compared if found is not None]
        agreeing = [(reference, found) for reference, found in answered if not found.differences]
        if options["table"]:
            documents = [_checked(*pair, options["by"]) for pair in agreeing]
            options["table"].write_bytes(REFERENCE_TABLE.write(documents).encode())
            self.stdout.write(f"wrote {options['table']}")
        self.stdout.write(
            f"{len(agreeing)} agree, {len(answered) - len(agreeing)} differ, "
            f"{len(compared) - len(answered)} without an answer"
        )

    def _compared(self, reference: LibraryReference, answers: Answers) -> Comparison | None:
        try:
            comparison = compare(reference, answers.of(reference))
        except UnansweredError as error:
            self.stdout.write(f"{reference.key}: no answer: {error}")
            return None
        for item in comparison.differences:
            self.stdout.write(f"{reference.key}: {item.field}: {item.ours!r}, not {item.theirs!r}")
        return comparison


def _checked(reference: LibraryReference, comparison: Comparison, by: str) -> dict[str, Any]:
    """Return a publication with the outcome of the comparison, as a row of a table."""
    seen = f"https://doi.org/{comparison.doi}" if comparison.doi else "https://api.crossref.org"
    return plain_document(reference) | {
        "outcome": CheckOutcome.AGREES.value,
        "checked_by": by,
        "checked_on": timezone.now().date().isoformat(),
        "seen": [*dict.fromkeys((*reference.seen, seen))],
        "doi": reference.doi or comparison.doi or None,
    }
