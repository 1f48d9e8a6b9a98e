"""Tags by which the curation pages write with the catalogue of messages."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

import yaml
from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from hvrmet.core.http.language import reader_language

from diagnostics.contracts.base import format_instant
from diagnostics.messages import Message, catalogue, is_term, localise, render, term
from knowledge.executable import tools
from knowledge.pages.entry_form import Input

register = template.Library()


@register.simple_tag
def say(name: str, **params: Any) -> str:
    """Write a text of the pages in the reader's language."""
    plain = {
        key: value if isinstance(value, Message) else str(value) for key, value in params.items()
    }
    return localise(f"curation-{name}", reader_language(), **plain)


@register.filter
def written(wording: Any) -> str:
    """Write a message in the reader's language; a text stays as it is."""
    return render(wording, reader_language()) if isinstance(wording, Message) else str(wording)


@register.filter
def named(name: Any) -> str:
    """Write a term of the catalogue in the reader's language; others with the words apart."""
    text = str(name)
    return term(text, reader_language()) if is_term(text) else text.replace("_", " ")


@register.filter
def titled(factor: str) -> str:
    """Return the title of a tool of the catalogue in the reader's language."""
    found = tools().get(factor)
    return factor if found is None else str(found[f"title_{reader_language()}"])


@register.filter
def moment(value: Any) -> SafeString | str:
    """Write a time to the minute, in UTC, for readers and for programs."""
    if value is None:
        return ""
    text = format_instant(value)
    return format_html('<time datetime="{}">{}</time>', text, f"{text[:10]} {text[11:16]} UTC")


@register.filter
def who(label: Any) -> str:
    """Name a person as colleagues do; programs keep what they are."""
    return str(label or "").removeprefix("person:")


@register.filter
def short(digest: str) -> str:
    """Return the beginning of a digest, by which people know it."""
    return str(digest)[:12]


@register.filter
def percent(share: float | None) -> str:
    """Write a share in per cent."""
    return "–" if share is None else f"{100.0 * share:.0f} %"


@register.filter
def plain(value: Any) -> str:
    """Write a value of a document: nothing as a dash, a list with commas."""
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return localise(f"curation-ui_{'yes' if value else 'no'}", reader_language())
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {plain(one)}" for key, one in value.items() if one is not None)
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


@register.filter
def splitted(text: str) -> list[str]:
    """Return the parts of a text between commas."""
    return text.split(",")


@register.filter
def unlocalized(value: Any) -> str:
    """Write a number as a program reads it, whatever the language."""
    return f"{value:.12g}" if isinstance(value, float) else str(value)


@register.filter
def as_yaml(value: Any) -> str:
    """Write a value of a document as YAML on as few lines as there can be."""
    if value is None:
        return ""
    text: str = yaml.safe_dump(value, allow_unicode=True, default_flow_style=True, width=1000)
    return text.removesuffix("...\n").strip()


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return a value of a mapping."""
    return mapping.get(key, "")


@register.filter
def field_name(path: str) -> str:
    """Name a field of an entry as its form does; a path that no form has stays as it is."""
    one = Input(str(path), "")
    if one.parameter:
        return one.parameter
    texts = catalogue(reader_language())
    head = one.path.split(".")[0]
    last = one.path.split(".")[-1]
    for name in (
        one.label,
        one.group,
        *(f"ui_{kind}_{part}" for part in (head, last) for kind in ("field", "group")),
    ):
        if name and texts.has(f"curation-{name}"):
            return localise(f"curation-{name}", reader_language())
    return one.path


_WORD = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+|\s+")
_LONG = 40
"""Values of fewer characters are shown whole: words within them say nothing by themselves."""


@register.filter
def removed_words(one: Any) -> SafeString:
    """Write the state before of a difference, with what went in a longer text marked."""
    return _marked(_side(one, "before"), _side(one, "after"), "<del>{}</del>")


@register.filter
def added_words(one: Any) -> SafeString:
    """Write the state after of a difference, with what came in a longer text marked."""
    return _marked(_side(one, "after"), _side(one, "before"), "<ins>{}</ins>")


def _side(one: Any, name: str) -> str:
    return plain(one[name] if isinstance(one, Mapping) else getattr(one, name))


def _marked(text: str, other: str, tag: str) -> SafeString:
    """Return a text in which the words that the other one has not are marked."""
    if min(len(text), len(other)) < _LONG:
        return format_html("{}", text)
    words, others = _WORD.findall(text), _WORD.findall(other)
    matcher = difflib.SequenceMatcher(None, words, others, autojunk=False)
    parts = [
        ("{}" if kind == "equal" else tag, "".join(words[first:last]))
        for kind, first, last, *_ in matcher.get_opcodes()
        if last > first
    ]
    return format_html_join("", "{}", ((format_html(form, part),) for form, part in parts))
