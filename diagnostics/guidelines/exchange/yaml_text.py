"""The canonical text of a library: the same library gives the same bytes, on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import Cause
from diagnostics.contracts.library import (
    CONDITIONS,
    Citation,
    Library,
    LibraryEntry,
    LibraryItem,
    LibraryReference,
)
from diagnostics.contracts.request import PRESETS

HEAD_FILE = "release.yaml"
REFERENCES_FILE = "references.yaml"
CAUSES_FILE = "causes.yaml"
PRESETS_FILE = "presets.yaml"
_WIDTH = 100
_INLINE = 88
"""Characters up to which a small list or map stands on one line."""
_RARE_ENDS = "\x85\u2028\u2029"
_HEADS = {
    HEAD_FILE: "The seed of the Guideline Library; every file is in canonical form.",
    REFERENCES_FILE: "Publications that entries cite, and what came of checking each of them.",
    PRESETS_FILE: "Numbers of the criteria of events that are not those of the package.",
    CAUSES_FILE: "Competing explanations of each type of event, which entries support or oppose.",
}


class _Text(yaml.SafeDumper):
    """Writes no aliases, and keeps small collections on one line."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _compact(value: Any) -> bool:
    """Whether a collection holds scalars alone and is short enough for one line."""
    parts = list(value.values()) if isinstance(value, Mapping) else list(value)
    if any(isinstance(part, (dict, list)) for part in parts):
        return False
    names = list(value) if isinstance(value, Mapping) else []
    length = sum(len(str(part)) + 2 for part in [*names, *parts])
    return length <= _INLINE and not any("\n" in str(part) for part in parts)


def _mapping(dumper: _Text, value: dict[str, Any]) -> yaml.Node:
    node = dumper.represent_mapping("tag:yaml.org,2002:map", value.items())
    node.flow_style = _compact(value)
    return node


def _sequence(dumper: _Text, value: list[Any]) -> yaml.Node:
    node = dumper.represent_sequence("tag:yaml.org,2002:seq", value)
    node.flow_style = _compact(value)
    return node


def _number(dumper: _Text, value: float) -> yaml.Node:
    """Write 90.0 as 90: a contract reads both as the same number."""
    if value.is_integer() and abs(value) < 1e15:
        return dumper.represent_int(int(value))
    return dumper.represent_float(value)


def _words(dumper: _Text, value: str) -> yaml.Node:
    """Write rare ends of lines by their names: as they are, some are read as a space."""
    style = '"' if any(sign in value for sign in _RARE_ENDS) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Text.add_representer(str, _words)
_Text.add_representer(dict, _mapping)
_Text.add_representer(list, _sequence)
_Text.add_representer(float, _number)


def yaml_document(library: Library) -> str:
    """Write a library, or a selection of one, as a single document."""
    parts: dict[str, Any] = {
        "entries": [entry_document(entry) for entry in library.entries],
        "causes": [plain_document(cause) for cause in library.causes],
        "references": [plain_document(reference) for reference in library.references],
        "presets": _revised(library),
    }
    return _dump({name: rows for name, rows in parts.items() if rows} or {"entries": []})


def folder_files(library: Library) -> dict[str, str]:
    """Write a whole library as the files of a folder.

    There is a head, a file for each type of event, the explanations and the bibliography.

    Parameters
    ----------
    library : Library
        Entries stand in the file of their first type of event, in the order that they have.

    Returns
    -------
    dict
        Name of each file to its text.
    """
    by_event = {
        event: [entry for entry in library.entries if entry.event_types[0] is event]
        for event in EventType
    }
    held = {f"{event.value}.yaml": rows for event, rows in by_event.items() if rows}
    head = {
        "id": library.id,
        "version": library.version,
        "title": library.title,
        "source": library.source,
        "files": list(held),
        "causes": CAUSES_FILE,
        "references": REFERENCES_FILE,
    }
    presets = _revised(library)
    if presets:
        head["presets"] = PRESETS_FILE
    files: dict[str, str] = {HEAD_FILE: _titled(HEAD_FILE, head)}
    for name, rows in held.items():
        title = f"Entries for {name.removesuffix('.yaml').replace('_', ' ')}."
        files[name] = _titled(title, {"entries": [entry_document(entry) for entry in rows]})
    files[CAUSES_FILE] = _titled(CAUSES_FILE, {"causes": _plain_list(library.causes)})
    ordered = sorted(library.references, key=lambda item: item.key)
    files[REFERENCES_FILE] = _titled(REFERENCES_FILE, {"references": _plain_list(ordered)})
    if presets:
        files[PRESETS_FILE] = _titled(PRESETS_FILE, {"presets": presets})
    return files


def _revised(library: Library) -> list[dict[str, Any]]:
    """Return the criteria that a library says otherwise than the package."""
    ordered = sorted(library.presets, key=lambda preset: PRESETS.index(preset.name))
    return [plain_document(preset) for preset in ordered if preset.numbers or preset.sources]


def entry_document(entry: LibraryEntry) -> dict[str, Any]:
    """Return an entry without what is as it is by default, as its file holds it.

    Maps of free names are in the order of their names, since a database keeps no other.
    """
    document = plain_document(entry)
    expected = {"kind": entry.expected.kind, **document["expected"]}
    for part in (expected, *expected.get("detectors", ())):
        if "params" in part:
            part["params"] = _ordered(part["params"])
    document["expected"] = expected
    for name in ("conditions", "conditions_zh"):
        if name in document:
            held = document[name]
            document[name] = {item: held[item] for item in CONDITIONS if item in held}
    document["citations"] = [_citation(item) for item in entry.citations]
    return document


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value)}
    return [_ordered(part) for part in value] if isinstance(value, list) else value


def _citation(citation: Citation) -> str | dict[str, Any]:
    document = plain_document(citation)
    return citation.reference if set(document) == {"reference"} else document


def plain_document(item: LibraryItem | Citation) -> dict[str, Any]:
    """Return an item without what is as it is by default."""
    document: dict[str, Any] = item.model_dump(mode="json", exclude_defaults=True)
    return document


def _plain_list(items: Iterable[Cause | LibraryReference]) -> list[dict[str, Any]]:
    return [plain_document(item) for item in items]


def _titled(name: str, document: dict[str, Any]) -> str:
    return f"# {_HEADS.get(name, name)}\n{_dump(document)}"


def _dump(document: dict[str, Any]) -> str:
    return yaml.dump(document, Dumper=_Text, sort_keys=False, width=_WIDTH, allow_unicode=True)
