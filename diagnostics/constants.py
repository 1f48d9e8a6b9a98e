"""Physical constants, the same as those of MetPy 1.7 so that results compare exactly.

Sources: CODATA 2018 (gas constant), WMO-No. 8 (standard gravity), Ambaum (2020,
doi:10.1002/qj.3899) for the vapour-pressure set.
"""

from __future__ import annotations

from typing import Final

GRAVITY: Final = 9.80665
"""Standard gravity, m s-2."""
GAS_CONSTANT_DRY: Final = 287.04749097718457
"""Dry air, J kg-1 K-1."""
GAS_CONSTANT_VAPOUR: Final = 461.52311572606084
"""Water vapour, J kg-1 K-1."""
KAPPA: Final = 0.28571428571428564
"""R/cp of dry air."""
HEAT_CAPACITY_DRY: Final = 1004.6662184201462
"""Dry air at constant pressure, J kg-1 K-1."""
HEAT_CAPACITY_VAPOUR: Final = 1860.078011865639
"""Water vapour at constant pressure, J kg-1 K-1."""
HEAT_CAPACITY_LIQUID: Final = 4219.4
"""Liquid water, J kg-1 K-1."""
EPSILON: Final = 0.6219569100577033
"""Ratio of the molar masses of water and dry air."""
LATENT_HEAT_VAPORIZATION: Final = 2.50084e6
"""At the triple point, J kg-1."""
TRIPLE_POINT: Final = 273.16
"""Of water, K."""
ZERO_CELSIUS: Final = 273.15
"""0 degC in K."""
SATURATION_PRESSURE_TRIPLE: Final = 611.2
"""Over liquid water at the triple point, Pa."""
REFERENCE_PRESSURE: Final = 100000.0
"""For potential temperature, Pa."""
EARTH_RADIUS: Final = 6371008.7714
"""Mean radius, m."""
EARTH_ROTATION: Final = 7.292115e-5
"""Angular velocity, s-1."""
WATER_DENSITY: Final = 999.97495
"""Liquid water at its densest, kg m-3."""
