"""The folders of the dialect."""

from sdyopt import Operation
from sdyopt.declare import Constants, Folding


def fold_retile(op: Operation, constants: Constants) -> Folding:
    """A tensor that is stored as it likes is the tensor."""
    return None if "tiling" in op.properties else [op.operands[0]]


FOLDERS = {"tiles.retile": fold_retile}
