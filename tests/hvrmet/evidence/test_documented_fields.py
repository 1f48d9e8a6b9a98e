"""The examples of fields in docs/use/api.md give what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hvrmet.accounts.roles import TenantRole

from tests.hvrmet.factories import furnish, person, sample_field

PAGE = Path(__file__).resolve().parents[3] / "docs" / "use" / "api.md"
BLOCK = re.compile(r"```(\w*)\n(.*?)```(?:\s+```json\n(.*?)```)?", re.DOTALL)


def blocks() -> list[tuple[str, str, str]]:
    """Return the blocks of the section: language, text, and the answer that follows a request."""
    text = PAGE.read_text(encoding="utf-8").split("## Fields for maps\n", 1)[1].split("\n## ", 1)[0]
    return BLOCK.findall(text)


def shown(said: Any, given: Any) -> Any:
    """Return what an answer has in the places that an example shows."""
    if isinstance(said, dict) and isinstance(given, dict):
        return {name: shown(value, given.get(name)) for name, value in said.items()}
    return given


@pytest.mark.django_db
def test_each_example_gives_what_it_says(client, alpha, release) -> None:
    things = furnish(alpha, release)
    client.force_login(person(alpha, "a-forecaster", TenantRole.FORECASTER))
    replayed = []
    for language, text, answer in blocks():
        if language:
            continue
        line, _, body = text.strip().partition("\n")
        method, url = line.split()
        url = url.replace("/ID/", f"/{things.values['job_id']}/")
        reply = client.generic(method, url, body, content_type="application/json")
        assert reply.status_code == (202 if body else 200), (url, reply.content)
        said = json.loads(answer or "{}")
        assert shown(said, reply.json()) == said
        replayed.append(url)
    assert len(replayed) == 10


def test_every_property_of_the_answers_is_described() -> None:
    document = json.loads((PAGE.parents[1] / "openapi.json").read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    waiting = [
        part["schema"]
        for path, methods in document["paths"].items()
        if re.search(r"(computations|diagnoses)/\{job_id\}/(fields|features|.*features)/", path)
        for answer in methods["get"]["responses"].values()
        for part in answer.get("content", {}).values()
    ]
    seen: set[str] = set()
    silent = []
    while waiting:
        for name in re.findall(r"schemas/(\w+)", json.dumps(waiting.pop())):
            if name in seen or name == "Problem":
                continue
            seen.add(name)
            waiting.append(schemas[name])
            silent += [
                f"{name}.{field}"
                for field, said in schemas[name].get("properties", {}).items()
                if not said.get("description") and "const" not in said and "$ref" not in said
            ]
    assert len(seen) > 10
    assert silent == []


@pytest.mark.django_db
def test_the_script_decodes_a_field(client, alpha, release) -> None:
    things = furnish(alpha, release)
    (script,) = (text for language, text, _ in blocks() if language == "python")
    names: dict[str, Any] = {}
    exec(script, names)
    url = f"/api/v1/diagnoses/{things.values['job_id']}/fields/precip_24h/"
    field = client.get(url, headers=alpha.headers).json()
    values = names["decode"](field)
    assert np.allclose(values, sample_field().values, atol=1e-4, equal_nan=True)
