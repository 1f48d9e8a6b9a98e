"""Elongated bands: tight gradients, frontogenesis, convergence lines, coupled divergence."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features.answers import Detection, blob_feature, detection, graded
from diagnostics.detection.features.objects import find_objects
from diagnostics.detection.features.thresholds import least_area
from diagnostics.messages import Message
from diagnostics.quantities.registry import components, resolve, values
from diagnostics.quantities.scene import Array, Mask, Scene

GRADIENT_DEFAULTS = {
    "mean_sea_level_pressure": 2.0,
    "temperature": 2.5,
    "equivalent_potential_temperature": 4.0,
    "potential_temperature": 2.5,
}
COARSE_GRADIENT = 0.6


def band_features(
    scene: Scene,
    data: Array,
    mask: Mask,
    near: Mask,
    *,
    kind: str,
    unit: str,
    min_length_km: float,
    min_aspect: float = 1.0,
    largest: bool = True,
) -> list[Feature]:
    """Return the objects of a mask that meet `near`, scored by their length along the axis."""
    found = []
    for blob in find_objects(mask, scene.grid, min_area_km2=least_area(scene, 5000.0)):
        if not blob.touches(near):
            continue
        axis = blob.axis_along(data if largest else -data)
        length = max(axis.length_km, blob.shape_km[0])
        width = max(blob.area_km2 / max(length, 1.0), 1.0)
        good = length >= min_length_km and length / width >= min_aspect
        value, latitude, longitude = blob.peak(np.where(near, data, np.nan), largest=largest)
        found.append(
            blob_feature(
                kind,
                blob,
                latitude=latitude,
                longitude=longitude,
                value=value,
                unit=unit,
                strength=abs(value),
                length_km=length,
                line=axis.points(),
                score=max(0.5, graded(length, min_length_km)) if good else 0.35,
                extra={"width_km": round(width)},
            )
        )
    return found


def gradient_band(
    scene: Scene,
    *,
    field: QuantityRef = QuantityRef("mean_sea_level_pressure"),
    grad_min: float | None = None,
    min_length_km: float = 500.0,
    sigma_km: float = 75.0,
    margin_deg: float = 2.0,
) -> Detection:
    """Dense band of isolines: a gradient of at least `grad_min` per 100 km over `min_length_km`.

    By default 2 hPa for pressure, 2.5 K for temperature, 4 K for equivalent potential temperature;
    grids of 1 degree and coarser take 0.6 of it.
    """
    reference = resolve(field)
    limit = grad_min if grad_min is not None else GRADIENT_DEFAULTS[reference.quantity.name]
    limit = scene.coarse(limit, COARSE_GRADIENT * limit)
    slope = 1e5 * np.hypot(*scene.grid.gradient(scene.grid.smooth(values(scene, field), sigma_km)))
    unit = f"{'K' if reference.quantity.unit == '°C' else reference.quantity.unit} (100 km)⁻¹"
    found = band_features(
        scene,
        slope,
        slope >= limit,
        scene.inside(margin_deg),
        kind="gradient_band",
        unit=unit,
        min_length_km=min_length_km,
    )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed,
        found,
        Message(
            id="detect-bands", params={"count": str(len(found)), "limit": f"{limit:.2g} {unit}"}
        ),
    )


def frontogenesis_band(
    scene: Scene,
    *,
    level: float = 850.0,
    f_min: float = 2.0,
    coarse: float = 0.8,
    min_length_km: float = 200.0,
    sigma_km: float = 75.0,
    margin_deg: float = 2.0,
) -> Detection:
    """Band of frontogenesis at least twice as long as wide that meets the region."""
    smooth = scene.grid.smooth(values(scene, QuantityRef("frontogenesis", level)), sigma_km)
    limit = scene.coarse(f_min, coarse)
    found = band_features(
        scene,
        smooth,
        smooth >= limit,
        scene.inside(margin_deg),
        kind="frontogenesis_band",
        unit="K (100 km)⁻¹ (3 h)⁻¹",
        min_length_km=min_length_km,
        min_aspect=2.0,
    )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed,
        found,
        Message(
            id="detect-frontogenesis", params={"count": str(len(found)), "limit": f"{limit:g}"}
        ),
    )


def convergence_line(
    scene: Scene,
    *,
    field: QuantityRef = QuantityRef("wind_10m"),
    sigma_km: float = 50.0,
    div_max_1e_5: float = -3.0,
    coarse: float = -1.5,
    min_length_km: float = 200.0,
    margin_deg: float = 1.0,
) -> Detection:
    """Line of low-level convergence, at least twice as long as wide, that meets the region."""
    spread = 1e5 * scene.grid.divergence(*components(scene, field))
    smooth = scene.grid.smooth(spread, sigma_km)
    limit = scene.coarse(div_max_1e_5, coarse)
    found = band_features(
        scene,
        smooth,
        smooth <= limit,
        scene.inside(margin_deg),
        kind="convergence_line",
        unit="10⁻⁵ s⁻¹",
        min_length_km=min_length_km,
        min_aspect=2.0,
        largest=False,
    )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed,
        found,
        Message(
            id="detect-convergence_lines",
            params={"count": str(len(found)), "limit": f"{limit:g} 10⁻⁵ s⁻¹"},
        ),
    )


def coupled_divergence(
    scene: Scene,
    *,
    upper_level: float = 200.0,
    lower_level: float = 850.0,
    d_hi_1e_5: float = 3.0,
    d_lo_1e_5: float = -3.0,
    coarse_factor: float = 0.45,
    sigma_km: float = 100.0,
    reach_km: float = 150.0,
    min_area_km2: float = 20000.0,
) -> Detection:
    """Low-level convergence under upper-level divergence over the region.

    Both areas are widened by `reach_km` before they are laid over each other; where vertical
    velocity at 500 hPa is given, ascent of at least 0.5 Pa/s must lie inside.
    """
    grid = scene.grid
    factor = scene.coarse(1.0, coarse_factor)
    high = grid.smooth(values(scene, QuantityRef("divergence", upper_level)), sigma_km)
    low = grid.smooth(values(scene, QuantityRef("divergence", lower_level)), sigma_km)
    both = _widened(scene, high >= d_hi_1e_5 * factor, reach_km)
    both &= _widened(scene, low <= d_lo_1e_5 * factor, reach_km)
    rising = None
    if scene.has("w") and 500.0 in scene.levels_hpa:
        rising = values(scene, QuantityRef("omega", 500.0))
    found = []
    for blob in find_objects(both, grid, min_area_km2=least_area(scene, min_area_km2)):
        if not blob.touches(scene.inside()):
            continue
        ascent, (latitude, longitude) = None, blob.centroid
        if rising is not None:
            ascent, latitude, longitude = blob.peak(rising, largest=False)
        good = ascent is None or ascent <= -0.5 * factor
        score = graded(blob.area_km2, min_area_km2)
        found.append(
            blob_feature(
                "coupled_divergence",
                blob,
                latitude=latitude,
                longitude=longitude,
                value=ascent,
                unit="Pa s⁻¹",
                strength=blob.area_km2,
                score=max(0.5, score) if good else 0.4,
            )
        )
    passed = any(item.score >= 0.5 for item in found)
    return detection(
        passed, found, Message(id="detect-overlaps", params={"count": str(len(found))})
    )


def _widened(scene: Scene, mask: Mask, reach_km: float) -> Mask:
    step_y, step_x = scene.grid.sigma_cells(1.0)
    rows, columns = max(1, round(reach_km * step_y)), max(1, round(reach_km * step_x))
    j, i = np.mgrid[-rows : rows + 1, -columns : columns + 1]
    disc = (j / rows) ** 2 + (i / columns) ** 2 <= 1.0
    return np.asarray(ndimage.binary_dilation(mask, structure=disc))
