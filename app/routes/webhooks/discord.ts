import type { RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { beginChatLink, findNamedCreators } from "../../domain/chat-bot/chat-links.server.ts";
import { type AskedCommand, isSignedByDiscord, readInteraction } from "../../domain/chat-bot/interaction.ts";
import { RANGES } from "../../domain/leaderboard/leaderboard.schema.ts";
import { listCreators } from "../../domain/leaderboard/leaderboard.server.ts";
import { readBytes } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import type { Route } from "./+types/discord";
import { type Reply, replies } from "./discord-replies.server.ts";

const QUESTION_BYTES_MAXIMUM = 64 * 1024;

/** Verifies the signature on the raw bytes. Stores only a requested link (docs/product.md, 9.17). */
export async function action({ request, context }: Route.ActionArgs) {
  const { config, clock } = context.get(servicesContext);
  const { DISCORD_APPLICATION_ID: applicationId, DISCORD_PUBLIC_KEY: publicKey } = config;
  if (!applicationId || !publicKey) return new Response(null, { status: 404 });
  const body = await readBytes(request, QUESTION_BYTES_MAXIMUM);
  const signature = request.headers.get("X-Signature-Ed25519");
  const timestamp = request.headers.get("X-Signature-Timestamp");
  if (!isSignedByDiscord(publicKey, { body, signature, timestamp, now: clock() }))
    return new Response(null, { status: 401 });
  const asked = readInteraction(body, applicationId);
  if (asked === null) return new Response(null, { status: 400 });
  return Response.json(asked === "ping" ? { type: 1 } : await answer(context, asked));
}

async function answer(context: Readonly<RouterContextProvider>, asked: AskedCommand): Promise<Reply> {
  const services = context.get(servicesContext);
  const say = replies(context.get(settingsContext), asked.locale, services.publicUrl);
  if (!(await takeBudgets(context, [{ budget: "chat_command", key: asked.by.id }]))) return say.many();
  switch (asked.name) {
    case "tip":
      return say.tip(await creatorsOf(context, asked), asked);
    case "profile":
      return say.profile(await creatorsOf(context, asked), asked);
    case "leaderboard": {
      const range = RANGES.find((each) => each === asked.options.get("range")) ?? "month";
      const { places } = await listCreators(services.db, { range, page: 1 }, services.clock());
      return say.leaderboard(range, places);
    }
    case "link":
      return say.link(await beginChatLink(services, asked.by));
    default:
      return say.unknown();
  }
}

async function creatorsOf(context: Readonly<RouterContextProvider>, { options, guildId }: AskedCommand) {
  const { db, clock, publicUrl } = context.get(servicesContext);
  const typed = options.get("creator");
  const username = typed === undefined ? undefined : nameIn(typed, new URL(publicUrl).host);
  const wanted = { username, memberId: options.get("member"), guildId };
  return await findNamedCreators(db, wanted, clock());
}

/** Accepts a pasted page address. */
function nameIn(typed: string, host: string): string {
  const address = typed.trim().replace(/^https?:\/\//i, "");
  return address.startsWith(`${host}/`) ? (address.slice(host.length + 1).split(/[/?#]/)[0] ?? "") : typed;
}
