"""Attributes of the arguments and results of functions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.shardings.slots import function_type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr
from sdyopt.ir.signature import Signature

_ATTRIBUTES = {"arg_attrs": "argument", "res_attrs": "result"}


def value_attributes(signature: Signature) -> Iterator[tuple[str, DictionaryAttr]]:
    """Yields the attributes of each argument and result of a function that has some, with what messages call it.

    There are none if the signature is that of another operation.
    """
    if signature.definition is FUNC:
        for name, kind in _ATTRIBUTES.items():
            stored = signature.properties.get(name)
            for number, dictionary in enumerate(stored.elements if isinstance(stored, ArrayAttr) else ()):
                yield f"{kind} {number}", cast(DictionaryAttr, dictionary)


def result_attributes(signature: Signature) -> tuple[DictionaryAttr, ...]:
    """Returns the attributes of each result of a function, which may be empty."""
    stored = signature.properties.get("res_attrs")
    if isinstance(stored, ArrayAttr):
        return cast(tuple[DictionaryAttr, ...], stored.elements)
    return (NO_ATTRIBUTES,) * len(function_type(signature).results)


def without_value_attributes(signature: Signature, names: Collection[str]) -> Signature:
    """Returns the signature of a function without the attributes `names` of its arguments and results.

    Where no attributes remain, there is no list of them any more. That of another operation is returned as it is.
    """
    if signature.definition is FUNC:
        for attribute in _ATTRIBUTES:
            stored = signature.properties.get(attribute)
            if not isinstance(stored, ArrayAttr):
                continue
            left = ArrayAttr(tuple([cast(DictionaryAttr, entries).without(*names) for entries in stored.elements]))
            if left is not stored:
                properties = signature.properties.without(attribute)
                if any(cast(DictionaryAttr, entries).entries for entries in left.elements):
                    properties = properties.with_entry(attribute, left)
                signature = signature.with_properties(properties)
    return signature
