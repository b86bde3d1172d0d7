"""Where shardings and collectives come from: the record of propagation, causes, places in the source."""
