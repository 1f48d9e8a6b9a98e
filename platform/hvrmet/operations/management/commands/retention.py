"""Remove what is older than the installation keeps it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hvrmet.operations.retention import retention_run


class Command(BaseCommand):
    """Apply the rules of retention; beat asks for the same once a day."""

    help = (
        "Remove what is older than the rules that `setup_database` has written, by the database's "
        "audited function. Safe to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the choice to count only."""
        parser.add_argument("--dry-run", action="store_true", help="say what would go")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove, or count, and say how many rows of each table."""
        counts = retention_run(dry_run=options["dry_run"], say=self.stdout.write)
        verb = "would go" if options["dry_run"] else "are gone"
        self.stdout.write(f"{sum(counts.values())} rows {verb}")
