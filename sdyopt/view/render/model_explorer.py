"""The graph of a program for Model Explorer, with what its operations cost.

Each function is a graph. Nodes are operations and arguments; regions, and the functions of the source that an operation
comes from, are namespaces. See https://github.com/google-ai-edge/model-explorer/wiki.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from json import dumps
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from sdyopt.cli.console import write_text
from sdyopt.cost.collectives.found import CollectiveView, collective_ops
from sdyopt.cost.collectives.inserted import RESULT
from sdyopt.cost.memory_model.graph import ENTERED
from sdyopt.cost.memory_model.peak import value_label, value_name
from sdyopt.cost.origins.followers import frames_at, source_text
from sdyopt.cost.sizes.partition import array_text
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.stablehlo.ops import CASE, IF, WHILE
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.rewriting.functions import callee_name
from sdyopt.view.collection import Analysis
from sdyopt.view.columns.collectives import COLLECTIVE, SHARE
from sdyopt.view.render.amounts import Sum, exact, peak_sum

Object = dict[str, Any]

_REGIONS: dict[OpDefinition, tuple[str, ...]] = {IF: ("true", "false"), WHILE: ("condition", "body")}

_COLLECTIVE_STYLE = {"backgroundColor": "#ffd8a8", "borderColor": "#d9480f"}
_ARGUMENT_STYLE = {"backgroundColor": "#e7f5ff"}

_SLASH = "\N{DIVISION SLASH}"
"""Stands for a slash in the names of functions."""

_GRADIENT = [{"stop": 0, "bgColor": "#ffffff"}, {"stop": 1, "bgColor": "#ff8787"}]


class ModelExplorerFiles(NamedTuple):
    """The files for Model Explorer: graphs, and data of their nodes by which it colours them."""

    graphs: Object
    bytes: Object
    """The bytes of the results of each node on one device."""
    sent: Object
    """The bytes that one device sends in each collective, multiplied by its executions."""


def model_explorer_files(analysis: Analysis) -> ModelExplorerFiles:
    """Returns the graphs of a program, those of public functions first, and the data of their nodes."""
    view = analysis.view
    ops = collective_ops(analysis.program)
    collectives = dict(zip(ops, view.collectives, strict=False))  # What XLA inserts is after these.
    inserted: dict[tuple[Operation, int], list[CollectiveView]] = {}
    if analysis.inserted is not None:
        sent = analysis.inserted.in_order()
        for (op, each), row in zip(sent, view.collectives[len(ops) :], strict=True):
            inserted.setdefault((op, each.place), []).append(row)
    public = {function.name for function in view.functions if function.is_public}
    functions = [op for op in collect_kind(analysis.program.operation, FUNC) if op.regions[0].blocks]
    functions.sort(key=lambda op: symbol_name(op) not in public)
    graphs = [_Graph(analysis, function, collectives, inserted) for function in functions]
    label = f"{os.path.basename(view.file)}, {view.stage_text}"
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
    return {"name": name, "results": {node: {"value": value} for node, value in values.items()}, "gradient": _GRADIENT}


class _Graph:
    """The graph of a function."""

    def __init__(
        self,
        analysis: Analysis,
        function: Operation,
        collectives: dict[Operation, CollectiveView],
        inserted: dict[tuple[Operation, int], list[CollectiveView]],
    ) -> None:
        """`collectives` are those of operations, `inserted` those that XLA inserts for operands and results of some."""
        self.id = f"@{symbol_name(function)}"
        self.bytes: dict[str, int] = {}
        self.sent: dict[str, int] = {}
        self._analysis = analysis
        self._collectives = collectives
        self._inserted = inserted
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
            "stage": view.stage_text,
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
            label = value_label(argument) or name
            tree = re.findall(r"[^\[\]'./]+", label)[:-1]  # Of `params['layers'][0]['w']`: params, layers, 0.
            node = self._node(name, label, _joined(namespace, *tree), given)
            node["style"] = _ARGUMENT_STYLE
            node["attrs"].append({"key": "operation", "value": "argument"})
            self._add_outputs(node, [argument])
        return block.first, namespace, operands

    def _add_operation(self, op: Operation, namespace: str) -> None:
        program = self._analysis.program
        name = value_name(program, op.results[0]).partition("#")[0] if op.results else op.short_name
        operands = [] if op in self._ends else op.operands
        moved = {
            number: self._insert(op, number, value, namespace)
            for number, value in enumerate(op.operands)
            if (op, number) in self._inserted
        }
        node = self._node(name, op.short_name, _joined(namespace, *self._stack(op, namespace)), operands, moved)
        node["incomingEdges"] += [
            {"sourceNodeId": end, "sourceNodeOutputId": "0", "targetNodeInputId": str(number)}
            for number, end in enumerate(self._ends.get(op, ()))
        ]
        attributes = {"operation": op.name}
        if source := source_text(frames_at(op.location, program.source)):
            attributes["source"] = source
        if op.signature.definition is CALL:
            attributes["callee"] = f"@{callee_name(op)}"
            node["subgraphIds"] = [attributes["callee"]]
        if op in self._collectives:
            attributes |= self._cost(self._collectives[op], node["id"])
            node["style"] = _COLLECTIVE_STYLE
        node["attrs"] = [{"key": key, "value": value} for key, value in attributes.items()]
        self._add_outputs(node, op.results)
        if (op, RESULT) in self._inserted:
            result = op.results[0]
            self._sources[result] = self._insert(op, RESULT, result, namespace)
        block = op.parent
        around = None if block is None else block.parent_op
        if around in self._ends and op.next is None:
            self._ends[around].append(node["id"])

    def _insert(self, op: Operation, place: int, value: Value, namespace: str) -> tuple[str, str]:
        """Adds what XLA inserts for an operand or the result of an operation, and returns where it comes from then."""
        source: dict[int, tuple[str, str]] = {}
        for row in self._inserted[op, place]:
            kind = row.kind.replace("-", "_")
            name = f"{value_name(self._analysis.program, value)} after {kind}"
            node = self._node(name, kind, _joined(namespace, *self._stack(op, namespace)), [value], source)
            node["style"] = _COLLECTIVE_STYLE
            attributes = {"operation": f"{kind}, which XLA inserts", **self._cost(row, node["id"])}
            node["attrs"] = [{"key": key, "value": text} for key, text in attributes.items()]
            size = row.result.bytes or 0
            metadata = {"__tensor_tag": name, "tensor_shape": row.result.type, "bytes a device": exact(size)}
            node["outputsMetadata"].append(
                {"id": "0", "attrs": [{"key": key, "value": text} for key, text in metadata.items()]}
            )
            node["attrs"].append({"key": "bytes a device", "value": exact(size)})
            self.bytes[node["id"]] = size
            source = {0: (node["id"], "0")}
        return source[0]

    def _cost(self, collective: CollectiveView, node: str) -> dict[str, str]:
        if collective.sent is not None:
            self.sent[node] = collective.sent
        return COLLECTIVE.attributes(collective)

    def _node(
        self,
        name: str,
        label: str,
        namespace: str,
        operands: Sequence[Value],
        moved: Mapping[int, tuple[str, str]] = MappingProxyType({}),
    ) -> Object:
        """Adds a node whose id is a name, with a number after it if there is one of that name already.

        `moved` has the nodes and outputs that operands come from that have been moved, by their numbers.
        """
        self._uses[name] = number = self._uses.get(name, 0) + 1
        id = name if number == 1 else f"{name} ({number})"
        node: Object = {
            "id": id,
            "label": label,
            "namespace": namespace,
            "attrs": [],
            "incomingEdges": list(self._edges(operands, moved)),
            "outputsMetadata": [],
        }
        self._nodes.append(node)
        return node

    def _edges(self, operands: Sequence[Value], moved: Mapping[int, tuple[str, str]]) -> Iterator[Object]:
        for number, operand in enumerate(operands):
            source = moved.get(number) or self._sources.get(operand)
            if source is not None:
                node, output = source
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
        shown = [name.replace("/", _SLASH) for name, _ in groupby(names) if name != "<module>"]
        around = namespace.split("/")
        while shown and shown[0] in around:
            around = around[around.index(shown.pop(0)) + 1 :]
        return shown

    def _name(self, op: Operation) -> str:
        return value_name(self._analysis.program, op.results[0]).partition("#")[0] if op.results else ""


def _joined(*parts: str) -> str:
    return "/".join([part for part in parts if part])
