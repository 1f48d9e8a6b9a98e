"""Write the lock files: every package that may be installed, with the hashes of its files.

The locks are plain requirements files, so that uv and pip read them, and they name no registry,
so that they serve behind any mirror. ``--upgrade`` takes the newest versions that
``pyproject.toml`` allows; without it the locked ones stay where they still fit.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "requirements"
LOCKS: dict[str, tuple[str, ...]] = {
    "runtime.lock": ("pyproject.toml",),
    "dev.lock": ("pyproject.toml", "--group", "dev"),
    "build.lock": ("--group", "build"),
}
OPTIONS = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-annotate",
    "--no-header",
    "--no-emit-index-url",
    "--quiet",
)


def compile_lock(name: str, wanted: tuple[str, ...], *, upgrade: bool) -> None:
    """Resolve one lock.

    Raises
    ------
    subprocess.CalledProcessError
        When the requirements contradict each other; uv says which.
    """
    target = FOLDER / name
    command = [
        *(str(Path(sys.prefix) / "bin" / "uv"), "pip", "compile"),
        *OPTIONS,
        *(("--upgrade",) if upgrade else ()),
        *wanted,
        *("--output-file", str(target)),
    ]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def registry_addresses(path: Path) -> list[str]:
    """Return the lines of a lock that name an address."""
    return [line for line in path.read_text().splitlines() if "://" in line]


def main() -> int:
    """Write every lock."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions allowed")
    options = parser.parse_args()
    for name, wanted in LOCKS.items():
        compile_lock(name, wanted, upgrade=options.upgrade)
        if addresses := registry_addresses(FOLDER / name):
            sys.stderr.write(f"lock: {name} names an address: {addresses[0]}\n")
            return 1
        sys.stdout.write(f"lock: requirements/{name} is in step with pyproject.toml\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
