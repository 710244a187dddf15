import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "../../..");
const LIST = /\bPROVIDER_KINDS = \[/;

/**
 * Makes a checkout with what is built, the second sandbox in its list of providers. The line is written into the
 * built list, which takes a moment; to build all of it anew would take far longer and differ in this line alone.
 */
export function copyBuildWithSecondSandbox(target: string): void {
  const built = path.join(target, "build/server");
  mkdirSync(built, { recursive: true });
  cpSync(path.join(root, "build/server/assets"), path.join(built, "assets"), { recursive: true });
  cpSync(path.join(root, "package.json"), path.join(target, "package.json"));
  for (const name of ["node_modules", "build/client"])
    symlinkSync(path.join(root, name), path.join(target, name), "junction");
  const server = readFileSync(path.join(root, "build/server/index.js"), "utf8");
  if (!LIST.test(server)) throw new Error("the build has no list of providers");
  const kind = pathToFileURL(path.join(import.meta.dirname, "kind.ts")).href;
  const line = `import { secondSandboxKind } from "${kind}";\n`;
  writeFileSync(path.join(built, "index.js"), line + server.replace(LIST, "$&secondSandboxKind, "));
}
