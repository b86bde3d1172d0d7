"""What is checked of an operation with regard to those around it that change what its attributes may say.

These are *binders*: a manual computation binds axes, which shardings inside may not use. A dialect names its binders.
What such a check says is the same for all operations with one signature inside the same binders.
"""

from __future__ import annotations

from sdyopt.ods.definition import Verifier

_MARK = "sees_binders_only"


def sees_binders_only(verify: Verifier) -> Verifier:
    """Marks a verifier for which the operation's signature and the signatures of binders around it are all that counts.

    It may see the symbols of the module as well.
    """
    setattr(verify, _MARK, True)
    return verify


def is_about_binders(verify: Verifier) -> bool:
    """Whether a verifier is marked so."""
    return getattr(verify, _MARK, False)
