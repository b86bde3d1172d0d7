"""Why a tensor is sharded as it is, and where its axes end. Drawing is in `sdyopt.view.render`."""
