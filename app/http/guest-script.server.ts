import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Presence } from "../domain/auth/sessions.server.ts";

const addresses = new Map<string, string>();

export function scriptAddress(name: "enhance" | "watch-viewer" | "show-overlay"): string {
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

export function scriptFor(headers: Headers, isSignedIn: boolean, isApp: boolean): string | null {
  if (isApp) return isSignedIn ? scriptAddress("watch-viewer") : null;
  return isSavingData(headers) && !isSignedIn ? null : scriptAddress("enhance");
}

const RULES = '"/prefetch.rules"';

/** Tip and voucher steps use forms and count bytes; admin lists cost more than a prefetch saves. */
const WITHOUT = /^(?:routes\/(?:tip|admin|dev|sandbox)\/|profile|group|voucher)/;

/** Null for excluded routes and data savers. */
export function prefetchRules(request: Request, routeIds: readonly string[]): string | null {
  return isSavingData(request.headers) || routeIds.some((id) => WITHOUT.test(id)) ? null : RULES;
}

/** A prefetched page may never be seen: it marks nothing as read. */
export function isPrefetch(headers: Headers): boolean {
  return /\bprefetch\b/.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
}

/** Session calls of the API are a script's polls and beacons. */
export function presenceOf({ url, headers }: Request): Presence {
  if (isPrefetch(headers)) return "ahead";
  return new URL(url).pathname.startsWith("/api/") ? "script" : "person";
}
