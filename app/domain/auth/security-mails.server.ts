import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { type MailParams, queueMail } from "../../mail/mail.server.ts";
import { listActors } from "../audit/audit.server.ts";
import { browserName } from "./browser-name.ts";

/** What is said of a sign-in from a place that the account has not used before. */
interface NewPlace {
  user_agent: string;
  /** Two letters, by the address; null where it is not known. */
  country: string | null;
}

/** Mails the owner of an account that somebody signed in from a new device, in the transaction that remembers the place. */
export async function tellOfNewPlace(
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

/**
 * Tells all other operators by mail what became of an operator's account (docs/product.md, 6.12): none comes into being, or
 * loses or changes its second factor, without the others knowing.
 */
export async function tellOtherOperators(
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
