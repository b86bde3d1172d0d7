"""Operations with operands or results that their shardings do not divide, and what takes their place."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, cast

from sdyopt.dialects.func.ops import CALL, FUNC, RETURN
from sdyopt.dialects.sdy.attributes import AllToAllParamList, AxisRefLists, Sharding, ShardingPerValue
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
from sdyopt.dialects.sdy.shardings.slots import edge_owner, past_barriers, sharding_of
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT_GENERAL
from sdyopt.dialects.stablehlo.ops.reductions import REDUCE
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT, PAD, RESHAPE, SLICE
from sdyopt.dialects.stablehlo.verification.inference import inferred_types
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN, integers
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    DYNAMIC,
    I64,
    NO_ATTRIBUTES,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    FunctionType,
    RankedTensorType,
    TypeAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.passes.padding.masks import (
    PLAIN,
    MaskForm,
    PaddedTypes,
    check_pad,
    check_slice,
    create_mask,
    filled,
    masked,
    padded,
    result_padded,
    slice_extended,
    sliced_back,
    windows_cut,
)
from sdyopt.passes.padding.shapes import (
    convolved,
    extended,
    fits,
    is_zero_in,
    kept_dimensions,
    masked_dimensions,
    pad_edges,
    shape_of,
    spatial_dimensions,
)
from sdyopt.rewriting.conversion import ConvertedValues, not_legalized, visit_unconverted
from sdyopt.rewriting.functions import callee_name
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.padding import grown_dimensions, is_zero, larger_type, paddings, zero
from sdyopt.sharding.reductions import reduction_of_body

# Pads and convolutions of padded operands that do not fit these as they are.

UNKNOWN_FILL = (
    "'stablehlo.pad' op pads a tensor that is padded with zeros to divide it, and some of these take the place of its "
    "padding value, which is not known: the result is only right if that is zero"
)


def pad_of_padded(op: Operation, operands: Sequence[Value], padding: Padding) -> bool:
    """Replaces a pad by one with other high edges, and returns whether that is converted.

    Its operand is masked by the padding value if the operand's own padding would show. As in the reference, that is
    taken to be equal to a padding value that is not known, if it is zero.
    """
    operand, fill = operands
    result = padding.types.wanted(op.result)
    edges = pad_edges(op, operand.type, result)
    is_known = operand in padding.zero_padded and is_zero(fill) is not False
    if edges.cuts or (edges.is_seen and not is_known):
        grown = grown_dimensions(op.operands[0].type, operand.type)
        padding.rewriter.report(filled, op, op.operands[0], op.operands[0].type, operand.type)
        form = MaskForm(sharding_of(operand), is_zero_first=True)
        padding.created += create_mask(operand, op.operands[0].type, grown, op, padding.rewriter, form, fill)
        operand = padding.created[-1].result
    elif edges.is_seen and is_zero(fill) is None:
        padding.rewriter.emit(Diagnostic("warning", UNKNOWN_FILL, op.location))
    properties = op.properties.with_entry("edge_padding_high", DenseArrayAttr(I64, edges.high))
    created = padding.insert(op, PAD, [operand, fill], [result], properties, sharding_alone(op), location=op.location)
    if not padding.is_converted(created):
        return False
    padding.replace(op, created)
    return True


def convolution_of_padded(op: Operation, operands: Sequence[Value], padding: Padding) -> bool:
    """Replaces a convolution by one of masked operands, cut to the size of the padded result.

    Returns whether that is possible.
    """
    padded = padding.types.wanted(op.result)
    type = convolved(op, operands, padded)
    if type is None:
        return False
    masked = []
    for old, new, dimensions in zip(op.operands, operands, masked_dimensions(op), strict=True):
        if new.type is not old.type and new not in padding.zero_padded:
            new = padding.masked(op, old, new, dimensions, MaskForm(sharding_of(new), is_zero_first=True))
        masked.append(new)
    created = padding.insert(op, CONVOLUTION, masked, [type], op.properties, op.attributes, location=op.location)
    if not padding.is_converted(created):
        return False
    shape = list(type.shape)
    for dimension in spatial_dimensions(op):
        shape[dimension] = shape_of(padded)[dimension]
    if tuple(shape) == type.shape:
        padding.replace(op, created)
        return True
    rank, result = len(shape), RankedTensorType(tuple(shape), type.element_type)
    cut = padding.create_slice(op, created.result, result, [0] * rank, shape, [1] * rank, sharding_alone(op))
    padding.rewriter.renames(cut.result, op.result)
    padding.rewriter.report(windows_cut, cut, type, result)
    known = [operand in padding.zero_padded for operand in operands]
    if all(is_zero_in(op, dimension, *known) for dimension in grown_dimensions(op.result.type, result)):
        padding.zero_padded.add(cut.result)
    padding.values.add(op, cut.results)
    return padding.is_converted(cut)


def sharding_alone(op: Operation) -> DictionaryAttr:
    """Returns the sharding of an operation's results as its only discardable attribute, if it has one."""
    attribute = op.attributes.get(SHARDING)
    return NO_ATTRIBUTES if attribute is None else DictionaryAttr(((SHARDING, attribute),))


class Padding:
    """Converts the operations of a function one by one. What they are replaced by is used when all are converted."""

    def __init__(self, types: PaddedTypes, function_types: Mapping[str, FunctionType], rewriter: Rewriter) -> None:
        self.types = types
        self._function_types = function_types
        """The padded types of the functions around, by name."""
        self._meshes = types.meshes
        self.rewriter = rewriter
        self.values = ConvertedValues(types.wanted, rewriter)
        self.created: list[Operation] = []
        """The operations that have been created for the one that is being converted."""
        self.zero_padded: set[Value] = set()
        """The converted values whose padding is known to be zero."""
        self.refused: list[Diagnostic] = []
        """What is wrong with the program apart from what cannot be converted."""

    def convert(self, op: Operation) -> None:
        """Converts an operation, if it has to be. Raises CompilationError if it cannot be."""
        convert = self._conversion_of(op)
        if convert is None:
            definition = op.signature.definition
            if definition in (CALL, RETURN) and since("0.11.2") and self._is_other_typed(op):
                self._retype(op)
            elif definition.dialect not in ("sdy", "stablehlo") and definition is not FUNC:
                visit_unconverted(op, self.values, self.rewriter)
            return
        self.created.clear()
        cast_count = self.values.cast_count
        if not convert(op):
            self.rewriter.erase_together(self.created)
            self.values.undo_casts(cast_count)
            raise not_legalized(op, self.rewriter)

    def _conversion_of(self, op: Operation) -> Callable[[Operation], bool] | None:
        """Returns how an operation is converted; None if it need not be."""
        definition, types = op.signature.definition, self.types
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
            return self._resharded if types.is_sliced_unevenly(op.signature) else None
        if definition is ALL_GATHER:
            return self._all_gather if op.operands[0] in types.padded else None
        if definition is COLLECTIVE_PERMUTE and since("0.12.0.1"):
            return self._computation if types.has_padded_values(op) else None
        if definition not in _OTHERS or not (since("0.11.1") or self._is_between_padded(op)):
            return None
        if definition is REDUCE_SCATTER:
            return self._reduced if types.is_sliced_unevenly(op.signature) else None
        if not types.has_padded_values(op):
            return None
        if definition is ALL_REDUCE:
            return self._reduced
        return self._all_to_all if definition is ALL_TO_ALL else self._computation

    def _is_between_padded(self, op: Operation) -> bool:
        """Returns whether one of the other collectives is to have padded values, as it would be invalid otherwise.

        That is so if its operand is padded now, or if one follows, perhaps after others, that is converted in any case.
        Elsewhere it stays, as in the reference, and casts are put around it.
        """
        if self.values.of(op.operands[0]).type is not op.operands[0].type:
            return True
        work, seen = [op], {op}
        while work:
            for user in work.pop().result.users:
                definition = user.signature.definition
                if definition is ALL_GATHER or (
                    definition is ALL_SLICE and self.types.is_sliced_unevenly(user.signature)
                ):
                    return True
                if definition in _OTHERS and user not in seen:
                    seen.add(user)
                    work.append(user)
        return False

    def insert(self, op: Operation, definition: OpDefinition, *args: Any, **kwargs: Any) -> Operation:
        """Returns a new operation in front of `op`; the other arguments are those of `Rewriter.create`."""
        created = self.rewriter.create_before(op, definition, *args, **kwargs)
        self.created.append(created)
        return created

    def is_converted(self, created: Operation) -> bool:
        """Returns whether an operation that has been created need not be converted in turn.

        If it has to be, that fails: MLIR does not apply a pattern to what the same one has created.
        """
        if any(operand in self.types.padded for operand in created.operands):
            return False
        return created.signature.definition.dialect == "sdy" or not self.types.has_padded_results(created)

    # Functions.

    def pad_function(self, function: Operation) -> None:
        """Gives a private function, and its arguments, padded types. One without a body loses its arguments."""
        type = self._function_types[cast(str, symbol_name(function))]
        old = cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
        if type == old:
            return
        blocks = function.regions[0].blocks
        for argument, input_type in zip(blocks[0].arguments if blocks else (), type.inputs, strict=False):
            self._retype_argument(argument, input_type)
        if not blocks:
            type = FunctionType((), type.results)
            function.remove_property("arg_attrs")
        self.rewriter.set_property(function, "function_type", TypeAttr(type))

    def _retype_argument(self, argument: BlockArgument, type: Type) -> None:
        """Gives an argument another type; what converts its uses takes the place of a cast back."""
        self.types.padded.pop(argument, None)
        if type is not argument.type:
            self.types.padded[self.values.convert_argument(argument, type)] = type

    def _types_around(self, op: Operation) -> tuple[Sequence[Type], Sequence[Type]]:
        """Returns the types that a function has for the operands and results of a call, or of what it returns."""
        if op.signature.definition is CALL:
            type = self._function_types.get(callee_name(op))
            return (type.inputs, type.results) if type is not None else (op.signature.operand_types, ())
        function = cast(Operation, op.parent_op)
        return cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type).results, ()

    def _is_other_typed(self, op: Operation) -> bool:
        operands, results = self._types_around(op)
        return (*operands, *results) != (*op.signature.operand_types, *op.signature.result_types)

    def _retype(self, op: Operation) -> None:
        """Gives a call or a return the types of its function. Raises CompilationError if values have other ones."""
        operands, results = self._types_around(op)
        cast_count = self.values.cast_count
        values = [self.values.operand(operand, op.location) for operand in op.operands]
        types = [self.types.wanted(result) for result in op.results]
        if ([value.type for value in values], types) != (list(operands), list(results)):
            self.values.undo_casts(cast_count)
            raise not_legalized(op, self.rewriter)
        definition = op.signature.definition
        created = self.insert(op, definition, values, types, op.properties, op.attributes, location=op.location)
        self.replace(op, created)

    # Any operation of StableHLO.

    def _computation(self, op: Operation) -> bool:
        """Replaces an operation by one with converted operands, and returns whether that is converted."""
        operands = [self.values.operand(shardable(operand), op.location) for operand in op.operands]
        definition = op.signature.definition
        if definition is DOT_GENERAL:
            operands = self._masked_operands(op, operands)
        elif definition is REDUCE and since("0.12.0.1"):
            operands = self._filled_operands(op, operands)
        elif definition in (PAD, CONVOLUTION) and (since("0.11.1") or not fits(op, operands, self.types)):
            adapt = pad_of_padded if definition is PAD else convolution_of_padded
            return adapt(op, operands, self)
        created = self._rebuild(op, operands)
        if not self.is_converted(created):
            return False
        self.replace(op, created)
        return True

    def _rebuild(self, op: Operation, operands: Sequence[Value]) -> Operation:
        """Returns a new operation in the place of `op`, with other operands and without its regions."""
        results = self._result_types(op, operands)
        return self.insert(
            op, op.signature.definition, operands, results, op.properties, op.attributes, location=op.location
        )

    def replace(self, op: Operation, created: Operation) -> None:
        """Replaces `op` by the operation that was created for it, which gets its regions."""
        if op.regions:
            created.regions = [self.rewriter.take_region(op, index) for index in range(len(op.regions))]
            for region in created.regions:
                region.parent = created
            if op.signature.definition is WHILE and since("0.12.0.1"):
                self._retype_loop(op, created)
            else:
                self.types.add_arguments(created)
        for old, new in zip(op.results, created.results, strict=True):
            self.rewriter.renames(new, old)
            if new.type is not old.type:
                self.rewriter.report(result_padded, new, old.type, new.type)
        self.values.add(op, created.results)

    def _retype_loop(self, op: Operation, created: Operation) -> None:
        """Gives the arguments of a loop types that are padded as those of its operands, or else of its results."""
        for region in created.regions:
            for argument in region.block.arguments:
                operand, result = self.values.of(op.operands[argument.index]), created.results[argument.index]
                sharding = sharding_of(operand) or sharding_of(result)
                type = argument.type if sharding is None else self.types.of(argument.type, sharding)
                self._retype_argument(argument, type)

    def _result_types(self, op: Operation, operands: Sequence[Value]) -> Sequence[Type]:
        """Returns the types of results: those that follow from the operands, or those that are padded, if larger."""
        padded = [self.types.wanted(result) for result in op.results]
        if op.signature.definition.dialect == "sdy":
            return [larger_type(operands[0].type, type) for type in padded]
        try:
            inferred = inferred_types(op, operands)
        except CompilationError as error:
            self.rewriter.defer_error(error.diagnostics[0])
            return padded
        if inferred is None or len(inferred) != len(padded):
            return padded
        return [larger_type(*pair) for pair in zip(inferred, padded, strict=True)]

    # Slices.

    def _slice(self, op: Operation) -> bool:
        """Moves the limits of a slice so that its result is padded, and returns whether it is converted."""
        operand = self.values.operand(op.operands[0], op.location)
        before, after = op.result.type, self.types.wanted(op.result)
        assert isinstance(after, RankedTensorType)
        starts, strides = integers(op, "start_indices"), integers(op, "strides")
        limits = tuple([_size(size) + start for size, start in zip(after.shape, starts, strict=True)])
        check_slice(op, operand, limits, self._meshes)
        created = self.create_slice(op, operand, after, starts, limits, strides, sharding_alone(op))
        if not self.is_converted(created):
            return False
        self.rewriter.renames(created.result, op.result)
        self.rewriter.report(slice_extended, created, before, after)
        self.values.add(op, created.results)
        return True

    def create_slice(
        self,
        op: Operation,
        operand: Value,
        type: Type,
        starts: Sequence[int],
        limits: Sequence[int],
        strides: Sequence[int],
        attributes: DictionaryAttr,
    ) -> Operation:
        """Returns a new slice in the place of `op`."""
        properties: dict[str, Attribute] = {
            "limit_indices": DenseArrayAttr(I64, tuple(limits)),
            "start_indices": DenseArrayAttr(I64, tuple(starts)),
            "strides": DenseArrayAttr(I64, tuple(strides)),
        }
        return self.insert(
            op, SLICE, [operand], [type], DictionaryAttr.of(properties), attributes, location=op.location
        )

    def _reshape(self, op: Operation) -> bool:
        """Pads a reshape. Raises CompilationError if dimensions that it splits, merges, adds or removes are padded."""
        shapes = shape_of(op.operands[0].type), shape_of(op.result.type)
        padded = [shape_of(self.types.wanted(value)) for value in (op.operands[0], op.result)]
        shardings = [sharding_of(value) for value in (op.operands[0], op.result)]
        sides = [
            [(size, sharding.dimensions[number].axes if sharding else (), number) for number, size in enumerate(shape)]
            for shape, sharding in zip(shapes, shardings, strict=True)
        ]
        pairs = kept_dimensions(*sides)
        is_kept = all(
            size == larger or any(pair[side] == number for pair in pairs)
            for side in (0, 1)
            for number, (size, larger) in enumerate(zip(shapes[side], padded[side], strict=True))
        )
        if not is_kept:
            message = (
                "'stablehlo.reshape' op participating reshape dimensions are not divisible. Reshape sharding should "
                "have been resolved by resolve-permutation-factors."
            )
            raise CompilationError(
                [Diagnostic("error", message, op.location), *not_legalized(op, self.rewriter).diagnostics]
            )
        return self._computation(op)

    def _constant(self, op: Operation) -> bool:
        """Extends a constant by zeros, or one of equal elements by the same ones."""
        value, type = op.properties["value"], self.types.wanted(op.result)
        if not isinstance(value, DenseElementsAttr):
            return False
        properties = op.properties.with_entry("value", DenseElementsAttr(extended(value, shape_of(type)), type))
        created = self.insert(op, op.signature.definition, (), [type], properties, op.attributes, location=op.location)
        if not self.is_converted(created):
            return False
        self.replace(op, created)
        return True

    # Collectives.

    def _reduced(self, op: Operation) -> bool:
        """Converts a reduction over devices, and returns whether that is possible.

        Explicit reshards make one that adds after any `stablehlo.reduce`. Where nothing is padded that stays, as in the
        reference; here it is an error once all is converted, in the place of one of the reference, which is none since
        jaxlib 0.12: then it is a warning.
        """
        operand = past_barriers(self.values.of(op.operands[0]))
        reduce = operand.owner if isinstance(operand, OpResult) else None
        if reduce is not None and reduce.signature.definition is REDUCE:
            operator, found = reduction_operator(op), reduction_of_body(reduce)
            if found != operator:
                by = "another computation" if found is None else f"'{found}'"
                message = f"'{op.name}' op reduces by '{operator}' what each device has reduced by {by}"
                if since("0.12.0.1"):
                    self.rewriter.emit(Diagnostic("warning", message, op.location))
                else:
                    self.refused.append(Diagnostic("error", message, op.location))
        return self._computation(op) if op.signature.definition is ALL_REDUCE else self._resharded(op)

    def _resharded(self, op: Operation) -> bool:
        """Pads the operand of a collective, if it is not padded already, and returns whether that is converted."""
        operand = self.values.operand(op.operands[0], op.location)
        sharding = cast(Sharding, op.properties["out_sharding"])
        type = self.types.of(operand.type, sharding)
        if type is operand.type:
            created = self._rebuild(op, [operand])
            self._note_padding(op, operand, created, is_padded=False)
            self.replace(op, created)
            return True
        if op.signature.definition is not ALL_SLICE:
            check_pad(op, operand, type, self._meshes)
        self.rewriter.report(padded, op, operand, operand.type, type, sharding)
        pad = self._pad(op, operand, type)
        definition = op.signature.definition
        created = self.insert(op, definition, [pad.result], [type], op.properties, op.attributes, location=op.location)
        self._note_padding(op, operand, created, is_padded=True)
        self.rewriter.renames(created.result, op.result)
        self.values.add(op, created.results)
        if self.is_converted(pad):
            return True
        self.types.add(pad)
        return self._computation(pad)

    def _note_padding(self, op: Operation, operand: Value, created: Operation, is_padded: bool) -> None:
        """Notes whether the padding of a collective's result is known to be zero: by its pad, or that of its operand.

        As in the reference, an all-slice only counts its own, unless the revision of Shardy is a later one.
        """
        counts = op.signature.definition is not ALL_SLICE or since("0.11.0")
        has_padding = counts and operand.type is not op.operands[0].type
        if operand in self.zero_padded if has_padding else is_padded:
            self.zero_padded.add(created.result)

    def _all_to_all(self, op: Operation) -> bool:
        """Pads the operand of an all-to-all, and slices the dimensions back from which axes move.

        Returns whether all of that is converted.
        """
        if not self._resharded(op):
            return False
        params = cast(AllToAllParamList, op.properties["params"]).params
        return self._slice_back(op, self.values.of(op.result), {param.source_dimension for param in params})

    def _pad(self, op: Operation, value: Value, type: Type) -> Operation:
        """Returns a new operation in front of `op` that pads `value` with zeros."""
        before = value.type
        assert isinstance(before, RankedTensorType) and isinstance(type, RankedTensorType)
        location = value.definition_location
        constant = self.insert(op, CONSTANT, (), *zero(before.element_type), location=location)
        sharding = sharding_of(value)
        attributes = NO_ATTRIBUTES
        if sharding is not None:
            attributes = DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),))
        properties = paddings(before, type)
        return self.insert(op, PAD, [value, constant.result], [type], properties, attributes, location=location)

    def _all_gather(self, op: Operation) -> bool:
        """Gathers a padded tensor, and slices the result back to its size along what is gathered.

        Returns whether it is converted, and the slice with it.
        """
        created = self._rebuild(op, [self.values.operand(op.operands[0], op.location)])
        if not self.is_converted(created):
            return False
        self.replace(op, created)
        if created.operands[0] in self.zero_padded:
            self.zero_padded.add(created.result)
        gathered = cast(AxisRefLists, op.properties["gathering_axes"]).lists
        return self._slice_back(op, created.result, {number for number, axes in enumerate(gathered) if axes.axes})

    def _slice_back(self, op: Operation, value: Value, dimensions: Container[int]) -> bool:
        """Slices the result of a collective, which is `value` now, back to its size along some dimensions.

        Returns whether the slice, if there is one, is converted.
        """
        before, after = op.result.type, value.type
        assert isinstance(before, RankedTensorType) and isinstance(after, RankedTensorType)
        shape = [
            size if number in dimensions else padded
            for number, (size, padded) in enumerate(zip(before.shape, after.shape, strict=True))
        ]
        if not any(size < padded for size, padded in zip(shape, after.shape, strict=True)):
            return True
        sharding = ShardingPerValue((cast(Sharding, op.properties["out_sharding"]),))
        rank = len(shape)
        back = self.create_slice(
            op,
            value,
            RankedTensorType(tuple(shape), after.element_type),
            [0] * rank,
            [_size(size) for size in shape],
            [1] * rank,
            DictionaryAttr(((SHARDING, sharding),)),
        )
        self.rewriter.renames(back.result, op.result)
        self.rewriter.report(sliced_back, back, after, back.result.type)
        if value in self.zero_padded:
            self.zero_padded.add(back.result)
        self.values.add(op, back.results)
        if self.is_converted(back):
            return True
        self.types.add(back)
        return self._slice(back)

    def masked(
        self, op: Operation, old: Value, new: Value, dimensions: Container[int], form: MaskForm = PLAIN
    ) -> Value:
        """Returns an operand of `op`, which was `old`, with zeros as padding along those of `dimensions` that grow."""
        grown = tuple([each for each in grown_dimensions(old.type, new.type) if each in dimensions])
        if grown:
            self.rewriter.report(masked, op, old, grown, old.type, new.type)
        if not grown and not form.is_zero_first:
            return new
        self.created += create_mask(new, old.type, grown, op, self.rewriter, form)
        return self.created[-1].result if grown else new

    # Dot products.

    def _masked_operands(self, op: Operation, operands: Sequence[Value]) -> list[Value]:
        """Returns the operands of a dot product with zeros as padding along contracting dimensions."""
        numbers = cast(DotDimensionNumbers, op.properties["dot_dimension_numbers"])
        contracting = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
        found: list[Value] = []
        is_sharded = since("0.11.0")
        for old, new, dimensions in zip(op.operands, operands, contracting, strict=True):
            if new.type is not old.type and new not in self.zero_padded:
                form = MaskForm(sharding_of(new), is_zero_first=True) if is_sharded else PLAIN
                new = self.masked(op, old, new, dimensions, form)
            found.append(new)
        return found

    # Reductions.

    def _filled_operands(self, op: Operation, operands: Sequence[Value]) -> list[Value]:
        """Returns the operands of a reduction with initial values as padding along the reduced dimensions."""
        dimensions, count = integers(op, "dimensions"), len(op.results)
        found = list(operands)
        for index, (old, new, fill) in enumerate(zip(op.operands, operands, operands[count:], strict=False)):
            grown = tuple([each for each in grown_dimensions(old.type, new.type) if each in dimensions])
            if index < count and grown and not (new in self.zero_padded and is_zero(fill)):
                self.rewriter.report(filled, op, old, old.type, new.type)
                form = MaskForm(sharding_of(new), is_zero_first=True)
                self.created += create_mask(new, old.type, grown, op, self.rewriter, form, fill)
                found[index] = self.created[-1].result
        return found


_OTHERS = frozenset({ALL_REDUCE, ALL_TO_ALL, REDUCE_SCATTER, REPLICATED_TO_UNREDUCED, SHARDED_TO_UNREDUCED})
"""The collectives that are converted only where others are."""


def shardable(value: Value) -> Value:
    """Returns the value that stands for another one's sharding: a result of a loop for an argument of its regions.

    As in the reference the result is used in the regions then, which the verifier rejects.
    """
    owner = None if since("0.12.0.1") else edge_owner(value)
    return value if owner is None else owner


def _size(size: int) -> int:
    """Returns a size as attributes hold it."""
    return UNKNOWN if size == DYNAMIC else size
