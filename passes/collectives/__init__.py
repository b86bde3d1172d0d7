"""The pass `-sdy-reshard-to-collectives`: the collectives that move a tensor from one sharding to another.

axis_lists  what can be done to the list of axes of one dimension
state       which axes are where, and which go where
slicing     axes that come in addition, without communication
permuting   axes that change places, each device with another one
moving      axes that go from the end of one dimension to another one
gathering   axes that no dimension keeps
search      the order of these, and the collectives that result
explanation a collective in words
"""
