"""The program that is counted: calls inlined, CHLO expanded, partitioned, and how often each part runs."""
