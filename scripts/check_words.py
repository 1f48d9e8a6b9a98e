"""Find words that the project does not use: `scripts/words.yaml` says what to write instead."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
WORDS = ROOT / "scripts" / "words.yaml"
ENDINGS = {".py", ".md", ".ftl", ".html", ".yaml", ".yml"}
# What was once published stays as it was; the list itself names the words; people ask in their own.
LEFT_ALONE = {
    "CHANGELOG.md",
    "diagnostics/language/data/common_words.yaml",
    "diagnostics/language/data/vocabulary.yaml",
    "docs/develop/glossary.md",
    "scripts/words.yaml",
    "tests/scripts/test_check_words.py",
}


def files() -> list[Path]:
    """Return the texts and sources that git knows."""
    git = shutil.which("git") or "git"
    listed = subprocess.run(
        [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    names = listed.stdout.decode().split("\0")
    paths = (ROOT / name for name in names if Path(name).suffix in ENDINGS)
    return [path for path in paths if path.is_file() and _name(path) not in LEFT_ALONE]


def refused(text: str, words: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the line number and the entry of each word that a text must not hold.

    A word is found in any case, inside names with underscores too, and over the end of a line.
    """
    alternatives = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
    pattern = re.compile(rf"(?<![A-Za-z])(?:{alternatives})(?![A-Za-z])", re.IGNORECASE)
    for match in pattern.finditer(text):
        word = re.sub(r"\s+", " ", match[0].lower())
        yield text.count("\n", 0, match.start()) + 1, word


def main() -> int:
    """Print every refused word with its place and what to write."""
    words: dict[str, str] = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    problems = [
        f"{_name(path)}:{line}: {word!r}: write {words[word]!r}"
        for path in files()
        for line, word in refused(path.read_text(encoding="utf-8"), words)
    ]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    return 1 if problems else 0


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    raise SystemExit(main())
