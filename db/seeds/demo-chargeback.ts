import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { getBalances } from "../../app/domain/ledger/post.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { findOperator } from "../../app/domain/users/user.server.ts";
import { DEMO_OPERATOR } from "./demo-logins.ts";
import { type DemoServices, type SeededCreator, tellPaymentNews, tellTip } from "./demo-tips.ts";
import { insertPaidOut } from "./paid-out.ts";

const DAY_MS = 86_400_000;

const STOLEN_MINOR = minor(120_00);

/** A stolen card's tip is paid out, then charged back without a balance. Idempotent. */
export async function tellChargeback(
  services: DemoServices & { issuer: readonly string[] },
  creator: SeededCreator,
  today: Date,
): Promise<void> {
  const { db } = services;
  const daysAgo = (days: number) => new Date(today.getTime() - days * DAY_MS);
  const paymentId =
    (await findStolen(services, creator)) ??
    (await tellTip(services, creator, {
      at: daysAgo(30),
      amount_minor: STOLEN_MINOR,
      item_id: null,
      type: "INETCASH_CC",
      country: "FR",
      message: null,
      from: null,
      locale: "en",
    }));
  await releaseDueFunds(db, daysAgo(20));
  const { currency } = creator;
  const operator = await findOperator(db, DEMO_OPERATOR);
  if (!operator) throw new Error("the demo has no operator");
  await db.transaction().execute(async (trx) => {
    const gross = minor((await getBalances(trx, creator.id, currency)).creator_available);
    if (gross === 0) return;
    const { id: operator_id } = operator;
    const paid = { creator_id: creator.id, currency, amount_minor: gross, provider: "sandbox" };
    await insertPaidOut(trx, services, { ...paid, operator_id, issuer: services.issuer, at: daysAgo(17) });
  });
  const payment = await db
    .selectFrom("payments")
    .select("charged_minor")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const dispute = { disputeRef: `past-dispute-${creator.username}`, amountMinor: payment.charged_minor };
  await tellPaymentNews(services, paymentId, daysAgo(9), [{ ...dispute, state: "OPEN" }]);
  await tellPaymentNews(services, paymentId, daysAgo(2), [{ ...dispute, state: "LOST" }]);
}

async function findStolen({ db }: DemoServices, creator: SeededCreator): Promise<string | undefined> {
  const payment = await db
    .selectFrom("payments")
    .innerJoin("tips", "tips.id", "payments.tip_id")
    .select("payments.id")
    .where("tips.creator_id", "=", creator.id)
    .where("tips.amount_minor", "=", STOLEN_MINOR)
    .where("tips.paid_at", "is not", null)
    .executeTakeFirst();
  return payment?.id;
}
