"""Servers of integrations: one MCP client, what starts and watches their servers, and what they offer.

::

    supervisor   all servers: starts them together, calls their tools, tests a connection
    server       one server: its one task from start to end; restarts, setup: when it may start
    reach        from a record to a connected session; parts: what both are given from outside
    local        the way to a server that is a program of this machine (``streams`` says what a way is)
    client       one MCP session: handshake, list, call, cancel
    host_link    what a server asks of the host, below the library's session
    transport    lines of JSON on pipes
    registry     records and live servers to tools; names, parity, plain: their names, differences, no manifest
    served       what a server says of itself, as values

``client``, ``host_link``, ``transport`` and the ways to a server import ``mcp``, which takes half a second, and are
therefore imported by ``reach`` when the first server starts. The core loop's thread throughout.
"""
