"""Tables and JSON of what a view has found. The HTML page is in `sdyopt.view.page`."""
