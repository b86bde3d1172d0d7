"""Functions and their callers: the call graph, copies, attributes, uses of symbols."""
