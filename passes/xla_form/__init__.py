"""The passes with which XLA takes shardings of SDY out of HLO's form of them, and puts them back into it."""
