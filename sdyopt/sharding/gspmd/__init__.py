"""GSPMD shardings: the texts of `mhlo.sharding` and of HLO's `sharding={…}`, and the meshes and axes in them.

They name devices, not axes. `syntax` reads them, `device_order` finds the digits of device numbers that each dimension
is split by, and `meshes` the mesh whose axes are these digits.
"""
