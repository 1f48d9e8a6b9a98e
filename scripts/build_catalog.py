"""Write ``diagnostics/documentation/catalog.json``, or say whether it is out of step (``--check``).

The web process reads the file instead of importing the catalogue, which would load the whole
science stack.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import diagnostics.documentation
from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import Language
from diagnostics.documentation.packaged import CATALOG_FILE
from diagnostics.messages import render
from diagnostics.quantities.record import Quantity
from diagnostics.quantities.registry import QUANTITIES

TARGET = Path(diagnostics.documentation.__file__).parent / CATALOG_FILE


def catalog_text() -> str:
    """Return the document: the catalogue's digest, quantities and tools, one key to a line."""
    catalog = get_catalog()
    document = {
        "digest": catalog.digest,
        "quantities": [_described(item) for item in QUANTITIES.values() if _has_map(item)],
        "tools": [spec.model_dump(mode="json") for spec in catalog.specs()],
    }
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _has_map(quantity: Quantity) -> bool:
    return quantity.compute is not None or quantity.vector is not None


def _described(quantity: Quantity) -> dict[str, str | None]:
    titles = {language.value: render(quantity.label, language) for language in Language}
    return {
        "name": quantity.name,
        "title_en": titles["en"],
        "title_zh": titles["zh"],
        "unit": quantity.unit,
        "level_unit": quantity.level_unit if quantity.has_level else None,
    }


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    text = catalog_text()
    if arguments.check:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print("diagnostics/documentation/catalog.json is out of step: run `make catalog`")
        return 1
    TARGET.write_text(text, encoding="utf-8")
    print(f"wrote {len(get_catalog())} tools to {TARGET.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
