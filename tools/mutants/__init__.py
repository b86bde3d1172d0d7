"""Mutation testing of what has no reference: changes the code a little, and lists the changes that no test notices."""
