"""Read a library, or a selection of one, and say of everything wrong on which line it stands."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from typing import Any

import yaml
from pydantic import ValidationError

from diagnostics.contracts.base import Contract
from diagnostics.contracts.guidelines import Cause
from diagnostics.contracts.library import Library, LibraryEntry, LibraryPreset, LibraryReference
from diagnostics.contracts.request import PRESETS
from diagnostics.contracts.validation import what
from diagnostics.documents import read_yaml
from diagnostics.errors import InputDataError
from diagnostics.guidelines.exchange.problems import Problem, refuse_problems
from diagnostics.guidelines.exchange.tables import CellError, Table
from diagnostics.guidelines.exchange.yaml_text import HEAD_FILE
from diagnostics.messages import Listing, Message

Path = Sequence[str | int]
LineOf = Callable[[Path], int]
"""The line on which a field of an item stands."""
_SECTIONS: Mapping[str, tuple[str, type[Contract], str]] = {
    "entries": ("entry", LibraryEntry, "id"),
    "causes": ("cause", Cause, "id"),
    "references": ("reference", LibraryReference, "key"),
    "presets": ("preset", LibraryPreset, "name"),
}
_TYPE = re.compile(r"float$|tuple\[")
"""What pydantic calls the branches of a number or a range."""
_HEAD = ("id", "version", "title", "source")


@dataclass(frozen=True)
class _Raw:
    """An item before it is examined."""

    section: str
    document: Any
    file: str
    place: int
    line_of: LineOf

    @property
    def key(self) -> str:
        """Its name, or its number from 1."""
        held = self.document if isinstance(self.document, Mapping) else {}
        name = held.get(_SECTIONS[self.section][2])
        events = held.get("event_types")
        if name and self.section == "causes" and isinstance(events, list) and events:
            return f"{events[0]}/{name}"
        return str(name) if name else str(self.place + 1)


@dataclass(frozen=True)
class Reading:
    """What was read, and where each item stands in its file.

    Parameters
    ----------
    library : Library
    """

    library: Library
    _places: Mapping[tuple[str, str], _Raw]

    @classmethod
    def of(cls, library: Library) -> Reading:
        """Return a library that stands in no file."""
        return cls(library, {})

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Refuse what was read for problems that were found in it, each with its line.

        Raises
        ------
        InputDataError
            With code ``invalid_library``, where there are problems.
        """
        refuse_problems([self._placed(problem) for problem in problems])

    def _placed(self, problem: Problem) -> Problem:
        raw = self._places.get((problem.kind, problem.key))
        if raw is None:
            return problem
        steps = [int(step) if step.isdecimal() else step for step in problem.path.split(".")]
        return replace(problem, file=raw.file, line=raw.line_of(steps if problem.path else ()))


def read_yaml_text(text: str, name: str) -> Reading:
    """Read a document with `entries`, `causes` or `references`.

    Parameters
    ----------
    text : str
        YAML.
    name : str
        Of the file, for messages.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: everything that is wrong, with its line.
    """
    document = _mapping(text, name)
    unknown = [section for section in document if section not in _SECTIONS]
    if unknown:
        sections = Listing(items=tuple(_SECTIONS), style="and")
        wrong = Message(
            id="libraryerror-sections", params={"unknown": f"{unknown[0]}", "sections": sections}
        )
        refuse_problems([Problem("release", name, "", wrong, name)])
    return _examined([raw for section in document for raw in _items(document, section, text, name)])


def read_folder(folder: Traversable) -> Reading:
    """Read a whole library from a folder: ``release.yaml``, and the files that it names.

    Parameters
    ----------
    folder : Traversable
        A directory, or a package's resources.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: everything that is wrong, with its file and line.
    """
    head = _mapping(_text(folder, HEAD_FILE), HEAD_FILE)
    missing = [name for name in (*_HEAD, "files", "causes", "references") if name not in head]
    if missing:
        refuse_problems(
            [
                Problem("release", "", name, Message(id="problem-missing"), HEAD_FILE)
                for name in missing
            ]
        )
    sections = [(str(name), "entries") for name in head["files"]]
    sections += [
        (str(head[section]), section)
        for section in ("causes", "references", "presets")
        if section in head
    ]
    found: list[_Raw] = []
    for name, section in sections:
        text = _text(folder, name)
        found += _items(_mapping(text, name), section, text, name)
    reading = _examined(found, {name: str(head[name]) for name in _HEAD})
    plain = Library(presets=tuple(LibraryPreset(name=name) for name in PRESETS))
    presets = plain.joined(reading.library).presets
    return replace(reading, library=reading.library.model_copy(update={"presets": presets}))


def read_table_text(
    text: str, name: str, table: Table, base: Mapping[str, Mapping[str, Any]]
) -> Reading:
    """Read a table of entries or of references.

    Parameters
    ----------
    text : str
        CSV with a header, with or without the mark that spreadsheets write.
    name : str
        Of the file, for messages.
    table : Table
    base : mapping
        Items as they are by their names: columns that the table leaves out are taken from them.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: everything that is wrong, with its line.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    section = next(key for key, value in _SECTIONS.items() if value[0] == table.kind)
    found: list[_Raw] = []
    problems: list[Problem] = []
    try:
        header = next(reader, [])
        refuse_problems(list(_header_problems(header, table, name)))
        line = reader.line_num + 1
        for cells in reader:
            if any(cells):
                row = dict(zip(header, cells, strict=False))
                key = row[table.key] or str(len(found) + 1)
                try:
                    if len(cells) > len(header):
                        raise CellError(f"{len(cells)} > {len(header)}")
                    document = table.document(row, base.get(key))
                    found.append(_Raw(section, document, name, len(found), _always(line)))
                except CellError as error:
                    wrong = Message(id="libraryerror-cell", params={"text": str(error)})
                    problems.append(Problem(table.kind, key, "", wrong, name, line))
            line = reader.line_num + 1
    except csv.Error as error:
        wrong = Message(id="libraryerror-no_table", params={"text": str(error)})
        problems.append(Problem("release", name, "", wrong, name, reader.line_num))
    return _examined(found, problems=problems)


def _header_problems(header: Sequence[str], table: Table, name: str) -> Iterator[Problem]:
    columns = Listing(items=table.columns, style="and")
    for title in dict.fromkeys(header):
        if title not in table.columns:
            wrong = Message(id="libraryerror-column", params={"name": title, "columns": columns})
            yield Problem("release", name, "", wrong, name, 1)
        elif header.count(title) > 1:
            wrong = Message(id="libraryerror-column_twice", params={"name": title})
            yield Problem("release", name, "", wrong, name, 1)
    if table.key not in header:
        wrong = Message(id="libraryerror-no_key", params={"name": table.key})
        yield Problem("release", name, "", wrong, name, 1)


def read_items(items: Iterable[tuple[str, Any]]) -> tuple[Library, list[Problem]]:
    """Read single documents, and find what is wrong with each of them.

    Parameters
    ----------
    items : iterable of (str, mapping)
        Kind (``entry``, ``cause`` or ``reference``) and document.

    Returns
    -------
    tuple of Library and list of Problem
        The items that have no mistake, and the mistakes of the others.
    """
    sections = {value[0]: section for section, value in _SECTIONS.items()}
    found = [
        _Raw(sections[kind], document, "", place, _always(0))
        for place, (kind, document) in enumerate(items)
    ]
    made, problems = _made(found)
    return Library.model_validate(made), problems


def _examined(
    found: Sequence[_Raw], head: Mapping[str, str] | None = None, problems: Sequence[Problem] = ()
) -> Reading:
    """Make every item, or refuse them all."""
    made, wrong = _made(found)
    refuse_problems([*problems, *wrong])
    places = {(_SECTIONS[raw.section][0], raw.key): raw for raw in found}
    return Reading(Library.model_validate({**(head or {}), **made}), places)


def _made(found: Sequence[_Raw]) -> tuple[dict[str, list[Any]], list[Problem]]:
    """Make the items of each section, and find what is wrong with those that cannot be made."""
    wrong: list[Problem] = []
    items: dict[str, list[Any]] = {section: [] for section in _SECTIONS}
    for raw in found:
        kind, contract, _ = _SECTIONS[raw.section]
        try:
            items[raw.section].append(contract.model_validate(raw.document))
        except ValidationError as error:
            wrong += [
                Problem(
                    kind,
                    raw.key,
                    ".".join(map(str, _path(item["loc"]))),
                    what(item),
                    raw.file,
                    raw.line_of(_path(item["loc"])),
                )
                for item in error.errors(include_url=False)
            ]
    return items, wrong


def _path(places: Path) -> Path:
    """Return a field's path without the names of kinds and types that pydantic puts into it."""
    if len(places) > 1 and places[0] == "expected" and places[1] in ("index", "figure"):
        places = (places[0], *places[2:])
    return tuple(step for step in places if not (isinstance(step, str) and _TYPE.match(step)))


def _items(document: Mapping[str, Any], section: str, text: str, name: str) -> list[_Raw]:
    rows = document.get(section)
    if not isinstance(rows, list):
        wrong = Message(id="libraryerror-no_list", params={"section": section})
        refuse_problems([Problem("release", name, section, wrong, name)])
        return []
    lines = _Lines(text, section)
    return [_Raw(section, row, name, place, lines.of(place)) for place, row in enumerate(rows)]


class _Lines:
    """The lines of a document, found when they are asked for: most files hold no mistake."""

    def __init__(self, text: str, section: str) -> None:
        self._text = text
        self._section = section
        self._root: yaml.Node | None = None

    def of(self, place: int) -> LineOf:
        """Return what finds the line of a field of an item."""
        return lambda path: self._line((self._section, place, *path))

    def _line(self, path: Path) -> int:
        if self._root is None:
            self._root = yaml.compose(self._text, Loader=yaml.CSafeLoader)
        node = self._root
        line = 1
        for step in path:
            inner = _child(node, step)
            if inner is None:
                break
            node = inner
            line = node.start_mark.line + 1
        return line


def _child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        return node.value[step] if step < len(node.value) else None
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    return None


def _always(line: int) -> LineOf:
    return lambda path: line


def _text(folder: Traversable, name: str) -> str:
    try:
        return folder.joinpath(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(name, error) from error


def _mapping(text: str, name: str) -> dict[str, Any]:
    try:
        document = read_yaml(text)
    except yaml.YAMLError as error:
        raise _unreadable(name, error) from error
    if not isinstance(document, dict):
        raise InputDataError(
            Message(id="libraryerror-no_mapping", params={"name": name}), code="invalid_library"
        )
    return document


def _unreadable(name: str, error: Exception) -> InputDataError:
    return InputDataError(
        Message(id="libraryerror-unreadable", params={"name": name, "error": f"{error}"}),
        code="invalid_library",
    )
