"""Plans: shardings of arguments, results and uses, found by search for a mesh and a limit of memory.

Every candidate is propagated and partitioned, and its cost read off the result: nothing about communication is guessed.
`planner.plan` leads through the package: `target` (mesh and function), `edits` (what the program says already),
`prepared` (the program without calls), `grouping` (what is sharded alike), `choices` (plans and their neighbours),
`evaluation`, `search`, `result`, and `render` (its forms). What a program costs is the matter of `sdyopt.cost`.
"""
