import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { listActors } from "../audit/audit.server.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { MailParams } from "../mails/mail-params.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { browserName } from "./browser-name.ts";

interface NewPlace {
  user_agent: string;
  /** By IP address; null if unknown. */
  country: string | null;
}

/** In the transaction that remembers the place. */
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

/** Operators learn of every new operator and factor change (docs/product.md, 6.12). */
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
