"""Random valid modules with everything that SDY has."""

from tools.generator.sdy.modules import STEP_TABLES, module, module_of
from tools.generator.sdy.tensors import Steps

__all__ = ["STEP_TABLES", "Steps", "module", "module_of"]
