"""The environment of a server: short, declared, and never ours (V-18.2, V-5.10 to V-5.12).

Pure functions, called by whoever starts a server. The host's own environment is only a place to copy a few named
variables from; a key that the host carries for itself does not reach a server.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Final

from app.domain.errors import UserFixable
from app.domain.manifest import Manifest

__all__ = ["DATA_DIR", "child_environment", "setup_text", "setup_values", "system_environment"]

DATA_DIR: Final = "VOXNOTCH_DATA_DIR"
"""V-18.2."""

_SYSTEM: Final = (
    *("HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"),
    *("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_DIRS"),
    *("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER"),
    *("XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "KDE_FULL_SESSION", "KDE_SESSION_VERSION"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
)
"""The person and their folders, their language, the desktop session (an integration may open a window), and where the
certificates of this network are. None of them steers which code is loaded, none is a key."""
_PROXIES: Final = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""Without them nothing is reached from some networks; one that holds a name and password is left out."""


def system_environment(host: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the basic system variables; what a bare start (``env -i``) lacks comes from the user database."""
    found = _person()
    found |= {name: value for name, value in host.items() if name in _SYSTEM or name.startswith("LC_")}
    found |= {name: host[name] for name in _PROXIES if name in host and "@" not in host[name]}
    return {name: value for name, value in found.items() if value}


def _person() -> dict[str, str]:
    if sys.platform == "win32":
        return {}
    import pwd

    try:
        person = pwd.getpwuid(os.getuid())
    except KeyError:  # a container may run as a user without a name
        return {}
    return {"HOME": person.pw_dir, "USER": person.pw_name, "LOGNAME": person.pw_name, "SHELL": person.pw_shell}


def child_environment(
    path: str, values: Mapping[str, str], data_dir: Path, *, host: Mapping[str, str] = os.environ
) -> dict[str, str]:
    """Return all variables of a server: ``values`` are those of :func:`setup_values`.

    Raises:
        UserFixable: ``value-unusable``, a value holds a zero byte; ``place`` is the field.
    """
    for name, value in values.items():
        if "\0" in value:
            raise UserFixable("a zero byte", place=name, code="value-unusable")
    return {**system_environment(host), **values, "PATH": path, DATA_DIR: str(data_dir)}


def setup_text(value: str | bool | float) -> str:
    """Return a setup value as its variable carries it: ``true``, ``0.1``, ``1000000`` (V-5.11)."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case _:
            text = format(Decimal(repr(value or 0)), "f")
            return text.rstrip("0").rstrip(".") if "." in text else text


def setup_values(manifest: Manifest, stored: Mapping[str, str | bool | float]) -> dict[str, str]:
    """Return the variables of the declared fields: what is stored, else the default, else nothing (V-5.12).

    ``stored`` holds secrets too. What the manifest does not declare (any more) stays away.
    """
    values = {field.key: stored[field.key] for field in manifest.auth.fields if field.key in stored}
    for preference in manifest.preferences:
        value = stored.get(preference.name, preference.default)
        if value is not None:
            values[preference.name] = value
    return {name: setup_text(value) for name, value in values.items()}
