import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { RESTPutAPIApplicationCommandsJSONBody } from "discord-api-types/v10";
import { z } from "zod";
import { listen } from "../providers/listening.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");

/** The platform's application at the fake. */
export const DISCORD_APP = {
  applicationId: "112233445566778899",
  clientSecret: "a-client-secret-of-discord_1234",
  botToken: "MTEyMjMzNDQ1NTY2Nzc4ODk5.fake.token-of-a-bot",
  /** As the developer portal shows it. */
  publicKey: publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex"),
};

/** The settings with which a product takes the fake for Discord. */
export function discordSettings({ origin }: Pick<FakeDiscord, "origin">): Record<string, string> {
  return {
    DISCORD_APPLICATION_ID: DISCORD_APP.applicationId,
    DISCORD_PUBLIC_KEY: DISCORD_APP.publicKey,
    DISCORD_CLIENT_SECRET: DISCORD_APP.clientSecret,
    DISCORD_BASE: origin,
  };
}

interface ToldMessage {
  guildId: string;
  /** As Discord got it, with what keeps its signs from being markup. */
  content: string;
}

/** Discord over real HTTP, as its documents describe it: OAuth for webhooks, messages, commands; and it signs what it asks us. */
export interface FakeDiscord {
  origin: string;
  messages: readonly ToldMessage[];
  calls: readonly string[];
  commands: RESTPutAPIApplicationCommandsJSONBody;
  /** An administrator of a server chooses a channel; returns the query with which Discord leads back. */
  allow(authorizeUrl: string, guildId: string, name: string): Promise<string>;
  /** Somebody at the server deletes our webhooks there. */
  takeAway(guildId: string): void;
  limit(guildId: string, until: Date | null): void;
  /** Discord fails for the webhooks of a server, and for no other. */
  fail(guildId: string, isFailing: boolean): void;
  /** Discord refuses the application's own secret. */
  refuseAll(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** The headers by which Discord signs what it asks us, as it does with its own key unless another one is given. */
export function signedByDiscord(
  body: string,
  at: Date = new Date(),
  key = privateKey,
): Record<"X-Signature-Ed25519" | "X-Signature-Timestamp" | "Content-Type", string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = sign(null, Buffer.from(timestamp + body), key).toString("hex");
  return {
    "X-Signature-Ed25519": signature,
    "X-Signature-Timestamp": timestamp,
    "Content-Type": "application/json",
  };
}

const message = z.strictObject({
  content: z.string().min(1).max(2000),
  allowed_mentions: z.object({ parse: z.array(z.string()).max(0) }),
  flags: z.literal(4),
});

export async function openFakeDiscord(now: () => Date = () => new Date()): Promise<FakeDiscord> {
  const messages: ToldMessage[] = [];
  const calls: string[] = [];
  const codes = new Map<string, { guildId: string; name: string; redirectUri: string }>();
  const webhooks = new Map<string, { token: string; guildId: string }>();
  const limits = new Map<string, Date>();
  const failing = new Set<string>();
  let commands: RESTPutAPIApplicationCommandsJSONBody = [];
  let isRefusing = false;
  let number = 0;
  const newId = () => {
    number += 1;
    return `13000000000000${String(number).padStart(5, "0")}`;
  };

  function openCode(authorizeUrl: URL, guildId: string, name: string): URL {
    const asked = authorizeUrl.searchParams;
    const redirectUri = asked.get("redirect_uri");
    if (asked.get("client_id") !== DISCORD_APP.applicationId || asked.get("response_type") !== "code")
      throw new Error("Discord knows no such application");
    if (asked.get("scope") !== "webhook.incoming" || !redirectUri || !asked.get("state"))
      throw new Error("Discord does not know what is asked for");
    const code = randomBytes(15).toString("base64url");
    codes.set(code, { guildId, name, redirectUri });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({
      code,
      state: asked.get("state") ?? "",
      guild_id: guildId,
    }).toString();
    return back;
  }

  function openWebhook(request: IncomingMessage, body: string, response: ServerResponse): ServerResponse {
    const basic = Buffer.from(`${DISCORD_APP.applicationId}:${DISCORD_APP.clientSecret}`).toString("base64");
    if (isRefusing || request.headers.authorization !== `Basic ${basic}`)
      return answer(response, 401, { error: "invalid_client" });
    const given = new URLSearchParams(body);
    const code = given.get("code") ?? "";
    const kept = codes.get(code);
    if (given.get("grant_type") !== "authorization_code" || kept?.redirectUri !== given.get("redirect_uri"))
      return answer(response, 400, {
        error: "invalid_grant",
        error_description: 'Invalid "code" in request.',
      });
    codes.delete(code);
    const [id, token] = [newId(), randomBytes(51).toString("base64url")];
    webhooks.set(id, { token, guildId: kept?.guildId ?? "" });
    const webhook = { ...{ id, token, type: 1, avatar: null, application_id: DISCORD_APP.applicationId } };
    const place = { name: kept?.name, channel_id: newId(), guild_id: kept?.guildId };
    const url = `https://discord.com/api/webhooks/${id}/${token}`;
    return answer(response, 200, {
      ...{ token_type: "Bearer", access_token: randomBytes(15).toString("base64url"), expires_in: 604_800 },
      ...{ refresh_token: randomBytes(15).toString("base64url"), scope: "webhook.incoming" },
      webhook: { ...webhook, ...place, url },
    });
  }

  function execute(id: string, token: string, body: string, response: ServerResponse): ServerResponse {
    const webhook = webhooks.get(id);
    if (!webhook) return answer(response, 404, { message: "Unknown Webhook", code: 10_015 });
    if (webhook.token !== token)
      return answer(response, 401, { message: "Invalid Webhook Token", code: 50_027 });
    const until = limits.get(webhook.guildId);
    if (until && until > now()) {
      const retry_after = (until.getTime() - now().getTime()) / 1000;
      return answer(response, 429, { message: "You are being rate limited.", retry_after, global: false });
    }
    const said = message.safeParse(readJson(body));
    if (!said.success) return answer(response, 400, { message: "Invalid Form Body", code: 50_035 });
    messages.push({ guildId: webhook.guildId, content: said.data.content });
    return answer(response, 200, { id: newId(), type: 0, content: said.data.content, webhook_id: id });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const url = new URL(request.url ?? "/", "http://discord.invalid");
    const body = await text(request);
    const [, path = url.pathname] = /^\/api\/v10(\/.*)$/.exec(url.pathname) ?? [];
    const at = `${request.method} ${path}`;
    calls.push(at.replace(/\/[\w-]{60,}/, "/TOKEN"));
    if (url.pathname === "/oauth2/authorize") return authorize(url, request, body, response);
    if (at === "POST /oauth2/token") return openWebhook(request, body, response);
    const [, method, id = "", token = ""] = /^(GET|POST|DELETE) \/webhooks\/(\d+)\/([\w-]+)$/.exec(at) ?? [];
    if (method === "POST" && url.searchParams.get("wait") === "true")
      return execute(id, token, body, response);
    if (method === "GET") {
      const webhook = webhooks.get(id);
      if (!webhook) return answer(response, 404, { message: "Unknown Webhook", code: 10_015 });
      if (webhook.token !== token)
        return answer(response, 401, { message: "Invalid Webhook Token", code: 50_027 });
      if (failing.has(webhook.guildId))
        return answer(response, 500, { message: "500: Internal Server Error", code: 0 });
      return answer(response, 200, { id, token, type: 1, guild_id: webhook.guildId });
    }
    if (method === "DELETE" && webhooks.get(id)?.token === token) {
      webhooks.delete(id);
      return response.writeHead(204).end();
    }
    if (at === `PUT /applications/${DISCORD_APP.applicationId}/commands`) {
      if (request.headers.authorization !== `Bot ${DISCORD_APP.botToken}`)
        return answer(response, 401, { message: "401: Unauthorized", code: 0 });
      commands = JSON.parse(body);
      return answer(response, 200, commands);
    }
    return answer(response, 404, { message: "404: Not Found", code: 0 });
  }

  /** Discord's own page, for a browser that walks the whole way. */
  function authorize(
    url: URL,
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): ServerResponse {
    if (request.method === "POST") {
      const guildId = new URLSearchParams(body).get("guild") ?? "";
      return response.writeHead(302, { Location: openCode(url, guildId, "Tribute").href }).end();
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    return response.end(
      `<!doctype html><title>Discord</title><form method="post"><label>Server <input name="guild" value="900100200300400500"></label><button>Authorize</button></form>`,
    );
  }

  const server = await listen((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return {
    ...{ origin: server.origin, messages, calls },
    get commands() {
      return commands;
    },
    allow: async (authorizeUrl, guildId, name) =>
      openCode(new URL(authorizeUrl), guildId, name).searchParams.toString(),
    takeAway(guildId) {
      for (const [id, webhook] of webhooks) if (webhook.guildId === guildId) webhooks.delete(id);
    },
    limit(guildId, until) {
      if (until) limits.set(guildId, until);
      else limits.delete(guildId);
    },
    fail(guildId, isFailing) {
      if (isFailing) failing.add(guildId);
      else failing.delete(guildId);
    },
    refuseAll(refuses) {
      isRefusing = refuses;
    },
    close: server.close,
  };
}

function answer(response: ServerResponse, status: number, body: unknown): ServerResponse {
  return response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
