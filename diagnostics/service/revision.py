"""Which sources are running."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import diagnostics

REVISION = "HVRMET_REVISION"


def software_revision() -> str:
    """Return the git revision of the software, or an empty string where it is not known.

    An image sets ``HVRMET_REVISION`` when it is built; a checkout is asked itself, and
    ``-modified`` is added where its tracked files were changed.
    """
    said = os.environ.get(REVISION, "")
    root = Path(diagnostics.__file__).resolve().parents[1]
    git = shutil.which("git")
    if said or git is None or not (root / ".git").exists():
        return said
    asked = subprocess.run(  # noqa: S603 - a fixed command
        [git, "-C", str(root), "describe", "--always", "--abbrev=40", "--dirty=-modified"],
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.strip() if asked.returncode == 0 else ""
