import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

const file = path.resolve(import.meta.dirname, "../../../docs/operations.md");

/** The file .env that docs/operations.md shows, filled in as it says: secrets made, and an address of one's own. */
export function settingsOfOperations(): Record<string, string> {
  const [, text = ""] = /^```sh\n(POSTGRES_PASSWORD=…\n[^`]+)```$/m.exec(readFileSync(file, "utf8")) ?? [];
  const filled = text
    .replace(/…/g, () => randomBytes(32).toString("hex"))
    .replaceAll("tips.example", "tips.test");
  return Object.fromEntries(
    Object.entries(parseEnv(filled)).map(([name, value = ""]): [string, string] => [name, value]),
  );
}
