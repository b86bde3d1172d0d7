"""Chains of SDY's collectives."""

from __future__ import annotations

from tools.generator.local_programs.program import Body
from tools.generator.writing import Axes, Part, Value, count_of


def chain(body: Body) -> None:
    """Writes collectives one after the other, which lead from one sharding to the next."""
    random = body.program.random
    rank = random.choice((1, 1, 2, 2, 3, 4))
    factors = body.factors(rank)
    # Sizes that any axes divide.
    devices = body.program.devices
    factors = [factor._replace(size=factor.size * random.choice((1, devices, devices))) for factor in factors]
    if body.program.chance(0.05):
        number = random.randrange(rank)
        factors[number] = factors[number]._replace(size=-1)
    value = body.input(factors, random.choice(("f32", "f32", "i32", "i1", "complex<f32>")))
    for _ in range(random.choice((1, 2, 3, 5))):
        step = random.choice((all_gather, all_gather, all_slice, all_slice, all_to_all, permute, all_reduce, scatter))
        value = step(body, value) or value


def emit(body: Body, text: str, value: Value, lists: Axes, mesh: str = "m") -> Value:
    attributes = " {k}" if body.program.chance(0.1) else ""
    sharding = body.program.sharding(lists, mesh)
    return body.add(f"{text} out_sharding={sharding}{attributes} : {value.type}", value.shape, value.element, lists)


def lists_of(value: Value) -> list[list[Part]]:
    return [[*parts] for parts in value.axes] if value.axes is not None else [[] for _ in value.shape]


def unused(body: Body, value: Value) -> list[Part]:
    """Parts of axes that overlap none of the value's."""
    used = [part for parts in lists_of(value) for part in parts]
    return [
        part
        for part in body.program.parts(body.manual)
        if not any(part[0] == other[0] and part[1] < other[2] and other[1] < part[2] for other in used)
    ]


def all_gather(body: Body, value: Value) -> Value | None:
    """Takes axes from the ends of dimensions."""
    program = body.program
    lists = lists_of(value)
    gathered: list[list[Part]] = [[] for _ in lists]
    for number, parts in enumerate(lists):
        while parts and program.chance(0.6):
            gathered[number].insert(0, parts.pop())
    if not any(gathered) and not program.chance(0.05):
        return None
    text = f"sdy.all_gather {program.lists_text(program.joined(gathered))} {value.name}"
    return emit(body, text, value, program.joined(lists))


def all_slice(body: Body, value: Value, name: str = "all_slice") -> Value | None:
    """Adds axes at the ends of dimensions."""
    program = body.program
    lists = lists_of(value)
    sliced: list[list[Part]] = [[] for _ in lists]
    if not lists:
        return None
    for part in unused(body, value):
        number = program.random.randrange(len(lists))
        fits = value.shape[number] % count_of([*lists[number], part]) == 0
        if program.chance(0.6) and (fits or program.chance(0.02)):
            lists[number].append(part)
            sliced[number].append(part)
    if not any(sliced) and not program.chance(0.05):
        return None
    text = f"sdy.{name} {program.lists_text(program.joined(sliced))} {value.name}"
    return emit(body, text, value, program.joined(lists))


def scatter(body: Body, value: Value) -> Value | None:
    """Sums, and adds axes at the ends of dimensions."""
    return all_slice(body, value, "reduce_scatter")


def all_to_all(body: Body, value: Value) -> Value | None:
    """Moves axes from the ends of dimensions to those of others."""
    program = body.program
    lists = lists_of(value)
    numbers = [*range(len(lists))]
    program.random.shuffle(numbers)
    params: list[tuple[list[Part], int, int]] = []
    while len(numbers) > 1 and len(params) < 3:
        source, target = numbers.pop(), numbers.pop()
        if not lists[source]:
            source, target = target, source
        if lists[source] and program.chance(0.8):
            moved = [lists[source].pop()]
            while lists[source] and program.chance(0.4):
                moved.insert(0, lists[source].pop())
            if value.shape[target] % count_of([*lists[target], *moved]) and not program.chance(0.02):
                lists[source] += moved
                continue
            lists[target] += moved
            params.append((moved, source, target))
    if not params:
        return None
    params.sort(key=lambda param: param[1])
    text = ", ".join([f"{program.list_text(parts)}: {source}->{target}" for parts, source, target in params])
    return emit(body, f"sdy.all_to_all [{text}] {value.name}", value, program.joined(lists))


def permute(body: Body, value: Value) -> Value | None:
    """Gives dimensions other axes of the same sizes, or the devices another order."""
    program = body.program
    lists = lists_of(value)
    pool = [*[part for parts in lists for part in parts], *unused(body, value)]
    program.random.shuffle(pool)
    for parts in lists:
        for place, (_, start, stop) in enumerate(parts):
            same = [other for other in pool if other[2] // other[1] == stop // start]
            if same:
                parts[place] = same[0]
                pool.remove(same[0])
    flat = [part for parts in lists for part in parts]
    for number, part in enumerate(flat):
        for other in flat[:number]:
            if part[0] == other[0] and part[1] < other[2] and other[1] < part[2]:
                return None
    new = program.joined(lists)
    mesh = "n" if program.has_other and program.chance(0.5) else "m"
    if new == value.axes and mesh == "m" and not program.chance(0.05):
        return None
    found = emit(body, f"sdy.collective_permute {value.name}", value, new, mesh)
    if mesh == "n":
        found = emit(body, f"sdy.collective_permute {found.name}", found, new)
    return found


def all_reduce(body: Body, value: Value) -> Value | None:
    """Sums along axes that the value does not have."""
    axes = body.program.in_mesh_order([part for part in unused(body, value) if body.program.chance(0.7)])
    text = f"sdy.all_reduce {body.program.list_text(axes)} {value.name}"
    return emit(body, text, value, value.axes if value.axes is not None else ((),) * len(value.shape))


def reduced(body: Body, value: Value, parts: tuple[Part, ...]) -> Value:
    """Sums a value along axes of dimensions that it does not have any more."""
    program = body.program
    if not parts:
        return value
    if program.chance(program.share_of_strange):
        parts = parts[:-1]
    lists = value.axes if value.axes is not None else ((),) * len(value.shape)
    parts = tuple(program.in_mesh_order(parts))
    return emit(body, f"sdy.all_reduce {program.list_text(parts)} {value.name}", value, lists)
