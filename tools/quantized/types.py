"""Quantized elements and tensors as plain data: as they are written in a program, and as they are printed."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from typing import NamedTuple

SIX_DIGITS = 6
"""The digits after the point in which a double is printed if they say all of it."""


class Param(NamedTuple):
    """The scale and the zero point of a part of a tensor, or of all of it."""

    scale: float
    zero_point: int = 0


Params = tuple["Param | Params", ...]
"""Parameters, in lists that may be nested."""

SPELLINGS = ("usual", "other", "wide", "bits")
"""How types are written: as they are printed, as `!quant<uniform<…>>`, with more white space and zeros, with bits."""


class Quantized(NamedTuple):
    """An element as it is written, which may be one that cannot be read. A per-tensor type has a single parameter."""

    storage: str = "i8"
    expressed: str = "f32"
    params: Params = (Param(1.0),)
    axis: int | None = None
    blocks: tuple[tuple[int, int], ...] | None = None
    """Pairs of an axis and the size of its blocks."""
    range: tuple[int, int] | None = None
    """The storage minimum and maximum, if they are written."""
    kind: str = "uniform"
    """The word after `quant.`; with `calibrated`, `bounds` are all there is, with `any` there are no parameters."""
    bounds: tuple[float, float] = (0.0, 1.0)

    @property
    def scales(self) -> tuple[float, ...]:
        """The scales of all parameters."""
        return tuple([param.scale for param in flat(self.params)])

    @property
    def zero_points(self) -> tuple[int, ...]:
        """The zero points of all parameters."""
        return tuple([param.zero_point for param in flat(self.params)])

    @property
    def is_per_axis(self) -> bool:
        return self.kind == "uniform" and self.axis is not None and self.blocks is None

    @property
    def is_per_tensor(self) -> bool:
        return self.kind == "uniform" and self.axis is None and self.blocks is None

    @property
    def width(self) -> int:
        """The width of the storage in bits."""
        return FLOAT_STORAGE[self.storage][0] if self.storage in FLOAT_STORAGE else int(_digits(self.storage))

    @property
    def is_signed(self) -> bool:
        return not self.storage.startswith("u")

    @property
    def storage_type(self) -> str:
        """The storage type: `u8` has signless storage as `i8` has."""
        return f"i{self.width}" if self.storage[0] == "u" and self.storage[1] != "i" else self.storage

    @property
    def limits(self) -> tuple[int, int]:
        """The storage minimum and maximum."""
        return self.range or default_range(self.storage)


Element = Quantized | str
"""A quantized element, or a plain one as MLIR writes it."""


class ModelTensor(NamedTuple):
    """A ranked tensor; None stands for a size that is not known."""

    shape: tuple[int | None, ...]
    element: Element

    @property
    def is_static(self) -> bool:
        return None not in self.shape

    @property
    def size(self) -> int:
        """The number of elements of a static tensor."""
        return math.prod(size for size in self.shape if size is not None)

    def __str__(self) -> str:
        """Returns the tensor as it is printed."""
        return f"tensor<{self._sizes}{printed(self.element)}>"

    def written(self, spelling: str = "usual") -> str:
        """Returns the tensor as it is written in a program, in one of `SPELLINGS`."""
        return f"tensor<{self._sizes}{written(self.element, spelling)}>"

    @property
    def _sizes(self) -> str:
        return "".join([f"{'?' if size is None else size}x" for size in self.shape])


FLOAT_STORAGE = {"f8E5M2": (8, 57344), "f8E4M3FN": (8, 448), "f4E2M1FN": (4, 6)}
"""The floats that are read as storage: their widths, and the largest integer they hold."""


def _digits(storage: str) -> str:
    return storage.lstrip("siu")


def default_range(storage: str) -> tuple[int, int]:
    """Returns the storage minimum and maximum of a type without an explicit range."""
    if storage in FLOAT_STORAGE:
        most = FLOAT_STORAGE[storage][1]
        return -most, most
    width = int(_digits(storage))
    if storage.startswith("u"):
        return 0, 2**width - 1
    return -(2 ** (width - 1)), 2 ** (width - 1) - 1


def flat(params: Params) -> list[Param]:
    """Returns the parameters of nested lists in their order."""
    found: list[Param] = []
    for entry in params:
        found += [entry] if isinstance(entry, Param) else flat(entry)
    return found


# --- numbers ---------------------------------------------------------------------------------------------------------


def number_written(value: float) -> str:
    """Returns a double as a literal that MLIR reads: with a point, or as bits if it is not finite."""
    if not math.isfinite(value):
        return bits(value)
    text = repr(value)
    mantissa, mark, exponent = text.partition("e")
    return f"{mantissa if '.' in mantissa else f'{mantissa}.0'}{mark}{exponent}"


def bits(value: float) -> str:
    """Returns the bits of a double."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"


def number_printed(value: float) -> str:
    """Returns a double as it is printed: six digits if that is the same double, else all, else its bits.

    MLIR cuts off digits before it rounds to six, by which a few doubles, 0.998 among them, need all digits. This is not
    modelled: such numbers are not to be used.
    """
    if not math.isfinite(value):
        return bits(value)
    if float(short := f"{value:.{SIX_DIGITS}e}") == value:
        return short
    mantissa, _, exponent = f"{value:.16e}".partition("e")
    digits, power = mantissa.replace(".", "").rstrip("0"), int(exponent)
    sign, digits = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    if -3 <= power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{digits}"
    if 0 <= power < len(digits) - 1:
        return f"{sign}{digits[: power + 1]}.{digits[power + 1 :]}"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{power:+d}"


def rounded(value: float, expressed: str) -> float:
    """Returns a double rounded to a float type of MLIR."""
    if expressed == "f64":
        return value
    if expressed == "bf16":
        (word,) = struct.unpack(">I", struct.pack(">f", value))
        return float(struct.unpack(">f", struct.pack(">I", (word + 0x7FFF + (word >> 16 & 1)) & 0xFFFF0000))[0])
    form = {"f16": ">e", "f32": ">f"}[expressed]
    return float(struct.unpack(form, struct.pack(form, value))[0])


# --- text ------------------------------------------------------------------------------------------------------------


def written(element: Element, spelling: str = "usual") -> str:
    """Returns an element as it is written in a program, in one of `SPELLINGS`."""
    if isinstance(element, str):
        return element
    is_wide = spelling == "wide"
    number = bits if spelling == "bits" else number_written

    def param(entry: Param) -> str:
        shows_zero_point = entry.zero_point or is_wide
        return number(entry.scale) + (f" : {entry.zero_point}" if shows_zero_point else "")

    body = _body(element, number, param, " , " if is_wide else ", ", element.params)
    if is_wide:
        body = body.replace("<", " < ").replace(">", " > ")
    return f"!quant<{element.kind}<{body}>>" if spelling == "other" else f"!quant.{element.kind}<{body}>"


def printed(element: Element) -> str:
    """Returns an element as it is printed, which must be one that can be read."""
    if isinstance(element, str):
        return element

    def param(entry: Param) -> str:
        return number_printed(entry.scale) + (f":{entry.zero_point}" if entry.zero_point else "")

    params, between = element.params, ", "
    if element.blocks is not None:
        params = _held(params, element)
    elif element.axis is not None:
        params, between = tuple(flat(params)), ","
    if element.kind != "calibrated" and element.limits == default_range(element.storage):
        element = element._replace(range=None)
    return f"!quant.{element.kind}<{_body(element, number_printed, param, between, params)}>"


def _body(
    element: Quantized, number: Callable[[float], str], param: Callable[[Param], str], between: str, params: Params
) -> str:
    """Returns what is between `<` and `>`."""
    if element.kind == "calibrated":
        return f"{element.expressed}<{number(element.bounds[0])}:{number(element.bounds[1])}>"

    def listed(params: Params) -> str:
        return f"{{{between.join([param(p) if isinstance(p, Param) else listed(p) for p in params])}}}"

    least_most = f"<{element.range[0]}:{element.range[1]}>" if element.range else ""
    head = f"{element.storage}{least_most}" + (f":{element.expressed}" if element.expressed else "")
    if element.kind == "any":
        return head
    if element.blocks is not None:
        blocks = ", ".join([f"{axis}:{size}" for axis, size in element.blocks])
        return f"{head}:{{{blocks}}}, {listed(params)}"
    if element.axis is not None:
        return f"{head}:{element.axis}, {listed(params)}"
    return f"{head}, {listed(params)[1:-1]}"


def _held(params: Params, element: Quantized) -> Params:
    """Returns the parameters of blocks: scales are held in the expressed type, zero points in the storage width."""
    least = -(2 ** (element.width - 1)) if element.is_signed else 0
    return tuple(
        [
            Param(rounded(entry.scale, element.expressed), (entry.zero_point - least) % 2**element.width + least)
            if isinstance(entry, Param)
            else _held(entry, element)
            for entry in params
        ]
    )


# --- relations -------------------------------------------------------------------------------------------------------


def is_float(name: str) -> bool:
    """Whether a plain element is a float."""
    return re.fullmatch(r"f\d+(E\w+)?|bf16|tf32", name) is not None


def is_exact(first: Element, second: Element) -> bool:
    """Whether two elements are the same type, which are printed the same then."""
    return printed(first) == printed(second)


def is_compatible(first: Element, second: Element) -> bool:
    """Whether two elements are compatible: scales, zero points and the axis of quantized ones may differ."""
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return is_exact(first, second) or (
        first.storage_type == second.storage_type
        and first.limits == second.limits
        and first.expressed == second.expressed
        and first.is_per_axis == second.is_per_axis
    )


def is_promotable(first: Element, second: Element) -> bool:
    """Whether a reducer may accumulate the first element in the second."""
    if isinstance(first, str) or isinstance(second, str):
        if isinstance(first, Quantized) or isinstance(second, Quantized):
            return False
        return _is_plainly_promotable(first, second)
    return first.expressed == second.expressed and first.width <= second.width


def _is_plainly_promotable(first: str, second: str) -> bool:
    if is_float(first) and is_float(second):
        return True
    kinds = [re.sub(r"\d+", "", name) for name in (first, second)]
    widths = [int(re.sub(r"\D", "", name)) for name in (first, second)]
    both_integers = all(re.fullmatch("[su]?i", kind) for kind in kinds)
    both_complex = all(kind.startswith("complex") for kind in kinds)
    return (both_integers or both_complex) and widths[0] <= widths[1]


def have_compatible_shapes(first: ModelTensor, second: ModelTensor) -> bool:
    """Whether the ranks are equal and no sizes differ that are known."""
    pairs = zip(first.shape, second.shape, strict=False)
    return len(first.shape) == len(second.shape) and all(a is None or b is None or a == b for a, b in pairs)


def are_compatible(first: ModelTensor, second: ModelTensor) -> bool:
    """Whether shapes and elements are compatible."""
    return have_compatible_shapes(first, second) and is_compatible(first.element, second.element)
