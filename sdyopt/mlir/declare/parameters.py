"""Attributes and types that are declared by their parameters, and the kinds of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DYNAMIC
from sdyopt.ir.records import Record
from sdyopt.mlir.installed import wrong_format
from sdyopt.mlir.write.attributes import string_token, text_of

if TYPE_CHECKING:
    from sdyopt.mlir.formats.format import AttributeFormat
    from sdyopt.mlir.read.parser import Parser


class Parameter(Record):
    """A kind of parameters: `type` is what messages call it; `parse` reads a value, and `text` gives its text.

    `begins` returns whether such a value begins with the parser's token, where one may be missing. `absent` is the
    value where a format has left it out and the field has no default.
    """

    type: str
    parse: Callable[[Parser], Any]
    text: Callable[[Any], str] = str
    begins: Callable[[Parser], bool] | None = None
    absent: Any = None


class AttributeDef:
    """A declared attribute or type of a dialect.

    Its class `cls` has the values as fields, and those fields that have a default are optional. `parameters` gives the
    kind of each field, in their order, by the name that the format and messages have for it. `format` is what comes
    after the mnemonic, in the language of MLIR's definitions of attributes and types:

    - literals in back quotes, `$name`, and optional groups `(… $name^ …)?` and `(…) : (… $name^ …)?`, as in the formats
      of operations: see `mlir.formats.format`;
    - `params`: the parameters with commas between; optional ones come last;
    - `struct(params)`, `struct($a, $b)`: `name = value` for each, in any order; optional ones may be missing.

    Without one it is `<` and `params` and `>`; nothing if there are no parameters. What a parameter that cannot be read
    is reported with names the attribute as `title`, which is the name of its class unless it is given. `make` makes
    the attribute of the fields if that is not the class itself. Where this raises ValueError, or `check` of the class
    does, that is the error, at the beginning of the body.

    An attribute with a syntax of its own has `parse`, which reads what comes after the mnemonic, and `write`, which
    returns its text, in place of a format.
    """

    def __init__(
        self,
        cls: type[Attribute],
        mnemonic: str,
        parameters: Mapping[str, Parameter] = {},
        format: str | None = None,
        *,
        title: str = "",
        make: Callable[..., Attribute] | None = None,
        parse: Callable[[Parser], Any] | None = None,
        write: Callable[[Any], str] | None = None,
    ) -> None:
        self.cls = cls
        self.mnemonic = mnemonic
        self.parameters = parameters
        self.format = format if format is not None else "`<` params `>`" if parameters else ""
        self.title = title or cls.__name__
        self.make = make or cls
        self.parse = parse or self._parse
        self.write = write or self._write

    @cached_property
    def compiled(self) -> AttributeFormat:
        """The compiled format. Raises BrokenPackageError if it is wrong."""
        from sdyopt.mlir.formats.format import AttributeFormat

        with wrong_format(f"{self.cls.__name__}, '{self.mnemonic}',"):
            return AttributeFormat(self)

    def check(self) -> None:
        """Compiles the format, if there is one. Raises BrokenPackageError if it is wrong."""
        if self.parse == self._parse or self.write == self._write:
            self.compiled  # noqa: B018

    def _parse(self, parser: Parser) -> Any:
        at = parser.start
        values = dict(self.compiled.absent)
        self.compiled.parse(parser, values)
        return parser.legal(self.make, at, *values.values())

    def _write(self, attribute: Any) -> str:
        return self.compiled.text(attribute)

    @cached_property
    def short(self) -> Callable[[Parser], Any]:
        """Reads such an attribute in its short form, what comes after the mnemonic; or in full, or its alias."""
        return lambda parser: self.parse(parser) if parser.kind != "HASH" else parser.parse_of_class(self.cls)

    def short_text(self, attribute: Any) -> str:
        """Returns the text of an attribute in its short form."""
        return self.write(attribute).lstrip(" ")

    def parameter(self, type: str = "") -> Parameter:
        """Returns the kind of parameters that are such attributes, in their short form."""
        return Parameter(type or f"{self.cls.__name__}Attr", self.short, self.short_text)


def integer(width: int = 64, signed: bool = True) -> Parameter:
    """Integers of a width."""
    return Parameter(f"{'' if signed else 'u'}int{width}_t", lambda parser: parser.parse_integer(width, signed))


def _parse_bool(parser: Parser) -> bool:
    """Reads a number of one bit, or a word for it."""
    return bool(parser.parse_integer() if parser.kind == "WORD" else parser.parse_integer(1, signed=False))


def _parse_size(parser: Parser) -> int:
    return DYNAMIC if parser.consume_if("?") else parser.parse_dimension()


def _parse_dimensions(parser: Parser) -> tuple[int, ...]:
    """Reads `4x?x8`, or `[]` for none."""
    if parser.consume_if("["):
        parser.parse_token("]", "expected ']'")
        return ()
    sizes = [_parse_size(parser)]
    while parser.kind == "WORD" and parser.token[0] == "x":
        parser.parse_x()
        sizes.append(_parse_size(parser))
    return tuple(sizes)


def _dimensions_text(sizes: tuple[int, ...]) -> str:
    return "x".join(["?" if size == DYNAMIC else str(size) for size in sizes]) or "[]"


I64 = integer()
BOOL = Parameter("bool", _parse_bool, lambda value: "true" if value else "false")
STRING = Parameter("::llvm::StringRef", lambda parser: parser.parse_string(), string_token)
TYPE = Parameter("Type", lambda parser: parser.parse_type(), text_of)
ATTRIBUTE = Parameter("Attribute", lambda parser: parser.parse_attribute(), text_of)
DIMENSIONS = Parameter("::llvm::ArrayRef<int64_t>", _parse_dimensions, _dimensions_text)
"""The sizes of a shape, of which DYNAMIC is `?`."""
INTEGERS = Parameter(
    "::llvm::ArrayRef<int64_t>",
    lambda parser: parser.parse_integers(),
    lambda values: f"[{', '.join([str(value) for value in values])}]",
)
"""Integers of 64 bits between brackets."""


def type_of_class(cls: type[Type], type: str) -> Parameter:
    """Types of one class, which messages call `type`."""

    def parse(parser: Parser) -> Type:
        at, found = parser.start, parser.parse_type()
        if not isinstance(found, cls):
            raise parser.say("invalid kind of type specified", at)
        return found

    return Parameter(type, parse, text_of)


def attribute_of_class(cls: type[Attribute], type: str) -> Parameter:
    """Attributes of one class in full, which messages call `type`."""
    return Parameter(type, lambda parser: parser.parse_of_class(cls), text_of)


def list_of(kind: Parameter, type: str = "") -> Parameter:
    """At least one value of a kind, with commas between; the brackets, and what an empty list is, are the format's."""
    return Parameter(
        type or f"::llvm::ArrayRef<{kind.type}>",
        lambda parser: tuple(parser.parse_several(lambda: kind.parse(parser))),
        lambda values: ", ".join([kind.text(value) for value in values]),
        kind.begins,
        absent=(),
    )


def enum(cases: Iterable[str], type: str) -> Parameter:
    """One of some words, which may be in quotes; messages call their set `type`."""
    known = tuple(cases)

    def parse(parser: Parser) -> str:
        at, word = parser.start, parser.parse_keyword_or_string()
        if word not in known:
            raise parser.not_a_case(type, known, word, at)
        return word

    return Parameter(type, parse, begins=lambda parser: parser.token in known)
