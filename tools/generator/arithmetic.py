"""Random modules of arith, complex, math and ub.

`module(seed)` is valid: a few operations on numbers, vectors and tensors, some of which bear shardings.
`doubtful(seed)` is one operation whose types and attributes are put together by chance, most often in vain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, cast

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.arith import attributes as arith
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.constraints import Attr
from sdyopt.mlir.declare.definition import OpDef
from tools.generator.functions import parsed
from tools.generator.insertion import InsertionPlace, Piece

NAMESPACES = ("arith", "complex", "math", "ub")
OPERATIONS = [op for name in NAMESPACES for op in REGISTRY.all_operations().values() if op.dialect == name]

INTEGERS = ("i1", "i8", "i32", "i32", "i64", "i7", "i128")
FLOATS = ("f32", "f32", "f64", "f16", "bf16", "f8E4M3FN", "f8E8M0FNU", "f80", "tf32")
COMPLEX = ("complex<f32>", "complex<f32>", "complex<f64>", "complex<bf16>")
OTHERS = ("index", "si32", "ui8", "none", "complex<i32>", "i0", "tuple<>", "!stablehlo.token", "() -> ()")
ELEMENTS = (*INTEGERS, *FLOATS, *COMPLEX, "index")
_KINDS = (
    ("complex", COMPLEX),
    ("bool", ("i1",)),
    ("1-bit", ("i1",)),
    ("integer-or-float", (*INTEGERS, *FLOATS)),
    ("integer", (*INTEGERS, "index")),
    ("floating-point", FLOATS),
)
"""Words in the summary of a kind of types, and its elements."""

CONTAINERS = (
    *("{}", "{}", "tensor<4x8x{}>", "tensor<4x8x{}>", "tensor<8x{}>", "tensor<?x{}>", "tensor<{}>", "tensor<0x{}>"),
    *("vector<4x{}>", "vector<[4]x{}>", "vector<{}>", "tensor<*x{}>", "memref<4x{}>", 'tensor<4x{}, "encoding">'),
)
ELEMENT = re.compile(r"complex<\w+>|[a-z]\w*(?=[>,])")
"""Matches the element type of a tensor or vector, as what comes last."""

MESH = 'sdy.mesh @mesh = <["x"=2, "y"=2]>\n'
ATTRIBUTES = (
    *("unit", "1", "0 : i32", "3 : i64", "-1 : i64", '"text"', "#ub.poison", "#arith.fastmath<fast>"),
    *("#arith.overflow<nsw>", "[]", "1.0 : f32", "dense<1> : tensor<4xi32>", "i32", "[1.0 : f32, 2.0 : f32]"),
    *("#complex.number<:f32 1.0, 2.0>", "true", "@f", "17 : i64"),
)


class Statement(NamedTuple):
    """An operation in generic form, except the names of its operands."""

    definition: OpDef
    attributes: str
    operands: Sequence[str]
    results: Sequence[str]

    def text(self, names: Sequence[str], results: Sequence[str]) -> str:
        """Returns the operation with names for its operands and results."""
        left = f"{', '.join(results)} = " if results else ""
        types = f"({', '.join(self.operands)}) -> ({', '.join(self.results)})"
        return f'{left}"{self.definition.name}"({", ".join(names)}){self.attributes} : {types}'


def _elements(summary: str) -> Sequence[str]:
    return next((elements for word, elements in _KINDS if word in summary), ELEMENTS)


def _flags(random: Random, cls: type[arith.FlagsAttr], name: str) -> str:
    words = random.sample([*cls.words()], random.choice((1, 1, 2, 3)))
    return f"#arith.{name}<{', '.join(words)}>"


def _number(random: Random, element: str) -> str:
    if element.startswith("complex"):
        element = element[len("complex<") : -1]
        return f"({_number(random, element)}, {_number(random, element)})"
    if element == "i1":
        return random.choice(("true", "false"))
    if element.startswith(("i", "u", "s")):
        return str(random.randint(-1 if element != "ui8" else 0, 1 if element == "i0" else 5))
    return random.choice(("1.0", "0.5", "2.0e10", "-0.0"))


def _value(random: Random, type: str) -> str:
    """A value of a type, as far as there is one."""
    if type.startswith(("tensor", "vector")):
        element = (
            type[type.index("<") + 1 : -1].split(",")[0].rpartition("x")[2] if "complex" not in type else "complex"
        )
        if element == "complex":
            return f"dense<{_number(random, ELEMENT.findall(type)[0].rpartition('x')[2])}> : {type}"
    number = _number(random, type)
    return number if number in ("true", "false") else f"{number} : {type}"


def _attribute(random: Random, attribute: Attr, results: Sequence[str], is_doubtful: bool) -> str | None:
    """A value for an attribute, in most cases one that it may have."""
    if is_doubtful and random.random() < 0.1:
        return random.choice(ATTRIBUTES)
    match attribute.name:
        case "fastmath":
            return _flags(random, arith.FastMathFlagsAttr, "fastmath") if random.random() < 0.5 else None
        case "overflowFlags":
            return _flags(random, arith.IntegerOverflowFlagsAttr, "overflow") if random.random() < 0.5 else None
        case "roundingmode":
            return f"{random.randrange(5)} : i32" if random.random() < 0.4 else None
        case "predicate":
            return f"{random.randrange(10 if 'allowed 64-bit' in attribute.constraint.summary else 16)} : i64"
        case "isExact" | "nonNeg":
            return "unit" if random.random() < 0.5 else None
        case "value" if attribute.constraint.summary == "array attribute":
            element = results[0].removeprefix("complex<").removesuffix(">")
            return f"[{_value(random, element)}, {_value(random, element)}]"
        case "value" if attribute.constraint.summary == "TypedAttr instance":
            return _value(random, results[0])
    return "#ub.poison" if random.random() < 0.3 else None


def statement(
    random: Random, definition: OpDef, is_doubtful: bool = False, like: tuple[str, str] = ("", "")
) -> Statement:
    """Returns an operation; its types fit each other, unless it `is_doubtful`.

    Those may be `like` a type, of which the text around the elements and the elements are given.
    """
    container = like[0] or random.choice(CONTAINERS if is_doubtful else CONTAINERS[:-4])
    used: dict[str, str] = {}
    is_cast = any(result.name == "out" for result in definition.results)

    def type_of(summary: str) -> str:
        if is_doubtful and random.random() < 0.05:
            return random.choice(CONTAINERS).format(random.choice((*ELEMENTS, *ELEMENTS, "si32", "ui8")))
        if is_doubtful and random.random() < 0.02:
            return random.choice(OTHERS)
        if random.random() < (0.8 if is_cast else 0.1):
            used.pop(summary, None)
        elements = _elements(summary)
        liked = like[1] in elements and random.random() < 0.8
        element = used.setdefault(summary, like[1] if liked else random.choice(elements))
        is_scalar = definition.dialect == "complex" or (summary == "bool-like" and random.random() < 0.2)
        return element if is_scalar and random.random() < 0.98 else container.format(element)

    operands = [type_of(operand.constraint.summary) for operand in definition.operands]
    results = [type_of(result.constraint.summary) for result in definition.results]
    if is_doubtful and random.random() < 0.03:
        (operands if random.random() < 0.5 else results).append("i32")
    found = [
        f"{attribute.name} = {value}"
        for attribute in definition.attributes
        if (value := _attribute(random, attribute, results, is_doubtful)) is not None
    ]
    is_property = random.random() < 0.7
    others = [_sharding(random, results)] if results and random.random() < 0.3 else []
    others += ["a = 1"] if random.random() < 0.1 else []
    attributes = f" <{{{', '.join(found)}}}>" if found and is_property else ""
    others = [*others, *([] if is_property else found)]
    return Statement(definition, attributes + (f" {{{', '.join(others)}}}" if others else ""), operands, results)


def _sharding(random: Random, types: Sequence[str]) -> str:
    """A sharding for each result, of the dimensions that most types have."""
    return f"sdy.sharding = #sdy.sharding_per_value<[{', '.join([_dimensions(random, type) for type in types])}]>"


def _dimensions(random: Random, type: str) -> str:
    rank = type.count("x", 0, len(type.rstrip("0123456789"))) if type.startswith("tensor<") else 0
    rank = type.count("x") - type.count("complex") - type.count("index") if rank else 0
    axes = random.sample(["x", "y"], 2)
    parts = []
    for _ in range(rank):
        axis = f'"{axes.pop()}"' if axes and random.random() < 0.6 else ""
        parts.append(f"{{{axis}{random.choice(('', ', ?')) if axis else random.choice(('', '?'))}}}")
    return f"<@mesh, [{', '.join(parts)}]>"


def _program(statements: Sequence[Statement], random: Random, is_apart: bool = False) -> str:
    """Returns a module with one function of these operations, whose operands are results where types allow it.

    If it `is_apart`, all operands are arguments, different ones for each operation, so that nothing is constant.
    """
    arguments: list[str] = []
    values: dict[str, list[str]] = {}
    lines = []
    for number, each in enumerate(statements):
        names = []
        for type in each.operands:
            known = values.setdefault(type, []) if not is_apart else []
            if not known or random.random() < 0.2:
                known.append(f"%arg{len(arguments)}")
                sharded = type.startswith("tensor<4x8x") and random.random() < 0.4
                sharding = f" {{sdy.sharding = #sdy.sharding{_dimensions(random, type)}}}" if sharded else ""
                arguments.append(f"{known[-1]}: {type}{sharding}")
            names.append(random.choice(known))
        results = [f"%v{number}_{index}" for index in range(len(each.results))]
        lines.append("  " + each.text(names, results))
        for type, name in zip(each.results, results, strict=True):
            values.setdefault(type, []).append(name)
    returned = [(random.choice(names), type) for type, names in values.items() if names and random.random() < 0.5]
    if lines and '"ub.unreachable"' in lines[-1]:
        returned = []
    else:
        types = ", ".join([type for _, type in returned])
        lines.append(f'  "func.return"({", ".join([name for name, _ in returned])}) : ({types}) -> ()')
    outputs = ", ".join([type if type[0] != "(" else f"({type})" for _, type in returned])
    body = "\n".join(lines)
    return f"{MESH}func.func @main({', '.join(arguments)}) -> ({outputs}) {{\n{body}\n}}\n"


def module(seed: int, is_apart: bool = False) -> str:
    """Returns a valid module, printed in the formats of operations in most cases.

    If it `is_apart`, MLIR folds none of its operations.
    """
    random = Random(f"arithmetic {seed}")
    statements: list[Statement] = []
    for definition in random.choices(OPERATIONS, k=random.choice((1, 2, 4, 8, 12))):
        if definition.name == "ub.unreachable":
            continue
        made = statement(random, definition)
        if parsed(_program([made], random)) is not None:
            statements.append(made)
    text = _program(statements, random, is_apart)
    return str(sdyopt.parse(text)) if random.random() < 0.7 else text


def doubtful(seed: int) -> str:
    """Returns a module with one operation."""
    random = Random(f"doubtful arithmetic {seed}")
    return _program([statement(random, random.choice(OPERATIONS), is_doubtful=True)], random)


# Pieces.

PIECES = [definition for definition in OPERATIONS if definition.name != "ub.unreachable"]


def piece(place: InsertionPlace) -> Piece | None:
    """Returns an operation on values of another generator's module, or a constant."""
    random = place.random
    if (value := place.tensor()) is None:
        return None
    type = cast(RankedTensorType, value.type)
    sizes = "".join([f"{size}x" for size in type.shape])
    made = statement(random, random.choice(PIECES), like=(f"tensor<{sizes}{{}}>", str(type.element_type)))
    if parsed(_program([made], random)) is None:
        return None
    lines: list[str] = []
    names: list[str] = []
    used: list[Value] = []

    for operand in made.operands:
        if (known := place.value(operand)) is None:
            name = f"%${{id}}{len(lines)}"
            lines.append(f"{name} = {_source(random, operand)}")
            names.append(name)
        else:
            names.append(f"$v{len(used)}")
            used.append(known)
    lines.append(made.text(names, ["$out"] if made.results else []))
    return Piece("\n".join(lines), used, [sdyopt.parse_type(result) for result in made.results])


def _source(random: Random, type: str) -> str:
    """An operation that gives a value of a type."""
    if "complex" not in type and type != "none" and random.random() < 0.7:
        return f"arith.constant {_value(random, type)}"
    return f"builtin.unrealized_conversion_cast to {type}"
