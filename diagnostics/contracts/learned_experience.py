"""What use has shown of entries, as an input of the choice of factors that a run pins."""

from __future__ import annotations

from diagnostics.contracts.base import Contract, digest_of
from diagnostics.contracts.guidelines import Experience, GuidelineEntry, GuidelineRelease


class LearnedExperience(Contract):
    """How often the anomalies of entries were found in a centre's own diagnoses, by entry.

    It is added to the experience of a release for the choice of factors alone; the release and its
    digest stay as they are.
    """

    entries: dict[str, Experience] = {}

    @property
    def digest(self) -> str:
        """Sha256 of the canonical JSON: a run records it, and goes on with nothing else."""
        return digest_of(self)

    def added_to(self, release: GuidelineRelease) -> GuidelineRelease:
        """Return a release whose entries count these cases too; its digest is kept."""
        entries = tuple(_with(entry, self.entries.get(entry.id)) for entry in release.entries)
        return release.model_copy(update={"entries": entries})


def _with(entry: GuidelineEntry, more: Experience | None) -> GuidelineEntry:
    if more is None:
        return entry
    known = entry.experience or Experience()
    counts = {name: getattr(known, name) + getattr(more, name) for name in Experience.model_fields}
    return entry.model_copy(update={"experience": Experience(**counts)})
