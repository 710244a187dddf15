import { randomBytes } from "node:crypto";
import {
  answer,
  createMac,
  type IncomingCall,
  isSigned,
  type OAuthHeader,
  readOAuthHeader,
} from "./signatures.ts";

const NONCES_KEPT = 10_000;
const POSTS_KEPT = 1000;

export interface XAccount {
  accountId: string;
  handle: string;
}

interface XPost {
  id: string;
  accountId: string;
  text: string;
  at: Date;
}

export interface XState {
  posts: XPost[];
  /** By request token; by default derived from it. */
  accounts: Map<string, XAccount>;
  usedRequests: Set<string>;
  revoked: Set<string>;
  nonces: Set<string>;
  limits: Map<string, Date>;
  /** "credits" (402), "day" (the app's limit), "keys" (app rejected), "rights" (read-only). */
  refusal: "credits" | "day" | "keys" | "rights" | null;
}

export const newXState = (): XState => ({
  posts: [],
  accounts: new Map(),
  usedRequests: new Set(),
  revoked: new Set(),
  nonces: new Set(),
  limits: new Map(),
  refusal: null,
});

interface XStandInOptions {
  apiKey: string;
  apiSecret: string;
  /** Derives tokens: a restart revokes none. */
  secret: string;
  /** Callers sign these, without a trailing slash. */
  bases: Iterable<string>;
  prefix: string;
  clock: () => Date;
  state?: XState;
}

/** As X documents: OAuth 1.0a with PIN, limits without Retry-After. */
export interface XStandIn {
  answer(request: Request): Promise<Response>;
  findAccount(requestToken: string): XAccount | null;
  pinOf(requestToken: string): string;
  write(accountId: string, text: string): { id: string; text: string };
  takeAway(accountId: string): void;
}

interface Signed {
  header: OAuthHeader;
  /** Null for app-only calls. */
  accountId: string | null;
}

export function createXStandIn(options: XStandInOptions): XStandIn {
  const { clock, state = newXState() } = options;
  const tokens = xTokens({ secret: options.secret, state });
  const posts = xPosts({ clock, state });

  return {
    ...{ findAccount: tokens.findAccount, pinOf: tokens.pinOf, write: posts.write },
    takeAway: (accountId) => state.revoked.add(tokens.accessTo(accountId)),

    async answer(request) {
      const { pathname, search, searchParams } = new URL(request.url);
      const path = pathname.slice(options.prefix.length);
      const body = await request.text();
      const isForm = request.headers.get("Content-Type") === "application/x-www-form-urlencoded";
      const authorization = request.headers.get("Authorization") ?? "";
      const call = { method: request.method, authorization, form: isForm ? body : null };
      const signed = signer({ options, state, tokens }, call, path + search);
      if (!signed) return problem(401, "Unauthorized", "about:blank");
      const { header, accountId } = signed;
      const at = `${request.method} ${path}`;
      if (at === "POST /oauth/request_token") return tokens.requestToken(header);
      if (at === "POST /oauth/access_token") return tokens.accessToken(header);
      if (accountId === null) return problem(401, "Unauthorized", "about:blank");
      if (at === "POST /2/tweets") return posts.post(accountId, body);
      const [, asked] = /^GET \/2\/users\/(\d+)\/tweets$/.exec(at) ?? [];
      if (asked) return posts.listPosts(accountId, asked, searchParams);
      if (at !== "POST /1.1/oauth/invalidate_token") return problem(404, "Not Found", "not-found");
      state.revoked.add(header.get("token") ?? "");
      return answer(200, { access_token: header.get("token") });
    },
  };
}

/** Tokens and accounts of OAuth 1.0a. */
function xTokens({ secret, state }: { secret: string; state: XState }) {
  const mac = createMac(secret);

  const secretOf = (token: string) => mac("secret", token).slice(0, 32);
  const requestOf = (nonce: string) => nonce + mac("request", nonce).slice(0, 16);
  const isOpen = (token: string) => requestOf(token.slice(0, 24)) === token && !state.usedRequests.has(token);

  function accessTo(accountId: string): string {
    for (let turn = 0; ; turn += 1) {
      const token = accessOf(accountId, turn);
      if (!state.revoked.has(token)) return token;
    }
  }

  function accessOf(accountId: string, turn: number): string {
    return `${accountId}-${turn}x${mac("access", `${accountId}-${turn}`).slice(0, 16)}`;
  }

  function ownerOf(token: string): string | null {
    const [, accountId = "", turn = ""] = /^(\d+)-(\d+)x/.exec(token) ?? [];
    return accessOf(accountId, Number(turn)) === token && !state.revoked.has(token) ? accountId : null;
  }

  function findAccount(token: string): XAccount | null {
    if (!isOpen(token)) return null;
    const accountId = digits(mac("account", token), 9);
    return state.accounts.get(token) ?? { accountId, handle: `demo_${accountId.slice(-5)}` };
  }

  const pinOf = (token: string) => digits(mac("pin", token), 7);

  function requestToken(header: OAuthHeader): Response {
    if (header.get("callback") !== "oob") return problem(403, "Forbidden", "callback");
    const token = requestOf(randomBytes(12).toString("hex"));
    return form({
      oauth_token: token,
      oauth_token_secret: secretOf(token),
      oauth_callback_confirmed: "true",
    });
  }

  function accessToken(header: OAuthHeader): Response {
    const request = header.get("token") ?? "";
    const account = findAccount(request);
    if (!account || header.get("verifier") !== pinOf(request))
      return problem(401, "Unauthorized", "about:blank");
    state.usedRequests.add(request);
    const token = accessTo(account.accountId);
    const whose = { user_id: account.accountId, screen_name: account.handle };
    return form({ oauth_token: token, oauth_token_secret: secretOf(token), ...whose });
  }

  return { secretOf, isOpen, ownerOf, accessTo, findAccount, pinOf, requestToken, accessToken };
}

function xPosts({ clock, state }: { clock: () => Date; state: XState }) {
  let number = 0;

  function post(accountId: string, body: string): Response {
    const said = readText(body);
    if (state.refusal === "credits") return problem(402, "CreditsDepleted", "credits-depleted");
    if (state.refusal === "rights") return problem(403, "Forbidden", "oauth1-permissions");
    if (state.refusal === "day")
      return problem(429, "Too Many Requests", "about:blank", {
        ...{ "x-app-limit-24hour-remaining": "0", "x-app-limit-24hour-reset": seconds(clock(), 7200) },
      });
    const until = state.limits.get(accountId);
    if (until && until > clock())
      return problem(429, "Too Many Requests", "about:blank", {
        ...{ "x-rate-limit-limit": "100", "x-rate-limit-remaining": "0" },
        "x-rate-limit-reset": seconds(until, 0),
      });
    if (said === null || said === "" || [...said].length > 280)
      return problem(400, "Invalid Request", "invalid-request");
    if (state.posts.some((each) => each.accountId === accountId && each.text === said))
      return answer(403, DUPLICATE);
    const made = write(accountId, said);
    return answer(201, { data: { ...made, text: shown(said).text, edit_history_tweet_ids: [made.id] } });
  }

  function write(accountId: string, said: string): { id: string; text: string } {
    number = (number + 1) % 10_000;
    const made = { id: `19${clock().getTime()}${String(number).padStart(4, "0")}`, text: said };
    state.posts.push({ ...made, accountId, at: clock() });
    if (state.posts.length > POSTS_KEPT) state.posts.shift();
    return made;
  }

  function listPosts(accountId: string, asked: string, query: URLSearchParams): Response {
    if (asked !== accountId) return problem(403, "Forbidden", "forbidden");
    const most = Number(query.get("max_results"));
    const since = new Date(query.get("start_time") ?? 0);
    if (!(most >= 5 && most <= 100)) return problem(400, "Invalid Request", "invalid-request");
    const own = state.posts.filter((each) => each.accountId === accountId && each.at >= since);
    const data = own
      .reverse()
      .slice(0, most)
      .map((each) => ({ id: each.id, ...shown(each.text) }));
    return answer(200, { ...(data.length > 0 && { data }), meta: { result_count: data.length } });
  }

  return { post, write, listPosts };
}

function signer(
  { options, state, tokens }: { options: XStandInOptions; state: XState; tokens: ReturnType<typeof xTokens> },
  call: Omit<IncomingCall, "url">,
  path: string,
): Signed | null {
  const header = readOAuthHeader(call.authorization);
  if (!header || header.get("consumer_key") !== options.apiKey || state.refusal === "keys") return null;
  if (header.get("signature_method") !== "HMAC-SHA1" || header.get("version") !== "1.0") return null;
  const age = Math.abs(options.clock().getTime() / 1000 - Number(header.get("timestamp")));
  const nonce = header.get("nonce") ?? "";
  if (!(age < 300) || nonce.length < 8 || state.nonces.has(nonce)) return null;
  const name = header.get("token");
  const accountId = name === undefined ? null : tokens.ownerOf(name);
  if (name !== undefined && accountId === null && !tokens.isOpen(name)) return null;
  const secrets = { api: options.apiSecret, token: name === undefined ? "" : tokens.secretOf(name) };
  if (![...options.bases].some((base) => isSigned({ ...call, url: new URL(base + path) }, header, secrets)))
    return null;
  if (state.nonces.size >= NONCES_KEPT) state.nonces.clear();
  state.nonces.add(nonce);
  return { header, accountId };
}

const DUPLICATE = {
  detail: "You are not allowed to create a Tweet with duplicate content.",
  ...{ type: "about:blank", title: "Forbidden", status: 403 },
};

function digits(hex: string, count: number): string {
  const first = 10 ** (count - 1);
  return String(first + (Number.parseInt(hex.slice(0, 12), 16) % (9 * first)));
}

const seconds = (from: Date, more: number) => String(Math.floor(from.getTime() / 1000) + more);

/** Shortens addresses, escapes three characters. */
function shown(said: string) {
  const urls: { url: string; expanded_url: string }[] = [];
  const short = said.replace(/https?:\/\/\S+/g, (address) => {
    const url = `https://t.co/${String(urls.length).padStart(10, "a")}`;
    urls.push({ url, expanded_url: address });
    return url;
  });
  const escaped = short.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return { text: escaped, ...(urls.length > 0 && { entities: { urls } }) };
}

function readText(body: string): string | null {
  try {
    const read: unknown = JSON.parse(body);
    const isText =
      typeof read === "object" && read !== null && "text" in read && typeof read.text === "string";
    return isText ? String(read.text) : null;
  } catch {
    return null;
  }
}

function problem(
  status: number,
  title: string,
  type: string,
  headers: Record<string, string> = {},
): Response {
  const whole = type.includes(":") ? type : `https://api.twitter.com/2/problems/${type}`;
  return answer(status, { title, type: whole, status, detail: title }, headers);
}

function form(fields: Record<string, string>): Response {
  const headers = { "Content-Type": "text/html;charset=utf-8", "Cache-Control": "no-store" };
  return new Response(new URLSearchParams(fields).toString(), { headers });
}
