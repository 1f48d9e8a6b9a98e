"""Take a file or a folder into the Guideline Library."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from diagnostics.errors import DiagnosticsError
from knowledge.models import LibraryImport
from knowledge.services import library_import, library_read


class Command(BaseCommand):
    """Take over everything in a file, or nothing of it; what it changes gets a new revision."""

    help = "Take a table (.csv), a document (.yaml) or a folder into the Guideline Library."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file, who takes it over and why."""
        parser.add_argument("path", type=Path, help="file or folder")
        parser.add_argument("--by", required=True, help="who takes it over, for the history")
        parser.add_argument("--reason", default="", help="why, for the history")
        parser.add_argument(
            "--whole", action="store_true", help="a folder is all there is: remove what it lacks"
        )
        parser.add_argument(
            "--check", action="store_true", help="say what would happen, and change nothing"
        )

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        """Import, or check, and say what happened; every mistake is said with its line."""
        if options["whole"] and not path.is_dir():
            raise CommandError(
                "--whole is for a folder: a file holds a part, and the rest would go"
            )
        try:
            with transaction.atomic():
                outcome = library_import(
                    library_read(path),
                    origin=LibraryImport.Origin.FILE,
                    name=path.name,
                    actor=f"operator:{options['by']}",
                    reason=options["reason"],
                    whole=options["whole"],
                )
                transaction.set_rollback(options["check"])
        except DiagnosticsError as error:
            raise CommandError(_lines(error)) from error
        said = outcome.summary()
        self.stdout.write(f"checked, nothing was changed: {said}" if options["check"] else said)


def _lines(error: DiagnosticsError) -> str:
    """Write every problem on a line of its own, as compilers do."""
    problems = error.data.get("problems")
    if not problems:
        return error.message
    lines = [
        f"{item['file']}:{item['line']}: {item['kind']} {item['key']}"
        f"{': ' if item['field'] else ''}{item['field']}: {item['problem']}"
        for item in problems
    ]
    return "\n".join((*lines, f"nothing was taken over: {len(problems)} to be corrected"))
