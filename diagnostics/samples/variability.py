"""Random synoptic waves: the weather that a season has without the event."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.samples.background import on_levels, scale_height_km
from diagnostics.samples.sample_grid import FloatArray, Lattice

_WAVES = 7
_STORM_TRACK_WIDTH = 9.0


@dataclass(frozen=True)
class Variability:
    """Amplitudes of a season's variability; one standard deviation unless said otherwise.

    Parameters
    ----------
    displacement : float
        Meridional displacement by travelling waves, degrees of latitude.
    pressure : float
        Mean sea-level pressure of these waves, hPa.
    warmth : float
        Temperature of the air mass over the whole grid, K, changing over about five days.
    humidity : float
        Relative humidity over the whole grid, fraction, changing over about two days.
    speed : float
        Mean eastward speed of the waves, degrees per day.
    latitude : float
        Middle of the storm track, degrees.
    """

    displacement: float
    pressure: float
    warmth: float
    humidity: float
    speed: float
    latitude: float


@dataclass(frozen=True)
class SynopticWaves:
    """One realisation of a season's variability, fixed by its seed.

    Seven waves of 24 to 75 degrees of longitude with random phase, speed, latitude, life cycle
    and strength; low pressure lies a sixth of a wavelength east of the trough, and the waves lean
    westward with height, as growing baroclinic waves do.
    """

    variability: Variability
    seed: int
    scale: float = 1.0

    def _draw(self) -> dict[str, FloatArray]:
        random = np.random.default_rng(self.seed)
        season = self.variability
        return {
            "length": np.exp(random.uniform(np.log(24.0), np.log(75.0), _WAVES)),
            "speed": season.speed * random.uniform(0.3, 1.5, _WAVES),
            "phase": random.uniform(0, 2 * np.pi, _WAVES),
            "latitude": season.latitude + random.normal(0, 5.0, _WAVES),
            "beat": random.uniform(2 * np.pi / 12.0, 2 * np.pi / 5.0, _WAVES),
            "beat_phase": random.uniform(0, 2 * np.pi, _WAVES),
            "strength": random.gamma(4.0, 0.25, _WAVES),
        }

    def _phases(self, lattice: Lattice, hours: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Phase and amplitude of each wave, axes (wave, time, y, x)."""
        drawn = {name: values[:, None, None, None] for name, values in self._draw().items()}
        days = hours[None, :, None, None] / 24.0
        longitude = lattice.longitude[None, None, None, :] - drawn["speed"] * days
        phase = 2 * np.pi * longitude / drawn["length"] + drawn["phase"]
        offset = (lattice.latitude[None, None, :, None] - drawn["latitude"]) / _STORM_TRACK_WIDTH
        life = 0.6 + 0.4 * np.cos(drawn["beat"] * days + drawn["beat_phase"])
        share = np.sqrt(2.0 / _WAVES) / 0.66
        amplitude = share * drawn["strength"] * life * np.exp(-(offset**2))
        return phase - 0.04 * 2 * np.pi * offset, self.scale * amplitude

    def displacement(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Poleward displacement, degrees of latitude, axes (time, level, y, x)."""
        phase, amplitude = self._phases(lattice, hours)
        lean = on_levels(np.minimum(scale_height_km(), 9.0) * 0.09)
        cosine = np.sum(amplitude * np.cos(phase), axis=0)[:, None]
        sine = np.sum(amplitude * np.sin(phase), axis=0)[:, None]
        return np.asarray(
            -self.variability.displacement * (cosine * np.cos(lean) - sine * np.sin(lean))
        )

    def pressure(self, lattice: Lattice, hours: FloatArray) -> FloatArray:
        """Departure of mean sea-level pressure, hPa, axes (time, y, x)."""
        phase, amplitude = self._phases(lattice, hours)
        return np.asarray(
            -self.variability.pressure * np.sum(amplitude * np.cos(phase - np.pi / 3.0), axis=0)
        )

    def _slow(self, hours: FloatArray, days: float, stream: int) -> FloatArray:
        """A red-noise series with unit variance and the given memory, axes (time, 1, 1, 1)."""
        random = np.random.default_rng((self.seed, stream))
        count = 24
        frequency = random.standard_cauchy(count) / (2 * np.pi * days)
        frequency = np.clip(frequency, -1.0, 1.0)
        phase = random.uniform(0, 2 * np.pi, count)
        angle = 2 * np.pi * frequency[:, None] * hours[None, :] / 24.0 + phase[:, None]
        series = np.sqrt(2.0 / count) * np.cos(angle).sum(axis=0)
        return np.asarray(series[:, None, None, None])

    def warmth(self, hours: FloatArray) -> FloatArray:
        """Departure of air-mass temperature, K, axes (time, level, 1, 1)."""
        profile = np.cos(0.5 * np.pi * np.clip(scale_height_km() / 11.0, 0.0, 1.5))
        series = self.scale * self.variability.warmth * self._slow(hours, 5.0, 1)
        return np.asarray(series * on_levels(profile))

    def humidity(self, hours: FloatArray) -> FloatArray:
        """Departure of relative humidity, fraction, axes (time, 1, 1, 1)."""
        return np.asarray(self.scale * self.variability.humidity * self._slow(hours, 2.0, 2))
