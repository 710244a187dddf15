import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Tokens, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { listActors } from "../audit/audit.server.ts";
import type { Jobs } from "../jobs.ts";
import type { MailParams } from "../mails/mail-params.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { browserName } from "./browser-name.ts";

export type MailedPurpose = keyof typeof productRules.link_hours;

export interface LinkServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  tokens: Tokens;
  jobs: Jobs;
}

const TEMPLATES = {
  register: "register",
  password: "password_reset",
  email: "email_change",
  deletion: "deletion",
  operator: "operator_invitation",
} as const satisfies Record<MailedPurpose, string>;

/** Ends earlier links of the purpose. Returns the token's id. */
export async function mailLink(
  trx: Transaction<DB>,
  services: Omit<LinkServices, "db">,
  given: { user_id: string; purpose: MailedPurpose; recipient: string; locale: string | null },
): Promise<string> {
  const { user_id, purpose, recipient, locale } = given;
  const now = services.clock();
  const email = purpose === "email" ? recipient : null;
  const token_id = await issueMailedToken(trx, services, { user_id, purpose, email, now });
  await queueMail(trx, services, {
    dedupe_key: `${purpose}:${token_id}`,
    template: TEMPLATES[purpose],
    locale,
    recipient,
    user_id,
    params: { token_id },
    now,
  });
  return token_id;
}

/** Stores a hash; `tokens.sign` recreates the token from the id. */
export async function issueMailedToken(
  trx: Transaction<DB>,
  services: { tokens: Tokens; newId: () => string },
  given: { user_id: string; purpose: MailedPurpose; email: string | null; now: Date },
): Promise<string> {
  const { user_id, purpose, email, now } = given;
  const id = services.newId();
  await trx
    .deleteFrom("mailed_tokens")
    .where("user_id", "=", user_id)
    .where("purpose", "=", purpose)
    .execute();
  await trx
    .insertInto("mailed_tokens")
    .values({
      token_hash: tokenHash(services.tokens.sign(purpose, id)),
      user_id,
      purpose,
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + productRules.link_hours[purpose] * 3_600_000),
    })
    .execute();
  return id;
}

export async function findMailedToken(
  db: Kysely<DB>,
  purpose: MailedPurpose,
  token: string,
  now: Date,
): Promise<{ user_id: string; email: string | null } | null> {
  const row = await db
    .selectFrom("mailed_tokens")
    .select(["user_id", "email"])
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ?? null;
}

/** One of concurrent calls gets the owner, others null. */
export async function takeMailedToken(
  trx: Transaction<DB>,
  purpose: MailedPurpose,
  token: string,
  now: Date,
): Promise<{ user_id: string; email: string | null } | null> {
  const found = await findMailedToken(trx, purpose, token, now);
  if (!found) return null;
  await trx.selectFrom("users").select("id").where("id", "=", found.user_id).forNoKeyUpdate().execute();
  const row = await trx
    .deleteFrom("mailed_tokens")
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returning(["user_id", "email"])
    .executeTakeFirst();
  return row ?? null;
}

interface NewPlace {
  user_agent: string;
  country: string | null;
}

export async function mailNewPlace(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  given: { user_id: string; place: NewPlace; now: Date },
): Promise<void> {
  const { user_id, place, now } = given;
  const user = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  const { browser, system } = browserName(place.user_agent);
  await queueMail(trx, services, {
    dedupe_key: `new-device:${services.newId()}`,
    template: "new_device",
    locale: user.locale,
    recipient: user.email,
    user_id,
    params: { signed_in_at: now.toISOString(), browser, system, country: place.country },
    now,
  });
}

interface LinkMail {
  user_id: string;
  key: string;
  state: "linked" | "failed";
  way: "creator" | "channel" | "member";
  network: string;
  handle: string;
  now: Date;
}

export async function mailNetworkLink(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  { user_id, key, state, way, network, handle, now }: LinkMail,
): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await queueMail(trx, services, {
    dedupe_key: `network-link-${state}:${key}`,
    template: "network_link",
    locale: user.locale,
    recipient: user.email,
    user_id,
    params: { state, way, network, handle, at: now.toISOString() },
    now,
  });
}

/** docs/product.md, 6.12. */
export async function mailOtherOperators(
  trx: Transaction<DB>,
  services: { jobs: Jobs; clock: () => Date; newId: () => string },
  about: { id: string; email: string },
  change: MailParams["operator_changed"]["change"],
): Promise<void> {
  const now = services.clock();
  const id = services.newId();
  for (const other of await listActors(trx, { withLeft: false })) {
    if (other.id === about.id) continue;
    await queueMail(trx, services, {
      dedupe_key: `operator-changed:${id}:${other.id}`,
      template: "operator_changed",
      locale: other.locale,
      recipient: other.email,
      user_id: other.id,
      params: { change, email: about.email, changed_at: now.toISOString() },
      now,
    });
  }
}
