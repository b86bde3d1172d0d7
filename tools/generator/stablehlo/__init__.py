"""Random valid modules over all operations of StableHLO and CHLO, and of func and builtin around them."""

from tools.generator.stablehlo.modules import IMPLIED, RECIPES, STEPS, covering, long_module, module

__all__ = ["IMPLIED", "RECIPES", "STEPS", "covering", "long_module", "module"]
