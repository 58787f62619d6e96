"""The running core: one command loop, one take at a time and one agent turn beside it, delivery into other programs.

``core.Core`` is what the outside holds. Inside it ``coordinator.Coordinator`` alone owns the stage; a
``voice_run.VoiceRun`` is one straight coroutine from the first sample to the receipt or the answer, and
``agent_lane.AgentLane`` holds the one agent turn that works, spoken or typed. Everything here runs on the
core's own thread and loop.
"""
