"""What is really started for an install: its command, arguments and the variables that its server gets.

Called by ``integrations/local`` for a start and for a connection test, any thread. Of our own manifests everything
stays as it is written (V-3.3); in what an MCPB bundle names, ``${...}`` is filled in here, at the last moment, so that
a value is in no file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.manifest.model import LocalRuntime
from app.extensions.environment import setup_values
from app.extensions.mcpb_fields import home_folders
from app.storage.install_record import InstallRecord

__all__ = ["Launch", "launch_of"]

_HOLE: Final = re.compile(r"\$\{(user_config\.)?([^}]*)\}")
_WHOLE: Final = re.compile(r"\$\{user_config\.([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Launch:
    command: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    """The ``values`` of ``child_environment``."""


def launch_of(record: InstallRecord, stored: Mapping[str, str]) -> Launch | None:
    """Return what to start; ``None``: nothing is started on this machine.

    ``stored``: values of the person, secrets among them.
    """
    runtime = record.manifest.runtime
    if not isinstance(runtime, LocalRuntime):
        return None
    values = setup_values(record.manifest, stored)
    if not record.fills_in:
        return Launch(runtime.command, runtime.args, {**record.environment, **values})
    known = {**home_folders(), "__dirname": record.folder}

    def fill(text: str) -> str:
        def of(found: re.Match[str]) -> str:
            return values.get(found[2], "") if found[1] else known.get(found[2], found[0])

        return _HOLE.sub(of, text)

    arguments: list[str] = []
    for argument in runtime.args:
        whole = _WHOLE.fullmatch(argument)
        if whole is None:
            arguments.append(fill(argument))
        else:
            value = values.get(whole[1], "")
            # Several folders or files are several arguments; one that was never set is none.
            arguments.extend(value.split(os.pathsep) if _is_multiple(record, whole[1]) else [value])
            if not value:
                arguments.pop()
    environment = {
        name: filled for name, text in record.environment.items() if (filled := fill(text)) or not _HOLE.search(text)
    }
    return Launch(fill(runtime.command), tuple(arguments), environment)


def _is_multiple(record: InstallRecord, name: str) -> bool:
    return any(one.name == name and one.placeholder is not None for one in record.manifest.preferences)
