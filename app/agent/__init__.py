"""The agent: who answers an agent turn, and with which tools.

``runner`` takes one turn from words to answer: fast intents race with the language model, or come before the offline
router when there is no model. ``router`` ranks tools and fills their arguments without a model; ``models``, ``toolset``
and ``model_turn`` hold the model layer, and are imported with the first turn that needs a model. Every tool is called
through ``app/tools/executor``. Core loop; what computes for long runs on a thread.
"""
