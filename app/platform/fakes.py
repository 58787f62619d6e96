"""In-memory adapters for a desktop session: for tests, screenshots and simulation. Core loop only.

Each one passes the contract suite of its port. Beside the port they have what a test does on behalf of other
programs: another program copies, reads, plays; the person changes a volume. Keys are in ``fakes_keys.py``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import anyio

from app.domain.errors import ClipboardFrozen
from app.domain.messages import CapabilitiesReported, Capability, DesktopState, OutputArea
from app.domain.turn import NO_TARGET, TargetApp
from app.platform.fakes_keys import FakeHotkeys, FakeKeySender
from app.platform.ports import ClipboardSnapshot, Platform
from app.platform.read_receipt import ReadReceipt

__all__ = ["FakeClipboard", "FakeDesktop", "FakeFrontmost", "FakeMedia", "FakeOffer", "FakeSession", "fake_platform"]

TEXT_TYPE = "UTF8_STRING"


class FakeFrontmost:
    """The focused window is what ``target`` says."""

    def __init__(self, target: TargetApp = NO_TARGET) -> None:
        self.target = target

    async def current(self) -> TargetApp:
        return self.target


class FakeOffer:
    """Our text on the fake clipboard."""

    def __init__(self, monotonic_s: Callable[[], float]) -> None:
        self.receipt = ReadReceipt(monotonic_s)
        self.still_owner = True

    def expect_reads(self) -> None:
        self.receipt.expect_reads()

    async def wait_read(self, *, timeout_s: float, quiet_s: float) -> bool:
        return await self.receipt.wait_read(timeout_s=timeout_s, quiet_s=quiet_s)

    @property
    def first_read_at_s(self) -> float:
        return self.receipt.first_read_at_s


class FakeClipboard:
    """One clipboard and one text selection."""

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self.contents: Mapping[str, bytes] = {}
        """What another program would get now; empty: nobody owns the clipboard."""
        self.owner_frozen = False
        """The owner does not answer any more, unless that is us."""
        self.transient = False
        """Clipboard histories are asked not to keep ``contents``."""
        self.selection: str | None = None
        self.closed = False
        self._now = monotonic_s
        self._ours = False
        self._offer: FakeOffer | None = None

    def copy(self, contents: Mapping[str, bytes]) -> None:
        """Another program takes the clipboard."""
        self._become(contents, ours=False)

    def read_text(self) -> str | None:
        """Another program pastes: what it gets, ``None`` when there is no text."""
        if self._offer is not None:
            self._offer.receipt.note_read(self._now())
        data = self.contents.get(TEXT_TYPE)
        return None if data is None else data.decode()

    async def snapshot(self) -> ClipboardSnapshot:
        if self.owner_frozen and not self._ours:
            raise ClipboardFrozen("the owner does not answer")
        return ClipboardSnapshot(contents=dict(self.contents))

    async def offer(self, text: str) -> FakeOffer:
        offer = FakeOffer(self._now)
        self._become({TEXT_TYPE: text.encode()}, ours=True)
        self._offer = offer
        self.transient = True
        return offer

    async def restore(self, snapshot: ClipboardSnapshot) -> bool:
        if not self._ours:
            return False
        self._become(snapshot.contents, ours=bool(snapshot.contents))
        return True

    async def set_text(self, text: str) -> None:
        self._become({TEXT_TYPE: text.encode()}, ours=True)

    async def selected_text(self) -> str | None:
        return self.selection

    async def close(self) -> None:
        self.closed = True

    def _become(self, contents: Mapping[str, bytes], *, ours: bool) -> None:
        if self._offer is not None:
            self._offer.still_owner = False
        self._offer = None
        self._ours = ours
        self.contents = dict(contents)
        self.transient = False


ONE_MONITOR = DesktopState(
    outputs=(OutputArea(name="fake-1", x=0, y=0, width=1920, height=1080, is_primary=True),),
    pointer_output="fake-1",
    focus_output="",
)


class FakeDesktop:
    """Monitors as told."""

    def __init__(self, state: DesktopState = ONE_MONITOR) -> None:
        self._state = state
        self._watchers: list[Callable[[DesktopState], None]] = []

    def become(self, state: DesktopState) -> None:
        """Change the desktop; watchers hear of it when something is different."""
        if state != self._state:
            self._state = state
            for watcher in list(self._watchers):
                watcher(state)

    async def state(self) -> DesktopState:
        return self._state

    async def watch(self, on_change: Callable[[DesktopState], None]) -> None:
        self._watchers.append(on_change)
        try:
            await anyio.sleep_forever()
        finally:
            self._watchers.remove(on_change)


@dataclass
class FakeMedia:
    """Streams with a volume and players that play or not."""

    volumes: dict[str, float] = field(default_factory=dict[str, float])
    """Stream to share of full volume."""
    playing: dict[str, bool] = field(default_factory=dict[str, bool])
    _lowered: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    _paused: set[str] = field(default_factory=set[str])

    async def lower(self, to: float) -> None:
        for name, volume in self.volumes.items():
            if name not in self._lowered:
                self._lowered[name] = (volume, volume * to)
                self.volumes[name] = volume * to

    async def pause(self) -> None:
        for name, plays in self.playing.items():
            if plays:
                self._paused.add(name)
                self.playing[name] = False

    async def restore(self) -> None:
        for name, (before, lowered) in self._lowered.items():
            if self.volumes.get(name) == lowered:
                self.volumes[name] = before
        for name in self._paused & self.playing.keys():
            self.playing[name] = True
        self._lowered.clear()
        self._paused.clear()


EDITOR = TargetApp(window_id=1, app_id="FakeEditor", title="", pid=None, focus_id=1)


@dataclass
class FakeSession:
    """A whole desktop session with one editor in front, which pastes on Ctrl+V."""

    hotkeys: FakeHotkeys = field(default_factory=FakeHotkeys)
    frontmost: FakeFrontmost = field(default_factory=lambda: FakeFrontmost(EDITOR))
    clipboard: FakeClipboard = field(default_factory=FakeClipboard)
    keys: FakeKeySender = field(default_factory=FakeKeySender)
    desktop: FakeDesktop = field(default_factory=FakeDesktop)
    media: FakeMedia = field(default_factory=FakeMedia)

    def __post_init__(self) -> None:
        self.keys.on_chord = self._chord

    def _chord(self, chord: str) -> None:
        if chord == "ctrl+v":
            self.keys.text += self.clipboard.read_text() or ""

    def platform(self) -> Platform:
        """Return the adapters as the core takes them."""
        names = ("hotkeys", "paste", "type", "frontmost-app", "placement", "paste-receipt", "media")
        return Platform(
            hotkeys=self.hotkeys,
            frontmost=self.frontmost,
            clipboard=self.clipboard,
            keys=self.keys,
            desktop=self.desktop,
            media=self.media,
            report=CapabilitiesReported("x11", tuple(Capability(name, available=True) for name in names)),
        )


def fake_platform() -> Platform:
    """Return adapters of a fresh session whose fakes nobody needs to reach."""
    return FakeSession().platform()
