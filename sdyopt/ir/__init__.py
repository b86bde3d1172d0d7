"""The program in memory: operations, blocks, regions, values and their uses, attributes, types, locations."""
