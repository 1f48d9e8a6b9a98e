"""How old the data of the registered sources are: a worker looks, and no request opens a folder."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db.models.functions import Now

from hvrmet.jobs.models import SourceAge
from hvrmet.jobs.registries.sources import read_sources

MOST_FILES = 10_000


def newest_files() -> dict[str, float]:
    """Return when the newest file of each source was written, as a POSIX time.

    Sources without a local file are left out.
    """
    newest = {}
    for name, source in read_sources(settings.ENVIRONMENT.hvrmet_sources).items():
        written = [
            path.stat().st_mtime
            for text in source.paths
            if "://" not in text
            for path in _files(Path(text))
        ]
        if written:
            newest[name] = max(written)
    return newest


def source_ages_keep() -> None:
    """Keep what the files say now; sources that are gone are forgotten."""
    registered = read_sources(settings.ENVIRONMENT.hvrmet_sources)
    newest = newest_files()
    for name in registered:
        at = datetime.fromtimestamp(newest[name], UTC) if name in newest else None
        SourceAge.objects.update_or_create(
            source=name, defaults={"newest_at": at, "looked_at": Now()}
        )
    SourceAge.objects.exclude(source__in=registered).delete()


def source_ages(names: Iterable[str]) -> dict[str, SourceAge]:
    """Return what a worker last saw of these sources, by name."""
    return {row.source: row for row in SourceAge.objects.filter(source__in=names)}


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file, _ in zip(path.rglob("*"), range(MOST_FILES)) if file.is_file()]
    return [path] if path.exists() else []
