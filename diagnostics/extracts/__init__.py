"""Numbers, lines and profiles taken out of data, for other programs to draw."""
