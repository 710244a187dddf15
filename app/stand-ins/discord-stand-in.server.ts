import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, randomInt, sign } from "node:crypto";
import { z } from "zod";
import { answer, createMac } from "./signatures.ts";

/** DER prefix of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const MESSAGES_KEPT = 1000;

interface DiscordApplication {
  applicationId: string;
  clientSecret: string;
  botToken: string;
}

export function discordKeys(secret: string): { privateKey: KeyObject; publicKey: string } {
  const seed = Buffer.from(createMac(secret)("discord-key", ""), "hex");
  const key = Buffer.concat([PKCS8_HEAD, seed]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { privateKey, publicKey: spki.subarray(-32).toString("hex") };
}

export function signInteraction(
  body: string,
  at: Date,
  key: KeyObject,
): Record<"X-Signature-Ed25519" | "X-Signature-Timestamp" | "Content-Type", string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = sign(null, Buffer.from(timestamp + body), key).toString("hex");
  return {
    "X-Signature-Ed25519": signature,
    "X-Signature-Timestamp": timestamp,
    "Content-Type": "application/json",
  };
}

export interface DiscordState {
  messages: { guildId: string; content: string }[];
  webhooks: Map<string, { guildId: string }>;
  deleted: Set<string>;
  usedCodes: Set<string>;
  limits: Map<string, Date>;
  failing: Set<string>;
  isRefusing: boolean;
  commands: unknown;
}

export const newDiscordState = (): DiscordState => ({
  messages: [],
  webhooks: new Map(),
  deleted: new Set(),
  usedCodes: new Set(),
  limits: new Map(),
  failing: new Set(),
  isRefusing: false,
  commands: [],
});

interface DiscordStandInOptions extends DiscordApplication {
  /** Derives codes and tokens: a restart deletes no webhook. */
  secret: string;
  /** The only allowed redirect; null for any. */
  returnUrl: string | null;
  prefix: string;
  clock: () => Date;
  state?: DiscordState;
}

export interface DiscordStandIn {
  answer(request: Request): Promise<Response>;
  /** Null for an invalid request. */
  leadBack(authorizeUrl: URL, at: { guildId: string; name: string } | "declined"): URL | null;
}

const message = z.strictObject({
  content: z.string().min(1).max(2000),
  allowed_mentions: z.object({ parse: z.array(z.string()).max(0) }),
  flags: z.literal(4),
});
const place = z.tuple([z.string(), z.string(), z.string()]);

export function createDiscordStandIn(options: DiscordStandInOptions): DiscordStandIn {
  const { applicationId, clock, state = newDiscordState() } = options;
  const mac = createMac(options.secret);
  const tokenOf = (id: string, guildId: string) => `${guildId}-${mac("webhook", `${id}/${guildId}`)}`;
  const codeOf = (payload: string, redirectUri: string) =>
    mac("code", `${payload}/${redirectUri}`).slice(0, 32) + payload;

  function openWebhook(authorization: string | null, given: URLSearchParams): Response {
    const basic = Buffer.from(`${applicationId}:${options.clientSecret}`).toString("base64");
    if (state.isRefusing || authorization !== `Basic ${basic}`)
      return answer(401, { error: "invalid_client" });
    const code = given.get("code") ?? "";
    const payload = code.slice(32);
    const isRight = !state.usedCodes.has(code) && codeOf(payload, given.get("redirect_uri") ?? "") === code;
    if (given.get("grant_type") !== "authorization_code" || !isRight)
      return answer(400, { error: "invalid_grant", error_description: 'Invalid "code" in request.' });
    state.usedCodes.add(code);
    const [guild_id, name] = place.parse(readJson(Buffer.from(payload, "base64url").toString("utf8")));
    const id = newId();
    const token = tokenOf(id, guild_id);
    state.webhooks.set(id, { guildId: guild_id });
    const webhook = { ...{ id, token, type: 1, avatar: null, application_id: applicationId } };
    const url = `https://discord.com/api/webhooks/${id}/${token}`;
    return answer(200, {
      ...{ token_type: "Bearer", access_token: randomBytes(15).toString("base64url"), expires_in: 604_800 },
      ...{ refresh_token: randomBytes(15).toString("base64url"), scope: "webhook.incoming" },
      webhook: { ...webhook, ...{ name, channel_id: newId(), guild_id, url } },
    });
  }

  function post(id: string, guildId: string, body: string): Response {
    const until = state.limits.get(guildId);
    if (until && until > clock()) {
      const retry_after = (until.getTime() - clock().getTime()) / 1000;
      return answer(429, { message: "You are being rate limited.", retry_after, global: false });
    }
    const said = message.safeParse(readJson(body));
    if (!said.success) return answer(400, { message: "Invalid Form Body", code: 50_035 });
    state.messages.push({ guildId, content: said.data.content });
    if (state.messages.length > MESSAGES_KEPT) state.messages.shift();
    return answer(200, { id: newId(), type: 0, content: said.data.content, webhook_id: id });
  }

  function callWebhook(method: string, id: string, token: string, isAwaited: boolean, body: string) {
    const [guildId = ""] = token.split("-");
    if (state.deleted.has(id)) return answer(404, { message: "Unknown Webhook", code: 10_015 });
    if (tokenOf(id, guildId) !== token)
      return answer(401, { message: "Invalid Webhook Token", code: 50_027 });
    if (method === "POST" && isAwaited) return post(id, guildId, body);
    if (method === "DELETE") {
      state.deleted.add(id);
      return new Response(null, { status: 204 });
    }
    if (state.failing.has(guildId)) return answer(500, { message: "500: Internal Server Error", code: 0 });
    return answer(200, { id, token, type: 1, guild_id: guildId });
  }

  return {
    leadBack: (authorizeUrl, at) =>
      leadBack({ applicationId, returnUrl: options.returnUrl, codeOf }, authorizeUrl, at),

    async answer(request) {
      const url = new URL(request.url);
      const body = await request.text();
      const authorization = request.headers.get("Authorization");
      const [, path = ""] = /^\/api\/v10(\/.*)$/.exec(url.pathname.slice(options.prefix.length)) ?? [];
      const at = `${request.method} ${path}`;
      if (at === "POST /oauth2/token") return openWebhook(authorization, new URLSearchParams(body));
      const [, method, id = "", token = ""] =
        /^(GET|POST|DELETE) \/webhooks\/(\d+)\/([\w-]+)$/.exec(at) ?? [];
      if (method) return callWebhook(method, id, token, url.searchParams.get("wait") === "true", body);
      if (at !== `PUT /applications/${applicationId}/commands`)
        return answer(404, { message: "404: Not Found", code: 0 });
      if (authorization !== `Bot ${options.botToken}`)
        return answer(401, { message: "401: Unauthorized", code: 0 });
      state.commands = readJson(body);
      return answer(200, state.commands);
    },
  };
}

function leadBack(
  app: {
    applicationId: string;
    returnUrl: string | null;
    codeOf: (payload: string, redirectUri: string) => string;
  },
  authorizeUrl: URL,
  at: { guildId: string; name: string } | "declined",
): URL | null {
  const asked = authorizeUrl.searchParams;
  const [redirectUri, state] = [asked.get("redirect_uri"), asked.get("state")];
  if (asked.get("client_id") !== app.applicationId || asked.get("response_type") !== "code") return null;
  if (asked.get("scope") !== "webhook.incoming" || !redirectUri || !state) return null;
  if (redirectUri !== (app.returnUrl ?? redirectUri)) return null;
  const back = new URL(redirectUri);
  if (at === "declined") back.search = new URLSearchParams({ error: "access_denied", state }).toString();
  else {
    const { guildId, name } = at;
    const words = JSON.stringify([guildId, name, randomBytes(6).toString("hex")]);
    const code = app.codeOf(Buffer.from(words).toString("base64url"), redirectUri);
    back.search = new URLSearchParams({ code, state, guild_id: guildId }).toString();
  }
  return back;
}

const newId = () => String(randomInt(10 ** 8, 10 ** 9)) + String(randomInt(10 ** 8, 10 ** 9));

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
