"""A model that reads a sentence: it proposes a form, and nothing of it is believed unchecked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import Field

from diagnostics.agents.llm.answer_types import Choice
from diagnostics.agents.llm.fallback_client import FallbackClient, Question, Reply
from diagnostics.agents.llm.model_factory import Connect, connect
from diagnostics.agents.llm.prompt_context import as_data
from diagnostics.agents.llm.prompts import Prompt, load_prompt
from diagnostics.agents.llm.settings import ModelsConfig
from diagnostics.contracts.forms import ClaimForm, Form

_PROMPT = "form_reader"
MOST_SPANS = 60


class ProposedForm(Choice):
    """A question as a form, and the words from which its parts were taken."""

    form: Form | None = Field(description="null where the sentence cannot be said as a form")
    spans: list[str] = Field(max_length=MOST_SPANS, description="words of the sentence, as written")


class ProposedClaim(Choice):
    """A sentence that states something as forms, one for each clause."""

    form: ClaimForm | None = Field(description="null where the sentence cannot be said as forms")
    spans: list[str] = Field(max_length=MOST_SPANS, description="words of the sentence, as written")


@dataclass(frozen=True)
class ModelFormReader:
    """Asks the models of a configuration for the form of a sentence.

    Parameters
    ----------
    panel : FallbackClient
    """

    panel: FallbackClient

    @property
    def prompt(self) -> Prompt:
        """The prompt that is sent, with its version."""
        return load_prompt(_PROMPT)

    def read(
        self, sentence: str, around: dict[str, Any], *, claim: bool
    ) -> Reply[ProposedForm] | Reply[ProposedClaim]:
        """Ask for the form of a sentence.

        Parameters
        ----------
        sentence : str
        around : dict
            What the lexicon found in the sentence, and the extent and times of the data.
        claim : bool
            Whether the sentence states something instead of asking.

        Returns
        -------
        Reply
            Without a choice where no model gave an answer; the failures say why.
        """
        asked = "The sentence states something." if claim else "The sentence is a question."
        task = f"{asked}\n{as_data({'sentence': sentence, **around})}"

        def check(choice: ProposedForm | ProposedClaim) -> list[str]:
            absent = [words for words in choice.spans if words not in sentence]
            return [f"not in the sentence as written: {words[:60]!r}" for words in absent[:6]]

        if claim:
            return self.panel.ask(Question(self.prompt, task, ProposedClaim, check))
        return self.panel.ask(Question(self.prompt, task, ProposedForm, check))

    def close(self) -> None:
        """Close the connections."""
        self.panel.close()


def form_reader(config: ModelsConfig, *, connect: Connect = connect) -> ModelFormReader:
    """Return a reader with the models and limits of a configuration.

    Parameters
    ----------
    config : ModelsConfig
    connect : callable
        Makes a model's client.
    """
    return ModelFormReader(FallbackClient(config.models, config.limits, connect=connect))
