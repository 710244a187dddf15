import { readdirSync } from "node:fs";
import { join } from "node:path";

let address: string | undefined;

/** The guest script's address: the built one, in development the source, which Vite answers for. */
function guestScript(): string {
  if (import.meta.env.DEV) return "/app/enhance/enhance.ts";
  if (address === undefined) {
    const files = readdirSync(join(process.cwd(), "build/client/assets"));
    const file = files.find((name) => /^enhance-[\w-]+\.js$/.test(name));
    if (!file) throw new Error("the build has no guest script");
    address = `/assets/${file}`;
  }
  return address;
}

/** True for who saves data, by their own choice or on a 2g line (docs/product.md, 9.4). */
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

/**
 * The script that a page is sent with. A guest who saves data is sent none; who is signed in keeps it, as the pages of
 * an account are worked with for longer (docs/product.md, 9.7).
 */
export function scriptFor(headers: Headers, isSignedIn: boolean): string | null {
  return isSavingData(headers) && !isSignedIn ? null : guestScript();
}
