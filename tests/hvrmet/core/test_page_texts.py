"""The texts of the pages: complete in every language, used, and the only words there are."""

from __future__ import annotations

import ast
import re
from itertools import chain
from pathlib import Path

import pytest
from django.template.loader import get_template
from django.utils import translation
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.http import error_pages
from hvrmet.core.messages import LANGUAGES, page_catalogue, page_text
from hvrmet.settings.environment import InstallationMode

from diagnostics.messages import MessageError

ROOT = Path(__file__).resolve().parents[3]
PLATFORM = ROOT / "platform" / "hvrmet"
TEMPLATES = sorted((PLATFORM / "templates").rglob("*.*"))
CODE = [path for path in sorted(PLATFORM.rglob("*.py")) if "migrations" not in path.parts]
VARIABLES = {language: page_catalogue(language).variables() for language in LANGUAGES.values()}
WRITTEN_BY_THE_CATALOGUE = "format-"
# What programs are written by: English, as the document whose operations it lists.
FOR_PROGRAMMERS = PLATFORM / "templates" / "core" / "api.html"
NAME = "HVR-Met"
CALLS = ("page_text", "_written", "_to_second_factor")


def in_templates() -> dict[str, set[str]]:
    """Identifiers that templates write, with the names of the values that they give."""
    tag = re.compile(r"""\{%\s*text\s+["']([\w-]+)["'](.*?)%\}""")
    found: dict[str, set[str]] = {}
    for path in TEMPLATES:
        for identifier, given in tag.findall(path.read_text(encoding="utf-8")):
            found.setdefault(identifier, set()).update(re.findall(r"(\w+)=", given))
    return found


def in_code() -> set[str]:
    """Identifiers in the sources: written out, in choices, or made of parts that are known."""
    known = set(chain.from_iterable(VARIABLES.values()))
    kinds = {*error_pages._BY_CODE.values(), *error_pages._BY_STATUS.values()}
    kinds |= {"bad_request", "operators"}
    found = {f"fault-{kind}-{part}" for kind in kinds for part in ("title", "happened", "do")}
    found |= {f"fault-{kind}-link" for kind in ("not_authenticated", "second_factor")}
    found |= {f"role-{role}" for role in TenantRole}
    found |= {f"site-mode_{mode}" for mode in InstallationMode if mode != "operational"}
    found |= {f"notice-{kind}" for kind in ("debug", "info", "success", "warning", "error")}
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in known:
                found.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
                found |= {
                    item.value
                    for item in node.args
                    if isinstance(item, ast.Constant) and isinstance(item.value, str)
                }
    return found


def test_every_language_has_the_same_entries_with_the_same_variables() -> None:
    assert len(VARIABLES) == 2
    assert VARIABLES["zh"] == VARIABLES["en"]


def test_every_identifier_has_a_text_and_every_text_is_used() -> None:
    used = set(in_templates()) | in_code()
    texts = {name for name in VARIABLES["en"] if not name.startswith(WRITTEN_BY_THE_CATALOGUE)}
    assert used - texts == set()
    assert texts - used == set()


def test_templates_give_the_values_that_texts_name() -> None:
    given = in_templates()
    assert given
    assert {name: values for name, values in given.items() if values != VARIABLES["en"][name]} == {}


def test_no_template_has_words_of_its_own() -> None:
    assert len(TEMPLATES) > 15
    words = {}
    for path in TEMPLATES:
        if path == FOR_PROGRAMMERS:
            continue
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"\{%\s*(trans|blocktrans|translate|blocktranslate)\b", source), path
        source = re.sub(r"\{#.*?#\}|<(code|pre)\b.*?</\1>|<!doctype html>", " ", source, flags=re.S)
        source = re.sub(r"\{% block kind %\}\w*\{% endblock kind %\}", " ", source)  # a class
        source = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", source, flags=re.S)
        spoken = re.findall(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"', source)
        shown = re.sub(r"<[^>]*>", " ", source).replace(NAME, "")
        found = re.findall(r"[^\W\d_]{2,}", " ".join([*spoken, shown]))
        if found:
            words[path.name] = found
    assert words == {}


def test_every_template_can_be_read() -> None:
    for path in TEMPLATES:
        assert get_template(str(path.relative_to(PLATFORM / "templates")))


def test_a_chinese_text_has_no_english_sentence() -> None:
    names = {"HVR", "Met", "English", "Docker", "Compose", "Cookie", "JavaScript", "UTC"}
    button = "Show the rows of this tenant"  # of the operator's pages, which are in English
    english = {}
    for name, variables in VARIABLES["zh"].items():
        text = page_catalogue("zh").text(name, dict.fromkeys(variables, " "))
        found = set(re.findall(r"[A-Za-z]{2,}", text.replace(button, ""))) - names
        if found:
            english[name] = found
    assert english == {}


@pytest.mark.parametrize(("language", "said"), [("en", "Sign in"), ("zh-hans", "登录")])
def test_a_text_is_in_the_language_of_the_page(language: str, said: str) -> None:
    with translation.override(language):
        assert page_text("entrance-title") == said
    assert page_text("entrance-title") == "Sign in"


def test_a_text_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(MessageError, match="entrance-nothing"):
        page_text("entrance-nothing")
    with pytest.raises(MessageError, match="seconds"):
        page_text("fault-wait")
