"""Write the Guideline Library, or a selection of it, into files."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.guidelines.exchange import folder_files
from knowledge.export import ExportFormat, ExportKind, export_text
from knowledge.selectors import LibraryFilter, library_in_force


class Command(BaseCommand):
    """Write a folder in canonical form, a document or a table."""

    help = "Write the Guideline Library into a folder, a document (.yaml) or a table (.csv)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare where to write, and which entries."""
        parser.add_argument("path", type=Path, help="folder, or file ending in .yaml or .csv")
        parser.add_argument("--what", choices=list(ExportKind), default=ExportKind.ENTRIES)
        parser.add_argument("--event", choices=list(EventType))
        parser.add_argument("--category", choices=list(Category))
        parser.add_argument("--modality", choices=list(Modality))

    def handle(self, *args: Any, path: Path, what: str, **options: Any) -> None:
        """Write, and say what was written."""
        asked = {name: options[name] for name in ("event", "category", "modality")}
        try:
            if path.suffix == "":
                self._write_folder(path, asked)
                return
            form = ExportFormat(path.suffix.removeprefix("."))
        except ValueError as error:
            message = f"{path.name}: give a folder, or a file that ends in .yaml or .csv"
            raise CommandError(message) from error
        text = export_text(ExportKind(what), form, LibraryFilter(**asked))
        path.write_bytes(text.encode())
        self.stdout.write(f"wrote {path}")

    def _write_folder(self, folder: Path, asked: dict[str, Any]) -> None:
        if any(asked.values()):
            raise CommandError("a folder holds the whole library: leave the filters out")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in folder_files(library_in_force()).items():
            (folder / name).write_bytes(text.encode())
        self.stdout.write(f"wrote the library into {folder}")
