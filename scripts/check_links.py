"""Find links between the project's documents, and names of code in them, that lead nowhere.

Decisions (``docs/adr``) are listed in their index, each by its own number.

Only links inside the repository are followed; the check needs no network. In `code style` a path
below a folder of the project must exist (`*` stands for anything), and a dotted name that begins
with a package of the project must be a module, or a name that its module holds. Files and names of
the platform's applications and of the science may be written without the folder that holds them
(`accounts/roles.py`, `core.db.sql.append_only("table")`). A module named alone (`roles.py`) must be
one of the project's.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(
    r"(?:diagnostics|platform|knowledge|tasks|tests|scripts|deploy|docs|requirements)/[\w./*-]*"
)
_DOTTED = re.compile(r"((?:diagnostics|hvrmet|knowledge|tasks)(?:\.\w+)+)(?:\(.*\))?")
_MODULE = re.compile(r"[a-z]\w*\.py")
_SHORT_PATH = re.compile(r"\w[\w-]*(?:/[\w-]+)+\.(?:py|ftl|yaml|html)")
_SHORT_DOTTED = re.compile(r"((?:[a-z]\w*\.){2,}\w+)(?:\(.*\))?")
"""Verbs such as ``audit.view`` have two parts; names of code are written with three or more."""
_SOURCES = ("clients", "diagnostics", "knowledge", "platform", "scripts", "tasks", "tests")
_HOMES = (ROOT, *(ROOT / name for name in ("platform/hvrmet", "diagnostics", "frontend/src")))
_APPLICATIONS = {path.name for path in (ROOT / "platform" / "hvrmet").iterdir() if path.is_dir()}
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
        known = True
        if dotted := _DOTTED.fullmatch(code):
            known = _is_in_code(dotted[1].split("."))
        elif (short := _SHORT_DOTTED.fullmatch(code)) and code.split(".")[0] in _APPLICATIONS:
            known = _is_in_code(["hvrmet", *short[1].split(".")])
        if _PATH.fullmatch(code):
            known = any(ROOT.glob(code.rstrip("/")))
        elif _MODULE.fullmatch(code):
            known = code in _modules()
        elif _SHORT_PATH.fullmatch(code):
            known = any((home / code).is_file() for home in _HOMES)
        if not known:
            problems.append(f"{_name(document)}: `{code}` is not in the project")
    return problems


@cache
def _modules() -> frozenset[str]:
    """Names of the project's files of Python."""
    folders = (ROOT / name for name in _SOURCES)
    found = (path.name for folder in folders for path in folder.rglob("*.py"))
    return frozenset(found) | {path.name for path in ROOT.glob("*.py")}


def decision_problems(folder: Path) -> list[str]:
    """Return the decisions whose number, heading or line in the index is wrong."""
    index = (folder / "README.md").read_text(encoding="utf-8")
    problems, known = [], set()
    for decision in sorted(folder.glob("[0-9]*.md")):
        number = int(decision.name.split("-")[0])
        heading = decision.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ")
        if not heading.startswith(f"{number}. "):
            problems.append(f"{_name(decision)}: its heading does not begin with {number}")
        if number in known:
            problems.append(f"{_name(decision)}: the number {number} is taken")
        if f"- [{heading}]({decision.name})" not in index:
            problems.append(f"{_name(decision)}: is not in {_name(folder / 'README.md')}")
        known.add(number)
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
    problems += decision_problems(ROOT / "docs" / "adr")
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
