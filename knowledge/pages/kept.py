"""What a refused form holds: shown again, to be corrected and sent, so that nothing is lost."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

_OWN = frozenset({"csrfmiddlewaretoken", "action"})
_LABELS = {
    "reason": "ui_reason",
    "value": "ui_value",
    "unit": "ui_unit_given",
    "text": "ui_words",
    "title": "ui_proposal_title",
    "source": "ui_field_source",
    "effective_from": "ui_field_effective_from",
}
"""Fields that are written by hand on several pages, with the texts that name them there."""
_LINE = 60
_FIELD, _BEFORE = "field.", "before."


@dataclass(frozen=True)
class Kept:
    """A field that was sent: shown with a text of the catalogue or a path, or sent on unseen."""

    name: str
    value: str
    label: str = ""
    path: str = ""

    @property
    def is_long(self) -> bool:
        """Whether it is written in several lines."""
        return self.name == "text" or len(self.value) > _LINE or "\n" in self.value


@dataclass(frozen=True)
class KeptForm:
    """A form as it was sent: its address and button, what is shown, chosen, and sent on unseen.

    `files` are names of fields that had a file: browsers let nobody fill these in again.
    """

    address: str
    action: str | None
    written: tuple[Kept, ...]
    chosen: tuple[str, ...]
    unseen: tuple[Kept, ...]
    files: tuple[str, ...]


def kept_form(request: HttpRequest) -> KeptForm | None:
    """Return what a request has sent; None for one that sends no form."""
    if request.method != "POST":
        return None
    post = request.POST
    entries = post.getlist("entry")
    written: list[Kept] = []
    unseen: list[Kept] = []
    for name, values in post.lists():
        if name in _OWN or (name == "entry" and len(entries) > 1):
            continue
        path = name.removeprefix(_FIELD) if name.startswith(_FIELD) else ""
        changed = path and post.get(name) != post.get(f"{_BEFORE}{path}")
        if name in _LABELS or changed:
            written += [Kept(name, value, _LABELS.get(name, ""), path) for value in values]
        else:
            unseen += [Kept(name, value) for value in values]
    return KeptForm(
        address=request.get_full_path(),
        action=post.get("action"),
        written=tuple(written),
        chosen=tuple(entries) if len(entries) > 1 else (),
        unseen=tuple(unseen),
        files=tuple(request.FILES),
    )
