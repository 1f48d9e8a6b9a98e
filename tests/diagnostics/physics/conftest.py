"""Soundings and the independent reference for the physics tests."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.integrate

from diagnostics.physics import thermodynamics as th


@pytest.fixture(scope="session")
def soundings() -> Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return a maker of random but plausible soundings: levels in Pa, K and kg kg-1."""

    def make(count: int, *, spacing: str = "fine", seed: int = 1):
        rng = np.random.default_rng(seed)
        standard = [1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100]
        levels = np.arange(1000.0, 99.0, -25.0) if spacing == "fine" else np.array(standard, float)
        p = 100.0 * levels
        z = 44330.0 * (1.0 - (p / 101325.0) ** 0.1903)
        surface, lapse = rng.uniform(268, 306, count), rng.uniform(5.5, 8.0, count)
        t = np.maximum(surface - lapse * z[:, None] / 1000.0, rng.uniform(195, 215, count))
        t += rng.uniform(-3, 6, count) * np.exp(-(((p[:, None] - 85000.0) / 6000.0) ** 2))
        t += rng.normal(0.0, 0.4, t.shape)
        depth = rng.uniform(20000, 90000, count)
        rh = rng.uniform(0.3, 1.0, count) * np.exp(-(100000.0 - p[:, None]) / depth)
        rh = np.clip(rh + rng.normal(0.0, 0.05, t.shape), 0.01, 1.02)
        return p, t, th.specific_humidity_from_relative_humidity(p[:, None], t, rh)

    return make


@pytest.fixture
def tight_metpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve MetPy's pseudo-adiabat to rounding error: its own solver errs by 1e-4 K."""

    def solve_ivp(fun, t_span, y0, method=None, atol=None, rtol=None, t_eval=None):
        return scipy.integrate.solve_ivp(
            fun, t_span, y0, method="DOP853", rtol=1e-12, atol=1e-10, t_eval=t_eval
        )

    from metpy.calc import thermo

    monkeypatch.setattr(thermo, "si", SimpleNamespace(solve_ivp=solve_ivp))
