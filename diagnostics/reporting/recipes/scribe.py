"""What every family of recipes needs: the records behind claims, and the fields of the data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.recipes import Recipe, RecipeInput, RecipeKind, RecipeRole
from diagnostics.contracts.report import Claim
from diagnostics.errors import ArgumentError
from diagnostics.quantities.ground import ingredients
from diagnostics.quantities.refs import QuantityRef, reference
from diagnostics.quantities.registry import resolve
from diagnostics.reporting.claim_sources import ClaimSources


def at(field: str, level: float | None) -> str:
    """Write a field, or a quantity, on a level, hPa: ``u@850``."""
    return QuantityRef(field, level).text


@dataclass(frozen=True)
class Subject:
    """The record that a recipe is about.

    Attributes
    ----------
    sources : ClaimSources
    source : str
        Of the claims, as in `Claim.source`.
    path : str
        Of the record inside its source; empty for the source itself.
    name : str
        Which of the record's recipes it is.
    """

    sources: ClaimSources
    source: str
    path: str
    name: str

    @property
    def id(self) -> str:
        """The id of the recipe."""
        return ".".join(part for part in (self.source, self.path, self.name) if part)

    def record(self, model: type[Any], path: str | None = None) -> Any:
        """Return the record itself, or what stands at a path of its source (empty: the source).

        Raises
        ------
        LookupError
            When there is nothing there.
        """
        found: Any = self.sources.root(self.source)
        at = self.path if path is None else path
        for part in at.split("."):
            if part:
                found = found[int(part)] if part.isdigit() else getattr(found, part)
        if not isinstance(found, model):
            raise LookupError(f"{self.source} {at} is no {model.__name__}")
        return found

    def recipe(self, kind: RecipeKind, **parts: Any) -> Recipe:
        """Begin a recipe; `gives` is filled in with the claims."""
        return Recipe(id=self.id, kind=kind, gives={}, source=self.source, path=self.path, **parts)

    def inputs(self, names: Iterable[str]) -> tuple[RecipeInput, ...]:
        """Say where fields come from.

        Parameters
        ----------
        names : iterable of str
            Canonical fields (``u@850``), or quantities, of which the fields are taken.
        """
        found: dict[str, RecipeInput] = {}
        for name in names:
            for item in self._fields(name):
                found.setdefault(item.field, item)
        return tuple(found.values())

    def _fields(self, name: str) -> list[RecipeInput]:
        """Of a field itself, of a quantity its fields; of any other name the name alone."""
        inventory = self.sources.inventory
        if name == "sp" and inventory.variable(name) is None:
            return [RecipeInput(field=name, unit="Pa", derived_from=ingredients(inventory))]
        try:
            asked = reference(name)
            known = inventory.variable(name) or inventory.variable(asked.name)
            quantity = None if known is not None else resolve(asked).quantity
        except ArgumentError:
            known, quantity = inventory.variable(name), None
        if quantity is not None:
            return [
                item
                for part in (*quantity.fields, *quantity.optional)
                if (held := inventory.variable(part)) is not None
                for item in self._fields(
                    at(part, asked.level if held.levels_hpa and not quantity.whole_column else None)
                )
            ]
        return [
            RecipeInput(field=name)
            if known is None
            else RecipeInput(
                field=name,
                unit=known.unit,
                source_name=known.source_name,
                derived_from=known.derived_from,
            )
        ]


Make = Callable[[Subject], Recipe]


@dataclass(frozen=True)
class Rule:
    """Claims that one recipe gives.

    Attributes
    ----------
    pattern : str
        Of the source without what follows its colon, a space and the path of a claim. The group
        ``at`` is the path of the record.
    name : str
        Which of the record's recipes it is; claims of one record and name share theirs.
    make : callable
    role : RecipeRole, optional
        Where the last name of the path does not say it.
    """

    pattern: str
    name: str
    make: Make
    role: RecipeRole | None = None

    def subject(self, claim: Claim, sources: ClaimSources) -> Subject | None:
        """Return what the claim's recipe is about; None where it is not of this rule."""
        path = claim.path.partition("+")[0]
        found = re.fullmatch(self.pattern, f"{claim.source.partition(':')[0]} {path}")
        if found is None:
            return None
        return Subject(sources, claim.source, found.groupdict().get("at") or "", self.name)
