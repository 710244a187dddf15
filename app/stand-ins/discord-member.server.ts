import { createHash, type KeyObject, randomInt } from "node:crypto";
import { z } from "zod";
import { signInteraction } from "./discord-stand-in.server.ts";

const ANSWER_MS = 10_000;

export const DEMO_SERVER = "900100200300400500";

export interface TypedCommand {
  command: string;
  name: string;
  creator: string;
  member: string;
  amount: string;
  locale: string;
}

export interface ShownAnswer {
  lines: string[];
  links: { label: string; url: string }[];
}

const reply = z.object({
  data: z.object({
    content: z.string().default(""),
    embeds: z
      .array(
        z.object({
          title: z.string(),
          description: z.string().default(""),
          fields: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
        }),
      )
      .default([]),
    components: z
      .array(z.object({ components: z.array(z.object({ label: z.string(), url: z.string() })) }))
      .default([]),
  }),
});

/** Signed like Discord. Null without an answer. */
export async function askBot(
  bot: { applicationId: string; privateKey: KeyObject; url: string; clock: () => Date },
  { command, name, locale, ...typed }: TypedCommand,
): Promise<ShownAnswer | null> {
  const options = [
    { name: "creator", type: 3, value: typed.creator },
    { name: "member", type: 6, value: typed.member && idOf(typed.member) },
    { name: "amount", type: 3, value: typed.amount },
  ].filter(({ value }) => value !== "");
  const body = JSON.stringify({
    ...{ id: newId(), type: 2, token: "stand-in", version: 1, application_id: bot.applicationId },
    ...{ guild_id: DEMO_SERVER, locale, member: { user: { id: idOf(name), username: name } } },
    data: { id: newId(), type: 1, name: command, options },
  });
  const headers = signInteraction(body, bot.clock(), bot.privateKey);
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const answer = await fetch(bot.url, { method: "POST", headers, body, signal, redirect: "error" });
    return shown(reply.parse(await answer.json()).data);
  } catch {
    return null;
  }
}

function idOf(name: string): string {
  const hex = createHash("sha256").update(name.trim().toLowerCase()).digest("hex").slice(0, 12);
  return String(1_000_000_000_000_000n + BigInt(`0x${hex}`));
}

const newId = () => String(randomInt(2 ** 40, 2 ** 47));

function shown({ content, embeds, components }: z.infer<typeof reply>["data"]): ShownAnswer {
  const parts = embeds.flatMap(({ title, description, fields }) => [
    ...[title, ...description.split("\n")],
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ]);
  return {
    lines: [content, ...parts].filter((line) => line !== "").map(withoutMarkup),
    links: components.flatMap((row) => row.components),
  };
}

function withoutMarkup(line: string): string {
  return line.replace(/(?<!\\)\[((?:\\.|[^\]\\])+)\]\([^)]+\)/g, "$1").replace(/\\([^0-9A-Za-z\s])/g, "$1");
}
