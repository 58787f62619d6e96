"""The base of every model of the contract's wire forms: frozen, with the names of the wire, and strict about types.

A field that the wire writes in camel case is an attribute in snake case. Reading is done before: a model is made of
values that are already good, and a value that is not is our own fault.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

__all__ = ["Frozen"]


class Frozen(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        alias_generator=to_camel,
        validate_by_alias=True,
        validate_by_name=True,
        use_attribute_docstrings=True,
    )
