"""An answer as it is said aloud: the words without the marks they are written with, and no more than one listens to.

Pure, any thread; called by the runtime before it narrates. The whole answer stays on the screen. Markdown is read by
markdown-it; what cannot be said (code, pictures, HTML, emoji, addresses) is left out, or named by what a person would
say for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import regex

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["MOST_CHARACTERS", "spoken_text"]

MOST_CHARACTERS: Final = 600
"""Some 40 seconds of speech."""
MOST_DENSE_CHARACTERS: Final = 200
"""The same time in a script whose signs are syllables."""
_DENSE: Final = frozenset({"ja", "ko", "yue", "zh"})
_WIDE_STOP: Final = frozenset({"ja", "yue", "zh"})
_LEAST_PART: Final = 1 / 3
"""A cut at a sentence end keeps at least so much of what may be said; else it is made at a space."""
_LONGEST_ANSWER: Final = 20_000
"""Characters that are looked at; 600 to be said stand in the first of them, code and tables before them included."""

_ADDRESS: Final = regex.compile(
    r"\b[a-z][a-z0-9+.-]*://(?:www\.)?(?P<host>[^\s/?#:@)\]>]+)[^\s)\]>]*", regex.IGNORECASE
)
_REFERENCE: Final = regex.compile(r"\[\^?\d+\]")
"""Where a sentence stems from: "[1]", "[^1]"."""
_PICTOGRAM: Final = regex.compile(
    r"\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u200d]*"
    r"|\p{Regional_Indicator}+|[\ufe0f\u20e3]"
)
_ORNAMENT: Final = regex.compile(r"[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff\u2022\p{Co}]+")
"""Arrows, frames, bullets, private signs."""
_INVISIBLE: Final = regex.compile(r"[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_STOPPED: Final = regex.compile(r"[\p{Terminal_Punctuation}\u2026][\p{Pe}\p{Pf}'\"]*$")
_SENTENCE_END: Final = regex.compile(
    r"(?V1)(?:(?<!(?:^|[\s.])\p{L}{1,2})[.!?\u2026]+[\p{Pe}\p{Pf}'\"]*(?=\s+[^\s\p{Ll}]|\s*$)"
    r"|[\p{STerm}--\p{ASCII}]+[\p{Pe}\p{Pf}]*)"
)
"""Not after one or two letters ("z. B.", "Dr."); other scripts' full stops need no space after them."""
_TASK: Final = regex.compile(r"^\[[ xX]\] ")
"""The box of an item of a list of tasks."""


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # 25 ms, which the start of the program need not wait for

    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def spoken_text(answer: str, language: str) -> str:
    """Return what is said for ``answer``; "" when nothing in it can be said.

    ``language`` (BCP 47) decides the full stop and how much is said: 600 characters, 200 of a script of syllables, up
    to the end of a sentence.
    """
    base = language.replace("_", "-").split("-")[0].lower()
    stop = "。" if base in _WIDE_STOP else "."
    blocks = _blocks(_reader().parse(answer[:_LONGEST_ANSWER]))
    said = [_stopped(words, stop) for block in blocks if _has_words(words := _plain(block))]
    text = ("" if base in _WIDE_STOP else " ").join(said)
    return _cut(text, MOST_DENSE_CHARACTERS if base in _DENSE else MOST_CHARACTERS)


def _has_words(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _stopped(words: str, stop: str) -> str:
    return words if _STOPPED.search(words) else words + stop


def _blocks(tokens: Sequence[Token]) -> list[str]:
    """Return lines, headings, items and table rows, each as one run of words."""
    blocks: list[str] = []
    row: list[str] | None = None
    number = ""
    for token in tokens:
        match token.type:
            case "tr_open":
                row = []
            case "tr_close":
                blocks.append(", ".join(cell for cell in row or [] if cell))
                row = None
            case "list_item_open":
                number = f"{token.info}: " if token.info else ""
            case "inline":
                words = _inline(token.children or [])
                if row is None:
                    first, *others = words.split("\n")
                    blocks += [number + _TASK.sub("", first), *others]
                    number = ""
                else:
                    row.append(words.strip())
            case _:
                pass
    return blocks


def _inline(tokens: Sequence[Token]) -> str:
    words: list[str] = []
    for token in tokens:
        match token.type:
            case "text" | "code_inline" | "image":  # of a picture, what it shows
                words.append(token.content)
            case "softbreak":
                words.append(" ")
            case "hardbreak":
                words.append("\n")
            case _:
                pass
    return "".join(words)


def _plain(text: str) -> str:
    text = _ADDRESS.sub(lambda found: found["host"], _INVISIBLE.sub("", text))
    text = _ORNAMENT.sub(" ", _PICTOGRAM.sub(" ", _REFERENCE.sub("", text)))
    text = " ".join(text.split())
    return regex.sub(r" +(?=[.,;:!?…]+(?:\s|$))", "", text)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    least = int(most * _LEAST_PART)
    ends = [found.end() for found in _SENTENCE_END.finditer(text, endpos=most + 1) if found.end() <= most]
    if ends and ends[-1] >= least:
        return text[: ends[-1]]
    space = text.rfind(" ", least, most + 1)
    if space > 0:
        return text[:space].rstrip(" ,;:")
    # One sign more than may be said shows whether the last one is whole.
    signs = [found.end() for found in regex.finditer(r"\X", text, endpos=most + 1)]
    return text[: max((end for end in signs if end <= most), default=most)]
