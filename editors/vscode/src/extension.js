// Starts sdy-lsp for MLIR files.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("sdy-lsp").get("command");
  const server = { command, args, transport: TransportKind.stdio };
  client = new LanguageClient("sdy-lsp", "sdy-lsp", server, { documentSelector: [{ language: "mlir" }] });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `sdy-lsp does not start: ${error.message}. Install it with pip install 'sdy-opt[lsp]', or set sdy-lsp.command.`,
    );
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("sdy-lsp.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
