"""The offline router: which installed tool a sentence means, with which arguments; no network, no model.

::

    router        one sentence over a set of tools; keeps their index
    shapes        what it is asked and what it says
    offered       tools of the registry and of manifests as it takes them
    sayings       a sentence as words, and what forbids to act on it; ``english`` has the tables
    profiles      what is known of a tool; ``arguments`` what is known of each argument
    index         ranks all tools; ``embedding`` has the word vectors
    evidence      how surely one tool is meant; ``filling`` fills its arguments by ``amounts``, ``moments``,
                  ``picks`` and ``texts``
    deciding      run, ask for one value, choose, or nothing
    answers       the answer to a value that was asked for; ``follow_ups`` the "and tomorrow?"
    suite         labelled sentences, and how well they are routed
"""

from app.agent.router.answers import read_value
from app.agent.router.offered import manifest_tools, router_tools
from app.agent.router.router import Router
from app.agent.router.shapes import (
    AskValue,
    Choose,
    Decision,
    NoMatch,
    PreviousCall,
    RankedTool,
    Routed,
    RouteRequest,
    RouterTool,
    Run,
)

__all__ = [
    "AskValue",
    "Choose",
    "Decision",
    "NoMatch",
    "PreviousCall",
    "RankedTool",
    "RouteRequest",
    "Routed",
    "Router",
    "RouterTool",
    "Run",
    "manifest_tools",
    "read_value",
    "router_tools",
]
