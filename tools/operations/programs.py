"""Programs of one operation, and mistakes in them."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import sdyopt
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.diagnostics import Source
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.printer import print_operation

# Programs of one operation: a function around it, in generic form, whose operands are arguments or constants.


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

    def bodies(self) -> list[OpBody]:
        """The blocks inside the subject."""
        return [body for node in self.walk() for region in node.regions for body in region]


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
    called = [function for function in functions if symbol_name(function) in wanted]
    program.symbols = "\n".join([print_operation(function, Source("", "")) for function in called])
    return program


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


# Mutations of programs of one operation: of a type, a number, a name, a count, or a region.
#
# The mutation of a valid program is its only mistake.


TENSOR = re.compile(r"tensor<(?P<shape>(?:\*x|(?:(?:\d+|\?)x)*))(?P<element>[^,]*?(?:<[^>]*>)?)(?P<encoding>, .*)?>")
NUMBER = re.compile(r"(?<![\w.#%@-])-?\d+(?![\w.])")
LIST = re.compile(r"\[([^\[\]]*)\]|(?<=array<i64: )([^>]*)(?=>)|(?<=array<i1: )([^>]*)(?=>)")
WORD = re.compile(r"(?<=[< ])[A-Z][A-Z_0-9]+(?=[>, ])|\btrue\b|\bfalse\b")
ELEMENT = re.compile(r"\b(?:u?i\d+|b?f\d+\w*|index)\b")

ELEMENTS = (
    *("f32", "f64", "bf16", "f8E4M3FN", "i1", "i8", "i32", "i64", "ui8", "ui32", "si32", "i17", "index"),
    *("complex<f32>", "complex<f64>", "complex<i32>", "f80", "tuple<>"),
)
TYPES = (
    *("f32", "i32", "index", "none", "tensor<f32>", "tensor<i1>", "tensor<i32>", "tensor<i64>"),
    *("tensor<4xf32>", "tensor<2x4xf32>", "tensor<2xi64>", "tensor<?xf32>", "tensor<*xf32>"),
    *("tensor<?xf32, #stablehlo.bounds<8>>", "tuple<>", "tuple<tensor<f32>>", "memref<4xf32>", "vector<4xf32>"),
    *("!stablehlo.token", "!stablehlo.future<tensor<4xf32>>", "() -> ()"),
)
ATTRIBUTES = (
    *("unit", "true", '"text"', "@f", "1 : i64", "0 : i64", "-1 : i64", "1 : i32", "1.0 : f32", "i32", "[]"),
    *("[0]", "{}", "array<i64>", "array<i64: 0>", "array<i64: 0, 1>", "array<i32: 0>", "array<i1: true>"),
    *("dense<0> : tensor<1xi64>", "dense<0> : tensor<1x2xi64>", "dense<0> : tensor<2xi32>"),
    *("dense<[[0, 1]]> : tensor<1x2xi64>", "dense<1.0> : tensor<4xf32>"),
    *("#stablehlo.channel_handle<handle = 1, type = 1>", "#stablehlo<precision HIGH>"),
    *("[#stablehlo<precision HIGH>]",),
)
NUMBERS = (-9223372036854775808, -2, -1, 0, 1, 2, 3, 7, 100, 9223372036854775807)


# Mutations. Each changes one thing of a program in place, and says whether it found what to change.

Mutation = Callable[[OpProgram, random.Random], bool]


def _other_type(text: str, chance: random.Random) -> str:
    if chance.random() < 0.2:
        return chance.choice(TYPES)
    if (tensor := TENSOR.fullmatch(text)) is None:
        return chance.choice(TYPES)
    if chance.random() < 0.35:
        return f"tensor<{tensor['shape']}{chance.choice(ELEMENTS)}{tensor['encoding'] or ''}>"
    sizes = tensor["shape"].split("x")[:-1]
    encoding = tensor["encoding"] or ""
    match chance.randrange(7):
        case 0:
            sizes = sizes[1:] if sizes else ["1"]
        case 1:
            sizes.insert(chance.randrange(len(sizes) + 1), chance.choice("0123?"))
        case 2:
            sizes = ["*"]
        case 3 if sizes:
            encoding = _bounds(sizes, chance)
        case _ if sizes:
            index = chance.randrange(len(sizes))
            size = sizes[index]
            choices = ["0", "1", "2", "5", "?"]
            if size.isdigit():
                choices += [str(int(size) + 1), str(int(size) + 1), str(int(size) * 2), str(max(int(size) - 1, 0))]
            sizes[index] = chance.choice(choices)
        case _:
            sizes = [chance.choice("0123?")]
    return f"tensor<{''.join([f'{size}x' for size in sizes])}{tensor['element']}{encoding}>"


def _bounds(sizes: list[str], chance: random.Random) -> str:
    """Makes some sizes unknown, with bounds."""
    if chance.random() < 0.6:
        sizes[chance.randrange(len(sizes))] = "?"
    bounds = [chance.choice(["2", "4", "8", "?"]) if size == "?" else "?" for size in sizes]
    return f", #stablehlo.bounds<{', '.join(bounds)}>"


def retype(program: OpProgram, chance: random.Random) -> bool:
    """Another type for a value, at each place."""
    node = program.subject if chance.random() < 0.7 else chance.choice(list(program.walk()))
    names = [*node.operands, *node.results]
    names += [name for region in node.regions for body in region for name in body.arguments]
    if not names:
        return False
    name = chance.choice(names)
    program.types[name] = _other_type(program.types[name], chance)
    return True


def retype_region(program: OpProgram, chance: random.Random) -> bool:
    """Another type for an argument of a block."""
    bodies = [body for body in program.bodies() if body.arguments]
    if not bodies:
        return False
    name = chance.choice(chance.choice(bodies).arguments)
    program.types[name] = _other_type(program.types[name], chance)
    return True


def retype_all(program: OpProgram, chance: random.Random) -> bool:
    """Another type for all values that had one type."""
    wanted = chance.choice(list(program.types.values()) or [""])
    other = _other_type(wanted, chance)
    for name, text in program.types.items():
        if text == wanted:
            program.types[name] = other
    return bool(program.types)


def recount(program: OpProgram, chance: random.Random) -> bool:
    """One operand, result or argument of a block more or less; or two of them swapped."""
    node = program.subject if chance.random() < 0.7 else chance.choice(list(program.walk()))
    lists = [node.operands, node.results]
    lists += [body.arguments for region in node.regions for body in region]
    names = chance.choice(lists)
    match chance.randrange(3):
        case 0:
            if not names:
                return False
            removed = names.pop(chance.randrange(len(names)))
            return names is node.operands or not any(removed in other.operands for other in program.walk())
        case 1:
            if names is node.operands and program.arguments:
                names.append(chance.choice([*program.arguments, *names]))
                return True
            name = f"%v{len(program.types)}"
            program.types[name] = program.types[chance.choice(names)] if names else chance.choice(TYPES)
            names.append(name)
            if names is node.operands:
                program.arguments.append(name)
        case _:
            if len(names) < 2:
                return False
            first, second = chance.sample(range(len(names)), 2)
            names[first], names[second] = names[second], names[first]
    return True


def drop_attribute(program: OpProgram, chance: random.Random) -> bool:
    """An attribute is missing."""
    if not (properties := program.subject.properties):
        return False
    del properties[chance.choice(list(properties))]
    return True


def change_attribute(program: OpProgram, chance: random.Random) -> bool:
    """A number, a word or the length of a list in an attribute is another, or all of it."""
    node = program.subject if chance.random() < 0.9 else chance.choice(list(program.walk()))
    if not node.properties:
        return False
    name = chance.choice(list(node.properties))
    text = node.properties[name]
    if chance.random() < 0.1:
        node.properties[name] = chance.choice(ATTRIBUTES)
        return True
    change = chance.choice([_other_number, _other_number, _other_number, _other_length, _other_word, _other_element])
    changed = change(text, chance)
    node.properties[name] = changed
    return changed != text


def _replaced(match: re.Match[str], replacement: str) -> str:
    return match.string[: match.start()] + replacement + match.string[match.end() :]


def _other_number(text: str, chance: random.Random) -> str:
    if not (found := list(NUMBER.finditer(text))):
        return text
    number = chance.choice(found)
    value = int(number[0])
    other = chance.choice([*NUMBERS, value + 1, value + 1, value + 1, value - 1, value - 1, value * 2])
    return _replaced(number, str(other))


def _other_length(text: str, chance: random.Random) -> str:
    if not (found := list(LIST.finditer(text))):
        return text
    part = chance.choice(found)
    content = part[1] or part[2] or part[3] or ""
    entries = [entry for entry in content.split(", ") if entry]
    match chance.randrange(4):
        case 0:
            entries = entries[:-1]
        case 1:
            entries += entries[-1:] or ["0"]
        case 2:
            entries.append("1")
        case _:
            entries = entries[::-1]
    joined = ", ".join(entries)
    if part[0].startswith("["):
        return _replaced(part, f"[{joined}]")
    return _replaced(part, joined) if joined else text


# fmt: off
WORDS = (
    "true", "false", "EQ", "LT", "FLOAT", "SIGNED", "TOTALORDER", "NOTYPE", "HIGH", "DEFAULT", "FFT", "IFFT", "RFFT",
    "IRFFT", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", "TRANSPOSE_INVALID", "UNIFORM", "NORMAL", "TOLERANCE",
)
# fmt: on


def _other_word(text: str, chance: random.Random) -> str:
    if found := list(WORD.finditer(text)):
        return _replaced(chance.choice(found), chance.choice(WORDS))
    return {"true": "false", "false": "true"}.get(text, text)


def _other_element(text: str, chance: random.Random) -> str:
    found = list(ELEMENT.finditer(text))
    return _replaced(chance.choice(found), chance.choice(ELEMENTS)) if found else text


def add_attribute(program: OpProgram, chance: random.Random) -> bool:
    """An attribute that the operation may have, and had not."""
    definition = sdyopt.dialects.REGISTRY.operations.get(program.subject.name)
    names = [attribute.name for attribute in getattr(definition, "attributes", ())]
    names = [name for name in names if name not in program.subject.properties]
    if not names:
        return False
    program.subject.properties[chance.choice(names)] = chance.choice(ATTRIBUTES)
    return True


def change_regions(program: OpProgram, chance: random.Random) -> bool:
    """A region or block more or less, or empty."""
    if not (holders := [node for node in program.walk() if node.regions]):
        if chance.random() < 0.1:
            program.subject.regions.append([OpBody([], [OpNode("stablehlo.return", [], [])])])
            return True
        return False
    node = chance.choice(holders)
    index = chance.randrange(len(node.regions))
    match chance.randrange(5):
        case 0:
            node.regions[index] = []
        case 1:
            del node.regions[index]
        case 2:
            node.regions.append(_renamed(program, node.regions[index]))
        case 3:
            node.regions[index] = [*node.regions[index], *_renamed(program, node.regions[index])]
        case _:
            if not node.regions[index]:
                return False
            node.regions[index][0].nodes.clear()
    return True


def _renamed(program: OpProgram, region: list[OpBody]) -> list[OpBody]:
    """A copy of a region, with values of its own."""
    names: dict[str, str] = {}

    def define(defined: list[str]) -> list[str]:
        for name in defined:
            names[name] = f"%v{len(program.types)}"
            program.types[names[name]] = program.types[name]
        return [names[name] for name in defined]

    def rename(node: OpNode) -> OpNode:
        operands = [names.get(name, name) for name in node.operands]
        regions = [[body(inner) for inner in region] for region in node.regions]
        return OpNode(node.name, operands, define(node.results), dict(node.properties), regions)

    def body(old: OpBody) -> OpBody:
        return OpBody(define(old.arguments), [rename(node) for node in old.nodes])

    return [body(old) for old in region]


def change_terminator(program: OpProgram, chance: random.Random) -> bool:
    """The end of a block is missing, another, or in its middle."""
    bodies = [body for body in program.bodies() if body.nodes]
    if not bodies:
        return False
    body = chance.choice(bodies)
    last = body.nodes[-1]
    match chance.randrange(5):
        case 0:
            body.nodes.pop()
        case 1:
            last.name = chance.choice(["func.return", "sdy.return", "stablehlo.add", "stablehlo.tuple", "unknown.op"])
        case 2:
            body.nodes.insert(chance.randrange(len(body.nodes)), copy.deepcopy(last))
            return not last.results and not last.regions
        case 3:
            if not last.operands:
                return False
            last.operands.pop(chance.randrange(len(last.operands)))
        case _:
            names = [*body.arguments, *last.operands]
            if not names:
                return False
            last.operands.insert(chance.randrange(len(last.operands) + 1), chance.choice(names))
    return True


def return_another(program: OpProgram, chance: random.Random) -> bool:
    """An operand of an operation in a region is another value."""
    bodies = [body for body in program.bodies() if body.nodes]
    if not bodies:
        return False
    body = chance.choice(bodies)
    node = chance.choice(body.nodes)
    values = [*body.arguments, *program.arguments]
    if not node.operands or not values:
        return False
    node.operands[chance.randrange(len(node.operands))] = chance.choice(values)
    return True


def rename(program: OpProgram, chance: random.Random) -> bool:
    """Another operation of the same dialect."""
    node = program.subject if chance.random() < 0.5 else chance.choice(list(program.walk()))
    dialect = node.name.partition(".")[0]
    node.name = chance.choice(
        [name for name in sdyopt.dialects.REGISTRY.operations if name.partition(".")[0] == dialect] + [f"{dialect}.no"]
    )
    return True


def drop_symbols(program: OpProgram, chance: random.Random) -> bool:
    """The symbols that are used are not there."""
    had = bool(program.symbols)
    program.symbols = ""
    return had


MUTATIONS: tuple[tuple[Mutation, int], ...] = (
    (retype, 40),
    (retype_region, 10),
    (retype_all, 10),
    (recount, 12),
    (drop_attribute, 6),
    (change_attribute, 40),
    (add_attribute, 6),
    (change_regions, 6),
    (change_terminator, 8),
    (return_another, 6),
    (rename, 4),
    (drop_symbols, 1),
)


def mutated(program: OpProgram, chance: random.Random) -> str:
    """The text of `program` with one change."""
    mutations, weights = zip(*MUTATIONS, strict=True)
    while True:
        (mutation,) = chance.choices(mutations, weights)
        changed = copy.deepcopy(program)
        if mutation(changed, chance):
            return changed.text()
