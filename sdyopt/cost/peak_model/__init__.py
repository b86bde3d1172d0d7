"""The model of the memory that a program takes on a device: what XLA stores, in which order, and in which buffers.

`reading` makes a graph of a function, in which equal operations are one, `inserted` and `combining` add what XLA adds,
`holding` decides which values are stored, `ordering` when, `timeline` how long, and `buffers` where. Rows, tables and
JSON of the result are not made here.
"""
