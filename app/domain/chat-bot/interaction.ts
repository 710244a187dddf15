import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import { type Locale, localeOf } from "../money/minor.ts";
import { parseOutsideJson } from "../outside-json/outside-json.server.ts";

/** Older signatures are replays. */
const SECONDS_MAXIMUM = 300;

interface SignedBytes {
  body: Uint8Array;
  signature: string | null;
  timestamp: string | null;
  now: Date;
}

/** Ed25519. Discord tests with wrong signatures. */
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
/** PostgreSQL stores no null byte. */
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

/** Null for other interactions. Never throws. */
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

/** Display names can be faked, so the unique name comes first. */
function nameOf({ username, global_name }: z.infer<typeof person>): string {
  return global_name ? `${username} (${global_name})` : username;
}
