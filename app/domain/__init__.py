"""Values and pure rules: what a turn is, what may be said between the threads, what can go wrong.

Standard library and pydantic only; no clock, no file, no thread. Everything else may import from here.
"""
