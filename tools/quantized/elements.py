"""Random quantized elements: usual ones, changed ones of which operations take some, and ones that cannot be read."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from tools.quantized.types import Element, Param, Quantized, default_range

STORAGE = ("i8", "i8", "i8", "u8", "i4", "i16", "i32", "ui8", "u16", "ui16", "u4", "i2", "u32")
"""Storage that operations take."""
OTHER_STORAGE = ("si8", "si16", "i7", "u7", "i1", "u1", "si4", "ui3", "i24", "f8E5M2", "f8E4M3FN", "f4E2M1FN")
"""Storage that can be read only."""
EXPRESSED = ("f32", "f32", "f32", "f16", "bf16", "f64")
SCALES = (0.5, 1.0, 2.0, 0.1, 0.25, 0.3, 12.5, 0.001, 1 / 255, 1 / 3, 100.0, 1.25e-5, 123456.789)
"""Scales; the first five are used more often. All but the first of the last four are seen by what they print as."""
DYADIC = (0.5, 1.0, 2.0, 4.0)
"""Scales that every expressed type holds."""

Shape = tuple[int | None, ...]
Change = Callable[[Random, Quantized, Shape], Element]
"""Changes the element of a tensor of a shape."""


def usual(random: Random) -> Quantized:
    """Returns an element per tensor that operations take."""
    storage = random.choice(STORAGE)
    expressed = random.choice(EXPRESSED)
    limits = default_range(storage)
    written = random.choice((limits, (0, 1))) if random.random() < 0.1 else None
    zero = zero_point(random, written or limits)
    return Quantized(storage, expressed, (Param(scale(random, expressed), zero),), range=written)


def scale(random: Random, expressed: str) -> float:
    """Returns a scale, which the expressed type has in its range."""
    found = random.choice(SCALES[:5] if random.random() < 0.7 else SCALES)
    return 1.0 if expressed == "f16" and found > 65504 else found


def zero_point(random: Random, limits: tuple[int, int]) -> int:
    """Returns a zero point in a range that has 0 and 1, most often 0."""
    return random.choice((0, 0, 0, 1, 1, *limits))


def per_axis(random: Random, element: Quantized, shape: Shape, axis: int) -> Quantized:
    """Returns the element with a parameter for each index along an axis of a tensor.

    The parameters follow from the element, so that equal sizes have equal ones.
    """
    size = shape[axis] if axis < len(shape) else 2
    first = element.params[0]
    assert isinstance(first, Param)
    count = 2 if size is None else max(size, 1)
    params = [first._replace(scale=(first.scale, 0.5, 2.0, 0.25)[number % 4]) for number in range(count)]
    return element._replace(axis=axis, params=tuple(params))


# --- changes ---------------------------------------------------------------------------------------------------------


def _with_param(random: Random, element: Quantized, **changed: float) -> Quantized:
    """Changes a parameter."""
    params = list(element.params)
    place = random.randrange(len(params))
    found = params[place]
    assert isinstance(found, Param)
    params[place] = Param(changed.get("scale", found.scale), int(changed.get("zero_point", found.zero_point)))
    return element._replace(params=tuple(params))


def _other_scale(random: Random, element: Quantized, shape: Shape) -> Element:
    return _with_param(random, element, scale=scale(random, element.expressed))


def _other_zero_point(random: Random, element: Quantized, shape: Shape) -> Element:
    low, high = element.limits
    return _with_param(random, element, zero_point=random.choice((low, high, 0, low + 1, high - 1)))


def _zero_point_outside(random: Random, element: Quantized, shape: Shape) -> Element:
    low, high = element.limits
    return _with_param(random, element, zero_point=random.choice((low - 1, high + 1, 2 * high + 5)))


def _other_storage(random: Random, element: Quantized, shape: Shape) -> Element:
    return element._replace(storage=random.choice(STORAGE), range=None)


def _odd_storage(random: Random, element: Quantized, shape: Shape) -> Element:
    return element._replace(storage=random.choice(OTHER_STORAGE), range=None)


def _wider(random: Random, element: Quantized, shape: Shape) -> Element:
    return element._replace(storage=random.choice(("i16", "i32", "i32", "u32")), range=None)


def _narrower(random: Random, element: Quantized, shape: Shape) -> Element:
    return element._replace(storage=random.choice(("i4", "i2", "u4")), range=None)


def _range(random: Random, element: Quantized, shape: Shape) -> Element:
    low, high = default_range(element.storage)
    return element._replace(range=random.choice(((low, high), (low, high), (low + 1, high), (low, high - 1), (0, 1))))


def _other_expressed(random: Random, element: Quantized, shape: Shape) -> Element:
    changed = element._replace(expressed=random.choice(EXPRESSED))
    least = 65504.0 if changed.expressed == "f16" else math.inf
    return changed if all(value <= least for value in changed.scales) else element


def _granularity(random: Random, element: Quantized, shape: Shape) -> Element:
    if element.axis is not None:
        return element._replace(axis=None, params=element.params[:1])
    return per_axis(random, element, shape, random.randrange(max(len(shape), 1)))


def _other_axis(random: Random, element: Quantized, shape: Shape) -> Element:
    others = [axis for axis in range(len(shape)) if axis != element.axis]
    axis = random.choice((*others, *others, *others, *others, *others, len(shape), 10))
    if random.random() < 0.2:
        return element._replace(axis=axis)
    return per_axis(random, element._replace(params=element.params[:1]), shape, axis)


def _other_count(random: Random, element: Quantized, shape: Shape) -> Element:
    params = random.choice((element.params[:1], (*element.params, *element.params[-1:]), element.params[::-1]))
    return element._replace(params=params, axis=element.axis or 0)


def _nested(random: Random, element: Quantized, shape: Shape) -> Element:
    return element._replace(params=(element.params,), axis=element.axis or 0)


def _plain(random: Random, element: Quantized, shape: Shape) -> Element:
    width = element.width
    return random.choice((element.expressed, element.expressed, f"i{width}" if width in (8, 16, 32) else "i8"))


def blocks(random: Random, element: Quantized) -> Quantized:
    """Returns the element with parameters per block."""
    pair = tuple([Param(random.choice(DYADIC), random.choice((0, 0, 1))) for _ in range(2)])
    sizes, params = random.choice(
        ((((0, 1), (1, 2)), (pair, pair)), (((0, 2),), pair), (((1, 2), (0, 1)), ((pair[0],), (pair[1],))), ((), pair))
    )
    return element._replace(axis=None, blocks=sizes, params=params)


def _blocks(random: Random, element: Quantized, shape: Shape) -> Element:
    return blocks(random, element)


def _any(random: Random, element: Quantized, shape: Shape) -> Element:
    expressed = random.choice(("", element.expressed))
    return element._replace(kind="any", expressed=expressed, axis=None, params=())


def _calibrated(random: Random, element: Quantized, shape: Shape) -> Element:
    bounds = random.choice(((-0.5, 1.25), (0.0, 1.0), (-1.0, 0.1), (0.1, 0.3)))
    return Quantized(kind="calibrated", expressed=element.expressed, bounds=bounds, params=())


USUAL: tuple[Change, ...] = (
    *[_other_scale] * 4,
    *[_other_zero_point] * 2,
    *[_other_storage] * 2,
    *[_wider] * 2,
    _narrower,
    *[_range] * 3,
    *[_other_expressed] * 3,
    *[_granularity] * 2,
    *[_plain] * 2,
)
"""Changes that leave an element which operations take."""
OF_AXIS: tuple[Change, ...] = (*[_other_axis] * 5, _other_scale, _other_scale, _other_zero_point, _other_count)
"""Changes of elements that are quantized per axis."""
UNUSUAL: tuple[Change, ...] = (
    *[_zero_point_outside] * 2,
    *[_odd_storage] * 2,
    _plain,
    _nested,
    _blocks,
    _any,
    _calibrated,
)
"""Changes that mostly leave an element which no operation takes."""


def changed(random: Random, element: Element, shape: Shape) -> Element:
    """Returns an element like another one, with something changed; one without a plain list of parameters, as it is."""
    if isinstance(element, str):
        return random.choice(("f32", "f64", "bf16", "i32", "i8", "i16", "i1"))
    if element.kind != "uniform" or not all(isinstance(param, Param) for param in element.params):
        return element
    if element.axis is not None and random.random() < 0.6:
        return random.choice(OF_AXIS)(random, element, shape)
    return random.choice(USUAL if random.random() < 0.75 else UNUSUAL)(random, element, shape)


# --- elements that cannot be read ------------------------------------------------------------------------------------


def _outside(random: Random, element: Quantized) -> Quantized:
    low, high = default_range(element.storage)
    return element._replace(range=random.choice(((low - 1, high), (low, high + 1), (low - 1, high + 1), (low - 5, 0))))


def _unordered(random: Random, element: Quantized) -> Quantized:
    return element._replace(range=random.choice(((1, 1), (1, 0), default_range(element.storage)[::-1])))


def _scale_outside(random: Random, element: Quantized) -> Quantized:
    if not element.params or not all(isinstance(param, Param) for param in element.params):
        return element
    values = {"f16": (7e4, 65505.0, 1e-8), "bf16": (1e39, 1e-42), "f32": (1e39, 1e-46), "f64": (0.0, -1.0)}
    value = random.choice((0.0, -1.0, math.inf, *values[element.expressed]))
    return _with_param(random, element, scale=value)


def _unequal_lists(random: Random, element: Quantized) -> Quantized:
    pair = (Param(0.5), Param(1.0))
    params = random.choice(((pair, pair[:1]), (pair[:1], pair), (pair, pair, (*pair, *pair))))
    if random.random() < 0.5:
        return element._replace(axis=0, params=params)
    return element._replace(axis=None, blocks=((0, 1), (1, 2)), params=params)


def _no_list(random: Random, element: Quantized) -> Quantized:
    """Returns an element with an empty list, or with a list and no axis."""
    if random.random() < 0.5:
        return element._replace(axis=0, params=random.choice(((), ((),), ((Param(0.5),), ()))))
    return element._replace(axis=None, params=(element.params,))


def _wrong_blocks(random: Random, element: Quantized) -> Quantized:
    sizes = random.choice((((0, 0),), ((0, -1),), ((-1, 2),), ((0, 0), (-1, 2)), ((0, 2), (1, 0)), ((-2, 0), (1, 1))))
    return blocks(random, element)._replace(blocks=sizes)


def _wrong_bounds(random: Random, element: Quantized) -> Quantized:
    bounds = random.choice(((1.0, -1.0), (0.5, 0.5), (0.25, 0.125)))
    return Quantized(kind="calibrated", expressed=element.expressed, bounds=bounds, params=())


def _kind(random: Random, element: Quantized) -> Quantized:
    return element._replace(kind=random.choice(("foo", "uniforms", "quantile", "Any")))


def _storage(random: Random, element: Quantized) -> Quantized:
    prefixes, widths = ("int8", "i", "f32", "f16", "index", "s8"), ("i33", "u33", "si64", "ui64", "u0", "i64", "u40")
    return element._replace(storage=random.choice((*prefixes, *widths, "u", "u", "u")))


def _expressed(random: Random, element: Quantized) -> Quantized:
    return element._replace(expressed=random.choice(("i32", "i8", "index")))


def _negative_axis(random: Random, element: Quantized) -> Quantized:
    return element._replace(axis=-random.randint(1, 3))


def _unordered_any(random: Random, element: Quantized) -> Quantized:
    return _unordered(random, element)._replace(kind="any", params=(), axis=None)


BREAKS: tuple[Callable[[Random, Quantized], Quantized], ...] = (
    _unequal_lists,
    _no_list,
    _wrong_blocks,
    _wrong_bounds,
    *[_scale_outside] * 3,
    _negative_axis,
    _unordered_any,
    *[_outside] * 2,
    _unordered,
    *[_storage] * 3,
    _expressed,
    _kind,
)
"""What makes an element one that cannot be read; a later one does not need what an earlier one has broken."""


def unreadable(random: Random, element: Quantized) -> Quantized:
    """Returns an element that cannot be read for one reason, or for several."""
    count = random.choice((1, 1, 1, 2, 2, 3))
    for place in sorted(random.sample(range(len(BREAKS)), count)):
        element = BREAKS[place](random, element)
    return element
