import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { queueMail } from "../../mail/mail.server.ts";

interface ToldLink {
  user_id: string;
  /** What makes it another link than the one before. */
  key: string;
  state: "linked" | "failed";
  /** What is linked: an account that is posted for, a channel, or an account by which the creator's page is found. */
  way: "creator" | "channel" | "member";
  /** The network's own name. */
  network: string;
  handle: string;
  now: Date;
}

/** Tells a creator by mail, once, that something was linked with their account, or that a link failed. */
export async function tellOfLink(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  { user_id, key, state, way, network, handle, now }: ToldLink,
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
