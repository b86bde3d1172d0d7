"""Changing every sharding of a module (spec "The import passes", last section)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.sdy.value_shardings import (
    IN_SHARDINGS,
    OUT_SHARDINGS,
    RESULT_PLACES,
    SHARDING,
    SHARDING_PER_RESULT,
    Place,
)
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature

Rewrite = Callable[[Sharding], Sharding]

PLACES: dict[OpDefinition, tuple[Place, ...]] = {
    **{definition: (place,) for definition, place in RESULT_PLACES.items()},
    MANUAL_COMPUTATION: (IN_SHARDINGS, OUT_SHARDINGS),
    NAMED_COMPUTATION: (IN_SHARDINGS, OUT_SHARDINGS),
}
"""Where the shardings of an op are; those of all other ops, but for functions, are in SHARDING_PER_RESULT alone."""


def rewrite_shardings(module: Operation, rewrite: Rewrite) -> bool:
    """Puts `rewrite(sharding)` in place of every sharding in `module`, on `module` itself too.

    Gives whether that changed any.

    `rewrite` is asked once about each sharding, in the order in which the program first mentions them: an op before
    what is in its regions, a function's arguments before its results, in_shardings before out_shardings. Shardings
    under other names or within other attributes are not touched.
    """
    rewrite = cache(rewrite)
    rewritten = cache(lambda signature: rewritten_signature(signature, rewrite))
    has_changed = False
    for op in module.walk():
        signature = rewritten(op.signature)
        if signature is not op.signature:
            op.signature = signature
            has_changed = True
    return has_changed


def rewritten_signature(signature: Signature, rewrite: Rewrite) -> Signature:
    """`signature` with other shardings."""
    if signature.definition is FUNC:
        return _with_rewritten_heads(signature, rewrite)
    for place in PLACES.get(signature.definition, (SHARDING_PER_RESULT,)):
        # An unregistered op may have any attribute among its properties.
        is_inherent = place.inherent or place.attribute in signature.properties
        attributes = signature.properties if is_inherent else signature.attributes
        kept = attributes.get(place.attribute)
        if kept is not None:
            attributes = attributes.with_entry(place.attribute, _rewritten(kept, rewrite))
            signature = signature.with_properties(attributes) if is_inherent else signature.with_attributes(attributes)
    return signature


def _rewritten(attribute: Attribute, rewrite: Rewrite) -> Attribute:
    """One sharding or a list of them, rewritten."""
    if isinstance(attribute, Sharding):
        return rewrite(attribute)
    if isinstance(attribute, ShardingPerValue):
        return ShardingPerValue(tuple([rewrite(sharding) for sharding in attribute.shardings]))
    return attribute


def _with_rewritten_heads(function: Signature, rewrite: Rewrite) -> Signature:
    """The signature of a function, the shardings of its arguments and results rewritten."""
    properties = function.properties
    for name in ("arg_attrs", "res_attrs"):
        kept = properties.get(name)
        if isinstance(kept, ArrayAttr):
            elements = [_with_rewritten_sharding(cast(DictionaryAttr, value), rewrite) for value in kept]
            properties = properties.with_entry(name, ArrayAttr(tuple(elements)))
    return function.with_properties(properties)


def _with_rewritten_sharding(attributes: DictionaryAttr, rewrite: Rewrite) -> DictionaryAttr:
    """The attributes of one argument or result, its sharding rewritten."""
    kept = attributes.get(SHARDING)
    return attributes if kept is None else attributes.with_entry(SHARDING, _rewritten(kept, rewrite))
