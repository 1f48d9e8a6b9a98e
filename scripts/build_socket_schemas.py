"""Write docs/sockets.json, the schemas of the sockets' messages, or compare it (``--check``)."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any, Union

from pydantic import TypeAdapter

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "sockets.json"


def schema_text() -> str:
    """Return one JSON schema: what each address sends, as one of its messages."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hvrmet.settings.development")
    from hvrmet.realtime.messages import ACTIVITY_MESSAGES, JOB_MESSAGES, JobMoved

    own = {model.__name__ for model in (*JOB_MESSAGES, *ACTIVITY_MESSAGES, JobMoved)}
    definitions: dict[str, Any] = {}
    addresses = {}
    for address, messages in (
        ("/ws/v1/diagnoses/{id}/", JOB_MESSAGES),
        ("/ws/v1/computations/{id}/", JOB_MESSAGES),
        ("/ws/v1/questions/{id}/", JOB_MESSAGES),
        ("/ws/v1/activity/", ACTIVITY_MESSAGES),
    ):
        kinds = TypeAdapter(Union[messages])  # noqa: UP007 - made from a tuple
        schema = kinds.json_schema(mode="serialization", ref_template="#/$defs/{model}")
        found = schema.pop("$defs")
        definitions |= {name: found[name] for name in found if name in {*own, "JsonValue"}}
        addresses[address] = schema
    definitions["RecordedEvent"] = {"$ref": "urn:hvrmet:schema:recorded_event:1"}
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:hvrmet:schema:sockets:1",
        "description": "What a socket sends, by its address.",
        "properties": addresses,
        "$defs": definitions,
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    text = schema_text()
    if options.check:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            sys.stderr.write("docs/sockets.json is out of step; run 'make schemas'\n")
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
