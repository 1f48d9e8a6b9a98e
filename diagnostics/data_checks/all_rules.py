"""Every rule, in the order in which they look: importing the modules registers them."""

from diagnostics.data_checks.rules import (
    column,
    course,
    holes,
    humidity,
    offsets,
    pattern,
    place,
    rain,
    season,
    sequence,
    stated,
    sun,
    surface,
    texture,
    values,
    wind,
)

library = (
    values,
    pattern,
    texture,
    holes,
    sequence,
    course,
    rain,
    humidity,
    wind,
    column,
    surface,
    place,
    season,
    sun,
    offsets,
    stated,
)
