"""Microphones between takes: the list, the remembered one, keeping it ready, the level test.

Used by the coordinator, on the core loop.
"""

from __future__ import annotations

import logging

import anyio

from app.domain.errors import AppError
from app.domain.messages import DevicesChanged, Fix, LevelMeasured, Notice, NoticeCode
from app.runtime.parts import Emit
from app.settings.model import AudioSettings
from app.speech.levels import LevelMeter
from app.speech.ports import Microphone

__all__ = ["Inputs"]

log = logging.getLogger(__name__)


class Inputs:
    """Follows the sound inputs of this machine."""

    def __init__(self, microphone: Microphone, settings: AudioSettings, emit: Emit) -> None:
        self._microphone = microphone
        self._settings = settings
        self._emit = emit
        self._missing = ""
        self._none_told = False
        self._test: anyio.CancelScope | None = None
        self._changed = anyio.Event()

    async def tell(self) -> None:
        """Tell the devices, and when the remembered one went or came back (A20)."""
        try:
            devices = await self._microphone.devices()
        except AppError as error:
            log.warning("microphones cannot be listed: %s", error.code)
            devices = ()
        wanted = self._settings.device
        names = {device.name for device in devices}
        missing = wanted if wanted and wanted not in names else ""
        default = next((device.name for device in devices if device.is_default), "")
        in_use = wanted if wanted in names else default or (devices[0].name if devices else "")
        self._emit(DevicesChanged(devices, in_use=in_use, missing=missing))
        if self._missing and not missing:
            self._emit(Notice(NoticeCode.DEVICE_BACK, place=self._missing))
        self._missing = missing
        if not devices and not self._none_told:
            log.warning("there is no microphone; to see Voxnotch at work all the same: voxnotch demo")
            self._emit(Notice(NoticeCode.NO_MICROPHONE, fix=Fix.OPEN_AUDIO_SETTINGS))
        self._none_told = not devices

    async def use(self, settings: AudioSettings) -> None:
        """Follow changed settings."""
        before, self._settings = self._settings, settings
        if (before.device, before.keep_open) != (settings.device, settings.keep_open):
            await self.arm()
            await self.tell()

    async def arm(self) -> None:
        """Keep the microphone ready where the person wants that; a failure shows at the next take."""
        try:
            await self._microphone.arm(self._settings.device if self._settings.keep_open else None)
        except AppError as error:
            log.warning("the microphone cannot be kept ready: %s", error.code)

    async def follow(self) -> None:
        """Tell the inputs, and each change of them; runs until cancelled."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._microphone.watch, self._note_change)
            # What came before the watch began is told with the first look.
            self._changed.set()
            while True:
                await self._changed.wait()
                self._changed = anyio.Event()
                await self.tell()
                if self._settings.keep_open:
                    await self.arm()

    def _note_change(self) -> None:
        self._changed.set()

    async def test(self) -> None:
        """Measure levels without a take until :meth:`stop_test`; a failure is told as a notice."""
        self.stop_test()
        with anyio.CancelScope() as scope:
            self._test = scope
            meter = LevelMeter()
            try:
                async with self._microphone.open(self._settings.device) as capture:
                    async for chunk in capture:
                        if level := meter.push(chunk.samples):
                            self._emit(LevelMeasured(peak=level.peak, rms=level.rms))
            except AppError as error:
                log.warning("microphone test ended: %s", error.code)
                self._emit(Notice(NoticeCode.MICROPHONE_TEST_FAILED, place=error.code))
        if self._test is scope:
            self._test = None

    def stop_test(self) -> None:
        if self._test is not None:
            self._test.cancel()
