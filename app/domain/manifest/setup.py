"""Reads the setup fields of an integration: ``auth`` and ``preferences`` (V-5.1 to V-5.9).

Called by ``reader``. A field becomes an environment variable of the server, so its name is judged hardest. Any thread.
"""

from __future__ import annotations

import re
from typing import Final

from app.domain.confirmations.block_reading import read_options
from app.domain.confirmations.blocks import MOST_OPTIONS
from app.domain.fields import Fields, JsonObject, as_object, read_text, snippet
from app.domain.findings import Place
from app.domain.measure import plain_number

__all__ = ["MOST_FIELDS", "read_setup", "steers_loading"]

MOST_FIELDS: Final = 100
"""Each of auth fields and preferences: a form of more is no form, and an environment has an end."""

_NAME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*")
_STEERING: Final = frozenset({"HOME", "SHELL", "BASH_ENV", "ENV", "ZDOTDIR"})
_STEERING_ANY_CASE: Final = re.compile(r"(PATH|NODE_OPTIONS|PYTHONPATH|PYTHONSTARTUP|DYLD_.*|LD_.*)", re.IGNORECASE)
"""V-5.9. Windows does not tell upper from lower case; ``home`` or ``env`` in lower case may well be a field."""
_TYPES: Final = ("text", "password", "boolean", "select", "number")
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?")


def read_setup(fields: Fields) -> None:
    """Keep ``auth`` and ``preferences``."""
    taken: set[str] = set()
    auth = fields.part("auth", "V-2.15")
    if auth is not None:
        auth.choice("kind", "V-5.1", ("none", "apiKey", "oauth2"), "none")
        if auth.has("fields"):
            auth.kept["fields"] = [_auth_field(entry, taken) for entry in _objects(auth, "fields", "V-5.2")]
        fields.kept["auth"] = auth.done()
    if fields.has("preferences"):
        entries = _objects(fields, "preferences", "V-5.4")
        fields.kept["preferences"] = [_preference(entry, taken) for entry in entries]


def _objects(fields: Fields, key: str, clause: str) -> list[Fields]:
    found: list[Fields] = []
    for place, value in fields.entries(key, clause, most=MOST_FIELDS):
        entry = as_object(value)
        if entry is None:
            place.dropped("not-an-object", clause, snippet(value))
        else:
            found.append(Fields(entry, place))
    return found


def _auth_field(entry: Fields, taken: set[str]) -> JsonObject:
    if not entry.has("key") and entry.has("name"):
        entry.at("name").warned("name-for-key", "V-5.2")
        name = _field_name(entry, "name", taken)
    else:
        name = _field_name(entry, "key", taken)
    entry.kept["key"] = name
    if entry.text("label", "V-5.2", needed=True) is None:
        entry.kept["label"] = name
    entry.flag("secret", "V-5.3")
    entry.flag("required", "V-5.3")
    for key in ("placeholder", "description"):
        entry.text(key, "V-5.2")
    entry.text("header", "V-5.18")
    return entry.done()


def steers_loading(name: str) -> bool:
    """Say whether a variable of this name changes which programs are loaded (V-5.9)."""
    return name in _STEERING or _STEERING_ANY_CASE.fullmatch(name) is not None


def _field_name(entry: Fields, key: str, taken: set[str]) -> str:
    """Return the name of a field; a bad one refuses the manifest (V-5.6, V-5.9)."""
    name = entry.raw(key)
    place = entry.at(key)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        place.refused("bad-name", "V-5.6", snippet(name))
        return "refused"
    if name in taken:
        place.refused("name-taken", "V-5.6", name)
    if steers_loading(name):
        place.refused("steering-name", "V-5.9", name)
    taken.add(name)
    return name


def _preference(entry: Fields, taken: set[str]) -> JsonObject:
    name = _field_name(entry, "name", taken)
    entry.kept["name"] = name
    if entry.text("title", "V-5.4", needed=True) is None:
        entry.kept["title"] = name
    if not entry.has("type"):
        entry.at("type").repaired("missing", "V-5.5")
    kind = entry.choice("type", "V-5.5", _TYPES, "text")
    values: set[str] = set()
    if kind == "select":
        options = read_options(entry, "V-5.7", MOST_OPTIONS)
        values = {str(option["value"]) for option in options}
        if options:
            entry.kept["options"] = options
        else:
            entry.at("type").repaired("select-without-options", "V-5.7")
            if entry.has("options"):
                entry.at("options").dropped("nothing-in-it", "V-5.7")
            kind = "text"
    elif entry.has("options"):
        entry.at("options").dropped("options-without-select", "V-5.7", kind)
    entry.kept["type"] = kind
    for key in ("description", "placeholder"):
        entry.text(key, "V-5.4")
    entry.flag("required", "V-5.4")
    if entry.has("default"):
        _default(entry, entry.at("default"), kind, values)
    return entry.done()


def _default(entry: Fields, place: Place, kind: str, values: set[str]) -> None:
    value = entry.value["default"]
    match kind:
        case "boolean":
            entry.flag("default", "V-5.4")
        case "number":
            number = plain_number(value)
            if number is None and isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
                place.repaired("text-as-number", "V-5.4", value)
                number = float(value)
            if number is None:
                place.dropped("not-a-number", "V-5.4", snippet(value))
            else:
                entry.kept["default"] = number
        case "select":
            text = read_text(place, value, "V-5.8")
            if text is None:
                return
            if text in values:
                entry.kept["default"] = text
            else:
                place.dropped("not-an-option", "V-5.8", text)
        case _ if value == "":
            entry.kept["default"] = ""
        case _:
            entry.text("default", "V-5.4")
