"""The items in a result, sorted: texts, notes for the model, pictures, sounds, and what is too large for any of them.

Called by ``results``, in a worker thread. A broken item is left out with a finding; the others stay.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from app.domain.calls import Picture, Sound
from app.domain.fields import JsonObject, as_object, snippet
from app.domain.findings import Place
from app.domain.measure import clip
from app.domain.plain_json import whole_text

__all__ = ["MOST_MEDIA", "MOST_MEDIA_BYTES", "Contents", "KeptPart"]

MOST_MEDIA_BYTES: Final = 8 * 1024 * 1024
"""One picture or sound that a face or a model gets; a photograph of 12 megapixels as JPEG has half of it."""
MOST_MEDIA: Final = 8
"""Pictures and sounds of one result together."""
_MOST_ITEMS: Final = 500
"""Later ones are left out; more than a few are a mistake."""
_PICTURES: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}
_SOUNDS: Final = {
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
    "audio/ogg": "ogg",
    "audio/flac": "flac",
    "audio/mp4": "m4a",
    "audio/webm": "webm",
}
_MIB: Final = 1024 * 1024
_LONGEST_NAME: Final = 300
"""UTF-16 units of an address or a name in a note for the model."""


@dataclass(frozen=True, slots=True)
class KeptPart:
    """One file that keeps what was too large."""

    name: str
    """Ours: ``result.txt``, ``picture-1.png``."""
    data: bytes = field(repr=False)


@dataclass(slots=True)
class Contents:
    """The items of one result."""

    items: tuple[JsonObject, ...]
    texts: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    """For the model: texts of resources, and words for what it does not see."""
    pictures: list[Picture] = field(default_factory=list[Picture])
    sounds: list[Sound] = field(default_factory=list[Sound])
    too_large: list[KeptPart] = field(default_factory=list[KeptPart])

    @staticmethod
    def of(items: Sequence[JsonObject], root: Place) -> Contents:
        """``root`` is the place of the whole result."""
        contents = Contents(tuple(items))
        if len(items) > _MOST_ITEMS:
            root.at("content").dropped("too-many", "V-6.32", f"{len(items)}, at most {_MOST_ITEMS}")
        for index, item in enumerate(items[:_MOST_ITEMS]):
            text = item.get("text")
            if item.get("type") == "text" and isinstance(text, str):
                contents.texts.append(whole_text(text))
            else:
                contents._sort(item, root.at("content").at(index))
        return contents

    def with_texts(self, texts: list[str]) -> tuple[JsonObject, ...]:
        """Return the items with other texts: as many as before, or one for all of them."""
        left = list(texts)
        kept: list[JsonObject] = []
        for item in self.items:
            if item.get("type") != "text":
                kept.append(item)
            elif left and isinstance(item.get("text"), str):
                kept.append({**item, "text": left.pop(0)})
        return tuple(kept)

    def _sort(self, item: JsonObject, place: Place) -> None:
        match item.get("type"):
            case "text":
                place.at("text").dropped("not-text", "V-9.2", snippet(item.get("text")))
            case "image":
                self._media(item, place, _PICTURES, "picture")
            case "audio":
                self._media(item, place, _SOUNDS, "sound")
            case "resource":
                self._resource(as_object(item.get("resource")) or {}, place.at("resource"))
            case "resource_link":
                self.notes.append(f"[link: {_name(item.get('name'))} {_name(item.get('uri'))}]")
            case kind:
                place.at("type").dropped("unknown-content", "V-6.32", snippet(kind))

    def _media(self, item: JsonObject, place: Place, suffixes: dict[str, str], word: str) -> None:
        kind, data = item.get("mimeType"), item.get("data")
        if not isinstance(kind, str) or kind.lower() not in suffixes:
            place.at("mimeType").dropped("other-media", "V-6.32", snippet(kind))
            return
        try:
            decoded = base64.b64decode("".join(data.split()), validate=True) if isinstance(data, str) else b""
        except (binascii.Error, ValueError):  # ValueError: a character outside of ASCII
            decoded = b""
        if not decoded:
            place.at("data").dropped("bad-base64", "V-6.32")
            return
        if len(decoded) > MOST_MEDIA_BYTES:
            place.at("data").dropped("large-media", "V-6.32", f"{len(decoded)} bytes, at most {MOST_MEDIA_BYTES}")
            name = f"{word}-{len(self.too_large) + 1}.{suffixes[kind.lower()]}"
            self.too_large.append(KeptPart(name, decoded))
            self.notes.append(f"[A {word} of {len(decoded) / _MIB:.1f} MiB was too large to be passed on.]")
        elif len(self.pictures) + len(self.sounds) >= MOST_MEDIA:
            place.dropped("too-many", "V-6.32", f"at most {MOST_MEDIA} pictures and sounds")
        elif word == "picture":
            self.pictures.append(Picture(kind.lower(), decoded))
        else:
            self.sounds.append(Sound(kind.lower(), decoded))
            self.notes.append("[A sound is offered to the person with a play button.]")

    def _resource(self, resource: JsonObject, place: Place) -> None:
        text = resource.get("text")
        if isinstance(text, str):
            self.notes.append(whole_text(text))
        elif isinstance(resource.get("blob"), str):
            self.notes.append(f"[resource that is no text: {_name(resource.get('uri'))}]")
        else:
            place.at("text").dropped("not-text", "V-6.32", snippet(text))


def _name(value: object) -> str:
    return clip(whole_text(value), _LONGEST_NAME) if isinstance(value, str) else ""
