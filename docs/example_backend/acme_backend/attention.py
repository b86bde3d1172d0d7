"""A sharding rule for a custom call."""

import sdyopt


@sdyopt.sharding_rule("acme_backend_attention")
def attention(op: sdyopt.Operation) -> sdyopt.RulePattern:
    """Batches and heads are independent; keys and widths must be whole."""
    return sdyopt.rule(
        "batch queries heads width, batch keys heads width, batch keys heads width -> batch queries heads width",
        need_replication="keys width",
    )
