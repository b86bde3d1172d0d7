"""-sdy-pad-for-divisibility."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from sdyopt.dialects.builtin import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.quant import PER_TENSOR, UniformQuantizedType
from sdyopt.dialects.sdy.attributes import AllToAllParamList, AxisRefLists, Sharding
from sdyopt.dialects.sdy.ops import (
    ALL_GATHER,
    ALL_REDUCE,
    ALL_SLICE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    REDUCE_SCATTER,
    REPLICATED_TO_UNREDUCED,
    SHARDED_TO_UNREDUCED,
)
from sdyopt.dialects.sdy.ops import CONSTANT as SDY_CONSTANT
from sdyopt.dialects.sdy.shardings.axes import reduction_operator
from sdyopt.dialects.sdy.shardings.slots import edge_owner, function_type, meshes_by_name, past_barriers, sharding_of
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE
from sdyopt.dialects.stablehlo.ops.elementwise import AND, COMPARE, SELECT
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT, IOTA, PAD, RESHAPE, SLICE
from sdyopt.dialects.stablehlo.verification.inference import inferred_types
from sdyopt.dialects.stablehlo.verification.reading import integers, printed_size
from sdyopt.ir.attribute import Location, Type, checked
from sdyopt.ir.attributes import I1, I32, DenseElementsAttr, FunctionType, RankedTensorType, TypeAttr, i64
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import PRIVATE, symbol_name, visibility
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, failure
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.padding.shapes import (
    PaddedTypes,
    check_slice,
    convolved,
    fits,
    is_zero_in,
    masked_dimensions,
    may_pad_reshape,
    moved_dimensions,
    pad_edges,
    shape_of,
    spatial_dimensions,
)
from sdyopt.rewriting.conversion import ConvertedValues, not_legalized, operations_to_convert, visit_unconverted
from sdyopt.rewriting.functions import callee_name, symbol_table_around
from sdyopt.rewriting.local_emission import Emitter, tensor_type
from sdyopt.rewriting.passes import FUNCTION, MODULE, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.padding import extended, grown_dimensions, is_zero, larger_type
from sdyopt.sharding.reductions import reduction_of_body

# Operations with operands or results that their shardings do not divide, and what takes their place.

SHOWN_PADDING = (
    "'stablehlo.pad' op pads a tensor that is padded to divide it, and some of that padding takes the place of its "
    "padding value: the result is only right if they are equal"
)
MOVED = (
    "'{}' op operand is padded along dimension {}, which is sharded: devices would have to exchange elements for that, "
    "so the result is wrong"
)
RESHAPED = (
    "'stablehlo.reshape' op participating reshape dimensions are not divisible. Reshape sharding should have been "
    "resolved by resolve-permutation-factors."
)

LATER_COLLECTIVES = frozenset({ALL_REDUCE, ALL_TO_ALL, REDUCE_SCATTER, REPLICATED_TO_UNREDUCED, SHARDED_TO_UNREDUCED})
"""The collectives that are converted only where others are, before jaxlib 0.11.1."""

LESS_THAN = (("comparison_direction", ComparisonDirection("LT")),)


def shardable(value: Value) -> Value:
    """Returns the value that represents the sharding of another one: a result of a loop for an argument of its regions.

    As in the reference the result is used in the regions then, which the verifier rejects.
    """
    owner = None if since("0.12.0.1") else edge_owner(value)
    return value if owner is None else owner


class PaddingEmitter(Emitter):
    """Creates operations in front of one, at `location` or its own, and notes them in a list."""

    def __init__(
        self, op: Operation, rewriter: Rewriter, created: list[Operation], location: Location | int | None = None
    ) -> None:
        super().__init__(op, rewriter)
        self._created = created
        self._location = op.location if location is None else location

    def create(self, signature: Signature, operands: Sequence[Value], regions: Sequence[Region] = ()) -> Operation:
        self._created.append(self._rewriter.create_with(self._at, signature, operands, self._location, regions))
        return self._created[-1]


class Padding:
    """Converts the operations of a function one by one. What they are replaced by is used when all are converted."""

    def __init__(self, types: PaddedTypes, function_types: Mapping[str, FunctionType], rewriter: Rewriter) -> None:
        self._types = types
        self._function_types = function_types
        """The padded types of the functions around, by name."""
        self._rewriter = rewriter
        self.values = ConvertedValues(types.wanted, rewriter)
        self._created: list[Operation] = []
        """The operations that have been created for the one that is being converted."""
        self._zero_padded: set[Value] = set()
        """The converted values whose padding is known to be zero."""
        self.refused: list[Diagnostic] = []
        """Errors in the program apart from operations that cannot be converted."""

    def convert(self, op: Operation) -> None:
        """Converts an operation, if it has to be. Raises CompilationError if it cannot be."""
        if (convert := self._conversion_of(op)) is None:
            if (definition := op.signature.definition) in (CALL, RETURN) and since("0.11.2"):
                self._retype(op)
            elif definition.dialect not in ("sdy", "stablehlo") and definition is not FUNC:
                visit_unconverted(op, self.values, self._rewriter)
            return
        self._created.clear()
        cast_count = self.values.cast_count
        if not convert(op):
            self._rewriter.erase_together(self._created)
            self.values.undo_casts(cast_count)
            raise self.values.not_legalized(op)

    def _conversion_of(self, op: Operation) -> Callable[[Operation], bool] | None:
        """Returns how an operation is converted; None if it need not be."""
        definition, types = op.signature.definition, self._types
        if definition.dialect == "stablehlo":
            if not types.has_padded_values(op):
                return None
            if definition is RESHAPE and since("0.12.0.1"):
                return self._reshape
            if definition is CONSTANT and since("0.12.0.1"):
                return self._constant
            return self._slice if definition is SLICE and op.result in types.padded else self._computation
        if definition is SDY_CONSTANT and op.result in types.padded and since("0.12.0.1"):
            return self._constant
        if definition is ALL_SLICE:
            return self._resharded if types.is_sliced_unevenly(op) else None
        if definition is ALL_GATHER:
            return self._all_gather if op.operands[0] in types.padded else None
        if definition is COLLECTIVE_PERMUTE and since("0.12.0.1"):
            return self._computation if types.has_padded_values(op) else None
        if definition not in LATER_COLLECTIVES or not (since("0.11.1") or self._is_between_padded(op)):
            return None
        if definition is REDUCE_SCATTER:
            return self._reduced if types.is_sliced_unevenly(op) else None
        if not types.has_padded_values(op):
            return None
        if definition is ALL_REDUCE:
            return self._reduced
        return self._all_to_all if definition is ALL_TO_ALL else self._computation

    def _is_between_padded(self, op: Operation) -> bool:
        """Returns whether one of the later collectives is to have padded values, as it would be invalid otherwise.

        That is so if its operand is padded now, or if one follows, perhaps after others, that is converted in any case.
        Elsewhere it stays, as in the reference, and casts are put around it.
        """
        if self.values.of(op.operands[0]).type is not op.operands[0].type:
            return True
        work, seen = [op], {op}
        while work:
            for user in work.pop().result.users:
                definition = user.signature.definition
                if definition is ALL_GATHER or (definition is ALL_SLICE and self._types.is_sliced_unevenly(user)):
                    return True
                if definition in LATER_COLLECTIVES and user not in seen:
                    seen.add(user)
                    work.append(user)
        return False

    # New operations.

    def _emitter(self, op: Operation, location: Location | int | None = None) -> Emitter:
        """Returns what creates operations in front of `op`."""
        return PaddingEmitter(op, self._rewriter, self._created, location)

    def _renew(
        self, op: Operation, operands: Sequence[Value], types: Sequence[Type], like: Signature | None = None
    ) -> Operation:
        """Returns an operation as `op`, or with the attributes of `like`, with other operands and types of results."""
        like, of_operands = like or op.signature, tuple([operand.type for operand in operands])
        signature = Signature.of(like.definition, of_operands, tuple(types), like.properties, like.attributes)
        return self._emitter(op).create(signature, operands)

    def _rebuild(self, op: Operation, operands: Sequence[Value]) -> Operation:
        """Returns a new operation in the place of `op`, with other operands and without its regions.

        The types of results follow from the operands, or are the padded types if these are larger.
        """
        results: Sequence[Type] = [self._types.wanted(result) for result in op.results]
        if op.signature.definition.dialect == "sdy":
            results = [larger_type(operands[0].type, type) for type in results]
        else:
            try:
                inferred = inferred_types(op, operands)
            except CompilationError as error:
                self._rewriter.defer_error(error.diagnostics[0])
                inferred = None
            if inferred is not None and len(inferred) == len(results):
                results = list(map(larger_type, inferred, results))
        return self._renew(op, operands, results)

    def _is_converted(self, created: Operation) -> bool:
        """Returns whether an operation that has been created need not be converted in turn.

        If it has to be, that fails: MLIR does not apply a pattern to what the same one has created.
        """
        if any(operand in self._types.padded for operand in created.operands):
            return False
        return created.signature.definition.dialect == "sdy" or not self._types.has_padded_results(created)

    def _replace(self, op: Operation, created: Operation) -> bool:
        """Replaces `op` by the operation that was created for it, which gets its regions; returns True."""
        if op.regions:
            created.regions = [self._rewriter.take_region(op, index) for index in range(len(op.regions))]
            for region in created.regions:
                region.parent = created
            if op.signature.definition is WHILE and since("0.12.0.1"):
                self._retype_loop(op, created)
            else:
                self._types.add_arguments(created)
        for old, new in zip(op.results, created.results, strict=True):
            self._rewriter.renames(new, old)
            if new.type is not old.type:
                text = "{value} computed as {after} instead of {before}: the rest is padding"
                self._rewriter.tell("result-padded", text, new, value=new, after=new.type, before=old.type)
        self.values.add(op, created.results)
        return True

    def _retype_loop(self, op: Operation, created: Operation) -> None:
        """Gives the arguments of a loop types that are padded as those of its operands, or else of its results."""
        for region in created.regions:
            for argument in region.block.arguments:
                operand, result = self.values.of(op.operands[argument.index]), created.results[argument.index]
                sharding = sharding_of(operand) or sharding_of(result)
                self._retype_argument(argument, self._types.of(argument.type, sharding))

    # Functions.

    def pad_function(self, function: Operation) -> None:
        """Gives a private function, and its arguments, padded types. One without a body loses its arguments."""
        type = self._function_types[symbol_name(function) or ""]
        if type == function_type(function.signature):
            return
        blocks = function.regions[0].blocks
        for argument, input_type in zip(blocks[0].arguments if blocks else (), type.inputs, strict=False):
            self._retype_argument(argument, input_type)
        if not blocks:
            type = FunctionType((), type.results)
            function.remove_property("arg_attrs")
        self._rewriter.set_property(function, "function_type", TypeAttr(type))

    def _retype_argument(self, argument: BlockArgument, type: Type) -> None:
        """Gives an argument another type; what converts its uses takes the place of a cast back."""
        self._types.padded.pop(argument, None)
        if type is not argument.type:
            self._types.padded[self.values.convert_argument(argument, type)] = type

    def _retype(self, op: Operation) -> None:
        """Gives a call or a return the types of its function. Raises CompilationError if values have other ones."""
        signature = op.signature
        operands, results = signature.operand_types, signature.result_types
        if signature.definition is CALL:
            type = self._function_types.get(callee_name(op))
            operands, results = (type.inputs, type.results) if type is not None else (operands, ())
        else:
            operands = function_type(checked(Operation, op.parent_op).signature).results
        if (*operands, *results) == (*signature.operand_types, *signature.result_types):
            visit_unconverted(op, self.values, self._rewriter)
            return
        cast_count = self.values.cast_count
        values = [self.values.operand(operand, op.location) for operand in op.operands]
        types = [self._types.wanted(result) for result in op.results]
        if ([value.type for value in values], types) != (list(operands), list(results)):
            self.values.undo_casts(cast_count)
            raise self.values.not_legalized(op)
        self._replace(op, self._renew(op, values, types))

    # Any operation of StableHLO. Each of these methods returns whether the operation is converted.

    def _computation(self, op: Operation) -> bool:
        """Replaces an operation by one with converted operands."""
        operands = [self.values.operand(shardable(operand), op.location) for operand in op.operands]
        if (definition := op.signature.definition) is DOT_GENERAL:
            numbers = op.properties.find(DotDimensionNumbers)
            contracting = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
            operands = self._masked_operands(op, operands, contracting, is_plain=not since("0.11.0"))
        elif definition is REDUCE and since("0.12.0.1"):
            operands = self._filled_operands(op, operands)
        elif definition in (PAD, CONVOLUTION) and (since("0.11.1") or not fits(op, operands, self._types)):
            return self._pad_of_padded(op, operands) if definition is PAD else self._convolution(op, operands)
        created = self._rebuild(op, operands)
        return self._is_converted(created) and self._replace(op, created)

    def _pad_of_padded(self, op: Operation, operands: Sequence[Value]) -> bool:
        """Replaces a pad by one with other high edges.

        As in the reference, its operand is masked by the padding value only if the pad adds less than before. There is
        a warning if the operand's own padding shows otherwise, unless both are known to be zero.
        """
        operand, fill = operands
        result = self._types.wanted(op.result)
        edges = pad_edges(op, operand.type, result)
        if edges.cuts:
            grown = grown_dimensions(op.operands[0].type, operand.type)
            operand = self._filled(op, op.operands[0], operand, grown, fill)
        elif edges.is_seen and not (operand in self._zero_padded and is_zero(fill)):
            self._rewriter.emit(Diagnostic("warning", SHOWN_PADDING, op.location))
        sides = integers(op, "edge_padding_low"), edges.high, integers(op, "interior_padding")
        created = self._emitter(op).pad(operand, fill, sides, result, sharding_of(op.result)).owner
        return self._is_converted(created) and self._replace(op, created)

    def _convolution(self, op: Operation, operands: Sequence[Value]) -> bool:
        """Replaces a convolution by one of masked operands, cut to the size of the padded result."""
        padded = self._types.wanted(op.result)
        try:
            type = convolved(op, operands, padded)
        except CompilationError as error:
            self._rewriter.defer_error(error.diagnostics[0])
            return False
        if type is None:
            return False
        masked = self._masked_operands(op, operands, masked_dimensions(op))
        created = self._renew(op, masked, [type])
        if not self._is_converted(created):
            return False
        shape = list(type.shape)
        for dimension in spatial_dimensions(op):
            shape[dimension] = shape_of(padded)[dimension]
        if tuple(shape) == type.shape:
            return self._replace(op, created)
        result = RankedTensorType(tuple(shape), type.element_type)
        cut = self._emitter(op).part(created.result, result, sharding_of(op.result)).owner
        self._rewriter.renames(cut.result, op.result)
        text = "{value} cut from {before} to {after}: the other windows begin in padding"
        self._rewriter.tell("windows-cut", text, cut, value=cut.result, before=type, after=result)
        known = [operand in self._zero_padded for operand in operands]
        if all(is_zero_in(op, dimension, *known) for dimension in grown_dimensions(op.result.type, result)):
            self._zero_padded.add(cut.result)
        self.values.add(op, cut.results)
        return self._is_converted(cut)

    def _slice(self, op: Operation) -> bool:
        """Moves the limits of a slice so that its result is padded."""
        operand = self.values.operand(op.operands[0], op.location)
        before, after = op.result.type, self._types.wanted(op.result)
        starts, strides = integers(op, "start_indices"), integers(op, "strides")
        limits = tuple([printed_size(size) + start for size, start in zip(shape_of(after), starts, strict=True)])
        check_slice(op, operand, limits, self._types.meshes)
        created = self._emitter(op).slice(operand, starts, limits, strides, after, sharding_of(op.result)).owner
        if not self._is_converted(created):
            return False
        self._rewriter.renames(created.result, op.result)
        text = "{value} extended from {before} to {after}: no device needs elements of another one for it"
        self._rewriter.tell("slice-extended", text, created, value=created.result, before=before, after=after)
        self.values.add(op, created.results)
        return True

    def _reshape(self, op: Operation) -> bool:
        """Pads a reshape. Raises CompilationError if it moves elements."""
        if not may_pad_reshape(op, self._types):
            own = Diagnostic("error", RESHAPED, op.location)
            raise CompilationError([own, *self.values.not_legalized(op).diagnostics])
        return self._computation(op)

    def _constant(self, op: Operation) -> bool:
        """Extends a constant by zeros, or one of equal elements by the same ones."""
        value, type = op.properties["value"], self._types.wanted(op.result)
        if not isinstance(value, DenseElementsAttr):
            return False
        created = self._renew(op, (), [type], op.signature.with_property("value", extended(value, type)))
        return self._is_converted(created) and self._replace(op, created)

    # Collectives.

    def _reduced(self, op: Operation) -> bool:
        """Converts a reduction over devices.

        Explicit reshards make one that adds after any `stablehlo.reduce`. Where nothing is padded that stays, as in the
        reference; here it is an error once all is converted, in the place of one of the reference, which is none since
        jaxlib 0.11.1: then it is a warning.
        """
        if (reduce := past_barriers(self.values.of(op.operands[0])).defined_by(REDUCE)) is not None:
            operator, found = reduction_operator(op), reduction_of_body(reduce)
            if found != operator:
                by = "another computation" if found is None else f"'{found}'"
                message = f"'{op.name}' op reduces by '{operator}' what each device has reduced by {by}"
                if since("0.11.1"):
                    self._rewriter.emit(Diagnostic("warning", message, op.location))
                else:
                    self.refused.append(Diagnostic("error", message, op.location))
        return self._computation(op) if op.signature.definition is ALL_REDUCE else self._resharded(op)

    def _resharded(self, op: Operation) -> bool:
        """Pads the operand of a collective, if it is not padded already, with zeros."""
        operand = self.values.operand(op.operands[0], op.location)
        sharding, definition = op.properties.find(Sharding), op.signature.definition
        before, after = operand.type, self._types.of(operand.type, sharding)
        is_padded = after is not before
        # As in the reference, an all-slice only knows its own padding, unless the revision of Shardy is a later one.
        counts = definition is not ALL_SLICE or since("0.11.0")
        has_padding = counts and before is not op.operands[0].type
        is_zero_padded = operand in self._zero_padded if has_padding else is_padded
        if not is_padded:
            created = self._rebuild(op, [operand])
            if is_zero_padded:
                self._zero_padded.add(created.result)
            return self._replace(op, created)
        moved = moved_dimensions(op, operand, after, self._types.meshes) if definition is not ALL_SLICE else []
        for dimension in moved:
            self._rewriter.emit(Diagnostic("warning", MOVED.format(op.name, dimension), op.location))
        text = "{value} padded with zeros from {before} to {after}, which {sharding} divides"
        self._rewriter.tell("padded", text, op, value=operand, before=before, after=after, sharding=sharding)
        emitter = self._emitter(op, operand.definition_location)
        pad = emitter.padded(operand, checked(RankedTensorType, after), sharding_of(operand)).owner
        created = self._renew(op, [pad.result], [after])
        if is_zero_padded:
            self._zero_padded.add(created.result)
        self._rewriter.renames(created.result, op.result)
        self.values.add(op, created.results)
        if self._is_converted(pad):
            return True
        self._types.add(pad)
        return self._computation(pad)

    def _all_to_all(self, op: Operation) -> bool:
        """Pads the operand of an all-to-all, and slices the dimensions back from which axes move."""
        if not self._resharded(op):
            return False
        params = op.properties.find(AllToAllParamList).params
        return self._slice_back(op, self.values.of(op.result), {param.source_dimension for param in params})

    def _all_gather(self, op: Operation) -> bool:
        """Gathers a padded tensor, and slices the result back to its size along what is gathered."""
        created = self._rebuild(op, [self.values.operand(op.operands[0], op.location)])
        if not self._is_converted(created):
            return False
        self._replace(op, created)
        if created.operands[0] in self._zero_padded:
            self._zero_padded.add(created.result)
        gathered = op.properties.find(AxisRefLists).lists
        return self._slice_back(op, created.result, {number for number, axes in enumerate(gathered) if axes.axes})

    def replace_cast(self, cast: Operation) -> None:
        """Replaces a cast to another shape by a slice of the first elements, or by a pad with zeros."""
        value, type, emitter = cast.operands[0], tensor_type(cast.result), self._emitter(cast)
        if grown_dimensions(value.type, type):
            made = emitter.padded(value, type)
        else:
            made = self._emitter(cast).part(value, type)
        self._rewriter.replace_uses(cast.result, made)
        self._rewriter.erase(cast)

    def _slice_back(self, op: Operation, value: Value, dimensions: Container[int]) -> bool:
        """Slices the result of a collective, which is `value` now, back to its size along some dimensions."""
        after = tensor_type(value)
        sizes = enumerate(zip(shape_of(op.result.type), after.shape, strict=True))
        shape = [size if number in dimensions else padded for number, (size, padded) in sizes]
        if not any(size < padded for size, padded in zip(shape, after.shape, strict=True)):
            return True
        type = RankedTensorType(tuple(shape), after.element_type)
        back = self._emitter(op).part(value, type, op.properties.find(Sharding)).owner
        self._rewriter.renames(back.result, op.result)
        text = "{value} sliced back from {before} to {after}: what is gathered is not padded any more"
        self._rewriter.tell("sliced-back", text, back, value=back.result, before=after, after=type)
        if value in self._zero_padded:
            self._zero_padded.add(back.result)
        self.values.add(op, back.results)
        if self._is_converted(back):
            return True
        self._types.add(back)
        return self._slice(back)

    # Masks: zeros, or another value, in the place of padding, along some dimensions.

    def _masked_operands(
        self, op: Operation, operands: Sequence[Value], dimensions: Sequence[Container[int]], is_plain: bool = False
    ) -> list[Value]:
        """Returns the operands of an operation with zeros as padding along some dimensions of each, if they grow."""
        masked: list[Value] = []
        text = (
            "{value} masked: what {after} holds beyond {before} along the contracting "
            "{dimensions:dimension|dimensions} {dimensions} is zero now, and adds nothing to the product"
        )
        for old, new, own in zip(op.operands, operands, dimensions, strict=True):
            before, after = old.type, new.type
            if after is not before and new not in self._zero_padded:
                grown = tuple([each for each in grown_dimensions(before, after) if each in own])
                if grown:
                    self._rewriter.tell("masked", text, op, value=old, after=after, before=before, dimensions=grown)
                new = self._mask(op, old, new, grown, is_plain=is_plain)
            masked.append(new)
        return masked

    def _filled_operands(self, op: Operation, operands: Sequence[Value]) -> list[Value]:
        """Returns the operands of a reduction with initial values as padding along the reduced dimensions."""
        reduced, count = integers(op, "dimensions"), len(op.results)
        found = list(operands)
        for index, (old, new, fill) in enumerate(zip(op.operands[:count], operands, operands[count:], strict=False)):
            grown = tuple([each for each in grown_dimensions(old.type, new.type) if each in reduced])
            if grown and not (new in self._zero_padded and is_zero(fill)):
                found[index] = self._filled(op, old, new, grown, fill)
        return found

    def _filled(self, op: Operation, old: Value, new: Value, grown: Sequence[int], fill: Value) -> Value:
        """Returns an operand of a pad or a reduction with the padding value, or an initial value, as its padding."""
        text = "{value} filled with {filling} where {after} goes beyond {before}: what it holds there would show"
        filling = "its initial value" if op.signature.definition is REDUCE else "the padding value"
        self._rewriter.tell("filled", text, op, value=old, filling=filling, after=new.type, before=old.type)
        return self._mask(op, old, new, grown, fill)

    def _mask(
        self,
        op: Operation,
        old: Value,
        new: Value,
        dimensions: Sequence[int],
        fill: Value | None = None,
        is_plain: bool = False,
    ) -> Value:
        """Returns an operand of `op`, which was `old`, with zeros, or `fill`, as its padding along some dimensions.

        The new operations on whole tensors have its sharding, and the zero comes first, even if there are no
        dimensions, as in the reference; both not if the mask `is_plain`.
        """
        sharding, emitter = None if is_plain else sharding_of(new), self._emitter(op)
        shape, scalar = shape_of(new.type), RankedTensorType((), tensor_type(new).element_type)
        numbers, truths = RankedTensorType(shape, I32), RankedTensorType(shape, I1)
        if fill is None and not is_plain:
            fill = emitter.zeros(scalar)
        inside: Value | None = None
        for dimension in dimensions:
            along = (("iota_dimension", i64(dimension)),)
            index = emitter.apply(IOTA, (), numbers, along, sharding=sharding)
            size = emitter.scalar(shape_of(old.type)[dimension], I32)
            limit = emitter.broadcast(size, (), numbers, sharding)
            is_below = emitter.apply(COMPARE, [index, limit], truths, LESS_THAN, sharding=sharding)
            inside = is_below if inside is None else emitter.apply(AND, [inside, is_below], truths, sharding=sharding)
        if inside is None:
            return new
        filling = emitter.broadcast(fill or emitter.zeros(scalar), (), tensor_type(new), sharding)
        return emitter.apply(SELECT, [inside, new, filling], new.type, sharding=sharding)


@register_pass("sdy-pad-for-divisibility")
class PadForDivisibility(Pass):
    """Pads tensors whose dimensions do not divide by the number of their shards.

    An all-slice pads its operand with zeros, the operations of StableHLO that follow compute on the padded tensors, and
    an all-gather slices its result back. Where a dot product contracts a padded dimension, whatever the padding holds
    is replaced by zeros. Between padded values and operations that are not padded, such as calls, there are casts:
    slices and pads in jaxlib 0.11.2, and errors since 0.12, as are those in the program that change types. The
    arguments and results of public functions must be divisible.
    """

    anchor = FUNCTION
    anchor_since = ("0.11.2", MODULE)

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        functions = [op]
        if op.signature.definition is not FUNC:
            functions = [each for each in walk(op) if each.signature.definition is FUNC]
        types = {each: PaddedTypes(rewriter.analysis_around(each, meshes_by_name)) for each in functions}
        padded: dict[Operation, dict[str, FunctionType]] = {}
        for function in functions if since("0.11.2") else ():
            by_name = padded.setdefault(symbol_table_around(function), {})
            by_name[symbol_name(function) or ""] = types[function].function_type(function)
        for function in functions:
            self._pad(function, types[function], padded.get(symbol_table_around(function), {}), rewriter)
        if since("0.12.0.1"):
            for made in walk(op):
                if made.signature.definition is UNREALIZED_CONVERSION_CAST:
                    message = f"'{made.name}' op found unrealized_conversion_cast after pad-for-divisibility"
                    raise failure(message, made.location)

    def _pad(
        self, function: Operation, types: PaddedTypes, function_types: Mapping[str, FunctionType], rewriter: Rewriter
    ) -> None:
        types.add_all(function)
        padding = Padding(types, function_types, rewriter)
        operations = operations_to_convert(function)
        if since("0.11.2") and visibility(function) == PRIVATE:
            padding.pad_function(function)
        else:
            check_function(function, types, rewriter)
        check_elements(types)
        for op in operations:
            signature = op.signature
            is_cast = signature.definition is UNREALIZED_CONVERSION_CAST
            if is_cast and signature.operand_types != signature.result_types and since("0.12.0.1"):
                raise padding.values.not_legalized(op)  # Others are folded away.
            padding.convert(op)
        if padding.refused:
            raise CompilationError(padding.refused)
        for made in padding.values.commit():
            text = "{value} cast from {before} to {after}: only one of what computes it and what uses it can be padded"
            value, after = made.operands[0], made.result.type
            rewriter.tell("type-cast", text, made, value=value, before=value.type, after=after)
            if since("0.11.2") and not since("0.12.0.1"):
                padding.replace_cast(made)


def check_elements(types: PaddedTypes) -> None:
    """Raises CompilationError if a value that has to be padded has elements with several scales."""
    for value, type in types.padded.items():
        element = type.element_type  # type: ignore[attr-defined]
        if isinstance(element, UniformQuantizedType) and element.granularity != PER_TENSOR:
            op = value.owner if isinstance(value, OpResult) else None
            name = "block argument" if op is None else f"'{op.name}' op result"
            message = f"{name} cannot be padded to '{text_of(type)}': its elements have several scales"
            raise failure(message, value.definition_location)


def check_function(function: Operation, types: PaddedTypes, rewriter: Rewriter) -> None:
    """Raises CompilationError if an argument or result of a function is not divisible."""
    if (uneven := types.uneven_value(function)) is not None:
        message = f"'func.func' op {uneven} has a non-divisible sharding. Shardy expects function IO to be divisible."
        error = Diagnostic("error", message, function.location)
        raise CompilationError([error, *not_legalized(function, rewriter).diagnostics])
