"""The functions of CHLO, each computed by operations of StableHLO on tensors as large as its operands.

The order in which a function creates operations is that of the reference, so that programs are the same byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sdyopt.dialects.chlo import ops as chlo
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import ComplexType, FloatType, IntegerType
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.releases import since
from sdyopt.passes.chlo_to_stablehlo import coefficients as c
from sdyopt.passes.chlo_to_stablehlo.tensors import (
    Number,
    Tensor,
    absolute,
    atan2,
    clamp,
    complex_of,
    cos,
    exp,
    expm1,
    floor,
    imag,
    invert,
    is_finite,
    log,
    log1p,
    maximum,
    minimum,
    real,
    select,
    sign,
    sin,
    sqrt,
    tan,
    width_of,
)

Function = Callable[..., Tensor | None]
"""Returns the result for operands; None for elements that the function is not defined for."""

F32 = FloatType("f32")


def polynomial(x: Tensor, coefficients: Sequence[Number]) -> Tensor:
    """Returns a polynomial by Horner's rule; the coefficient of the highest power comes first."""
    x = x.as_origin()
    value = x.constant(coefficients[0])
    for each in coefficients[1:]:
        value = value * x + each
    return value


def _is_complex(x: Tensor) -> bool:
    return isinstance(x.element, ComplexType)


def widened(function: Function, only: Sequence[str] = ()) -> Function:
    """Returns a function that computes with f32 where elements are narrower; if any are given, only of these types."""

    def computed(*operands: Tensor) -> Tensor | None:
        element = operands[0].element
        if _is_complex(operands[0]) or width_of(element) >= width_of(F32):
            return function(*operands)
        if only and element not in [FloatType(name) for name in only]:
            return None
        found = function(*[each.converted(F32).as_origin() for each in operands])
        return None if found is None else found.converted(element)

    return computed


# Error functions.


def erf(x: Tensor) -> Tensor:
    if width_of(x.element) == 64:
        near = _erf_near_zero_64(x)
        one = x.constant(1.0)
        far = one - _erfc_far_64(x)
        return select(absolute(x) < one, near, far)
    lowest = x.constant(-4.0)
    x = clamp(lowest, x, x.constant(4.0)).as_origin()
    square = x * x
    dividend, divisor = polynomial(square, c.ERF_32), polynomial(square, c.ERF_32_DIVISOR)
    quotient = x * dividend / divisor
    lowest = x.constant(-1.0)
    return clamp(lowest, quotient, x.constant(1.0))


def _erf_near_zero_64(x: Tensor) -> Tensor:
    square = x * x
    dividend = x * polynomial(square, c.ERF_64)
    return dividend / polynomial(square, c.ERF_64_DIVISOR)


def _erfc_far_64(x: Tensor) -> Tensor:
    exponent = -(x * x)
    factor = exp(exponent)
    size = absolute(x)
    near = factor * polynomial(size, c.ERFC_64_NEAR) / polynomial(size, c.ERFC_64_NEAR_DIVISOR)
    far = factor * polynomial(size, c.ERFC_64_FAR) / polynomial(size, c.ERFC_64_FAR_DIVISOR)
    found = select(size < 8.0, near, far)
    return _reflected(x, exponent, found, "-709.78271289338397")


def _reflected(x: Tensor, exponent: Tensor, found: Tensor, least: Number, two: Tensor | None = None) -> Tensor:
    """Returns zero where the exponent is below the least, and 2 - y of a negative number."""
    is_too_small = exponent < least
    zero = x.constant(0.0)
    found = select(is_too_small, zero, found)
    is_negative = x < zero
    return select(is_negative, (two or x.constant(2.0)) - found, found)


def erfc(x: Tensor) -> Tensor:
    if width_of(x.element) == 64:
        far = _erfc_far_64(x)
        one = x.constant(1.0)
        near = one - _erf_near_zero_64(x)
    else:
        far = _erfc_far_32(x)
        one = x.constant(1.0)
        near = one - x * polynomial(x * x, c.ERFC_32_SMALL)
    return select(absolute(x) < one, near, far)


def _erfc_far_32(x: Tensor) -> Tensor:
    square = x * x
    exponent, size = -square, absolute(x)
    one = x.constant(1.0)
    inverse = one / square
    factor = exp(exponent) * (one / size)
    two = x.constant(2.0)
    is_near = size < two
    near, far = polynomial(inverse, c.ERFC_32_NEAR), polynomial(inverse, c.ERFC_32_FAR)
    return _reflected(x, exponent, factor * select(is_near, near, far), "-88.7228394", two)


def erf_inv(x: Tensor) -> Tensor:
    w = -log1p(x * -x)
    found = _erf_inv_64(x, w) if width_of(x.element) == 64 else _erf_inv_32(x, w)
    return select(absolute(x).equals(1.0), x * "inf", found)


def _erf_inv_32(x: Tensor, w: Tensor) -> Tensor:
    is_near = w < 5.0
    w = select(is_near, w - 2.5, sqrt(w) - 3.0)

    def coefficient(index: int) -> Tensor:
        return select(is_near, x.constant(c.ERF_INV_32_NEAR[index]), x.constant(c.ERF_INV_32_FAR[index]))

    value = coefficient(0)
    for index in range(1, len(c.ERF_INV_32_NEAR)):
        value = coefficient(index) + value * w
    return value * x


def _erf_inv_64(x: Tensor, w: Tensor) -> Tensor:
    is_near, is_middle = w < 6.25, w < 16.0
    root = sqrt(w)
    near = w - 3.125
    w = w.as_origin()
    start = w.constant(3.25)
    w = select(is_near, near, root - select(is_middle, start, w.constant(5.0)))

    def coefficient(index: int) -> Tensor:
        held = x.constant(c.ERF_INV_64_NEAR[index])
        if index < len(c.ERF_INV_64_MIDDLE):
            held = select(is_near, held, x.constant(c.ERF_INV_64_MIDDLE[index]))
        return select(is_middle, held, x.constant(c.ERF_INV_64_FAR[index])) if index < len(c.ERF_INV_64_FAR) else held

    value = coefficient(0)
    for index in range(1, len(c.ERF_INV_64_NEAR)):
        following = coefficient(index) + value * w
        if index < len(c.ERF_INV_64_FAR):
            value = following
        else:
            value = select(is_middle if index < len(c.ERF_INV_64_MIDDLE) else is_near, following, value)
    return value * x


# The gamma function and others that follow from it.


def _lanczos(x: Tensor, half: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Returns where the argument is reflected, the constant 1, and the argument of Lanczos' approximation."""
    is_reflected = x < half
    negative = -x
    one = x.constant(1.0)
    return is_reflected, one, select(is_reflected, negative, x - one)


def _log_of_base(z: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Returns the constant 7.5, the base z + 7.5 of Lanczos' power, and its logarithm."""
    start = z.constant(7.5)
    base = start + z
    logarithm = z.constant("2.0149030205422647")
    return start, base, logarithm + log1p(z / start)


def lgamma(x: Tensor) -> Tensor:
    half = x.constant(0.5)
    is_reflected, one, z = _lanczos(x, half)
    total = z.constant("0.99999999999980993")
    for index, each in enumerate(c.LANCZOS, start=1):
        coefficient = z.constant(each)
        total = total + coefficient / (z + float(index))
    _, base, logarithm = _log_of_base(z)
    quotient = base / logarithm
    scaled = (z + half - quotient) * logarithm
    total = log(total)
    found = z.constant("0.91893853320467266") + scaled + total
    size = absolute(x)
    fraction = size - floor(size)
    fraction = select(half < fraction, one - fraction, fraction)
    sine = log(sin(x.constant("3.1415926535897931") * fraction))
    reflected = x.constant("1.1447298858494002") - sine - found
    reflected = select(is_finite(sine), reflected, -sine)
    found = select(is_reflected, reflected, found)
    is_infinite = absolute(x).as_origin().equals("inf")
    return select(is_infinite, x.constant("inf"), found)


def digamma(x: Tensor) -> Tensor:
    is_reflected, _, z = _lanczos(x, x.constant(0.5))
    zero = z.constant(0.0)
    derivative, total = zero, z.constant("0.99999999999980993")
    for index, each in enumerate(c.LANCZOS, start=1):
        coefficient = z.constant(each)
        divisor = z + float(index)
        derivative = derivative - coefficient / (divisor * divisor)
        total = total + coefficient / divisor
    _, base, logarithm = _log_of_base(z)
    quotient = derivative / total
    correction = z.constant(7.0) / base
    found = logarithm + quotient - correction
    angle = x + absolute(floor(x + 0.5))
    pi = x.constant("3.1415926535897931")
    angle = pi * angle
    cosine, sine = cos(angle), sin(angle)
    found = select(is_reflected, found - pi * cosine / sine, found)
    if since("0.11.2"):
        is_zero = x.equals(zero)
        is_pole = (x < zero) & x.equals(floor(x))
        found = select(is_pole, x.constant("nan"), found)
        return select(is_zero, x.constant("-inf"), found)
    is_pole = (x <= zero) & x.equals(floor(x))
    return select(is_pole, x.constant("nan"), found)


def zeta(x: Tensor, q: Tensor) -> Tensor:
    zero = q.constant(0.0)
    one = q.constant(1.0)
    exponent = -x
    total = q**exponent
    last = q
    for _ in range(9):
        last = last + one
        total = total + last**exponent
    last = last + one
    power = last**exponent
    other_one = x.constant(1.0)
    tail = power * last / (x - other_one)
    inverse = one / (last * last)
    found, origin = zero, last.as_origin()
    for index, each in enumerate(c.ZETA):
        factor = x + (22.0 - 2 * index)
        factor = factor * (x + (21.0 - 2 * index))
        found = factor * (inverse * (found + origin.constant(each)))
    half = power.as_origin().constant(0.5)
    quotient = x / last
    found = power * (half + quotient * (origin.constant("0.083333333333333329") + found))
    found = total + tail + found
    size = absolute(power)
    is_exact = size < absolute(total) * origin.constant("denormal")
    found = select(is_exact, total, found)
    nan = x.constant("nan")
    found = select(x < other_one, nan, found)
    is_negative = q <= zero
    found = select(is_negative & x.differs(floor(x)), nan, found)
    infinite = x.constant("inf")
    is_pole = is_negative & q.equals(floor(q))
    two = x.constant(2.0)
    is_even = x.equals(floor(x)) & (x % two).equals(zero)
    found = select(is_pole, select(is_even, infinite, nan), found)
    return select(x.equals(one), infinite, found)


def polygamma(n: Tensor, x: Tensor) -> Tensor:
    one = x.constant(1.0)
    two = x.constant(2.0)
    factor = two * (n % two) - one
    order = (n + one).as_origin()
    factorial = exp(lgamma(order))
    found = zeta(order, x)
    found = factor * factorial * found
    zero = x.constant(0.0)
    is_zero = n.equals(zero)
    found = select(is_zero, digamma(x), found)
    is_invalid = n.differs(floor(n)) | (n < zero)
    return select(is_invalid, x.constant("nan"), found)


# The Bessel function.


def _chebyshev(x: Tensor, coefficients: Sequence[Number]) -> Tensor:
    x = x.as_origin()
    now = x.constant(0.0)
    before = x.constant(0.0)
    earlier = x.constant(0.0)
    for each in coefficients:
        earlier, before = before, now
        now = x * before - earlier + each
    return (now - earlier) * 0.5


def bessel_i1e(x: Tensor) -> Tensor | None:
    if _is_complex(x):
        return None
    is_wide = width_of(x.element) == 64
    size = absolute(x)
    half, two = x.constant(0.5), x.constant(2.0)
    thirty_two, eight = x.constant(32.0), x.constant(8.0)
    near = size * _chebyshev(half * size - two, c.BESSEL_64_NEAR if is_wide else c.BESSEL_32_NEAR)
    far = _chebyshev(thirty_two / size - two, c.BESSEL_64_FAR if is_wide else c.BESSEL_32_FAR) / sqrt(size)
    found = select(size <= eight, near, far)
    return sign(x) * found


# Trigonometric and hyperbolic functions, and their inverses.


def acos(x: Tensor) -> Tensor:
    if _is_complex(x):
        w = asin_acos_kernel(x)
        angle = atan2(real(w), real(x))
        is_negative = imag(x) < 0.0
        part = imag(w)
        return complex_of(angle, select(is_negative, part, -part))
    one = x.constant(1.0)
    return atan2(sqrt((one - x) * (one + x)), x)


def asin(x: Tensor) -> Tensor:
    if _is_complex(x):
        part = real(x)
        w = asin_acos_kernel(x)
        angle = atan2(part, real(w))
        is_negative = imag(x) < part.constant(0.0)
        part = imag(w)
        return complex_of(angle, select(is_negative, -part, part))
    one = x.constant(1.0)
    root = sqrt((one - x) * (one + x))
    if since("0.12.0.1"):
        return atan2(x, root)
    angle = atan2(x, one + root)
    return angle + angle


def acosh(x: Tensor) -> Tensor:
    if _is_complex(x):
        w = asin_acos_kernel(x)
        part = imag(w)
        is_negative = imag(x) < 0.0
        angle = atan2(real(w), real(x))
        return complex_of(part, select(is_negative, -angle, angle))
    largest = x.constant("max")
    two = x.constant(2.0)
    is_large = x >= largest / two
    large = log(two) + log(x)
    one = x.constant(1.0)
    root = sqrt(x - one)
    return select(is_large, large, log1p(root * (sqrt(x + one) + root)))


def asinh(x: Tensor) -> Tensor:
    if _is_complex(x):
        part = real(x)
        is_negative = part < 0.0
        other = imag(x)
        w = asin_acos_kernel(complex_of(-other, part))
        size = imag(w)
        size = select(is_negative, -size, size)
        return complex_of(size, atan2(other, real(w)))
    signs, size = sign(x), absolute(x)
    is_large = size >= sqrt(x.constant("max"))
    large = log(x.constant(2.0)) + log(size)
    square = size * size
    one = x.constant(1.0)
    small = log1p(size + square / (one + sqrt(one + square)))
    return signs * select(is_large, large, small)


def atan(x: Tensor) -> Tensor:
    if not _is_complex(x):
        return atan2(x, x.constant(1.0))
    turned = -imag(x)
    w = atanh(complex_of(turned, real(x)))
    return complex_of(imag(w), -real(w))


def atanh(x: Tensor) -> Tensor:
    if _is_complex(x):
        return _complex_atanh(x)
    is_outside = absolute(x) > 1.0
    nan = x.constant("nan")
    return select(is_outside, nan, (log1p(x) - log1p(-x)) * 0.5)


def _complex_atanh(z: Tensor) -> Tensor:
    x = real(z)
    zero = x.constant(0.0)
    is_positive = x >= zero
    one, minus_one = x.constant(1.0), x.constant(-1.0)
    signs = select(is_positive, one, minus_one)
    four = x.constant(4.0)
    x_size = absolute(x)
    largest = x.constant("max")
    is_double = largest > (1e308 if width_of(x.element) == 64 else "inf")
    of_double = x.constant("9007199254740994.0")
    is_single = largest > 1e38
    of_single, of_half = x.constant(16777218.0), x.constant(2050.0)
    bound = select(is_double, of_double, select(is_single, of_single, of_half))
    square = bound * bound
    is_near = x_size < square
    y = imag(z)
    y_size = absolute(y)
    is_near = is_near & (y_size < square)
    rest = one - x_size
    rest_square, y_square = rest * rest, y * y
    near = x_size / (rest_square + y_square)
    is_thin = y_size * bound < x_size
    thin = one / x_size
    infinite = x.constant("inf")
    is_infinite = x.equals(infinite)
    negative = x.constant("-inf")
    is_infinite = is_infinite | x.equals(negative)
    is_infinite = is_infinite | (y.equals(infinite) | y.equals(negative))
    quotient = x_size / y
    far = one / (quotient + y / x_size) / y
    ratio = select(is_near, near, select(is_thin, thin, select(is_infinite, zero, far)))
    size = signs * log1p(four * ratio) * 0.25
    doubled = y + y
    angle = atan2(doubled, rest * (one + x_size) - y_square)
    turn = select(y >= 0.0, one, minus_one) * x.constant("3.1415926535897931")
    return complex_of(size, select(is_near, angle, turn) * 0.5)


def asin_acos_kernel(z: Tensor) -> Tensor:
    """Returns the real part that arc sine and arc cosine divide by, and the imaginary part of both, of |x| + i|y|."""
    x = absolute(real(z))
    y = absolute(imag(z))
    size = maximum(x, y)
    bound = sqrt(x.constant("max")) / 8.0
    is_large = size >= bound
    one = x.constant(1.0)
    is_inside = x <= one
    half = x.constant(0.5)
    above = x + one
    known: dict[Number, Tensor] = {}

    def constant(number: Number) -> Tensor:
        if number not in known:
            known[number] = x.constant(number)
        return known[number]

    def distance(part: Tensor) -> Tensor:
        """Returns the square root of part² + y²."""
        part = absolute(part)
        longer, shorter = maximum(part, y), minimum(part, y)
        is_equal = longer.equals(shorter)
        equal = constant("1.4142135623730951") * longer
        ratio = shorter / longer
        square = ratio * ratio
        root = sqrt(one + square)
        is_one = root.equals(one)
        is_one = is_one & (square > constant(0.0))
        product = longer * square
        approximate = longer + product / constant(2.0)
        return select(is_equal, equal, select(is_one, approximate, longer * root))

    r = distance(above)
    below = x - one
    s = distance(below)
    a = half * (r + s)
    scaled = half * (a + x)
    square = y * y
    right = r + above
    quotient = square / right
    left = s - below
    inside = sqrt(scaled * (quotient + left))
    quotient = scaled / right
    other = s + below
    outside = y * sqrt(quotient + scaled / other)
    divisor = select(is_large, y, select(is_inside, inside, outside))
    is_moderate = x < bound * 1e12
    small = bound * 1e-6
    limit = select(is_moderate, small, bound * 100.0)
    is_tall = y >= limit
    largest = select(is_tall, y, x)
    is_far = largest >= select(is_tall, limit, bound)
    logarithm = log(constant(2.0)) + log(largest)
    is_finite_ = invert(y.equals("inf"))
    use_ratio = is_tall & is_finite_
    ratio = select(use_ratio, x / y, constant(0.0))
    far = logarithm + half * log1p(ratio * ratio)
    is_flat = (y < sqrt(x.constant("normal")) * 4.0) & (x < one)
    product = above * below
    a_above = a + one
    flat = -(product / a_above)
    is_right = x >= one
    half_square = half * square
    part = half_square / right
    of_right = part + half * other
    is_close = a <= 1.5
    close = part + half_square / left
    rest = select(is_right, of_right, select(is_close, close, a - one))
    rest = select(is_flat, flat, rest)
    root = sqrt(rest * a_above)
    near = y / root
    near = select(is_flat, near, log1p(rest + root))
    return complex_of(divisor, select(is_far, far, near))


def cosh(x: Tensor) -> Tensor:
    half = log(x.constant(0.5))
    grown = exp(x + half)
    return grown + exp(half - x)


def sinh(x: Tensor) -> Tensor:
    half = log(x.constant(0.5))
    grown = exp(x + half)
    large = grown - exp(half - x)
    if _is_complex(x):
        return large
    grown = expm1(x)
    one, half = x.constant(1.0), x.constant(0.5)
    small = half * (grown + grown / (grown + one))
    return select(absolute(x) < one, small, large)


# Others.


def conj(x: Tensor) -> Tensor:
    if not _is_complex(x):
        return x
    return complex_of(real(x), -imag(x))


def square(z: Tensor) -> Tensor:
    if not _is_complex(z):
        return z * z
    x = real(z)
    is_number = is_finite(x)
    size = absolute(x)
    y = imag(z)
    is_equal = is_number & size.equals(absolute(y))
    zero = x.constant(0.0)
    difference = x - y
    part = select(is_equal, zero, difference * (x + y))
    return complex_of(part, x.constant(2.0) * (x * y))


def is_inf(x: Tensor) -> Tensor:
    return absolute(x).as_origin().equals("inf")


def is_pos_inf(x: Tensor) -> Tensor:
    return x.equals("inf")


def is_neg_inf(x: Tensor) -> Tensor:
    return x.equals("-inf")


def next_after(x: Tensor, y: Tensor) -> Tensor:
    width = width_of(x.element)
    bits = IntegerType(width)
    a, b = x.bits_as(bits).as_origin(), y.bits_as(bits)
    is_nan = x.differs(x)
    is_nan = is_nan | y.differs(y)
    nan = x.constant("nan").bits_as(bits)
    sign_bit, rest = a.constant(-(1 << width - 1)), a.constant((1 << width - 1) - 1)
    a_size, b_size = a & rest, b & rest
    is_same = x.equals(y)
    zero = a.constant(0)
    is_zero, is_b_zero = a_size.equals(zero), b_size.equals(zero)
    a_sign, b_sign = a & sign_bit, b & sign_bit
    one = a.constant(1)
    least = b_sign | one
    is_opposite = a_sign.differs(b_sign)
    is_inwards = (a_size > b_size) | is_opposite
    step = a + select(is_inwards, a.constant(-1), one)
    from_zero = select(is_b_zero, b, least)
    found = select(is_same, b, select(is_zero, from_zero, step))
    return select(is_nan, nan, found).bits_as(x.element)


def mulhi(x: Tensor, y: Tensor) -> Tensor:
    element = checked(IntegerType, x.element)
    if (width := element.width) < 64:
        wide = IntegerType(2 * width, element.signedness)
        x, y = x.converted(wide), y.converted(wide)
        return ((x * y).as_origin() >> width).converted(element)
    if element.signedness == "u":
        return _mulhi_64(x, y)
    unsigned = IntegerType(64, "u")
    found = _mulhi_64(x.converted(unsigned).as_origin(), y.converted(unsigned).as_origin())
    for first, second in ((x, y), (y, x)):
        is_negative = first < 0
        taken, zero = second.converted(unsigned), second.converted(unsigned).as_origin().constant(0)
        found = found - select(is_negative, taken, zero)
    return found.converted(element)


def _mulhi_64(x: Tensor, y: Tensor) -> Tensor:
    low, half = (1 << 32) - 1, 32

    def upper(value: Tensor) -> Tensor:
        return value >> x.constant(half)  # all constants but those for `y` are as large as `x`

    def lower(value: Tensor) -> Tensor:
        return value & x.constant(low)

    x_high, y_high = upper(x), y >> half
    found = x_high * y_high
    x_low = lower(x)
    middle = x_low * y_high
    y_low = y & y.constant(low)
    middle = middle + upper(x_low * y_low)
    found = found + upper(middle)
    other = x_high * y_low
    return found + upper(other + lower(middle))


_NARROW = ("f16", "bf16")

FUNCTIONS: Mapping[OpDefinition, Function] = {
    chlo.ACOS: acos,
    chlo.ACOSH: acosh,
    chlo.ASIN: asin,
    chlo.ASIN_ACOS_KERNEL: asin_acos_kernel,
    chlo.ASINH: asinh,
    chlo.ATAN: atan,
    chlo.ATANH: atanh,
    chlo.BESSEL_I1E: widened(bessel_i1e, _NARROW),
    chlo.CONJ: conj,
    chlo.COSH: widened(cosh),
    chlo.DIGAMMA: widened(digamma),
    chlo.ERF: widened(erf, _NARROW),
    chlo.ERF_INV: widened(erf_inv),
    chlo.ERFC: widened(erfc, _NARROW),
    chlo.IS_INF: is_inf,
    chlo.IS_NEG_INF: is_neg_inf,
    chlo.IS_POS_INF: is_pos_inf,
    chlo.LGAMMA: widened(lgamma),
    chlo.MULHI: mulhi,
    chlo.NEXT_AFTER: next_after,
    chlo.POLYGAMMA: widened(polygamma),
    chlo.SINH: widened(sinh),
    chlo.SQUARE: square,
    chlo.TAN: tan,
    chlo.ZETA: widened(zeta),
}
"""The functions, by what defines their operations."""
