import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { requireOperator } from "../users/operator.server.ts";
import { lastDayOf } from "./voucher-dates.ts";

/**
 * An operator has the mail of a voucher sent once more: to the address that it was bought with, and to no other. "gone" for
 * one whose page shows no code: it is redeemed, waits for its creator, or is over.
 */
export async function resendVoucher(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date; newId: () => string },
  given: { voucher_id: string; operator_id: string },
): Promise<"mailed" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id);
    const voucher = await trx
      .selectFrom("vouchers as v")
      .innerJoin("payments as p", (join) =>
        join.onRef("p.voucher_id", "=", "v.id").on("p.status", "=", "SUCCESS"),
      )
      .select(["v.id", "v.status", "v.email", "v.locale", "v.amount_minor", "v.currency", "v.paid_at"])
      .select(["v.waited_days", "p.id as payment_id"])
      .where("v.id", "=", given.voucher_id)
      .forKeyShare("v")
      .executeTakeFirst();
    if (!voucher?.paid_at || !voucher.email || voucher.status !== "VALID") return "gone";
    const now = services.clock();
    const { payment_id, amount_minor, currency } = voucher;
    await queueMail(trx, services, {
      dedupe_key: `voucher:${voucher.id}:again:${services.newId()}`,
      template: "voucher_bought",
      locale: voucher.locale,
      recipient: voucher.email,
      user_id: null,
      params: {
        voucher_id: voucher.id,
        payment_id,
        amount_minor,
        currency,
        valid_until: lastDayOf(voucher.paid_at, voucher.waited_days),
      },
      now,
    });
    await writeAudit(trx, {
      ...{ actor_id: given.operator_id, action: "voucher.mail_sent", subject: `voucher:${voucher.id}` },
      ...{ before: null, after: null, now },
    });
    return "mailed";
  });
}
