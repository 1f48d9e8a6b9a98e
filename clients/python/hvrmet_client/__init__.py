"""Client of the HVR-Met API: typed, synchronous and asynchronous.

>>> from hvrmet_client import Client
>>> with Client("https://met.example.org", key="hvr_...") as met:  # doctest: +SKIP
...     job = met.diagnose(source="era5", region=[110, 27, 126, 35])
...     for event in met.follow(job):
...         print(event.seq, event.type)
"""

from hvrmet_client.clients import AsyncClient, Client
from hvrmet_client.documents import (
    Document,
    Event,
    Extract,
    File,
    Hit,
    Job,
    Layer,
    Layers,
    Plan,
    Read,
    Source,
)
from hvrmet_client.errors import HvrmetError

__all__ = [
    "AsyncClient",
    "Client",
    "Document",
    "Event",
    "Extract",
    "File",
    "Hit",
    "HvrmetError",
    "Job",
    "Layer",
    "Layers",
    "Plan",
    "Read",
    "Source",
]
