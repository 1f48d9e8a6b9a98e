"""Find the entry that a person means by a name, or say which names come near."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message

_NEAR = 4


def find_entry(
    release: GuidelineRelease, name: str, event: EventType | None = None
) -> GuidelineEntry:
    """Return the entry that has this id or tests this factor.

    Parameters
    ----------
    release : GuidelineRelease
    name : str
        An entry's id or a catalogue name; case, spaces and hyphens do not matter.
    event : EventType, optional
        The type that is examined. The first entry that fits is returned: of a factor with several
        meanings, each has an id.

    Raises
    ------
    ArgumentError
        With code ``unknown_factor`` where no entry fits, and ``inapplicable_factor`` where only
        entries of other types do; the message and ``data.nearest`` name what comes near.
    """
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    found = [entry for entry in release.entries if wanted in (entry.id.lower(), entry.factor)]
    fitting = [entry for entry in found if event is None or event in entry.event_types]
    if fitting:
        return fitting[0]
    offered = [entry for entry in release.entries if event is None or event in entry.event_types]
    near = nearest_names(wanted, offered)
    if not found:
        wording = (
            Message(
                id="error-unknown_factor_near",
                params={"name": name, "near": Listing(items=tuple(near))},
            )
            if near
            else Message(id="error-unknown_factor", params={"name": name})
        )
        raise ArgumentError(
            wording,
            code="unknown_factor",
            data={"nearest": near},
        )
    assert event is not None
    others = sorted({str(kind) for entry in found for kind in entry.event_types})
    raise ArgumentError(
        Message(
            id=f"libraryerror-inapplicable_factor{'_near' if near else ''}",
            params={
                "name": name,
                "events": ", ".join(others),
                "event": str(event),
                **({"near": Listing(items=tuple(near))} if near else {}),
            },
        ),
        code="inapplicable_factor",
        data={"nearest": near},
    )


def nearest_names(name: str, entries: Iterable[GuidelineEntry]) -> list[str]:
    """Return the factors whose names come near, the nearest first."""
    names = sorted({entry.factor for entry in entries})
    near = difflib.get_close_matches(name, names, n=_NEAR, cutoff=0.4)
    words = [word for word in name.split("_") if len(word) > 3]
    sharing = [item for item in names if item not in near and any(w in item for w in words)]
    return [*near, *sharing][:_NEAR]
