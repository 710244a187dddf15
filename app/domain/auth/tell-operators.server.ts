import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { type MailParams, queueMail } from "../../mail/mail.server.ts";
import { listActors } from "../audit/audit.server.ts";

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
