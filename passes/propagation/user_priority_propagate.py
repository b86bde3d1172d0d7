"""-sdy-user-priority-propagate."""

from __future__ import annotations

import os

from sdyopt.passes.propagation.engine.session import OpPriorityPropagationPass, Session, UserPriorities
from sdyopt.rewriting.passes import register_pass


@register_pass("sdy-user-priority-propagate")
class UserPriorityPropagation(OpPriorityPropagationPass):
    """Propagates shardings in the order of the priorities that dimensions have.

    For each priority, from the lowest number on, there is one propagation by op priority. The shardings of later
    priorities do not take part in it, but keep their axes from being used.
    """

    def propagate(self, session: Session) -> None:
        priorities = UserPriorities(session.ops, session.tensors, session.meshes)
        session.explain(priorities)
        self.propagate_by_op_priority(session)
        last = 0
        for priority in priorities.priorities:
            if self.module_dump_directory:
                session.dump(os.path.join(self.module_dump_directory, DUMP.format(priority=last)))
            for key in priorities.release(priority):
                session.driver.changed(key)
            self.propagate_by_op_priority(session)
            last = priority


DUMP = "00.propagation_after_user_priority_{priority}.mlir"
"""The file with the program as a priority leaves it."""
