// The calls in a folder of TypeScript and where the compiler finds what each means, as JSON lines.
// usage: node edges_typescript.js FOLDER   (NODE_PATH names the folder with the package typescript, version 5)
const ts = require("typescript"), path = require("path"), fs = require("fs");

const root = path.resolve(process.argv[2]);
const files = [];
(function collect(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const each = path.join(folder, entry.name);
    if (entry.isDirectory()) collect(each);
    else if (/\.[cm]?tsx?$/.test(entry.name)) files.push(each);
  }
})(root);
// Packages of the workspace are not installed: `paths` of the folder lead to their sources, if it states any.
const configuration = path.join(root, "tsconfig.json");
const stated = fs.existsSync(configuration)
  ? ts.parseJsonConfigFileContent(ts.readConfigFile(configuration, ts.sys.readFile).config, ts.sys, root).options
  : {};
const program = ts.createProgram(files, {
  paths: stated.paths, baseUrl: stated.baseUrl, pathsBasePath: root,
  target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
  noEmit: true, skipLibCheck: true, jsx: ts.JsxEmit.Preserve,
});
const checker = program.getTypeChecker();

function place(node, name) {
  const file = node.getSourceFile();
  const inside = file.fileName.startsWith(root);
  const line = file.getLineAndCharacterOfPosition((node.name || node).getStart()).line + 1;
  return { path: inside ? path.relative(root, file.fileName) : "", line, name };
}

for (const file of program.getSourceFiles()) {
  if (!file.fileName.startsWith(root)) continue;
  (function visit(node) {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      let callee = node.expression;
      while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) callee = callee.expression;
      const name = ts.isPropertyAccessExpression(callee) ? callee.name : ts.isIdentifier(callee) ? callee : null;
      let symbol = name && checker.getSymbolAtLocation(name);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const targets = ((symbol && symbol.declarations) || []).map((each) => place(each, (each.name && each.name.text) || ""));
      if (name) console.log(JSON.stringify({ ...place(callee, name.text), targets }));
    }
    ts.forEachChild(node, visit);
  })(file);
}
