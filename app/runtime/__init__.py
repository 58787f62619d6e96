"""The running core: one command loop, one voice run at a time, delivery into the target program.

``core.Core`` is what the outside holds. Inside it ``coordinator.Coordinator`` alone owns the stage; a
``voice_run.VoiceRun`` is one straight coroutine from the first sample to the receipt. Everything here runs on the
core's own thread and loop.
"""
