import { randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { productRules } from "../../../product-rules.ts";
import { parseOutsideJson } from "../../outside-json.server.ts";
import {
  type LinkedAccount,
  LinkRevoked,
  type Network,
  NetworkPaused,
  NetworkUnavailable,
  PinRefused,
  PostRefused,
  RateLimited,
} from "../network-port.ts";
import { asDiscordText } from "../post-texts.ts";
import {
  addressAt,
  callOnce,
  type NetworkAnswer,
  type NetworkCall,
  networkKind,
} from "./network-kind.server.ts";

const applicationId = z
  .string({ error: "DISCORD_PUBLIC_KEY, DISCORD_BOT_TOKEN and DISCORD_CLIENT_SECRET need it" })
  .regex(/^\d{17,20}$/, "an application's id has 17 to 20 digits");

/** The bot's application is optional (docs/operations.md). */
export const botSettings = {
  DISCORD_APPLICATION_ID: applicationId
    .optional()
    .meta({ description: "The application. See [Discord](operations.md#discord)." }),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "it has 64 hexadecimal digits")
    .optional()
    .meta({
      description: "64 hexadecimal digits; without it no bot.",
    }),
  DISCORD_BASE: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      fallback: "Discord's own",
      description: "For tests. Refused in live mode with announcements.",
    }),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^[\w.-]{20,200}$/, "letters, digits, dots, - and _")
    .optional()
    .meta({ description: "For `npm run discord:commands` alone." }),
};

interface DiscordAccess {
  applicationId: string;
  clientSecret: string;
  base: string | null;
  pages?: string;
  returnUrl: string;
  clock: () => Date;
  timeoutMs?: number;
}

const MAX_CHARACTERS = 2000;
const PAUSE_MS = 3_600_000;
const ANSWER_LOST = new Set([502, 504, 520, 524]);
const SUPPRESS_EMBEDS = 4;

const snowflake = z.string().regex(/^\d{1,20}$/);
const webhookSecret = z.object({ id: snowflake, token: z.string().regex(/^[\w-]{1,200}$/) });
const opened = z.object({
  webhook: webhookSecret.extend({ guild_id: snowflake, name: z.string().max(200).nullish() }),
});
const pendingState = z.object({ state: z.string() });
const made = z.object({ id: snowflake });
const limited = z.object({ retry_after: z.number().min(0).max(86_400) });
const problem = z.object({ code: z.number() });

const GONE = new Set([10_015, 50_027]);

/** A channel's webhook is the only right. Discord has no look-up, so a lost answer is never repeated. */
export function discordNetwork(access: DiscordAccess): Network {
  const { base, clock, timeoutMs } = access;
  const home = base ?? "https://discord.com";
  async function call(path: string, how: NetworkCall): Promise<NetworkAnswer> {
    const answer = await callOnce("Discord", addressAt(home, `/api/v10${path}`), { ...how, timeoutMs });
    // A server error posted nothing; a gateway cannot know.
    if (answer.status >= 500)
      throw new NetworkUnavailable(`Discord answered ${answer.status}`, ANSWER_LOST.has(answer.status));
    return answer;
  }
  /** Before each message, as none can be looked up. */
  async function requireWebhook(path: string): Promise<void> {
    let answer: NetworkAnswer;
    try {
      answer = await call(path, { method: "GET" });
    } catch (error) {
      throw new NetworkUnavailable("Discord is away", false, { cause: error });
    }
    if (answer.status === 429) throw tooMany(answer, clock());
    if (isGone(answer)) throw new LinkRevoked("the webhook is gone");
    if (answer.status !== 200)
      throw new NetworkUnavailable(`Discord answered ${answer.status} for a webhook`, false);
  }
  return {
    name: "discord",
    label: "Discord",
    voice: "channel",
    postsADay: productRules.microblog.channel_posts_a_day,
    maxCharacters: MAX_CHARACTERS,
    count: (text) => asDiscordText(text).length,
    costMills: () => 0,
    lookUpMills: 0,
    monthlyBudgetMills: 0,

    async begin() {
      const state = randomBytes(24).toString("base64url");
      return { authorizeUrl: authorizeUrl(access, home, state), pending: JSON.stringify({ state }) };
    },

    async complete(pending, answer) {
      const said = new URLSearchParams(answer);
      const { state } = pendingState.parse(JSON.parse(pending));
      const code = said.get("code");
      if (!code || !isSame(state, said.get("state") ?? ""))
        throw new PinRefused("it answers another request");
      const reply = await call("/oauth2/token", {
        method: "POST",
        headers: new Headers({
          Authorization: `Basic ${Buffer.from(`${access.applicationId}:${access.clientSecret}`).toString("base64")}`,
          "Content-Type": "application/x-www-form-urlencoded",
        }),
        body: new URLSearchParams({
          grant_type: "authorization_code",
          redirect_uri: access.returnUrl,
          code,
        }).toString(),
      });
      return readWebhook(reply, clock());
    },

    async post({ credentials, text }) {
      const path = pathOf(credentials);
      await requireWebhook(path);
      const reply = await call(`${path}?wait=true`, {
        method: "POST",
        headers: new Headers({ "Content-Type": "application/json" }),
        body: JSON.stringify({
          content: asDiscordText(text),
          allowed_mentions: { parse: [] },
          flags: SUPPRESS_EMBEDS,
        }),
      });
      if (reply.status === 429) throw tooMany(reply, clock());
      if (isGone(reply)) throw new LinkRevoked("the webhook is gone");
      if (reply.status >= 400) throw refusalOf(reply);
      const message = made.safeParse(parseOutsideJson(reply.text));
      if (!message.success)
        throw new NetworkUnavailable("Discord answered unreadably", true, { cause: message.error });
      return { postId: message.data.id };
    },

    async revoke(credentials) {
      await call(pathOf(credentials), { method: "DELETE" });
    },
  };
}

function authorizeUrl(
  { pages, applicationId, returnUrl }: DiscordAccess,
  home: string,
  state: string,
): string {
  const url = addressAt(pages ?? home, "/oauth2/authorize");
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: applicationId,
    scope: "webhook.incoming",
    redirect_uri: returnUrl,
    state,
  }).toString();
  return url.href;
}

function readWebhook(reply: NetworkAnswer, now: Date): LinkedAccount {
  if (reply.status === 401)
    throw new NetworkPaused("KEYS", "Discord refuses the application's secret", inAWhile(now));
  if (reply.status === 400) throw new PinRefused("Discord refuses the code");
  const read = opened.safeParse(parseOutsideJson(reply.text));
  if (reply.status !== 200 || !read.success)
    throw new NetworkUnavailable("Discord opened no webhook", true, { cause: read.error });
  const { guild_id, name, id, token } = read.data.webhook;
  const handle = name?.replaceAll("\0", "") || "Discord";
  // Several creators may use one server, each by a webhook.
  return { accountId: `${guild_id}/${id}`, handle, credentials: JSON.stringify({ id, token }) };
}

function pathOf(credentials: string): string {
  const { id, token } = webhookSecret.parse(JSON.parse(credentials));
  return `/webhooks/${id}/${token}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The same status from a filter ends no link. */
function isGone(reply: NetworkAnswer): boolean {
  if (reply.status !== 404 && reply.status !== 401) return false;
  const read = problem.safeParse(parseOutsideJson(reply.text));
  return read.success && GONE.has(read.data.code);
}

function refusalOf(reply: NetworkAnswer): Error {
  const said = `Discord answered ${reply.status}`;
  const isDiscord = problem.safeParse(parseOutsideJson(reply.text)).success;
  return isDiscord ? new PostRefused(said) : new NetworkUnavailable(said, false);
}

function tooMany(reply: NetworkAnswer, now: Date): RateLimited {
  const read = limited.safeParse(parseOutsideJson(reply.text));
  const header = Number(reply.headers.get("Retry-After"));
  const seconds = read.success ? read.data.retry_after : header > 0 && header < 86_400 ? header : 60;
  return new RateLimited(new Date(now.getTime() + (Math.trunc(seconds) + 1) * 1000));
}

const inAWhile = (now: Date) => new Date(now.getTime() + PAUSE_MS);

export const discordKind = networkKind({
  name: "discord",
  company: "Discord Netherlands B.V. (NL)",
  switchedOnBy: "DISCORD_CLIENT_SECRET",
  settings: {
    DISCORD_APPLICATION_ID: applicationId,
    DISCORD_CLIENT_SECRET: z
      .string()
      .regex(/^[\w-]{10,100}$/, "letters, digits, - and _")
      .meta({ description: "Allows announcements in channels." }),
    DISCORD_BASE: botSettings.DISCORD_BASE,
  },

  liveProblem: ({ DISCORD_BASE }) =>
    DISCORD_BASE === undefined ? null : "DISCORD_BASE is for tests; live mode needs Discord itself",

  open: (settings, { clock, publicUrl }) =>
    discordNetwork({
      applicationId: settings.DISCORD_APPLICATION_ID,
      clientSecret: settings.DISCORD_CLIENT_SECRET,
      base: settings.DISCORD_BASE ?? null,
      returnUrl: `${publicUrl}/account/discord/arrival`,
      clock,
    }),
});
