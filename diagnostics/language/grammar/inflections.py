"""Forms of English verbs by rule: walk, walks, walked, walking."""

from __future__ import annotations

_VOWELS = frozenset("aeiou")
_HISSING = ("s", "x", "z", "ch", "sh", "o")
_LONG = 5
"""Letters from which a verb is taken to have a second syllable, which does not double its end."""


def forms_of(verb: str) -> tuple[str, ...]:
    """Return a verb with its regular forms.

    Parameters
    ----------
    verb : str
        In its first form, lower case.

    Returns
    -------
    tuple of str
        The verb, its third person, its past and its participle. Irregular forms are listed by
        hand where the vocabulary has them.
    """
    if len(verb) > 1 and verb.endswith("y") and verb[-2] not in _VOWELS:
        stem = verb[:-1]
        return verb, f"{stem}ies", f"{stem}ied", f"{verb}ing"
    if verb.endswith("ie"):
        return verb, f"{verb}s", f"{verb}d", f"{verb[:-2]}ying"
    if verb.endswith("e"):
        return verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing"
    third = f"{verb}es" if verb.endswith(_HISSING) else f"{verb}s"
    stem = verb + verb[-1] if _doubles(verb) else verb
    return verb, third, f"{stem}ed", f"{stem}ing"


def _doubles(verb: str) -> bool:
    """Whether the last letter doubles: plan, planned."""
    if len(verb) < 3 or len(verb) >= _LONG or verb[-1] in "wxy":
        return False
    return verb[-1] not in _VOWELS and verb[-2] in _VOWELS and verb[-3] not in _VOWELS
