"""The passes, one file each, named like its flag. Installed as `sdyopt.passes`."""
