"""Show that a backup can be restored, without touching the installation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hvrmet.embedded.errors import EmbeddedError
from hvrmet.operations.drill import restore_drill
from hvrmet.operations.manifest import BackupError


class Command(BaseCommand):
    """Restore into a database of its own, check, and remove it."""

    help = (
        "Restore a backup into a scratch database and compare rows, audit chains, artifacts and "
        "row-level security with its manifest; rebuild a report from its events. Ends with "
        "status 1 when anything is not as it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the backup, and the server to restore to."""
        parser.add_argument("folder", type=Path, help="what `backup --out` has written")
        parser.add_argument("--server", help="URL of a role that may create databases")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the drill and say what it found."""
        try:
            found = restore_drill(options["folder"], options["server"], self.stdout.write)
        except (BackupError, EmbeddedError, OSError) as error:
            raise CommandError(str(error)) from error
        if found:
            raise CommandError("the backup is not whole\n  " + "\n  ".join(found))
        self.stdout.write("the backup is whole")
