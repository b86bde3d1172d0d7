"""XLA's own compilers and partitioner, of a Python that has jaxlib, in processes of their own.

Programs are compiled for TPUs and GPUs that are not there. Nothing here imports JAX but the file that the other Python
runs, and no other part of the package starts processes of another Python.
"""


class MachineError(Exception):
    """A program that was not compiled or partitioned, with a reason of one sentence."""


class DoesNotFitError(MachineError):
    """A program that needs more memory than its machine has."""


class RefusedError(MachineError):
    """A program that the compiler refuses, or on which it crashes; it may compile with other shardings."""
