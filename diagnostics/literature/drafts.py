"""Entries for curators out of what a paper states: drafts, which nobody has looked at yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from diagnostics.contracts.enums import EventType, Modality
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    Curation,
    GuidelineEntry,
    GuidelineRelease,
    IndexExpectation,
    Passage,
    Reference,
    ThresholdOrigin,
)
from diagnostics.guidelines import PAPER, load_release, release_digest
from diagnostics.language import lexicon
from diagnostics.literature.licences import Licence
from diagnostics.literature.paper import Paper
from diagnostics.literature.passages import Relation, Statement
from diagnostics.messages import Measure, Message, Param, Term, render
from diagnostics.units import convert

Reason = Literal[
    "no_criterion",
    "denied",
    "no_event",
    "no_operator",
    "one_sign",
    "no_level",
    "level_not_taken",
    "out_of_range",
]
"""Why a statement became no draft."""

_WEIGHT, _CONFIDENCE = 1, 0.1
"""Of what rules found and nobody has judged."""
_COLDEST = 150.0
"""An index in kelvins that may be below this is a difference of temperatures."""
_LONGEST = 4000
_LONGEST_ORIGIN = 500


@dataclass(frozen=True)
class Draft:
    """A statement, and the draft that it is part of, or why there is none."""

    statement: Statement
    entries: tuple[str, ...] = ()
    reason: Reason | None = None


@dataclass(frozen=True)
class PaperDrafts:
    """What became of a paper: each statement in its order, and the drafts as one release file."""

    drafts: tuple[Draft, ...]
    release: GuidelineRelease


@dataclass(frozen=True)
class _Test:
    """What several statements have in common that are one draft."""

    event: EventType
    operator: str
    level: float | None
    reduction: str
    relation: Relation
    value: float
    unit: str


def draft_entries(
    paper: Paper,
    statements: Sequence[Statement],
    licence: Licence,
    *,
    reference: str | None = None,
    events: Iterable[EventType] = (),
) -> PaperDrafts:
    """Make a draft of each criterion that the catalogue can test; the same one twice is one draft.

    Parameters
    ----------
    paper : Paper
    statements : sequence of Statement
        Of the paper.
    licence : Licence
        Passages keep their words only where it lets them be quoted; else their place alone.
    reference : str, optional
        How a report shall print the paper; its title, or the name of the file, by default.
    events : iterable of EventType, optional
        For statements whose sentence names no event.

    Returns
    -------
    PaperDrafts
        Its release has no explanations, and the entries no place, season or cause: curators add
        them. Statements without the words of the paper where these may not be quoted.
    """
    fallback = tuple(events)
    kept: list[Draft] = []
    groups: dict[_Test, list[Statement]] = {}
    members: list[tuple[Statement, tuple[_Test, ...], Reason | None]] = []
    for statement in statements:
        found = _tests(statement, statement.events or fallback)
        if isinstance(found, str):
            members.append((statement, (), found))
            continue
        members.append((statement, found, None))
        for test in found:
            groups.setdefault(test, []).append(statement)
    names = _names(groups, paper)
    source = Reference(
        text=(reference or paper.title or paper.name).strip(),
        doi=paper.doi,
        title=paper.title,
    )
    entries = tuple(
        _entry(names[test], test, stated, source, licence) for test, stated in groups.items()
    )
    for statement, tests, reason in members:
        shown = statement if licence.quotes else replace(statement, text="")
        kept.append(Draft(shown, tuple(names[test] for test in tests), reason))
    release = GuidelineRelease(
        id=f"{PAPER}{paper.sha256[:12]}", version="draft", title=source.text, entries=entries
    )
    release = release.model_copy(update={"digest": release_digest(release)})
    return PaperDrafts(tuple(kept), release)


def _tests(statement: Statement, events: Sequence[EventType]) -> tuple[_Test, ...] | Reason:
    """Return the tests that a statement asks for, one for each event, or why there is none."""
    if statement.kind != "criterion":
        return "no_criterion"
    if statement.denied:
        return "denied"
    if not events:
        return "no_event"
    quantity = lexicon.entries()[statement.quantity]
    if quantity.of:
        return "one_sign"
    name = quantity.operator
    level = statement.levels[0] if len(statement.levels) == 1 else None
    if len(statement.levels) > 1 and not all(f"{one:g}" in name for one in statement.levels):
        return "level_not_taken"
    if level is None and quantity.level != "none":
        if quantity.at_2m is None:
            return "no_level"
        name = quantity.at_2m
    tool = lexicon.tools().get(name)
    if tool is None or tool["kind"] != "index":
        return "no_operator"
    takes_level = any(one["name"] == "level" for one in tool["parameters"])
    if level is not None and not takes_level and not re.search(rf"{level:g}(?!\d)", name):
        return "level_not_taken"
    assert statement.relation is not None
    assert statement.value is not None
    reductions = {one["name"]: one["unit"] for one in tool["reductions"]}
    wanted = "max" if statement.relation == ">=" else "min"
    reduction = wanted if wanted in reductions else tool["default_reduction"]
    unit = reductions[reduction]
    limits = tool["valid_range"]
    difference = unit == "K" and (limits is None or limits[0] < _COLDEST)
    converted = float(convert(statement.value, statement.unit, unit, delta=difference))
    value = float(f"{converted:.6g}")
    if limits is not None and not limits[0] <= value <= limits[1]:
        return "out_of_range"
    return tuple(
        _Test(
            event=event,
            operator=name,
            level=level if takes_level else None,
            reduction=reduction,
            relation=statement.relation,
            value=value,
            unit=unit,
        )
        for event in events
    )


def _names(tests: Iterable[_Test], paper: Paper) -> dict[_Test, str]:
    """Name each draft by what it tests and the paper: the same paper gives the same names."""
    names: dict[_Test, str] = {}
    for test in tests:
        written = "" if test.level is None else f"{test.level:g}"
        level = "" if test.operator.endswith(written) else f"_{written}"
        stem = f"g_{test.event.value}_{test.operator}{level}_{paper.sha256[:8]}"
        others = sum(name.startswith(stem) for name in names.values())
        names[test] = stem if not others else f"{stem}_{others + 1}"
    return names


def _entry(
    name: str, test: _Test, statements: Sequence[Statement], source: Reference, licence: Licence
) -> GuidelineEntry:
    tool = lexicon.tools()[test.operator]
    regions = dict.fromkeys(region for one in statements for region in one.regions)
    seasons = dict.fromkeys(season for one in statements for season in one.seasons)
    origin = ThresholdOrigin(
        source=source.text[:_LONGEST_ORIGIN],
        region=", ".join(regions)[:200],
        season=", ".join(seasons)[:200],
    )
    return GuidelineEntry(
        id=name,
        event_types=(test.event,),
        factor=test.operator,
        modality=Modality.INDEX,
        category=tool["category"],
        expected=IndexExpectation(
            direction="above normal" if test.relation == ">=" else "below normal",
            tail="upper" if test.relation == ">=" else "lower",
            reduction=test.reduction,
            unit=test.unit,
            absolute=AbsoluteTest(op=test.relation, value=test.value, origin=origin),
            level=test.level,
        ),
        rationale=_rationale(test, statements, source, "en"),
        rationale_zh=_rationale(test, statements, source, "zh"),
        restates_criterion=(test.event, test.operator) in _restating(),
        weight=_WEIGHT,
        alternatives=(),
        references=(
            source.model_copy(
                update={"passages": tuple(_passage(one, licence) for one in statements)}
            ),
        ),
        confidence=_CONFIDENCE,
        difficulty=tool["difficulty"],
        curation=Curation(status="draft", source=source.text),
    )


def _passage(statement: Statement, licence: Licence) -> Passage:
    return Passage(
        page=str(statement.page),
        offset=statement.offset,
        text=statement.text[:_LONGEST] if licence.quotes else "",
        number=statement.number[:200],
        licence=licence.name or "" if licence.quotes else "",
    )


def _rationale(
    test: _Test, statements: Sequence[Statement], source: Reference, language: str
) -> str:
    first = statements[0]
    quantity = lexicon.entries()[first.quantity]
    name: Param = quantity.label_zh if language == "zh" else quantity.label_en
    if test.level is not None:
        level = Measure(measure=test.level, unit="hPa")
        name = Message(id="paper-at_level", params={"quantity": name, "level": level})
    params: dict[str, Param] = {
        "quantity": name,
        "value": first.number,
        "event": Term(term=test.event.value),
        "source": source.text,
        "page": str(first.page),
    }
    side = "above" if test.relation == ">=" else "below"
    return render(Message(id=f"paper-rationale_{side}", params=params), language)


def _restating() -> set[tuple[EventType, str]]:
    """Return the indices that measure an event's own criterion again, as the library says."""
    return {
        (event, entry.factor)
        for entry in load_release().entries
        if entry.restates_criterion
        for event in entry.event_types
    }


def reasons_counted(drafts: Iterable[Draft]) -> dict[str, Any]:
    """Return how many statements became no draft, by reason."""
    counted: dict[str, int] = {}
    for one in drafts:
        if one.reason is not None:
            counted[one.reason] = counted.get(one.reason, 0) + 1
    return dict(sorted(counted.items()))
