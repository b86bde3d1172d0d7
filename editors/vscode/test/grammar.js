// Checks the scopes that the TextMate grammar gives to the words of a program, and that it reads all of the examples.

const assert = require("assert");
const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const root = path.join(__dirname, "..");
const examples = process.argv[2] ?? path.join(root, "..", "..", "examples");

const EXPECTED = {
  "  %0 = stablehlo.add %arg0, %1#2 : tensor<8x?xbf16> loc(#loc1)": {
    "%0": "variable.other.value.mlir",
    "stablehlo.add": "entity.name.function.operation.mlir",
    "%1#2": "variable.other.value.mlir",
    tensor: "storage.type.mlir",
    "8x?x": "constant.numeric.shape.mlir",
    bf16: "storage.type.mlir",
    loc: "keyword.other.mlir",
    "#loc1": "constant.language.attribute.mlir",
  },
  'sdy.mesh @mesh = <["x"=2]> // RUN: no': {
    "sdy.mesh": "entity.name.function.operation.mlir",
    "@mesh": "entity.name.type.symbol.mlir",
    2: "constant.numeric.mlir",
  },
  '  "stablehlo.case"(%c) ({': { '"stablehlo.case"': "entity.name.function.operation.mlir" },
  "^bb0(%a: f32):": { "^bb0": "entity.name.label.mlir", f32: "storage.type.mlir" },
  "// CHECK-NEXT: x": { "CHECK-NEXT": "keyword.other.check.mlir" },
  '  %c = x.y {a = "s\\22", b = #sdy.sharding<@m, [{}]>}': {
    a: "variable.parameter.attribute.mlir",
    "\\22": "constant.character.escape.mlir",
    "#sdy.sharding": "constant.language.attribute.mlir",
  },
};

async function main() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const file = path.join(root, "syntaxes", "mlir.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  const grammar = await registry.loadGrammar("source.mlir");
  for (const [line, words] of Object.entries(EXPECTED)) {
    const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
    const scopes = tokens.map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1)]);
    for (const [word, scope] of Object.entries(words)) {
      assert.deepStrictEqual(scopes.filter(([text]) => text === word).map(([, found]) => found)[0], scope, word);
    }
  }
  let lines = 0;
  for (const name of fs.readdirSync(examples).filter((name) => name.endsWith(".mlir"))) {
    let stack = textmate.INITIAL;
    for (const line of fs.readFileSync(path.join(examples, name), "utf8").split("\n")) {
      const { ruleStack, tokens } = grammar.tokenizeLine(line, stack);
      stack = ruleStack;
      for (const token of tokens) {
        const text = line.slice(token.startIndex, token.endIndex);
        if (/^[%@^]\w/.test(text)) {
          assert.ok(token.scopes.length > 1, `${name}: ${text}`);
        }
      }
      lines += 1;
    }
    assert.strictEqual(stack.depth, 1, `${name} ends inside of something`);
  }
  console.log(`${Object.keys(EXPECTED).length} lines with expected scopes, ${lines} lines of examples`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
