import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { queueMail } from "../../mail/mail.server.ts";
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
