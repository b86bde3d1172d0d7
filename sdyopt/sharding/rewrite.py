"""Changing every sharding of a module (spec "The import passes", last section)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.sharding.value_shardings import (
    IN_SHARDINGS,
    OUT_SHARDINGS,
    RESULT_PLACES,
    SHARDING,
    SHARDING_PER_RESULT,
    Place,
)

Rewrite = Callable[[Sharding], Sharding]
Told = Callable[[Operation, Signature], None]
"""Is told of an op, which has its old signature still, and of the new one."""

PLACES: dict[OpDefinition, tuple[Place, ...]] = {
    **{definition: (place,) for definition, place in RESULT_PLACES.items()},
    MANUAL_COMPUTATION: (IN_SHARDINGS, OUT_SHARDINGS),
    NAMED_COMPUTATION: (IN_SHARDINGS, OUT_SHARDINGS),
}
"""Where the shardings of an op are; those of all other ops, but for functions, are in SHARDING_PER_RESULT alone."""


def rewrite_shardings(module: Operation, rewrite: Rewrite, told: Told | None = None) -> bool:
    """Puts `rewrite(sharding)` in place of every sharding in `module`, on `module` itself too.

    Gives whether that changed any; `told` is told of each op whose shardings change.

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
            if told is not None:
                told(op, signature)
            op.signature = signature
            has_changed = True
    return has_changed


def rewritten_signature(signature: Signature, rewrite: Rewrite) -> Signature:
    """`signature` with other shardings."""
    if signature.definition is FUNC:
        return _with_rewritten_heads(signature, rewrite)
    for place in places_of(signature.definition):
        kept = kept_at(signature, place)
        if kept is None:
            continue
        rewritten = _rewritten(kept, rewrite)
        if _is_inherent(signature, place):
            signature = signature.with_properties(signature.properties.with_entry(place.attribute, rewritten))
        else:
            signature = signature.with_attributes(signature.attributes.with_entry(place.attribute, rewritten))
    return signature


def places_of(definition: OpDefinition) -> tuple[Place, ...]:
    """Where an op that is no function may have shardings, in the order of the text."""
    return PLACES.get(definition, (SHARDING_PER_RESULT,))


def kept_at(signature: Signature, place: Place) -> Attribute | None:
    """The attribute that is there: a sharding, several of them, or whatever a program has put in their place."""
    attributes = signature.properties if _is_inherent(signature, place) else signature.attributes
    return attributes.get(place.attribute)


def _is_inherent(signature: Signature, place: Place) -> bool:
    """Whether it is among the properties. An unregistered op may have any attribute there."""
    return place.inherent or place.attribute in signature.properties


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
