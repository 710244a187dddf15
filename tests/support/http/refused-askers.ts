import { byCookie } from "./api-caller.ts";
import { makeAccount } from "./users.ts";

/** Callers that the calls of creators refuse: status, code, and what their account has; null has none. */
export const REFUSED_ASKERS = [
  [401, "unauthenticated", null],
  [403, "email_unverified", { email_verified_at: null }],
  [403, "username_missing", { username: null, name: null, status: "CREATED" }],
  [403, "terms_pending", { verification_terms_accepted_at: null }],
  [403, "forbidden", { role: "ADMIN", username: null, name: null, status: "CREATED" }],
  [403, "locked", { status: "LOCKED" }],
] as const;

export async function askerOf(change: (typeof REFUSED_ASKERS)[number][2]): Promise<Record<string, string>> {
  return change === null ? {} : await byCookie(await makeAccount({ status: "ACTIVE", ...change }));
}
