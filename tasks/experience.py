"""What use has shown of entries, as a run is given it: the newest when it begins, then that one."""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.contracts.events import RecordedEvent, RunStarted
from diagnostics.contracts.learned_experience import LearnedExperience
from knowledge.selectors.learning import experience_newest, experience_of


def pinned_experience(history: Sequence[RecordedEvent]) -> LearnedExperience | None:
    """Return the experience that a run began with, or for a new run the centre's newest.

    In the open scope of the run's centre.

    Raises
    ------
    NotFoundError
        Where the run names one that is not there.
    """
    for event in history:
        if isinstance(event.body, RunStarted):
            digest = event.body.experience_digest
            return experience_of(digest) if digest else None
    newest = experience_newest()
    return None if newest is None else LearnedExperience.model_validate(newest.document)
