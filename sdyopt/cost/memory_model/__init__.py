"""What a device holds at one time: a model of what XLA stores, in which order, and in which buffers.

`reading` makes a graph of a function in which equal operations are one, `inserted` and `combining` add what XLA adds,
`holding` decides which values are stored, `ordering` when, `timeline` how long, and `buffers` where. `schedules` has
the result for each function, and `peak` what is shown of it. Tables and JSON are not made here.
"""

from __future__ import annotations
