"""Read a release of the Guideline Library and take its digest."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml
from pydantic import ValidationError

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.guidelines import (
    Cause,
    FigureExpectation,
    GuidelineEntry,
    GuidelineRelease,
)
from diagnostics.documents import read_yaml
from diagnostics.errors import InputDataError
from diagnostics.guidelines.bibliography import with_text
from diagnostics.messages import Message


def release_digest(release: GuidelineRelease) -> str:
    """Sha256 over everything a release contains but the digest itself."""
    return digest_of(release.model_dump(mode="json", exclude={"digest"}))


def _read(folder: Traversable, name: str) -> dict[str, Any]:
    try:
        document = read_yaml(folder.joinpath(name).read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise InputDataError(
            Message(id="libraryerror-unreadable", params={"name": name, "error": f"{error}"}),
            code="invalid_library",
        ) from error
    if not isinstance(document, dict):
        raise InputDataError(
            Message(id="libraryerror-no_mapping", params={"name": name}),
            code="invalid_library",
        )
    return document


def read_release(folder: Traversable) -> GuidelineRelease:
    """Read a release from a folder with ``release.yaml``, its entries and its bibliography.

    Parameters
    ----------
    folder : Traversable
        A directory, or a package's resources.

    Returns
    -------
    GuidelineRelease
        With its digest.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: the message names the file, the entry and the field.
    """
    head = _read(folder, "release.yaml")
    references = {
        key: with_text(raw) for key, raw in _read(folder, head["references"])["references"].items()
    }
    experience = _read(folder, head["experience"])["entries"] if "experience" in head else {}
    measured = _read(folder, head["discrimination"]) if "discrimination" in head else {}
    ratios = measured.get("ratios", {})
    entries: list[GuidelineEntry] = []
    for name in head["files"]:
        for raw in _read(folder, name)["entries"]:
            unknown = [key for key in raw["references"] if key not in references]
            if unknown:
                raise InputDataError(
                    Message(
                        id="libraryerror-unknown_reference",
                        params={
                            "name": f"{name}",
                            "entry": f"{raw['id']}",
                            "unknown": f"{unknown}",
                        },
                    ),
                    code="invalid_library",
                )
            resolved = [references[key] for key in raw["references"]]
            try:
                entry = GuidelineEntry.model_validate(
                    {
                        "curation": head["curation"],
                        "experience": experience.get(raw["id"]),
                        "discrimination": ratios.get(raw["id"], ()),
                        **raw,
                        "references": resolved,
                    }
                )
            except ValidationError as error:
                raise InputDataError(
                    Message(
                        id="libraryerror-entry_invalid",
                        params={
                            "name": f"{name}",
                            "entry": f"{raw.get('id')}",
                            "error": f"{error}",
                        },
                    ),
                    code="invalid_library",
                ) from error
            entries.append(entry)
    _refuse_duplicates(entries)
    causes = _read_causes(folder, head["causes"]) if "causes" in head else ()
    _refuse_unknown_causes(entries, causes)
    release = GuidelineRelease(
        id=head["id"],
        version=str(head["version"]),
        title=head["title"],
        entries=tuple(entries),
        causes=causes,
        dependence=measured.get("dependence", {}),
    )
    return release.model_copy(update={"digest": release_digest(release)})


def _read_causes(folder: Traversable, name: str) -> tuple[Cause, ...]:
    found: list[Cause] = []
    for raw in _read(folder, name)["causes"]:
        try:
            found.append(Cause.model_validate(raw))
        except ValidationError as error:
            raise InputDataError(
                Message(
                    id="libraryerror-cause_invalid",
                    params={"name": name, "cause": f"{raw.get('id')}", "error": f"{error}"},
                ),
                code="invalid_library",
            ) from error
    return tuple(found)


def _refuse_unknown_causes(entries: list[GuidelineEntry], causes: tuple[Cause, ...]) -> None:
    for entry in entries:
        for event in entry.event_types:
            known = {cause.id for cause in causes if event in cause.event_types}
            unknown = _named_causes(entry) - known
            if unknown:
                raise InputDataError(
                    Message(
                        id="libraryerror-unknown_explanation",
                        params={
                            "id": f"{entry.id}",
                            "unknown": f"{sorted(unknown)}",
                            "event": f"{event}",
                        },
                    ),
                    code="invalid_library",
                )


def _named_causes(entry: GuidelineEntry) -> set[str]:
    """Return every explanation that an entry or one of its detectors speaks for or against."""
    named = {*entry.supports, *entry.opposes}
    if isinstance(entry.expected, FigureExpectation):
        for part in entry.expected.detectors:
            named |= {*(part.supports or ()), *(part.opposes or ())}
    return named


def _refuse_duplicates(entries: list[GuidelineEntry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            raise InputDataError(
                Message(id="libraryerror-twice", params={"id": f"{entry.id}"}),
                code="invalid_library",
            )
        seen.add(entry.id)


@cache
def load_release() -> GuidelineRelease:
    """Return the seed release that the package carries."""
    return read_release(files("diagnostics.guidelines.library"))
