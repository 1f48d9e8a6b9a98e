"""Building the pages: once for each content, and small enough."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def frontend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script on a checkout of its own, with npm replaced by a note of what it was asked for."""
    spec = importlib.util.spec_from_file_location("frontend", ROOT / "scripts" / "frontend.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    monkeypatch.setitem(sys.modules, "frontend", module)
    spec.loader.exec_module(module)
    folder = tmp_path / "frontend"
    built = tmp_path / "built"
    for path in ("package-lock.json", "src/main.tsx", "tests/browser/a.spec.ts"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("{}")
    (tmp_path / "tokens.css").write_text(":root {}")
    (tmp_path / "letters.woff2").write_bytes(bytes(5000))
    modules = folder / "node_modules"
    for name, value in {
        "ROOT": tmp_path,
        "FRONTEND": folder,
        "MODULES": modules,
        "BUILT": built,
        "LETTERS": tmp_path / "letters.woff2",
        "TAKEN_IN": (tmp_path / "tokens.css",),
        "PACKAGES_STAMP": modules / ".packages",
        "BUILT_STAMP": built / ".built",
    }.items():
        monkeypatch.setattr(module, name, value)
    module.asked = asked = []

    def npm(*words: str) -> None:
        asked.append(words[0] if words[0] == "ci" else words[-1])
        modules.mkdir(exist_ok=True)
        if words[-1] == "build":
            write_build(built)

    monkeypatch.setattr(module, "npm", npm)
    monkeypatch.setattr(module, "write_map", lambda: None)
    return module


def write_build(built: Path) -> None:
    """Write what a build leaves: an entry, what it imports at once and later, texts, letters."""
    parts = {
        "src/main.tsx": {"file": "assets/main.js", "css": ["assets/main.css"], "imports": ["_a"]},
        "_a": {"file": "assets/a.js", "imports": ["src/main.tsx"]},
        "src/later.tsx": {"file": "assets/later.js"},
        "src/pages/Diagnoses.tsx": {"file": "assets/list.js", "imports": ["_a"]},
        "messages/list.en.ftl?raw": {"file": "assets/report-texts.js"},
        "messages/list.zh.ftl?raw": {"file": "assets/report-texts.js"},
        "src/pages/situation/index.tsx": {"file": "assets/situation.js", "imports": ["_a"]},
        "messages/situation.en.ftl?raw": {"file": "assets/report-texts.js"},
        "messages/situation.zh.ftl?raw": {"file": "assets/report-texts.js"},
        "src/map/WeatherMap.tsx": {"file": "assets/map.js", "imports": ["_a"]},
        "messages/map.en.ftl?raw": {"file": "assets/report-texts.js"},
        "messages/map.zh.ftl?raw": {"file": "assets/report-texts.js"},
        "src/generated/map/world.bin": {"file": "assets/world.bin"},
        "src/generated/map/towns.json": {"file": "assets/towns.json"},
        "src/pages/report/index.tsx": {"file": "assets/report.js", "imports": ["_a"]},
        "messages/report.en.ftl?raw": {"file": "assets/report-texts.js"},
        "messages/report.zh.ftl?raw": {"file": "assets/report-texts.js"},
        "src/pages/new/index.tsx": {"file": "assets/new.js", "imports": ["_a"]},
        "messages/new.en.ftl?raw": {"file": "assets/report-texts.js"},
        "messages/new.zh.ftl?raw": {"file": "assets/report-texts.js"},
        "src/pages/run/index.tsx": {"file": "assets/run.js", "imports": ["_a"]},
        "messages/run.en.ftl?raw": {"file": "assets/report-texts.js"},
        "messages/run.zh.ftl?raw": {"file": "assets/report-texts.js"},
        "virtual:science-texts/sources/en": {"file": "assets/words.js"},
        "virtual:science-texts/sources/zh": {"file": "assets/words.js"},
        "virtual:science-texts/en": {"file": "assets/words.js"},
        "virtual:science-texts/zh": {"file": "assets/words.js"},
        "messages/en.ftl?raw": {"file": "assets/en.js"},
        "messages/zh.ftl?raw": {"file": "assets/zh.js"},
    }
    (built / "assets").mkdir(parents=True, exist_ok=True)
    (built / "manifest.json").write_text(json.dumps(parts))
    sizes = {"main.js": 9, "main.css": 1, "a.js": 4, "later.js": 50, "en.js": 2, "report.js": 5}
    sizes |= {"list.js": 1, "situation.js": 6, "map.js": 40, "world.bin": 20, "towns.json": 7}
    sizes |= {"new.js": 3, "run.js": 2}
    for name, size in sizes.items():
        (built / "assets" / name).write_bytes(os.urandom(1000 * size))
    (built / "assets" / "zh.js").write_bytes(os.urandom(3000))
    (built / "assets" / "report-texts.js").write_bytes(os.urandom(1000))
    (built / "assets" / "words.js").write_text("the same words " * 500)


def test_the_same_content_is_built_once(frontend: ModuleType) -> None:
    frontend.build()
    assert frontend.asked == ["ci", "build"]
    frontend.build()
    (frontend.FRONTEND / "tests/browser/a.spec.ts").write_text("other")
    frontend.build()
    assert frontend.asked == ["ci", "build"]


@pytest.mark.parametrize("path", ["frontend/src/main.tsx", "frontend/src/new.tsx", "tokens.css"])
def test_other_content_is_built_again(frontend: ModuleType, path: str) -> None:
    frontend.build()
    (frontend.ROOT / path).write_text("other")
    frontend.build()
    assert frontend.asked == ["ci", "build", "build"]


def test_packages_are_installed_once_for_each_lock(frontend: ModuleType) -> None:
    frontend.install()
    frontend.install()
    (frontend.FRONTEND / "package-lock.json").write_text('{"other": 1}')
    frontend.install()
    assert frontend.asked == ["ci", "ci"]


def test_a_build_that_fails_is_not_kept(
    frontend: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*words: str) -> None:
        if words[-1] == "build":
            raise frontend.FrontendError("no")
        frontend.MODULES.mkdir(exist_ok=True)

    monkeypatch.setattr(frontend, "npm", fail)
    with pytest.raises(frontend.FrontendError):
        frontend.build()
    assert not frontend.BUILT_STAMP.exists()


def test_files_are_kept_compressed_where_that_helps(frontend: ModuleType) -> None:
    frontend.build()
    words = frontend.BUILT / "assets" / "words.js"
    packed = words.with_name("words.js.gz")
    assert gzip.decompress(packed.read_bytes()) == words.read_bytes()
    assert not (frontend.BUILT / "assets" / "main.js.gz").exists()


def test_a_first_view_counts_what_it_needs_in_the_longer_language(frontend: ModuleType) -> None:
    frontend.build()
    every = 9 + 1 + 4 + 3 + 5
    assert frontend.first_views_kb() == {
        "the list": pytest.approx(every + 1 + 1, abs=0.2),
        "a report": pytest.approx(every + 5 + 1, abs=0.2),
        "the situation": pytest.approx(every + 6 + 1 + 40 + 20 + 7, abs=0.2),
        "a new diagnosis": pytest.approx(every + 3 + 1 + 40 + 20 + 7, abs=0.2),
        "a diagnosis": pytest.approx(every + 2 + 1 + 40 + 20 + 7, abs=0.2),
    }


def test_a_first_view_that_is_too_large_fails_the_check(
    frontend: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    frontend.check()
    _, parts = frontend.FIRST_VIEWS["a report"]
    monkeypatch.setitem(frontend.FIRST_VIEWS, "a report", (25.0, parts))
    with pytest.raises(frontend.FrontendError, match="a report takes 28 kB compressed, more than"):
        frontend.check()
