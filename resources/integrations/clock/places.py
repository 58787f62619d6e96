"""From what people call a place to its time zone, and back to a name that people read. Pure; any thread.

The zones are those of the system, or of Python's ``tzdata`` package. A city that names no zone itself is in the table
below, or is found by the country it is asked with.
"""

from __future__ import annotations

import os
import unicodedata
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from mcp_stdio import ToolError

_ELSEWHERE: Final = {
    "America/Chicago": "austin, dallas, houston, memphis, minneapolis, nashville, new orleans, san antonio, central",
    "America/Denver": "albuquerque, salt lake city, mountain",
    "America/Los_Angeles": "california, las vegas, pacific, portland, sacramento, san diego, san francisco, san jose, "
    "seattle, silicon valley",
    "America/New_York": "atlanta, baltimore, boston, charlotte, cleveland, eastern, miami, nyc, orlando, philadelphia, "
    "pittsburgh, washington, washington dc",
    "America/Sao_Paulo": "brasilia, rio, rio de janeiro",
    "America/Toronto": "montreal, ottawa, quebec",
    "America/Vancouver": "british columbia",
    "Asia/Dubai": "abu dhabi",
    "Asia/Ho_Chi_Minh": "hanoi, vietnam",
    "Asia/Jakarta": "bandung",
    "Asia/Karachi": "islamabad, lahore, pakistan",
    "Asia/Kolkata": "bangalore, bengaluru, bombay, calcutta, chennai, delhi, hyderabad, india, madras, mumbai, "
    "new delhi, pune",
    "Asia/Seoul": "busan, korea, south korea",
    "Asia/Shanghai": "beijing, china, guangzhou, nanjing, peking, shenzhen, wuhan",
    "Asia/Tokyo": "japan, kyoto, nagoya, osaka, sapporo, yokohama",
    "Australia/Sydney": "canberra",
    "Europe/Amsterdam": "netherlands, rotterdam, the hague",
    "Europe/Athens": "greece, thessaloniki",
    "Europe/Berlin": "cologne, dresden, frankfurt, germany, hamburg, köln, leipzig, munich, münchen, stuttgart",
    "Europe/Brussels": "antwerp, belgium",
    "Europe/Istanbul": "ankara, turkey",
    "Europe/Kyiv": "kiev, ukraine",
    "Europe/Lisbon": "lissabon, porto",
    "Europe/London": "birmingham, edinburgh, england, glasgow, liverpool, manchester, scotland, uk, united kingdom, "
    "wales",
    "Europe/Madrid": "barcelona, seville, spain, valencia",
    "Europe/Moscow": "moskau, saint petersburg, st petersburg",
    "Europe/Paris": "bordeaux, france, lyon, marseille, nice, toulouse",
    "Europe/Prague": "czechia",
    "Europe/Rome": "florence, italy, milan, milano, naples, rom, turin, venice",
    "Europe/Stockholm": "gothenburg, sweden",
    "Europe/Vienna": "austria, graz, salzburg, wien",
    "Europe/Warsaw": "gdansk, krakow, poland",
    "Europe/Zurich": "basel, bern, geneva, genf, lausanne, switzerland, zürich",
    "Pacific/Honolulu": "hawaii",
    "UTC": "gmt, greenwich mean time, utc, z, zulu",
}
"""Names that people use and the database of zones has not: cities, some countries, and the zones of North America."""

_OLD: Final = ("Etc/", "SystemV/", "US/", "Canada/", "Mexico/", "Brazil/", "Chile/")
"""Groups of zones without cities; Etc/GMT+5 is the wrong way round from what people mean by it."""


def zone_of(place: str) -> str:
    """Return the IANA zone of a place.

    Raises:
        ToolError: no zone is known by that name, or none is known at all.
    """
    known = _names()
    for wanted in _readings(place):
        if wanted in known:
            return known[wanted]
    near = get_close_matches(_plain(place), known, n=3, cutoff=0.75)
    zones = list(dict.fromkeys(known[name] for name in near))
    meant = "Name a large city, or a zone like Europe/Berlin."
    if zones:
        meant = f"Did you mean {' or '.join(city_of(zone) for zone in zones)}?"
    raise ToolError(f'No time zone is known for "{place}". {meant}')


def city_of(zone: str) -> str:
    """Return the last part of a zone as a name: ``America/New_York`` is New York."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def own_zone() -> str:
    """Return the IANA zone of this computer, or "" where it cannot be told."""
    named = os.environ.get("TZ", "").removeprefix(":")
    if named in available_timezones():
        return named
    if named:
        return ""
    try:
        target = Path("/etc/localtime").resolve(strict=True).as_posix()
    except OSError:
        return ""
    zone = target.rpartition("/zoneinfo/")[2].removeprefix("posix/").removeprefix("right/")
    return zone if zone in available_timezones() else ""


def loaded(zone: str) -> ZoneInfo:
    """Return the rules of a zone.

    Raises:
        ToolError: this computer has no database of time zones.
    """
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ToolError(f"This computer has no rules for {zone}. Install tzdata.") from error


@cache
def _names() -> dict[str, str]:
    """Return the zone by each plain name; a whole zone name wins over a city, and a city over the table."""
    zones = sorted(available_timezones())
    if not zones:
        raise ToolError("This computer has no database of time zones. Install tzdata.")
    names = {_plain(name): zone for zone, listed in _ELSEWHERE.items() for name in listed.split(", ")}
    cities = [zone for zone in zones if "/" in zone and not zone.startswith(_OLD)]
    names.update({_plain(city_of(zone)): zone for zone in cities})
    names.update({_plain(zone): zone for zone in zones})
    return names


def _readings(place: str) -> list[str]:
    """Return what a place may be meant by, the whole first: ``Paris, Texas`` is tried before ``Paris``."""
    plain = _plain(place)
    whole = [plain, plain.removesuffix(" time"), plain.removeprefix("the ")]
    return [*whole, _plain(place.partition(",")[0])]


def _plain(name: str) -> str:
    """Return a name without accents, case, underscores and doubled spaces."""
    letters = unicodedata.normalize("NFKD", name)
    kept = "".join(" " if char in "_-." else char for char in letters if not unicodedata.combining(char))
    return " ".join(kept.casefold().split())
