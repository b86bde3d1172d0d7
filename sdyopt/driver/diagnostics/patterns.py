"""The regular expressions of options."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence


def compiled(texts: Sequence[str]) -> list[re.Pattern[str]]:
    """Returns the patterns in `texts`. Raises ValueError for an invalid regular expression."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about syntax whose meaning may change in later versions of Python
        try:
            return [re.compile(text) for text in texts]
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"invalid regular expression: {error}") from None
