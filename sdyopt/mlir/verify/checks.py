"""The table of checks of an operation: what each looks at, and when MLIR makes it.

Verification has two drivers. `verifier` makes each check as seldom as what it looks at allows; `order` makes all checks
in MLIR's order. Both take them from here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache, partial

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, DictionaryAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, FloatType, IntegerType, RankedTensorType
from sdyopt.mlir.declare.definition import OpDef, Verifier
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import Hinted
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.verify.dominance import verify_isolation
from sdyopt.mlir.verify.enclosing_scope import Mark, sees_binders_only
from sdyopt.mlir.verify.invariants import verify_invariants, verify_successors
from sdyopt.mlir.verify.traits import place_traits, region_traits
from sdyopt.mlir.verify.verification import Verification


class Phase:
    """When MLIR makes a check: a number."""

    ENTRANCE = 0
    """When it enters an operation."""
    ITSELF = 1
    """Then, and again on exit; on entrance errors of inference do not count."""
    REGIONS = 2
    """When everything inside the operation is valid."""
    AFTER_REGIONS = 3
    """After that."""
    SYMBOLS = 4
    """When it leaves the symbol table around the operation."""
    LAST = 5
    """After that, when it leaves the operation."""


PHASES = range(Phase.LAST + 1)


class Sees:
    """What the verdict of a check depends on, besides the symbols around the operation: a number."""

    SIGNATURE, REGIONS, OPERATION, VISIBILITY = range(4)
    """The operation's signature and those of binders around it; the signature and the regions; anything around the
    operation; which values are visible: a walk over the whole module finds that out. The verifiers of an operation
    itself do not look at attributes of other dialects."""


class Check(NamedTuple):
    """A verifier, when MLIR calls it, and what its verdict depends on."""

    verify: Verifier
    phase: int
    sees: int


def checks_of(op: Operation, registry: Registry) -> Sequence[Check]:
    """Returns all checks of an operation, those of a phase in MLIR's order."""
    signature = op.signature
    try:
        return _checks(signature.definition, signature.attributes, registry)
    except BrokenPackageError as error:
        raise error.at(op.location) from error


def _checks(definition: OpDefinition, attributes: DictionaryAttr, registry: Registry) -> Sequence[Check]:
    of_kind = _checks_of_kind(definition, registry)
    if not attributes.entries:
        return of_kind
    on_entrance, of_symbols = checks_of_attributes(attributes, registry)
    return [*on_entrance, *of_kind, *of_symbols]


def checks_of_attributes(attributes: DictionaryAttr, registry: Registry) -> tuple[list[Check], list[Check]]:
    """Returns the checks of discardable attributes on entrance, and those of symbols."""
    on_entrance: list[Check] = []
    of_symbols: list[Check] = []
    for name, value in attributes.items():
        dialect = registry.of_attribute(name.partition(".")[0])
        if dialect is not None and dialect.verify_discardable is not None:
            verify = _discardable(dialect.verify_discardable, name, value)
            on_entrance.append(Check(verify, Phase.ENTRANCE, Sees.SIGNATURE))
        if dialect is not None and name in dialect.context_verifiers:
            verify = dialect.context_verifiers[name]
            on_entrance.append(Check(verify, Phase.ENTRANCE, _seen_around(verify)))
        if type(value) in registry.symbol_users:
            verify = registry.symbol_users[type(value)]
            of_symbols.append(Check(verify, Phase.SYMBOLS, _seen_around(verify)))
    return on_entrance, of_symbols


@cache
def _checks_by_phase(
    definition: OpDefinition, attributes: DictionaryAttr, registry: Registry
) -> dict[int, tuple[Check, ...]]:
    checks = _checks(definition, attributes, registry)
    return {phase: tuple([check for check in checks if check.phase == phase]) for phase in PHASES}


def checks_in(phase: int, op: Operation, registry: Registry) -> Sequence[Check]:
    """Returns the checks of an operation in a phase, in MLIR's order."""
    signature = op.signature
    try:
        return _checks_by_phase(signature.definition, signature.attributes, registry)[phase]
    except BrokenPackageError as error:
        raise error.at(op.location) from error


def _discardable(
    verify: Callable[[Operation, str, Attribute, Verification], None], name: str, value: Attribute
) -> Verifier:
    return lambda op, context: verify(op, name, value, context)


@cache
def _checks_of_kind(definition: OpDefinition, registry: Registry) -> tuple[Check, ...]:
    """The checks of all operations of a kind."""
    checks: list[Check] = []
    if isinstance(definition, OpDef):
        invariants = partial(_verify_invariants, definition)
        checks.append(Check(invariants, Phase.ENTRANCE, Sees.SIGNATURE))
        if definition.successors:
            checks.append(Check(partial(verify_successors, definition), Phase.ENTRANCE, Sees.OPERATION))
        checks += [Check(verify, Phase.ENTRANCE, Sees.OPERATION) for verify in place_traits(definition)]
        if "FunctionOpInterface" in definition.traits:
            checks.append(Check(partial(_verify_values, registry), Phase.ENTRANCE, Sees.SIGNATURE))
    for verify in region_traits(definition):
        checks.append(Check(verify, Phase.REGIONS, Sees.VISIBILITY if verify is verify_isolation else Sees.REGIONS))
    if isinstance(definition, OpDef):
        checks += [Check(verify, _phase(verify), Sees.REGIONS) for verify in definition.verifiers]
        checks += [Check(verify, _phase(verify), _seen_around(verify)) for verify in definition.context_verifiers]
    elif (dialect := registry.dialect(definition.dialect)) is not None and not dialect.allows_unknown_operations:
        checks.append(Check(partial(_refuse_unregistered, registry), Phase.LAST, Sees.SIGNATURE))
    return tuple(checks)


def _seen_around(verify: Verifier) -> int:
    return Sees.SIGNATURE if verify in sees_binders_only else Sees.OPERATION


def _verify_invariants(definition: OpDef, op: Operation, context: Verification) -> None:
    verify_invariants(op, definition, context)


def _refuse_unregistered(registry: Registry, op: Operation, context: Verification) -> None:
    """Reports an operation that its dialect has not declared."""
    message = (
        f"unregistered operation '{op.name}' found in dialect ('{op.definition.dialect}') that does not allow "
        "unknown operations"
    )
    context.plain_error(op.location, Hinted(message, registry.similar_operations(op.name)))


def _verify_values(registry: Registry, op: Operation, context: Verification) -> None:
    """Checks the attributes of a function's arguments and results: a dictionary for each, of dialects' attributes."""
    type = op.properties["function_type"].type  # type: ignore[attr-defined]
    for attribute, which, what, types in (
        ("arg_attrs", "verify_argument", "argument", type.inputs),
        ("res_attrs", "verify_result", "result", type.results),
    ):
        per_value = op.properties.get(attribute)
        if not isinstance(per_value, ArrayAttr):
            continue
        if len(per_value.elements) != len(types):
            context.error(
                op,
                f"expects {what} attribute array to have the same number of elements as the number of function "
                f"{what}s, got {len(per_value.elements)}, but expected {len(types)}",
            )
        for index, entries in enumerate(per_value.elements):
            assert isinstance(entries, DictionaryAttr)
            for name, value in entries.items():
                if "." not in name:
                    context.error(op, f"{what}s may only have dialect attributes")
                dialect = registry.of_attribute(name.partition(".")[0])
                hook: Callable[..., None] | None = getattr(dialect, which, None)
                if hook is not None:
                    hook(op, index, name, value, context)


# When verifiers of operations run that do not when an operation is entered.

symbol_use = Mark()
"""Marks a verifier of what an operation says of symbols, which MLIR checks last."""

after_regions = Mark()
"""Marks a verifier that MLIR runs when everything inside the operation is valid."""


compares_sizes = Mark()
"""Marks a verifier that does nothing with the sizes of tensors but compare them with each other, and with 0 and 1.

Not so for unknown sizes, encodings, and elements other than numbers.
"""


blind_to_elements = Mark()
"""Marks a verifier of constants that looks at the class and the type of the value, not at its elements."""


@cache
def _is_blind_to_elements(definition: OpDefinition) -> bool:
    is_constant = isinstance(definition, OpDef) and definition.is_constant
    return is_constant and blind_to_elements.issuperset(definition.verifiers)  # type: ignore[attr-defined]


@cache
def _compares_sizes(definition: OpDefinition) -> bool:
    return isinstance(definition, OpDef) and compares_sizes.issuperset(definition.verifiers)


def what_counts(signature: Signature) -> Hashable:
    """Returns what the checks of an operation depend on; None if that is all of its signature.

    It need not be the sizes of tensors, but which of these are equal, nor the elements of a constant.
    """
    if _is_blind_to_elements(signature.definition):
        value = signature.properties.get("value")
        if not isinstance(value, DenseElementsAttr) or len(signature.properties) > 1 or signature.attributes.entries:
            return None
        return signature.definition, value.type, signature.operand_types, signature.result_types
    if not _compares_sizes(signature.definition) or signature.attributes.entries:
        return None
    numbers = {0: 0, 1: 1}
    kinds: list[Hashable] = [signature.definition, signature.properties]
    for type in signature.operand_types + signature.result_types:
        if not isinstance(type, RankedTensorType) or type.encoding is not None or DYNAMIC in type.shape:
            return None
        if not isinstance(type.element_type, FloatType | IntegerType):
            return None
        kinds.append(type.element_type)
        kinds += [numbers.setdefault(size, len(numbers)) for size in type.shape]
    return tuple(kinds)


def _phase(verify: Verifier) -> int:
    if verify in symbol_use:
        return Phase.SYMBOLS
    return Phase.AFTER_REGIONS if verify in after_regions else Phase.ITSELF
