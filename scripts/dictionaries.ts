import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./project.ts";

// Writes what pages of each language are compressed with (docs/decisions/051) beside the other files of the build, named
// by its content. It is rendered by the build's server half, so it runs when that is there, and as React's production.

const build = path.join(projectRoot, "build");
const { dictionaries }: typeof import("../app/server/start.server.ts") = await import(
  pathToFileURL(path.join(build, "server", "index.js")).href
);
for (const { locale, bytes } of await dictionaries()) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  writeFileSync(path.join(build, "client", "assets", `${locale}-${hash}.dict`), bytes);
}
// What the server half opens on being read would hold the process.
process.exit(0);
