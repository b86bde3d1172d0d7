"""A model of the memory of a device: the values that XLA stores, in which order, and in which buffers.

`reading` makes a graph of a function in which equal operations are one, `inserter` adds what XLA adds, in the `layouts`
that it needs, `stored` decides which values are stored, `order` when they are made, and `peak` how long they are there,
in which buffers, and what is shown of it. Tables and JSON are not made here.
"""

from __future__ import annotations
