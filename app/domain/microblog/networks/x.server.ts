import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { productRules } from "../../../product-rules.ts";
import { parseOutsideJson } from "../../outside-json.server.ts";
import {
  DuplicatePost,
  LinkRevoked,
  type Network,
  NetworkPaused,
  NetworkUnavailable,
  PinRefused,
  PostRefused,
  RateLimited,
} from "../network-port.ts";
import { addressAt, callOnce, type NetworkAnswer, networkKind } from "./network-kind.server.ts";

const ADDRESS_LENGTH = 23;
const ADDRESS = /https?:\/\/\S+/g;

const LIGHT: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

/** X allows 280: addresses 23, emoji and wide letters 2. */
export function weightedLength(text: string): number {
  const addresses = text.match(ADDRESS)?.length ?? 0;
  const rest = text.replace(ADDRESS, "").normalize("NFC");
  const letters = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(rest);
  let length = addresses * ADDRESS_LENGTH;
  for (const { segment } of letters) length += weightOf(segment);
  return length;
}

function weightOf(letter: string): number {
  if (/\p{Extended_Pictographic}/u.test(letter)) return 2;
  const points = [...letter].map((each) => each.codePointAt(0) ?? 0);
  return points.reduce((sum, point) => sum + (isLight(point) ? 1 : 2), 0);
}

function isLight(point: number): boolean {
  return LIGHT.some(([from, upto]) => point >= from && point <= upto);
}

function hasAddress(text: string): boolean {
  return text.search(ADDRESS) >= 0;
}

interface SigningKeys {
  apiKey: string;
  apiSecret: string;
  token?: string;
  tokenSecret?: string;
}

/** OAuth 1.0a signs form bodies, not JSON. */
interface SignedCall {
  method: "GET" | "POST";
  url: URL;
  fields?: Readonly<Record<string, string>>;
  oauth?: Readonly<Record<string, string>>;
  nonce: string;
  at: Date;
}

/** OAuth 1.0a with HMAC-SHA1 (RFC 5849). */
export function authorization(call: SignedCall, keys: SigningKeys): string {
  const oauth: Record<string, string> = {
    oauth_consumer_key: keys.apiKey,
    oauth_nonce: call.nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.trunc(call.at.getTime() / 1000)),
    oauth_version: "1.0",
    ...(keys.token !== undefined && { oauth_token: keys.token }),
    ...call.oauth,
  };
  const all = [...Object.entries(oauth), ...Object.entries(call.fields ?? {}), ...call.url.searchParams];
  const parameters = all
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join("&");
  const address = `${call.url.origin}${call.url.pathname}`;
  const base = [call.method, address, parameters].map(percentEncode).join("&");
  const key = `${percentEncode(keys.apiSecret)}&${percentEncode(keys.tokenSecret ?? "")}`;
  const signature = createHmac("sha1", key).update(base).digest("base64");
  const header = Object.entries({ ...oauth, oauth_signature: signature })
    .map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`)
    .join(", ");
  return `OAuth ${header}`;
}

/** encodeURIComponent leaves five characters that RFC 3986 encodes. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const PAUSE_MS = 3_600_000;
const WINDOW_MS = 15 * 60_000;
const LONGEST_WINDOW_MS = 24 * 3_600_000;

const X_BASE = "https://api.x.com";
const KEYS_REFUSED = "X refuses the app's keys";

interface XAccess {
  apiKey: string;
  apiSecret: string;
  base: string | null;
  pages?: string;
  clock: () => Date;
  timeoutMs?: number;
}

interface XCall extends Pick<SignedCall, "method" | "fields" | "oauth"> {
  path: string;
  json?: unknown;
  keys?: Pick<SigningKeys, "token" | "tokenSecret">;
}

async function callX(access: XAccess, call: XCall): Promise<NetworkAnswer> {
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

async function throwRefusal(access: XAccess, answer: NetworkAnswer): Promise<void> {
  const { status, text } = answer;
  // Successful answers contain users' words, which could resemble a refusal.
  if (status < 400) return;
  const now = access.clock();
  const later = new Date(now.getTime() + PAUSE_MS);
  // Credits, cap or a missing write right concern everyone.
  if (status === 402 || /usage-capped|UsageCapExceeded|CreditsDepleted/i.test(text))
    throw new NetworkPaused("CREDITS", "X's credits are used up", later);
  if (status === 403 && /client-forbidden|oauth1-permissions|client-not-enrolled/i.test(text))
    throw new NetworkPaused("RIGHTS", "X lets this app post nothing", later);
  if (status === 429) throw tooMany(answer, now);
  if (status !== 401) return;
  // X answers alike for the account's and the app's keys.
  if (await isAppRefused(access)) throw new NetworkPaused("KEYS", KEYS_REFUSED, later);
  throw new LinkRevoked("X refuses the access");
}

async function isAppRefused(access: XAccess): Promise<boolean> {
  try {
    const oauth = { oauth_callback: "oob" };
    const { status } = await callX(access, { method: "POST", path: "/oauth/request_token", oauth });
    return status === 401 || status === 403;
  } catch (error) {
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

const MAX_CHARACTERS = 280;
/** 2026, in thousandths of a US dollar. */
const PRICES = { post: 15, post_with_address: 200, look_up: 25 };

/** Longer values are refused. */
const secret = z.string().min(1).max(500);
const secretToken = z.object({ token: secret, tokenSecret: secret });
const posted = z.object({ data: z.object({ id: z.string().regex(/^\d{1,30}$/) }) });
const ownPost = z.object({
  id: z.string(),
  text: z.string(),
  entities: z
    .object({ urls: z.array(z.object({ url: z.string(), expanded_url: z.string() })).optional() })
    .optional(),
});
const ownPosts = z.object({ data: z.array(ownPost).optional() });

/** X's library has a fixed address. */
export function xNetwork(access: XAccess & { monthlyBudgetMills: number }): Network {
  const { monthlyBudgetMills, clock } = access;
  return {
    name: "x",
    label: "X",
    voice: "creator",
    postsADay: productRules.microblog.posts_a_day,
    maxCharacters: MAX_CHARACTERS,
    count: weightedLength,
    costMills: (text) => (hasAddress(text) ? PRICES.post_with_address : PRICES.post),
    lookUpMills: PRICES.look_up,
    monthlyBudgetMills,

    async begin() {
      const oauth = { oauth_callback: "oob" };
      const answer = await callX(access, { method: "POST", path: "/oauth/request_token", oauth });
      if (answer.status === 401 || answer.status === 403)
        throw new NetworkPaused("KEYS", KEYS_REFUSED, new Date(clock().getTime() + 3_600_000));
      const token = readTokens(answer);
      const url = addressAt(access.pages ?? access.base ?? X_BASE, "/oauth/authorize");
      url.searchParams.set("oauth_token", token.token);
      return { authorizeUrl: url.href, pending: JSON.stringify(token) };
    },

    async complete(pending, pin) {
      const keys = readSecret(pending);
      const oauth = { oauth_verifier: pin };
      const answer = await callX(access, { method: "POST", path: "/oauth/access_token", oauth, keys });
      if (answer.status === 401 || answer.status === 403 || answer.status === 400)
        throw new PinRefused("X refuses the PIN");
      const credentials = readTokens(answer);
      const fields = new URLSearchParams(answer.text);
      const [accountId, handle] = [fields.get("user_id"), fields.get("screen_name")];
      if (!accountId || !handle || !/^\d{1,20}$/.test(accountId) || !/^\w{1,50}$/.test(handle))
        throw new NetworkUnavailable("X named no account", true);
      return { accountId, handle, credentials: JSON.stringify(credentials) };
    },

    async post({ credentials, text }) {
      const keys = readSecret(credentials);
      const answer = await callX(access, { method: "POST", path: "/2/tweets", json: { text }, keys });
      if (answer.status === 403 && /duplicate content/i.test(answer.text))
        throw new DuplicatePost("X has this post already");
      await throwRefusal(access, answer);
      if (answer.status < 200 || answer.status > 299) throw new PostRefused(`X answered ${answer.status}`);
      const made = posted.safeParse(parseOutsideJson(answer.text));
      if (!made.success) throw new NetworkUnavailable("X answered unreadably", true, { cause: made.error });
      return { postId: made.data.data.id };
    },

    async find({ accountId, credentials, text, since }) {
      const query = new URLSearchParams({
        max_results: "5",
        start_time: new Date(since.getTime() - 60_000).toISOString().replace(/\.\d+Z$/, "Z"),
        "tweet.fields": "entities",
      });
      const path = `/2/users/${encodeURIComponent(accountId)}/tweets?${query}`;
      const answer = await callX(access, { method: "GET", path, keys: readSecret(credentials) });
      await throwRefusal(access, answer);
      const own = ownPosts.safeParse(parseOutsideJson(answer.text));
      if (answer.status !== 200 || !own.success)
        throw new NetworkUnavailable("X shows no posts", false, { cause: own.error });
      const found = own.data.data?.find((each) => wordsOf(each) === text);
      return found ? { postId: found.id } : null;
    },

    async revoke(credentials) {
      const path = "/1.1/oauth/invalidate_token";
      await callX(access, { method: "POST", path, keys: readSecret(credentials) });
    },
  };
}

function wordsOf({ text, entities }: z.infer<typeof ownPost>): string {
  const whole = (entities?.urls ?? []).reduce(
    (said, each) => said.replace(each.url, () => each.expanded_url),
    text,
  );
  return whole.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function readTokens(answer: NetworkAnswer): z.infer<typeof secretToken> {
  const fields = new URLSearchParams(answer.text);
  const read = secretToken.safeParse({
    token: fields.get("oauth_token"),
    tokenSecret: fields.get("oauth_token_secret"),
  });
  if (answer.status !== 200 || !read.success)
    throw new NetworkUnavailable(`X answered ${answer.status} without a token`, true, { cause: read.error });
  return read.data;
}

function readSecret(secret: string): z.infer<typeof secretToken> {
  return secretToken.parse(JSON.parse(secret));
}

/** Keys of the platform's own app (docs/operations.md, X). */
export const xKind = networkKind({
  name: "x",
  company: "X Internet Unlimited Company (IE)",
  switchedOnBy: "X_API_KEY",
  settings: {
    X_API_KEY: z
      .string()
      .regex(/^\w{10,100}$/, "an app's key has letters and digits")
      .meta({
        description: "The app's key at [X](operations.md#x); without it no links.",
      }),
    X_API_SECRET: z
      .string({ error: "X_API_KEY needs it" })
      .regex(/^\w{10,100}$/, "letters and digits")
      .meta({ description: "Its secret." }),
    X_MONTHLY_BUDGET: z
      .string()
      .regex(/^\d{1,6}(?:\.\d{2})?$/, "write an amount in US dollars, as in 25.00")
      .default("25.00")
      .meta({
        description: "Monthly cost of all posts in US dollars (Berlin); beyond it nothing is posted.",
      }),
    X_API_BASE: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        fallback: "X's own",
        description: "For tests. Refused in live mode.",
      }),
  },

  liveProblem: ({ X_API_BASE }) =>
    X_API_BASE === undefined ? null : "X_API_BASE is for tests; live mode needs X itself",

  open: (settings, { clock }) =>
    xNetwork({
      apiKey: settings.X_API_KEY,
      apiSecret: settings.X_API_SECRET,
      base: settings.X_API_BASE ?? null,
      monthlyBudgetMills: millsOf(settings.X_MONTHLY_BUDGET),
      clock,
    }),
});

function millsOf(budget: string): number {
  const [dollars, cents = "00"] = budget.split(".");
  return Number(`${dollars}${cents}0`);
}
