"""From ingredients to fields: the recipe of `docs/use/samples.md`, step by step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.ndimage

from diagnostics.physics.snow import snow_fraction
from diagnostics.samples import balance, moisture, surface
from diagnostics.samples.background import on_levels, scale_height_km
from diagnostics.samples.event import Event
from diagnostics.samples.sample_grid import LEVELS_HPA, FloatArray, Lattice
from diagnostics.samples.variability import SynopticWaves

STEP_HOURS = 6
_SUBSTEPS = 6
_PRECIPITATION_EFFICIENCY = 0.9
_CONVECTIVE_ASCENT = 0.15
_HEATING_PROFILE = np.interp(LEVELS_HPA, [100, 200, 300, 400, 600, 850], [0.3, 1.6, 1.6, 1.3, 1, 1])
_LOWER_CLOUD = (LEVELS_HPA >= 500) & (LEVELS_HPA <= 850)


@dataclass(frozen=True)
class Forcing:
    """What drives one computation: the event's ingredients, or none, and random waves, or none."""

    with_event: bool
    waves: SynopticWaves | None


@dataclass(frozen=True)
class Atmosphere:
    """The balanced state on pressure levels and the rate of precipitation."""

    fields: dict[str, FloatArray]
    sea_level_pressure: FloatArray
    precipitation_rate: FloatArray
    virtual_temperature: FloatArray


def compute_atmosphere(
    event: Event, forcing: Forcing, lattice: Lattice, hours: FloatArray
) -> Atmosphere:
    """Compute mass, wind, vertical motion and moisture on the lattice.

    Parameters
    ----------
    event : Event
    forcing : Forcing
    lattice : Lattice
    hours : array (time,)
        Hours since the event's first time.

    Returns
    -------
    Atmosphere
        Arrays (time, level, y, x) and (time, y, x).
    """
    displacement = _displacement(event, forcing, lattice, hours)
    virtual = _virtual_temperature(event, forcing, lattice, hours, displacement)
    sea_level = _sea_level_pressure(event, forcing, lattice, hours)
    geopotential = balance.hydrostatic_geopotential(virtual, sea_level)
    u, v = balance.gradient_wind(lattice, geopotential)
    omega = balance.omega_equation(lattice, virtual, u, v)
    advected = _advected_humidity(event, forcing, lattice, hours, displacement)
    gain = event.moist_gain if forcing.with_event else event.season_gain
    omega = _with_latent_heat(omega, advected, gain, event.ascent_limit)
    if forcing.with_event:
        for part in event.subsidence:
            omega = omega + part.vertical_velocity(lattice, hours)
    u, v = balance.retard_by_friction(u, v, event.terrain.roughness(lattice))
    u, v, omega = balance.add_secondary_circulation(lattice, u, v, omega)
    relative = moisture.humidity_with_ascent(advected, omega)
    temperature, humidity = moisture.moist_state(virtual, relative)
    rate = _PRECIPITATION_EFFICIENCY * moisture.condensation_rate(temperature, humidity, omega)
    fields = {"u": u, "v": v, "t": temperature, "q": humidity, "z": geopotential, "w": omega}
    return Atmosphere(fields, sea_level, rate, virtual)


def _displacement(
    event: Event, forcing: Forcing, lattice: Lattice, hours: FloatArray
) -> FloatArray:
    total = np.zeros((hours.size, LEVELS_HPA.size, *lattice.shape))
    if forcing.with_event:
        for wave in event.waves:
            total += wave.displacement(lattice, hours)
    if forcing.waves is not None:
        total += forcing.waves.displacement(lattice, hours)
    return total


def _virtual_temperature(
    event: Event,
    forcing: Forcing,
    lattice: Lattice,
    hours: FloatArray,
    displacement: FloatArray,
) -> FloatArray:
    origin = lattice.latitude[None, None, :, None] - displacement
    virtual = event.background.virtual_temperature(origin)
    if forcing.with_event:
        for dome in event.domes:
            virtual += dome.temperature(lattice, hours)
        for surge in event.surges:
            virtual += surge.temperature(lattice, hours)
    if forcing.waves is not None:
        virtual = virtual + forcing.waves.warmth(hours)
    return virtual + _diurnal_profile() * _daily_course(event, lattice, hours)[:, None]


def _diurnal_profile() -> FloatArray:
    """How the daily range at 2 m fades upward: 0.45 at 1000 hPa, 0.2 at 925, 0.06 at 850."""
    return on_levels(0.45 * np.exp(-((scale_height_km() / 0.85) ** 1.0)))


def _daily_course(event: Event, lattice: Lattice, hours: FloatArray) -> FloatArray:
    """Departure of clear-sky 2-m temperature over land in the course of the day, K."""
    hour = (event.start.hour + hours) % 24.0
    course = surface.solar_shape(hour, lattice.longitude)
    return np.asarray(event.diurnal_range * course * event.terrain.roughness(lattice))


def _sea_level_pressure(
    event: Event, forcing: Forcing, lattice: Lattice, hours: FloatArray
) -> FloatArray:
    latitude = np.broadcast_to(lattice.latitude[:, None], lattice.shape)
    total = np.repeat(event.background.sea_level_pressure(latitude)[None], hours.size, axis=0)
    if forcing.with_event:
        for centre in event.centres:
            total += centre.pressure(lattice, hours)
    if forcing.waves is not None:
        total += forcing.waves.pressure(lattice, hours)
    return total


def _advected_humidity(
    event: Event,
    forcing: Forcing,
    lattice: Lattice,
    hours: FloatArray,
    displacement: FloatArray,
) -> FloatArray:
    """Relative humidity before vertical motion acts on it: moist where the air came poleward."""
    origin = lattice.latitude[None, None, :, None] - displacement
    relative = event.background.relative_humidity(origin) + np.where(
        on_levels(LEVELS_HPA) >= 250, 0.022 * displacement, 0.0
    )
    if forcing.with_event:
        for plume in event.plumes:
            relative = relative + plume.humidity(lattice, hours)
    if forcing.waves is not None:
        relative = relative + forcing.waves.humidity(hours) * on_levels(
            np.clip((LEVELS_HPA - 200.0) / 300.0, 0.0, 1.0)
        )
    ceiling = on_levels(np.interp(LEVELS_HPA, [50, 200, 300, 1000], [0.02, 0.5, 0.95, 0.96]))
    return np.asarray((np.maximum(relative, 0.03) ** -8 + ceiling**-8.0) ** -0.125)


def _with_latent_heat(
    omega: FloatArray, relative: FloatArray, gain: float, limit: float
) -> FloatArray:
    """Strengthen ascent where the air is moist, and keep both signs within bounds."""
    column = relative[:, _LOWER_CLOUD].mean(axis=1, keepdims=True)
    moist = np.clip((column - 0.55) / 0.3, 0.0, 1.0)
    dry = np.minimum(omega, 0.0)
    released = gain * moist * np.tanh(-dry / _CONVECTIVE_ASCENT)
    rising = dry * (1.0 + released * on_levels(_HEATING_PROFILE))
    sinking = np.maximum(omega, 0.0)
    return np.asarray(limit * np.tanh(rising / limit) + 1.5 * np.tanh(sinking / 1.5))


def accumulate(rate: FloatArray, motion: tuple[float, float], lattice: Lattice) -> FloatArray:
    """Amount that falls in each step from the rates at its two ends.

    The rain areas travel with the event between the two times, so the rates are carried along
    `motion` at seven moments of each step before they are summed.

    Parameters
    ----------
    rate : array (time, y, x)
        kg m-2 s-1.
    motion : tuple of float
        Degrees per day, east and north.

    Returns
    -------
    array (time - 1, y, x)
        kg m-2 per step.
    """
    cells_x = motion[0] * STEP_HOURS / 24.0 / lattice.spacing
    cells_y = motion[1] * STEP_HOURS / 24.0 / lattice.spacing
    total = np.zeros_like(rate[1:])
    for part in range(_SUBSTEPS + 1):
        share = part / _SUBSTEPS
        weight = (0.5 if part in (0, _SUBSTEPS) else 1.0) / _SUBSTEPS
        earlier = _carried(rate[:-1], share * cells_y, share * cells_x)
        later = _carried(rate[1:], (share - 1.0) * cells_y, (share - 1.0) * cells_x)
        total += weight * ((1.0 - share) * earlier + share * later)
    return np.asarray(np.maximum(total, 0.0) * STEP_HOURS * 3600.0)


def _carried(rate: FloatArray, rows: float, columns: float) -> FloatArray:
    return np.asarray(
        scipy.ndimage.shift(rate, (0.0, rows, columns), order=1, mode="nearest", prefilter=False)
    )


def compute_surface(
    event: Event, atmosphere: Atmosphere, lattice: Lattice, hours: FloatArray
) -> dict[str, FloatArray]:
    """Fields near the ground for every time but the first, which only opens the first interval.

    Returns
    -------
    dict of arrays (time - 1, y, x), static ones (y, x)
        Canonical names, SI units.
    """
    land = event.terrain.land_fraction(lattice)
    rough = event.terrain.roughness(lattice)
    elevation = event.terrain.elevation(lattice)
    fields = atmosphere.fields
    pressure = surface.surface_pressure(fields["z"], atmosphere.virtual_temperature, elevation)
    air = surface.at_surface(fields["t"], pressure, surface.STANDARD_EXPONENT)
    relative = fields["q"] / moisture.saturation_humidity(
        on_levels(LEVELS_HPA * 100.0), fields["t"]
    )
    cloud = np.clip((relative[:, _LOWER_CLOUD].mean(axis=1) - 0.6) / 0.3, 0.0, 1.0)
    skin = air + event.warm_sea * (1.0 - rough)
    damping = (0.55 * (1.0 - cloud)) - 0.45 * cloud
    course = _daily_course(event, lattice, hours)
    temperature = skin + damping * course
    specific = surface.at_surface(fields["q"], pressure)
    dewpoint = surface.dewpoint_of(surface.vapour_pressure(pressure, specific))
    dewpoint = np.minimum(dewpoint, temperature - 0.1)
    u10, v10 = _ten_metre_wind(fields, rough)
    speed = np.hypot(u10, v10)
    gust = _gust(fields, speed, rough)
    highest, lowest = _extremes(event, skin, damping, lattice, hours)
    amount = accumulate(atmosphere.precipitation_rate, event.motion, lattice)
    wet = surface.wet_bulb(temperature, dewpoint)
    snow = amount * snow_fraction(0.5 * (wet[1:] + wet[:-1]))
    melting = np.maximum(temperature[1:] - 274.15, 0.0) * 0.8
    return {
        "msl": atmosphere.sea_level_pressure[1:] * 100.0,
        "sp": pressure[1:],
        "t2m": temperature[1:],
        "d2m": dewpoint[1:],
        "u10": u10[1:],
        "v10": v10[1:],
        "fg10": np.maximum(gust[1:], gust[:-1]),
        "mx2t": np.maximum(highest, temperature[1:]),
        "mn2t": np.minimum(lowest, temperature[1:]),
        "tp": amount,
        "sf": snow,
        "sd": _snow_on_the_ground(event.snow_depth, snow, melting, land),
        "lsm": land,
        "orog": elevation,
    }


def _ten_metre_wind(
    fields: dict[str, FloatArray], rough: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Wind at 10 m: that of 1000 hPa, slowed by 14 (sea) to 38 per cent (land), turned further."""
    kept = 0.86 - 0.24 * rough
    angle = np.deg2rad(3.0 + 5.0 * rough)
    u, v = fields["u"][:, -1], fields["v"][:, -1]
    return (
        kept * (u * np.cos(angle) - v * np.sin(angle)),
        kept * (u * np.sin(angle) + v * np.cos(angle)),
    )


def _gust(fields: dict[str, FloatArray], speed: FloatArray, rough: FloatArray) -> FloatArray:
    """Gust: mean wind times 1.25 (sea) to 1.5 (land), and a fifth of the excess at 925 hPa."""
    aloft = np.hypot(fields["u"][:, -2], fields["v"][:, -2])
    return np.asarray(speed * (1.25 + 0.25 * rough) + 0.2 * np.maximum(aloft - speed, 0.0))


def _extremes(
    event: Event, skin: FloatArray, damping: FloatArray, lattice: Lattice, hours: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Extremes of 2-m temperature in each step, from its hourly course."""
    highest = np.full_like(skin[1:], -np.inf)
    lowest = np.full_like(skin[1:], np.inf)
    for hour in range(STEP_HOURS + 1):
        share = hour / STEP_HOURS
        moment = hours[:-1] + hour
        base = (1 - share) * skin[:-1] + share * skin[1:]
        amplitude = (1 - share) * damping[:-1] + share * damping[1:]
        value = base + amplitude * _daily_course(event, lattice, moment)
        highest, lowest = np.maximum(highest, value), np.minimum(lowest, value)
    return highest, lowest


def _snow_on_the_ground(
    start: float, snow: FloatArray, melting: FloatArray, land: FloatArray
) -> FloatArray:
    """Snow on land: what was there and what falls, less what melts, kg m-2."""
    depth = np.full_like(snow[0], start)
    result = np.empty_like(snow)
    for step in range(snow.shape[0]):
        depth = np.maximum(depth + snow[step] - melting[step], 0.0)
        result[step] = depth * (land >= 0.5)
    return result
