"""The generated catalogue and its pages, as data: no array library is needed to read them."""
