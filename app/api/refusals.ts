import { TRACKING } from "../http/path-kinds.ts";

/** Access, from anyone to an ACTIVE creator; "member" has passed all stages. */
export type Who = "anyone" | "user" | "unlocked" | "member" | "creator" | "active";

export type Refusals = Readonly<Record<number, readonly string[]>>;

export function codesByStatus(statuses: Readonly<Record<string, number>>): Refusals {
  const codes = Map.groupBy(Object.keys(statuses), (code) => statuses[code] ?? 0);
  return Object.fromEntries(codes);
}

const SIGNED_OUT = { 401: ["unauthenticated"] };
const STAGES = ["locked", "email_unverified", "username_missing", "terms_pending"];
const OF_CALLERS: Record<Who, Refusals> = {
  anyone: {},
  user: SIGNED_OUT,
  unlocked: { ...SIGNED_OUT, 403: ["locked"] },
  member: { ...SIGNED_OUT, 403: STAGES },
  creator: { ...SIGNED_OUT, 403: [...STAGES, "forbidden"] },
  active: { ...SIGNED_OUT, 403: [...STAGES, "forbidden", "not_active"] },
};

/** Codes that a call of the stage itself omits. */
const PASSED = { complete: "username_missing", terms: "terms_pending" } as const;

/** Possible for any call. */
const OF_FAULTS: Refusals = { 500: ["fault"], 503: ["unavailable"] };

/** Adds the codes implied by caller, fields and method. */
export function withUsualRefusals(definition: {
  method: string;
  path: string;
  who: Who;
  passes?: keyof typeof PASSED;
  body?: unknown;
  query?: unknown;
  again?: unknown;
  refusals?: Refusals;
}): Refusals {
  const { method, path, who, passes, body, query, again, refusals = {} } = definition;
  const isWriting = method !== "get";
  const all: Refusals[] = [OF_CALLERS[who], refusals, OF_FAULTS];
  if (again) all.push({ 401: ["unauthenticated"], 409: ["under_way"], 422: ["idempotency_key_reused"] });
  if (isWriting) all.push({ 400: ["bad_request"], 403: ["forbidden"] });
  if (!TRACKING.test(path)) all.push({ 429: ["too_many_requests"] });
  if (body) all.push({ 413: ["too_large"] });
  if (body || query) all.push({ 422: ["invalid"] });
  const statuses = [...new Set(all.flatMap((each) => Object.keys(each).map(Number)))].sort();
  const codesOf = (status: number) =>
    [...new Set(all.flatMap((each) => each[status] ?? []))]
      .filter((code) => !passes || code !== PASSED[passes])
      .sort();
  return Object.fromEntries(statuses.map((status) => [status, codesOf(status)]));
}
