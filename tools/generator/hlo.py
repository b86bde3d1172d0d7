"""Random HLO text: tuples in tuples, computations that call each other, in any order that HLO allows.

What the operations of StableHLO become is tested with programs that XLA translates to HLO; this is about the rest.
"""

from __future__ import annotations

from random import Random

Shape = str | tuple["Shape", ...]
"""`ARRAY`, or a tuple of shapes."""

ARRAY = "f32[4]"
_SHARDINGS = ("{replicated}", "{devices=[2]<=[2]}", "{maximal device=1}")
_MAX_COMPUTATIONS = 12
_LONGEST = 200
"""Characters of a shape."""


def module(seed: int) -> str:
    """Returns the text of a module."""
    return _Module(Random(seed)).text()


def _text(shape: Shape) -> str:
    return shape if isinstance(shape, str) else f"({', '.join(map(_text, shape))})"


def _leaves(shape: Shape) -> int:
    return 1 if isinstance(shape, str) else sum(map(_leaves, shape))


class _Module:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.computations: list[str] = []
        self.callable: list[tuple[str, list[Shape], Shape]] = []
        """The names, parameters and results of computations that may be called."""
        self._names = 0

    def text(self) -> str:
        for _ in range(self.random.randint(0, 2)):
            parameters = [self.shape() for _ in range(self.random.randint(0, 2))]
            self.callable.append(_Computation(self, parameters).finished(None, ""))
        _Computation(self, [self.shape() for _ in range(self.random.randint(0, 3))]).finished(None, "ENTRY ")
        return "HloModule m\n\n" + "\n".join(self.computations)

    def name(self, kind: str = "") -> str:
        self._names += 1
        return f"{kind or self.random.choice(['a', 'negate', 'x.y', '_t'])}.{self._names}"

    def shape(self, depth: int = 0) -> Shape:
        if depth < 2 and self.random.random() < 0.25:
            least = 0 if self.random.random() < 0.1 else 1
            return tuple([self.shape(depth + 1) for _ in range(self.random.randint(least, 3))])
        return ARRAY

    def state(self) -> Shape:
        """Returns a shape that is not an empty tuple."""
        return self.shape() or ARRAY

    def sharding(self, shape: Shape) -> str:
        count = _leaves(shape)
        if self.random.random() < 0.7 or not count:
            return ""
        found = [self.random.choice(_SHARDINGS) for _ in range(count)]
        return f", sharding={found[0]}" if isinstance(shape, str) else f", sharding={{{', '.join(found)}}}"

    def condition(self, state: Shape) -> str:
        """Adds a computation that is always true; returns its name."""
        name = self.name("condition")
        lines = f"  p = {_text(state)} parameter(0)\n  ROOT r = pred[] constant(true)"
        self.computations.append(f"{name} {{\n{lines}\n}}\n")
        return name


class _Computation:
    """A computation, whose lines grow."""

    def __init__(self, module: _Module, parameters: list[Shape], most: int = 10) -> None:
        self.module = module
        self.random = module.random
        self.parameters = parameters
        self.lines: list[str] = []
        self.values: list[tuple[str, Shape]] = []
        for number, shape in enumerate(parameters):
            self.add(shape, f"parameter({number})")
        self.random.shuffle(self.lines)
        self.add(ARRAY, f"constant({{1,2,3,{self.random.randint(0, 9)}}})", False)
        for _ in range(self.random.randint(0, most)):
            self.random.choice(_INSTRUCTIONS)(self)

    def add(self, shape: Shape, rest: str, with_sharding: bool = True) -> str:
        """Adds an instruction; returns its name."""
        name = self.module.name()
        sharding = self.module.sharding(shape) if with_sharding else ""
        self.lines.append(f"{name} = {_text(shape)} {rest}{sharding}")
        self.values.append((name, shape))
        return name

    def array(self) -> str:
        return self.random.choice([name for name, shape in self.values if shape == ARRAY])

    def value(self, shape: Shape) -> str:
        """Returns a value of a shape, which is made if there is none."""
        if (known := [name for name, other in self.values if other == shape]) and self.random.random() < 0.8:
            return self.random.choice(known)
        if isinstance(shape, str):
            return self.array()
        return self.add(shape, f"tuple({', '.join([self.value(element) for element in shape])})")

    def finished(self, root: Shape | None, before: str) -> tuple[str, list[Shape], Shape]:
        """Adds the computation to the module: with a root of a shape, or any."""
        name, shape = self.random.choice(self.values) if root is None else (self.value(root), root)
        lines = [f"  ROOT {line}" if line.startswith(f"{name} = ") else f"  {line}" for line in self.lines]
        own = self.module.name("computation")
        self.module.computations.append(f"{before}{own} {{\n" + "\n".join(lines) + "\n}\n")
        return own, self.parameters, shape


def _arithmetic(block: _Computation) -> None:
    block.add(ARRAY, f"add({block.array()}, {block.array()})")


def _negation(block: _Computation) -> None:
    block.add(ARRAY, f"negate({block.array()})")


def _tuple(block: _Computation) -> None:
    chosen = [block.random.choice(block.values) for _ in range(block.random.randint(1, 3))]
    shape = tuple([shape for _, shape in chosen])
    if len(_text(shape)) < _LONGEST:
        block.add(shape, f"tuple({', '.join([name for name, _ in chosen])})")


def _element(block: _Computation) -> None:
    if tuples := [(name, shape) for name, shape in block.values if shape and not isinstance(shape, str)]:
        name, shape = block.random.choice(tuples)
        index = block.random.randrange(len(shape))
        block.add(shape[index], f"get-tuple-element({name}), index={index}")


def _call(block: _Computation) -> None:
    if block.module.callable:
        name, parameters, result = block.random.choice(block.module.callable)
        operands = ", ".join([block.value(shape) for shape in parameters])
        block.add(result, f"call({operands}), to_apply={name}")


def _custom_call(block: _Computation) -> None:
    operands = [block.random.choice(block.values)[0] for _ in range(block.random.randint(0, 2))]
    block.add(block.module.shape(), f'custom-call({", ".join(operands)}), custom_call_target="foo"')


def _barrier(block: _Computation) -> None:
    name, shape = block.random.choice(block.values)
    if shape:
        block.add(shape, f"opt-barrier({name})")


def _loop(block: _Computation) -> None:
    module = block.module
    if len(module.computations) < _MAX_COMPUTATIONS:
        state = module.state()
        body, _, _ = _Computation(module, [state], 5).finished(state, "")
        operand, condition = block.value(state), module.condition(state)
        block.add(state, f"while({operand}), condition={condition}, body={body}")


def _branches(block: _Computation) -> None:
    module = block.module
    if len(module.computations) < _MAX_COMPUTATIONS:
        result = module.state()
        given = [block.random.choice(block.values) for _ in range(2)]
        names = [_Computation(module, [shape], 4).finished(result, "")[0] for _, shape in given]
        index = module.name()
        block.lines.append(f"{index} = s32[] constant(1)")
        operands = ", ".join([index, *[name for name, _ in given]])
        block.add(result, f"conditional({operands}), branch_computations={{{', '.join(names)}}}")


_INSTRUCTIONS = (
    *(_arithmetic, _arithmetic, _negation, _tuple, _tuple, _tuple, _element, _element, _element),
    *(_call, _custom_call, _barrier, _loop, _branches),
)
