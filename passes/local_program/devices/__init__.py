"""What each device does in the local program of a sharded one: numbers that depend on meshes and lists of axes alone.

local_types    the type of what one device holds
devices        where a device stands along axes
replica_groups which devices communicate along axes
permutes       which device gets the data of which
pads           how far each device's part of a padded tensor is from where all devices pad
"""
