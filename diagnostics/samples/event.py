"""The record that describes one sample: its setting, its ingredients and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from diagnostics.contracts.space_time import Region
from diagnostics.samples.background import Background
from diagnostics.samples.ingredients import (
    ColdSurge,
    ForcedSubsidence,
    FrontalWave,
    MoisturePlume,
    PressureCentre,
    WarmDome,
)
from diagnostics.samples.surface import Terrain
from diagnostics.samples.variability import Variability


@dataclass(frozen=True)
class Event:
    """One idealised case.

    Parameters
    ----------
    name, title : str
    region : Region
        Where the event happens; the data reach at least ten degrees beyond it on every side.
    data : tuple of float
        West, south, east, north of the data, degrees, multiples of half a degree.
    start : datetime
        First time, UTC.
    steps : int
        Number of six-hour steps after it.
    peak_hour : int
        When the event is at its height, hours after the first time.
    motion : tuple of float
        Eastward and northward speed of the precipitation areas, degrees per day.
    moist_gain : float
        By how much saturated ascent exceeds dry ascent: latent heat lowers the stability that
        rising air feels.
    season_gain : float
        The same for the season's weather without the event, which is less organised.
    ascent_limit : float
        Ascent approaches but never passes this, Pa s-1.
    diurnal_range : float
        Half of the daily range of temperature over dry land, K.
    warm_sea, snow_depth : float
        Excess of the sea surface over the air (K) and snow on the ground at the start (kg m-2).
    """

    name: str
    title: str
    region: Region
    data: tuple[float, float, float, float]
    start: datetime
    steps: int
    peak_hour: int
    background: Background
    variability: Variability
    terrain: Terrain
    centres: tuple[PressureCentre, ...] = ()
    waves: tuple[FrontalWave, ...] = ()
    domes: tuple[WarmDome, ...] = ()
    surges: tuple[ColdSurge, ...] = ()
    plumes: tuple[MoisturePlume, ...] = ()
    subsidence: tuple[ForcedSubsidence, ...] = ()
    motion: tuple[float, float] = (8.0, 0.0)
    moist_gain: float = 1.0
    season_gain: float = 1.0
    ascent_limit: float = 3.0
    diurnal_range: float = 5.0
    warm_sea: float = 0.5
    snow_depth: float = 0.0
    seed: int = field(default=20260701)
    texture: float = 0.12
