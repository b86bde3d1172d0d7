"""Bodies of attributes that list their parameters by name, in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import ParseError, UnwantedToken
from sdyopt.mlir.formats.follow_ups import FollowUp, unread_parameter
from sdyopt.mlir.formats.messages import refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, made
from sdyopt.mlir.write.quoting import string_value

NO_NAME = "expected a parameter name in struct"


class Parameter(NamedTuple):
    """`name = value`."""

    name: str
    value: Any


def one_of(cls: type[Attribute]) -> str:
    """Returns the message where none of the names of an attribute's fields stands."""
    names = ", ".join([f"`{name}`" for name in cls.fields])
    return f"expected one of: {names}"


def with_parameters(cls: type[Attribute]) -> Callable[[tuple[Parameter, ...]], Attribute]:
    """Returns what makes an attribute of its parameters: any of its fields, each at most once."""

    def read(parameters: tuple[Parameter, ...]) -> Attribute:
        attribute: Attribute = cls(**dict(parameters))
        return attribute

    return read


def unread(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter that could not be read."""
    return unread_parameter(f"StableHLO_{attribute}", name, type)


def unread_list(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter, a list, that could not be read."""
    return unread(attribute, name, f"::llvm::ArrayRef<{type}>")


def unread_named(attribute: str, **types: str) -> FollowUp:
    """Returns the message about the parameter whose name is the rule's first value."""

    def message(context: ParseContext) -> str:
        name: str = context.symbol(0)
        return unread(attribute, name, types[name])

    return message


def conv(body: tuple[Parameter, ...] | s.ConvDimensionNumbers) -> Attribute:
    """Returns a convolution's dimensions, from the parameters after `raw` or made of the three lists already."""
    return body if isinstance(body, s.ConvDimensionNumbers) else s.ConvDimensionNumbers(**dict(body))


def _parameters(context: ParseContext, *items: Parameter) -> tuple[Parameter, ...]:
    return items


def _names_before(context: ParseContext) -> list[str]:
    return [parameter.name for parameter in context.siblings(Parameter)]


class DimensionNumbers(Syntax):
    """Any of the parameters. Those that are absent are empty or zero."""

    grammar = """
        dot_body: "<" (dot_parameter ("," dot_parameter)* ","?)? ">"
        dot_parameter: dimensions_name "=" integer_list            -> parameter
        gather_body: "<" (gather_parameter ("," gather_parameter)* ","?)? ">"
        gather_parameter: dimensions_name "=" integer_list         -> parameter
                        | index_vector_dim "=" number64           -> parameter
        scatter_body: "<" (scatter_parameter ("," scatter_parameter)* ","?)? ">"
        scatter_parameter: dimensions_name "=" integer_list        -> parameter
                         | index_vector_dim "=" number64          -> parameter
        index_vector_dim: "index_vector_dim"                       -> dimensions_keyword
        dimensions_name: WORD
        ?conv_body: "<" conv_dimensions ">"
                 | "<" "raw" (conv_parameter ("," conv_parameter)* ","?)? ">" -> raw_conv_body
        conv_parameter: dimensions_name "=" number64               -> parameter
                      | spatial_dimensions "=" integer_list       -> parameter
        spatial_dimensions: ("input_spatial_dimensions" | "kernel_spatial_dimensions" | \
            "output_spatial_dimensions") -> dimensions_keyword
    """
    messages = {
        " dot_parameter": refused(one_of(s.DotDimensionNumbers)),
        " gather_parameter": refused(one_of(s.GatherDimensionNumbers)),
        " scatter_parameter": refused(one_of(s.ScatterDimensionNumbers)),
        " conv_parameter": refused(one_of(s.ConvDimensionNumbers)),
    }
    follow_ups = {
        "dot_body *": "failed parsing dot dimension numbers attribute",
        "gather_body *": "failed parsing gather dimension numbers attribute",
        "scatter_body *": "failed parsing scatter dimension numbers attribute",
        "raw_conv_body *": "failed parsing dot dimension numbers attribute",
    }

    parameter = made(Parameter)

    @staticmethod
    def dimensions_name(context: ParseContext, name: str) -> str:
        """The name of a list of dimensions, or of one, of the attribute that is being read."""
        cls = context.innermost(AttributeDef).cls
        if name not in cls.fields:
            raise UnwantedToken(one_of(cls), context.start)
        if name in _names_before(context):
            raise ParseError(f"duplicated `{name}` entry", context.next_token_or_end)
        return name

    @staticmethod
    def dimensions_keyword(context: ParseContext) -> str:
        return DimensionNumbers.dimensions_name(context, context.symbol(0))

    dot_body = gather_body = scatter_body = raw_conv_body = staticmethod(_parameters)


class Structs(Syntax):
    """All of the parameters."""

    grammar = """
        channel_handle_body: "<" channel_handle_parameter "," channel_handle_parameter ">"
        channel_handle_parameter: channel_handle_sign number64    -> parameter
        channel_handle_sign: ("handle" | "type" | WORD) "="       -> parameter_sign
        name_sign: ("name" | WORD) "="                            -> parameter_sign
    """
    follow_ups = {
        "channel_handle_sign * 0": NO_NAME,
        "channel_handle_parameter number64": unread_named("ChannelHandle", handle="int64_t", type="int64_t"),
        "name_sign * 0": NO_NAME,
    }

    @staticmethod
    def parameter_sign(context: ParseContext, *word: str) -> str:
        """The name of a parameter, and its `=`."""
        name: str = context.symbol(0)
        if word or name in _names_before(context):
            raise ParseError(f"duplicate or unknown struct parameter name: {name}", context.next_token_or_end)
        return name

    @staticmethod
    def string_parameter(context: ParseContext, name: str, token: str) -> Parameter:
        return Parameter(name, string_value(token))

    @staticmethod
    def channel_handle_body(context: ParseContext, *items: Parameter) -> Attribute:
        return s.ChannelHandle(**dict(items))
