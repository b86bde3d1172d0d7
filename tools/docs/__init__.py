"""The pages of the documentation that are made of declarations, docstrings, the README, and what is really printed."""
