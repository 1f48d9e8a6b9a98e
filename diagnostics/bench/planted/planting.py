"""Plant one error in a finished diagnosis, so that the document agrees with itself again.

The values that sentences show are bound again to the changed record: what remains wrong is what the
document says of the weather, not that two copies of a value differ.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from diagnostics.bench.planted.truth import Document
from diagnostics.catalog import get_catalog
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import Report
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.claim_units import unit_of_claim

Change = Callable[[Document, np.random.Generator, Document], str | None]
"""Changes its document and says what it did; None where it does not apply.

The third argument is the diagnosis of another case.
"""
_PLACEHOLDER = re.compile(r"\{claim:([^}]*)\}")


@dataclass(frozen=True)
class Planting:
    """One kind of error.

    Attributes
    ----------
    name : str
    change : callable
    """

    name: str
    change: Change


@dataclass(frozen=True)
class Planted:
    """A document with one error.

    Attributes
    ----------
    kind : str
    what : str
        What was changed.
    document : dict
    """

    kind: str
    what: str
    document: Document


def plant(
    planting: Planting,
    document: Document,
    seed: int,
    *,
    other: Document,
    release: GuidelineRelease,
) -> Planted | None:
    """Plant an error; the given documents stay as they are.

    Parameters
    ----------
    planting : Planting
    document : dict
        Content of ``diagnosis.json``.
    seed : int
        The same seed gives the same error.
    other : dict
        The diagnosis of another case, for what is taken from another storm.
    release : GuidelineRelease

    Returns
    -------
    Planted or None
        None where the document holds nothing that this error could be made of.
    """
    changed = copy.deepcopy(document)
    what = planting.change(changed, np.random.default_rng(seed), copy.deepcopy(other))
    if what is None:
        return None
    bound = rebound(changed, release)
    return None if bound == document else Planted(planting.name, what, bound)


def plantings_of(modules: Iterable[Iterable[tuple[str, Change]]]) -> dict[str, Planting]:
    """Return plantings by name.

    Raises
    ------
    ValueError
        When a name stands twice.
    """
    found: dict[str, Planting] = {}
    for part in modules:
        for name, change in part:
            if name in found:
                raise ValueError(f"the planting {name} stands twice")
            found[name] = Planting(name, change)
    return found


def rebound(document: Document, release: GuidelineRelease) -> Document:
    """Give every claim the value of its source, and leave out sentences and rows without one."""
    specs = {spec.name: spec for spec in get_catalog().specs()}
    sources = ClaimSources.of_report(Report.model_validate(document), release, specs)
    report = Report.model_validate(document)
    kept: dict[str, Document] = {}
    for claim, given in zip(report.claims, document["claims"], strict=True):
        try:
            value = sources.resolve(claim.source, claim.path)
        except LookupError:
            continue
        unit = given["unit"]
        if claim.kind == "number" and value is not None:
            unit = unit_of_claim(claim, sources)
        kept[claim.id] = {**given, "value": value, "unit": unit}
    return {
        **document,
        "claims": list(kept.values()),
        "sections": [_whole(part, kept.keys()) for part in document["sections"]],
    }


def _whole(section: Document, known: Iterable[str]) -> Document:
    names = set(known)

    def bound(sentence: Document) -> bool:
        return names >= {*sentence["claims"], *_PLACEHOLDER.findall(sentence["text"])}

    return {
        **section,
        "sentences": [one for one in section["sentences"] if bound(one)],
        "table": [row for row in section["table"] if all(bound(cell) for cell in row)],
        "figures": [one for one in section["figures"] if bound(one["caption"])],
    }


def picked(rng: np.random.Generator, items: list[Document]) -> Document | None:
    """Return one of some items, None where there are none."""
    return items[int(rng.integers(len(items)))] if items else None


def retold(record: Document, old: float, new: float) -> None:
    """Write another number wherever a record tells a value in words."""
    for key, value in record.items():
        record[key] = _with(value, f"{old:.1f}", f"{new:.1f}")


def _with(value: object, old: str, new: str) -> object:
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, dict):
        return {key: _with(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_with(item, old, new) for item in value]
    return value


def said(document: Document, section: str, text: str, claims: tuple[str, ...] = ()) -> None:
    """Add a sentence to a section."""
    for part in document["sections"]:
        if part["id"] == section:
            part["sentences"].append({"text": text, "claims": list(claims)})


def reworded(document: Document, old: str, new: str) -> bool:
    """Replace words in every sentence; whether there were any."""
    found = False
    for part in document["sections"]:
        for sentence in part["sentences"]:
            if old in sentence["text"]:
                sentence["text"] = sentence["text"].replace(old, new)
                found = True
    return found


def unsaid(document: Document, section: str, words: Iterable[str]) -> int:
    """Cut the sentences with any of some words out of a section's text; how many there were."""
    cut = 0
    listed = tuple(words)
    for part in document["sections"]:
        if part["id"] != section:
            continue
        for sentence in part["sentences"]:
            pieces = re.split(r"(?<=[.;]) ", sentence["text"])
            kept = [one for one in pieces if not any(word in one for word in listed)]
            cut += len(pieces) - len(kept)
            sentence["text"] = " ".join(kept)
            sentence["claims"] = _PLACEHOLDER.findall(sentence["text"])
        part["sentences"] = [one for one in part["sentences"] if one["text"]]
    return cut
