"""The op sharding rules of StableHLO's operations: functions that the operations' declarations name.

Each takes a builder, which knows the signature of an operation, and returns the rule, or None if there is none. Nothing
here is imported before a rule is needed.
"""
