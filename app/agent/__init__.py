"""The agent: who answers an agent turn, and with which tools.

::

    ports, record   what a turn is given, gives back and leaves behind
    runner          one turn, from words to answer; ``race`` has the one switch between intent and model
    intents         which fast intents could win; ``routed`` the turn without a model, by ``router``
    door            every call of a turn, on its way to ``tools/executor``
    model_turn      the port to a language model; ``model_run``, ``models``, ``toolset``, ``context``,
                    ``model_schemas`` and ``model_errors`` import ``pydantic_ai`` and come with the first turn of one
    local_servers   model servers of this machine; ``turn_hooks`` the places of hooks around a turn

Core loop; what computes for long runs on a thread.
"""
