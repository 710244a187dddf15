import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./project.ts";

// Of each language (docs/decisions/051). Needs the server's build and React's production mode.

const build = path.join(projectRoot, "build");
const { dictionaries }: typeof import("../app/server/start.server.ts") = await import(
  pathToFileURL(path.join(build, "server", "index.js")).href
);
for (const { locale, bytes } of await dictionaries()) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  writeFileSync(path.join(build, "client", "assets", `${locale}-${hash}.dict`), bytes);
}
// Imports of the server's build keep the process alive.
process.exit(0);
