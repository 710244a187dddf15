import { readdirSync } from "node:fs";
import { join } from "node:path";

let address: string | null | undefined;

/** The built guest script's address; null before the first build (then pages simply go without it). */
function guestScript(): string | null {
  if (address === undefined) {
    try {
      const file = readdirSync(join(process.cwd(), "build/client/assets")).find((name) => /^enhance-[\w-]+\.js$/.test(name));
      address = file ? `/assets/${file}` : null;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      address = null;
    }
  }
  return address;
}

/** Nobody who saves data, or is on a 2g line, is sent a script (performance.md). */
export function scriptFor(headers: Headers): string | null {
  const isSaving = headers.get("Save-Data")?.toLowerCase() === "on" || /2g$/.test(headers.get("ECT") ?? "");
  return isSaving ? null : guestScript();
}
