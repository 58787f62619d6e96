"""Clock: the tools of the integration. Started by the host as ``python3 server.py``; needs Python 3.11 or newer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from mcp_stdio import Call, JsonObject, Reply, Server, ToolError, ToolFunction, glance
from places import city_of, loaded, own_zone, zone_of
from timers import MOST_LABEL, MOST_SECONDS, Timer, TimerFile

DATA_FOLDER: Final = "VOXNOTCH_DATA_DIR"
MOST_PLACE: Final = 80
MOST_ROWS: Final = 6
"""Of a list on a card."""
MOST_BESIDE: Final = 3
"""Blocks in one row of a card."""


class Clock:
    """The tools; ``now`` gives Unix seconds."""

    def __init__(self, timers: TimerFile, now: Callable[[], float]) -> None:
        self._timers = timers
        self._now = now

    def get_time(self, call: Call) -> Reply:
        place = call.text("place", most=MOST_PLACE, default="").strip()
        zone = zone_of(place) if place else own_zone()
        moment = self._moment(zone)
        label = city_of(zone) if zone else "here"
        data: JsonObject = {
            "place": place or label,
            "zone": zone or None,
            "time": moment.strftime("%H:%M"),
            "date": moment.strftime("%Y-%m-%d"),
            "weekday": moment.strftime("%A"),
            "utcOffset": _offset(moment),
        }
        pairs = [["Date", moment.strftime("%A, %Y-%m-%d")], ["Offset", f"UTC{_offset(moment)}"]]
        # A zone without a name cannot move on a card, so its time stands there as text.
        face: JsonObject = (
            {"type": "clock", "tz": zone, "label": label}
            if zone
            else {"type": "header", "title": moment.strftime("%H:%M"), "icon": "clock"}
        )
        return glance(data, face, {"type": "keyValue", "pairs": pairs})

    def get_time_difference(self, call: Call) -> Reply:
        first = call.text("from", most=MOST_PLACE, default="").strip()
        second = call.text("to", most=MOST_PLACE).strip()
        first_zone = zone_of(first) if first else own_zone()
        second_zone = zone_of(second)
        here, there = self._moment(first_zone), self._moment(second_zone)
        ahead = (there.utcoffset() or timedelta()) - (here.utcoffset() or timedelta())
        first_name = city_of(first_zone) if first_zone else "here"
        second_name = city_of(second_zone)
        told = _told_difference(first_name, second_name, ahead)
        data: JsonObject = {
            "from": {"place": first_name, "time": here.strftime("%H:%M"), "date": here.strftime("%Y-%m-%d")},
            "to": {"place": second_name, "time": there.strftime("%H:%M"), "date": there.strftime("%Y-%m-%d")},
            "hoursAhead": ahead / timedelta(hours=1),
            "difference": told,
        }
        faces: list[JsonObject] = [
            {"type": "clock", "tz": zone, "label": name}
            for zone, name in ((first_zone, first_name), (second_zone, second_name))
            if zone
        ]
        row: JsonObject = {"type": "row", "children": faces} if len(faces) > 1 else faces[0]
        return glance(data, row, {"type": "badges", "items": [{"text": _short_difference(ahead)}]})

    def start_timer(self, call: Call) -> Reply:
        hours = call.number("hours", least=0, most=MOST_SECONDS / 3600, default=0)
        minutes = call.number("minutes", least=0, most=MOST_SECONDS / 60, default=0)
        seconds = call.number("seconds", least=0, most=MOST_SECONDS, default=0)
        length_s = hours * 3600 + minutes * 60 + seconds
        if not 0 < length_s <= MOST_SECONDS:
            raise ToolError("A timer needs a length: hours, minutes or seconds, a year at most together.")
        label = " ".join(call.text("label", most=MOST_LABEL, default="").split())
        timer = self._timers.start(label, length_s)
        return glance({"status": "started", **self._row(timer)}, _countdown(timer))

    def list_timers(self, call: Call) -> Reply:
        del call  # takes no arguments
        timers = self._timers.all()
        running = [timer for timer in timers if timer.left_s(self._now()) > 0]
        data: JsonObject = {"running": len(running), "timers": [self._row(timer) for timer in timers]}
        head: JsonObject = {"type": "header", "title": "Timers", "icon": "timer", "trailing": f"{len(running)} running"}
        beside = [_countdown(timer) for timer in running[:MOST_BESIDE]]
        faces = beside if len(beside) < 2 else [{"type": "row", "children": beside}]
        rows = [self._list_row(timer) for timer in timers if timer not in running[:MOST_BESIDE]]
        more = [{"type": "list", "rows": rows[:MOST_ROWS]}] if rows else []
        return glance(data, head, *faces, *more)

    def stop_timer(self, call: Call) -> Reply:
        timer = self._timers.stop(call.text("name", most=MOST_LABEL, default=""))
        left = _told_length(timer.left_s(self._now()))
        head = {"type": "header", "title": _name(timer), "icon": "timer", "trailing": "stopped"}
        pairs = {"type": "keyValue", "pairs": [["Was left", left]]}
        return glance({"status": "stopped", **self._row(timer)}, head, pairs)

    def _moment(self, zone: str) -> datetime:
        moment = datetime.fromtimestamp(self._now(), UTC)
        return moment.astimezone(loaded(zone)) if zone else moment.astimezone()

    def _row(self, timer: Timer) -> JsonObject:
        left_s = timer.left_s(self._now())
        return {
            "id": timer.id,
            "label": timer.label,
            "length": _told_length(timer.seconds),
            "left": _told_length(left_s),
            "secondsLeft": round(left_s),
            "ends": _end(timer).isoformat(timespec="seconds"),
            "ended": left_s <= 0,
        }

    def _list_row(self, timer: Timer) -> JsonObject:
        ended = timer.left_s(self._now()) <= 0
        badge = {"text": "ended", "tone": "bad"} if ended else {"text": _told_length(timer.left_s(self._now()))}
        return {"title": _name(timer), "icon": "timer", "trailing": _end(timer).strftime("%H:%M"), "badge": badge}


def _countdown(timer: Timer) -> JsonObject:
    return {"type": "countdown", "until": round(timer.ends_unix_s * 1000), "label": _name(timer)}


def _name(timer: Timer) -> str:
    return timer.label or f"{_told_length(timer.seconds)} timer"


def _end(timer: Timer) -> datetime:
    return datetime.fromtimestamp(timer.ends_unix_s, UTC).astimezone()


def _told_length(seconds: float) -> str:
    """Return a length in its two largest units: ``1 h 5 min``."""
    whole = round(seconds)
    parts = [(whole // 86400, "d"), (whole // 3600 % 24, "h"), (whole // 60 % 60, "min"), (whole % 60, "s")]
    told = [f"{count} {unit}" for count, unit in parts if count]
    return " ".join(told[:2]) or "0 s"


def _offset(moment: datetime) -> str:
    text = moment.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"


def _short_difference(ahead: timedelta) -> str:
    if not ahead:
        return "same time"
    return f"{'+' if ahead > timedelta() else '-'}{_told_length(abs(ahead).total_seconds())}"


def _told_difference(first: str, second: str, ahead: timedelta) -> str:
    if not ahead:
        return f"{second} has the same time as {first}"
    length = _told_length(abs(ahead).total_seconds())
    return f"{second} is {length} {'ahead of' if ahead > timedelta() else 'behind'} {first}"


def no_folder(call: Call) -> Reply:
    """Answer the tools that keep something where the host gave no folder."""
    raise ToolError(f"{call.tool}: there is nowhere to keep timers, {DATA_FOLDER} is not set.")


def serve(now: Callable[[], float]) -> None:
    """Serve until the host closes standard input; ``now`` gives Unix seconds."""
    kept = os.environ.get(DATA_FOLDER, "")
    clock = Clock(TimerFile(Path(kept) / "timers.json", now), now)
    keeping: dict[str, ToolFunction] = {
        "start_timer": clock.start_timer,
        "list_timers": clock.list_timers,
        "stop_timer": clock.stop_timer,
    }
    Server(
        Path(__file__).parent,
        {
            "get_time": clock.get_time,
            "get_time_difference": clock.get_time_difference,
            **(keeping if kept else dict.fromkeys(keeping, no_folder)),
        },
        read_only={"get_time", "get_time_difference", "list_timers"},
    ).run()


if __name__ == "__main__":
    serve(time.time)
