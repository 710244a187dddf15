import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

const file = path.resolve(import.meta.dirname, "../../../deploy/settings.example");

/** The settings that deploy/ ships, filled in as docs/operations.md says: secrets made, and an address of one's own. */
export function settingsOfOperations(): Record<string, string> {
  const filled = readFileSync(file, "utf8")
    .replace(/…/g, () => randomBytes(32).toString("hex"))
    .replaceAll("tips.example", "tips.test");
  return Object.fromEntries(
    Object.entries(parseEnv(filled)).map(([name, value = ""]): [string, string] => [name, value]),
  );
}
