"""What an event is made of: pressure centres, a frontal wave, domes and surges, a plume.

Every ingredient is a frozen record of a few numbers in forecasters' units (hPa, K, degrees, hours
since the first time). Its methods give arrays with axes (time, y, x) or (time, level, y, x).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.samples.background import on_levels, scale_height_km
from diagnostics.samples.sample_grid import LEVELS_HPA, FloatArray, Lattice


@dataclass(frozen=True)
class Track:
    """A path at constant speed with a life cycle.

    Parameters
    ----------
    longitude, latitude : float
        Position at hour 0, degrees.
    east, north : float
        Speed, degrees per day.
    growth_hour, growth_width : float
        Half of the full strength is reached at `growth_hour`; the rise takes about four widths.
    decay_hour, decay_width : float
        The same for the decline.
    """

    longitude: float
    latitude: float
    east: float = 0.0
    north: float = 0.0
    growth_hour: float = -1000.0
    growth_width: float = 10.0
    decay_hour: float = 1000.0
    decay_width: float = 10.0

    def strength(self, hours: FloatArray) -> FloatArray:
        """Fraction of full strength with axes (time, 1, 1)."""
        rise = 0.5 * (1.0 + np.tanh((hours - self.growth_hour) / (2.0 * self.growth_width)))
        fall = 0.5 * (1.0 - np.tanh((hours - self.decay_hour) / (2.0 * self.decay_width)))
        return np.asarray((rise * fall)[:, None, None])

    def offsets(self, lattice: Lattice, hours: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Distance east and north of the centre in degrees of latitude, axes (time, y, x)."""
        days = hours[:, None, None] / 24.0
        latitude = self.latitude + self.north * days
        east = lattice.longitude[None, None, :] - self.longitude - self.east * days
        north = lattice.latitude[None, :, None] - latitude
        return east * np.cos(np.deg2rad(latitude)), np.broadcast_to(
            north, (hours.size, lattice.latitude.size, 1)
        )


@dataclass(frozen=True)
class PressureCentre:
    """A high (positive) or low (negative) at mean sea level; elliptic, turned by `angle` degrees.

    The profile is that of an inverted hyperbolic cosine: a round core with exponential flanks,
    so that the strongest gradient lies near 0.9 radii.
    """

    track: Track
    amplitude: float
    radius: float
    stretch: float = 1.0
    angle: float = 0.0

    def pressure(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Departure of mean sea-level pressure, hPa, axes (time, y, x)."""
        east, north = self.track.offsets(lattice, hours)
        turn = np.deg2rad(self.angle)
        along = (east * np.cos(turn) + north * np.sin(turn)) / (self.radius * self.stretch)
        across = (north * np.cos(turn) - east * np.sin(turn)) / self.radius
        distance = np.hypot(along, across)
        return np.asarray(self.amplitude * self.track.strength(hours) / np.cosh(distance) ** 1.5)


@dataclass(frozen=True)
class FrontalWave:
    """A baroclinic wave as a meridional displacement of the air.

    Cold air is carried equatorward west of the cold front, warm air poleward east of it; the
    baroclinic zone that this bends becomes the cold and the warm front. The front leans
    `lean` degrees per kilometre toward the cold air, which gives the westward tilt.

    Parameters
    ----------
    track : Track
    warm, cold : float
        Displacement poleward and equatorward, degrees of latitude.
    warm_reach, cold_reach : float
        Extent of the two sectors east and west of the front, degrees.
    reach_north, reach_south : float
        Meridional extent, degrees.
    sharpness : float
        Half width of the cold front at the surface, degrees.
    trail : float
        Slope of the cold front: degrees westward per degree southward of the centre.
    """

    track: Track
    warm: float
    cold: float
    warm_reach: float = 7.0
    cold_reach: float = 7.0
    reach_north: float = 9.0
    reach_south: float = 12.0
    sharpness: float = 1.2
    trail: float = 0.5
    lean: float = 0.9

    def displacement(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Poleward displacement in degrees of latitude, axes (time, level, y, x)."""
        east, north = self.track.offsets(lattice, hours)
        height = on_levels(np.minimum(scale_height_km(), 8.0))
        front = np.where(north < 0, self.trail, 0.15) * north
        side = (east - front)[:, None] + self.lean * height
        step = np.tanh(side / (self.sharpness * (1.0 + (height / 2.2) ** 2)))
        warm = self.warm * 0.5 * (1.0 + step) * np.exp(-0.5 * (side / self.warm_reach) ** 2)
        cold = self.cold * 0.5 * (1.0 - step) * np.exp(-0.5 * (side / self.cold_reach) ** 2)
        reach = np.where(north > 0, self.reach_north, self.reach_south)
        envelope = np.exp(-((np.abs(north) / reach) ** 2.5))[:, None]
        return np.asarray((warm - cold) * envelope * self.track.strength(hours)[:, None])


@dataclass(frozen=True)
class WarmDome:
    """The deep warm air of a ridge: warm below `top_km`, cold above it; negative for a cold one."""

    track: Track
    amplitude: float
    radius: float
    stretch: float = 1.0
    top_km: float = 11.0
    surface_excess: float = 0.0

    def shape(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Horizontal shape with its life cycle, 0 to 1, axes (time, y, x)."""
        east, north = self.track.offsets(lattice, hours)
        distance = np.hypot(east / (self.radius * self.stretch), north / self.radius)
        return np.asarray(np.exp(-(distance**2.4)) * self.track.strength(hours))

    def temperature(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Departure of virtual temperature, K, axes (time, level, y, x)."""
        height = scale_height_km()
        profile = np.cos(0.5 * np.pi * np.clip(height / self.top_km, 0.0, 1.6))
        profile = self.amplitude * profile + self.surface_excess * np.exp(-((height / 1.6) ** 2))
        return np.asarray(self.shape(lattice, hours)[:, None] * on_levels(profile))


@dataclass(frozen=True)
class ColdSurge:
    """A shallow dome of polar air whose front sweeps equatorward.

    Parameters
    ----------
    latitude, speed : float
        Latitude of the surface front at hour 0 on `longitude`, and its speed, degrees per day
        (negative is southward).
    contrast : float
        Coldness of the dome at 1000 hPa, K.
    depth_km : float
        Height over which it fades.
    width : float
        Half width of the front, degrees.
    longitude, reach : float
        Middle and half extent of the surge, degrees.
    bend : float
        How much the front lags with the square of the distance from the middle, degrees.
    """

    latitude: float
    speed: float
    contrast: float
    longitude: float
    depth_km: float = 4.0
    width: float = 1.8
    reach: float = 22.0
    bend: float = 0.012
    slope: float = 1.3
    start_hour: float = 0.0

    def front_latitude(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Latitude of the surface front, axes (time, 1, x)."""
        days = np.maximum(hours - self.start_hour, 0.0)[:, None, None] / 24.0
        east = lattice.longitude[None, None, :] - self.longitude
        return np.asarray(self.latitude + self.speed * days + self.bend * east**2 + 0.12 * east)

    def temperature(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Departure of virtual temperature, K, axes (time, level, y, x)."""
        height = on_levels(scale_height_km())
        front = self.front_latitude(lattice, hours)[:, None] + self.slope * height
        inside = lattice.latitude[:, None] - front
        behind = 0.5 * (1.0 + np.tanh(inside / (self.width * (1.0 + 0.3 * height))))
        east = (lattice.longitude - self.longitude) / self.reach
        fading = np.exp(-((height / self.depth_km) ** 2))
        return np.asarray(-self.contrast * behind * fading * np.exp(-(east**4)))


@dataclass(frozen=True)
class MoisturePlume:
    """A tongue of moist air along a line through a moving centre.

    Parameters
    ----------
    track : Track
        Its head.
    angle : float
        Direction from which the plume comes, degrees counter-clockwise from east.
    half_width, length : float
        Degrees.
    gain : float
        Relative humidity added at low levels (fraction); negative for a dry slot.
    top_km, base_km : float
        The layer.
    """

    track: Track
    angle: float
    half_width: float
    length: float
    gain: float
    top_km: float = 9.0
    base_km: float = -2.0

    def humidity(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Departure of relative humidity, fraction, axes (time, level, y, x)."""
        east, north = self.track.offsets(lattice, hours)
        turn = np.deg2rad(self.angle)
        along = east * np.cos(turn) + north * np.sin(turn)
        across = north * np.cos(turn) - east * np.sin(turn)
        tongue = np.exp(-((across / self.half_width) ** 2))
        tongue = tongue * np.exp(-((np.maximum(-along, 0) / (0.6 * self.half_width)) ** 2))
        tongue = tongue * np.exp(-((np.maximum(along, 0) / self.length) ** 4))
        height = scale_height_km()
        layer = 1.0 / (1.0 + np.exp((height - self.top_km) / 1.0))
        layer = layer / (1.0 + np.exp((self.base_km - height) / 0.5))
        tongue = tongue * self.track.strength(hours)
        return np.asarray(self.gain * tongue[:, None] * on_levels(layer))


@dataclass(frozen=True)
class ForcedSubsidence:
    """Descent that the wave's own forcing does not give: that of a blocking ridge."""

    dome: WarmDome
    omega: float
    peak_hpa: float = 550.0

    def vertical_velocity(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Pressure velocity, Pa s-1, axes (time, level, y, x); zero at the top and the ground."""
        profile = np.exp(-(((LEVELS_HPA - self.peak_hpa) / 260.0) ** 2))
        profile = profile * np.clip((1000.0 - LEVELS_HPA) / 200.0, 0, 1)
        profile = profile * np.clip((LEVELS_HPA - 100.0) / 150.0, 0, 1)
        return np.asarray(
            self.omega * self.dome.shape(lattice, hours)[:, None] * on_levels(profile)
        )
