"""Voxnotch, a local-first voice front end.

The packages, from the top; each may import only from those below it (``pyproject.toml`` keeps this, see
``[tool.importlinter]``)::

    app.__main__, app.cli     the commands a person types
    app.ui                    the only Qt: windows, view models, the bridge between the two threads
    app.bootstrap             builds the object graph; knows no Qt
    app.runtime               core, coordinator, one take and one agent turn, delivery; integrations as they live
    app.agent                 who answers a turn: fast intents, the offline router, language models
    app.tools                 the one door to a tool: schema, policy, questions, results
    app.integrations          servers of integrations: the one MCP client, supervisor, catalogue of tools
    app.extensions            installing, processes, secrets, logs
    app.speech | app.platform | app.storage
                              microphone, recogniser, voice | hotkeys, clipboard, windows | history and takes
    app.settings              frozen settings, their file, folders
    app.domain                values, errors, every command and event

Two threads: Qt's main thread shows things; the core runs anyio on its own thread and never sees Qt.
``ui/bridge.py`` is the only crossing. Commands go in (``Core.submit``), events come out (``Core.subscribe``).
"""

__version__ = "0.1.0"
