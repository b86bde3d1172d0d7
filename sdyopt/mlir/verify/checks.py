"""The table of checks of an operation: what each looks at, and when MLIR makes it.

Verification has two drivers. `verifier` makes each check as seldom as what it looks at allows; `order` makes all checks
in MLIR's order. Both take them from here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, cast

from sdyopt.ir.attribute import Attribute, Type, remembered
from sdyopt.ir.attributes import (
    DYNAMIC,
    ArrayAttr,
    DictionaryAttr,
    FloatType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    StringAttr,
    TypeAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.constraints import (
    Operand,
    check_successor_segments,
    operand_range,
    operand_segments,
    result_range,
    result_segments,
    successor_operands,
)
from sdyopt.mlir.declare.definition import Mark, OpDef, Verifier, sees_binders_only
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import Hinted, Note
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.dominance import verify_isolation
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

# What MLIR's traits require of an operation, by the trait's name and the time of the check.

# What is looked at before attributes and types: how many blocks and arguments regions have.


def no_region_arguments(op: Operation, context: Verification) -> None:
    """No region takes arguments."""
    for index, region in enumerate(op.regions):
        if region.blocks and region.blocks[0].arguments:
            which = f"region #{index}" if len(op.regions) > 1 else "region"
            context.error(op, f"{which} should have no arguments")


def single_block(op: Operation, context: Verification) -> None:
    """No region has several blocks, nor an empty one if there has to be a terminator."""
    for index, region in enumerate(op.regions):
        if len(region.blocks) > 1:
            context.error(op, f"expects region #{index} to have 0 or 1 blocks")
        if region.blocks and region.blocks[0].first is None and "NoTerminator" not in op.definition.traits:
            context.error(op, "expects a non-empty block")


# What follows from the signature.


def same_operands_and_result_type(op: Operation, context: Verification) -> None:
    """All operands and results have one type, except for dynamic sizes."""
    types = [*op.signature.operand_types, *op.signature.result_types]
    if not all(_are_compatible(type, types[0]) for type in types):
        context.error(op, "requires the same type for all operands and results")


def _are_compatible(type: Any, other: Any) -> bool:
    if type is other:
        return True
    if not isinstance(type, ShapedType) or not isinstance(other, ShapedType):
        return False
    if getattr(type, "element_type", None) is not getattr(other, "element_type", None):
        return False
    return are_compatible_shapes(type, other)


def are_compatible_shapes(type: Any, other: Any) -> bool:
    """Whether two shaped types may have the same shape at run time."""
    sizes, others = type.dimensions, other.dimensions
    if sizes is None or others is None:
        return True
    return len(sizes) == len(others) and all(
        size == number or DYNAMIC in (size, number) for size, number in zip(sizes, others, strict=True)
    )


def same_type_operands(op: Operation, context: Verification) -> None:
    """All operands have one type."""
    types = op.signature.operand_types
    if any(type is not types[0] for type in types):
        context.error(op, "requires all operands to have the same type")


def same_shape(op: Operation, context: Verification, with_results: bool) -> None:
    """All operands, and with `with_results` all results, may have one shape at run time."""
    types = _compared(op, with_results)
    if not all(_may_share_shape(type, types[0]) for type in types):
        context.error(op, f"requires the same shape for all operands{' and results' if with_results else ''}")


def same_element_type(op: Operation, context: Verification, with_results: bool) -> None:
    """All operands, and with `with_results` all results, have one element type, or are of one type without elements."""
    elements = [getattr(type, "element_type", type) for type in _compared(op, with_results)]
    if any(element is not elements[0] for element in elements):
        context.error(op, f"requires the same element type for all operands{' and results' if with_results else ''}")


def _compared(op: Operation, with_results: bool) -> list[Any]:
    return [*op.signature.operand_types, *(op.signature.result_types if with_results else ())]


def _may_share_shape(type: Any, other: Any) -> bool:
    is_shaped = isinstance(type, ShapedType)
    return is_shaped == isinstance(other, ShapedType) and (not is_shaped or are_compatible_shapes(type, other))


# What follows from where the operation stands.


def has_parent(op: Operation, context: Verification, parent: str) -> None:
    """The operation stands right inside one of the kind `parent`; these may be several, with commas."""
    if op.parent_op is None or op.parent_op.name not in parent.split(", "):
        context.error(op, f"expects parent op {'to be one of ' if ', ' in parent else ''}'{parent}'")


def must_be_last(op: Operation, context: Verification) -> None:
    """Nothing follows in the block."""
    if op.next is not None:
        context.error(op, "must be the last operation in the parent block")


VISIBILITIES = ("public", "private", "nested")


def symbol(op: Operation, context: Verification) -> None:
    """The visibility is one that there is, what is only declared is not public, and a symbol table is around."""
    signature = op.signature
    if signature.properties.get("sym_name") is None:
        return
    is_declared = isinstance(op.definition, OpDef) and "sym_visibility" in op.definition.inherent_names
    visibility = signature.attribute("sym_visibility") if is_declared or not since("0.11.2") else None
    if visibility is not None and not isinstance(visibility, StringAttr):
        context.error(
            op,
            f"requires visibility attribute 'sym_visibility' to be a string attribute, but got {text_of(visibility)}",
        )
    if isinstance(visibility, StringAttr) and visibility.value not in VISIBILITIES:
        known = ", ".join([f'"{name}"' for name in VISIBILITIES])
        context.error(op, f"visibility expected to be one of [{known}], but got {text_of(visibility)}")
    is_public = not isinstance(visibility, StringAttr) or visibility.value == "public"
    if is_public and "FunctionOpInterface" in op.definition.traits and not op.regions[0].blocks:
        context.error(op, "symbol declaration cannot have public visibility")
    parent = op.parent_op
    if parent is not None and isinstance(parent.definition, OpDef) and not parent.has_trait("SymbolTable"):
        context.error(op, "symbol's parent must have the SymbolTable trait")


# The requirements on regions whose contents are valid.


def implicit_terminator(op: Operation, context: Verification, terminator: str) -> None:
    """Every region ends in an operation of the kind `terminator`."""
    for region in op.regions:
        last = region.blocks[0].last if region.blocks else None
        if last is not None and last.name != terminator:
            note = Note(f"in custom textual format, the absence of terminator implies '{terminator}'", op.location)
            context.error(op, f"expects regions to end with '{terminator}', found '{last.name}'", [note])


def unique_symbols(op: Operation, context: Verification) -> None:
    """There is one block, and no two operations right inside have one name."""
    if any(len(region.blocks) != 1 for region in op.regions):
        context.error(op, "Operations with a 'SymbolTable' must have exactly one block")
    found = [symbol_name(inner) for region in op.regions for block in region.blocks for inner in block.ops]
    names = [name for name in found if name is not None]
    if len(set(names)) == len(names):
        return
    known: dict[str, Operation] = {}
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                if (name := symbol_name(inner)) is None:
                    continue
                if name in known:
                    note = Note("see existing symbol definition here", known[name].location)
                    context.plain_error(inner.location, f"redefinition of symbol named '{name}'", [note])
                known[name] = inner


STRUCTURAL_TRAITS: Mapping[str, Callable[..., None]] = {
    "HasParent": has_parent,
    "NoRegionArguments": no_region_arguments,
    "SingleBlock": single_block,
    "AttrSizedOperandSegments": operand_segments,
    "AttrSizedResultSegments": result_segments,
}
SIGNATURE_TRAITS: Mapping[str, Callable[..., None]] = {
    "SameOperandsAndResultType": same_operands_and_result_type,
    "SameTypeOperands": same_type_operands,
    "SameOperandsShape": partial(same_shape, with_results=False),
    "SameOperandsAndResultShape": partial(same_shape, with_results=True),
    "SameOperandsElementType": partial(same_element_type, with_results=False),
    "SameOperandsAndResultElementType": partial(same_element_type, with_results=True),
}
PLACE_TRAITS: Mapping[str, Callable[..., None]] = {
    "HasParent": has_parent,
    "IsTerminator": must_be_last,
    "Symbol": symbol,
}
REGION_TRAITS: Mapping[str, Callable[..., None]] = {
    "SingleBlockImplicitTerminator": implicit_terminator,
    "IsolatedFromAbove": verify_isolation,
    "SymbolTable": unique_symbols,
}


class TraitVerifiers(NamedTuple):
    """The verifiers of the traits of a kind of operations, by the tables that they are in."""

    structural: tuple[Verifier, ...]
    signature: tuple[Verifier, ...]
    place: tuple[Verifier, ...]
    region: tuple[Verifier, ...]


@cache
def trait_verifiers(definition: OpDefinition) -> TraitVerifiers:
    """Returns the verifiers of the traits that `definition` has."""
    parameters = {name: rest.rstrip(">") for name, _, rest in (trait.partition("<") for trait in definition.traits)}
    found = [
        tuple(
            partial(verify, **{_PARAMETERS[name]: parameters[name]}) if parameters[name] else verify
            for name, verify in table.items()
            if name in parameters
        )
        for table in (STRUCTURAL_TRAITS, SIGNATURE_TRAITS, PLACE_TRAITS, REGION_TRAITS)
    ]
    return TraitVerifiers(*found)


_PARAMETERS = {"HasParent": "parent", "SingleBlockImplicitTerminator": "terminator"}
"""The parameters of traits, as their verifiers call them."""


# What an operation's declaration says of its counts, attributes, types and blocks (MLIR: invariants).


def verify_invariants(definition: OpDef, op: Operation, context: Verification) -> None:
    """All that the declaration says of the operation itself, in MLIR's order."""
    signature = op.signature
    if _is_plain(definition) and not op.regions and not op.successors and _is_as_declared(definition, signature):
        for verify in trait_verifiers(definition).signature:
            verify(op, context)
        return
    verify_region_count(op, definition, context)
    if not definition.has_fixed_results or len(definition.results) != len(signature.result_types):
        _verify_count(op, definition.results, len(signature.result_types), "result", context)
    verify_successor_count(op, definition, context)
    if not definition.has_fixed_operands or len(definition.operands) != len(op.operands):
        _verify_count(op, definition.operands, len(op.operands), "operand", context)
    for verify in trait_verifiers(definition).structural:
        verify(op, context)
    if definition.attributes:
        verify_attributes(op, definition, context)
    verify_types(op, definition, context)
    if definition.successors:
        check_successor_segments(op, context)
    verify_region_constraints(op, definition, context)
    for verify in trait_verifiers(definition).signature:
        verify(op, context)


@cache
def _is_plain(definition: OpDef) -> bool:
    """Whether operations of a kind have a number of operands and results, and neither regions nor successors."""
    is_fixed = definition.has_fixed_operands and definition.has_fixed_results
    return is_fixed and not (definition.regions or definition.successors or trait_verifiers(definition).structural)


def _is_as_declared(definition: OpDef, signature: Signature) -> bool:
    """Whether attributes and types of a plain operation are as declared."""
    types = signature.operand_types + signature.result_types
    accepting = _accepting(definition)
    if len(definition.operands) != len(signature.operand_types) or len(accepting) != len(types):
        return False
    for attribute in definition.attributes:
        value = signature.properties.get(attribute.name)
        if not (attribute.is_optional if value is None else attribute.constraint.accepts(value)):
            return False
    return all(accepts(type) for accepts, type in zip(accepting, types, strict=True))


@cache
def _accepting(definition: OpDef) -> tuple[Callable[[Type], bool], ...]:
    """Returns the constraints of operands and results."""
    return tuple([declared.constraint.accepts for declared in (*definition.operands, *definition.results)])


def verify_region_count(op: Operation, definition: OpDef, context: Verification) -> None:
    """The number of regions."""
    declared = definition.regions
    if len(op.regions) != len(declared) and not any(region.arity for region in declared):
        wanted = {0: "requires zero regions", 1: "requires one region"}
        context.error(op, wanted.get(len(declared), f"expected {len(declared)} regions"))


def verify_region_constraints(op: Operation, definition: OpDef, context: Verification) -> None:
    """The number of blocks where there may be only one. The last declared region may stand for any number of them."""
    for index, region in enumerate(op.regions):
        declared = definition.regions[min(index, len(definition.regions) - 1)]
        if declared.max_blocks == 1 and len(region.blocks) != 1:
            context.error(op, f"region #{index} ('{declared.name}') failed to verify constraint: region with 1 blocks")


def verify_successor_count(op: Operation, definition: OpDef, context: Verification) -> None:
    """The number of successors."""
    count, wanted = len(op.successors), sum(not successor.arity for successor in definition.successors)
    if wanted != len(definition.successors):
        if count < wanted:
            context.error(op, f"requires at least {wanted} successors but found {count}")
    elif count != wanted:
        context.error(op, f"requires {wanted} successor{'' if wanted == 1 else 's'} but found {count}")


def verify_successors(definition: OpDef, op: Operation, context: Verification) -> None:
    """The number of successors; and each block gets the operands that the operation passes to it."""
    verify_successor_count(op, definition, context)
    for number, (block, (start, stop)) in enumerate(zip(op.successors, successor_operands(op), strict=False)):
        arguments, operands = block.arguments, op.operands[start:stop]
        if len(operands) != len(arguments):
            message = f"branch has {len(operands)} operands for successor #{number}, but target block has "
            context.plain_error(op.location, f"{message}{len(arguments)}")
        for index, (operand, argument) in enumerate(zip(operands, arguments, strict=True)):
            if operand.type is not argument.type:
                message = f"type mismatch for bb argument #{index} of successor #{number}"
                context.plain_error(op.location, message)


def _verify_count(op: Operation, declared: Sequence[Operand], count: int, what: str, context: Verification) -> None:
    if any(operand.arity for operand in declared):
        if (least := sum(1 for operand in declared if not operand.arity)) and count < least:
            context.error(op, f"expected {least} or more {what}s, but found {count}")
    elif count != len(declared):
        wanted = len(declared)
        if wanted == 0:
            context.error(op, f"requires zero {what}s")
        if wanted == 1:
            context.error(op, f"requires {'one result' if what == 'result' else 'a single operand'}")
        context.error(op, f"expected {wanted} {what}s" + (f", but found {count}" if what == "operand" else ""))


def verify_attributes(op: Operation, definition: OpDef, context: Verification) -> None:
    """As MLIR's, looks for what is missing by name, and at what is there in the order of the declaration."""
    properties = op.signature.properties
    for attribute in definition.sorted_attributes:
        if not attribute.is_optional and properties.get(attribute.name) is None:
            context.error(op, f"requires attribute '{attribute.name}'")
    for attribute in definition.attributes:
        if (value := properties.get(attribute.name)) is not None and not attribute.constraint.accepts(value):
            context.error(
                op, f"attribute '{attribute.name}' failed to satisfy constraint: {attribute.constraint.summary}"
            )


def verify_types(op: Operation, definition: OpDef, context: Verification) -> None:
    signature = op.signature
    for what, is_fixed, declared, types, range_of in (
        ("operand", definition.has_fixed_operands, definition.operands, signature.operand_types, operand_range),
        ("result", definition.has_fixed_results, definition.results, signature.result_types, result_range),
    ):
        if is_fixed and all(operand.constraint.accepts(type) for operand, type in zip(declared, types, strict=True)):
            continue
        for position, operand in enumerate(declared):
            start, stop = range_of(op, definition, position)
            if operand.arity == "?" and stop > start + 1:
                found = f"requires 0 or 1 element, but found {stop - start}"
                context.error(op, f"{what} group starting at #{start} {found}")
            for index in range(start, stop):
                if not operand.constraint.accepts(types[index]):
                    is_variadic = operand.arity == "*" and not (operand.since and not since(operand.since))
                    kind = f"{'variadic of ' if is_variadic else ''}{operand.constraint.summary}"
                    context.error(op, f"{what} #{index} must be {kind}, but got '{text_of(types[index])}'")


def verify_block_entrance(op: Operation, block: Block, context: Verification) -> None:
    """Checks a block of `op` before its contents: it is not empty, and only its end branches."""
    if block.first is None:
        if _needs_terminator(op, block):
            context.plain_error(op.location, "empty block: expect at least a terminator")
        return
    for inner in block.ops:
        if inner.successors and inner is not block.last:
            context.plain_error(inner.location, "operation with block successors must terminate its parent block")


def verify_block_exit(op: Operation, block: Block, context: Verification) -> None:
    """Checks a block of `op` after its contents: it ends in a terminator."""
    if (last := block.last) is None or not _needs_terminator(op, block):
        return
    if isinstance(last.definition, OpDef) and "IsTerminator" not in last.definition.traits:
        text = context.describe(last)
        start = "\n" if "\n" in text else ""
        context.plain_error(last.location, f"block with no terminator, has {start}{text}")


def _needs_terminator(op: Operation, block: Block) -> bool:
    """The only block of a region needs no terminator if the operation says so, or is not known."""
    is_alone = block.parent is not None and len(block.parent.blocks) == 1
    return not is_alone or ("NoTerminator" not in op.definition.traits and isinstance(op.definition, OpDef))


def verify_entry(op: Operation, region: Region, context: Verification) -> None:
    """No block branches to the first one."""
    if any(block.last is not None and region.blocks[0] in block.last.successors for block in region.blocks):
        context.plain_error(op.location, "entry block of region may not have predecessors")


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
    """The things on which the verdict of a check depends, besides the symbols around the operation: a number."""

    SIGNATURE, REGIONS, OPERATION, VISIBILITY = range(4)
    """The operation's signature and those of binders around it; the signature and the regions; anything around the
    operation; which values are visible: a walk over the whole module finds that out. The verifiers of an operation
    itself do not look at attributes of other dialects."""


class Check(NamedTuple):
    """A verifier, when MLIR calls it, and what its verdict depends on."""

    verify: Verifier
    phase: int
    sees: int


_BySight = tuple[tuple[Verifier, ...], tuple[Verifier, ...], tuple[Verifier, ...]]
"""Verifiers of a signature, of regions besides, and of what is around an operation."""


def checks_of(op: Operation, attributes: DictionaryAttr, registry: Registry) -> _BySight:
    """Returns the verifiers of an operation with these discardable attributes, in any order, by what they see.

    Those of regions are among those of the signature if it has none.
    """
    try:
        of_kind = _by_sight(op.signature.definition, registry, bool(op.regions))
        if not attributes.entries:
            return of_kind
        checks = [check for part in checks_of_attributes(kinds_of(attributes), registry) for check in part]
    except BrokenPackageError as error:
        raise error.at(op.location) from error
    of_signature, of_regions, others = of_kind
    of_signature += tuple([check.verify for check in checks if check.sees == Sees.SIGNATURE])
    others += tuple([check.verify for check in checks if check.sees == Sees.OPERATION])
    return of_signature, of_regions, others


@cache
def _by_sight(definition: OpDefinition, registry: Registry, has_regions: bool) -> _BySight:
    seen: dict[int, list[Verifier]] = {sees: [] for sees in range(Sees.VISIBILITY + 1)}
    for verify, _, sees in _checks_of_kind(definition, registry):
        seen[sees if has_regions or sees != Sees.REGIONS else Sees.SIGNATURE].append(verify)
    others = [verify for verify in seen[Sees.OPERATION] if verify is not must_be_last]
    return tuple(seen[Sees.SIGNATURE]), tuple(seen[Sees.REGIONS]), tuple(others)


AttributeKinds = tuple[tuple[str, type[Attribute]], ...]
"""The names and classes of discardable attributes."""


def kinds_of(attributes: DictionaryAttr) -> AttributeKinds:
    """Returns the names and classes of attributes, on which it depends which checks there are."""
    entries = attributes.entries
    return tuple([(name, value.__class__) for name, value in entries]) if entries else ()


@remembered
def checks_of_attributes(kinds: AttributeKinds, registry: Registry) -> tuple[list[Check], list[Check]]:
    """Returns the checks of discardable attributes on entrance, and those of symbols."""
    on_entrance: list[Check] = []
    of_symbols: list[Check] = []
    for name, kind in kinds:
        dialect = registry.of_attribute(name.partition(".")[0])
        if dialect is not None and dialect.verify_discardable is not None:
            verify = _discardable(dialect.verify_discardable, name)
            on_entrance.append(Check(verify, Phase.ENTRANCE, Sees.SIGNATURE))
        if dialect is not None and name in dialect.context_verifiers:
            verify = dialect.context_verifiers[name]
            on_entrance.append(Check(verify, Phase.ENTRANCE, _seen_around(verify)))
        if kind in registry.symbol_users:
            verify = registry.symbol_users[kind]
            of_symbols.append(Check(verify, Phase.SYMBOLS, _seen_around(verify)))
    return on_entrance, of_symbols


@cache
def _checks_by_phase(
    definition: OpDefinition, kinds: AttributeKinds, registry: Registry
) -> dict[int, tuple[Check, ...]]:
    on_entrance, of_symbols = checks_of_attributes(kinds, registry)
    checks = [*on_entrance, *_checks_of_kind(definition, registry), *of_symbols]
    return {phase: tuple([check for check in checks if check.phase == phase]) for phase in PHASES}


def checks_in(phase: int, op: Operation, registry: Registry) -> Sequence[Check]:
    """Returns the checks of an operation in a phase, in MLIR's order."""
    signature = op.signature
    try:
        return _checks_by_phase(signature.definition, kinds_of(signature.attributes), registry)[phase]
    except BrokenPackageError as error:
        raise error.at(op.location) from error


def _discardable(verify: Callable[[Operation, str, Attribute, Verification], None], name: str) -> Verifier:
    return lambda op, context: verify(op, name, op.signature.attributes[name], context)


@cache
def _checks_of_kind(definition: OpDefinition, registry: Registry) -> tuple[Check, ...]:
    """The checks of all operations of a kind."""
    checks: list[Check] = []
    if isinstance(definition, OpDef):
        checks.append(Check(partial(verify_invariants, definition), Phase.ENTRANCE, Sees.SIGNATURE))
        if definition.successors:
            checks.append(Check(partial(verify_successors, definition), Phase.ENTRANCE, Sees.OPERATION))
        checks += [Check(verify, Phase.ENTRANCE, Sees.OPERATION) for verify in trait_verifiers(definition).place]
        if "FunctionOpInterface" in definition.traits:
            checks.append(Check(partial(_verify_values, registry), Phase.ENTRANCE, Sees.SIGNATURE))
    for verify in trait_verifiers(definition).region:
        checks.append(Check(verify, Phase.REGIONS, Sees.VISIBILITY if verify is verify_isolation else Sees.REGIONS))
    if isinstance(definition, OpDef):
        checks += [Check(verify, _phase(verify), Sees.REGIONS) for verify in definition.verifiers]
        checks += [Check(verify, _phase(verify), _seen_around(verify)) for verify in definition.context_verifiers]
    elif (dialect := registry.dialect(definition.dialect)) is not None and not dialect.allows_unknown_operations:
        checks.append(Check(partial(_refuse_unregistered, registry), Phase.LAST, Sees.SIGNATURE))
    return tuple(checks)


def _seen_around(verify: Verifier) -> int:
    return Sees.SIGNATURE if verify in sees_binders_only else Sees.OPERATION


def _refuse_unregistered(registry: Registry, op: Operation, context: Verification) -> None:
    """Reports an operation that its dialect has not declared."""
    message = (
        f"unregistered operation '{op.name}' found in dialect ('{op.definition.dialect}') that does not allow "
        "unknown operations"
    )
    context.plain_error(op.location, Hinted(message, registry.similar_operations(op.name)))


def _verify_values(registry: Registry, op: Operation, context: Verification) -> None:
    """Checks the attributes of a function's arguments and results: a dictionary for each, of dialects' attributes."""
    type: Any = op.properties.find(TypeAttr).type
    for attribute, which, what, types in (
        ("arg_attrs", "verify_argument", "argument", type.inputs),
        ("res_attrs", "verify_result", "result", type.results),
    ):
        if not isinstance(per_value := op.properties.get(attribute), ArrayAttr):
            continue
        if len(per_value.elements) != len(types):
            context.error(
                op,
                f"expects {what} attribute array to have the same number of elements as the number of function "
                f"{what}s, got {len(per_value.elements)}, but expected {len(types)}",
            )
        hooks: dict[str, Callable[..., None] | None] = {}
        for index, entries in enumerate(per_value.of(DictionaryAttr)):
            for name, value in entries.items():
                if name not in hooks:
                    if "." not in name:
                        context.error(op, f"{what}s may only have dialect attributes")
                    hooks[name] = getattr(registry.of_attribute(name.partition(".")[0]), which, None)
                if (hook := hooks[name]) is not None:
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


@cache
def are_sizes_compared(definition: OpDefinition) -> bool:
    """Whether that is so for all that is checked of operations of a kind."""
    return isinstance(definition, OpDef) and compares_sizes.issuperset(
        (*definition.verifiers, *definition.context_verifiers)
    )


def with_equal_sizes(signature: Signature) -> Hashable:
    """Returns a signature with numbers for sizes, equal ones where these are equal; None for types that do not fit."""
    types = signature.operand_types + signature.result_types
    if (sizes := sizes_in(types)) is None:
        return None
    elements = tuple([cast("RankedTensorType", type).element_type for type in types])
    return signature.definition, signature.properties, elements, tuple(map(sizes.index, sizes))


def sizes_in(types: Iterable[Type]) -> list[int] | None:
    """Returns 0, 1 and the sizes of tensors of numbers, after each its end; None for other types and unknown sizes."""
    sizes = [0, 1]
    for type in types:
        if type.__class__ is not RankedTensorType or type.encoding is not None:
            return None
        element = type.element_type.__class__
        if element is not FloatType and element is not IntegerType:
            return None
        sizes += type.shape
        sizes.append(_END)
    return None if DYNAMIC in sizes else sizes


_END = -2
"""Where the sizes of a type end."""


def _phase(verify: Verifier) -> int:
    if verify in symbol_use:
        return Phase.SYMBOLS
    return Phase.AFTER_REGIONS if verify in after_regions else Phase.ITSELF
