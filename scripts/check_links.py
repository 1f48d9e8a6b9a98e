"""Find links between the project's documents, and names of code in them, that lead nowhere.

Only links inside the repository are followed; the check needs no network. In `code style` a path
below a folder of the project must exist (`*` stands for anything), and a dotted name that begins
with a package of the project must be a module, or a name that its module holds.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(
    r"(?:diagnostics|platform|knowledge|tasks|tests|scripts|deploy|docs|requirements)/[\w./*-]*"
)
_DOTTED = re.compile(r"((?:diagnostics|hvrmet|knowledge|tasks)(?:\.\w+)+)(?:\(.*\))?")
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
            problems.append(f"{_name(document)}: {target} does not exist")
        elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text("utf-8")):
            problems.append(f"{_name(document)}: {target} has no such heading")
    return problems


def unknown_code(document: Path) -> list[str]:
    """Return the paths and dotted names in a document that the project does not hold."""
    problems = []
    for code in _CODE.findall(_FENCE.sub("", document.read_text(encoding="utf-8"))):
        dotted = _DOTTED.fullmatch(code)
        known = _is_in_code(dotted[1].split(".")) if dotted else True
        if _PATH.fullmatch(code):
            known = any(ROOT.glob(code.rstrip("/")))
        if not known:
            problems.append(f"{_name(document)}: `{code}` is not in the project")
    return problems


def _is_in_code(names: list[str]) -> bool:
    """Whether a dotted name leads to a package, a module, or a name that a module holds."""
    place = ROOT / "platform" if names[0] == "hvrmet" else ROOT
    for position, name in enumerate(names):
        if (place / name).is_dir():
            place /= name
            continue
        module = place / f"{name}.py"
        if module.is_file():
            rest = names[position + 1 :]
        else:
            module, rest = place / "__init__.py", names[position:]
        text = module.read_text(encoding="utf-8") if module.is_file() else ""
        return all(re.search(rf"\b{item}\b", text) for item in rest)
    return True


def _name(document: Path) -> str:
    return str(document.relative_to(ROOT)) if document.is_relative_to(ROOT) else str(document)


def main() -> int:
    """Print everything that leads nowhere."""
    problems = [problem for document in documents() for problem in broken_links(document)]
    # The changelog and the decisions name what was there when they were written.
    history = {ROOT / "CHANGELOG.md", *(ROOT / "docs" / "adr").iterdir()}
    current = (document for document in documents() if document not in history)
    problems += [problem for document in current for problem in unknown_code(document)]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
