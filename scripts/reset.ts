import { rm } from "node:fs/promises";
import path from "node:path";
import { defaultDataDir, removeEmbedded } from "../db/embedded.ts";
import { OperatorError } from "../db/operator-error.ts";
import { runCommand } from "./command.ts";
import { projectRoot } from "./project.ts";

// The demo's database and media, never an external database.

await runCommand(async () => {
  const dataDir = defaultDataDir(projectRoot, process.env);
  if (process.env.DATABASE_URL)
    throw new OperatorError(
      "DATABASE_URL is set: reset removes the embedded demo database only, never another one.",
    );
  const removed = await removeEmbedded(path.join(dataDir, "postgres"));
  if (removed) await rm(path.join(dataDir, "media"), { recursive: true, force: true });
  process.stdout.write(
    removed
      ? `The demo data in ${dataDir} is removed; the next "npm start" makes it anew.\n`
      : `There is no demo data in ${dataDir}; "npm start" makes it.\n`,
  );
});
