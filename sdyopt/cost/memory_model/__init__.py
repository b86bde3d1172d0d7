"""A model of the memory of a device: the values that XLA stores, in which order, and in which buffers.

`reading` makes a graph of a function in which equal operations are one, `inserted` adds what XLA adds, `stored` decides
which values are stored, and in which order, and `peak` how long, in which buffers, and what is shown of it. Tables and
JSON are not made here.
"""

from __future__ import annotations
