"""Write ``diagnostics/documentation/pages.json``, or say whether it is out of step (``--check``).

One page for each tool of the catalogue, with an example that is executed here and again by a
test. ``--check`` compares the declarations and leaves the examples to that test.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import diagnostics.documentation
from diagnostics.catalog import get_catalog
from diagnostics.catalog.pages import ExampleCases, build_page, choose_example
from diagnostics.contracts.pages import PageExample
from diagnostics.documentation.packaged import PAGES_FILE, read_pages

TARGET = Path(diagnostics.documentation.__file__).parent / PAGES_FILE
REPOSITORY = Path(__file__).resolve().parents[1]
GALLERY = REPOSITORY / "docs" / "gallery"


def stored_examples() -> dict[str, PageExample]:
    """Return the examples of the file as it is; none where it cannot be read."""
    if not TARGET.is_file():
        return {}
    pages = read_pages(TARGET.read_text(encoding="utf-8"))
    return {name: page.example for name, page in pages.items() if page.example is not None}


def pages_text(examples: Mapping[str, PageExample]) -> str:
    """Return the document: every page in catalogue order, one key to a line."""
    catalog = get_catalog()
    pages = [
        build_page(tool, examples.get(tool.name), _picture(tool.name))
        for tool in (*catalog.indices(), *catalog.detectors(), *catalog.figures())
    ]
    document = {"pages": [page.model_dump(mode="json", exclude_defaults=True) for page in pages]}
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _picture(name: str) -> str | None:
    for path in sorted(GALLERY.rglob(f"{name}.*")):
        if path.suffix in (".png", ".webp"):
            return path.relative_to(REPOSITORY).as_posix()
    return None


def make_examples() -> dict[str, PageExample]:
    """Execute an example of every tool."""
    catalog = get_catalog()
    cases = ExampleCases()
    tools = (*catalog.indices(), *catalog.detectors(), *catalog.figures())
    return {tool.name: choose_example(tool, cases) for tool in tools}


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    if arguments.check:
        text = pages_text(stored_examples())
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"diagnostics/documentation/{PAGES_FILE} is out of step: run `make catalog`")
        return 1
    text = pages_text(make_examples())
    TARGET.write_text(text, encoding="utf-8")
    print(f"wrote {len(read_pages(text))} pages to {TARGET.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
