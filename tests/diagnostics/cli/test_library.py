"""The command that reads a paper: two files, in words for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from diagnostics.contracts.guidelines import GuidelineRelease
from tests.diagnostics.literature import papers

RAIN = "Heavy rain usually falls where precipitable water exceeds 50 mm."
MORE = "Usually CAPE exceeds 1000 J/kg."


def test_a_paper_becomes_passages_and_drafts(hvrmet: Any, tmp_path: Path) -> None:
    path = papers.paper(tmp_path, f"{MORE} {RAIN}")
    out = tmp_path / "drafts"
    said = hvrmet("library", "read-paper", path, "--out", out).out
    assert "2 passages" in said
    assert "--licence" in said
    passages = json.loads((out / "passages.json").read_text())
    assert [one["no_draft"] for one in passages["passages"]] == ["no_event", None]
    assert RAIN not in (out / "passages.json").read_text()
    release = GuidelineRelease.model_validate(yaml.safe_load((out / "drafts.yaml").read_text()))
    assert [entry.id for entry in release.entries] == passages["drafts"]


def test_a_licence_and_an_event_may_be_named(hvrmet: Any, tmp_path: Path) -> None:
    path = papers.paper(tmp_path, f"{MORE} {RAIN}")
    options = ("--out", tmp_path, "--licence", "CC-BY-4.0", "--event", "rainstorm")
    document = hvrmet("library", "read-paper", path, *options, "--json").document
    assert len(document["drafts"]) == 2
    assert [one["text"] for one in document["passages"]] == [MORE, RAIN]
    first = (tmp_path / "drafts.yaml").read_bytes()
    hvrmet("library", "read-paper", path, *options)
    assert (tmp_path / "drafts.yaml").read_bytes() == first


def test_a_paper_without_statements_makes_an_empty_file(hvrmet: Any, tmp_path: Path) -> None:
    path = papers.paper(tmp_path, "The sounding was launched at noon.")
    assert (
        hvrmet("library", "read-paper", path, "--out", tmp_path, "--json").document["drafts"] == []
    )
    assert yaml.safe_load((tmp_path / "drafts.yaml").read_text())["entries"] == []


def test_mistakes_are_named(hvrmet: Any, tmp_path: Path) -> None:
    path = papers.paper(tmp_path, "1")
    error = hvrmet("library", "read-paper", path, "--out", tmp_path).err
    assert "paper_no_text" in error
    error = hvrmet("library", "read-paper", path, "--out", tmp_path, "--licence", "BY").err
    assert "CC-BY-4.0" in error
    error = hvrmet("library", "read-paper", tmp_path / "none.pdf", "--out", tmp_path).err
    assert "none.pdf" in error
