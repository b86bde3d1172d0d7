"""Plans evaluated by several processes, or by an executor, which may be on many machines."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from multiprocessing import get_all_start_methods, get_context

from sdyopt.api.module import Module, parse
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.revision import following, revision
from sdyopt.driver.batch.workers import processors
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import without_collector
from sdyopt.planning.choices import Choices
from sdyopt.planning.costs import Cost
from sdyopt.planning.evaluation import Evaluator
from sdyopt.planning.layers.extrapolation import Extrapolation
from sdyopt.planning.options import PlanOptions
from sdyopt.planning.planner import Planning

Evaluate = Callable[[Sequence[Choices]], Iterator[Cost]]
"""Yields the costs of plans, in their order."""


@contextmanager
def evaluations(planning: Planning, mesh: Mesh | None, executor: Executor | None) -> Iterator[Evaluate]:
    """Returns what evaluates plans: this process, as many as the options say, or an executor."""
    jobs = planning.options.jobs or processors()
    if executor is not None:
        yield _on(executor, Setup.of(planning, mesh))
        return
    gc.collect()
    if jobs > 1 and "fork" in get_all_start_methods():
        _SHARED[:] = [planning.quick]
        try:
            with without_collector(), ProcessPoolExecutor(jobs, get_context("fork"), _leave_interrupts) as pool:
                yield lambda plans: pool.map(_evaluated_here, plans)
        finally:
            _SHARED.clear()
    else:
        evaluate = planning.quick
        with without_collector():
            yield evaluate


_SHARED: list[Evaluator | Extrapolation] = []
"""The evaluator that forked processes find."""


def _leave_interrupts() -> None:
    """Leaves interrupts to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _evaluated_here(plan: Choices) -> Cost:
    return _SHARED[0].of(plan)


class Setup(NamedTuple):
    """What a process on another machine makes an evaluator of."""

    text: str
    """The program, with locations."""
    file: str
    is_as_written: bool
    mesh: tuple[tuple[str, int], ...] | None
    options: PlanOptions
    shardy: str
    """The revision of Shardy."""
    is_by_layers: bool

    @classmethod
    def of(cls, planning: Planning, mesh: Mesh | None) -> Setup:
        """Returns the setup of a program on a mesh."""
        module = planning.given
        axes = None if mesh is None else tuple([(axis.name, axis.size) for axis in mesh.axes])
        text = module.to_text(generic=True, debug_info=True)
        by_layers = planning.is_by_layers
        return cls(text, module.source.name, module.is_as_written, axes, planning.options, revision().name, by_layers)

    @property
    def key(self) -> str:
        """A text that differs for different setups."""
        return blake2b(repr(self).encode(errors="surrogateescape")).hexdigest()

    def planning(self) -> Planning:
        """Returns the program, made ready."""
        from sdyopt.dialects.sdy.attributes import MeshAxis

        module: Module = parse(self.text, True, self.file)
        module.is_as_written = self.is_as_written
        mesh = None if self.mesh is None else Mesh(tuple([MeshAxis(name, size) for name, size in self.mesh]))
        planning = Planning(module, mesh, self.options)
        planning.is_by_layers = self.is_by_layers
        return planning


_MOST_KEPT = 2
_PLANNINGS: dict[str, Planning] = {}
"""The programs that this process has evaluated plans of, by the keys of their setups."""


def _on(executor: Executor, setup: Setup) -> Evaluate:
    work = partial(_evaluated_there, setup, setup.key)

    def evaluate(plans: Sequence[Choices]) -> Iterator[Cost]:
        yield from [future.result() for future in [executor.submit(work, plan) for plan in plans]]

    return evaluate


def _evaluated_there(setup: Setup, key: str, plan: Choices) -> Cost:
    """Evaluates a plan in any process; the program is made ready once in each."""
    with following(setup.shardy):
        if key not in _PLANNINGS:
            if len(_PLANNINGS) >= _MOST_KEPT:
                _PLANNINGS.clear()
            _PLANNINGS[key] = setup.planning()
        return _PLANNINGS[key].quick.of(plan)
