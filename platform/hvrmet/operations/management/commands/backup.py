"""Keep the database and the artifacts of this moment in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.embedded.errors import EmbeddedError
from hvrmet.operations.backup import backup_make
from hvrmet.operations.manifest import BackupError


class Command(BaseCommand):
    """Make a backup."""

    help = "Write a dump of the database, all artifacts and a manifest to a new folder."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder."""
        parser.add_argument(
            "--out", type=Path, required=True, help="a folder that is not there yet"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, and say what it holds."""
        try:
            manifest = backup_make(options["out"], self.stdout.write)
        except (BackupError, EmbeddedError, OSError) as error:
            raise CommandError(str(error)) from error
        rows = sum(manifest.tables.values())
        self.stdout.write(f"backup of {manifest.at:%Y-%m-%d %H:%M:%S} UTC: {rows} rows")
