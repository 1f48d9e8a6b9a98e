"""The help of the command line, in every language."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import pytest

from diagnostics.cli.main import COMMANDS, build_parser
from diagnostics.cli.usage import columns, speaking
from diagnostics.messages import languages

HAN = re.compile("[\u4e00-\u9fff]")
WIDE_SENTENCE = re.compile(r"(?:[a-z]+ ){3,}[a-z]+")


def parsers(language: str) -> Iterator[argparse.ArgumentParser]:
    """Yield the parser of the command line and those of all commands and actions."""
    with speaking(language):
        waiting: list[argparse.ArgumentParser] = [build_parser()]
        while waiting:
            parser = waiting.pop()
            yield parser
            for action in parser._actions:
                if isinstance(action, argparse._SubParsersAction):
                    waiting.extend(action.choices.values())


@pytest.mark.parametrize("language", languages())
def test_every_argument_and_command_is_explained(language: str) -> None:
    unexplained = [
        (parser.prog, action.dest)
        for parser in parsers(language)
        for action in parser._actions
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    ]
    assert unexplained == []
    assert [parser.prog for parser in parsers(language) if not parser.description] == []


def test_chinese_help_has_no_english_sentence() -> None:
    prose = {
        parser.prog: re.sub(
            r"^  hvrmet.*$|^  generate.*$|`[^`]*`", "", parser.format_help(), flags=re.M
        )
        for parser in parsers("zh")
    }
    english = {name: WIDE_SENTENCE.findall(text) for name, text in prose.items()}
    assert {name: found for name, found in english.items() if found} == {}
    assert all(HAN.search(text) for text in prose.values())


def test_every_command_is_listed_with_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with speaking("zh"), pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert [
        name for name in COMMANDS if not re.search(rf"^    {name}\s+.*[\u4e00-\u9fff]", shown, re.M)
    ] == []


@pytest.mark.parametrize("language", languages())
def test_explanations_fit_the_terminal(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    wide = [
        line
        for parser in parsers(language)
        for line in parser.format_help().splitlines()
        if columns(line) > 80 and not line.startswith("  hvrmet")
    ]
    assert wide == []
