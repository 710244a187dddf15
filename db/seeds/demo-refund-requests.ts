import { requestRefundOf } from "../../app/domain/refunds/refunds.server.ts";
import type { DemoServices } from "./demo-tips.ts";

const DAY_MS = 86_400_000;

/** The second is overdue and waits for operators. */
const REQUESTS = [
  {
    to: "joerdis",
    asked_days_ago: 3,
    reason: "Ich habe aus Versehen zweimal bezahlt. Ein Trinkgeld sollte es sein.",
  },
  {
    to: "brot.mit.oeykue",
    asked_days_ago: 16,
    reason: "Das sollte an eine andere Bäckerei gehen, tut mir leid.",
  },
] as const;

/** Of the newest tip of that day. Idempotent. */
export async function tellRefundRequests(services: DemoServices, today: Date): Promise<void> {
  for (const { to, asked_days_ago, reason } of REQUESTS) {
    const asked_at = new Date(today.getTime() - asked_days_ago * DAY_MS);
    const payment = await services.db
      .selectFrom("payments as p")
      .innerJoin("tips as t", "t.id", "p.tip_id")
      .innerJoin("users as u", "u.id", "t.creator_id")
      .select("p.id")
      .where("u.username", "=", to)
      .where("p.status", "=", "SUCCESS")
      .where("t.sender_email", "is not", null)
      .where("t.paid_at", "<", asked_at)
      .where("u.id", "not in", (eb) =>
        eb
          .selectFrom("refund_requests as r")
          .innerJoin("tips as asked", "asked.id", "r.tip_id")
          .select("asked.creator_id")
          .where("asked.creator_id", "is not", null)
          .$narrowType<{ creator_id: string }>(),
      )
      .orderBy("t.paid_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!payment) continue;
    const outcome = await requestRefundOf(
      { ...services, clock: () => asked_at },
      { payment_id: payment.id, reason },
    );
    if (outcome !== "requested") throw new Error(`the demo's refund is not requested: ${outcome}`);
  }
}
