"""Servers of integrations: one MCP client, what starts and watches their servers, and what they offer.

::

    registry     records and live servers to tools with their names; what the executor and the model see
    supervisor   all servers: starts them together, restarts them, calls their tools
    server       one server: its one task from start to end
    local        the way to a server that is a program of this machine
    client       one MCP session: handshake, list, call, cancel
    host_link    what a server asks of the host, below the library's session
    transport    lines of JSON on pipes

``client``, ``host_link``, ``transport`` and the ways to a server import ``mcp``, which takes half a second, and are
therefore imported by ``server`` when the first one starts. The core loop's thread throughout.
"""
