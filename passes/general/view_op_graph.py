"""-view-op-graph."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, DenseResourceAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.value import Value
from sdyopt.mlir.write.alias_placeholders import expanded
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.names import Names
from sdyopt.rewriting.passes import ANY, Pass, Rewriter, option, register_pass

MOST_ELEMENTS = 16
"""The number of elements of an attribute that is not elided."""

SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in '{|<}>\n\r"'})
"""What a backslash comes before in labels of records."""


def whole_text(attribute: Attribute) -> str:
    """Returns the text of an attribute without aliases."""
    return expanded(text_of(attribute))


@register_pass("view-op-graph")
class ViewOpGraph(Pass):
    """Prints the program as a graph in the language DOT of Graphviz, on standard error.

    Operations are nodes, those with regions and blocks are clusters, and edges lead from values to their users. The
    program stays as it is.
    """

    anchor: ClassVar[str] = ANY

    max_label_len: int = option(default=20, help="Maximum length of types and attributes in labels")
    print_attrs: bool = option(default=True, help="Shows the attributes of operations")
    print_control_flow_edges: bool = option(default=False, help="Draws edges between operations that follow each other")
    print_data_flow_edges: bool = option(default=True, help="Draws edges from values to the operations that use them")
    print_result_types: bool = option(default=True, help="Shows the types of results and arguments")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        rewriter.write(DotGraph(op, self).text())


class DotNode(NamedTuple):
    """A node, or the node that stands for a cluster."""

    number: int
    cluster: int | None = None


class DotGraph:
    """The graph of an operation in DOT."""

    def __init__(self, root: Operation, options: ViewOpGraph) -> None:
        self._root = root
        self._options = options
        outermost = root
        while outermost.parent_op is not None:
            outermost = outermost.parent_op
        self._names = Names(outermost).values
        names = list(dict.fromkeys(op.name for op in walk_post(root)))
        self._colours = {name: f"{index / len(names):f} 0.3 0.95" for index, name in enumerate(names)}
        self._lines: list[str] = []
        self._depth = 1
        self._count = 0
        self._nodes: dict[Value, DotNode] = {}
        self._control: list[tuple[DotNode, DotNode]] = []
        self._data: list[tuple[Value, DotNode]] = []

    def text(self) -> str:
        """Returns the graph."""
        self._line("compound = true;")
        self._visit(self._root)
        for source, target in self._control:
            self._edge(source, "", target, "", "dashed")
        for value, target in self._data:
            port = self._port(value)
            self._edge(self._nodes[value], f":res{port}:s", target, f":arg{port}:n", "solid")
        return "\n".join(["digraph G {", *self._lines, "}"]) + "\n"

    # Operations, blocks and edges.

    def _visit(self, op: Operation) -> DotNode:
        if op.regions:
            node = self._open_cluster(self._cluster_label(op))
            for region in op.regions:
                for block in region.blocks:
                    self._visit_block(block)
            self._close_cluster()
        else:
            colour = self._colours[op.name]
            node = self._node(f'fillcolor = "{colour}", ', self._record(op), ", style = filled")
        if self._options.print_data_flow_edges:
            self._data += [(operand, node) for operand in op.operands]
        self._nodes |= dict.fromkeys(op.results, node)
        return node

    def _visit_block(self, block: Block) -> None:
        self._open_cluster("")
        for argument in block.arguments:
            self._nodes[argument] = self._node("", self._result(argument), "")
        before: DotNode | None = None
        for op in block.ops:
            node = self._visit(op)
            if before is not None and self._options.print_control_flow_edges:
                self._control.append((before, node))
            before = node
        self._close_cluster()

    def _line(self, text: str) -> None:
        self._lines.append(f"{'  ' * self._depth}{text}")

    def _next_number(self) -> int:
        self._count += 1
        return self._count

    def _open_cluster(self, label: str) -> DotNode:
        cluster = self._next_number()
        self._line(f"subgraph cluster_{cluster} {{")
        self._depth += 1
        node = DotNode(self._next_number(), cluster)
        self._line(f'v{node.number} [label = " ", shape = plain];')
        self._line(f'label = "{label}";')
        return node

    def _close_cluster(self) -> None:
        self._depth -= 1
        self._line("}")

    def _node(self, before: str, label: str, after: str) -> DotNode:
        node = DotNode(self._next_number())
        self._line(f'v{node.number} [{before}label = "{label}", shape = Mrecord{after}];')
        return node

    def _edge(self, source: DotNode, source_port: str, target: DotNode, target_port: str, style: str) -> None:
        """Draws an edge; where that begins or ends at a cluster, it has no port there."""
        attributes = [f"ltail = cluster_{source.cluster}"] if source.cluster is not None else []
        attributes += [f"lhead = cluster_{target.cluster}"] if target.cluster is not None else []
        start = f"v{source.number}{source_port if source.cluster is None else ''}"
        end = f"v{target.number}{target_port if target.cluster is None else ''}"
        # Attributes are sorted by name.
        self._line(f"{start} -> {end}[{', '.join(sorted([*attributes, f'style = {style}']))}];")

    # Labels.

    def _record(self, op: Operation) -> str:
        operands = "|".join([f"<arg{self._port(operand)}> {self._names[operand]}" for operand in op.operands])
        results = "|".join(map(self._result, op.results))
        attributes = self._attributes(op) if self._options.print_attrs else ""
        parts = [f"{{{operands}}}"] if operands else []
        parts.append(f"{op.name}\\l\\l{attributes}" if attributes else f"{op.name}\\l")
        parts += [f"{{{results}}}"] if results else []
        return f"{{{'|'.join(parts)}}}"

    def _cluster_label(self, op: Operation) -> str:
        types = ", ".join([whole_text(result.type) for result in op.results])
        label = f"{op.name} : ({self._shortened(types)})" if self._options.print_result_types else op.name
        return f"{label}\\l{self._attributes(op)}" if self._options.print_attrs else label

    def _attributes(self, op: Operation) -> str:
        entries = sorted([*op.properties.items(), *op.attributes.items()])
        return "".join([f"{name}: {self._attribute(value)}\\l" for name, value in entries])

    def _attribute(self, attribute: Attribute) -> str:
        if isinstance(attribute, DenseElementsAttr) and attribute.text and not attribute.text.startswith(("[", '"')):
            return whole_text(attribute).translate(SPECIAL)
        if isinstance(attribute, DenseElementsAttr | DenseResourceAttr) and prod(attribute.shape) > MOST_ELEMENTS:
            rank = len(attribute.shape)
            return f"{'[' * rank}...{']' * rank} : {self._type(attribute.type)}"
        if isinstance(attribute, ArrayAttr) and len(attribute.elements) > MOST_ELEMENTS:
            return "[...]"
        return self._shortened(whole_text(attribute)).translate(SPECIAL)

    def _type(self, type: Type) -> str:
        return self._shortened(whole_text(type)).translate(SPECIAL)

    def _result(self, value: Value) -> str:
        shown = f" {self._type(value.type)}" if self._options.print_result_types else ""
        return f"<res{self._port(value)}> {self._names[value]}{shown}"

    def _port(self, value: Value) -> str:
        return self._names[value].replace("%", "_").replace("#", "_")

    def _shortened(self, text: str) -> str:
        limit = self._options.max_label_len
        return text if len(text) <= limit else f"{text[:limit]}..."
