"""Taking files into the library: all of them or nothing, and nothing that was there is lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.library import Library, LibraryEntry, LibraryItem
from diagnostics.errors import ArgumentError
from diagnostics.guidelines import load_library, release_of
from diagnostics.guidelines.exchange import (
    ENTRY_TABLE,
    REFERENCE_TABLE,
    Problem,
    Reading,
    entry_document,
    library_problems,
    plain_document,
    read_folder,
    read_table_text,
    read_yaml_text,
    tool_problems,
)
from diagnostics.messages import Message
from knowledge.catalog import tools_by_name
from knowledge.models import LibraryImport, Release
from knowledge.selectors.library import (
    LibraryFilter,
    library_in_force,
    library_selection,
)
from knowledge.services.acceptance import conflicts_return
from knowledge.services.releases import release_import
from knowledge.services.revisions import (
    CRITERIA,
    ENTRIES,
    EXPLANATIONS,
    REFERENCES,
    ItemKind,
    Latest,
    Made,
    item_digest,
    last_revisions,
    library_lock,
    new_states,
    revisions_remove,
    revisions_write,
)
from knowledge.services.search_index import index_rebuild


@dataclass
class ImportOutcome:
    """What an import did, by the names of the items.

    Parameters
    ----------
    created, changed, removed : list of str
    kept : list of str
        Changed here since the package's last import, and left as they are.
    """

    created: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    @property
    def wrote(self) -> bool:
        """Whether the library is another one afterwards."""
        return bool(self.created or self.changed or self.removed)

    def summary(self) -> str:
        """Return what happened in a line, for an operator."""
        done = (
            f"{len(self.created)} added, {len(self.changed)} changed, {len(self.removed)} removed"
        )
        if not self.kept:
            return f"library: {done}"
        return f"library: {done}, {len(self.kept)} changed here and kept: {', '.join(self.kept)}"


def package_import() -> tuple[Release, bool, ImportOutcome]:
    """Take the library of the package into the tables, and its release beside the others.

    Returns
    -------
    tuple of Release, bool and ImportOutcome
        The release, whether this call stored it, and what changed in the library. What was
        changed here since the package's last import stays as it is.
    """
    library = load_library()
    with transaction.atomic():
        outcome = library_import(
            Reading.of(library),
            origin=LibraryImport.Origin.PACKAGE,
            name=f"{library.id} {library.version}",
            actor="system:package",
            whole=True,
        )
        library_lock()
        index_rebuild()  # the package's catalogue may name factors otherwise than before
        release, created = release_import(release_of(library))
    return release, created, outcome


def library_read(path: Path) -> Reading:
    """Read a file or a folder of the library; a table keeps what it leaves out as it is.

    Parameters
    ----------
    path : Path
        A folder with ``release.yaml``, or a file that ends in ``.yaml`` or ``.csv``.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: everything that is wrong, with its line.
    ArgumentError
        With code ``unknown_format`` for a file of another kind, or one that is not UTF-8.
    """
    if path.is_dir():
        return read_folder(path)
    _require_format(path.name)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable("libraryerror-unreadable", path.name, error=str(error)) from error
    return library_read_text(path.name, text)


def library_read_text(name: str, text: str) -> Reading:
    """Read the text of a file of the library; its name says of what kind it is.

    Raises
    ------
    InputDataError
    ArgumentError
        As `library_read`.
    """
    _require_format(name)
    if not name.endswith(".csv"):
        return read_yaml_text(text, name)
    if REFERENCE_TABLE.is_header(text):
        held = library_in_force().references
        base = {reference.key: plain_document(reference) for reference in held}
        return read_table_text(text, name, REFERENCE_TABLE, base)
    entries = library_selection(LibraryFilter()).entries
    base = {entry.id: entry_document(entry) for entry in entries}
    return read_table_text(text, name, ENTRY_TABLE, base)


def refuse_file(reading: Reading) -> None:
    """Refuse what was read of a part of the library for what is wrong with it, beside the rest.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: each problem with its line.
    """
    reading.refuse(_problems(reading.library, last_revisions(ENTRIES), whole=False))


@transaction.atomic
def library_import(
    reading: Reading,
    *,
    origin: str,
    name: str,
    actor: str,
    actor_id: UUID | None = None,
    reason: str = "",
    whole: bool = False,
) -> ImportOutcome:
    """Take what was read into the library: a new revision of everything that differs.

    Parameters
    ----------
    reading : Reading
    origin : str
        Of `LibraryImport.Origin`. What comes from the package leaves alone what was changed here.
    name : str
        Of the file or the release.
    actor : str
    actor_id : UUID, optional
        Of a person; None for an operator's command.
    reason : str
    whole : bool
        Whether what was read is all there is: what is absent is removed. The package removes no
        publication and no explanation, which entries that were changed here may name.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: names that are unknown, thresholds that nothing can judge,
        entries that were changed since the file was written. Nothing is taken over then.
    """
    library_lock()
    library = reading.library
    packaged = origin == LibraryImport.Origin.PACKAGE
    last = {kind: last_revisions(kind) for kind in (REFERENCES, EXPLANATIONS, CRITERIA, ENTRIES)}
    library = _as_reviewed(library, last[ENTRIES])
    if not packaged:
        reading.refuse(_problems(library, last[ENTRIES], whole=whole))
    given: Mapping[ItemKind, Sequence[LibraryItem]] = {
        REFERENCES: library.references,
        EXPLANATIONS: library.causes,
        CRITERIA: library.presets,
        ENTRIES: library.entries,
    }
    outcome = ImportOutcome()
    writings = {
        kind: _differing(kind, items, last[kind], outcome, packaged=packaged)
        for kind, items in given.items()
    }
    gone = [kind for kind in given if whole and (kind is ENTRIES or not packaged)]
    removals = {
        kind: _absent(kind, given[kind], last[kind], outcome, packaged=packaged) for kind in gone
    }
    if not outcome.wrote:
        return outcome
    imported = LibraryImport.objects.create(
        origin=origin,
        name=name,
        actor=actor,
        reason=reason,
        digest=digest_of(library),
        library_id=library.id,
        version=library.version,
        title=library.title,
        source=library.source,
        created=len(outcome.created),
        changed=len(outcome.changed),
        removed=len(outcome.removed),
        kept=len(outcome.kept),
    )
    made = Made(actor=actor, actor_id=actor_id, reason=reason, imported=imported)
    for kind, documents in writings.items():
        revisions_write(kind, documents, last[kind], made)
    for kind, rows in removals.items():
        revisions_remove(kind, rows, made)
    conflicts_return()
    return outcome


def _require_format(name: str) -> None:
    if not name.endswith((".yaml", ".yml", ".csv")):
        raise _unreadable("libraryerror-format", name)


def _unreadable(wording: str, name: str, **params: str) -> ArgumentError:
    message = Message(id=wording, params={"name": name, **params})
    return ArgumentError(message, code="unknown_format")


def _problems(library: Library, last: Latest, *, whole: bool) -> Iterable[Problem]:
    """Find what is wrong with a library, taken alone or together with what there is."""
    tools = tools_by_name()
    for entry in library.entries:
        yield from tool_problems(entry, tools)
        number = last[entry.id].number if entry.id in last else 0
        if entry.revision not in (None, number):
            params = {"revision": str(entry.revision), "current": str(number)}
            wrong = Message(id="libraryerror-changed_since", params=params)
            yield Problem("entry", entry.id, "revision", wrong)
    yield from library_problems(library if whole else library_in_force().joined(library))


def _as_reviewed(library: Library, last: Latest) -> Library:
    """Return a library whose entries are reviewed no longer where it says otherwise than they do.

    Curators found right as a whole what stood there then; a file carries the mark along.
    """

    def stood(entry: LibraryEntry) -> LibraryEntry:
        row = last.get(entry.id)
        is_other = row is not None and row.reviewed and row.digest != item_digest(entry)
        return entry.model_copy(update={"reviewed": False}) if is_other else entry

    return library.model_copy(update={"entries": tuple(map(stood, library.entries))})


def _differing(
    kind: ItemKind,
    items: Iterable[LibraryItem],
    last: Latest,
    outcome: ImportOutcome,
    *,
    packaged: bool,
) -> list[tuple[str, LibraryItem, str]]:
    """Choose what is new or differs from the last revision; give name, item and digest of each."""
    found = []
    for key, item, digest in new_states(kind, items, last):
        row = last.get(key)
        if row is not None and packaged and not _of_package(row):
            outcome.kept.append(key)
            continue
        (outcome.created if row is None else outcome.changed).append(key)
        found.append((key, item, digest))
    return found


def _absent(
    kind: ItemKind,
    items: Iterable[LibraryItem],
    last: Latest,
    outcome: ImportOutcome,
    *,
    packaged: bool,
) -> list[Any]:
    """Choose the last revisions of what is in force and absent."""
    named = {kind.key(item) for item in items}
    gone = [row for key, row in last.items() if key not in named and not row.removed]
    if packaged:
        outcome.kept += [row.item.key for row in gone if not _of_package(row)]
        gone = [row for row in gone if _of_package(row)]
    outcome.removed += [row.item.key for row in gone]
    return gone


def _of_package(row: Any) -> bool:
    return bool(row.imported and row.imported.origin == LibraryImport.Origin.PACKAGE)
