"""Programs of one operation: a function around it, in generic form, whose operands are arguments or constants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import sdyopt
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.diagnostics import Source
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.printer import print_operation

SYMBOL = re.compile(r'@(?:"([^"]*)"|([\w$.]+))')


@dataclass
class OpBody:
    """A block: the names of its arguments, and its operations."""

    arguments: list[str]
    nodes: list[OpNode]


@dataclass
class OpNode:
    """An operation: the names of its operands and results, the texts of its attributes, and its regions."""

    name: str
    operands: list[str]
    results: list[str]
    properties: dict[str, str] = field(default_factory=dict)
    regions: list[list[OpBody]] = field(default_factory=list)


@dataclass
class OpProgram:
    """A function's body, the type of each value in it, and the text of the symbols that it uses."""

    types: dict[str, str]
    arguments: list[str]
    nodes: list[OpNode]
    symbols: str = ""

    @property
    def subject(self) -> OpNode:
        """The operation that it is all about."""
        return self.nodes[-1]

    def text(self, is_returned: bool = False) -> str:
        """The module, one operation a line; the function may return what the subject gives."""
        arguments = ", ".join([f"{name}: {self.types[name]}" for name in self.arguments])
        results = self.subject.results if is_returned else []
        types = ", ".join([self.types[name] for name in results])
        lines = [f"func.func @subject({arguments})" + (f" -> ({types}) {{" if results else " {")]
        for node in self.nodes:
            self._write(node, 1, lines)
        end = f"  func.return {', '.join(results)} : {types}" if results else "  func.return"
        return "\n".join([*lines, end, "}", self.symbols])

    def _write(self, node: OpNode, depth: int, lines: list[str]) -> None:
        indent = "  " * depth
        results = f"{', '.join(node.results)} = " if node.results else ""
        text = f'{indent}{results}"{node.name}"({", ".join(node.operands)})'
        if node.properties:
            entries = [name if value == "unit" else f"{name} = {value}" for name, value in node.properties.items()]
            text += f" <{{{', '.join(entries)}}}>"
        if node.regions:
            text += " ("
            for index, region in enumerate(node.regions):
                lines.append(f"{text}{', ' if index else ''}{{")
                for number, body in enumerate(region):
                    arguments = ", ".join([f"{name}: {self.types[name]}" for name in body.arguments])
                    if body.arguments or number:
                        lines.append(f"{indent}^bb{number}({arguments}):")
                    for inner in body.nodes:
                        self._write(inner, depth + 1, lines)
                text = f"{indent}}}"
            text += ")"
        operands, found = [", ".join([self.types[name] for name in names]) for names in (node.operands, node.results)]
        lines.append(f"{text} : ({operands}) -> ({found})")

    def walk(self) -> Iterator[OpNode]:
        """The subject, and what it holds."""
        work = [self.subject]
        while work:
            node = work.pop()
            yield node
            work += [inner for region in node.regions for body in region for inner in body.nodes]


# Programs from valid modules.


def programs(module: sdyopt.Module, dialects: Sequence[str]) -> Iterator[OpProgram]:
    """A program for each operation of these dialects in the functions of a module."""
    functions = [op for op in module.operation.regions[0].block.ops if symbol_name(op) is not None]
    for function in functions:
        if function.name != "func.func" or not function.regions[0].blocks:
            continue
        for op in function.regions[0].blocks[0].ops:
            if op.name.partition(".")[0] in dialects:
                yield _program(op, functions)


def _program(op: Operation, functions: Sequence[Operation]) -> OpProgram:
    program = OpProgram({}, [], [])
    names: dict[Value, str] = {}
    for operand in op.operands:
        if operand in names:
            continue
        if isinstance(operand, OpResult) and operand.owner.has_trait("ConstantLike"):
            program.nodes.append(_node(operand.owner, program, names))
        else:
            program.arguments.append(_name(operand, program, names))
    program.nodes.append(_node(op, program, names))
    wanted = {quoted or plain for node in program.walk() for quoted, plain in SYMBOL.findall(str(node.properties))}
    program.symbols = "\n".join([_declaration(function) for function in functions if symbol_name(function) in wanted])
    return program


def _declaration(function: Operation) -> str:
    return print_operation(function, Source("", ""))


def _name(value: Value, program: OpProgram, names: dict[Value, str]) -> str:
    name = names[value] = f"%v{len(names)}"
    program.types[name] = text_of(value.type)
    return name


def _node(op: Operation, program: OpProgram, names: dict[Value, str]) -> OpNode:
    node = OpNode(op.name, [], [])
    for operand in op.operands:
        if operand not in names:
            program.arguments.append(_name(operand, program, names))
        node.operands.append(names[operand])
    node.properties = {name: text_of(value) for name, value in op.properties.items()}
    for region in op.regions:
        bodies = []
        for block in region.blocks:
            arguments = [_name(argument, program, names) for argument in block.arguments]
            bodies.append(OpBody(arguments, [_node(inner, program, names) for inner in block.ops]))
        node.regions.append(bodies)
    node.results = [_name(result, program, names) for result in op.results]
    return node
