"""Reads the ``user_config`` of an MCPB bundle as the setup fields of our own manifests (V-5).

https://github.com/anthropics/mcpb/blob/main/MANIFEST.md, "User Configuration". Called by ``mcpb``. Pure, any thread.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.domain.fields import Fields, JsonObject, as_list, as_object, snippet
from app.domain.manifest.setup import MOST_FIELDS
from app.domain.measure import plain_number

__all__ = ["FieldNames", "field_name", "home_folders", "read_fields"]

_NAME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*")
_TYPES: Final = {"string": "text", "number": "number", "boolean": "boolean", "directory": "text", "file": "text"}
_KNOWN: Final = re.compile(r"\$\{(HOME|DESKTOP|DOCUMENTS|DOWNLOADS|pathSeparator|/)\}")
_CLAUSE: Final = "V-5.4"


@dataclass(slots=True)
class FieldNames:
    secret: dict[str, bool] = field(default_factory=dict[str, bool])
    """By the key in ``user_config``: whether its value is a secret."""


def field_name(key: str) -> str:
    """Return the name that a field has with us: a key may have dashes and dots, a name may not."""
    return re.sub(r"[^a-zA-Z0-9_]", "_", key)


def home_folders() -> Mapping[str, str]:
    """Return what the variables of the format stand for on this machine, but ``__dirname``."""
    home = Path.home()
    folders = {name.upper(): str(home / name) for name in ("Desktop", "Documents", "Downloads")}
    return {**folders, "HOME": str(home), "pathSeparator": os.sep, "/": os.sep}


def read_fields(fields: Fields) -> FieldNames:
    """Keep ``auth`` and ``preferences``, and return which keys there are."""
    names = FieldNames()
    config = fields.part("user_config", _CLAUSE)
    fields.kept.pop("user_config", None)
    if config is None:
        return names
    taken: set[str] = set()
    auth: list[JsonObject] = []
    preferences: list[JsonObject] = []
    for key in list(config.value)[:MOST_FIELDS]:
        place = config.at(key)
        found = as_object(config.value[key])
        name = field_name(key)
        if found is None:
            place.dropped("not-an-object", _CLAUSE, snippet(config.value[key]))
        elif not _NAME.fullmatch(name):
            place.refused("bad-name", "V-5.6", key)
        elif name in taken:
            place.refused("name-taken", "V-5.6", key)
        else:
            taken.add(name)
            secret = found.get("sensitive") is True
            names.secret[key] = secret
            one = Fields(found, place)
            if secret:
                auth.append({**_common(one, "label", name), "key": name, "secret": True})
            else:
                preferences.append({**_common(one, "title", name), "name": name, **_typed(one)})
    if auth:
        fields.kept["auth"] = {"kind": "apiKey", "fields": auth}
    if preferences:
        fields.kept["preferences"] = preferences
    return names


def _common(one: Fields, label: str, name: str) -> JsonObject:
    title = one.raw("title")
    kept: JsonObject = {label: title.strip() if isinstance(title, str) and title.strip() else name}
    description = one.raw("description")
    if isinstance(description, str) and description.strip():
        kept["description"] = description.strip()
    if one.raw("required") is True:
        kept["required"] = True
    return kept


def _typed(one: Fields) -> JsonObject:
    kind = one.choice("type", "V-5.5", tuple(_TYPES), "string")
    kept: JsonObject = {"type": _TYPES[kind]}
    if one.raw("multiple") is True:
        kept["placeholder"] = os.pathsep.join(["…", "…"])
    default = one.raw("default")
    items = as_list(default)
    match kind:
        case "boolean" if isinstance(default, bool):
            kept["default"] = default
        case "number" if (number := plain_number(default)) is not None:
            kept["default"] = number
        case "string" | "directory" | "file" if isinstance(default, str):
            kept["default"] = _filled(default)
        case "directory" | "file" if items is not None:
            kept["default"] = os.pathsep.join(_filled(text) for text in items if isinstance(text, str))
        case _ if default is not None:
            one.at("default").dropped("other-type", _CLAUSE, snippet(default))
        case _:
            pass
    return kept


def _filled(text: str) -> str:
    folders = home_folders()
    return _KNOWN.sub(lambda found: folders[found[1]], text)
