"""The book of claims: the only way a value gets into a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from diagnostics.contracts.enums import Language
from diagnostics.contracts.report import Claim, ClaimKind, Sentence
from diagnostics.messages import localise
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.values import FROM, format_claim


class ClaimBook:
    """Registers claims and writes sentences with their placeholders.

    Parameters
    ----------
    sources : ClaimSources
        Values are taken from here, never passed in.
    language : Language
    claims : iterable of Claim, optional
        Those that are bound already; new ones take ids after theirs.
    """

    def __init__(
        self, sources: ClaimSources, language: Language, claims: Iterable[Claim] = ()
    ) -> None:
        self.sources = sources
        self.language = language
        self._claims: dict[tuple[str, str, str, str | None], Claim] = {
            (claim.source, claim.path, claim.kind, claim.unit): claim for claim in claims
        }

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims, in the order in which they were first made."""
        return tuple(self._claims.values())

    def bind(
        self,
        source: str,
        path: str,
        kind: ClaimKind,
        *,
        unit: str | None = None,
        digits: int | None = None,
    ) -> str:
        """Bind a value and return its placeholder ``{claim:ID}``.

        Raises
        ------
        LookupError
            When the source has no such value.
        """
        key = (source, path, kind, unit)
        known = self._claims.get(key)
        if known is None:
            value: JsonValue = self.sources.resolve(source, path)
            known = Claim(
                id=f"c{len(self._claims) + 1}",
                source=source,
                path=path,
                value=value,
                kind=kind,
                unit=unit,
                digits=digits,
            )
            self._claims[key] = known
        return _placeholder(known)

    def bind_clock(self, source: str, path: str) -> str:
        """Bind a time that is shown in UTC and by the clock of the place of the event."""
        return self.bind(source, path, "time", unit=self.sources.clock)

    def blowing(self, wind: str, source: str, path: str) -> str:
        """Say with a bound wind where it blows from, where that is known at a path."""
        if self.sources.find(source, path) is None:
            return wind
        return self.say(
            "wind_from", wind=wind, direction=self.bind(source, path, "direction", unit=FROM)
        ).text

    def origin(self) -> str:
        """Name what distances are from: the event's peak, or the strongest value without one."""
        return self.say(f"origin_{self.sources.origin}").text

    def situation_origin(self) -> str:
        """Name what distances of systems are from, which may be the middle of the region."""
        return self.say(f"origin_{self.sources.situation_origin}").text

    def bind_reason(self, source: str, path: str) -> str:
        """Bind the reason at `path`: its message, or the text of a run that has none.

        Raises
        ------
        LookupError
            When there is nothing at that path.
        """
        wording = f"{path}.wording"
        if self.sources.resolve(source, wording) is not None:
            return self.bind(source, wording, "message")
        return self.bind(source, f"{path}.reason", "text")

    def shown(self, placeholder: str) -> str:
        """Return what readers see for the placeholder of one value."""
        claim = next(item for item in self._claims.values() if placeholder == _placeholder(item))
        return format_claim(claim, self.language)

    def say(self, key: str, **slots: str) -> Sentence:
        """Write the sentence ``report-key`` of the catalogue with placeholders in its variables."""
        return sentence(localise(f"report-{key}", self.language, **slots))

    def paragraph(self, *sentences: Sentence) -> Sentence:
        """Write sentences as one paragraph, spaced as the language asks."""
        space = "" if self.language is Language.ZH else " "
        return sentence(space.join(item.text for item in sentences))

    def listed(self, placeholders: Iterable[str]) -> str:
        """Join placeholders into a list, as the language asks."""
        return ("、" if self.language is Language.ZH else ", ").join(placeholders)

    def named(self, names: Iterable[str]) -> str:
        """Join names that may hold commas of their own, each once."""
        return ("；" if self.language is Language.ZH else "; ").join(dict.fromkeys(names))


def _placeholder(claim: Claim) -> str:
    return f"{{claim:{claim.id}}}"


def sentence(words: str) -> Sentence:
    """Make a sentence and list the claims whose placeholders it holds."""
    ids = [part.split("}", 1)[0] for part in words.split("{claim:")[1:]]
    return Sentence(text=words, claims=tuple(dict.fromkeys(ids)))
