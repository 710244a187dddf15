import { readdirSync } from "node:fs";
import { join } from "node:path";

let address: string | null | undefined;

/** The built guest script's address; null before the first build (then pages simply go without it). */
function guestScript(): string | null {
  if (address === undefined) {
    try {
      const file = readdirSync(join(process.cwd(), "build/client/assets")).find((name) =>
        /^enhance-[\w-]+\.js$/.test(name),
      );
      address = file ? `/assets/${file}` : null;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      address = null;
    }
  }
  return address;
}

/** True for who saves data, by their own wish or on a 2g line (performance.md). */
export function isSaving(
  saveData: string | null | undefined,
  connection: string | null | undefined,
): boolean {
  return saveData?.toLowerCase() === "on" || /2g$/.test(connection ?? "");
}

/** The same, of a request's headers. */
export function isSavingData(headers: Headers): boolean {
  return isSaving(headers.get("Save-Data"), headers.get("ECT"));
}

/** The script that a page is sent with; nobody who saves data is sent one. */
export function scriptFor(headers: Headers): string | null {
  return isSavingData(headers) ? null : guestScript();
}
