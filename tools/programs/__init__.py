"""Writers of the programs and binary files that golden tests read."""
