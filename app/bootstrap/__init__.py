"""The composition root: settings, adapters, stores and the core, put together in one place. No Qt.

``core`` builds the core of a person, ``integrations`` what it and the command line need for integrations. Slow
libraries are imported when something is built, and nowhere above.
"""

from app.bootstrap.core import WhisperRecognisers, build_core

__all__ = ["WhisperRecognisers", "build_core"]
