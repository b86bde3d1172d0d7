"""Operations with faults: `module(seed)` has convolutions, and operations with computations, mostly with a few.

A fault changes one thing of an operation that was in order: a type, a number in an attribute, or its computation. Some
operations have several, so that it shows in which order verifiers look.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from tools.generator.builder import Block
from tools.generator.functions import write
from tools.generator.operations import Op, Tensor, Type
from tools.generator.program import Program
from tools.generator.stablehlo import RECIPES

NUMBER = re.compile(r"(?<![\w#.<])-?\d+(?=[], :}>])")
"""A number in an attribute that counts something, or stands for a dimension."""
LIST = re.compile(r"-?\d+, |#[^,\[\]]+, ")
"""An element of a list, and the comma after it."""
SCALAR = re.compile(r"tensor<\w+>")
"""The types of computations."""
TERMINATOR = re.compile(r"stablehlo\.return (%\S+) : (\S+)\n")
LABEL = re.compile(r"\^bb0\(([^()]*)\):\n")

RAW = {"input": ("batch", "feature"), "kernel": ("input_feature", "output_feature"), "output": ("batch", "feature")}
"""The names of dimensions of each tensor of a convolution."""

OTHERS: tuple[Type, ...] = (
    *(Tensor(()), Tensor((), "i1"), Tensor((4,)), Tensor((), "i32"), Tensor((), "f64"), Tensor((2, 4))),
    *("i32", "i1", "vector<f32>", "vector<4xf32>", "memref<f32>", "memref<4xi1>", Tensor((None,), "f32", (4,))),
)
"""Types that take the place of others. All have a rank: of others the reference reads it from memory not its own."""
INSERTED = (
    '"un.known"() : () -> ()',
    '"un.region"() ({ "un.end"() : () -> () }) : () -> ()',
    '"un.region"() ({ }) : () -> ()',
)
ENDS = (
    *("", '"stablehlo.return"() : () -> ()', '"func.return"() : () -> ()'),
    *(r'"un.return"(\1) : (\2) -> ()', r'"un.return"(\1) : (\2) -> ()', r'"func.return"(\1) : (\2) -> ()'),
)
"""The operations that end a computation in place of a `stablehlo.return`; their operand and type are the groups."""
AGAIN = 0.4
"""How often one more fault follows a fault."""
COMPUTATION_FAULTS = (
    *("type", "type", "type", "insert", "insert", "end", "end", "end", "argument", "return", "empty"),
    *("known", "known", "known", "known", "result", "result"),
)


class Faults:
    """The faults in a share of the operations of a program."""

    def __init__(self, random: Random, share: float) -> None:
        self.random = random
        self.share = share

    def applied(self, block: Block, op: Op) -> Op:
        """Returns an operation, with one or more faults in this share of all cases."""
        share = self.share if op.name in RECIPES and block.parent is None else 0
        while self.random.random() < share:
            share = AGAIN
            faults: list[Callable[[Block, Op], Op]] = [self.number, self.number, self.operand, self.result]
            faults += [self.computation] * 8 if op.regions else []
            faults += [self.entry] if op.properties or self.random.random() < 0.3 else []
            faults += [self.raw, self.number, self.operand, self.operand] if "conv" in op.name else []
            op = replace(self.random.choice(faults)(block, op), own=None)
        return op

    def other(self, type: Type) -> Type:
        """Returns another type, mostly one that is similar."""
        random = self.random
        if not isinstance(type, Tensor) or type.shape is None or random.random() < 0.3:
            return random.choice(OTHERS)
        sizes = list(type.shape)
        place = random.randrange(len(sizes) + 1)
        match random.choice(("element", "size", "size", "rank", "rank")):
            case "element":
                return type._replace(element=random.choice(("f32", "bf16", "i32", "i1", "complex<f32>")))
            case "size" if place < len(sizes):
                sizes[place] = random.choice((None, None, 1, 2, 3, 4, 6))
            case "rank" if place < len(sizes):
                del sizes[place]
            case _:
                sizes.insert(place, random.choice((1, 2, None)))
        return type._replace(shape=tuple(sizes), bounds=())

    def operand(self, block: Block, op: Op) -> Op:
        if operands := list(op.operands):
            place = self.random.randrange(len(operands))
            operands[place] = block.root.argument(self.other(operands[place].type))
        return replace(op, operands=operands)

    def result(self, block: Block, op: Op) -> Op:
        if results := list(op.results):
            place = self.random.randrange(len(results))
            results[place] = self.other(results[place])
        return replace(op, results=results)

    def number(self, block: Block, op: Op) -> Op:
        """Changes a number of an attribute, or leaves it out."""
        properties = dict(op.properties)
        if found := [(name, match) for name, text in properties.items() for match in NUMBER.finditer(text)]:
            name, match = self.random.choice(found)
            text, (start, end) = properties[name], match.span()
            if self.random.random() < 0.25 and text[end : end + 2] == ", ":
                properties[name] = text[:start] + text[end + 2 :]
            else:
                properties[name] = f"{text[:start]}{self.random.choice((-1, 0, 1, 1, 2, 2, 3, 7))}{text[end:]}"
        return replace(op, properties=properties)

    def raw(self, block: Block, op: Op) -> Op:
        """Writes dimension numbers in the form that allows the same number twice, and numbers out of range."""
        sides = [side.split(", ") for side in re.findall(r"\[([^\]]*)\]", op.properties.get("dimension_numbers", ""))]
        parts = []
        for (side, names), labels in zip(RAW.items(), sides, strict=False):
            numbers = list(range(len(labels)))
            if self.random.random() < 0.3:
                numbers[self.random.randrange(len(numbers))] = self.random.choice((-1, 0, 1, len(labels)))
            placed = dict(zip(sorted(labels, key=lambda label: (label.isdigit(), label)), numbers, strict=True))
            parts += [
                f"{side}_{name}_dimension = {number}" for name, number in zip(names, placed.values(), strict=False)
            ]
            parts.append(f"{side}_spatial_dimensions = {[*placed.values()][2:]}")
        numbers_text = f"#stablehlo.conv<raw {', '.join(parts)}>"
        return replace(op, properties={**op.properties, "dimension_numbers": numbers_text} if parts else op.properties)

    def entry(self, block: Block, op: Op) -> Op:
        """Repeats an element of a list, leaves out an attribute, or adds one that is not known."""
        properties = dict(op.properties)
        if not properties:
            properties["extra"] = "1 : i64"
        else:
            name = self.random.choice(
                [*properties, *[name for name in ("padding", "precision_config") if name in properties]]
            )
            if properties[name].startswith("dense") and self.random.random() < 0.7:
                sizes = self.random.choice(("2x2", "1x2", "2x3", "2", "1x2x2", ""))
                type = Tensor(
                    tuple(map(int, sizes.split("x"))) if sizes else (), self.random.choice(("i64", "i64", "i32"))
                )
                return replace(op, properties={**properties, name: f"dense<1> : {type}"})
            found = [*LIST.finditer(properties[name])]
            if found:
                match = self.random.choice(found)
                properties[name] = properties[name][: match.start()] + match[0] + properties[name][match.start() :]
            else:
                del properties[name]
        return replace(op, properties=properties)

    def computation(self, block: Block, op: Op) -> Op:
        """Changes a type, an argument, an operation or the end of a computation."""
        random, regions = self.random, list(op.regions)
        place = random.randrange(len(regions))
        text = regions[place]
        match random.choice(COMPUTATION_FAULTS):
            case "type":
                if found := SCALAR.findall(text):
                    other = str(random.choice(OTHERS))
                    name = random.choice(found)
                    text = text.replace(name, other, random.choice((-1, -1, -1, 1)))
            case "insert":
                head, brace, rest = text.partition("{\n")
                label = LABEL.match(rest)
                start = label.end() if label else 0
                text = f"{head}{brace}{rest[:start]}{random.choice(INSERTED)}\n{rest[start:]}"
            case "argument":
                text = LABEL.sub(
                    lambda label: f"^bb0({label[1]}, {block.program.name()}: {random.choice(OTHERS)}):\n", text
                )
            case "return":
                text = re.sub(r"stablehlo\.return (%\S+) : (\S+)", r"stablehlo.return \1, \1 : \2, \2", text)
            case "result":
                text = re.sub(r"-> \S+", f"-> {random.choice(OTHERS)}", text)
            case "known":
                if (end := TERMINATOR.search(text)) is not None:
                    type, name = random.choice(OTHERS), block.program.name()
                    made = f'{name} = "un.known"() : () -> {type}\n'
                    text = f"{text[: end.start()]}{made}stablehlo.return {name} : {type}\n{text[end.end() :]}"
            case "empty":
                text = random.choice(("{\n}", "{\n^bb0:\n}"))
            case _:
                text = TERMINATOR.sub(rf"{random.choice(ENDS)}\n", text)
        regions[place] = text
        return replace(op, regions=regions)


NAMES = (
    *("convolution", "convolution", "convolution", *["dynamic_conv"] * 8),
    *("while", "if", "case", "reduce", "reduce_window"),
    *("all_reduce", "reduce_scatter", "scatter", "sort", "map", "select_and_scatter"),
)


def module(seed: int) -> str:
    """Returns a module that may be wrong."""
    random = Random(f"faults {seed}")
    name = random.choice(NAMES)
    program = Program(random, {RECIPES[f"stablehlo.{name}"]: 1})
    program.has_fancy_names, program.preferred = False, ("f32",)
    program.has_constants = random.random() < 0.4
    program.argument_share = 0.5 if program.has_constants else 1
    program.faults = Faults(random, 0.75)
    block = Block(program)
    if random.random() < 0.1:
        block.line('"un.before"() : () -> ()')
    RECIPES[f"stablehlo.{name}"](block)
    after = "stablehlo.custom_call @g() {called_computations = [@h]} : () -> ()"
    if random.random() < 0.05:
        block.line(after)
    return "\n".join([*program.declarations, write(block, "@f", ()), ""])
