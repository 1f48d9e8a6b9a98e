"""Load the seed release of the Guideline Library."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from diagnostics.guidelines import load_release
from knowledge.services import release_import


class Command(BaseCommand):
    """Load the packaged release; a release that is already there is left as it is."""

    help = "Load the packaged release of the Guideline Library into the database."

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the release and say what happened."""
        release, created = release_import(load_release())
        state = "loaded" if created else "already there"
        self.stdout.write(f"{release} ({release.digest[:12]}): {state}")
