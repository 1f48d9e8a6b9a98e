"""Write the OpenAPI 3.1 document, or say that it is out of step (``--check``)."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "openapi.json"


def document_text() -> str:
    """Return the document of this working copy, as the platform serves it."""
    sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "hvrmet.settings.development"
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from hvrmet.core.http.documentation import openapi_document

    return json.dumps(openapi_document(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    expected = document_text()
    present = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    if options.check:
        if present != expected:
            sys.stderr.write(f"out of step: {FILE.relative_to(ROOT)}; run 'make schemas'\n")
        return int(present != expected)
    FILE.write_text(expected, encoding="utf-8")
    changed = "unchanged" if present == expected else "changed"
    sys.stdout.write(f"{FILE.relative_to(ROOT)}: {changed}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
