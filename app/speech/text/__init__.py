"""From what the recogniser said to what is written: pure rules on text, called at the end of a take and for live words.

No state, no input or output, any thread. Each rule is a module; ``pipeline.py`` puts them in order. No rule raises,
whatever Unicode it is given, and text that no rule matches comes back as it was, right-to-left runs included (A15).
"""

from app.speech.text.pipeline import clean

__all__ = ["clean"]
