"""The syntax of MLIR itself, without that of dialects."""

from __future__ import annotations

from sdyopt.mlir.read.actions.attributes import Attributes
from sdyopt.mlir.read.actions.locations import Locations
from sdyopt.mlir.read.actions.operations import Operations
from sdyopt.mlir.read.actions.resources import Resources
from sdyopt.mlir.read.actions.types import Types

SYNTAX = (Operations, Attributes, Types, Locations, Resources)
