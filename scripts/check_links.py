"""Find links between the project's documents that lead nowhere.

Only links inside the repository are followed; the check needs no network.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+\s+(.+?)\s*$", re.MULTILINE)


def documents() -> list[Path]:
    """Return every document of the project."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def anchors(text: str) -> set[str]:
    """Return the names under which a document's headings can be linked."""
    found = set()
    for heading in _HEADING.findall(_FENCE.sub("", text)):
        plain = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(plain.strip().replace(" ", "-"))
    return found


def broken_links(document: Path) -> list[str]:
    """Return what is wrong with the links of one document."""
    problems = []
    for target in _LINK.findall(_FENCE.sub("", document.read_text(encoding="utf-8"))):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        path_part, _, anchor = target.partition("#")
        path = (document.parent / path_part).resolve() if path_part else document
        if not path.exists():
            problems.append(f"{document.relative_to(ROOT)}: {target} does not exist")
        elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text("utf-8")):
            problems.append(f"{document.relative_to(ROOT)}: {target} has no such heading")
    return problems


def main() -> int:
    """Print every broken link."""
    problems = [problem for document in documents() for problem in broken_links(document)]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
