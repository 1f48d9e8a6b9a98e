"""What a scene may ask beyond its own fields: its source, climatologies, what a run has read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diagnostics.contracts.space_time import Region
from diagnostics.ports import FieldSource
from diagnostics.quantities.cache import FieldCache

if TYPE_CHECKING:
    from diagnostics.climatology import Baseline, Climatologies, GridClimatology


@dataclass(frozen=True)
class SceneContext:
    """What a scene was given beside its fields; each may be missing.

    Attributes
    ----------
    source : FieldSource, optional
        From which the scene was read, with `box` and `halo` cells around it.
    climatology : Climatologies, optional
    cache : FieldCache, optional
        Shared by the operators of one run that read fields of their own.
    """

    source: FieldSource | None = None
    climatology: Climatologies | None = None
    cache: FieldCache | None = None
    box: Region | None = None
    halo: int = 0


ALONE = SceneContext()
"""No climatology."""


def chart_scene_context(
    climatology: Baseline | GridClimatology | Climatologies | None = None,
    cache: FieldCache | None = None,
) -> SceneContext:
    """Return what charts and detectors may ask beyond their fields.

    Parameters
    ----------
    climatology : Baseline, GridClimatology or Climatologies, optional
    cache : FieldCache, optional
        Of the run; an own one by default.
    """
    from diagnostics.climatology import Climatologies

    known = Climatologies.of(climatology) if climatology is not None else None
    return SceneContext(climatology=known, cache=cache if cache is not None else FieldCache())
