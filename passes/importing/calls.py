"""Passes that prepare functions and calls for propagation."""

from __future__ import annotations

from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import ORIGINAL_FUNC_NAME, ShardingPerValue
from sdyopt.dialects.sdy.ops import NAMED_COMPUTATION, RETURN
from sdyopt.ir.attribute import Attribute, remembered
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.bodies import Content, CopiedRegion, content_of
from sdyopt.ir.clone import clone_regions
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.constraints import assigned
from sdyopt.mlir.declare.definition import SHARDING
from sdyopt.mlir.diagnostics import Diagnostic, failure
from sdyopt.mlir.rewrite.control_flow import CopiedBodies
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.mlir.rewrite.rewriter import BaseRewriter
from sdyopt.passes.importing.data_flow_edges import add_edges
from sdyopt.rewriting.functions import CallGraph, FunctionCopies, Functions, callee_name, calls_in, original_name
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import FunctionShardings, call_shardings


@register_pass("sdy-flatten-call-graph")
class FlattenCallGraph(Pass):
    """Gives every call but the first of a function a copy of the function to call.

    What a copied function calls is copied with it, so that no function has two callers. Copies stand at the end of the
    module, and keep the original name in the attribute `sdy.original_func_name`.
    """

    keeps_order = True

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        graph = CallGraph(rewriter.listing(module))
        copies = FunctionCopies(module, rewriter)
        called: set[str] = set()
        for call in [call for function in graph.callees_first() for call in graph.calls[function]]:
            if (name := callee_name(call)) not in called:
                copies.called_by(call)
                called.add(name)
                rewriter.tell(
                    "function-kept", "this call, the first of @{function}, calls it still", call, function=name
                )
            else:
                copies.give_own_callee(call)


EXECUTION_THREAD = "execution_thread"
"""The attribute of a function that is kept with its named computation."""


@register_pass("sdy-import-func-calls")
class ImportFuncCalls(Pass):
    """Replaces each func.call by an sdy.named_computation with the body of the function.

    The computation has the original name of the function, the shardings of the function's arguments, and those of the
    call. The first call of a function gets its body, further ones get copies; the functions are erased.
    """

    keeps_order = True

    add_data_flow_edges_on_named_computations: bool = option(
        default=True, help="Adds data-flow edges to all named computations of the module"
    )

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        inliner = CallInliner(module, rewriter)
        graph = CallGraph(rewriter.listing(module))
        for function in graph.callees_first() if any(graph.calls.values()) else ():
            for call in calls_in(function):
                inliner.inline(call)
        for function in inliner.inlined:
            rewriter.report(attributes_lost, function)
            rewriter.erase(function)
        if self.add_data_flow_edges_on_named_computations:
            edges = CopiedBodies(add_edges_on_arguments)
            for op in rewriter.listing(module).collect_kind(NAMED_COMPUTATION):
                if not edges.rewrite(op, op.properties.get("in_shardings"), rewriter):
                    add_edges_on_arguments(op, rewriter)
                add_edges(op.results, InsertionPoint.after_op(op), rewriter)


def add_edges_on_arguments(computation: Operation, rewriter: BaseRewriter) -> None:
    """Inserts data-flow edges for the arguments of the body of a named computation."""
    for block in computation.regions[0].blocks[:1]:
        add_edges(block.arguments, InsertionPoint.start_of(block), rewriter)


class CallInliner:
    """Makes named computations of calls."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self.inlined: dict[Operation, Operation] = {}
        """The functions that were called, each with the named computation that got its body."""
        self._has_warned = False
        self._contents: dict[Operation, Content] = {}
        self._functions = Functions(module)
        self._shardings = FunctionShardings(module)
        self._rewriter = rewriter

    def inline(self, call: Operation) -> None:
        """Makes a named computation of a call. Raises CompilationError if that is not possible."""
        function, rewriter = self._functions.called_by(call), self._rewriter
        first = self.inlined.get(function)
        signature = computation_signature(
            call.signature,
            original_name(function),
            self._shardings.of_arguments(function),
            function.attributes.get(EXECUTION_THREAD),
        )
        content = None if first is None or rewriter.is_renaming else self._content(function, first)
        copy = Region() if content is None else CopiedRegion(content)
        region = self._body(function, call) if first is None else copy
        if first is None:
            self.inlined[function] = call
            text = "call of @{function} inlined: the function, which is erased, gives its body"
            rewriter.tell("function-inlined", text, call, function=symbol_name(function))
            rewriter.become(call, signature, [region])
        else:
            if not self._has_warned:
                # The warning shows the call after its replacement, which determines the numbers of values.
                before = InsertionPoint.before_op(call)
                computation = rewriter.create_with(before, signature, call.operands, call.location, [Region()])
                warn_of_clone(call, function, rewriter)
                rewriter.erase(computation)
                self._has_warned = True
            text = "call of @{function} inlined with a copy of its body, as another call has that itself"
            rewriter.tell("function-copy-inlined", text, call, function=symbol_name(function))
            rewriter.become(call, signature, [region])
            if content is None:
                mapping: dict[Value, Value] = {}
                clone_regions(first, call, mapping)
                rewriter.renames_copies(mapping)

    def _content(self, function: Operation, first: Operation) -> Content | None:
        """Returns the content of clones of a function that has become the body of a named computation.

        None if its operations have to be created at once, as there are calls among them, which may be replaced.
        """
        if function not in self._contents:
            content = content_of(first.regions[0])
            if content is None or CALL in content.body.definitions:
                return None
            self._contents[function] = content.cloned()
        return self._contents[function]

    def _body(self, function: Operation, call: Operation) -> Region:
        """Takes the body out of a function, as that of a named computation."""
        op: Operation | None = call
        while op is not None:
            if op is function:
                raise failure(f"cannot inline function @{symbol_name(function)} into itself", call.location)
            op = op.parent_op
        region = self._rewriter.take_region(function)
        for block in region.blocks:
            if (last := block.last) is not None:
                self._rewriter.create_before(last, RETURN, last.operands, location=last.location)
                self._rewriter.erase(last)
        return region


def warn_of_clone(call: Operation, function: Operation, rewriter: Rewriter) -> None:
    """Warns, once in a run, that there is more than one call of a function."""
    message = (
        f"function @{symbol_name(function)} has multiple call ops, we need to clone the function body for each call"
    )
    rewriter.emit(Diagnostic("warning", message, call.location), "multiple call ops", call)


@remembered
def computation_signature(
    call: Signature, name: str, in_shardings: ShardingPerValue | None, execution_thread: Attribute | None
) -> Signature:
    """Returns the signature of the named computation that takes the place of a call.

    A discardable attribute of the call with the name of a property becomes that property; one of another kind removes
    it.
    """
    assert call.definition is CALL
    properties: dict[str, Attribute] = {"name": StringAttr(name)}
    for key, shardings in (("in_shardings", in_shardings), ("out_shardings", call_shardings(call))):
        if shardings is not None:
            properties[key] = shardings
    given = dict(call.attributes.without(SHARDING).items())
    if execution_thread is not None:
        given[EXECUTION_THREAD] = execution_thread
    return Signature.of(
        NAMED_COMPUTATION, call.operand_types, call.result_types, *assigned(NAMED_COMPUTATION, properties, given)
    )


def attributes_lost(function: Operation) -> Explanation | None:
    """A function is erased, with attributes that the named computations do not have."""
    names = [name for name, _ in function.attributes.items() if name not in (EXECUTION_THREAD, ORIGINAL_FUNC_NAME)]
    if names:
        text = "@{function} erased with its {names:attribute|attributes} {names}, which calls of it do not keep"
        return explained("attributes-lost", text, function, function=symbol_name(function), names=names)
    return None


@register_pass("sdy-pre-order-funcs")
class PreOrderFuncs(Pass):
    """Sorts the functions so that each comes before the functions that it calls.

    They come after all else in the module. Functions without a body stay where they are, those of nested modules move
    into the module itself.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        body = module.regions[0].block
        functions = CallGraph(rewriter.listing(module)).callers_first()
        to_move = set(functions)
        before = [op for op in body.ops if op in to_move]
        others = [op for op in body.ops if op not in to_move]
        if [*others, *functions] == list(body.ops):
            return
        places = {function: number for number, function in enumerate(before, 1)}
        for number, function in enumerate(functions, 1):
            rewriter.move(function, InsertionPoint.end_of(body))
            if places.get(function) != number:
                rewriter.report(moved, function, places.get(function), number)


def moved(function: Operation, before: int | None, after: int) -> Explanation:
    """A function has another place among those with a body now, or has come out of a nested module."""
    kind, text = "function-moved", "@{function} is function {after} of the module now, and was function {before}"
    if before is None:
        kind, text = "function-taken-out", "@{function} taken out of a nested module: it is function {after} now"
    return explained(kind, text, function, function=symbol_name(function), before=before, after=after)


@register_pass("sdy-propagate-sharding-from-func-to-call")
class PropagateShardingFromFuncToCall(Pass):
    """Gives calls without shardings those of the results of their functions.

    A function without shardings of its results, or with maximal ones alone, leaves its calls as they are.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions, shardings = Functions(module), FunctionShardings(module)
        for call in rewriter.listing(module).collect_kind(CALL):
            function = functions.called_by(call)
            if call_shardings(call.signature) is not None:
                rewriter.tell(
                    "call-shardings-kept",
                    "this call has shardings already: those of the function are not looked at",
                    call,
                )
                continue
            if (of_results := shardings.of_results(function)) is None:
                rewriter.report(no_shardings, call, function)
                continue
            rewriter.set_attribute(call, SHARDING, of_results)
            rewriter.tell(
                "call-shardings-set",
                "call gets the shardings of the results of @{function}: {shardings}",
                call,
                function=symbol_name(function),
                shardings=call_shardings(call.signature),
            )


def no_shardings(call: Operation, function: Operation) -> Explanation | None:
    """A call gets no shardings: the results of its function have none, except on single devices."""
    if call.results:
        text = "call gets no shardings: no result of @{function} is sharded along a mesh with axes"
        return explained("no-shardings", text, call, function=symbol_name(function))
    return None
