import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
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
  cpSync(path.join(root, "build/server"), built, { recursive: true });
  cpSync(path.join(root, "package.json"), path.join(target, "package.json"));
  for (const name of ["node_modules", "build/client"])
    symlinkSync(path.join(root, name), path.join(target, name), "junction");
  const files = readdirSync(built, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(built, name));
  const list = files.find((file) => LIST.test(readFileSync(file, "utf8")));
  if (list === undefined) throw new Error("the build has no list of providers");
  const kind = pathToFileURL(path.join(import.meta.dirname, "kind.ts")).href;
  const line = `import { secondSandboxKind } from "${kind}";\n`;
  writeFileSync(list, line + readFileSync(list, "utf8").replace(LIST, "$&secondSandboxKind, "));
}
