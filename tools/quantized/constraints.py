"""Which elements the operands and results of each operation may have, and the words for what they must be.

The words for plain elements and for shapes are the reference's; which quantized elements are taken is written down
here apart from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tools.quantized.types import Element, ModelTensor, Quantized, is_float

FLOAT, BOOL, INTEGER = "4/6/8/16/32/64-bit float", "bool", "2/4/8/16/32/64-bit integer"
SIGNLESS, COMPLEX = "2/4/8/16/32/64-bit signless integer", "complex type with 32/64-bit float elements"
PER_TENSOR, PER_AXIS = "per-tensor integer quantized", "per-axis integer quantized"
I32, INDEX, ANY_INTEGER = "32-bit signless integer", "index", "integer"
WIDE_FLOAT = "32/64-bit float"

ALL = (FLOAT, BOOL, INTEGER, COMPLEX)
ARITHMETIC = (INTEGER, FLOAT, COMPLEX)
FLOATS = (FLOAT,)
FLOAT_COMPLEX = (FLOAT, COMPLEX)
BITS = (BOOL, INTEGER)
T = (PER_TENSOR,)
TA = (PER_TENSOR, PER_AXIS)
STORAGE_WIDTHS = (2, 4, 8, 16, 32)
"""The widths of storage that operations take."""


class ValueSlot(NamedTuple):
    """What an operand or a result must be."""

    kinds: tuple[str, ...]
    shape: str = "ranked"
    of: str = "tensor"
    after: str = " values"

    def __str__(self) -> str:
        return f"{self.shape} {self.of} of {' or '.join(self.kinds)}{self.after}".lstrip()

    def takes(self, tensor: ModelTensor) -> bool:
        """Whether a tensor of the right shape has an element that may be here."""
        element = tensor.element
        if isinstance(element, Quantized):
            return (PER_TENSOR in self.kinds and is_per_tensor(element)) or (
                PER_AXIS in str(self) and is_per_axis(element, tensor)
            )
        return any(is_kind(element, kind) for kind in self.kinds)


def is_per_tensor(element: Quantized) -> bool:
    """Whether an element is of the class *T*: per tensor, of a usual width, with a zero point in range."""
    return element.is_per_tensor and has_usual_storage(element)


def is_per_axis(element: Quantized, tensor: ModelTensor) -> bool:
    """Whether an element is of the class *A* in a ranked tensor: the scales fit the dimension."""
    axis = element.axis
    if axis is None or not element.is_per_axis or not has_usual_storage(element) or axis >= len(tensor.shape):
        return False
    return tensor.shape[axis] in (None, len(element.scales))


def has_usual_storage(element: Quantized) -> bool:
    """Whether storage and zero points of a uniform type are such as operations take."""
    least, most = element.limits
    is_signless = element.storage_type.startswith("i")
    return (
        not element.storage.startswith("f")
        and element.width in STORAGE_WIDTHS
        and (is_signless or not element.is_signed)
        and all(least <= zero_point <= most for zero_point in element.zero_points)
    )


def is_kind(element: Element, kind: str) -> bool:
    """Whether a plain element is of a kind; unsigned integers and integers of other widths are not generated."""
    assert isinstance(element, str)
    if kind == FLOAT:
        return is_float(element)
    if kind == WIDE_FLOAT:
        return element in ("f32", "f64")
    if kind == BOOL:
        return element == "i1"
    if kind == COMPLEX:
        return element.startswith("complex")
    if kind == I32:
        return element == "i32"
    is_integer = element.lstrip("su").startswith("i") and element.lstrip("sui").isdigit()
    if kind == INTEGER:
        return is_integer and element != "i1"
    if kind == SIGNLESS:
        return is_integer and element.startswith("i") and element != "i1"
    return kind == ANY_INTEGER and is_integer


# --- the slots of each operation -------------------------------------------------------------------------------------


class SlotSignature(NamedTuple):
    """The slots of operands and results; the last slot is that of all further ones."""

    operands: tuple[ValueSlot, ...]
    results: tuple[ValueSlot, ...]


def _same(slot: ValueSlot) -> SlotSignature:
    return SlotSignature((slot,), (slot,))


SCALAR, VARIADIC = "0D", "variadic of ranked"
STATIC, BOUNDED = "statically shaped", "statically shaped or single bounded dimension"

USUAL = ValueSlot((*ALL, *T))
USUAL_A = ValueSlot((*ALL, *TA))
MANY = USUAL._replace(shape=VARIADIC)
BOUNDED_A = USUAL_A._replace(shape=BOUNDED)
PREDICATE = ValueSlot((BOOL,))
SHAPE = ValueSlot((INDEX, INTEGER), STATIC, "1-dimensional tensor")
INDICES = ValueSlot((INDEX, INTEGER), "1D")
SCALAR_INDICES = ValueSlot((INTEGER,), "variadic of 0D")
PADDINGS = ValueSlot((INTEGER,), STATIC, "2-dimensional integer tensor")
FLOAT_T = ValueSlot((*FLOATS, *T))
FEATURES = FLOAT_T._replace(shape="1D")
CHLO = ValueSlot((*ALL, *TA), "")
OR_AXIS = f" values or ranked tensor of {PER_AXIS} values or token"
OR_MEMREF = f"memref of {' or '.join((*ALL, *T))} values"
BRANCH = MANY._replace(after=OR_AXIS)
CARRIED = MANY._replace(after=f"{OR_AXIS} or {OR_MEMREF}")
OR_TUPLE = (
    f" values or {OR_MEMREF} or token or nested tuple with any combination of {CHLO} or {OR_MEMREF} or token values"
)
PASSED = CHLO._replace(shape="variadic of", after=f"{OR_TUPLE} or future")

SIGNATURES: dict[str, SlotSignature] = {
    **dict.fromkeys(
        (
            *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt"),
            *("sine", "sqrt", "tan", "tanh", "atan2", "cholesky"),
        ),
        _same(ValueSlot((*FLOAT_COMPLEX, *T))),
    ),
    **dict.fromkeys(("ceil", "floor", "round_nearest_afz", "round_nearest_even", "reduce_precision"), _same(FLOAT_T)),
    **dict.fromkeys(("negate", "divide", "power", "remainder", "subtract"), _same(ValueSlot((*ARITHMETIC, *T)))),
    **dict.fromkeys(
        (
            *("maximum", "minimum", "multiply", "cross-replica-sum", "clamp", "slice", "reverse"),
            *("collective_broadcast", "collective_permute", "reduce_scatter", "select_and_scatter"),
        ),
        _same(USUAL),
    ),
    **dict.fromkeys(("and", "or", "xor"), SlotSignature((ValueSlot(BITS),), (USUAL,))),
    **dict.fromkeys(("count_leading_zeros", "popcnt"), _same(ValueSlot((INTEGER,)))),
    **dict.fromkeys(("shift_left", "shift_right_arithmetic", "shift_right_logical"), _same(ValueSlot((INTEGER,)))),
    **dict.fromkeys(("real", "imag"), SlotSignature((ValueSlot(FLOAT_COMPLEX),), (ValueSlot(FLOATS),))),
    **dict.fromkeys(("add", "transpose", "bitcast_convert"), _same(USUAL_A)),
    **dict.fromkeys(("convolution", "dot", "dot_general"), SlotSignature((USUAL, USUAL_A), (USUAL_A,))),
    **dict.fromkeys(("all_gather", "all_to_all", "all_reduce", "reduce", "reduce_window", "sort"), _same(MANY)),
    **dict.fromkeys(("concatenate", "map"), SlotSignature((MANY,), (USUAL,))),
    "if": SlotSignature((PREDICATE,), (BRANCH,)),
    "case": SlotSignature((ValueSlot((I32,)),), (BRANCH,)),
    "while": _same(CARRIED),
    "custom_call": _same(PASSED),
    "triangular_solve": _same(ValueSlot(FLOAT_COMPLEX)),
    "complex": SlotSignature((ValueSlot((WIDE_FLOAT,)),), (ValueSlot((COMPLEX,)),)),
    "not": _same(ValueSlot(BITS)),
    "sign": _same(ValueSlot((SIGNLESS, FLOAT, COMPLEX, *T))),
    "abs": SlotSignature((ValueSlot((SIGNLESS, FLOAT, COMPLEX, *T)),), (ValueSlot((SIGNLESS, FLOAT, *T)),)),
    "convert": _same(ValueSlot(ALL)),
    "is_finite": SlotSignature((FLOAT_T,), (PREDICATE,)),
    "compare": SlotSignature((USUAL,), (PREDICATE,)),
    "select": SlotSignature((PREDICATE, USUAL), (USUAL,)),
    "reshape": SlotSignature((USUAL_A,), (BOUNDED_A,)),
    "dynamic_reshape": SlotSignature((USUAL_A, SHAPE), (USUAL_A,)),
    "broadcast": SlotSignature((USUAL,), (USUAL_A,)),
    "broadcast_in_dim": SlotSignature((USUAL_A,), (BOUNDED_A,)),
    "dynamic_broadcast_in_dim": SlotSignature((USUAL_A, SHAPE), (USUAL_A,)),
    "dynamic_conv": SlotSignature((USUAL, USUAL, PADDINGS), (USUAL,)),
    "uniform_quantize": SlotSignature((ValueSlot((*FLOATS, *TA)),), (ValueSlot(TA),)),
    "uniform_dequantize": SlotSignature((ValueSlot(TA),), (ValueSlot(FLOATS),)),
    "constant": SlotSignature((), (USUAL_A._replace(shape=STATIC),)),
    "pad": SlotSignature((USUAL, USUAL._replace(shape=SCALAR)), (USUAL,)),
    "optimization_barrier": _same(ValueSlot((*ALL, *T), VARIADIC, after=" values or token")),
    "gather": SlotSignature((USUAL, ValueSlot((INTEGER,))), (USUAL,)),
    "dynamic_slice": SlotSignature((USUAL, SCALAR_INDICES), (USUAL,)),
    "dynamic_update_slice": SlotSignature((USUAL, USUAL, SCALAR_INDICES), (USUAL,)),
    "real_dynamic_slice": SlotSignature((USUAL, INDICES), (USUAL,)),
    "dynamic_pad": SlotSignature((USUAL, USUAL._replace(shape=SCALAR), SHAPE), (USUAL,)),
    "batch_norm_inference": SlotSignature((FLOAT_T, FEATURES), (FLOAT_T,)),
    "batch_norm_training": SlotSignature((FLOAT_T, FEATURES), (FLOAT_T, FEATURES)),
    "batch_norm_grad": SlotSignature((FLOAT_T, FEATURES, FEATURES, FEATURES, FLOAT_T), (FLOAT_T, FEATURES)),
    "get_dimension_size": SlotSignature((USUAL_A,), (ValueSlot((I32,)),)),
    "iota": SlotSignature((), (ValueSlot((*ARITHMETIC, *T), STATIC),)),
    "scatter": SlotSignature((MANY, ValueSlot((ANY_INTEGER, INDEX)), MANY), (MANY,)),
}

CHLO_SIGNATURES: dict[str, SlotSignature] = {
    **dict.fromkeys(("broadcast_and", "broadcast_or", "broadcast_xor"), SlotSignature((ValueSlot(BITS, ""),), (CHLO,))),
    **dict.fromkeys(
        (
            *("acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh", "sinh", "square"),
            "tan",
        ),
        _same(ValueSlot(FLOAT_COMPLEX, "")),
    ),
    **dict.fromkeys(("broadcast_zeta", "digamma", "erf", "erf_inv", "erfc", "lgamma"), _same(ValueSlot(FLOATS, ""))),
    "broadcast_compare": SlotSignature((CHLO,), (ValueSlot((BOOL,), ""),)),
    "broadcast_select": SlotSignature((PREDICATE, CHLO), (CHLO,)),
    "constant": SlotSignature((), (USUAL._replace(shape=STATIC),)),
}


def signature(name: str) -> SlotSignature:
    """Returns the slots of an operation."""
    dialect, _, word = name.partition(".")
    return SIGNATURES[word] if dialect == "stablehlo" else CHLO_SIGNATURES.get(word, _same(CHLO))


def constraint_errors(name: str, operands: Sequence[ModelTensor], results: Sequence[ModelTensor]) -> Iterator[str]:
    """Yields what is wrong with operands in their order, then with results."""
    slots = signature(name)
    for what, tensors, expected in (("operand", operands, slots.operands), ("result", results, slots.results)):
        for number, tensor in enumerate(tensors):
            slot = expected[min(number, len(expected) - 1)]
            if not slot.takes(tensor):
                yield f"'{name}' op {what} #{number} must be {slot}, but got '{tensor}'"
