"""Branches in functions of other generators, as pieces of `tools.generator.insertion`."""

from __future__ import annotations

from tools.generator.insertion import InsertionPlace, Maker, Piece


def new_block(place: InsertionPlace) -> Piece | None:
    """A branch to a new block, which may get a value."""
    value = place.tensor()
    if not place.is_in_function:
        return None
    if value is None or place.random.random() < 0.5:
        return Piece("cf.br ^${id}next\n^${id}next:")
    type = value.type
    return Piece(f"cf.br ^${{id}}next($v0 : {type})\n^${{id}}next($out: {type}):", [value], [type])


def diamond(place: InsertionPlace) -> Piece | None:
    """A branch to one of two blocks, which lead to a third."""
    value = place.tensor()
    if value is None or not place.is_in_function:
        return None
    type, condition = value.type, _condition(place)
    return Piece(
        f"{condition}cf.cond_br %${{id}}c, ^${{id}}a, ^${{id}}b\n"
        f"^${{id}}a:\n%${{id}}x = stablehlo.optimization_barrier $v0 : {type}\ncf.br ^${{id}}next(%${{id}}x : {type})\n"
        f"^${{id}}b:\ncf.br ^${{id}}next($v0 : {type})\n"
        f"^${{id}}next($out: {type}):",
        [value],
        [type],
    )


def loop(place: InsertionPlace) -> Piece | None:
    """A block that may lead to itself."""
    value = place.tensor()
    if value is None or not place.is_in_function:
        return None
    type, condition = value.type, _condition(place)
    return Piece(
        f"cf.br ^${{id}}again($v0 : {type})\n"
        f"^${{id}}again(%${{id}}x: {type}):\n"
        f"%${{id}}y = stablehlo.optimization_barrier %${{id}}x : {type}\n"
        f"{condition}cf.cond_br %${{id}}c, ^${{id}}again(%${{id}}y : {type}), ^${{id}}next\n"
        f"^${{id}}next:\n$out = stablehlo.optimization_barrier %${{id}}x : {type}",
        [value],
        [type],
    )


def switch(place: InsertionPlace) -> Piece | None:
    """A switch of which all cases lead to one block, and a block that is not reached."""
    if not place.is_in_function:
        return None
    return Piece(
        "%${id}n = builtin.unrealized_conversion_cast to i32\n"
        "cf.switch %${id}n : i32, [default: ^${id}next, 1: ^${id}next, 7: ^${id}next]\n"
        "^${id}unreached:\ncf.br ^${id}next\n"
        "^${id}next:"
    )


def assertion(place: InsertionPlace) -> Piece:
    """An assertion."""
    return Piece(f'{_condition(place)}cf.assert %${{id}}c, "message"')


def _condition(place: InsertionPlace) -> str:
    """An operation whose result is a condition."""
    value = place.random.choice(("builtin.unrealized_conversion_cast to i1", "arith.constant true"))
    return f"%${{id}}c = {value}\n"


MAKERS: tuple[Maker, ...] = (new_block, new_block, diamond, loop, switch, assertion)
