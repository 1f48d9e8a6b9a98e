"""The profile at the event point, and what can be read from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.constants import GRAVITY, KAPPA, ZERO_CELSIUS
from diagnostics.detection.features.answers import Detection, detection, feature, graded
from diagnostics.errors import InputDataError
from diagnostics.grid.sections import sample_bilinear
from diagnostics.messages import Message
from diagnostics.physics.lifting import lifting_condensation_level, pseudoadiabatic_temperature
from diagnostics.physics.parcel import cape_cin
from diagnostics.physics.thermodynamics import dewpoint
from diagnostics.quantities.ground import height_is_known
from diagnostics.quantities.refs import Asked, QuantityRef
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Array, Scene, require


@dataclass(frozen=True, eq=False)
class Sounding:
    """One column above ground, from the ground upward.

    Attributes
    ----------
    latitude, longitude : float
    surface_first : bool
        Whether the first point is at the surface (2 m, 10 m) and not a pressure level.
    pressure : array, shape (n,)
        hPa, descending.
    temperature, dewpoint : array, shape (n,)
        °C.
    humidity : array, shape (n,)
        Specific humidity, kg kg-1.
    east, north : array, shape (n,)
        Wind, m s-1; NaN where it is unknown.
    height : array, shape (n,)
        gpm; NaN where it is unknown.
    """

    latitude: float
    longitude: float
    surface_first: bool
    pressure: Array
    temperature: Array
    dewpoint: Array
    humidity: Array
    east: Array
    north: Array
    height: Array


@dataclass(frozen=True, eq=False)
class Parcel:
    """The most unstable parcel of a sounding.

    Attributes
    ----------
    cape, cin : float
        J kg-1.
    lifted_index : float
        K, at 500 hPa.
    lcl, lfc, el : float
        hPa; NaN where there is none.
    pressure, temperature : array
        Its path, hPa and °C.
    """

    cape: float
    cin: float
    lifted_index: float
    lcl: float
    lfc: float
    el: float
    pressure: Array
    temperature: Array


def sounding(scene: Scene) -> Sounding:
    """Return the column at the region's centre, interpolated bilinearly and cut at the ground."""
    made: Sounding = scene.keep("sounding", lambda: _sounding(scene))
    return made


def _sounding(scene: Scene) -> Sounding:
    require(scene, ("t", "q"))
    latitude, longitude = scene.region.center
    place = np.array([latitude]), np.array([longitude])

    def column(name: str) -> Array:
        if not scene.has(name):
            return np.full(scene.levels_hpa.size, np.nan)
        return sample_bilinear(scene.column(name), scene.grid, *place)[:, 0][::-1]

    def point(name: str) -> float:
        if not scene.has(name):
            return float("nan")
        return float(sample_bilinear(scene.field(name), scene.grid, *place)[0])

    pressure = scene.levels_hpa[::-1]
    warmth, humid = column("t"), column("q")
    ground = point("sp") / 100.0
    keep = np.isfinite(warmth) & np.isfinite(humid)
    keep &= ~np.isfinite(ground) | (pressure < ground - 1.0)
    if keep.sum() < 3:
        raise InputDataError(
            Message(
                id="detectionerror-sounding_levels",
                params={
                    "latitude": f"{latitude:g}",
                    "longitude": f"{longitude:g}",
                    "count": f"{int(keep.sum())}",
                },
            ),
            code="missing_level",
        )
    moist = np.asarray(dewpoint(100.0 * pressure, humid))
    parts = [pressure, warmth, moist, humid, column("u"), column("v"), column("z") / GRAVITY]
    parts = [part[keep] for part in parts]
    surface = [ground, point("t2m"), point("d2m")]
    source = scene.scene_context.source
    placed = source is None or height_is_known(source.inventory())
    has_surface = placed and bool(np.isfinite(surface).all())
    if has_surface:
        from diagnostics.physics.thermodynamics import specific_humidity_from_dewpoint

        low = float(specific_humidity_from_dewpoint(100.0 * ground, surface[2]))
        first = [*surface, low, point("u10"), point("v10"), point("orog")]
        parts = [np.r_[value, part] for value, part in zip(first, parts, strict=True)]
    parts[1], parts[2] = parts[1] - ZERO_CELSIUS, parts[2] - ZERO_CELSIUS
    return Sounding(latitude, longitude, has_surface, *parts)


def most_unstable(profile: Sounding) -> Parcel:
    """Lift the most unstable parcel of a sounding."""
    pressure = 100.0 * profile.pressure[::-1]
    warmth = (profile.temperature[::-1] + ZERO_CELSIUS)[:, None, None]
    ascent = cape_cin(pressure, warmth, profile.humidity[::-1][:, None, None], parcel="MU")
    start_p, start_t, start_d = (
        float(part[0, 0])
        for part in (ascent.parcel_pressure, ascent.parcel_temperature, ascent.parcel_dewpoint)
    )
    lcl, lcl_t = (float(part) for part in lifting_condensation_level(start_p, start_t, start_d))
    path = np.linspace(start_p, pressure[0], 80)
    moist = pseudoadiabatic_temperature(lcl, lcl_t, np.minimum(path, lcl))
    curve = np.where(path > lcl, start_t * (path / start_p) ** KAPPA, moist) - ZERO_CELSIUS
    environment = np.interp(50000.0, pressure, profile.temperature[::-1])
    lifted = float(environment - np.interp(50000.0, path[::-1], curve[::-1]))
    return Parcel(
        cape=float(ascent.cape[0, 0]),
        cin=float(ascent.cin[0, 0]),
        lifted_index=lifted,
        lcl=lcl / 100.0,
        lfc=float(ascent.lfc[0, 0]) / 100.0,
        el=float(ascent.el[0, 0]) / 100.0,
        pressure=path / 100.0,
        temperature=np.asarray(curve),
    )


def relative_humidity_profile(profile: Sounding) -> Array:
    """Relative humidity over liquid water along a sounding, %."""
    from diagnostics.physics.thermodynamics import relative_humidity

    return 100.0 * np.asarray(
        relative_humidity(
            100.0 * profile.pressure, profile.temperature + ZERO_CELSIUS, profile.humidity
        )
    )


def moist_depth(profile: Sounding, least_percent: float) -> float:
    """Depth in hPa of the layers whose relative humidity is at least `least_percent`."""
    humid = relative_humidity_profile(profile) >= least_percent
    thickness = -np.diff(profile.pressure)
    return float(np.sum(thickness * (humid[1:] & humid[:-1])))


def profile_unstable(
    scene: Scene, *, cape: float = 500.0, li: float = -2.0, rh_deep: float = 0.75,
    deep_hpa: float = 350.0, deep_cape: float = 100.0,
) -> Detection:  # fmt: skip
    """Unstable or deeply moist column at the event point.

    Passes with MUCAPE >= `cape` and a lifted index <= `li`, or with a moist depth (relative
    humidity >= `rh_deep`) of `deep_hpa` and CAPE >= `deep_cape`.
    """
    profile = sounding(scene)
    lifted = most_unstable(profile)
    deep = moist_depth(profile, 100.0 * rh_deep)
    unstable = lifted.cape >= cape and lifted.lifted_index <= li
    moist = deep >= deep_hpa and lifted.cape >= deep_cape
    found = feature(
        "unstable_profile",
        profile.latitude,
        profile.longitude,
        value=lifted.cape,
        unit="J kg⁻¹",
        strength=lifted.cape,
        score=graded(lifted.cape, cape),
        extra={
            "lifted_index": round(lifted.lifted_index, 2),
            "moist_depth_hpa": round(deep),
            "cin": round(lifted.cin, 1),
        },
    )
    message = Message(
        id="detect-unstable_profile",
        params={
            "cape": f"{lifted.cape:.0f}",
            "lifted": f"{lifted.lifted_index:.1f}",
            "depth": f"{deep:.0f}",
        },
    )
    return detection(unstable or moist, (found,), message)


def profile_inversion(
    scene: Scene, *, nose_min_c: float = 1.0, rise_k: float = 3.0, depth_hpa: float = 50.0
) -> Detection:
    """Warm nose above freezing air, or a surface-based inversion, at the event point.

    Passes when a layer of at least `nose_min_c` lies above sub-freezing air at the ground
    (Bourgouin 2000), or when the temperature rises by `rise_k` over at least `depth_hpa` from the
    ground.
    """
    profile = sounding(scene)
    low = profile.pressure >= profile.pressure[0] - 300.0
    warmth, pressure = profile.temperature[low], profile.pressure[low]
    top = int(np.argmax(warmth))
    nose = warmth[0] < 0.0 and warmth[top] >= nose_min_c
    rise, depth = float(warmth[top] - warmth[0]), float(pressure[0] - pressure[top])
    inversion = rise >= rise_k and depth >= depth_hpa
    kind = "warm_nose" if nose else "inversion"
    found = feature(
        kind,
        profile.latitude,
        profile.longitude,
        value=rise,
        unit="K",
        strength=rise,
        score=graded(max(rise, 0.0), rise_k),
        extra={"top_hpa": round(float(pressure[top])), "depth_hpa": round(depth)},
    )
    message = Message(
        id="detect-inversion", params={"rise": f"{rise:.1f}", "depth": f"{depth:.0f}"}
    )
    return detection(nose or inversion, (found,) if rise > 0 else (), message)


def warm_sector_dry(
    scene: Scene, *, rh_max: float = 40.0, t850_min: float = 18.0, stability_max: float = 0.010
) -> Detection:
    """Dry heat: low humidity, warm 850 hPa and a deep, weakly stable mixed layer over the region.

    Relative humidity at 2 m where dewpoint is given, else at 850 hPa; the Brunt-Vaisala frequency
    is that of the layer 925-700 hPa (850-700 hPa without 925).
    """

    def mean(asked: Asked) -> float:
        return scene.mean(values(scene, asked), scene.inside())

    surface = scene.has("t2m") and scene.has("d2m")
    humid = mean("relative_humidity_2m" if surface else QuantityRef("relative_humidity", 850.0))
    warm = mean(QuantityRef("temperature", 850.0))
    low = 925.0 if 925.0 in scene.levels_hpa else 850.0
    lower, upper = (mean(QuantityRef("potential_temperature", level)) for level in (low, 700.0))
    depth = mean(QuantityRef("height", 700.0)) - mean(QuantityRef("height", low))
    frequency = float(np.sqrt(max(0.0, GRAVITY / ((lower + upper) / 2) * (upper - lower) / depth)))
    passed = humid <= rh_max and warm >= t850_min and frequency <= stability_max
    latitude, longitude = scene.region.center
    found = feature(
        "dry_heat",
        latitude,
        longitude,
        value=humid,
        unit="%",
        strength=rh_max - humid,
        score=graded(rh_max, max(humid, 1.0)),
        extra={"t850": round(warm, 2), "stability_s-1": round(frequency, 4)},
    )
    message = Message(
        id="detect-dry_heat",
        params={
            "humidity": f"{humid:.0f}",
            "temperature": f"{warm:.1f}",
            "stability": f"{frequency:.4f}",
        },
    )
    return detection(passed, (found,) if passed else (), message)
