"""What is stored of an approved candidate: a new record, or an old one as it goes on under a new manifest.

Called by the installer inside the store's transaction, on its worker thread. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from app.domain.calls import IntegrationId
from app.domain.installs import Growth, GrowthKind
from app.domain.manifest import Manifest
from app.domain.tools import free_short_name, short_name
from app.extensions.candidates import Candidate
from app.extensions.carry_over import carry_over
from app.extensions.growth import confirmed_tools, growth, runs_words
from app.storage.install_record import InstallRecord

__all__ = ["Values", "first_record", "going_on", "growth_of", "sorted_values", "with_values"]


@dataclass(frozen=True, slots=True)
class Values:
    """What a person has filled in, by where it belongs."""

    plain: Mapping[str, str] = field(repr=False)
    secret: Mapping[str, str] = field(repr=False)
    removed_plain: frozenset[str]
    removed_secrets: frozenset[str]


def sorted_values(manifest: Manifest, values: Mapping[str, str]) -> Values:
    """Sort values of fields; "" takes one away, and what is no field of this manifest is nobody's."""
    plain, secret = manifest.plain_fields, manifest.secret_fields
    return Values(
        plain={name: value for name, value in values.items() if value and name in plain},
        secret={name: value for name, value in values.items() if value and name in secret},
        removed_plain=frozenset(name for name, value in values.items() if not value and name in plain),
        removed_secrets=frozenset(name for name, value in values.items() if not value and name in secret),
    )


def with_values(record: InstallRecord, values: Values) -> InstallRecord:
    kept = {name: value for name, value in record.values.items() if name not in values.removed_plain}
    return replace(
        record,
        values={**kept, **values.plain},
        secret_names=(record.secret_names - values.removed_secrets) | values.secret.keys(),
    )


def first_record(
    candidate: Candidate, manifest: Manifest, *, folder: str, now_unix_s: float, taken: Collection[str]
) -> InstallRecord:
    """Return the record of something that was not installed; ``taken``: the short names of all others."""
    return InstallRecord(
        integration_id=IntegrationId(manifest.id),
        source=candidate.source,
        folder=folder,
        manifest=manifest,
        manifest_bytes=candidate.data,
        digest=candidate.digest,
        approved_unix_s=now_unix_s,
        short_name=free_short_name(short_name(manifest.id), taken),
        has_manifest=candidate.has_manifest,
        fills_in=candidate.fills_in,
        environment=candidate.environment,
        confirmed=confirmed_tools(manifest),
    )


def going_on(
    old: InstallRecord, candidate: Candidate, manifest: Manifest, *, folder: str, now_unix_s: float, approved: bool
) -> tuple[InstallRecord, frozenset[str]]:
    """Return ``old`` under a new manifest, and the secrets whose 30 days are over.

    ``approved``: a person has just seen all of it; otherwise it is a reload that asks for nothing more.
    """
    carried = carry_over(old, manifest, has_manifest=candidate.has_manifest, now_unix_s=now_unix_s)
    confirmed = confirmed_tools(manifest)
    record = replace(
        old,
        source=candidate.source,
        folder=folder,
        manifest=manifest,
        manifest_bytes=candidate.data,
        digest=candidate.digest,
        has_manifest=candidate.has_manifest,
        fills_in=candidate.fills_in,
        environment=candidate.environment,
        pills=carried.pills,
        values=carried.values,
        secret_names=carried.secret_names,
        kept=carried.kept,
        growth=(),
        confirmed=confirmed if approved else old.confirmed | confirmed,
    )
    return record, carried.expired_secrets


def growth_of(old: InstallRecord, candidate: Candidate, manifest: Manifest) -> tuple[Growth, ...]:
    """Return what the candidate wants beyond what is in force (V-17.11)."""
    found = growth(old.manifest, manifest, old.confirmed)
    same_start = old.fills_in == candidate.fills_in and dict(old.environment) == dict(candidate.environment)
    if not same_start and all(one.kind is not GrowthKind.RUNS for one in found):
        found = (*found, Growth(GrowthKind.RUNS, runs_words(manifest.runtime)))
    return found
