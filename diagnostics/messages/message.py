"""The types of a message and of its parameters: frozen, JSON-compatible, free of any language."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, BeforeValidator, ConfigDict

from diagnostics.messages.legible import legible


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Measure(_Value):
    """A number with its unit.

    Attributes
    ----------
    measure : float
    unit : str
        As the project writes units: ``m s-1``, ``degC``, ``km2``; empty for a bare number.
    digits : int, optional
        Decimals; three significant figures by default.
    """

    measure: float
    unit: str = ""
    digits: int | None = None


class Moment(_Value):
    """An instant, shown in UTC."""

    moment: datetime


class Term(_Value):
    """A name of a closed vocabulary, by its identifier: an event type, a field, a grade."""

    term: str


Param = Union[bool, int, float, str, Measure, Moment, Term, "Listing", "Message"]
"""What a message may carry."""


def _legible(value: Any) -> Any:
    return legible(value) if type(value) is str else value


_Legible = Annotated[Param, BeforeValidator(_legible)]
"""A parameter whose text, a file's name for example, is cleaned and never refused."""


class Listing(_Value):
    """Several parameters, joined as the language joins a list.

    Attributes
    ----------
    items : tuple of Param
    style : {"and", "or", "comma", "clauses"}
        ``clauses`` joins statements.
    """

    items: tuple[_Legible, ...]
    style: Literal["and", "or", "comma", "clauses"] = "comma"


class Message(_Value):
    """One entry of the catalogue with its parameters.

    Attributes
    ----------
    id : str
        ``section-name``; sections are the parts of the files, such as ``report`` or ``events``.
    params : dict
        By the names of the entry's variables. A plain ``str`` is shown as it is in every language,
        so it holds names and quoted text only.

    Examples
    --------
    >>> gust = Measure(measure=17.25, unit="m s-1")
    >>> message = Message(id="report-cell", params={"value": gust})
    >>> Message.model_validate_json(message.model_dump_json()) == message
    True
    """

    id: str
    params: dict[str, _Legible] = {}


def message(identifier: str, /, **params: Param) -> Message:
    """Return an entry of the catalogue with its parameters.

    Examples
    --------
    >>> message("report-part_of", place="Jiangsu")
    Message(id='report-part_of', params={'place': 'Jiangsu'})
    """
    return Message(id=identifier, params=params)


Listing.model_rebuild()
Message.model_rebuild()
