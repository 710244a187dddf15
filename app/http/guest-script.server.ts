import { readdirSync } from "node:fs";
import { join } from "node:path";

const addresses = new Map<string, string>();

function scriptAddress(name: "enhance" | "watch-viewer"): string {
  if (import.meta.env.DEV) return `/app/enhance/${name}.ts`;
  const known = addresses.get(name);
  if (known !== undefined) return known;
  const files = readdirSync(join(process.cwd(), "build/client/assets"));
  const file = files.find((each) => each.startsWith(`${name}-`) && each.endsWith(".js"));
  if (!file) throw new Error(`the build has no script ${name}`);
  const address = `/assets/${file}`;
  addresses.set(name, address);
  return address;
}

/** By preference or on a 2g line (docs/product.md, 9.4). */
export function isSaving(
  saveData: string | null | undefined,
  connection: string | null | undefined,
): boolean {
  return saveData?.toLowerCase() === "on" || /2g$/.test(connection ?? "");
}

export function isSavingData(headers: Headers): boolean {
  return isSaving(headers.get("Save-Data"), headers.get("ECT"));
}

/**
 * For pages without hydration. Data savers get none; signed in, only what keeps pages current
 * (docs/product.md, 9.7).
 */
export function scriptFor(headers: Headers, isSignedIn: boolean, isApp: boolean): string | null {
  if (isApp) return isSignedIn ? scriptAddress("watch-viewer") : null;
  return isSavingData(headers) && !isSignedIn ? null : scriptAddress("enhance");
}
