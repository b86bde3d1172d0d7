"""Modules of SDY whose parts are put together by chance: meshes, axes, shardings, factors and edges.

Most are wrong somewhere, each in another way than a text with something changed: what is wrong is how things that are
in order by themselves fit together. So verifiers meet here what they are for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

DEVICES = "device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]"
AXES = '"a"=2, "b"=4, "c"=2'
SIZES = {"a": 2, "b": 4, "c": 2}

MESHES = f"""\
sdy.mesh @m0 = <[{AXES}]>
sdy.mesh @m1 = <[{AXES}]>
sdy.mesh @m2 = <[{AXES}], {DEVICES}>
sdy.mesh @m3 = <[{AXES}], {DEVICES}>
sdy.mesh @m4 = <["a"=4, "b"=2]>
sdy.mesh @m5 = <[]>
sdy.mesh @m6 = <[], device_ids=[0]>
"""
"""The same under two names, also with devices in another order; with other sizes; empty; maximal."""

NAMES = ("@m0", "@m0", "@m0", "@m1", "@m1", "@m2", "@m3", "@m4", "@m5", "@m6", f"mesh<[{AXES}]>")
REFERENCES = ('"a"', '"b"', '"c"', '"b":(1)2', '"b":(2)2')
TENSOR = "tensor<16x16xf32>"
RANKED = ("tensor<16x16xf32>", "tensor<?x16xf32>", "tensor<16xf32>")
OTHERS = (
    *("tensor<f32>", "tensor<*xf32>", "!stablehlo.token", "tuple<tensor<16x16xf32>>", "i32", "tensor<6x16xf32>"),
    "tensor<0x16xf32>",
)
RANKS = {"tensor<16xf32>": 1, "tensor<f32>": 0}

FACTORS = "ijklmnop"


class Doubt(random.Random):
    """Chance, and what it makes of axes and shardings."""

    def has(self, share: float) -> bool:
        """Whether something that is there in that share of cases is there."""
        return self.random() < share

    def axes(self, count: int | None = None) -> str:
        """Up to two axes or parts of axes, or so many."""
        return ", ".join(self.sample(REFERENCES, self.choice((0, 0, 0, 1, 1, 2)) if count is None else count))

    def dimension(self) -> str:
        axes = self.axes()
        end = self.choice(("", ", ?" if axes else "?", ""))
        return f"{{{axes}{end}}}{'p1' if axes and self.has(0.3) else ''}"

    def mesh(self) -> str:
        return self.choice(NAMES)

    def sharding(self, mesh: str | None = None, dimensions: Sequence[str] | None = None) -> str:
        """`<@mesh, […]>`, of two dimensions unless others are given."""
        parts = [self.dimension(), self.dimension()] if dimensions is None else dimensions
        rest = f", replicated={{{self.axes(1)}}}" if self.has(0.15) else ""
        rest += f", unreduced={{{self.axes(1)}}}" if self.has(0.2) else ""
        return f"<{mesh or self.mesh()}, [{', '.join(parts)}]{rest}>"

    def sharding_of(self, type: str) -> str:
        """A sharding that mostly has the rank of values of `type`."""
        rank = self.choice(range(4)) if self.has(0.08) else RANKS.get(type, 2)
        mesh = "@nowhere" if self.has(0.02) else self.mesh() if self.has(0.5) else "@m0"
        return self.sharding(mesh, [self.dimension() for _ in range(rank)])

    def per_value(self, types: Sequence[str]) -> str:
        """Shardings of an operation's results, hardly ever too many or too few."""
        count = max(len(types) + self.has(0.05) - self.has(0.05), 0)
        shardings = [self.sharding_of(types[index % len(types)] if types else TENSOR) for index in range(count)]
        return f"sdy.sharding = #sdy.sharding_per_value<[{', '.join(shardings)}]>"

    def type(self) -> str:
        return self.choice(RANKED if self.has(0.8) else OTHERS)


LEADS_TO = {"all_gather": (1, 0), "all_slice": (0, 1), "reduce_scatter": (0, 1), "sharded_to_unreduced": (1, 0)}
"""Collectives with a list of axes for each dimension, and whether the dimension has these before and after."""


def collective(doubt: Doubt) -> str:
    """A collective between an operand's sharding and its own."""
    name = doubt.choice((*LEADS_TO, "all_reduce", "all_to_all", "collective_permute", "replicated_to_unreduced"))
    rank = doubt.choice((2, 2, 4))
    type = f"tensor<{'16x' * rank}f32>"
    left = doubt.sample(REFERENCES[:3], 3) if doubt.has(0.8) else [*REFERENCES]
    kept = [[left.pop()] if left and doubt.has(0.3) else [] for _ in range(rank)]
    moved = [[left.pop()] if left and doubt.has(0.3) else [] for _ in range(rank)]
    before, behind = LEADS_TO.get(name, (0, 0))
    operand = [axes + more * before for axes, more in zip(kept, moved, strict=True)]
    result = [axes + more * behind for axes, more in zip(kept, moved, strict=True)]
    if name == "all_to_all":
        axes = _exchange(doubt, result)
    elif name in LEADS_TO:
        axes = f"[{', '.join(map(_dimension, moved))}]"
    else:
        axes = "" if name == "collective_permute" else f"{{{left[0] if left and doubt.has(0.7) else doubt.axes(1)}}}"
    shown = []
    for mesh, dimensions in zip(("@m0",) * 2 if doubt.has(0.5) else (None,) * 2, (operand, result), strict=True):
        texts = [*map(_dimension, dimensions)]
        if doubt.has(0.15):
            texts[doubt.randrange(rank)] = doubt.dimension()
        shown.append(doubt.sharding(mesh, texts))
    annotation = f"{{sdy.sharding = #sdy.sharding_per_value<[{shown[0]}]>}}" if doubt.has(0.9) else ""
    return f"""\
func.func @f(%a: {type}) {{
  %0 = stablehlo.negate %a {annotation} : {type}
  %1 = sdy.{name} {axes} %0 out_sharding={shown[1]} : {type}
  return
}}
"""


def _dimension(axes: Sequence[str]) -> str:
    return f"{{{', '.join(axes)}}}"


def _exchange(doubt: Doubt, dimensions: list[list[str]]) -> str:
    """Parameters that move axes between `dimensions`, as these then are."""
    free = doubt.sample(range(len(dimensions)), len(dimensions))
    params: list[str] = []
    for source, target in sorted(zip(free[::2], free[1::2], strict=True)):
        if params and doubt.has(0.5):
            continue
        axis = dimensions[source].pop() if dimensions[source] and doubt.has(0.9) else doubt.axes(1)
        dimensions[target].append(axis)
        params.append(f"{{{axis}}}: {source}->{target}")
    return f"[{', '.join(params)}]"


def manual_computation(doubt: Doubt) -> str:
    """A manual computation, shardings with the manual axes somewhere, local types that mostly follow from them."""
    manual = doubt.sample("abcd" if doubt.has(0.1) else "abc", doubt.choice((0, 1, 1, 1, 2, 3)))
    if doubt.has(0.7):
        manual.sort()
    common = doubt.mesh()

    def edge() -> tuple[str, str]:
        """A sharding, and the type of a local value with it."""
        left = doubt.sample(manual, len(manual))
        dimensions, local = [], [16, 16]
        for index in range(2):
            count = doubt.choice((0, 1, 1, 2))
            mine, left = left[:count], left[count:]
            for axis in mine:
                local[index] //= SIZES.get(axis, 1)
            axes = [f'"{axis}"' for axis in mine] + [doubt.axes(1)] * doubt.has(0.3)
            if doubt.has(0.1):
                doubt.shuffle(axes)
            dimensions.append(f"{{{', '.join([*axes, '?'] if doubt.has(0.2) else axes)}}}")
        if left and doubt.has(0.8):
            replicated = ", ".join([f'"{axis}"' for axis in sorted(left)])
            sharding = f"<{common}, [{', '.join(dimensions)}], replicated={{{replicated}}}>"
        else:
            sharding = doubt.sharding(common if doubt.has(0.8) else None, dimensions)
        if doubt.has(0.1):
            local[doubt.randrange(2)] *= 2
        return sharding, f"tensor<{local[0]}x{local[1]}xf32>"

    inputs = [edge() for _ in range(doubt.choice((0, 1, 1, 2)))]
    outputs = [edge() for _ in range(doubt.choice((0, 1, 1, 2)))]
    body = [f"%r{index} = stablehlo.constant dense<1.0> : {type}" for index, (_, type) in enumerate(outputs)]
    if inputs and doubt.has(0.2):
        body.append(f"sdy.sharding_constraint %x0 {doubt.sharding(common)} : {inputs[0][1]}")
    names = ", ".join([f"%r{index}" for index in range(len(outputs))])
    body.append(f"sdy.return {names} : {', '.join([type for _, type in outputs])}" if outputs else "sdy.return")
    arguments = ", ".join([f"%x{index}: {type}" for index, (_, type) in enumerate(inputs)])
    axes = ", ".join([f'"{axis}"' for axis in manual])
    lines = "\n    ".join(body)
    return f"""\
func.func @f(%a: {TENSOR}) {{
  {f"%m:{len(outputs)} = " if outputs else ""}sdy.manual_computation({", ".join(["%a"] * len(inputs))})
      in_shardings=[{", ".join([sharding for sharding, _ in inputs])}]
      out_shardings=[{", ".join([sharding for sharding, _ in outputs])}] manual_axes={{{axes}}} ({arguments}) {{
    {lines}
  }} : ({", ".join([TENSOR] * len(inputs))}) -> ({", ".join([TENSOR] * len(outputs))})
  return
}}
"""


def places(doubt: Doubt) -> str:
    """Shardings wherever shardings may be, for values of any type."""
    argument, result = doubt.type(), doubt.type()
    annotations = [
        f" {{sdy.sharding = #sdy.sharding{doubt.sharding_of(type)}}}" if doubt.has(0.5) else ""
        for type in (argument, result)
    ]
    lines = [_place(doubt, f"%v{number}", argument, result) for number in range(doubt.choice((1, 1, 2)))]
    body = "\n  ".join(lines)
    return f"""\
func.func private @g(%b: {argument}) -> {result} {{
  %y = stablehlo.custom_call @x() : () -> {result}
  return %y : {result}
}}
func.func @f(%a: {argument}{annotations[0]}) -> ({result}{annotations[1]}) {{
  {body}
  %z = stablehlo.custom_call @x() : () -> {result}
  return %z : {result}
}}
"""


def _place(doubt: Doubt, name: str, argument: str, result: str) -> str:
    """An operation with a sharding; it defines `name`, and may use `%a`, of the type `argument`."""
    type = doubt.type()
    makers: tuple[Callable[[], str], ...] = (
        lambda: f"{name} = stablehlo.custom_call @x() {{{doubt.per_value([type])}}} : () -> {type}",
        lambda: f"{name}:2 = stablehlo.custom_call @x() {{{doubt.per_value([type] * 2)}}} : () -> ({type}, {type})",
        lambda: f"{name} = sdy.sharding_constraint %a {doubt.sharding_of(argument)} : {argument}",
        lambda: f"{name} = sdy.reshard %a {doubt.sharding_of(argument)} : {argument}",
        lambda: (
            f"{name} = stablehlo.optimization_barrier %a : {argument}\n"
            f"  {name}_e = sdy.data_flow_edge {name} sharding={doubt.sharding_of(argument)} : {argument}"
        ),
        lambda: f"sdy.sharding_group %a group_id={doubt.randrange(3)} : {argument}",
        lambda: f"{name} = stablehlo.optimization_barrier %a {{{doubt.per_value([argument])}}} : {argument}",
        lambda: f"{name} = stablehlo.after_all {{{doubt.per_value(['!stablehlo.token'])}}} : !stablehlo.token",
        lambda: f"stablehlo.custom_call @x() {{{doubt.per_value([])}}} : () -> ()",
        lambda: f"{name} = call @g(%a) {{{doubt.per_value([result])}}} : ({argument}) -> {result}",
    )
    return doubt.choice(makers)()


def rule(doubt: Doubt) -> str:
    """A sharding rule of an operation whose shapes it is mostly about."""
    shapes = [[doubt.choice((2, 4, 8, 16)) for _ in range(doubt.randrange(4))] for _ in range(doubt.choice((2, 2, 3)))]
    sizes: list[int] = []

    def mapped(size: int) -> str:
        """The factors of a dimension: one that there is, new ones, or none."""
        if (same := [factor for factor, other in enumerate(sizes) if other == size]) and doubt.has(0.4):
            return FACTORS[doubt.choice(same)]
        new = [2, size // 2] if size > 2 and doubt.has(0.3) else [size]
        if len(sizes) + len(new) > len(FACTORS) or doubt.has(0.05):
            return "*"
        sizes.extend(new)
        return FACTORS[len(sizes) - len(new) : len(sizes)]

    mappings = [f"[{', '.join([mapped(size) for size in shape])}]" for shape in shapes]
    if doubt.has(0.1):
        mappings[doubt.randrange(len(mappings))] = "[]"
    if sizes and doubt.has(0.1):
        sizes[doubt.randrange(len(sizes))] *= doubt.choice((0, 2, 3))
    factors = [f"{name}={size}" for name, size in zip(FACTORS, sizes, strict=False)]
    if doubt.has(0.05):
        doubt.shuffle(factors)
    kinds = ""
    for kind in ("reduction", "need_replication", "permutation", "blocked_propagation"):
        if sizes and doubt.has(0.15):
            chosen = doubt.sample(FACTORS[: len(sizes)], doubt.randint(1, min(2, len(sizes))))
            kinds += f" {kind}={{{', '.join(sorted(chosen) if doubt.has(0.8) else chosen)}}}"
    split = doubt.randint(1, len(shapes) - 1)
    types = [f"tensor<{''.join([f'{size}x' for size in shape])}f32>" for shape in shapes]
    shardings = [doubt.sharding("@m0", [doubt.dimension() for _ in shape]) for shape in shapes]
    arguments = ", ".join(
        [
            f"%a{index}: {type}" + f" {{sdy.sharding = #sdy.sharding{sharding}}}" * doubt.has(0.4)
            for index, (type, sharding) in enumerate(zip(types[:split], shardings[:split], strict=True))
        ]
    )
    uses = ", ".join([f"%a{index}" for index in range(split)])
    given = f", sdy.sharding = #sdy.sharding_per_value<[{', '.join(shardings[split:])}]>" * doubt.has(0.3)
    return f"""\
func.func @f({arguments}) -> ({", ".join(types[split:])}) {{
  %0:{len(types) - split} = stablehlo.custom_call @x({uses}) {{sdy.sharding_rule = #sdy.op_sharding_rule<
    ({", ".join(mappings[:split])})->({", ".join(mappings[split:])}) {{{", ".join(factors)}}}{kinds}>
  {given}}} : ({", ".join(types[:split])}) -> ({", ".join(types[split:])})
  return {", ".join([f"%0#{index}" for index in range(len(types) - split)])} : {", ".join(types[split:])}
}}
"""


class Flow:
    """Operations with edges, and edges and what else asks for shardings on any of their values."""

    def __init__(self, doubt: Doubt) -> None:
        self.doubt = doubt
        self.lines: list[str] = []

    def module(self) -> str:
        values = ["%a", "%b"]
        self.fill(values, 0)
        body = "\n  ".join(self.lines)
        return (
            f"func.func @f(%a: {TENSOR}, %b: {TENSOR}, %k: tensor<i32>) -> {TENSOR} {{\n  {body}\n"
            f"  return {self.doubt.choice(values)} : {TENSOR}\n}}\n"
        )

    def fill(self, values: list[str], depth: int) -> None:
        """Adds some operations, which may use `values`; theirs are added to these."""
        doubt = self.doubt
        flat = (self.barrier, self.edge, self.edge, self.function_edge, self.negation, self.constraint)
        for _ in range(doubt.choice((1, 2, 2, 3))):
            make = doubt.choice((*flat, self.loop, self.branches, self.named, self.manual) if depth < 2 else flat)
            name = f"%v{len(self.lines)}"
            make(name, doubt.choice(values), values, depth)
            values.append(name)

    def barrier(self, name: str, value: str, values: list[str], depth: int) -> None:
        self.lines.append(f"{name} = stablehlo.optimization_barrier {value} : {TENSOR}")

    def edge(self, name: str, value: str, values: list[str], depth: int) -> None:
        sharding = f" sharding={self.doubt.sharding()}" if self.doubt.has(0.4) else ""
        self.lines.append(f"{name} = sdy.data_flow_edge {value}{sharding} : {TENSOR}")

    def function_edge(self, name: str, value: str, values: list[str], depth: int) -> None:
        self.lines.append(f"{name} = sdy.func_data_flow_edge {value} : {TENSOR}")

    def negation(self, name: str, value: str, values: list[str], depth: int) -> None:
        self.lines.append(f"{name} = stablehlo.negate {value} : {TENSOR}")

    def constraint(self, name: str, value: str, values: list[str], depth: int) -> None:
        self.lines.append(f"{name} = sdy.sharding_constraint {value} {self.doubt.sharding()} : {TENSOR}")

    def loop(self, name: str, value: str, values: list[str], depth: int) -> None:
        argument = f"%i{name[1:]}"
        self.lines.append(f"{name} = stablehlo.while({argument} = {value}) : {TENSOR} cond {{")
        self.lines.append(f"%t{name[1:]} = stablehlo.constant dense<true> : tensor<i1>")
        if self.doubt.has(0.4):
            self.fill([*values, argument], depth + 1)
        self.lines.append(f"stablehlo.return %t{name[1:]} : tensor<i1>\n  }} do {{")
        self._body([*values, argument], depth, "stablehlo.return", "}")

    def branches(self, name: str, value: str, values: list[str], depth: int) -> None:
        self.lines.append(f'{name} = "stablehlo.case"(%k) ({{')
        end = f"}}, {{\n  stablehlo.return {value} : {TENSOR}\n  }}) : (tensor<i32>) -> {TENSOR}"
        self._body([*values], depth, "stablehlo.return", end)

    def named(self, name: str, value: str, values: list[str], depth: int) -> None:
        doubt = self.doubt
        inputs = f" in_shardings=[{doubt.sharding()}]" if doubt.has(0.3) else ""
        outputs = f" out_shardings=[{doubt.sharding()}]" if doubt.has(0.3) else ""
        self._computation(name, f'sdy.named_computation<"n">({value}){inputs}{outputs}', depth)

    def manual(self, name: str, value: str, values: list[str], depth: int) -> None:
        shardings = [self.doubt.sharding("@m0") for _ in range(2)]
        head = f"in_shardings=[{shardings[0]}] out_shardings=[{shardings[1]}] manual_axes={{}}"
        self._computation(name, f"sdy.manual_computation({value}) {head}", depth)

    def _computation(self, name: str, head: str, depth: int) -> None:
        argument = f"%i{name[1:]}"
        self.lines.append(f"{name} = {head} ({argument}: {TENSOR}) {{")
        self._body([argument], depth, "sdy.return", f"}} : ({TENSOR}) -> {TENSOR}")

    def _body(self, values: list[str], depth: int, terminator: str, end: str) -> None:
        self.fill(values, depth + 1)
        self.lines.append(f"{terminator} {self.doubt.choice(values)} : {TENSOR}\n  {end}")


KINDS: tuple[Callable[[Doubt], str], ...] = (
    collective,
    manual_computation,
    places,
    rule,
    lambda doubt: Flow(doubt).module(),
)


def module(seed: int) -> str:
    """The text of a module that may be wrong."""
    doubt = Doubt(seed)
    return MESHES + doubt.choice(KINDS)(doubt)
