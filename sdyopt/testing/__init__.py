"""For tests: what a program is expected to send, to need and to shard, and the command that writes CHECK lines.

Expected diagnostics are in `sdyopt.driver`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sdyopt.testing.expectations import assert_peak as assert_peak
    from sdyopt.testing.expectations import assert_sent as assert_sent
    from sdyopt.testing.expectations import assert_sharding as assert_sharding

__all__ = ["assert_peak", "assert_sent", "assert_sharding"]


def __getattr__(name: str) -> Any:
    """Returns a public name, whose module is imported at the first use: commands do not need it."""
    if name not in __all__:
        raise AttributeError(f"module 'sdyopt.testing' has no attribute '{name}'")
    from sdyopt.testing import expectations

    return getattr(expectations, name)


def __dir__() -> list[str]:
    return __all__
