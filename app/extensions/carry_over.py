"""What a person has set for an integration survives its reload and update (V-17.13).

Called by the installer, any thread. Pure. What belongs to a tool or a field that vanished is kept 30 days.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.domain.calls import Pill
from app.domain.manifest import Manifest
from app.storage.install_record import InstallRecord, Kept, KeptKind

__all__ = ["KEPT_S", "Carried", "carry_over"]

KEPT_S: Final = 30 * 86_400.0
"""Seconds; V-17.13."""


@dataclass(frozen=True, slots=True)
class Carried:
    pills: Mapping[str, Pill]
    values: Mapping[str, str]
    secret_names: frozenset[str]
    kept: tuple[Kept, ...]
    expired_secrets: frozenset[str]
    """To be deleted from the key store."""


def carry_over(record: InstallRecord, manifest: Manifest, *, has_manifest: bool, now_unix_s: float) -> Carried:
    """Return what of ``record`` goes on under ``manifest``.

    A field that was plain and is a secret now loses its value: it was in a file.
    """
    tools = frozenset(tool.name for tool in manifest.tools) if has_manifest else frozenset(record.pills)
    secrets, plain = manifest.secret_fields, manifest.plain_fields
    pills = {name: pill for name, pill in record.pills.items() if name in tools}
    values = {name: value for name, value in record.values.items() if name in plain}
    secret_names = record.secret_names & secrets
    kept: list[Kept] = [
        *(
            Kept(KeptKind.PILL, name, now_unix_s, pill.value)
            for name, pill in record.pills.items()
            if name not in tools
        ),
        *(
            Kept(KeptKind.VALUE, name, now_unix_s, value)
            for name, value in record.values.items()
            if name not in plain and name not in secrets
        ),
        *(Kept(KeptKind.SECRET, name, now_unix_s) for name in sorted(record.secret_names - secrets)),
    ]
    expired: set[str] = set()
    for one in record.kept:
        old = now_unix_s - one.since_unix_s > KEPT_S
        match one.kind:
            case KeptKind.PILL if one.name in tools and not old:
                pills.setdefault(one.name, Pill(one.value))
            case KeptKind.VALUE if one.name in plain and not old:
                values.setdefault(one.name, one.value)
            case KeptKind.SECRET if one.name in secrets and not old:
                secret_names |= {one.name}
            case KeptKind.SECRET if old:
                expired.add(one.name)
            case _ if not old:
                kept.append(one)
            case _:
                pass
    return Carried(pills, values, secret_names, tuple(kept), frozenset(expired - secret_names))
