"""Global shortcuts on X11 by passive grabs; the adapter of the port ``Hotkeys``.

Everything but the coroutines runs on the X thread of its connection. Only the bound keys reach us, never a stream
of all keys; while one of them is held the server sends us the others too, and all but the bound ones are dropped
unseen.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from typing import Any, Final

import anyio
from Xlib import X
from Xlib.display import Display
from Xlib.error import CatchError
from Xlib.protocol.rq import Event

from app.domain.errors import AppError, DisplayUnavailable, HotkeyConflict
from app.domain.messages import HotkeyAction, HotkeyEdge
from app.platform.shortcuts import Shortcut, read_bindings
from app.platform.x11.connection import XThread
from app.platform.x11.grabs import BUTTON_MASK, GrabSet, Trigger
from app.platform.x11.keymap import REAL_MODIFIERS, Keymap
from app.platform.x11.recording import ShortcutRecorder
from app.platform.x11.xkb import XkbWatch, layout_changed

__all__ = ["X11Hotkeys"]

log = logging.getLogger(__name__)

WATCH_S: Final = 0.2
"""While a key is down: between two looks at whether it still is, in case its release was lost."""

GIVE_BACK_TIMEOUT_S: Final = 2.0
"""For giving the keyboard back after recording, also when the recording was cancelled."""

BUSY_RETRIES: Final = 20
"""Another program, e.g. an open menu, may hold the keyboard for a moment: one second in all."""

BUSY_RETRY_S: Final = 0.05

REPEAT_GAP_MS: Final = 10
"""Longest time between release and press of one repeat: 5 ms are seen in the wild (A01), no finger is that quick."""

REPEAT_GRACE_S: Final = 0.018
"""How long a release waits for the press of a repeat: the gap, and time for it to travel."""

RECORDED_BUTTONS: Final = (8, 9)
"""4 to 7 are the wheel."""


class X11Hotkeys:
    """Grabs keys and mouse buttons on the root window and reports their edges."""

    def __init__(self, thread: XThread, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Use ``thread`` alone; it is closed by :meth:`close`."""
        self._thread = thread
        self._clock = clock
        self._listener: Callable[[HotkeyEdge], None] | None = None
        self._watch: XkbWatch | None = None
        self._wanted: dict[HotkeyAction, Shortcut] = {}
        self._grabs = GrabSet()
        self._down: dict[Trigger, HotkeyAction] = {}
        self._muted: set[Trigger] = set()
        """Down, but without edges: bound while they were held, or unbound."""
        self._rising: dict[Trigger, _Rising] = {}
        self._watching = False
        self._reload_posted = False
        self._recorder: ShortcutRecorder | None = None
        self._recorded: Future[str] | None = None
        thread.on_event(self._see)
        thread.on_lost(self._let_go_of_all)

    # --- the port, on the core loop -------------------------------------------------------------------------

    def listen(self, on_edge: Callable[[HotkeyEdge], None]) -> None:
        self._listener = on_edge

    async def bind(self, shortcuts: Mapping[HotkeyAction, str]) -> Mapping[HotkeyAction, AppError]:
        """Replace all grabs; a key that is held and stays bound is not disturbed.

        Raises:
            DisplayUnavailable: the display is gone.
        """
        wanted, problems = read_bindings(shortcuts)
        try:
            problems.update(await self._thread.call(lambda display: self._bind(display, wanted)))
        except DisplayUnavailable:
            # A call that was still waiting is dropped; a server that answers again must not leave Escape with us.
            self._thread.post(lambda display: self._rebind(display, wanted))
            raise
        return problems

    async def record(self, timeout_s: float) -> str:
        """Take the keyboard for one shortcut.

        Raises:
            HotkeyConflict: code ``keyboard-busy``: another program holds the keyboard.
            DisplayUnavailable: the display is gone.
        """
        recorded: Future[str] = Future()
        await self._thread.call(lambda display: self._start_recording(display, recorded, BUSY_RETRIES))
        try:
            with anyio.move_on_after(timeout_s):
                return await asyncio.wrap_future(recorded)
            return ""
        finally:
            # Posted, because a call that times out in the queue is dropped, and the whole keyboard would stay with us.
            self._thread.post(self._stop_recording)
            with anyio.move_on_after(GIVE_BACK_TIMEOUT_S, shield=True):
                await self._thread.call(lambda _: None)

    async def close(self) -> None:
        """Let go of all keys (the server does it with the connection) and end the thread."""
        await anyio.to_thread.run_sync(self._thread.close)

    # --- binding, on the X thread ---------------------------------------------------------------------------

    def _bind(self, display: Display, wanted: dict[HotkeyAction, Shortcut]) -> dict[HotkeyAction, AppError]:
        before, self._wanted = self._wanted, wanted
        for trigger, action in list(self._down.items()):
            if wanted.get(action) != before.get(action):
                del self._down[trigger]
                self._muted.add(trigger)
        return self._apply(display)

    def _rebind(self, display: Display, wanted: dict[HotkeyAction, Shortcut]) -> None:
        for action, problem in self._bind(display, wanted).items():
            log.warning("the shortcut for %s cannot be bound: %s", action, problem.code)

    def _opened(self, display: Display) -> XkbWatch:
        if self._watch is None:
            self._watch = XkbWatch.open(display, modifiers=False)
        return self._watch

    def _apply(self, display: Display) -> dict[HotkeyAction, AppError]:
        keymap = Keymap.read(display, self._opened(display))
        fresh, problems = self._grabs.replace(display, keymap, self._wanted)
        held = self._held(display)
        # A key that was down before we had it sends no stray edge when it repeats or comes up.
        self._muted |= {trigger for trigger in fresh if trigger in held and trigger not in self._down}
        self._keep_watching()
        return problems

    def _reload(self, display: Display) -> None:
        self._reload_posted = False
        for action, problem in self._apply(display).items():
            log.warning("the shortcut for %s is lost with the new layout: %s", action, problem.code)
        self._verify(display)

    # --- events, on the X thread ----------------------------------------------------------------------------

    def _see(self, event: Event) -> None:
        seen: Any = event
        if seen.type in (X.KeyPress, X.KeyRelease, X.ButtonPress, X.ButtonRelease):
            trigger = Trigger(seen.detail, is_button=seen.type in (X.ButtonPress, X.ButtonRelease))
            down = seen.type in (X.KeyPress, X.ButtonPress)
            if self._recorder is not None:
                self._record_edge(self._recorder, trigger, seen.state, down=down)
            elif down:
                self._pressed(trigger, seen.state & REAL_MODIFIERS, seen.time)
            else:
                self._released(trigger, seen.state & REAL_MODIFIERS, seen.time)
        elif self._watch is not None and layout_changed(self._watch, event) and not self._reload_posted:
            self._reload_posted = True
            self._thread.post(self._reload)

    def _pressed(self, trigger: Trigger, state: int, time_ms: int) -> None:
        rising = self._rising.get(trigger)
        if rising is not None and rising.state == state and time_ms - rising.time_ms <= REPEAT_GAP_MS:
            del self._rising[trigger]
            return
        for other, its_release in list(self._rising.items()):
            self._came_up(other, its_release)
        if trigger.is_button:
            # Buttons do not repeat: what we took for down has come up unseen.
            self._muted.discard(trigger)
            if trigger in self._down:
                self._tell(self._down.pop(trigger), down=False, at_s=self._clock())
        if trigger in self._down or trigger in self._muted:
            return
        action = self._grabs.action(trigger, state)
        if action is not None:
            self._down[trigger] = action
            self._tell(action, down=True, at_s=self._clock())
            self._keep_watching()

    def _released(self, trigger: Trigger, state: int, time_ms: int) -> None:
        self._muted.discard(trigger)
        if trigger in self._down:
            # The server takes its own repeats out (detectable auto-repeat), but remote desktops replay them as
            # pairs of release and press (A01): a release counts once no press follows it.
            rising = _Rising(time_ms, state, self._clock())
            self._rising[trigger] = rising
            self._thread.post(lambda display: self._judge(display, trigger, rising), delay_s=REPEAT_GRACE_S)

    def _judge(self, display: Display, trigger: Trigger, rising: _Rising) -> None:
        # On a busy machine the press may wait unread: all events up to now are taken in before the next job runs.
        display.sync()
        self._thread.post(lambda _: self._came_up(trigger, rising))

    def _came_up(self, trigger: Trigger, rising: _Rising) -> None:
        if self._rising.get(trigger) is rising:
            del self._rising[trigger]
            if trigger in self._down:
                self._tell(self._down.pop(trigger), down=False, at_s=rising.at_s)

    def _verify(self, display: Display) -> None:
        """Report releases that never reached us: the server is asked which keys are down."""
        held = self._held(display)
        for trigger in [each for each in self._down if each not in held and each not in self._rising]:
            if _can_be_asked_for(trigger):
                self._tell(self._down.pop(trigger), down=False, at_s=self._clock())
        self._muted = {trigger for trigger in self._muted if trigger in held or not _can_be_asked_for(trigger)}

    def _held(self, display: Display) -> set[Trigger]:
        keys: Any = display.query_keymap()
        pointer: Any = display.screen().root.query_pointer()
        held = {Trigger(8 * byte + bit) for byte, bits in enumerate(keys) for bit in range(8) if bits >> bit & 1}
        held |= {Trigger(1 + bit, is_button=True) for bit in range(5) if pointer.mask & X.Button1Mask << bit}
        return held

    def _keep_watching(self) -> None:
        if not self._watching and any(_can_be_asked_for(each) for each in (*self._down, *self._muted)):
            self._watching = True
            self._thread.post(self._look_again, delay_s=WATCH_S)

    def _look_again(self, display: Display) -> None:
        self._watching = False
        self._verify(display)
        self._keep_watching()

    def _let_go_of_all(self) -> None:
        while self._down:
            self._tell(self._down.popitem()[1], down=False, at_s=self._clock())

    def _tell(self, action: HotkeyAction, *, down: bool, at_s: float) -> None:
        if self._listener is not None:
            self._listener(HotkeyEdge(action, down, at_s))

    # --- recording, on the X thread -------------------------------------------------------------------------

    def _start_recording(self, display: Display, recorded: Future[str], retries: int) -> None:
        if recorded.cancelled():
            return
        root: Any = display.screen().root
        watch = self._opened(display)
        if root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime) != X.GrabSuccess:
            if retries:
                again = functools.partial(self._start_recording, recorded=recorded, retries=retries - 1)
                self._thread.post(again, delay_s=BUSY_RETRY_S)
            else:
                with contextlib.suppress(InvalidStateError):  # the wait was cancelled at this moment
                    recorded.set_exception(HotkeyConflict("held by another program", code="keyboard-busy"))
            return
        for number in RECORDED_BUTTONS:
            root.grab_button(
                number, X.AnyModifier, False, BUTTON_MASK, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE,
                onerror=CatchError(),
            )  # fmt: skip
        held = frozenset(trigger.detail for trigger in self._held(display) if not trigger.is_button)
        self._recorder = ShortcutRecorder(Keymap.read(display, watch), held)
        self._recorded = recorded

    def _record_edge(self, recorder: ShortcutRecorder, trigger: Trigger, state: int, *, down: bool) -> None:
        take = recorder.button if trigger.is_button else recorder.key
        if take(trigger.detail, state & REAL_MODIFIERS, down=down) and self._recorded is not None:
            with contextlib.suppress(InvalidStateError):  # the wait was cancelled at this moment
                self._recorded.set_result(recorder.spelling or "")

    def _stop_recording(self, display: Display) -> None:
        if self._recorder is None:
            return
        self._recorder, self._recorded = None, None
        display.ungrab_keyboard(X.CurrentTime)
        root: Any = display.screen().root
        for number in RECORDED_BUTTONS:
            root.ungrab_button(number, X.AnyModifier)
        self._grabs.forget({Trigger(number, is_button=True) for number in RECORDED_BUTTONS})
        self._apply(display)
        self._verify(display)


@dataclass(frozen=True, slots=True)
class _Rising:
    """A release that may turn out to be the first half of a repeat."""

    time_ms: int
    """Server time, which starts again at 0 after 49 days: one repeat may then count as two edges."""
    state: int
    at_s: float


def _can_be_asked_for(trigger: Trigger) -> bool:
    # The core protocol tells the state of buttons 1 to 5 only.
    return not trigger.is_button or trigger.detail <= 5
