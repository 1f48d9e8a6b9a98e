"""What may change the last digits of a result: interpreter, libraries, processor."""

from __future__ import annotations

import platform
from importlib import metadata

from numpy._core._multiarray_umath import __cpu_features__

from diagnostics.contracts.base import digest_of

_LIBRARIES = ("numpy", "scipy", "numba", "matplotlib", "cartopy", "pillow", "xarray", "eccodes")


def environment_fingerprint() -> str:
    """Sha256 of interpreter, library versions and processor features.

    Two runs with the same fingerprint give the same bytes; otherwise a recomputation is compared
    within each operator's tolerance.
    """
    versions = {}
    for name in _LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "absent"
    features = sorted(name for name, present in __cpu_features__.items() if present)
    return digest_of(
        {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "features": features,
            "libraries": versions,
        }
    )
