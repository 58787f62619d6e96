"""The manifest of an integration (V-2 to V-6, V-11): its model, and reading it from bytes, friendly or strictly.

::

    source    bytes to plain values: size, encoding, syntax
    reader    the top level; calls the readers below, and makes the model
    access    runtime, permissions, hooks: what an integration may do
    setup     auth fields and preferences
    tooling   tools
    model     the frozen models, which the schema for authors is generated from

Everything is noted at once, each broken rule with its JSON path; see ``app/domain/findings.py``.
"""

from app.domain.manifest.model import Manifest, Tool
from app.domain.manifest.reader import ManifestReading, read_manifest

__all__ = ["Manifest", "ManifestReading", "Tool", "read_manifest"]
