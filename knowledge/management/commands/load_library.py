"""Load the seed of the Guideline Library."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from knowledge.services import package_import


class Command(BaseCommand):
    """Take the packaged library into the tables; what was changed here is left as it is."""

    help = "Load the packaged Guideline Library and its release into the database."

    def handle(self, *args: Any, **options: Any) -> None:
        """Import library and release and say what happened."""
        release, created, outcome = package_import()
        state = "loaded" if created else "already there"
        self.stdout.write(f"{release} ({release.digest[:12]}): {state}")
        self.stdout.write(outcome.summary())
