"""Suggestions for a text that is not a module: keywords, types and values that words in it resemble."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from sdyopt.mlir.diagnostics import Hint, UnknownName, did_you_mean
from sdyopt.mlir.tokens import SUFFIX_ID

_TYPES = (
    *("tensor", "vector", "memref", "complex", "tuple", "index", "none", "token", "i1", "i8", "i16", "i32", "i64"),
    *("si8", "si16", "si32", "si64", "ui8", "ui16", "ui32", "ui64", "bf16", "f16", "f32", "f64", "tf32"),
)
"""Words that types begin with; of the scalar types the usual ones."""

_FOREIGN_TYPES = {
    **{"bool": "i1", "pred": "i1", "half": "f16", "float": "f32", "double": "f64", "bfloat16": "bf16"},
    **{f"float{bits}": f"f{bits}" for bits in (16, 32, 64)},
    **{f"int{bits}": f"i{bits}" for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": f"ui{bits}" for bits in (8, 16, 32, 64)},
    **{f"s{bits}": f"i{bits}" for bits in (8, 16, 32, 64)},
    **{f"u{bits}": f"ui{bits}" for bits in (8, 16, 32, 64)},
    **{"complex64": "complex<f32>", "complex128": "complex<f64>", "c64": "complex<f32>", "c128": "complex<f64>"},
}
"""The names in MLIR of types that NumPy, C and HLO have other words for."""

_FURTHEST = 1 << 16
"""Characters before the use of a value in which names of others are looked for."""

_PIECE = re.compile(
    rf"""
      "(?:[^"\\\n]|\\.)*+" | //[^\n]*+
    | (?P<label>\^{SUFFIX_ID}\s*\()
    | %(?P<name>{SUFFIX_ID})(?P<defined>\s*[:=])?
    | [(){{}}]
    """,
    re.VERBOSE,
)


def type_hint(word: str) -> Hint:
    """Suggests the builtin types that a word in the place of a type resembles."""
    return did_you_mean([_FOREIGN_TYPES[word]]) if word in _FOREIGN_TYPES else UnknownName(word, lambda: _TYPES)


def type_without_sigil(name: str) -> str:
    """The hint about `!name`, if that is the name of a builtin type."""
    return f"did you mean {name}, without the !?" if name in _TYPES else ""


def visible_values(text: str, offset: int, undefined: Collection[str]) -> Iterator[str]:
    """The names without their `%`, the nearest first, of the values that can be used at `offset` of a function.

    They are the names in the regions around that place, except those that are known to be `undefined`.
    """
    start = max(text.rfind("func.func", 0, offset), offset - _FURTHEST, 0)
    scopes = [_Scope([])]
    brackets: list[str] = []
    for piece in _PIECE.finditer(text, start, offset):
        bracket = piece[0]
        if piece["name"] is not None:
            scopes[-1].add(piece["name"], piece["defined"] is not None and brackets[-1:] == ["("])
        elif piece["label"] is not None:
            brackets.append("^")
        elif bracket == "(":
            brackets.append("(")
            scopes[-1].is_list_new = True
        elif bracket == "{":
            brackets.append("{")
            scopes.append(_Scope(scopes[-1].arguments))
        elif bracket == ")" and brackets[-1:] in (["("], ["^"]):
            brackets.pop()
        elif bracket == "}" and brackets[-1:] == ["{"]:
            brackets.pop()
            scopes.pop()
    seen = dict.fromkeys(name for scope in reversed(scopes) for name in reversed(scope.names))
    return (name for name in seen if f"%{name}" not in undefined)


class _Scope:
    """The names in a region, and the arguments that an operation in it declares for its own regions."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.arguments: list[str] = []
        self.is_list_new = False

    def add(self, name: str, is_argument: bool) -> None:
        if not is_argument:
            self.names.append(name)
            return
        if self.is_list_new:
            self.arguments.clear()
            self.is_list_new = False
        self.arguments.append(name)
