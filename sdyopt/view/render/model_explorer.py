"""The graph of a program for Model Explorer, with what its operations cost.

Each function is a graph. Nodes are operations and arguments; regions, and the functions of the source that an operation
comes from, are namespaces. See https://github.com/google-ai-edge/model-explorer/wiki.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Sequence
from itertools import groupby
from json import dumps
from pathlib import PurePath
from typing import Any

from sdyopt.cost.collectives.found import CollectiveView, collective_ops
from sdyopt.cost.memory_model.graph import ENTERED
from sdyopt.cost.memory_model.peak import value_label, value_name
from sdyopt.cost.origins.followers import frames_at, source_text
from sdyopt.cost.sizes.partition import array_text
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.stablehlo.ops import CASE, IF, WHILE
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.view.collection import Analysis
from sdyopt.view.columns.collectives import COLLECTIVE
from sdyopt.view.columns.tensors import SHARE
from sdyopt.view.render.amounts import Sum, exact, peak_sum
from sdyopt.view.render.printing import write_text

Object = dict[str, Any]

_REGIONS: dict[OpDefinition, tuple[str, ...]] = {IF: ("true", "false"), WHILE: ("condition", "body")}
"""What regions are called."""

_COLLECTIVE_STYLE = {"backgroundColor": "#ffd8a8", "borderColor": "#d9480f"}
_ARGUMENT_STYLE = {"backgroundColor": "#e7f5ff"}

_SLASH = "\N{DIVISION SLASH}"
"""Stands for a slash in the names of functions."""

_GRADIENT = [{"stop": 0, "bgColor": "#ffffff"}, {"stop": 1, "bgColor": "#ff8787"}]


class ModelExplorerFiles(NamedTuple):
    """What Model Explorer reads: graphs, and data of their nodes by which it colours them."""

    graphs: Object
    bytes: Object
    """What the results of each node take on one device."""
    sent: Object
    """What one device sends in each collective, executions multiplied in."""


def model_explorer_files(analysis: Analysis) -> ModelExplorerFiles:
    """Returns the graphs of a program, those of public functions first, and the data of their nodes."""
    view = analysis.view
    ops = collective_ops(analysis.program)
    collectives = dict(zip(ops, view.collectives, strict=False))  # What XLA adds, by estimate, is after these.
    public = {function.name for function in view.functions if function.is_public}
    functions = [op for op in collect_kind(analysis.program.operation, FUNC) if op.regions[0].blocks]
    functions.sort(key=lambda op: symbol_name(op) not in public)
    graphs = [_Graph(analysis, function, collectives) for function in functions]
    label = f"{os.path.basename(view.file)}, {view.stage.value}"
    return ModelExplorerFiles(
        {"label": label, "graphs": [graph.object() for graph in graphs]},
        {graph.id: _node_data("Bytes a device", graph.bytes) for graph in graphs},
        {graph.id: _node_data("Bytes sent a device", graph.sent) for graph in graphs},
    )


def write_model_explorer(path: str, analysis: Analysis) -> None:
    """Writes the graphs for Model Explorer; to a file also, beside it, the data of their nodes."""
    files = model_explorer_files(analysis)
    write_text(path, dumps(files.graphs))
    if path != "-":
        for name, data in (("bytes", files.bytes), ("sent", files.sent)):
            write_text(str(PurePath(path).with_suffix(f".{name}.json")), dumps(data))


def _node_data(name: str, values: dict[str, int]) -> Object:
    return {
        "name": name,
        "results": {node: {"value": value} for node, value in values.items()},
        "gradient": _GRADIENT,
    }


class _Graph:
    """The graph of a function."""

    def __init__(self, analysis: Analysis, function: Operation, collectives: dict[Operation, CollectiveView]) -> None:
        self.id = f"@{symbol_name(function)}"
        self.bytes: dict[str, int] = {}
        self.sent: dict[str, int] = {}
        self._analysis = analysis
        self._collectives = collectives
        self._nodes: list[Object] = []
        self._uses: dict[str, int] = {}
        """How many nodes have a name."""
        self._sources: dict[Value, tuple[str, str]] = {}
        """The node and the number of the output that a value comes from."""
        self._ends: dict[Operation, list[str]] = {}
        """The nodes at which the regions of an operation end."""
        self._add(function)

    def object(self) -> Object:
        """Returns the graph, with the sums of the program."""
        view = self._analysis.view
        attributes = {
            "stage": view.stage.value,
            "partitioner": view.stage.partitioner,
            "devices": f"{view.devices:,}",
            "sent a device": Sum(view.totals.bytes_sent, view.totals.is_lower_bound).text,
        }
        if view.peak is not None:
            attributes["peak a device"] = (
                f"{peak_sum(view.peak).text} (profile {view.peak.profile}) in @{view.peak.function}"
            )
        return {"id": self.id, "nodes": self._nodes, "groupNodeAttributes": {"": attributes}}

    def _add(self, function: Operation) -> None:
        """Adds the nodes of a function, those in regions before the operation that these belong to."""
        stack = [self._open(block, "", ()) for block in function.regions[0].blocks[::-1]]
        while stack:
            op, namespace, values = stack.pop()
            if op is None:
                continue
            stack.append((op.next, namespace, values))
            inner = self._blocks(op, namespace) if op not in self._ends else []
            if inner:
                self._ends[op] = []
                stack[-1] = (op, namespace, values)
                stack += [self._open(block, name, op.operands) for block, name in inner][::-1]
            else:
                self._add_operation(op, namespace)

    def _blocks(self, op: Operation, namespace: str) -> list[tuple[Block, str]]:
        """Returns the blocks of the regions that are shown, with their namespaces."""
        definition = op.signature.definition
        if definition not in ENTERED:
            return []
        around = _joined(namespace, *self._stack(op, namespace), f"{op.short_name} {self._name(op)}".strip())
        names = _REGIONS.get(definition, ())
        found = []
        for number, region in enumerate(op.regions):
            name = names[number] if number < len(names) else f"branch {number}" if definition is CASE else ""
            found += [(block, _joined(around, name)) for block in region.blocks]
        return found

    def _open(
        self, block: Block, namespace: str, operands: Sequence[Value]
    ) -> tuple[Operation | None, str, Sequence[Value]]:
        """Adds the arguments of a block, which get the operands of the operation around it."""
        for argument in block.arguments:
            given = [operands[argument.index]] if argument.index < len(operands) else []
            name = value_name(self._analysis.program, argument)
            node = self._node(name, value_label(argument) or name, namespace, given)
            node["style"] = _ARGUMENT_STYLE
            node["attrs"].append({"key": "operation", "value": "argument"})
            self._add_outputs(node, [argument])
        return block.first, namespace, operands

    def _add_operation(self, op: Operation, namespace: str) -> None:
        program = self._analysis.program
        name = value_name(program, op.results[0]).partition("#")[0] if op.results else op.short_name
        operands = [] if op in self._ends else op.operands
        node = self._node(name, op.short_name, _joined(namespace, *self._stack(op, namespace)), operands)
        node["incomingEdges"] += [
            {"sourceNodeId": end, "sourceNodeOutputId": "0", "targetNodeInputId": str(number)}
            for number, end in enumerate(self._ends.get(op, ()))
        ]
        attributes = {"operation": op.name}
        source = source_text(frames_at(op.location, program.source))
        if source:
            attributes["source"] = source
        if op.signature.definition is CALL:
            callee = op.properties["callee"]
            assert isinstance(callee, SymbolRefAttr)
            node["subgraphIds"] = [f"@{callee.root}"]
            attributes["callee"] = f"@{callee.root}"
        if op in self._collectives:
            attributes |= self._cost(self._collectives[op], node["id"])
            node["style"] = _COLLECTIVE_STYLE
        node["attrs"] = [{"key": key, "value": value} for key, value in attributes.items()]
        self._add_outputs(node, op.results)
        block = op.parent
        around = None if block is None else block.parent_op
        if around in self._ends and op.next is None:
            self._ends[around].append(node["id"])

    def _cost(self, collective: CollectiveView, node: str) -> dict[str, str]:
        if collective.sent is not None:
            self.sent[node] = collective.sent
        return COLLECTIVE.attributes(collective)

    def _node(self, name: str, label: str, namespace: str, operands: Sequence[Value]) -> Object:
        """Adds a node whose id is a name, with a number after it if there is one of that name already."""
        self._uses[name] = number = self._uses.get(name, 0) + 1
        id = name if number == 1 else f"{name} ({number})"
        node: Object = {
            "id": id,
            "label": label,
            "namespace": namespace,
            "attrs": [],
            "incomingEdges": list(self._edges(operands)),
            "outputsMetadata": [],
        }
        self._nodes.append(node)
        return node

    def _edges(self, operands: Sequence[Value]) -> Iterator[Object]:
        for number, operand in enumerate(operands):
            if operand in self._sources:
                node, output = self._sources[operand]
                yield {"sourceNodeId": node, "sourceNodeOutputId": output, "targetNodeInputId": str(number)}

    def _add_outputs(self, node: Object, values: Sequence[Value]) -> None:
        """Adds the results of a node, with what a device holds of each."""
        total = 0
        for number, value in enumerate(values):
            share = self._analysis.sizes.of_value(value)
            self._sources[value] = (node["id"], str(number))
            total += share.bytes or 0
            attributes = {
                "__tensor_tag": value_name(self._analysis.program, value),
                "tensor_shape": array_text(value.type, share.local_shape),
                **SHARE.attributes(share),
            }
            metadata = [{"key": key, "value": text} for key, text in attributes.items()]
            node["outputsMetadata"].append({"id": str(number), "attrs": metadata})
        if values:
            node["attrs"].append({"key": "bytes a device", "value": exact(total)})
            self.bytes[node["id"]] = total

    def _stack(self, op: Operation, namespace: str) -> list[str]:
        """Returns the functions of the source that an operation comes from, without those around it already."""
        frames = frames_at(op.location, self._analysis.program.source)
        names = [frame.short_function for frame in reversed(frames) if frame.short_function]
        shown = [_part(name) for name, _ in groupby(names) if name != "<module>"]
        around = namespace.split("/")
        while shown and shown[0] in around:
            around = around[around.index(shown.pop(0)) + 1 :]
        return shown

    def _name(self, op: Operation) -> str:
        return value_name(self._analysis.program, op.results[0]).partition("#")[0] if op.results else ""


def _joined(*parts: str) -> str:
    return "/".join([part for part in parts if part])


def _part(name: str) -> str:
    """Returns a name that is one part of a namespace."""
    return name.replace("/", _SLASH)
