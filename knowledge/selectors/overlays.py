"""Reading a centre's overlay: what it says otherwise, in force and in the draft."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hvrmet.core.errors import NotFoundError

from diagnostics.contracts.guidelines import ReleasedPreset
from diagnostics.contracts.overlay import Adjustment, OverlayConflict
from diagnostics.guidelines import Base, Combination, Stock, combined
from knowledge.catalog import tools_by_name
from knowledge.models import CentreAdjustment, Overlay, Release
from knowledge.selectors.library import references_in_force
from knowledge.selectors.releases import (
    adjustments_of,
    adopted_now,
    release_document,
    release_get,
)
from knowledge.selectors.rows import reference_of


@dataclass(frozen=True)
class OverlayStanding:
    """The draft of the overlay, in a release.

    Attributes
    ----------
    release : Release
        That it is put into: the one that the centre works with, or is to.
    in_use : Release
    rows : tuple of CentreAdjustment
        What the draft says otherwise.
    in_force : Overlay or None
    """

    release: Release
    in_use: Release
    rows: tuple[CentreAdjustment, ...]
    in_force: Overlay | None

    @cached_property
    def base(self) -> Base:
        """The release as the forms hold it."""
        return Base(release_document(self.release.digest))

    @cached_property
    def base_in_use(self) -> Base:
        """The release that the centre works with, without its overlay."""
        if self.in_use.digest == self.release.digest:
            return self.base
        return Base(release_document(self.in_use.digest))

    @cached_property
    def combination(self) -> Combination:
        """The release with the draft in it."""
        return combine(self.base, map(adjustment_of, self.rows), number=next_number())

    @cached_property
    def kept(self) -> frozenset[tuple[str, str, str]]:
        """Kind, item and path of what the overlay in force says as the draft does."""
        if self.in_force is None:
            return frozenset()
        held = {_name(item): item for item in adjustments_of(self.in_force)}
        return frozenset(
            name
            for row in self.rows
            if (name := _name(row)) in held and held[name].value == row.value
        )

    @property
    def is_changed(self) -> bool:
        """Whether the draft says something else than the overlay in force."""
        in_force = () if self.in_force is None else adjustments_of(self.in_force)
        return len(self.kept) != len(self.rows) or len(self.rows) != len(in_force)

    def conflict(self, row: CentreAdjustment) -> OverlayConflict | None:
        """Return what the release says since of something in the draft."""
        return self.base.conflict(adjustment_of(row))

    def entry_says(self, row: CentreAdjustment | Adjustment, path: str) -> Any:
        """Return what a field holds of the entry that something is about; None where nothing."""
        if row.own:
            own = (item for item in self.rows if (item.item, item.path) == (row.item, path))
            return next((item.value for item in own), None)
        return self.base.says((row.kind, row.item), path)

    def used(self, row: CentreAdjustment) -> Any:
        """Return what a field says in what the centre works with; None where it does not stand."""
        held = () if self.in_force is None else adjustments_of(self.in_force)
        named = (item.value for item in held if _name(item) == _name(row))
        return next(named, self.base_in_use.says((row.kind, row.item), row.path))

    @property
    def undone(self) -> tuple[Adjustment, ...]:
        """What the overlay in force says and the draft does not say any more."""
        if self.in_force is None:
            return ()
        held = {_name(row) for row in self.rows}
        return tuple(item for item in adjustments_of(self.in_force) if _name(item) not in held)

    @property
    def conflicts(self) -> tuple[CentreAdjustment, ...]:
        """What the release says otherwise since."""
        return tuple(row for row in self.rows if self.conflict(row) is not None)


def overlay_stand(digest: str | None = None) -> OverlayStanding:
    """Return the open scope's draft in a release, by default the one that the centre works with.

    Raises
    ------
    NotFoundError
        When that release was never loaded.
    ApplicationError
        ``no_guideline_release`` (503).
    """
    adopted = adopted_now()
    in_force = adopted if isinstance(adopted, Overlay) else None
    own = adopted.base if isinstance(adopted, Overlay) else adopted
    release = own if digest in (None, own.digest) else release_get(f"{digest}")
    rows = CentreAdjustment.objects.filter(dropped=False).order_by("created_at", "pk")
    return OverlayStanding(release, own, tuple(rows), in_force)


def combine(base: Base, adjustments: Iterable[Adjustment], *, number: int) -> Combination:
    """Put an overlay into a release, with the bibliography and the catalogue as they are."""
    references = [reference_of(row.item.key, row) for row in references_in_force()]
    return combined(base, adjustments, Stock(references, tools_by_name()), number=number)


def adjustment_of(row: CentreAdjustment) -> Adjustment:
    """Return what a row of the draft says."""
    return Adjustment.model_validate({name: getattr(row, name) for name in Adjustment.model_fields})


def presets_in_use() -> tuple[ReleasedPreset, ...]:
    """Return the criteria of events that are not the package's where the open scope's tenant works.

    Its own numbers are in them, and those of the shared release that it has adopted.
    """
    adopted = adopted_now()
    rows = type(adopted).objects.filter(pk=adopted.pk)
    said = rows.values_list("document__presets", flat=True).get()
    return tuple(ReleasedPreset.model_validate(item, extra="ignore") for item in said or ())


def next_number() -> int:
    """Return the number that the next state of the overlay has."""
    last = Overlay.objects.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def adjustment_get(adjustment_id: object) -> CentreAdjustment:
    """Return something that the draft says otherwise, locked.

    Raises
    ------
    NotFoundError
        When the draft has no such thing, or no longer.
    """
    rows = CentreAdjustment.objects.select_for_update().filter(dropped=False)
    found: CentreAdjustment | None = rows.filter(pk=adjustment_id).first()
    if found is None:
        raise NotFoundError("adjustment")
    return found


def _name(item: Adjustment | CentreAdjustment) -> tuple[str, str, str]:
    return item.kind, item.item, item.path
