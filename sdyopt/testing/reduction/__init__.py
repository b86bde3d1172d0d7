"""`sdy-reduce`: makes a program small while a command still fails on it in the same way.

`edits` are changes that leave a valid program valid, `shrinking` tries them, and `texts` shortens other text.
"""
