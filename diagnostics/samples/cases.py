"""The six cases, as numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from types import MappingProxyType

from diagnostics.contracts.space_time import Region
from diagnostics.samples.background import Background
from diagnostics.samples.event import Event
from diagnostics.samples.ingredients import (
    ColdSurge,
    ForcedSubsidence,
    FrontalWave,
    MoisturePlume,
    PressureCentre,
    Track,
    WarmDome,
)
from diagnostics.samples.surface import Ellipse, Hill, Terrain
from diagnostics.samples.variability import Variability


def _region(west: float, south: float, east: float, north: float) -> Region:
    return Region(west=west, south=south, east=east, north=north)


_EAST_ASIA = Terrain(
    land=(
        Ellipse(100, 38, 23, 24, 8),
        Ellipse(127.5, 37.5, 1.6, 3.2),
        Ellipse(137, 36, 2.2, 5, -40),
    ),
    hills=(
        Hill(99, 33, 1400, 4.0, 1.0),
        Hill(108, 41, 700, 4.0, 1.4),
        Hill(115, 26, 350, 2.5, 1.2),
    ),
)


def _rainstorm() -> Event:
    low = Track(102.5, 30.5, east=5.2, north=0.35, growth_hour=36, growth_width=7, decay_hour=104)
    return Event(
        name="rainstorm",
        title="early-summer front with a low-level jet and a travelling low",
        region=_region(110, 27, 126, 35),
        data=(98, 15, 138, 47),
        start=datetime(2026, 7, 2, tzinfo=UTC),
        steps=16,
        peak_hour=78,
        background=Background(
            temperature=296.5,
            contrast=15.5,
            zone_latitude=38.0,
            zone_width=12.0,
            front_contrast=4.0,
            front_width=1.1,
            front_depth_km=2.0,
            front_latitude=31.5,
            lapse=0.157,
            lapse_curvature=0.022,
            pressure=1003.5,
            pressure_fall=2.0,
            trough=2.0,
            trough_width=3.5,
            humidity_low=0.71,
            humidity_middle=0.58,
            humidity_high=0.45,
            humidity_fall=0.3,
        ),
        variability=Variability(1.1, 1.6, 0.7, 0.05, 7.0, 36.0),
        terrain=_EAST_ASIA,
        centres=(
            PressureCentre(low, -5.0, 2.8, 1.3, 20),
            PressureCentre(Track(134, 22), 3.0, 9.0, 1.7),
        ),
        waves=(FrontalWave(low, 1.8, 2.8, 7.0, 7.5, 10.0, 13.0, 1.6, 0.9),),
        domes=(
            WarmDome(
                Track(96.0, 34.5, east=5.2, north=0.1, growth_hour=30, growth_width=8),
                amplitude=-5.6,
                radius=4.8,
            ),
        ),
        plumes=(
            MoisturePlume(low, 235, 2.6, 19.0, 0.34),
            MoisturePlume(Track(123, 19.5, east=3.0), 0, 7.0, 24.0, -0.26),
            MoisturePlume(Track(105, 19.5, east=3.0), 180, 6.5, 16.0, -0.24),
        ),
        motion=(5.2, 0.35),
        moist_gain=7.5,
        season_gain=6.0,
        ascent_limit=3.8,
        diurnal_range=4.0,
    )


def _snowstorm() -> Event:
    low = Track(107.0, 31.0, east=7.0, north=2.2, growth_hour=32, growth_width=5)
    return Event(
        name="snowstorm",
        title="winter cyclone with a moist conveyor over a cold dome",
        region=_region(110, 34, 126, 44),
        data=(98, 22, 138, 56),
        start=datetime(2026, 2, 6, tzinfo=UTC),
        steps=16,
        peak_hour=54,
        background=Background(
            temperature=276.0,
            contrast=24.0,
            zone_latitude=34.0,
            zone_width=13.0,
            front_contrast=3.5,
            front_width=2.0,
            lapse=0.15,
            lapse_curvature=0.024,
            stability=1.5,
            stratosphere_south=206.0,
            stratosphere_north=220.0,
            pressure=1017.0,
            pressure_fall=-6.0,
            humidity_low=0.72,
            humidity_middle=0.55,
            humidity_high=0.45,
        ),
        variability=Variability(1.6, 3.4, 1.8, 0.06, 11.0, 40.0),
        terrain=_EAST_ASIA,
        centres=(
            PressureCentre(low, -15.0, 3.8, 1.2, 20),
            PressureCentre(Track(100, 50, 3.0, -0.6), 12.0, 8.0, 1.5),
        ),
        waves=(FrontalWave(low, 3.2, 4.2, 7.0, 8.0, 13.0, 15.0, 1.8, 0.5),),
        plumes=(MoisturePlume(low, 235, 4.0, 14.0, 0.3),),
        motion=(7.0, 2.2),
        moist_gain=2.5,
        ascent_limit=2.0,
        diurnal_range=3.5,
        warm_sea=3.0,
        snow_depth=2.0,
    )


def _gale() -> Event:
    low = Track(-25.0, 49.5, east=9.5, north=3.2, growth_hour=32, growth_width=5, decay_hour=96)
    return Event(
        name="gale",
        title="rapidly deepening ocean cyclone",
        region=_region(-14, 48, 6, 60),
        data=(-26, 36, 18, 72),
        start=datetime(2026, 1, 8, tzinfo=UTC),
        steps=16,
        peak_hour=60,
        background=Background(
            temperature=285.5,
            contrast=24.0,
            zone_latitude=51.0,
            zone_width=12.0,
            front_contrast=3.0,
            front_width=2.2,
            lapse=0.16,
            lapse_curvature=0.022,
            stratosphere_south=206.0,
            stratosphere_north=218.0,
            pressure=1010.0,
            pressure_fall=22.0,
            humidity_low=0.72,
            humidity_middle=0.42,
            humidity_high=0.4,
        ),
        variability=Variability(1.7, 4.2, 1.5, 0.06, 12.0, 52.0),
        terrain=Terrain(
            land=(
                Ellipse(-1.8, 52.8, 2.6, 4.8, 18),
                Ellipse(-8.0, 53.3, 1.9, 2.2),
                Ellipse(14, 46, 14.5, 7.5, 15),
                Ellipse(-4, 40, 5.5, 3.6),
                Ellipse(14, 64, 4.5, 9.0, -35),
            ),
            hills=(Hill(8, 46, 1300, 2.0, 2.0), Hill(-4, 57, 350, 1.0), Hill(11, 62, 900, 3.0)),
        ),
        centres=(
            PressureCentre(low, -44.0, 4.3, 1.15, 25),
            PressureCentre(Track(-36, 40, 8.0, 1.0), 12.0, 8.0, 1.3),
        ),
        waves=(FrontalWave(low, 3.8, 5.0, 7.0, 8.0, 13.0, 15.0, 1.8, 0.6),),
        plumes=(MoisturePlume(low, 235, 3.0, 14.0, 0.28),),
        motion=(9.5, 3.2),
        moist_gain=1.0,
        ascent_limit=1.8,
        diurnal_range=1.5,
        warm_sea=1.0,
    )


def _heat_wave() -> Event:
    dome = WarmDome(
        Track(113.5, 37.0, 0.4, 0.0, growth_hour=8, growth_width=9),
        amplitude=5.5,
        radius=8.0,
        stretch=1.15,
        surface_excess=3.2,
    )
    return Event(
        name="heat_wave",
        title="blocking ridge with subsidence and a dry boundary layer",
        region=_region(106, 32, 122, 42),
        data=(94, 20, 134, 54),
        start=datetime(2026, 7, 18, tzinfo=UTC),
        steps=20,
        peak_hour=78,
        background=Background(
            temperature=298.5,
            contrast=16.0,
            zone_latitude=42.0,
            zone_width=13.0,
            lapse=0.168,
            lapse_curvature=0.019,
            pressure=1004.5,
            pressure_fall=3.0,
            humidity_low=0.42,
            humidity_middle=0.33,
            humidity_high=0.3,
        ),
        variability=Variability(1.2, 1.8, 1.2, 0.05, 7.0, 44.0),
        terrain=_EAST_ASIA,
        centres=(
            PressureCentre(Track(127, 35), 4.5, 7.0, 1.1),
            PressureCentre(Track(101, 40), -4.5, 7.0, 1.1),
        ),
        domes=(dome,),
        plumes=(MoisturePlume(Track(113.5, 37.0), 0, 9.0, 9.0, -0.14),),
        subsidence=(ForcedSubsidence(dome, 0.18),),
        motion=(6.0, 0.0),
        moist_gain=0.5,
        ascent_limit=1.0,
        diurnal_range=7.0,
    )


def _cold_wave() -> Event:
    high = Track(97, 50, east=2.2, north=-2.3, growth_hour=6, growth_width=14)
    trough = Track(108, 45, east=4.0, north=-1.6, growth_hour=10, growth_width=12)
    return Event(
        name="cold_wave",
        title="outbreak of polar air behind a sharp cold front",
        region=_region(104, 26, 122, 40),
        data=(92, 14, 134, 52),
        start=datetime(2026, 1, 20, tzinfo=UTC),
        steps=20,
        peak_hour=66,
        background=Background(
            temperature=279.0,
            contrast=26.0,
            zone_latitude=36.0,
            zone_width=13.0,
            lapse=0.15,
            lapse_curvature=0.024,
            stability=2.0,
            stratosphere_south=204.0,
            stratosphere_north=220.0,
            pressure=1022.0,
            pressure_fall=-4.0,
            humidity_low=0.6,
            humidity_middle=0.35,
            humidity_high=0.3,
        ),
        variability=Variability(1.6, 3.2, 1.8, 0.06, 10.0, 40.0),
        terrain=_EAST_ASIA,
        centres=(
            PressureCentre(high, 31.0, 8.5, 1.2, -35),
            PressureCentre(Track(122, 46, 3.0, -0.8, growth_hour=6), -16.0, 7.0, 1.2),
        ),
        waves=(FrontalWave(trough, 1.5, 5.5, 9.0, 9.0, 13.0, 15.0, 3.0, 0.5),),
        surges=(ColdSurge(46.0, -7.5, 16.0, 112.0, width=1.6),),
        motion=(4.0, -5.0),
        moist_gain=0.4,
        ascent_limit=1.0,
        diurnal_range=4.0,
        warm_sea=5.0,
    )


def _quiet() -> Event:
    return Event(
        name="quiet",
        title="weak flow in spring",
        region=_region(-104, 34, -86, 44),
        data=(-116, 22, -74, 56),
        start=datetime(2026, 5, 12, tzinfo=UTC),
        steps=12,
        peak_hour=36,
        background=Background(
            temperature=291.0,
            contrast=16.0,
            zone_latitude=42.0,
            zone_width=15.0,
            pressure=1015.0,
            pressure_fall=2.0,
            humidity_low=0.55,
            humidity_middle=0.32,
            humidity_high=0.28,
        ),
        variability=Variability(1.8, 3.0, 1.5, 0.07, 8.0, 42.0),
        terrain=Terrain(
            land=(Ellipse(-96, 44, 26, 14.5),),
            hills=(Hill(-109, 40, 1500, 5.0, 0.7),),
        ),
        centres=(PressureCentre(Track(-98, 38, 2.0), 4.0, 9.0, 1.5),),
        motion=(6.0, 0.0),
        moist_gain=0.3,
        ascent_limit=0.6,
        diurnal_range=5.5,
        texture=0.35,
    )


EVENTS = MappingProxyType(
    {
        event.name: event
        for event in (
            _rainstorm(),
            _snowstorm(),
            _gale(),
            _heat_wave(),
            _cold_wave(),
            _quiet(),
        )
    }
)
"""Every sample's description by name."""
