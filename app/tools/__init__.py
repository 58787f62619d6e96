"""The one door to a tool: schema, lanes of hooks, host policy, one question, the call, its result, the journal.

Everyone who wants a tool called goes through :class:`~app.tools.executor.Executor`, whoever it is (E-4.30). All of it
runs on the core loop. What fails in here ends in a call that does not run.
"""
