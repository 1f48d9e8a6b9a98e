"""The curation pages: server-rendered, for people with the role of a curator."""
