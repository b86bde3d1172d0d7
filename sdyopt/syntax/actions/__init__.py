"""The syntax of MLIR itself, without that of dialects."""

from __future__ import annotations

from sdyopt.syntax.actions.attributes import Attributes
from sdyopt.syntax.actions.locations import Locations
from sdyopt.syntax.actions.operations import Operations
from sdyopt.syntax.actions.resources import Resources
from sdyopt.syntax.actions.types import Types

SYNTAX = (Operations, Attributes, Types, Locations, Resources)
