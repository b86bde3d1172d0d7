"""Passes that remove or replace what only propagation needs."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import (
    DEBUG_ATTRIBUTES,
    OUTPUT_SHARDINGS,
    PARAMETERS_SHARDINGS,
    DimensionSharding,
    Sharding,
    ShardingPerValue,
)
from sdyopt.dialects.sdy.ops import MESH, RESHARD, SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.stablehlo.ops.shapes import BROADCAST_IN_DIM
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import checked, remembered
from sdyopt.ir.attributes import DictionaryAttr, IntegerAttr, RankedTensorType, SymbolRefAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.releases import since
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.conversion import Replacements, operations_to_convert, visit_unconverted
from sdyopt.rewriting.functions import references_in, value_attributes, without_value_attributes
from sdyopt.rewriting.passes import FunctionPass, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-constant-or-scalar-merger")
class ConstantOrScalarMerger(FunctionPass):
    """Merges equal constants, and equal broadcasts of one scalar, of a region.

    The first stays where it is, and later ones are erased. Attributes must be equal, of constants of whatever kind:
    the names of the operations do not count.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        known: dict[object, Operation] = {}
        for op in rewriter.listing(function).collect_post(lambda signature: mergeable_by(signature) is not None):
            region = op.parent.parent if op.parent else None
            first = known.setdefault((region, mergeable_by(op.signature), *op.operands), op)
            if first is not op:
                text = "{value} merged into {into}"
                rewriter.tell(
                    "merged", text, op, ("it is the same as {into} here", first), value=op.result, into=first.result
                )
                rewriter.replace_renaming(op, first.results)


@remembered
def mergeable_by(signature: Signature) -> object:
    """Returns what operations with the same operands must have in common to be merged; None if none ever are.

    These are constants, and broadcasts of scalars. Quantized constants may have one value and different types.
    """
    definition, types = signature.definition, signature.result_types
    if "ConstantLike" in definition.traits:
        types = tuple(filter(is_quantized, types))
    elif definition is not BROADCAST_IN_DIM or not is_scalar(signature):
        return None
    return DictionaryAttr.of((*signature.properties.items(), *signature.attributes.items())), types


def is_scalar(signature: Signature) -> bool:
    """Returns whether the only operand is a tensor of rank 0."""
    (type,) = signature.operand_types
    return isinstance(type, RankedTensorType) and not type.shape


@register_pass("sdy-remove-sharding-groups")
class RemoveShardingGroups(Pass):
    """Removes all sharding groups.

    Propagation has given their members one sharding; nothing needs the groups after it.
    """

    leaves_valid = True

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in rewriter.listing(module).collect_kind(SHARDING_GROUP):
            rewriter.tell(
                "membership-erased",
                "membership of {value} in group {group} erased",
                op,
                value=op.operands[0],
                group=op.properties.find(IntegerAttr, "group_id").value,
            )
            rewriter.erase(op)


@register_pass("sdy-sharding-constraint-to-reshard")
class ShardingConstraintToReshard(FunctionPass):
    """Makes every sharding constraint a reshard.

    The reshard takes the place of the constraint: it has the same input, sharding, attributes and location.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        replacements = Replacements()
        for op in operations_to_convert(function):
            if (definition := op.signature.definition) is SHARDING_CONSTRAINT:
                text = "constraint is a reshard now: {value} is moved to the sharding {sharding} here"
                rewriter.tell("reshard-made", text, op, value=op.operands[0], sharding=op.properties["sharding"])
                value = replacements.of(op.operands[0])
                reshard = rewriter.create_before(
                    op, RESHARD, [value], None, op.properties, op.attributes, location=op.location
                )
                rewriter.renames(reshard.result, op.result)
                replacements.add(op, reshard.results)
            elif definition is not RESHARD:
                visit_unconverted(op, replacements, rewriter)
        replacements.apply(rewriter)


@register_pass("sdy-close-shardings")
class CloseShardings(Pass):
    """Closes all dimensions of shardings and drops replicated axes.

    Axes, priorities and unreduced axes stay. An empty dimension with a priority cannot be closed: the verifier
    rejects the program then.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        def report(op: Operation, signature: Signature) -> None:
            rewriter.report(shardings_closed, op, signature)

        rewriter.rewrite_shardings(module, closed, report if rewriter.is_explaining else None)


def closed(sharding: Sharding) -> Sharding:
    """Returns `sharding` with every dimension closed, and without replicated axes."""
    dimensions = [DimensionSharding(dimension.axes, True, dimension.priority) for dimension in sharding.dimensions]
    return sharding.replace(dimensions=tuple(dimensions), replicated=())


def shardings_closed(op: Operation, signature: Signature) -> Iterator[Explanation]:
    """The operation, with its old shardings still, gets the shardings of another signature."""
    from sdyopt.sharding.uses import sharding_uses_of

    for use in sharding_uses_of(op, op.signature):
        numbers = [number for number, old in enumerate(use.sharding.dimensions) if not old.is_closed]
        if numbers:
            text = "{dimensions:dimension|dimensions} {dimensions} of {of} closed"
            yield explained("closed", text, use.place, dimensions=numbers, of=use.subject)
        if use.sharding.replicated:
            text = "replicated {axes:axis|axes} {axes} of {of} dropped"
            yield explained("replicated-axes-dropped", text, use.place, axes=use.sharding.replicated, of=use.subject)


@register_pass("sdy-remove-propagation-debug-info")
class RemovePropagationDebugInfo(Pass):
    """Removes the records of propagation that its debugging options leave.

    Functions lose those of their arguments and results, all other operations their own. The names of origins,
    `sdy.sharding_origin_name`, stay.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in walk(module):
            if (signature := without_debug_attributes(op.signature)) is not op.signature:
                rewriter.report(records_removed, op, op.signature)
                rewriter.set_signature(op, signature)


@remembered
def without_debug_attributes(signature: Signature) -> Signature:
    """Returns `signature` without records of propagation."""
    if signature.definition is FUNC:
        return without_value_attributes(signature, DEBUG_ATTRIBUTES)
    return signature.with_attributes(signature.attributes.without(*DEBUG_ATTRIBUTES))


def records_removed(op: Operation, before: Signature) -> Iterator[Explanation]:
    """The operation loses the records of the signature `before`."""
    text = "record {attribute} removed from {of}"
    dictionaries: list[tuple[str | Operation, DictionaryAttr]] = [*value_attributes(before)]
    dictionaries += [] if op.definition is FUNC else [(op, before.attributes)]
    for subject, dictionary in dictionaries:
        for name in dictionary:
            if name in DEBUG_ATTRIBUTES:
                yield explained("record-removed", text, op, attribute=name, of=subject)


@register_pass("sdy-drop-sharding-and-mesh")
class DropShardingAndMesh(Pass):
    """Drops the attributes sdy.sharding and all meshes.

    Functions lose those of their arguments and results, too. Operations of SDY that hold shardings themselves keep
    them; with the name of a mesh they are invalid then. Since jaxlib 0.11.2 meshes that are still named stay.
    """

    keep_module_sharding_metadata: bool = option(
        default=False, help="Keeps the shardings of parameters and outputs that the module has", since="0.12.0.1"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in walk(module):
            if (signature := without_shardings(op.signature)) is not op.signature:
                rewriter.report(shardings_dropped, op, op.signature)
                rewriter.set_signature(op, signature)
        for op in [op for op in walk(module) if op.signature.definition is MESH]:
            if not (since("0.11.2") and is_named(op)):
                name = SymbolRefAttr((checked(str, symbol_name(op)),))
                rewriter.tell("mesh-erased", "mesh {name} erased", op, name=name)
                rewriter.erase(op)
        if since("0.12.0.1") and not self.keep_module_sharding_metadata:
            kept = module.signature.attributes.without(PARAMETERS_SHARDINGS, OUTPUT_SHARDINGS)
            rewriter.set_signature(module, module.signature.with_attributes(kept))


def is_named(mesh: Operation) -> bool:
    """Returns whether any attribute in the module around a mesh op names it."""
    around, name = checked(Operation, mesh.parent_op), symbol_name(mesh)
    beside = [op for block in around.regions[0].blocks for op in block.ops]
    return any(reference.root == name for op in beside for reference in references_in(op, may_be_unknown=True))


@remembered
def without_shardings(signature: Signature) -> Signature:
    """Returns `signature` without the attributes `sdy.sharding`: its own, and those of arguments and results."""
    if SHARDING in signature.attributes:
        signature = signature.with_attributes(signature.attributes.without(SHARDING))
    return without_value_attributes(signature, (SHARDING,))


def shardings_dropped(op: Operation, before: Signature) -> Iterator[Explanation]:
    """The operation loses the attributes `sdy.sharding` of the signature `before`."""
    from sdyopt.sharding.uses import sharding_uses_of

    kind, text = "sharding-dropped", "sharding {sharding} of {of} dropped"
    own = before.attributes.get(SHARDING)
    if own is not None and not isinstance(own, (Sharding, ShardingPerValue)):
        yield explained(kind, text, op, sharding=own, of=op)
    kept = set(sharding_uses_of(op, without_shardings(before)))
    for use in sharding_uses_of(op, before):
        if use not in kept:
            yield explained(kind, text, use.place, sharding=use.sharding, of=use.subject)
