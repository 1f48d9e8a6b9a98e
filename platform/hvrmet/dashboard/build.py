"""What the build of ``frontend/`` left: its manifest, and the files that a page must name."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "static" / "dashboard"
ADDRESS = "dashboard/"
"""Where the folder lies below the address of static files."""
ENTRY = "src/main.tsx"
FILES_WITH_DIGEST = r"^.*/dashboard/assets/[^/]+$"
"""Files whose name holds a digest of their content: browsers keep them for ever."""


@dataclass(frozen=True)
class BuiltPages:
    """Files of a build, below the address of static files.

    Attributes
    ----------
    digest : str
        Of the manifest: two builds with the same digest have the same files.
    script : str
        The script that starts the application.
    styles : tuple of str
        Its style sheets.
    preloads : tuple of str
        Scripts that it imports at once.
    """

    digest: str
    script: str
    styles: tuple[str, ...]
    preloads: tuple[str, ...]


def built_pages(folder: Path = FOLDER) -> BuiltPages | None:
    """Return the files of the present build, or None where nobody has built the pages."""
    manifest = folder / "manifest.json"
    try:
        changed = manifest.stat().st_mtime_ns
    except FileNotFoundError:
        return None
    return _read(manifest, changed)


@lru_cache(maxsize=2)
def _read(manifest: Path, _changed: int) -> BuiltPages:
    content = manifest.read_bytes()
    parts: dict[str, dict[str, Any]] = json.loads(content)
    wanted, names = [ENTRY], []
    while wanted:
        name = wanted.pop(0)
        if name not in names:
            names.append(name)
            wanted += parts[name].get("imports", [])
    styles = dict.fromkeys(style for name in names for style in parts[name].get("css", []))
    return BuiltPages(
        digest=hashlib.sha256(content).hexdigest()[:12],
        script=ADDRESS + parts[ENTRY]["file"],
        styles=tuple(ADDRESS + style for style in styles),
        preloads=tuple(ADDRESS + parts[name]["file"] for name in names[1:]),
    )
