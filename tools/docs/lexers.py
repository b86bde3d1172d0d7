"""Lexers of programs and of shell sessions, for Pygments."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pygments.lexer import RegexLexer
from pygments.lexers import LEXERS
from pygments.lexers.shell import BashSessionLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

__all__ = ["MlirLexer", "SessionLexer"]  # where Pygments looks for lexers


class MlirLexer(RegexLexer):  # type: ignore[misc]
    """MLIR as it is printed, token by token."""

    name = "MLIR"
    aliases: ClassVar[list[str]] = ["mlir"]
    filenames: ClassVar[list[str]] = ["*.mlir"]

    tokens: ClassVar[dict[str, list[tuple[str, Any]]]] = {
        "root": [
            (r"\s+", Whitespace),
            (r"//.*$", Comment.Single),
            (r'"(?:[^"\\]|\\.)*"', String.Double),
            (r"%[\w$.-]+(?:#\d+)?", Name.Variable),
            (r'@(?:[\w$.-]+|"[^"]*")', Name.Function),
            (r"\^\w+", Name.Label),
            (r"[#!][\w.]+", Name.Decorator),
            (r"\b(?:tensor|memref|vector|tuple|complex)(?=<)", Keyword.Type),
            (r"(?<![\w.])(?:b?f\d\w*|[su]?i\d+|index|none)\b", Keyword.Type),
            (r"(?<=x)(?:b?f\d\w*|[su]?i\d+|index|complex)\b", Keyword.Type),
            (r"(?<=x)\d+", Number),
            (r"\b(?:true|false|unit|dense|array|loc)\b", Keyword.Constant),
            (r"(?<![\w.])-?(?:0x[0-9A-Fa-f]+|\d+\.\d*(?:[eE][+-]?\d+)?|\d+)", Number),
            (r"x(?=[\d?a-z!])", Operator),
            (r"\b[a-z_][\w]*(?:\.[\w-]+)+", Keyword),
            (
                r"\b(?:module|return|call|constant|cond|do|attributes|private|public|reducer|applies|across|init)\b",
                Keyword,
            ),
            (r"[A-Za-z_][\w$]*", Text),
            (r"->|=|\?|\*|\+|-", Operator),
            (r"[()\[\]{}<>,:|]", Punctuation),
            (r".", Text),
        ]
    }


class SessionLexer(BashSessionLexer):  # type: ignore[misc]
    """Commands after `$ ` and their output, which may begin with `%` or `#`."""

    name = "Session"
    aliases: ClassVar[list[str]] = ["console"]
    filenames: ClassVar[list[str]] = []

    _ps1rgx = re.compile(r"(\$ )(.*\n?)")
    _venv = re.compile(r"(?!)")


def register() -> None:
    """Registers these lexers, which replace Pygments' own lexer for sessions."""
    LEXERS["MlirLexer"] = (__name__, MlirLexer.name, ("mlir",), ("*.mlir",), ())
    LEXERS["BashSessionLexer"] = (__name__, SessionLexer.name, ("console",), (), ())
