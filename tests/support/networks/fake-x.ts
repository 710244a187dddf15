import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../providers/listening.ts";
import { type IncomingCall, isSigned, type OAuthHeader, readOAuthHeader } from "./fake-x-signature.ts";

/** The platform's app at the fake. */
export const X_KEYS = { apiKey: "fakeapikey0123456789", apiSecret: "fakeapisecret0123456789abcdef" };

/** An account at X; its handle is what its owner shows. */
interface XAccount {
  accountId: string;
  handle: string;
}

interface XPost {
  id: string;
  accountId: string;
  /** As it was sent. */
  text: string;
  at: Date;
}

/** X over real HTTP, as its documents describe it: signatures checked, a PIN, limits without Retry-After. */
export interface FakeX {
  origin: string;
  /** Also reached, and signed for, by another address: that of a weak line. */
  knownAs(origin: string): void;
  posts: readonly XPost[];
  calls: readonly string[];
  /** Whoever is signed in at X lets the app in; returns the PIN that X shows. */
  allow(authorizeUrl: string, account: XAccount): Promise<string>;
  /** The owner of an account posts something by hand. */
  write(accountId: string, text: string): void;
  /** The owner of the account takes our access away. */
  takeAway(accountId: string): void;
  /** Posts of an account are refused until then. */
  limit(accountId: string, until: Date | null): void;
  /** Nobody's posts are taken: "credits" (402), "day" (the app's limit), "keys" (the app is refused), "rights" (may only read). */
  refuseAll(why: "credits" | "day" | "keys" | "rights" | null): void;
  close(): Promise<void>;
}

interface Token {
  secret: string;
  accountId: string;
}

export async function openFakeX(now: () => Date = () => new Date()): Promise<FakeX> {
  const posts: XPost[] = [];
  const calls: string[] = [];
  const requests = new Map<string, { secret: string; pin: string | null; account: XAccount | null }>();
  const access = new Map<string, Token>();
  const handles = new Map<string, string>();
  const limits = new Map<string, Date>();
  const nonces = new Set<string>();
  const origins = new Set<string>();
  let refusal: "credits" | "day" | "keys" | "rights" | null = null;
  let number = 0;

  function signer(call: IncomingCall): { header: OAuthHeader; token: Token | null } | null {
    const header = readOAuthHeader(call.authorization);
    if (!header || header.get("consumer_key") !== X_KEYS.apiKey || refusal === "keys") return null;
    if (header.get("signature_method") !== "HMAC-SHA1" || header.get("version") !== "1.0") return null;
    const age = Math.abs(now().getTime() / 1000 - Number(header.get("timestamp")));
    const nonce = header.get("nonce") ?? "";
    if (!(age < 300) || nonce.length < 8 || nonces.has(nonce)) return null;
    const name = header.get("token");
    const token = name === undefined ? null : (access.get(name) ?? null);
    const secret = name === undefined ? "" : (token?.secret ?? requests.get(name)?.secret);
    if (secret === undefined) return null;
    const isRight = [...origins].some((origin) => {
      const url = new URL(call.url.pathname + call.url.search, origin);
      return isSigned({ ...call, url }, header, { api: X_KEYS.apiSecret, token: secret });
    });
    if (!isRight) return null;
    nonces.add(nonce);
    return { header, token };
  }

  function post(token: Token, body: string, response: ServerResponse): ServerResponse {
    const said = readText(body);
    if (refusal === "credits") return problem(response, 402, "CreditsDepleted", "credits-depleted");
    if (refusal === "rights") return problem(response, 403, "Forbidden", "oauth1-permissions");
    if (refusal === "day") {
      const reset = { "x-app-limit-24hour-remaining": "0", "x-app-limit-24hour-reset": seconds(now(), 7200) };
      return problem(response, 429, "Too Many Requests", "about:blank", reset);
    }
    const until = limits.get(token.accountId);
    if (until && until > now()) {
      const reset = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": seconds(until, 0) };
      return problem(response, 429, "Too Many Requests", "about:blank", {
        "x-rate-limit-limit": "100",
        ...reset,
      });
    }
    if (said === null || said === "" || [...said].length > 280)
      return problem(response, 400, "Invalid Request", "invalid-request");
    if (posts.some((each) => each.accountId === token.accountId && each.text === said))
      return answer(response, 403, { ...DUPLICATE, title: "Forbidden", status: 403 });
    const made = keep(token.accountId, said);
    return answer(response, 201, {
      data: { ...made, text: shown(said).text, edit_history_tweet_ids: [made.id] },
    });
  }

  function keep(accountId: string, said: string): { id: string; text: string } {
    number += 1;
    const made = { id: `19000000000000${String(number).padStart(5, "0")}`, text: said };
    posts.push({ ...made, accountId, at: now() });
    return made;
  }

  function listPosts(token: Token, url: URL, response: ServerResponse): ServerResponse {
    if (!url.pathname.includes(`/${token.accountId}/`))
      return problem(response, 403, "Forbidden", "forbidden");
    const most = Number(url.searchParams.get("max_results"));
    const since = new Date(url.searchParams.get("start_time") ?? 0);
    if (!(most >= 5 && most <= 100)) return problem(response, 400, "Invalid Request", "invalid-request");
    const own = posts.filter((each) => each.accountId === token.accountId && each.at >= since);
    const data = own
      .reverse()
      .slice(0, most)
      .map((each) => ({ id: each.id, ...shown(each.text) }));
    return answer(response, 200, { ...(data.length > 0 && { data }), meta: { result_count: data.length } });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const url = new URL(request.url ?? "/", "http://x.invalid");
    const method = request.method ?? "GET";
    const body = await text(request);
    calls.push(`${method} ${url.pathname}`);
    if (url.pathname === "/oauth/authorize") return authorize(url, method, body, response);
    const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
    const authorization = request.headers.authorization ?? "";
    const signed = signer({ method, url, authorization, form: isForm ? body : null });
    if (!signed) return problem(response, 401, "Unauthorized", "about:blank");
    const { header, token } = signed;
    switch (`${method} ${url.pathname.replace(/\/users\/\d+\//, "/users/ID/")}`) {
      case "POST /oauth/request_token": {
        if (header.get("callback") !== "oob") return problem(response, 403, "Forbidden", "callback");
        const [made, secret] = [randomBytes(12).toString("hex"), randomBytes(16).toString("hex")];
        requests.set(made, { secret, pin: null, account: null });
        return form(response, {
          oauth_token: made,
          oauth_token_secret: secret,
          oauth_callback_confirmed: "true",
        });
      }
      case "POST /oauth/access_token": {
        const name = header.get("token") ?? "";
        const { pin, account } = requests.get(name) ?? {};
        if (!pin || !account || header.get("verifier") !== pin)
          return problem(response, 401, "Unauthorized", "about:blank");
        requests.delete(name);
        // X gives an app one access to an account: whoever asks again is told the same.
        const [made, { secret }] = accessTo(account.accountId);
        handles.set(account.accountId, account.handle);
        const whose = { user_id: account.accountId, screen_name: account.handle };
        return form(response, { oauth_token: made, oauth_token_secret: secret, ...whose });
      }
      default:
        if (!token) return problem(response, 401, "Unauthorized", "about:blank");
        if (method === "POST" && url.pathname === "/2/tweets") return post(token, body, response);
        if (method === "GET" && /^\/2\/users\/\d+\/tweets$/.test(url.pathname))
          return listPosts(token, url, response);
        if (method === "POST" && url.pathname === "/1.1/oauth/invalidate_token") {
          access.delete(header.get("token") ?? "");
          return answer(response, 200, { access_token: header.get("token") });
        }
        return problem(response, 404, "Not Found", "not-found");
    }
  }

  function accessTo(accountId: string): [string, Token] {
    const known = [...access].find(([, token]) => token.accountId === accountId);
    if (known) return known;
    const made = `${accountId}-${randomBytes(8).toString("hex")}`;
    const token = { secret: randomBytes(16).toString("hex"), accountId };
    access.set(made, token);
    return [made, token];
  }

  /** X's own page, for a browser that walks the whole way: a name to sign in by, then the PIN. */
  function authorize(url: URL, method: string, body: string, response: ServerResponse): ServerResponse {
    const request = requests.get(url.searchParams.get("oauth_token") ?? "");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    if (!request) return response.writeHead(404).end("<p>This request is no longer there.</p>");
    if (method === "GET")
      return response.end(
        `<!doctype html><title>X</title><form method="post"><label>Name <input name="handle"></label><button>Authorize app</button></form>`,
      );
    const handle = new URLSearchParams(body).get("handle") ?? "somebody";
    request.account = { accountId: String(1_000_000 + handle.length), handle };
    request.pin ??= newPin();
    return response.end(`<!doctype html><title>X</title><p>Your PIN: <code>${request.pin}</code></p>`);
  }

  const server = await listen((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  origins.add(server.origin);
  return {
    origin: server.origin,
    posts,
    calls,
    knownAs: (origin) => origins.add(origin),
    async allow(authorizeUrl, account) {
      const request = requests.get(new URL(authorizeUrl).searchParams.get("oauth_token") ?? "");
      if (!request) throw new Error("X knows no such request");
      request.account = account;
      request.pin = newPin();
      return request.pin;
    },
    write: keep,
    takeAway(accountId) {
      for (const [name, token] of access) if (token.accountId === accountId) access.delete(name);
    },
    limit(accountId, until) {
      if (until) limits.set(accountId, until);
      else limits.delete(accountId);
    },
    refuseAll(why) {
      refusal = why;
    },
    close: server.close,
  };
}

const DUPLICATE = {
  detail: "You are not allowed to create a Tweet with duplicate content.",
  type: "about:blank",
};

const newPin = () => String(1_000_000 + (randomBytes(4).readUInt32BE() % 9_000_000));
const seconds = (from: Date, more: number) => String(Math.floor(from.getTime() / 1000) + more);

/** As X shows a text: addresses shortened, three characters as HTML writes them. */
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

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): ServerResponse {
  return response
    .writeHead(status, { "Content-Type": "application/json", ...headers })
    .end(JSON.stringify(body));
}

function problem(
  response: ServerResponse,
  status: number,
  title: string,
  type: string,
  headers: Record<string, string> = {},
): ServerResponse {
  const whole = type.includes(":") ? type : `https://api.twitter.com/2/problems/${type}`;
  return answer(response, status, { title, type: whole, status, detail: title }, headers);
}

function form(response: ServerResponse, fields: Record<string, string>): ServerResponse {
  response.writeHead(200, { "Content-Type": "text/html;charset=utf-8" });
  return response.end(new URLSearchParams(fields).toString());
}
