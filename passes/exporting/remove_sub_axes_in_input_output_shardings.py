"""-sdy-remove-sub-axes-in-input-output-shardings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from sdyopt.dialects.sdy.attributes import AxisRef, Sharding
from sdyopt.dialects.sdy.shardings.slots import map_shardings
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.rewrite.remarks import Decision, Explanation, Remarks, explained
from sdyopt.rewriting.functions import Functions
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-remove-sub-axes-in-input-output-shardings")
class RemoveSubAxesInInputOutputShardings(Pass):
    """Removes sub-axes from open dimensions of the main function's arguments and results.

    In each such dimension the axes from the first sub-axis on are removed. If there is just one function it is the
    main one, whatever its name; otherwise that is `@main`.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions = Functions(module)
        main = functions.find_main()
        for function in functions.by_name.values():
            if function is not main:
                rewriter.report(function_skipped, function)
        before = main.signature
        rewriter.set_signature(main, map_shardings(before, without_sub_axes))
        rewriter.report(SubAxesRemoved, main, before)


def without_sub_axes(sharding: Sharding) -> Sharding:
    """Returns `sharding` without the axes of open dimensions from the first sub-axis on."""
    dimensions = [
        dimension if dimension.is_closed else dimension.replace(axes=leading_full_axes(dimension.axes))
        for dimension in sharding.dimensions
    ]
    return sharding.replace(dimensions=tuple(dimensions))


def leading_full_axes(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
    """Returns the axes before the first sub-axis."""
    return tuple(takewhile(lambda axis: axis.sub_axis is None, axes))


def function_skipped(function: Operation) -> Explanation:
    """A function that is not the main one stays as it is."""
    name = SymbolRefAttr((symbol_name(function) or "",))
    text = "shardings of {name} stay as they are: it is not the main function"
    return explained("function-skipped", text, function, name=name)


class SubAxesRemoved(Decision):
    """The main function, which had the signature `before`, may have lost axes."""

    function: Operation
    before: Signature

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.sharding.uses import sharding_uses_of

        for use in sharding_uses_of(self.function, self.before):
            for number, axes in sub_axes_on(use.sharding):
                kind, text = "sub-axes-kept", "{axes} stays in dimension {dimension} of {of}, which is closed"
                if not use.sharding.dimensions[number].is_closed:
                    kind, text = "axes-removed", "{axes} removed from dimension {dimension} of {of}"
                remarks.tell(kind, text, use.place, axes=axes, dimension=number, of=use.subject)


def sub_axes_on(sharding: Sharding) -> Iterator[tuple[int, tuple[AxisRef, ...]]]:
    """Yields the number of each dimension with a sub-axis, and its axes from the first one on."""
    for number, dimension in enumerate(sharding.dimensions):
        axes = dimension.axes[len(leading_full_axes(dimension.axes)) :]
        if axes:
            yield number, axes
