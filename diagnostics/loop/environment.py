"""What may change the last digits of a result: interpreter, libraries, processor."""

from __future__ import annotations

import platform
from importlib import import_module, metadata

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
    detected = import_module("numpy._core._multiarray_umath").__cpu_features__
    features = sorted(name for name, present in detected.items() if present)
    return digest_of(
        {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "features": features,
            "libraries": versions,
        }
    )
