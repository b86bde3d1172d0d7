"""The first half of -sdy-constant-or-scalar-splitter: the constants of StableHLO become constants of SDY."""

from __future__ import annotations

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.ops import CONSTANT, NAMED_COMPUTATION, SHARDING_GROUP
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.conversion import Reachability
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.driver import fold, is_foldable
from sdyopt.rewriting.rewriter import Rewriter


class ImportedModule:
    """What `import_constants` finds in a module: for each function, inner before outer ops in it."""

    def __init__(self) -> None:
        self.calls: dict[Operation, list[Operation]] = {}
        self.named_computations: dict[Operation, list[Operation]] = {}
        self.grouped: set[Value] = set()
        """The members of sharding groups."""


def import_constants(module: Operation, rewriter: Rewriter) -> ImportedModule:
    """Makes every `stablehlo.constant` an `sdy.constant`, and returns the operations to split.

    Quantized constants stay: those of SDY have the type of their value, which is that of what is stored.

    StableHLO's folders may merge its own constants again; they leave those of SDY alone. What MLIR folds while it
    converts them is folded.
    """
    found = ImportedModule()
    foldable: list[Operation] = []
    computations: list[Operation] = []
    calls: list[Operation] = []
    converted: set[Operation] = set()
    reached = Reachability()
    for op in walk_post(module):
        definition = op.signature.definition
        if definition.name == "stablehlo.constant" and op in reached and not is_quantized(op.result.type):
            rewriter.set_signature(op, as_sdy_constant(op.signature))
            op.result.reverse_uses()  # as replacing it by another operation does
            converted.add(op)
        elif definition is CALL:
            calls.append(op)
        elif definition is SHARDING_GROUP:
            found.grouped.add(op.operands[0])
        elif definition is NAMED_COMPUTATION:
            computations.append(op)
        elif definition is FUNC:
            found.calls[op], found.named_computations[op] = calls, computations
            calls, computations = [], []
        elif is_foldable(definition) and op in reached:
            foldable.append(op)

    def constant_of(value: Value) -> Attribute | None:
        if isinstance(value, OpResult) and value.owner in converted:
            return value.owner.properties["value"]
        return constant_value(value)

    fold(foldable, constant_of, rewriter)
    return found


@remembered
def as_sdy_constant(signature: Signature) -> Signature:
    """Returns the signature of an `sdy.constant` with the same value, type and discardable attributes."""
    return Signature.of(CONSTANT, (), signature.result_types, signature.properties, signature.attributes)
