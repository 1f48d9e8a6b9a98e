"""Compare two versions of a report."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from pydantic import JsonValue

from diagnostics.contracts.report import Claim, Report, Section, Sentence
from diagnostics.contracts.report_diff import (
    ClaimChange,
    FigureChange,
    ReportDiff,
    SectionChange,
    TextChange,
    ValueChange,
)
from diagnostics.messages.numbers import rounded

_PLACEHOLDER = re.compile(r"\{claim:([^}]*)\}")


def diff_reports(before: Report, after: Report) -> ReportDiff:
    """Compare two reports.

    Parameters
    ----------
    before, after : Report

    Returns
    -------
    ReportDiff
        With `same` True when none of what it lists differs; then the digests may still differ in
        what a reader does not see (software, inventory).
    """
    texts = _Texts(before), _Texts(after)
    added, removed, changed = _claims(before.claims, after.claims)
    evidence_before = {item.id: item for item in before.evidence}
    evidence_after = {item.id: item for item in after.evidence}
    found = ReportDiff(
        digest_before=before.report_digest,
        digest_after=after.report_digest,
        same=False,
        title=_line("title", (before.title,), (after.title,), texts),
        claims_added=added,
        claims_removed=removed,
        claims_changed=changed,
        sections=_sections(before, after, texts),
        figures=_figures(before, after, texts),
        conclusion=_values(
            before.conclusion.model_dump(mode="json"), after.conclusion.model_dump(mode="json")
        ),
        evidence_added=tuple(key for key in evidence_after if key not in evidence_before),
        evidence_removed=tuple(key for key in evidence_before if key not in evidence_after),
        evidence_changed=tuple(
            key for key, item in evidence_after.items() if evidence_before.get(key, item) != item
        ),
    )
    unchanged = ReportDiff(
        digest_before=found.digest_before, digest_after=found.digest_after, same=False
    )
    return found.model_copy(update={"same": found == unchanged})


def plain_value(claim: Claim) -> str:
    """Write a bound value as the data have it: with its unit, in no language."""
    value = claim.value
    if isinstance(value, float):
        text = rounded(value, claim.digits) if claim.digits is not None else f"{value:.6g}"
    elif isinstance(value, list):
        text = ", ".join(f"{v:.6g}" if isinstance(v, float) else str(v) for v in value)
    else:
        text = "no value" if value is None else str(value)
    return f"{text} {claim.unit}" if claim.unit not in (None, "", "1") else text


class _Texts:
    """Writes the sentences of one report with their values."""

    def __init__(self, report: Report) -> None:
        self._claims = {claim.id: claim for claim in report.claims}

    def write(self, parts: Sequence[Sentence], *, sources: bool = False) -> str:
        return " | ".join(self._words(part, sources) for part in parts)

    def _words(self, part: Sentence, sources: bool) -> str:
        text = _PLACEHOLDER.sub(lambda match: self._value(match[1], sources), part.text)
        return text if part.own is None else f"{part.own.author}, own words: {text}"

    def _value(self, name: str, sources: bool) -> str:
        claim = self._claims.get(name)
        if claim is None:
            return f"[unknown claim {name}]"
        origin = f" from {claim.source} {claim.path}" if sources else ""
        return f"[{plain_value(claim)}{origin}]"


def _line(
    place: str,
    before: Sequence[Sentence] | None,
    after: Sequence[Sentence] | None,
    texts: tuple[_Texts, _Texts],
) -> TextChange | None:
    """Return the change of one line, or None; where only the sources differ, they are shown."""
    for sources in (False, True):
        old = None if before is None else texts[0].write(before, sources=sources)
        new = None if after is None else texts[1].write(after, sources=sources)
        if old != new:
            return TextChange(place=place, before=old, after=new)
    return None


def _claims(
    before: Iterable[Claim], after: Iterable[Claim]
) -> tuple[tuple[Claim, ...], tuple[Claim, ...], tuple[ClaimChange, ...]]:
    """Return the claims added, removed and changed; a changed unit is a change, not a pair."""
    left: dict[tuple[str, str, str], list[Claim]] = defaultdict(list)
    for claim in before:
        left[claim.source, claim.path, claim.kind].append(claim)
    added, changed = [], []
    rest = []
    for claim in after:
        known = left[claim.source, claim.path, claim.kind]
        same = next((old for old in known if _bare(old) == _bare(claim)), None)
        if same is None:
            rest.append(claim)
        else:
            known.remove(same)
    for claim in rest:
        known = left[claim.source, claim.path, claim.kind]
        if known:
            changed.append(ClaimChange(before=known.pop(0), after=claim))
        else:
            added.append(claim)
    removed = tuple(claim for claims in left.values() for claim in claims)
    return tuple(added), removed, tuple(changed)


def _bare(claim: Claim) -> Claim:
    return claim.model_copy(update={"id": ""})


def _sections(
    before: Report, after: Report, texts: tuple[_Texts, _Texts]
) -> tuple[SectionChange, ...]:
    old = {section.id: section for section in before.sections}
    new = {section.id: section for section in after.sections}
    found = []
    for key in dict.fromkeys((*new, *old)):
        was, now = old.get(key), new.get(key)
        lines = _lines_between(was, now, texts)
        if was and now and was.title != now.title:
            lines = (TextChange(place="heading", before=was.title, after=now.title), *lines)
        if lines or was is None or now is None:
            shown = now or was
            assert shown is not None
            found.append(
                SectionChange(
                    id=key,
                    title=shown.title,
                    in_before=was is not None,
                    in_after=now is not None,
                    lines=lines,
                )
            )
    return tuple(found)


def _lines_between(
    was: Section | None, now: Section | None, texts: tuple[_Texts, _Texts]
) -> tuple[TextChange, ...]:
    old, new = _lines_of(was), _lines_of(now)
    keys = (
        [texts[0].write(parts, sources=True) for _, parts in old],
        [texts[1].write(parts, sources=True) for _, parts in new],
    )
    found = []
    for tag, a, b, c, d in SequenceMatcher(a=keys[0], b=keys[1], autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for left, right in zip_longest(old[a:b], new[c:d]):
            place = (right or left)[0]
            change = _line(place, left and left[1], right and right[1], texts)
            if change is not None:
                found.append(change)
    return tuple(found)


def _lines_of(section: Section | None) -> list[tuple[str, tuple[Sentence, ...]]]:
    if section is None:
        return []
    sentences = [(f"sentence {n}", (item,)) for n, item in enumerate(section.sentences, start=1)]
    rows = [(f"table row {n}", row) for n, row in enumerate(section.table, start=1)]
    return [*sentences, *rows]


def _figures(
    before: Report, after: Report, texts: tuple[_Texts, _Texts]
) -> tuple[FigureChange, ...]:
    old, new = _figures_of(before), _figures_of(after)
    found = []
    for artifact in dict.fromkeys((*new, *old)):
        was_in, was = old.get(artifact, (None, None))
        now_in, now = new.get(artifact, (None, None))
        caption = _line("caption", was, now, texts)
        if was_in != now_in or caption is not None:
            found.append(
                FigureChange(
                    artifact=artifact,
                    section_before=was_in,
                    section_after=now_in,
                    caption_before=None if was is None else texts[0].write(was),
                    caption_after=None if now is None else texts[1].write(now),
                )
            )
    return tuple(found)


def _figures_of(report: Report) -> dict[str, tuple[str, tuple[Sentence]]]:
    """Return the section and the caption of each chart."""
    return {
        figure.artifact: (section.id, (figure.caption,))
        for section in report.sections
        for figure in section.figures
    }


def _values(
    before: Mapping[str, JsonValue], after: Mapping[str, JsonValue]
) -> tuple[ValueChange, ...]:
    return tuple(
        ValueChange(field=name, before=before.get(name), after=after.get(name))
        for name in dict.fromkeys((*after, *before))
        if before.get(name) != after.get(name)
    )
