def registered_rule(t):
    return None


def installed_rule(t):
    return None
