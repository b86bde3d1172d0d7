"""`sdy-lsp`, a server of the Language Server Protocol over `sdyopt.editor.language`."""
