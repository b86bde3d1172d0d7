"""Random valid modules with everything that SDY has."""

from tools.generator.sdy.modules import STEP_TABLES, Steps, module, module_of

__all__ = ["STEP_TABLES", "Steps", "module", "module_of"]
