import { randomBytes } from "node:crypto";
import { LinkRevoked, NetworkPaused, NetworkUnavailable, RateLimited } from "../../network-port.ts";
import { addressAt, callOnce, type NetworkAnswer } from "../call-once.server.ts";
import { authorization, type SignedCall, type SigningKeys } from "./oauth.ts";

const PAUSE_MS = 3_600_000;
/** Where X names no moment: its windows are a quarter of an hour. */
const WINDOW_MS = 15 * 60_000;
/** Its longest window is a day: nobody waits for a moment after it, whatever X says. */
const LONGEST_WINDOW_MS = 24 * 3_600_000;

export const X_BASE = "https://api.x.com";
export const KEYS_REFUSED = "X refuses the app's keys";

export interface XAccess {
  apiKey: string;
  apiSecret: string;
  /** Where X's API is, when it is not where it always is: for tests, and the demo's stand-in. */
  base: string | null;
  /** Where X's pages are, when they are not beside its API. */
  pages?: string;
  clock: () => Date;
  timeoutMs?: number;
}

export interface XCall extends Pick<SignedCall, "method" | "fields" | "oauth"> {
  /** With its query. */
  path: string;
  json?: unknown;
  keys?: Pick<SigningKeys, "token" | "tokenSecret">;
}

/** Calls X once; never repeats by itself. Throws NetworkUnavailable where there is no answer, or one of a failure. */
export async function callX(access: XAccess, call: XCall): Promise<NetworkAnswer> {
  const url = addressAt(access.base ?? X_BASE, call.path);
  const signed = { ...call, url, nonce: randomBytes(16).toString("hex"), at: access.clock() };
  const headers = new Headers({ Authorization: authorization(signed, { ...access, ...call.keys }) });
  let body: string | undefined;
  if (call.json !== undefined) {
    headers.set("Content-Type", "application/json");
    body = JSON.stringify(call.json);
  } else if (call.fields) {
    headers.set("Content-Type", "application/x-www-form-urlencoded");
    body = new URLSearchParams(call.fields).toString();
  }
  const answer = await callOnce("X", url, {
    method: call.method,
    headers,
    body,
    timeoutMs: access.timeoutMs,
  });
  if (answer.status >= 500) throw new NetworkUnavailable(`X answered ${answer.status}`, true);
  return answer;
}

/** The end of a refusal that any call may meet; the caller has looked for those of its own before. */
export async function throwRefusal(access: XAccess, answer: NetworkAnswer): Promise<void> {
  const { status, text } = answer;
  // What was answered has words of the account's owner in it, who may write those of a refusal.
  if (status < 400) return;
  const now = access.clock();
  const later = new Date(now.getTime() + PAUSE_MS);
  // Credits used up, the month's cap, or an app that may not write: the same for everybody.
  if (status === 402 || /usage-capped|UsageCapExceeded|CreditsDepleted/i.test(text))
    throw new NetworkPaused("CREDITS", "X's credits are used up", later);
  if (status === 403 && /client-forbidden|oauth1-permissions|client-not-enrolled/i.test(text))
    throw new NetworkPaused("RIGHTS", "X lets this app post nothing", later);
  if (status === 429) throw tooMany(answer, now);
  if (status !== 401) return;
  // It says the same for an account's access and for the app's own keys: only the first is the creator's.
  if (await isAppRefused(access)) throw new NetworkPaused("KEYS", KEYS_REFUSED, later);
  throw new LinkRevoked("X refuses the access");
}

/** Whether X refuses a call that is signed by the app's keys alone. */
async function isAppRefused(access: XAccess): Promise<boolean> {
  try {
    const oauth = { oauth_callback: "oob" };
    const { status } = await callX(access, { method: "POST", path: "/oauth/request_token", oauth });
    return status === 401 || status === 403;
  } catch (error) {
    // Its refusal was an answer: nothing was posted.
    throw new NetworkUnavailable("X refused, and does not say whom", false, { cause: error });
  }
}

function tooMany({ headers }: NetworkAnswer, now: Date): RateLimited | NetworkPaused {
  const resetOf = (name: string) => {
    const seconds = Number(headers.get(`${name}-reset`));
    const at = seconds * 1000;
    if (!(at > now.getTime())) return new Date(now.getTime() + WINDOW_MS);
    return new Date(Math.min(at, now.getTime() + LONGEST_WINDOW_MS));
  };
  const isUsedUp = (name: string) => headers.get(`${name}-remaining`) === "0";
  if (isUsedUp("x-app-limit-24hour"))
    return new NetworkPaused("DAY_LIMIT", "X's limit of posts a day", resetOf("x-app-limit-24hour"));
  if (isUsedUp("x-user-limit-24hour")) return new RateLimited(resetOf("x-user-limit-24hour"));
  return new RateLimited(resetOf("x-rate-limit"));
}
