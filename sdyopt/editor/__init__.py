"""The features of a language server as functions (`language`), and the server itself (`lsp`)."""
