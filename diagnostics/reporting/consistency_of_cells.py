"""Cells that a person wrote, against what the report holds of their row and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from diagnostics.contracts.report import Claim, Section, Sentence
from diagnostics.reporting.consistency_of_words import Said, agree
from diagnostics.reporting.consistency_reading import Shown, shown_in
from diagnostics.reporting.consistency_subjects import Statements
from diagnostics.reporting.values import format_claim

_NUMBER = re.compile(r"\d+")
Row = Sequence[Sentence]
Address = tuple[str, str]
"""Source and path of a claim."""


def cells_apart(statements: Statements) -> Iterator[Said]:
    """Yield the cells in a person's words that are not what the report holds of their row.

    The other rows of a table show which property its column is of, the other cells of a row whose
    it is: of the event in the row of a gale the peak, say. What a report holds of that stands in
    its claims, wherever they are shown. A cell whose column shows other kinds of things in other
    rows, or whose property is shown nowhere else, is left alone.
    """
    for section in statements.report.sections:
        for row, cells in enumerate(section.table[1:], start=2):
            for column, cell in enumerate(cells):
                if cell.own is None:
                    continue
                told = _told_of(statements, section, row - 1, column)
                said = _other_than(statements, cell, told) if told else None
                if said is None:
                    continue
                where = f"{section.id}, table row {row}"
                clause = next(one for one in statements.clauses() if one.where == where)
                fact = next((one for one in statements.facts if one.claim.id == told[0].id), None)
                shown = format_claim(told[0], statements.report.language)
                yield Said(clause, said, fact, "" if fact is not None else shown)


def _told_of(statements: Statements, section: Section, row: int, column: int) -> list[Claim]:
    """Claims of the report on what a cell shows, by the rows that are like its own."""
    own = section.table[row]
    kind = _kinds_of(statements, own, column)
    for number, other in enumerate(section.table[1:], start=1):
        if number == row or not kind or _kinds_of(statements, other, column) != kind:
            continue
        names = dict(
            pair
            for one, same in zip(
                _claims(statements, other, column), _claims(statements, own, column), strict=True
            )
            for pair in _names_of(statements, one, same)
        )
        shown = [statements.claims[name] for name in other[column].claims]
        found = [_same_of(statements, claim, names) for claim in shown]
        # a row that nothing tells from this one says nothing of it
        if shown and all(one is not None and one not in shown for one in found):
            return [claim for claim in found if claim is not None]
    return []


def _claims(statements: Statements, row: Row, but: int) -> list[Claim]:
    """Claims of the cells of a row, without those of one column."""
    return [
        statements.claims[name]
        for column, cell in enumerate(row)
        if column != but
        for name in cell.claims
    ]


def _kinds_of(statements: Statements, row: Row, but: int) -> list[Address]:
    """What the other cells of a row show, whichever of its kind the row is of."""
    return [_kind_of(claim) for claim in _claims(statements, row, but)]


def _kind_of(claim: Claim) -> Address:
    return claim.source.partition(":")[0], _NUMBER.sub("#", claim.path)


def _names_of(statements: Statements, one: Claim, other: Claim) -> Iterator[tuple[Address, str]]:
    """Yield by which name the row of one claim is to be called in that of another."""
    yield (one.source, ""), other.source
    items = {f"evidence:{item.id}": item for item in statements.report.evidence}
    if one.source in items and other.source in items:
        mine, its = items[one.source], items[other.source]
        yield (f"tool:{mine.factor}", ""), f"tool:{its.factor}"
        yield (f"entry:{mine.entry_id}", ""), f"entry:{its.entry_id}"
    before = ""
    for part, same in zip(one.path.split("."), other.path.split("."), strict=True):
        if part.isdigit():
            yield (one.source, f"{before}{part}"), same
        before += f"{part}."


def _same_of(statements: Statements, claim: Claim, names: dict[Address, str]) -> Claim | None:
    """Return the claim on the same property of the row that the names are of.

    A number in its path that the names do not tell, as of the time that decides, is that of the
    only value that the report shows of the property; None where it shows none, or several.
    """
    if (claim.source, "") not in names:
        return None
    source, before, parts = names[claim.source, ""], "", []
    for part in claim.path.split("."):
        known = names.get((claim.source, f"{before}{part}"))
        parts.append(re.escape(part) if known is None and not part.isdigit() else known or r"\d+")
        before += f"{part}."
    path = re.compile(r"\.".join(parts))
    found = [
        one
        for one in statements.report.claims
        if (one.source, one.kind) == (source, claim.kind) and path.fullmatch(one.path)
    ]
    return found[0] if found and all(one.value == found[0].value for one in found) else None


def _other_than(statements: Statements, cell: Sentence, told: Sequence[Claim]) -> str | None:
    """Return what a cell says in words that is another value, or another term, than was told."""
    language = statements.report.language
    bound = {statements.claims[name].path for name in cell.claims}
    words = [format_claim(claim, language) for claim in told if claim.path not in bound]
    literal = re.sub(r"\{claim:\w+\}", " ", cell.text)
    shown = [one for text in words for one in shown_in(text)]
    for said in shown_in(literal):
        if _is_other(said, shown):
            return said.text
    terms = {
        format_claim(claim, language).casefold()
        for claim in statements.report.claims
        if claim.kind in ("term", "comparison")
    }
    stripped = literal.strip().casefold()
    if stripped in terms and stripped not in {one.casefold() for one in words}:
        return literal.strip()
    return None


def _is_other(said: Shown, shown: Sequence[Shown]) -> bool:
    alike = [one for one in shown if (one.kind, one.unit) == (said.kind, said.unit)]
    return bool(alike) and not any(agree(said, one) for one in alike)
