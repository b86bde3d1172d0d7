"""Random modules whose functions call each other: `module(seed)`.

Diamonds, shared callees with different shardings, cycles, declarations, nested modules, public and private functions,
named computations, calls within regions; and the attributes that passes over functions look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

STATIC = ("tensor<8x4xf32>", "tensor<8xf32>", "tensor<f32>")
DYNAMIC, TOKEN = "tensor<?x4xf32>", "!stablehlo.token"
RANKS = {"tensor<8x4xf32>": 2, "tensor<8xf32>": 1, "tensor<f32>": 0, DYNAMIC: 2, TOKEN: 0}
MESHES = ("mesh", "other", "max", "same")

NAMES = ("f", "g", "h", "f_0", "g_1", "f_0_0", "helper", "h_2", "foo.bar", "a b")
ATTRIBUTES = (
    'mhlo.frontend_attributes = {k = "v"}',
    'backend_config = "x"',
    'execution_thread = "host"',
    "execution_thread = 3 : i32",
    'name = "given"',
    "name = 4 : i32",
    "out_shardings = 1 : i32",
    'in_shardings = "x"',
    "no_inline",
)


class Function:
    """The head of a function: what those that call it have to know."""

    def __init__(self, name: str, arguments: Sequence[str], results: Sequence[str]) -> None:
        self.name = name
        self.arguments = arguments
        self.results = results
        self.callees: list[Function] = []
        self.is_declaration = False


class Body:
    """A block that is being written, with the values that may be used in it."""

    def __init__(self, module: Module, values: Sequence[tuple[str, str]], function: Function | None) -> None:
        self.module = module
        self.values = list(values)
        self.function = function
        self.lines: list[str] = []

    def value(self, type: str) -> str:
        """A value of that type."""
        known = [name for name, has in self.values if has == type]
        if known and self.module.chance(0.9):
            return self.module.random.choice(known)
        name = self.module.new_name()
        if type == TOKEN:
            self.add(f"{name} = stablehlo.create_token : {TOKEN}", [(name, type)])
        elif type == DYNAMIC:
            self.add(f"{name} = stablehlo.custom_call @x() : () -> {DYNAMIC}", [(name, type)])
        else:
            self.add(f"{name} = stablehlo.constant dense<1.0> : {type}", [(name, type)])
        return name

    def add(self, line: str, values: Sequence[tuple[str, str]] = ()) -> None:
        self.lines.append(f"{line}{self.module.location()}")
        self.values += values

    def write(self, count: int, depth: int = 0) -> None:
        """Writes so many operations, among them calls of what the function may call."""
        random = self.module.random
        callees = self.function.callees if self.function else []
        todo = [*(callees if depth == 0 else ()), *[None] * count]
        random.shuffle(todo)
        for callee in todo:
            if callee is not None:
                self.call(callee)
                continue
            kind = random.choice(("add", "add", "constraint", "named", "named", "while", "call", "barrier"))
            if kind == "call" and callees:
                self.call(random.choice(callees))
            elif kind == "named" and depth < 2:
                self.named(depth)
            elif kind == "while" and depth < 2:
                self.loop(depth)
            elif kind == "constraint":
                type = random.choice(STATIC)
                name = self.module.new_name()
                sharding = self.module.sharding(type, ("mesh", "other"))
                value = self.value(type)
                self.add(f"{name} = sdy.sharding_constraint {value} {sharding} : {type}", [(name, type)])
            else:
                type = random.choice(STATIC)
                one, other, name = self.value(type), self.value(type), self.module.new_name()
                attributes = self.module.results_sharding([type], 0.3)
                self.add(f"{name} = stablehlo.add {one}, {other}{braces(attributes)} : {type}", [(name, type)])

    def call(self, callee: Function) -> None:
        module = self.module
        operands = [self.value(type) for type in callee.arguments]
        results = self.results(callee.results)
        attributes = module.results_sharding(callee.results, 0.5) if callee.results else []
        attributes += module.attributes()
        token = symbol(callee.name)
        types = f"({', '.join(callee.arguments)}) -> {listed(callee.results)}"
        line = f"func.call {token}({', '.join(operands)}){braces(attributes)} : {types}"
        self.result_line(line, results, callee.results, "sdy.func_data_flow_edge" if module.has_func_edges else "")

    def named(self, depth: int) -> None:
        """A named computation, perhaps with data-flow edges in it and after it."""
        module, random = self.module, self.module.random
        inputs = module.types(random.randrange(3))
        outputs = module.types(random.randrange(3))
        operands = [self.value(type) for type in inputs]
        arguments = [(module.new_name(), type) for type in inputs]
        inner = Body(module, arguments, self.function)
        if module.has_edges:
            inner.values = [(inner.edge(name, type, "sdy.data_flow_edge"), type) for name, type in arguments]
        inner.write(random.randrange(3), depth + 1)
        inner.add(f"sdy.return{returned([inner.value(type) for type in outputs], outputs)}")
        name = random.choice((*NAMES, "k", "main", "mesh", ""))
        heads = ", ".join([f"{argument}: {type}" for argument, type in arguments])
        shardings = "".join(
            [
                f" {which}={module.shardings(types)}"
                for which, types in (("in_shardings", inputs), ("out_shardings", outputs))
                if types and module.chance(0.5)
            ]
        )
        body = "\n".join(inner.lines)
        attributes = [] if module.chance(0.8) else random.sample(ATTRIBUTES[:4], 1)
        if module.chance(0.05):
            attributes.append("callee = @max")
        line = (
            f'sdy.named_computation<"{name}">({", ".join(operands)}){shardings} ({heads}) {{\n{body}\n}}'
            f"{braces(attributes)} : ({', '.join(inputs)}) -> {listed(outputs)}"
        )
        self.result_line(line, self.results(outputs), outputs, "sdy.data_flow_edge" if module.has_edges else "")

    def loop(self, depth: int) -> None:
        """A loop whose body may call functions."""
        module = self.module
        type = module.random.choice(STATIC[:2])
        start, name = self.value(type), module.new_name()
        argument, condition = module.new_name(), module.new_name()
        inner = Body(module, [*self.values, (argument, type)], self.function)
        inner.write(module.random.randrange(3), depth + 1)
        result = inner.value(type)
        body = "\n".join(inner.lines)
        self.add(
            f"{name} = stablehlo.while({argument} = {start}) : {type}\ncond {{\n"
            f"{condition} = stablehlo.constant dense<true> : tensor<i1>\nstablehlo.return {condition} : tensor<i1>\n}} "
            f"do {{\n{body}\nstablehlo.return {result} : {type}\n}}",
            [(name, type)],
        )

    def edge(self, value: str, type: str, op: str) -> str:
        """The value of an edge on `value`, if there can be one."""
        if type not in STATIC or not self.module.chance(0.7):
            return value
        name = self.module.new_name()
        details = ""
        if self.module.chance(0.6):
            sharding = self.module.sharding(type)
            per_value = f" {{sdy.sharding = #sdy.sharding_per_value<[{sharding}]>}}"
            details = per_value if "func" in op else f" sharding={sharding}"
        self.add(f"{name} = {op} {value}{details} : {type}")
        return name

    def results(self, types: Sequence[str]) -> list[str]:
        return [self.module.new_name() for _ in types]

    def result_line(self, line: str, names: Sequence[str], types: Sequence[str], edge: str) -> None:
        """An operation with results, perhaps with edges on these."""
        if not names:
            self.add(line)
            return
        first = names[0]
        head = first if len(names) == 1 else f"{first}:{len(names)}"
        self.add(f"{head} = {line}")
        values = [first] if len(names) == 1 else [f"{first}#{number}" for number in range(len(names))]
        self.values += [
            (self.edge(value, type, edge) if edge else value, type) for value, type in zip(values, types, strict=True)
        ]


class Module:
    """A module that is being written."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(f"call graphs {seed}")
        self._count = 0
        self._locations = random.random() < 0.3
        self._sharded = random.choice((0, 0.3, 0.7))
        self._decorated = random.choice((0, 0, 0.2))
        self.marked = random.choice((0, 0, 0.5))
        self.is_unusual = random.random() < 0.3
        self.has_edges = random.random() < 0.25
        self.has_func_edges = random.random() < 0.3
        self.has_declarations = self.has_nested_modules = True
        self.has_all_or_none = False
        """Whether of the arguments of a function all have shardings or none has."""
        self.has_cycles = random.random() < 0.15
        self._patterns = [[self._new_sharding(type, mesh) for mesh in MESHES for _ in range(2)] for type in RANKS]

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def new_name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def location(self) -> str:
        return f' loc("{self.random.randrange(1000)}")' if self._locations and self.chance(0.5) else ""

    def types(self, count: int) -> list[str]:
        return [
            self.random.choice((DYNAMIC, TOKEN)) if self.is_unusual and self.chance(0.2) else self.random.choice(STATIC)
            for _ in range(count)
        ]

    def _new_sharding(self, type: str, mesh: str) -> str:
        if mesh == "max":
            return "<@max, []>"
        axes = ['"a"', '"b"', '"c"']
        self.random.shuffle(axes)
        dimensions = []
        for _ in range(RANKS[type]):
            own = [axes.pop() for _ in range(self.random.choice((0, 0, 1, 1, 2))) if axes]
            is_open = self.chance(0.4)
            parts = own + ["?"] * is_open
            priority = f"p{self.random.randrange(3)}" if parts and self.chance(0.1) else ""
            dimensions.append(f"{{{', '.join(parts)}}}{priority}")
        rest = ""
        if axes and type != TOKEN and self.chance(0.1):
            rest = f", {self.random.choice(('replicated', 'unreduced'))}={{{axes[0]}}}"
        return f"<@{mesh}, [{', '.join(dimensions)}]{rest}>"

    def sharding(self, type: str, meshes: Sequence[str] = MESHES) -> str:
        """One of a few shardings, so that often two are the same."""
        known = self._patterns[list(RANKS).index(type)]
        fitting = [each for each in known if any(each.startswith(f"<@{mesh},") for mesh in meshes)]
        return self.random.choice(fitting)

    def shardings(self, types: Sequence[str]) -> str:
        mesh = self.random.choice((*MESHES, *MESHES[:1] * 3))
        return f"[{', '.join([self.sharding(type, (mesh,)) for type in types])}]"

    def results_sharding(self, types: Sequence[str], share: float) -> list[str]:
        if not types or not self.chance(share * 2 * self._sharded):
            return []
        return [f"sdy.sharding = #sdy.sharding_per_value<{self.shardings(types)}>"]

    def attributes(self) -> list[str]:
        names: dict[str, str] = {}
        while self.chance(self._decorated):
            attribute = self.random.choice(ATTRIBUTES)
            names[attribute.partition(" ")[0]] = attribute
        return list(names.values())

    def value_attributes(self, type: str, share: float | None = None) -> str:
        found = []
        if self.chance(self._sharded if share is None else share):
            found.append(f"sdy.sharding = #sdy.sharding{self.sharding(type)}")
        if self.chance(self._decorated):
            found.append('jax.note = "n"')
        return braces(found)

    def function(self, function: Function) -> str:
        random = self.random
        is_main = function.name == "main"
        visibility = random.choice(("", "private ", "private ", "nested ")) if not is_main else ""
        results = [f"{type}{self.value_attributes(type)}" for type in function.results]
        arrow = f" -> ({', '.join(results)})" if results else ""
        attributes = []
        if not is_main and self.chance(self.marked):
            attributes.append(f'sdy.original_func_name = "{random.choice(NAMES[:3])}"')
            if self.chance(0.3):
                axes = random.choice(('#sdy<manual_axes{"a"}>', '#sdy<manual_axes{"b"}>', '"text"'))
                attributes.append(f"sdy.func_manual_axes = {axes}")
        if self.chance(self._decorated):
            attributes.append(random.choice(('execution_thread = "t"', "execution_thread = 1 : i8", "no_inline")))
        extra = f" attributes {{{', '.join(attributes)}}}" if attributes else ""
        token = symbol(function.name)
        share = float(self.chance(self._sharded)) if self.has_all_or_none else None
        if function.is_declaration:
            heads = ", ".join([f"{type}{self.value_attributes(type, share)}" for type in function.arguments])
            return f"func.func private {token}({heads}){arrow}{extra}"
        arguments = [(self.new_name(), type) for type in function.arguments]
        heads = ", ".join(
            [f"{name}: {type}{self.value_attributes(type, share)}{self.location()}" for name, type in arguments]
        )
        body = Body(self, arguments, function)
        if self.has_func_edges:
            body.values = [(body.edge(name, type, "sdy.func_data_flow_edge"), type) for name, type in arguments]
        body.write(random.randrange(4))
        body.add(f"func.return{returned([body.value(type) for type in function.results], function.results)}")
        lines = "\n".join(body.lines)
        return f"func.func {visibility}{token}({heads}){arrow}{extra} {{\n{lines}\n}}{self.location()}"

    def functions(self, has_main: bool, most: int) -> list[str]:
        random = self.random
        names = random.sample(NAMES, random.randrange(0 if has_main else 1, most))
        every = [Function(name, self.types(random.randrange(3)), self.types(random.randrange(3))) for name in names]
        if has_main:
            every.insert(0, Function("main", self.types(random.randrange(1, 4)), self.types(random.randrange(3))))
        for number, function in enumerate(every):
            function.is_declaration = number > 0 and self.chance(0.08) and self.has_declarations
            later = every[number + 1 :]
            if self.has_cycles and self.chance(0.5):
                later = every
            if later and not function.is_declaration:
                function.callees = random.choices(later, k=random.choice((0, 1, 1, 2, 2, 3)))
        if self.chance(0.6):
            random.shuffle(every)
        return [self.function(function) for function in every]

    def text(self) -> str:
        meshes = [
            'sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>',
            'sdy.mesh @other = <["a"=2, "b"=2, "c"=2]>',
            'sdy.mesh @same = <["a"=4, "b"=2, "c"=2]>',
            "sdy.mesh @max = <[], device_ids=[0]>",
        ]
        parts = self.functions(self.chance(0.9), self.random.choice((3, 5, 8)))
        if self.chance(0.07) and self.has_nested_modules:
            inner = "\n".join([*meshes, *self.functions(self.chance(0.2), 3)])
            parts.append(f"module @{self.random.choice(('inner', 'f_2', 'sub'))} {{\n{inner}\n}}")
        if self.chance(0.1):
            self.random.shuffle(meshes)
            parts = [*parts[:1], *meshes, *parts[1:]]
            meshes = []
        return "\n".join([*meshes, *parts]) + "\n"


def braces(attributes: Sequence[str]) -> str:
    return f" {{{', '.join(attributes)}}}" if attributes else ""


def symbol(name: str) -> str:
    return f'@"{name}"' if " " in name else f"@{name}"


def listed(types: Sequence[str]) -> str:
    return types[0] if len(types) == 1 else f"({', '.join(types)})"


def returned(values: Sequence[str], types: Sequence[str]) -> str:
    return f" {', '.join(values)} : {', '.join(types)}" if values else ""


INLINING = (
    "sdy-flatten-call-graph",
    "symbol-dce",
    "sdy-import-func-calls",
    "symbol-dce",
    "sdy-apply-sharding-constraints",
    "sdy-sharding-group-import",
    "sdy-pre-order-funcs",
)
OUTLINING = (
    "sdy-export-named-computations",
    "sdy-propagate-to-func-results",
    "sdy-unflatten-call-graph",
    "symbol-dce",
    "sdy-insert-func-call-reshards",
)
PROPAGATION = "sdy-user-priority-propagate{keep-sharding-rules=true}"

PIPELINES = (
    ("sdy-flatten-call-graph", "sdy-import-func-calls", "sdy-export-named-computations", "sdy-unflatten-call-graph"),
    (*INLINING, *OUTLINING),
    ("sdy-import-pipeline", *INLINING, *OUTLINING),
    ("sdy-import-pipeline", *INLINING, PROPAGATION, *OUTLINING),
    (
        "sdy-import-pipeline{dedup-functions-fully=true}",
        "sdy-add-func-data-flow-edges",
        "sdy-pre-order-funcs",
        PROPAGATION,
        "sdy-propagate-to-func-results",
        "sdy-sink-func-data-flow-edges",
        *OUTLINING[2:],
    ),
)
"""What Shardy's pipelines do with functions, in both modes."""

PASSES = (
    *dict.fromkeys((*INLINING, *OUTLINING)),
    "sdy-import-func-calls{add-data-flow-edges-on-named-computations=false}",
    "sdy-propagate-sharding-from-func-to-call",
    "sdy-add-func-data-flow-edges",
    "sdy-sink-func-data-flow-edges",
    "sdy-unflatten-call-graph{dedup-functions-fully=true}",
    "sdy-import-pipeline",
    "sdy-import-pipeline{dedup-functions-fully=true}",
)


def passes(random: Random) -> tuple[str, ...]:
    """One pass over functions and calls, a few, or all of one of the pipelines."""
    kind = random.choice(("one", "one", "few", "pipeline", "pipeline"))
    if kind == "pipeline":
        return random.choice(PIPELINES)
    return tuple(random.choices(PASSES, k=1 if kind == "one" else random.choice((2, 3, 4))))


def module(seed: int, passes: Sequence[str] = ()) -> str:
    """The text of a module for these passes, which is valid; the same for the same seed.

    The reference does not survive everything that is to be inlined: calls of declarations, and of functions of which
    some arguments have shardings and others have not, or with edges between functions and calls. Of several errors, as
    in nested modules, it reports any. Where it asks declarations what they return it seldom survives either.
    """
    made = Module(seed)
    if "sdy-propagate-to-func-results" in passes:
        made.has_declarations = False
    if any(name.startswith("sdy-import-func-calls") for name in passes):
        made.has_func_edges = made.has_declarations = made.has_nested_modules = False
        made.has_edges = made.has_edges and made.chance(0.2)
        made.has_all_or_none = True
    return made.text()
