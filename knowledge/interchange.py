"""A release as one YAML file, read with the line of each mistake."""

from __future__ import annotations

import re
from typing import Any

import yaml
from hvrmet.core.errors import ApplicationError
from pydantic import ValidationError

from diagnostics.contracts.guidelines import Cause, GuidelineEntry, GuidelineRelease
from diagnostics.contracts.validation import joined, list_problems
from diagnostics.guidelines import release_digest
from diagnostics.messages import Message, message

LISTED = 20
MOST_BYTES = 40_000_000
_LOADER: Any = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


def read_release_yaml(text: str) -> GuidelineRelease:
    """Read a release from YAML, and take its digest.

    Raises
    ------
    ApplicationError
        With code ``invalid_library`` (400): every mistake with its line and entry, ``data.count``
        of them; nothing is half read. A file with anchors is refused: a few bytes could stand for
        millions.
    """
    if len(text.encode()) > MOST_BYTES:
        raise _refused([message("curation-import_size", most=str(MOST_BYTES // 1_000_000))])
    lines = _entry_lines(text)
    document = yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe loader, in C
    if not isinstance(document, dict) or not isinstance(document.get("entries"), list):
        raise _refused([message("curation-import_no_entries")])
    problems: list[Message] = []
    entries = []
    seen: dict[str, int] = {}
    for position, raw in enumerate(document["entries"]):
        line = lines[position] if position < len(lines) else 0
        name = str(raw.get("id", "")) if isinstance(raw, dict) else ""
        try:
            entry = GuidelineEntry.model_validate(raw)
        except ValidationError as error:
            problems.append(_at(line, name, joined(list_problems(error))))
            continue
        if entry.id in seen:
            wording = message("curation-import_twice", line=str(seen[entry.id]))
            problems.append(_at(line, name, wording))
        seen.setdefault(entry.id, line)
        entries.append(entry)
    head = {name: value for name, value in document.items() if name not in ("entries", "digest")}
    try:
        head["causes"] = tuple(Cause.model_validate(one) for one in document.get("causes") or ())
        release = GuidelineRelease.model_validate({**head, "entries": ()})
    except (ValidationError, TypeError) as error:
        wording = (
            joined(list_problems(error))
            if isinstance(error, ValidationError)
            else message("curation-import_no_entries")
        )
        problems.append(_at(1, str(document.get("id", "")), wording))
        raise _refused(problems) from error
    if problems:
        raise _refused(problems)
    release = release.model_copy(update={"entries": tuple(entries)})
    return release.model_copy(update={"digest": release_digest(release)})


def _entry_lines(text: str) -> list[int]:
    """Return the line on which each entry begins, and refuse anchors and broken YAML."""
    lines: list[int] = []
    depth, in_entries, key = 0, False, ""
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                line = _line(event)
                raise _refused([_at(line, "", message("curation-import_anchor"))])
            if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                if depth == 1 and key == "entries":
                    in_entries = True
                elif depth == 2 and in_entries:
                    lines.append(_line(event))
                depth += 1
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                depth -= 1
                if depth == 1:
                    in_entries, key = False, ""
            elif isinstance(event, yaml.ScalarEvent):
                if depth == 1:
                    key = event.value if not key else ""
                elif depth == 2 and in_entries:
                    lines.append(_line(event))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = re.sub(r"\s+", " ", str(getattr(error, "problem", "") or error))[:200]
        line = mark.line + 1 if mark else 1
        wording = message("curation-import_unreadable", error=said)
        raise _refused([_at(line, "", wording)]) from error
    return lines


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 0


def _at(line: int, name: str, problem: Message) -> Message:
    if name:
        return message("curation-import_line_entry", line=str(line), name=name, problem=problem)
    return message("curation-import_line", line=str(line), problem=problem)


def _refused(problems: list[Message]) -> ApplicationError:
    shown = problems[:LISTED]
    return ApplicationError(
        message(
            "refusal-invalid_library",
            count=str(len(problems)),
            problems=joined(shown),
        ),
        code="invalid_library",
        data={"count": len(problems), "problems": shown},
    )
