"""Write the index of the library's words."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from knowledge.services import index_rebuild, library_lock


class Command(BaseCommand):
    """Write the words of everything in force, as they are found by a search."""

    help = "Write the search index of the Guideline Library; load_library does so at each upgrade."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Write the index, and say how much of it was not as it should be."""
        library_lock()
        self.stdout.write(f"search index: {index_rebuild()} items written")
