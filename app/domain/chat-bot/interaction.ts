import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import { DEFAULT_LOCALE, LOCALES } from "../../../locales/index.ts";
import { textOf } from "../../../locales/text-of.ts";
import { type Locale, localeOf } from "../money/minor.ts";
import { parseOutsideJson } from "../outside-json.server.ts";

const SECONDS_MAXIMUM = 300;

interface SignedBytes {
  body: Uint8Array;
  signature: string | null;
  timestamp: string | null;
  now: Date;
}

/** Discord tests with wrong signatures. */
export function isSignedByDiscord(
  publicKey: string,
  { body, signature, timestamp, now }: SignedBytes,
): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  if (!timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SECONDS_MAXIMUM) return false;
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, "hex"));
}

const PING = 1;
const COMMAND = 2;

const snowflake = z.string().regex(/^\d{1,20}$/);
const line = z.string().refine((text) => !text.includes("\0"));
const person = z.object({
  id: snowflake,
  username: line.min(1).max(100),
  global_name: line.min(1).max(100).nullish(),
});

const option = z.object({
  name: z.string(),
  value: z.union([line, z.number(), z.boolean()]).optional(),
});

const interaction = z.object({
  type: z.number().int(),
  application_id: snowflake.optional(),
  guild_id: snowflake.nullish(),
  locale: z.string().max(20).optional(),
  member: z.object({ user: person }).nullish(),
  user: person.nullish(),
  data: z.object({ name: z.string().max(100), options: z.array(option).max(25).optional() }).nullish(),
});

export interface AskedCommand {
  name: string;
  options: ReadonlyMap<string, string>;
  by: { id: string; name: string };
  guildId: string | null;
  locale: Locale;
}

/** Never throws. */
export function readInteraction(body: Uint8Array, applicationId: string): "ping" | AskedCommand | null {
  const read = interaction.safeParse(parseOutsideJson(body));
  if (!read.success) return null;
  const { type, data, guild_id, locale } = read.data;
  if (type === PING) return "ping";
  const user = read.data.member?.user ?? read.data.user;
  if (type !== COMMAND || read.data.application_id !== applicationId || !data || !user) return null;
  const options = (data.options ?? []).map(({ name, value }) => [name, String(value ?? "")] as const);
  return {
    name: data.name,
    options: new Map(options),
    by: { id: user.id, name: nameOf(user) },
    guildId: guild_id ?? null,
    locale: localeOf((locale ?? "").slice(0, 2)),
  };
}

/** Display names can be faked: the unique name comes first. */
function nameOf({ username, global_name }: z.infer<typeof person>): string {
  return global_name ? `${username} (${global_name})` : username;
}

const TYPES = { string: 3, user: 6 } as const;
const IN_SERVERS = { contexts: [0], integration_types: [0] };
const RANGES = { month: "month", "30days": "days", day: "day" } as const;

/** docs/product.md, 9.17. */
export function botCommands() {
  const creator = { ...optionOf("creator"), type: TYPES.string, max_length: 80 };
  const member = { ...optionOf("member"), type: TYPES.user };
  const amount = { ...optionOf("amount"), type: TYPES.string, max_length: 12 };
  const choices = Object.entries(RANGES).map(([value, name]) => ({
    value,
    ...namesOf(`chatBot:commands.ranges.${name}`),
  }));
  return [
    { ...command("tip"), options: [creator, member, amount] },
    { ...command("leaderboard"), options: [{ ...optionOf("range"), type: TYPES.string, choices }] },
    { ...command("profile"), options: [creator, member] },
    { ...command("link"), options: [] },
  ];
}

function command(name: "tip" | "leaderboard" | "profile" | "link") {
  const description = descriptionOf(`chatBot:commands.${name}.description`);
  return { ...namesOf(`chatBot:commands.${name}.name`), ...description, ...IN_SERVERS };
}

function optionOf(name: "creator" | "member" | "amount" | "range") {
  const description = descriptionOf(`chatBot:commands.options.${name}.description`);
  return { ...namesOf(`chatBot:commands.options.${name}.name`), ...description };
}

function namesOf(key: string) {
  return { name: textOf(DEFAULT_LOCALE, key), name_localizations: elsewhere(key) };
}

function descriptionOf(key: string) {
  return { description: textOf(DEFAULT_LOCALE, key), description_localizations: elsewhere(key) };
}

function elsewhere(key: string): Record<string, string> {
  const others = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
  return Object.fromEntries(others.map((locale) => [locale, textOf(locale, key)]));
}
