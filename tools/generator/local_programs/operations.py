"""Operations that stay and get local types, or become others."""

from __future__ import annotations

from tools.generator.local_programs.collectives import reduced
from tools.generator.local_programs.program import ELEMENTS, Body, Factor
from tools.generator.writing import Value, count_of, tensor


def numbers(values: list[int] | tuple[int, ...] | range) -> str:
    return f"[{', '.join(map(str, values))}]"


def literal(body: Body, shape: tuple[int, ...], element: str) -> str:
    """The elements of a constant: one for all, or different ones."""
    random = body.program.random

    def one() -> str:
        match element:
            case "i1":
                return random.choice(("true", "false"))
            case "complex<f32>":
                return "(1.0, 2.0)"
            case _:
                return f"{random.randrange(100)}{'' if element[0] in 'iu' else '.0'}"

    def nested(sizes: tuple[int, ...]) -> str:
        return f"[{', '.join([nested(sizes[1:]) for _ in range(sizes[0])])}]" if sizes else one()

    if 0 in shape:
        return ""
    return one() if random.random() < 0.5 else nested(shape)


def elementwise(body: Body) -> None:
    factors = body.factors(body.program.random.choice((0, 1, 2, 2, 3)))
    a = body.input(factors)
    shape, lists = body.result(factors)
    match body.program.random.randrange(5):
        case 0:
            b = body.input(factors)
            body.add(f"stablehlo.add {a.name}, {b.name}{body.attributes(lists)} : {a.type}", shape, axes=lists)
        case 1:
            body.add(f"stablehlo.negate {a.name}{body.attributes(lists)} : {a.type}", shape, axes=lists)
        case 2:
            type = tensor(shape, "bf16")
            text = f"stablehlo.convert {a.name}{body.attributes(lists)} : ({a.type}) -> {type}"
            body.add(text, shape, "bf16", lists)
        case 3:
            b = body.input(factors)
            type = tensor(shape, "i1")
            text = f"stablehlo.compare LT, {a.name}, {b.name}{body.attributes(lists)} : ({a.type}, {b.type}) -> {type}"
            body.add(text, shape, "i1", lists)
        case 4:
            p, b = body.input(factors, "i1"), body.input(factors)
            text = f"stablehlo.select {p.name}, {a.name}, {b.name}{body.attributes(lists)} : {p.type}, {a.type}"
            body.add(text, shape, axes=lists)


def dot(body: Body) -> None:
    random = body.program.random
    m, n, k = body.factors(3)
    a, b = body.input([m, k]), body.input([k, n])
    if random.random() < 0.1:
        a = padded_input(body, [m, k])
    shape, lists = body.result([m, n])
    text = f"stablehlo.dot {a.name}, {b.name}{body.attributes(lists)} : ({a.type}, {b.type}) -> {tensor(shape)}"
    reduced(body, body.add(text, shape, axes=lists), k.parts)


def padded_input(body: Body, factors: list[Factor]) -> Value:
    """A pad, which a contraction may not be of."""
    value = body.program.random.choice(("0.0", "-0.0", "1.0"))
    dialect = body.program.random.choice(("stablehlo", "stablehlo", "sdy"))
    z = body.add(f"{dialect}.constant dense<{value}> : tensor<f32>", ())
    return pad_of(body, factors, z, may_grow=False)


def pad_of(body: Body, factors: list[Factor], z: Value, may_grow: bool = True) -> Value:
    """A pad of a value with these dimensions."""
    random = body.program.random
    low, high, interior, results = [], [], [], []
    for factor in factors:
        count = count_of(factor.parts)
        choice = random.choice((0, 0, 1, 2, 3)) if may_grow else 0
        low.append(0 if choice == 0 else random.choice((0, 1, count, 2 * count, -1)))
        interior.append(random.choice((0, 0, 0, 1, 2)) if choice == 2 else 0)
        size = factor.size + (factor.size - 1) * interior[-1] + low[-1]
        least = max(size, 1) if choice else size
        result = -(-least // count) * count + random.choice((0, 0, count)) * (choice > 0)
        high.append(result - size)
        results.append(factor._replace(size=result))
    a = body.input(factors)
    shape, lists = body.result(results)
    text = (
        f"stablehlo.pad {a.name}, {z.name}, low = {numbers(low)}, high = {numbers(high)}, "
        f"interior = {numbers(interior)}{body.attributes(lists)} : ({a.type}, tensor<f32>) -> {tensor(shape)}"
    )
    return body.add(text, shape, axes=lists)


def pad(body: Body) -> None:
    z = body.input([])
    pad_of(body, body.factors(body.program.random.choice((1, 2, 2, 3))), z)


def dot_general(body: Body) -> None:
    random = body.program.random
    batch = body.factors(random.choice((0, 0, 1)) + 4)
    m, n, *contracted = batch[:4]
    batch = batch[4:]
    contracted = contracted[: random.choice((1, 1, 2))]
    left = [*batch, m, *contracted]
    random.shuffle(left)
    right = [*batch, n, *contracted]
    random.shuffle(right)

    def places(factors: list[Factor], among: list[Factor]) -> list[int]:
        return [next(number for number, other in enumerate(among) if other is factor) for factor in factors]

    a = padded_input(body, left) if random.random() < 0.05 else body.input(left)
    b = body.input(right)
    shape, lists = body.result([*batch, m, n])
    batching = ""
    if batch:
        batching = f"batching_dims = {numbers(places(batch, left))} x {numbers(places(batch, right))}, "
    contracting = f"contracting_dims = {numbers(places(contracted, left))} x {numbers(places(contracted, right))}"
    text = (
        f"stablehlo.dot_general {a.name}, {b.name}, {batching}{contracting}{body.attributes(lists)} : "
        f"({a.type}, {b.type}) -> {tensor(shape)}"
    )
    result = body.add(text, shape, axes=lists)
    reduced(body, result, tuple([part for factor in contracted for part in factor.parts]))


def reduce(body: Body) -> None:
    random = body.program.random
    factors = body.factors(random.choice((1, 2, 3)))
    dimensions = sorted(random.sample(range(len(factors)), random.randint(1, len(factors))))
    z = body.input([])
    a = body.input(factors)
    kept = [factor for number, factor in enumerate(factors) if number not in dimensions]
    shape, lists = body.result(kept)
    text = (
        f"stablehlo.reduce({a.name} init: {z.name}) applies stablehlo.add across dimensions = {numbers(dimensions)}"
        f"{body.attributes(lists)} : ({a.type}, tensor<f32>) -> {tensor(shape)}"
    )
    result = body.add(text, shape, axes=lists)
    reduced(body, result, tuple([part for number in dimensions for part in factors[number].parts]))


def transpose(body: Body) -> None:
    factors = body.factors(3)
    order = [0, 1, 2]
    body.program.random.shuffle(order)
    a = body.input(factors)
    shape, lists = body.result([factors[number] for number in order])
    text = f"stablehlo.transpose {a.name}, dims = {numbers(order)}{body.attributes(lists)}"
    body.add(f"{text} : ({a.type}) -> {tensor(shape)}", shape, axes=lists)


def reshape(body: Body) -> None:
    """Splits a dimension, whose major part has the axes, or merges two."""
    m, n = body.factors(2, may_be_sharded=(True, False))
    whole = Factor(m.size * n.size, m.parts)
    before, after = ([whole], [m, n]) if body.program.chance(0.5) else ([m, n], [whole])
    a = body.input(before)
    shape, lists = body.result(after)
    text = f"stablehlo.reshape {a.name}{body.attributes(lists)} : ({a.type}) -> {tensor(shape)}"
    body.add(text, shape, axes=lists)


def broadcast(body: Body) -> None:
    random = body.program.random
    factors = body.factors(3)
    dimensions = sorted(random.sample(range(3), random.randrange(3)))
    a = body.input([factors[number] for number in dimensions])
    shape, lists = body.result(factors)
    text = f"stablehlo.broadcast_in_dim {a.name}, dims = {numbers(dimensions)}{body.attributes(lists)}"
    body.add(f"{text} : ({a.type}) -> {tensor(shape)}", shape, axes=lists)


def concatenate(body: Body) -> None:
    random = body.program.random
    is_strange = random.random() < 0.1
    rank = random.choice((1, 2, 3))
    dimension = random.randrange(rank)
    factors = body.factors(rank, may_be_sharded=[number != dimension or is_strange for number in range(rank)])
    before, after = factors[:dimension], factors[dimension + 1 :]
    operands = []
    total = 0
    for _ in range(random.choice((1, 2, 3))):
        size = factors[dimension].size * random.choice((1, 1, 2))
        total += size
        operands.append(body.input([*before, factors[dimension]._replace(size=size), *after]))
    whole = Factor(total, () if random.random() < 0.5 else factors[dimension].parts)
    shape, lists = body.result([*before, whole, *after])
    names, types = ", ".join([value.name for value in operands]), ", ".join([value.type for value in operands])
    text = f"stablehlo.concatenate {names}, dim = {dimension}{body.attributes(lists)} : ({types}) -> {tensor(shape)}"
    body.add(text, shape, axes=lists)


def slice_(body: Body) -> None:
    random = body.program.random
    factors = body.factors(random.choice((1, 2, 3)))
    a = body.input(factors)
    ranges, results = [], []
    for factor in factors:
        if (factor.parts and random.random() < 0.93) or random.random() < 0.4:
            ranges.append(f"0:{factor.size}")
            results.append(factor)
        else:
            start = random.randrange(factor.size)
            limit, stride = random.randint(start + 1, factor.size), random.choice((1, 1, 2))
            ranges.append(f"{start}:{limit}" + (f":{stride}" if stride > 1 else ""))
            results.append(factor._replace(size=-(-(limit - start) // stride)))
    shape, lists = body.result(results)
    if lists and any(size % count_of(parts) for size, parts in zip(shape, lists, strict=True)):
        lists = None
    text = f"stablehlo.slice {a.name} [{', '.join(ranges)}]{body.attributes(lists)} : ({a.type}) -> {tensor(shape)}"
    body.add(text, shape, axes=lists)


def iota(body: Body) -> None:
    random = body.program.random
    factors = body.factors(random.choice((1, 2, 3)))
    element = random.choice([each for each in ELEMENTS if each != "i1"])
    shape, lists = body.result(factors)
    text = f"stablehlo.iota dim = {random.randrange(len(shape))}{body.attributes(lists)} : {tensor(shape, element)}"
    body.add(text, shape, element, lists)


def constant(body: Body) -> None:
    random = body.program.random
    factors = body.factors(random.choice((0, 1, 2, 2)), 2)
    element = random.choice(ELEMENTS)
    shape, lists = body.result(factors)
    dialect = "stablehlo" if lists is None or random.random() < 0.02 else "sdy"
    attributes = body.attributes(lists).strip()
    text = f"{dialect}.constant {attributes}{' ' if attributes else ''}dense<{literal(body, shape, element)}> : "
    body.add(text + tensor(shape, element), shape, element, lists)


def dynamic_slice(body: Body) -> None:
    random = body.program.random
    factors = body.factors(2, may_be_sharded=(random.random() < 0.02, random.random() < 0.02))
    a = body.input(factors)
    starts = [body.input([], "i32") for _ in factors]
    sizes = [random.randint(1, factor.size) for factor in factors]
    shape, lists = body.result([Factor(size) for size in sizes])
    names = ", ".join([value.name for value in starts])
    text = f"stablehlo.dynamic_slice {a.name}, {names}, sizes = {numbers(sizes)}{body.attributes(lists)} : "
    body.add(f"{text}({a.type}, tensor<i32>, tensor<i32>) -> {tensor(shape)}", shape, axes=lists)


def dynamic_update_slice(body: Body) -> None:
    random = body.program.random
    factors = body.factors(2)
    a = body.input(factors)
    update = body.input([factor if factor.parts else Factor(random.randint(1, factor.size)) for factor in factors])
    starts = [body.input([], "i32") for _ in factors]
    shape, lists = body.result(factors)
    names = ", ".join([value.name for value in starts])
    text = f"stablehlo.dynamic_update_slice {a.name}, {update.name}, {names}{body.attributes(lists)} : "
    body.add(f"{text}({a.type}, {update.type}, tensor<i32>, tensor<i32>) -> {a.type}", shape, axes=lists)


def barrier(body: Body) -> None:
    """Two results, each with a sharding."""
    one, other = body.factors(2), body.factors(1)
    a, b = body.input(one), body.input(other, "i32")
    (shape, lists), (other_shape, other_lists) = body.result(one), body.result(other)
    if (lists is None) != (other_lists is None):
        lists, other_lists = lists or ((),) * len(shape), other_lists or ((),) * len(other_shape)
    name = body.program.new_name()
    attributes = body.attributes(lists, other_lists)
    body.line(f"{name}:2 = stablehlo.optimization_barrier{attributes} {a.name}, {b.name} : {a.type}, {b.type}")
    body.values += [Value(f"{name}#0", shape, "f32", lists), Value(f"{name}#1", other_shape, "i32", other_lists)]


def custom_call(body: Body) -> None:
    factors = body.factors(2)
    values = [body.input(factors), body.input(body.factors(1), "i32")]
    shape, lists = body.result(factors)
    names, types = ", ".join([value.name for value in values]), ", ".join([value.type for value in values])
    text = f"stablehlo.custom_call @f({names}){body.attributes(lists)} : ({types}) -> {tensor(shape)}"
    body.add(text, shape, axes=lists)


def sort(body: Body) -> None:
    factors = body.factors(2)
    a = body.input(factors)
    shape, lists = body.result(factors)
    one, other, p = [body.program.new_name() for _ in range(3)]
    text = (
        f'"stablehlo.sort"({a.name}) <{{dimension = 1 : i64}}> ({{\n^bb0({one}: tensor<f32>, {other}: tensor<f32>):\n'
        f"{p} = stablehlo.compare LT, {one}, {other} : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        f"stablehlo.return {p} : tensor<i1>\n}}){body.attributes(lists)} : ({a.type}) -> {a.type}"
    )
    body.add(text, shape, axes=lists)


def existing_collective(body: Body) -> None:
    """A collective of StableHLO, which has a channel already."""
    random = body.program.random
    a = body.input(body.factors(1))
    shape, lists = a.shape, a.axes
    groups = f"dense<[{numbers(range(body.program.devices))}]> : tensor<1x{body.program.devices}xi64>"
    handle = f"channel_handle = #stablehlo.channel_handle<handle = {random.randrange(1, 20)}, type = 1>"
    one, other, s = [body.program.new_name() for _ in range(3)]
    text = (
        f'"stablehlo.all_reduce"({a.name}) <{{{handle}, replica_groups = {groups}, use_global_device_ids}}> ({{\n'
        f"^bb0({one}: tensor<f32>, {other}: tensor<f32>):\n{s} = stablehlo.add {one}, {other} : tensor<f32>\n"
        f"stablehlo.return {s} : tensor<f32>\n}}){body.attributes(lists)} : ({a.type}) -> {a.type}"
    )
    body.add(text, shape, axes=lists)


def use(body: Body) -> None:
    """An operation without results."""
    if body.values:
        value = body.program.random.choice(body.values)
        channel = "channel_handle = #stablehlo.channel_handle<handle = 30, type = 0>"
        attributes = f" {{{channel}}}" if body.program.chance(0.05) else ""
        body.line(f"stablehlo.custom_call @use({value.name}){attributes} : ({value.type}) -> ()")


def token(body: Body) -> None:
    """Values that are not tensors."""
    a = body.input(body.factors(1, may_be_sharded=(body.program.chance(0.05),)))
    t, u, v = [body.program.new_name() for _ in range(3)]
    body.line(f"{t} = stablehlo.create_token : !stablehlo.token")
    body.line(f"{u} = stablehlo.tuple {a.name}, {t} : tuple<{a.type}, !stablehlo.token>")
    body.line(f"{v} = stablehlo.get_tuple_element {u}[1] : (tuple<{a.type}, !stablehlo.token>) -> !stablehlo.token")


def unregistered(body: Body) -> None:
    """An operation of no known dialect."""
    factors = body.factors(1)
    a = body.input(factors)
    shape, lists = body.result(factors)
    body.add(f'"t.op"({a.name}){body.attributes(lists)} : ({a.type}) -> {tensor(shape)}', shape, axes=lists)


def cast(body: Body) -> None:
    """A cast, mostly one that changes nothing."""
    a = body.input(body.factors(1))
    body.add(f"builtin.unrealized_conversion_cast {a.name} : {a.type} to {a.type}", a.shape, axes=None)


def constant_like(body: Body) -> None:
    factors = body.factors(2)
    a = body.input(factors)
    shape, lists = body.result(factors)
    text = f'"chlo.constant_like"({a.name}) <{{value = 2.0 : f32}}>{body.attributes(lists)} : ({a.type}) -> {a.type}'
    body.add(text, shape, axes=lists)


KINDS = (
    elementwise,
    dot,
    dot_general,
    dot_general,
    pad,
    pad,
    reduce,
    transpose,
    reshape,
    broadcast,
    concatenate,
    concatenate,
    slice_,
    slice_,
    iota,
    iota,
    constant,
    constant,
    dynamic_slice,
    dynamic_update_slice,
    barrier,
    custom_call,
    sort,
    existing_collective,
    use,
    token,
    unregistered,
    cast,
    constant_like,
)


def chlo(body: Body) -> None:
    factors = body.factors(1)
    a = body.input(factors)
    shape, lists = body.result(factors)
    if body.program.chance(0.5):
        body.add(f"chlo.tan {a.name}{body.attributes(lists)} : {a.type} -> {a.type}", shape, axes=lists)
    else:
        c = body.add(f"chlo.constant dense<1.0> : {a.type}", shape)
        text = f"chlo.broadcast_add {c.name}, {a.name}{body.attributes(lists)} : ({a.type}, {a.type}) -> {a.type}"
        body.add(text, shape, axes=lists)


def sdy(body: Body) -> None:
    factors = body.factors(1)
    a = body.input(factors)
    shape, lists = body.result(factors)
    sharding = body.program.sharding(lists or ((),))
    match body.program.random.randrange(5):
        case 0:
            body.add(f"sdy.reshard {a.name} {sharding} : {a.type}", shape, axes=lists)
        case 1:
            body.add(f"sdy.sharding_constraint {a.name} {sharding} : {a.type}", shape, axes=lists)
        case 2:
            body.line(f"sdy.sharding_group {a.name} group_id=0 : {a.type}")
        case 3:
            body.add(f"sdy.propagation_barrier {a.name} allowed_direction=NONE : {a.type}", shape)
        case 4:
            other = tensor((*a.shape, 1))
            cast = body.add(f"builtin.unrealized_conversion_cast {a.name} : {a.type} to {other}", (*a.shape, 1))
            body.line(f"stablehlo.custom_call @use({cast.name}) : ({cast.type}) -> ()")


ILLEGAL = (chlo, sdy)
