"""What is said when something else stands where a part of a grammar rule should: MLIR's words, by that place."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.ir.named_tuple import NamedTuple


class SyntaxMessage(NamedTuple):
    """A message, and how MLIR gives it.

    Most are about what is missing, and point behind what comes before it; `at_token` ones are about the token that is
    there; at the end of the text these point at the last character, unless they are `is_exact`. In an operation's own
    format `by_operation` ones name the operation. Where MLIR takes any attribute and looks
    at its kind afterwards, `attribute_type` is the type that it expects it to have, "" if none.
    """

    message: str
    at_token: bool = False
    by_operation: bool = False
    is_exact: bool = False
    attribute_type: str | None = None


SyntaxMessages = Mapping[str, SyntaxMessage]
"""By "rule symbol", where the symbol has to come next in the rule, or by " symbol" for all rules. What is said where
only a certain token comes in its place, may stand beside that with " before TOKEN" behind it.

A symbol is what the grammar calls it, or the text of a keyword or of punctuation in quotes. A rule's list has a name of
its own that ends in `_star`; of it there is only what comes behind a comma, or whatever it repeats.
"""


def missing(message: str) -> SyntaxMessage:
    """What MLIR's `parseToken` says."""
    return SyntaxMessage(message)


def wrong(message: str) -> SyntaxMessage:
    """What MLIR's parser says of the token that is there."""
    return SyntaxMessage(message, at_token=True)


def amiss(message: str) -> SyntaxMessage:
    """What MLIR's parser says of a place that it has noted."""
    return SyntaxMessage(message, at_token=True, is_exact=True)


def refused(message: str) -> SyntaxMessage:
    """What the parser of an operation, or of a dialect's attribute, says of the token that is there."""
    return SyntaxMessage(message, at_token=True, by_operation=True)


def any_attribute(type: str = "none") -> SyntaxMessage:
    """What MLIR says where it takes any attribute."""
    return SyntaxMessage("expected attribute value", attribute_type=type)
