"""The options that name models: clear refusals before anything is computed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diagnostics.errors import ArgumentError


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--model", "nonsense"], "invalid_models", "model"),
        (["--model", "nobody:some-model"], "model_not_configured", "nobody"),
        (["--model", "openai:x", "--model", "openai:x"], "invalid_models", "twice"),
        (["--vision-model", "openai:x"], "invalid_models", "--model"),
        (["--models", "no-such-file.yaml"], "file_not_found", "no-such-file"),
        (["--models", "x.yaml", "--model", "openai:x"], "invalid_models", "leave --model"),
        (["--model", "openai:some-model"], "model_not_configured", "OPENAI_API_KEY"),
    ],
)
def test_a_model_that_cannot_be_used_is_refused_before_the_run(
    hvrmet: Any, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    words: list[str], code: str, message: str,
) -> None:  # fmt: skip
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    out = tmp_path / "run"
    answer = hvrmet(
        "diagnose", "--data", small, "--region", "110,27,126,35", "--out", out, *words, "--json"
    )
    assert answer.code == 1
    assert answer.error["code"] == code
    assert message in answer.error["message"]
    assert not out.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("models: []", "models"),
        ("models: [{model: 'openai:x', key_env: 'sk-secret'}]", "key_env"),
        ("models: [{model: 'anthropic:x', base_url: 'http://h/v1'}]", "OpenAI-compatible"),
        ("models: [{model: 'openai:x', api_key: 'secret'}]", "api_key"),
        ("models: [", "YAML"),
    ],
)
def test_a_file_that_does_not_hold_is_refused_with_the_field(text: str, message: str) -> None:
    from diagnostics.agents.llm import read_models

    with pytest.raises(ArgumentError) as caught:
        read_models(text)
    assert caught.value.code == "invalid_models"
    assert message in caught.value.message


def test_the_file_of_the_documentation_holds() -> None:
    from diagnostics.agents.llm import read_models

    page = (Path(__file__).parents[3] / "docs" / "operate" / "models.md").read_text()
    block = page.split("```yaml\n")[1].split("```")[0]
    config = read_models(block)
    assert [spec.model for spec in config.models] == ["openai:qwen3-32b", "anthropic:NAME"]
    assert config.vision is not None


def test_a_key_is_read_from_the_variable_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from diagnostics.agents.llm import ModelsConfig, check_models

    spec = {"model": "anthropic:some-model", "key_env": "KEY_OF_THE_SUITE"}
    config = ModelsConfig.model_validate({"models": [spec]})
    monkeypatch.delenv("KEY_OF_THE_SUITE", raising=False)
    with pytest.raises(ArgumentError) as caught:
        check_models(config)
    assert "KEY_OF_THE_SUITE" in caught.value.message
    monkeypatch.setenv("KEY_OF_THE_SUITE", "a key")
    check_models(config)
